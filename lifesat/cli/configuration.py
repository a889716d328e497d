"""The option that writes a search as a search file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.frontends.output import exit_codes

if TYPE_CHECKING:
    import argparse

    from lifesat.problems.life.search import SpaceTimeSearch
    from lifesat.problems.problem import Problem


def write_config(problem: SpaceTimeSearch, options: argparse.Namespace) -> int:
    """Write the search file of a block, and return the exit code."""
    from lifesat.frontends.input.search_file import write_search
    from lifesat.frontends.output.files import open_text

    with open_text(options.output, force=options.force) as stream:
        stream.write(write_search(problem))
    return exit_codes.FOUND


def write_as_block(problem: Problem, options: argparse.Namespace) -> int:
    """Write the search file for the solutions of a problem, and return the exit code.

    Raises `UserError` if a search file cannot state the problem.
    """
    from lifesat.frontends.input.blocks import block_of

    return write_config(block_of(problem), options)
