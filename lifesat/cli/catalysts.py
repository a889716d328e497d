"""``lifesat catalysts``: find still lifes that a pattern hits and that recover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.cli.searching import add_search_options, search_problem
from lifesat.cli.target import POPULATION
from lifesat.cli.writing import write_as_block
from lifesat.frontends.options.table import from_values

if TYPE_CHECKING:
    import argparse

    from lifesat.problems.life.search import SpaceTimeSearch


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write still lifes that PATTERN hits, and that stand again some generations later, with "
        "PATTERN beside them. In a LifeHistory file, state 1 is the pattern, cells of state 2 may "
        "belong to the still life, and 3 is a live cell of it (4: but dead at first; 5: live all "
        "the time); in other files, ? may belong to it, or without ? all cells around."
    )
    parser.set_defaults(run=run)
    add(parser, "pattern")
    group = parser.add_argument_group("problem")
    add(group, "catalysts.generations", "contact", "recovered", "max_active", "active_box")
    add(group, "filter", "catalysts.different_from")
    add(group, "catalysts.margin", "format", "rule")
    add(group, *POPULATION, cells="live cells in the still life")
    add(parser, "up_to_symmetry", whole="the block")
    add_search_options(parser, "catalysts")
    add(parser, "print_config")


def run(options: argparse.Namespace) -> int:
    """Search for catalysts and return the exit code."""
    problem = _read_problem(options)
    if options.print_config:
        return write_as_block(problem, options)
    return search_problem(problem, options)


def _read_problem(options: argparse.Namespace) -> SpaceTimeSearch:
    """Return the problem that PATTERN and the options state."""
    from lifesat.formats import read_file
    from lifesat.frontends.input.catalysts import CatalystRequest

    pattern = read_file(options.pattern, format=options.format, unknown=True, bounded=False)
    if not options.quiet:
        diagnostics.warn(options.pattern, pattern)
    values = vars(options) | {
        "filter": tuple((t, read_file(path, unknown=True)) for t, path in options.filter),
        "different_from": tuple(read_file(path, unknown=True) for path in options.different_from),
    }
    return from_values(CatalystRequest, values).problem(pattern)
