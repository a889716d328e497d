"""``lifesat sample``: predecessors drawn at random, all with the same probability."""

from __future__ import annotations

from lifesat.cli import diagnostics
from lifesat.cli.arguments import whole_number
from lifesat.cli.memory import add_sweep_options, sweep_limits
from lifesat.cli.pictures import add_picture_options, form_and_look
from lifesat.cli.publishing import add_viewer_option, check_publishing, publication
from lifesat.cli.searching import add_time_limit
from lifesat.cli.status_line import status_line
from lifesat.cli.target import add_target_options, read_problem
from lifesat.errors import UserError
from lifesat.reporting import exit_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from lifesat.life.pattern import Pattern
    from lifesat.problems.life.predecessor import Predecessor
    from lifesat.problems.problem import Boards

    Write = Callable[[Sequence[Pattern]], None]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write predecessors of TARGET that are drawn independently, each time with the same "
        "probability for all there are. The same seed draws the same. With --approximate, draw "
        "from boards that are too large for that, with nearly the same probability."
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
    parser.add_argument(
        "--approximate",
        action="store_true",
        help="draw by particles, which fit boards of any width: probabilities are only nearly the "
        "same, and that there is no predecessor cannot be proved",
    )
    add_time_limit(
        parser, "with --approximate: stop after T seconds (or 5m, 2h, 1d), and keep what is drawn"
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
    from lifesat.reporting.files import open_patterns

    check_publishing(options)
    _check(options)
    problem = read_problem(options)
    form, look = form_and_look(options)
    change = publication(options, problem) or str
    writer = open_patterns(
        options.output, form or "rle", force=options.force, look=look, change=change
    )
    draw = _draw_approximately if options.approximate else _draw
    with writer as write:
        return draw(problem, options, write)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that are for the other kind of draws."""
    if options.approximate and options.disk is not None:
        raise UserError("--disk is for a frontier; it cannot be combined with --approximate")
    if options.time_limit is not None and not options.approximate:
        raise UserError("--time-limit needs --approximate")


def _draw(problem: Predecessor, options: argparse.Namespace, write: Write) -> int:
    """Draw predecessors uniformly, write them, and return the exit code."""
    from lifesat.cli.interruption import sigterm_interrupts
    from lifesat.frontier.memory import OutOfReachError
    from lifesat.frontier.parents import Parents
    from lifesat.queries.no_solution import proved_none

    with sigterm_interrupts():
        try:
            with status_line(quiet=options.quiet) as status:
                parents = Parents(problem, sweep_limits(options), report=status.show_sweep)
        except OutOfReachError as reason:
            diagnostics.say(f"lifesat: {reason}; only what fits a frontier can be drawn from")
            if problem.generations == 1 and not options.quiet:
                diagnostics.say("--approximate draws from larger boards")
            return exit_codes.UNDECIDED
        boards = parents.sample(options.number, options.seed)
        if not problem.verify(boards).all():
            raise AssertionError("a drawn board does not evolve into the target")
        if not len(boards):
            if not options.quiet:
                diagnostics.say(proved_none(problem))
            return exit_codes.NONE
        _write(problem, boards, 1, "drawn", write)
    return exit_codes.FOUND


def _draw_approximately(problem: Predecessor, options: argparse.Namespace, write: Write) -> int:
    """Draw predecessors by particles, write each at once, and return the exit code."""
    from lifesat.cli.interruption import Interrupt
    from lifesat.particles.drawing import HOW, NoBoardError
    from lifesat.sat.approximate_draws import approximate_draws

    draws = approximate_draws(problem, options.seed, options.memory)
    drawn, limit = 0, options.time_limit
    with status_line(quiet=options.quiet) as status, Interrupt() as interrupt:

        def late() -> bool:
            return limit is not None and status.seconds >= limit

        try:
            for board in draws.draw(
                options.number, lambda: interrupt.came() or late(), status.show_sweep
            ):
                drawn += 1
                _write(problem, board, drawn, "drawn approximately", write)
        except NoBoardError as reason:
            status.clear()
            diagnostics.say(f"lifesat: {reason}")
        words = f"{drawn:,} of {options.number:,} predecessors drawn approximately"
        if drawn == options.number:
            end, code = "", exit_codes.FOUND
        elif interrupt.came():
            end, code = " when interrupted", exit_codes.INTERRUPTED
        else:
            end, code = " when the time limit was reached" * late(), exit_codes.UNDECIDED
        status.say(f"{words}{end}: {HOW}" if drawn else f"{words}{end}")
    return code


def _write(problem: Predecessor, boards: Boards, first: int, drawn: str, write: Write) -> None:
    """Write predecessors with their numbers; `drawn` says how they have been drawn."""
    name = problem.target.name or "target"
    for number, history in enumerate(problem.histories(boards), start=first):
        named = f"{name}, predecessor {drawn} as number {number}"
        write([pattern.replace(name=named) for pattern in history])
