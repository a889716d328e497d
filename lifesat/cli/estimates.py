"""Options for estimates, and runs of queries that may be out of reach of an exact method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.cli.searching import run_search
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
    from lifesat.engines.frontier.support import OutOfReachError
    from lifesat.engines.particles.drawing import NoBoardError

    return isinstance(error, OutOfReachError | NoBoardError)


def add_samples_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--samples``, which estimates `what`, and ``--seed``."""
    add(parser, "samples", what=what)
    add(parser, "seed", what="--samples")


def check_samples(options: argparse.Namespace, *excluded: str) -> None:
    """Reject a seed without samples, and samples with options that need an exact answer.

    `excluded` has the names of these options without leading hyphens.
    """
    if options.samples is None:
        if options.seed:
            raise UserError("--seed is for --samples: exact numbers have no seed")
        return
    for name in excluded:
        if getattr(options, name.replace("-", "_")):
            raise UserError(f"--{name} needs an exact answer; leave out --samples")
