"""``lifesat marginals``: for each cell, how probable it is that a predecessor has it live."""

from __future__ import annotations

import sys

from lifesat.cli import diagnostics
from lifesat.cli.memory import add_memory_option
from lifesat.cli.target import add_target_options, read_problem
from lifesat.reporting import exit_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from lifesat.problems.life.predecessor import Predecessor


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write, for each cell, the exact probability that it is live in a predecessor of TARGET, "
        "if all predecessors are equally likely."
    )
    parser.set_defaults(run=run)
    add_target_options(parser, encoded=None)
    add_memory_option(parser)
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    parser.add_argument("--force", action="store_true", help="let -o replace a file")
    parser.add_argument(
        "--to",
        choices=("table", "csv", "svg", "png"),
        default="table",
        help="rounded numbers in the shape of the board (default), a line for each cell with exact "
        "numbers, or a picture in grey levels (png needs Pillow)",
    )


def run(options: argparse.Namespace) -> int:
    """Write the probabilities and return the exit code."""
    from lifesat.cli.interruption import sigterm_interrupts
    from lifesat.errors import UserError
    from lifesat.reporting.files import open_text
    from lifesat.reporting.marginals import check_form

    check_form(options.to)
    if options.to == "png" and options.output == "-" and sys.stdout.isatty():
        raise UserError("a terminal cannot show a PNG picture; give -o FILE")
    problem = read_problem(options)
    with sigterm_interrupts(), open_text(options.output, force=options.force) as stream:
        return _answer(problem, options, stream)


def _answer(problem: Predecessor, options: argparse.Namespace, stream: TextIO) -> int:
    """Count and write the probabilities, and return the exit code."""
    from lifesat.frontier import OutOfReachError, count_marginals
    from lifesat.machine import half_of_the_machine
    from lifesat.reporting.marginals import FORMS
    from lifesat.reporting.verdicts import proved_none

    try:
        marginals = count_marginals(problem, options.memory or half_of_the_machine())
    except OutOfReachError as reason:
        diagnostics.say(f"lifesat: {reason}; only what fits a frontier has its marginals counted")
        return exit_codes.UNDECIDED
    if not marginals.total:
        if not options.quiet:
            diagnostics.say(proved_none(problem))
        return exit_codes.NONE
    # By default, Python refuses to write numbers of more than 4,300 digits.
    sys.set_int_max_str_digits(0)
    written = FORMS[options.to](marginals)
    if isinstance(written, str):
        stream.writelines(written.splitlines(keepends=True))
    else:
        stream.buffer.write(written)
    stream.flush()
    return exit_codes.FOUND
