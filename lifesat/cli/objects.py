"""Options that the commands for objects in a box share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.target import POPULATION

if TYPE_CHECKING:
    import argparse


def add_box_options(parser: argparse.ArgumentParser, box: str) -> argparse._ArgumentGroup:
    """Add W,H and the options for the objects in that box, and return their group."""
    add(parser, "box", what=box)
    group = parser.add_argument_group("problem")
    add(group, "objects.rule")
    add(group, "symmetry", what="at least this symmetry")
    add(group, *POPULATION, cells="live cells")
    add(parser, "up_to_symmetry", whole="the box that leave the rest unchanged")
    return group
