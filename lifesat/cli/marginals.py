"""``lifesat marginals``: for each cell, how probable it is that a predecessor has it live."""

from __future__ import annotations

import os
import sys

from lifesat.cli import diagnostics
from lifesat.cli.memory import add_sweep_options, sweep_limits
from lifesat.cli.samples import add_samples_options, check_samples
from lifesat.cli.status_line import status_line
from lifesat.cli.target import add_target_options, read_problem
from lifesat.reporting import exit_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from lifesat.cli.status_line import StatusLine
    from lifesat.problems.life.predecessor import Predecessor

_FORMS = ("table", "csv", "svg", "png")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write, for each cell, the exact probability that it is live in a predecessor of TARGET, "
        "if all predecessors are equally likely. With --samples, estimate it, for boards that are "
        "too large for an exact answer."
    )
    parser.set_defaults(run=run)
    add_target_options(parser, encoded=None)
    add_samples_options(parser, "the probabilities, and their standard errors,")
    add_sweep_options(parser)
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    parser.add_argument("--force", action="store_true", help="let -o replace a file")
    parser.add_argument(
        "--to",
        choices=_FORMS,
        help="rounded numbers in the shape of the board (default), a line for each cell with all "
        "digits, or a picture in grey levels (png needs Pillow); without it, the name of FILE "
        "decides",
    )


def run(options: argparse.Namespace) -> int:
    """Write the probabilities and return the exit code."""
    from lifesat.cli.interruption import sigterm_interrupts
    from lifesat.formats.images import check_image
    from lifesat.reporting.files import open_text
    from lifesat.reporting.images import refuse_terminal

    check_samples(options)
    options.to = options.to or _named_form(options.output)
    if options.to == "png":
        check_image(options.to)
        if options.output == "-" and sys.stdout.isatty():
            refuse_terminal(options.to)
    problem = read_problem(options)
    with sigterm_interrupts(), open_text(options.output, force=options.force) as stream:
        return _answer(problem, options, stream)


def _named_form(output: str) -> str:
    """Return the form that the name of a file asks for, or the default."""
    suffix = os.path.splitext(output)[1][1:].lower()  # noqa: PTH122 - pathlib is slow to load
    return suffix if suffix in _FORMS else _FORMS[0]


def _answer(problem: Predecessor, options: argparse.Namespace, stream: TextIO) -> int:
    """Find and write the probabilities, and return the exit code."""
    from lifesat.frontier.memory import OutOfReachError

    find = _count if options.samples is None else _estimate
    try:
        with status_line(quiet=options.quiet) as status:
            written = find(problem, options, status)
    except OutOfReachError as reason:
        diagnostics.say(f"lifesat: {reason}")
        if options.samples is None and problem.generations == 1 and not options.quiet:
            diagnostics.say("--samples K estimates the probabilities of larger boards")
        return exit_codes.UNDECIDED
    if written is None:
        return exit_codes.NONE
    if isinstance(written, str):
        stream.writelines(written.splitlines(keepends=True))
    else:
        stream.buffer.write(written)
    stream.flush()
    return exit_codes.FOUND


def _count(
    problem: Predecessor, options: argparse.Namespace, status: StatusLine
) -> str | bytes | None:
    """Return the exact probabilities in the form wanted, or None if there is no predecessor."""
    from lifesat.frontier.marginals import count_marginals
    from lifesat.frontier.memory import OutOfReachError
    from lifesat.queries.no_solution import proved_none
    from lifesat.reporting.marginals import FORMS

    try:
        marginals = count_marginals(problem, sweep_limits(options), status.show_sweep)
    except OutOfReachError as reason:
        raise OutOfReachError(
            f"{reason}; only what fits a frontier has its marginals counted"
        ) from None
    if not marginals.total:
        status.notice(proved_none(problem))
        return None
    # By default, Python refuses to write numbers of more than 4,300 digits.
    sys.set_int_max_str_digits(0)
    return FORMS[options.to](marginals)


def _estimate(problem: Predecessor, options: argparse.Namespace, status: StatusLine) -> str | bytes:
    """Return estimated probabilities in the form wanted."""
    from lifesat.frontier.estimates import estimate_marginals
    from lifesat.machine import half_of_the_machine
    from lifesat.reporting.marginal_estimates import FORMS, summary

    memory = options.memory or half_of_the_machine()
    seed = options.seed or 0
    estimates = estimate_marginals(problem, options.samples, seed, memory, status.show_sweep)
    status.say(summary(estimates))
    return FORMS[options.to](estimates)
