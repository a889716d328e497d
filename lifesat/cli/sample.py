"""``lifesat sample``: predecessors drawn at random, all with the same probability."""

from __future__ import annotations

from lifesat.cli import diagnostics
from lifesat.cli.arguments import whole_number
from lifesat.cli.memory import add_sweep_options, sweep_limits
from lifesat.cli.pictures import add_picture_options, form_and_look
from lifesat.cli.publishing import add_viewer_option, check_publishing, publication
from lifesat.cli.status_line import status_line
from lifesat.cli.target import add_target_options, read_problem
from lifesat.reporting import exit_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from lifesat.life.pattern import Pattern
    from lifesat.problems.life.predecessor import Predecessor


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write predecessors of TARGET that are drawn independently, each time with the same "
        "probability for all there are. The same seed draws the same."
    )
    parser.set_defaults(run=run)
    add_target_options(parser, encoded=None)
    parser.add_argument(
        "--number",
        "-k",
        type=whole_number("number", 1),
        default=1,
        metavar="K",
        help="how many to draw (default 1); one may come more than once",
    )
    parser.add_argument(
        "--seed", type=whole_number("seed", 0), default=0, metavar="S", help="default 0"
    )
    add_sweep_options(parser)
    parser.add_argument(
        "-o", "--output", default="-", metavar="FILE|DIR", help="write to a file or a folder"
    )
    parser.add_argument("--force", action="store_true", help="let -o replace files")
    parser.add_argument(
        "--to", metavar="FORMAT", help="write another format than RLE, such as cells or png"
    )
    add_viewer_option(parser)
    add_picture_options(parser)


def run(options: argparse.Namespace) -> int:
    """Write the drawn predecessors and return the exit code."""
    from lifesat.cli.interruption import sigterm_interrupts
    from lifesat.reporting.files import open_patterns

    check_publishing(options)
    problem = read_problem(options)
    form, look = form_and_look(options)
    change = publication(options, problem) or str
    writer = open_patterns(
        options.output, form or "rle", force=options.force, look=look, change=change
    )
    with sigterm_interrupts(), writer as write:
        return _draw(problem, options, write)


def _draw(
    problem: Predecessor, options: argparse.Namespace, write: Callable[[Sequence[Pattern]], None]
) -> int:
    """Draw predecessors, write them, and return the exit code."""
    from lifesat.frontier.memory import OutOfReachError
    from lifesat.frontier.parents import Parents
    from lifesat.reporting.verdicts import proved_none

    try:
        with status_line(quiet=options.quiet) as status:
            parents = Parents(problem, sweep_limits(options), report=status.show_sweep)
    except OutOfReachError as reason:
        diagnostics.say(f"lifesat: {reason}; only what fits a frontier can be drawn from")
        return exit_codes.UNDECIDED
    boards = parents.sample(options.number, options.seed)
    if not problem.verify(boards).all():
        raise AssertionError("a drawn board does not evolve into the target")
    if not len(boards):
        if not options.quiet:
            diagnostics.say(proved_none(problem))
        return exit_codes.NONE
    name = problem.target.name or "target"
    for number, history in enumerate(problem.histories(boards), start=1):
        drawn = f"{name}, predecessor drawn as number {number}"
        write([pattern.replace(name=drawn) for pattern in history])
    return exit_codes.FOUND
