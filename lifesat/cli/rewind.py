"""``lifesat rewind``: as many generations back as can be had, one at a time."""

from __future__ import annotations

from lifesat.cli.arguments import whole_number
from lifesat.cli.pictures import add_picture_options, form_and_look
from lifesat.cli.publishing import add_viewer_option, check_publishing
from lifesat.cli.searching import add_solver_options
from lifesat.cli.target import (
    add_common_options,
    add_reading_options,
    add_target,
    add_where_options,
    read_target,
)
from lifesat.defaults import REWIND_SECONDS, SOLVER
from lifesat.errors import UserError
from lifesat.reporting import exit_codes

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from lifesat.cli.status_line import StatusLine
    from lifesat.life.pattern import Pattern
    from lifesat.problems.life.predecessor import Predecessor
    from lifesat.reporting.images import Figure
    from lifesat.sat.rewinds import Rewinds


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Go back from TARGET one generation at a time, as far as possible, and write the oldest "
        "generation. If a generation has no predecessor, another one is taken of that which "
        "follows it. The exit code is 0 if N generations are reached, 3 if the time ends before, "
        "and 1 if it is proved that there is none."
    )
    parser.set_defaults(run=run)
    add_target(parser)
    sought = parser.add_argument_group("problem")
    sought.add_argument(
        "--generations",
        "-g",
        type=whole_number("number of generations", 1),
        metavar="N",
        help=f"stop N generations back (default: as far as --time-limit, or {REWIND_SECONDS} s, "
        "allows)",
    )
    add_where_options(
        sought, "each generation may exceed the box of the one after it on every side"
    )
    add_reading_options(sought)
    add_common_options(parser)
    add_solver_options(parser)
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", default="-", metavar="FILE|DIR", help="write to a file")
    output.add_argument("--force", action="store_true", help="let files be replaced")
    output.add_argument(
        "--to", metavar="FORMAT", help="write another format than RLE, such as cells or gif"
    )
    output.add_argument(
        "--all-generations",
        action="store_true",
        help="write every generation, the oldest first and the target's last",
    )
    add_viewer_option(parser)
    add_picture_options(parser)


def run(options: argparse.Namespace) -> int:
    """Go back, write what was reached, and return the exit code."""
    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.status_line import status_line
    from lifesat.formats.registry import IMAGES
    from lifesat.reporting.files import check_form, open_patterns
    from lifesat.requests.target import PredecessorRequest

    if options.generations is None and options.time_limit is None:
        options.time_limit = float(REWIND_SECONDS)
    check_publishing(options)
    form, look = form_and_look(options)
    if form in IMAGES and options.all_generations:
        raise UserError("pictures show every generation; leave out --all-generations")
    request = PredecessorRequest(
        outside=options.outside,
        margin=options.margin,
        size=options.size,
        encoding=options.encoding,
    )
    problem = request.problem(read_target(options))
    check_form(form or "rle", problem.target)

    def published(text: str) -> str:
        return _with_viewer(text, problem, search) if options.viewer else text

    place = open_patterns(
        options.output, form or "rle", force=options.force, look=look, change=published
    )
    with (
        place as write,
        status_line(quiet=options.quiet) as status,
        Interrupt() as interrupt,
        _rewinds(problem, options) as search,
    ):
        code = _go_back(search, options, status, interrupt.came)
        if search.oldest is not None:
            _write(problem, search, write, every=options.all_generations)
    return code


def _with_viewer(text: str, problem: Predecessor, search: Rewinds) -> str:
    from lifesat.formats.publishing import with_viewer

    return with_viewer(text, search.generations, problem.target.comments)


def _rewinds(problem: Predecessor, options: argparse.Namespace) -> Rewinds:
    """Return a search that has not begun."""
    from lifesat.machine import cores
    from lifesat.sat.rewinds import Rewinds

    return Rewinds(
        problem,
        options.encoding,
        options.solver or SOLVER,
        options.workers or cores(),
        options.memory,
    )


def _go_back(
    search: Rewinds,
    options: argparse.Namespace,
    status: StatusLine,
    came: Callable[[], bool],
) -> int:
    """Go back until the wanted generation or the end, say what came of it; return the exit code."""
    wanted, limit, said = options.generations, options.time_limit, 0
    for _ in search.steps(wanted):
        if search.generations > said:
            said = search.generations
            status.say(_back(search))
        if came():
            status.say(f"{_back(search)} when interrupted")
            return exit_codes.INTERRUPTED
        if limit is not None and status.seconds >= limit:
            status.say(f"{_back(search)} when the time limit was reached")
            return exit_codes.UNDECIDED
        status.show(f"{_back(search)}; {search.dead_ends:,} dead ends")
    reached = wanted is not None and search.generations >= wanted
    return _end(search, status, reached=reached, wanted=wanted)


def _end(search: Rewinds, status: StatusLine, *, reached: bool, wanted: int | None) -> int:
    """Say how a search has ended that was not stopped, and return the exit code."""
    if reached:
        return exit_codes.FOUND
    if search.fault is not None:
        if search.oldest is None:
            raise search.fault
        status.say(f"{_back(search)}: {search.fault}")
        return exit_codes.UNDECIDED
    if not search.proved:
        status.say(f"{_back(search)}; a larger margin may lead further")
        return exit_codes.UNDECIDED
    if search.oldest is None:
        status.say("no predecessor: this is proved")
        return exit_codes.NONE
    status.say(f"{_back(search)}, and no further: this is proved")
    return exit_codes.NONE if wanted is not None else exit_codes.FOUND


def _back(search: Rewinds) -> str:
    """Return the words for how far back a search has come."""
    return f"{search.generations} generation{'s' * (search.generations != 1)} back"


def _write(
    problem: Predecessor, search: Rewinds, write: Callable[[Figure], None], *, every: bool
) -> None:
    """Write the oldest generation, or all."""
    from lifesat.sat.rewind import generations_of

    if search.oldest is None:
        return
    name = problem.target.name or "target"
    generations = generations_of(problem, search.oldest, search.generations)
    named: list[Pattern] = []
    for back, pattern in zip(range(search.generations, -1, -1), generations, strict=True):
        words = f"{back} generation{'s' * (back != 1)} before"
        named.append(pattern.replace(name=f"{name}, {words}" if back else name))
    for figure in [[each] for each in named] if every else [named]:
        write(figure)
