"""Run queries that may be out of reach of their method, which ends with exit code 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.searching import run_search
from lifesat.engines.frontier.memory import OutOfReachError
from lifesat.errors import FailedError, UserError
from lifesat.frontends.output import exit_codes

if TYPE_CHECKING:
    import argparse

    from lifesat.engines.options import Options
    from lifesat.queries.query import Query


def run_within_reach(
    query: Query, how: Options, options: argparse.Namespace, hint: str = ""
) -> int:
    """Do what `run_search` does; if the query is out of reach, report why, and `hint`."""
    try:
        return run_search(query, how, options)
    except UserError as error:
        reason = error.__cause__ if isinstance(error, FailedError) else error
        if not _is_out_of_reach(reason):
            raise
        diagnostics.say(f"lifesat: {reason}")
        if hint and not options.quiet:
            diagnostics.say(hint)
        return exit_codes.UNDECIDED


def _is_out_of_reach(error: BaseException | None) -> bool:
    from lifesat.engines.particles.drawing import NoBoardError

    return isinstance(error, OutOfReachError | NoBoardError)
