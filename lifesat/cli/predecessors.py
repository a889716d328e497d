"""``lifesat predecessors``: list what could have come before a pattern."""

from __future__ import annotations

from lifesat import defaults
from lifesat.cli.memory import add_memory_option
from lifesat.cli.target import add_target_options, count, read_problem, seconds
from lifesat.errors import UserError

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Write each predecessor of TARGET as RLE as soon as it is found."
    parser.set_defaults(run=run)
    add_target_options(parser)
    parser.add_argument(
        "--solver",
        choices=defaults.SOLVERS,
        metavar="NAME",
        help=f"one of {', '.join(defaults.SOLVERS)} (default {defaults.SOLVER})",
    )
    how_many = parser.add_argument_group("how many").add_mutually_exclusive_group()
    how_many.add_argument(
        "--limit",
        "-k",
        type=count(1, "limit"),
        metavar="K",
        help="stop after K predecessors (default 1)",
    )
    how_many.add_argument("--all", "-a", action="store_true", help="list every predecessor")
    how_many.add_argument(
        "--smallest", action="store_true", help="one with the fewest live cells, proved"
    )
    how_many.add_argument(
        "--largest", action="store_true", help="one with the most live cells, proved"
    )
    parser.add_argument(
        "--skip",
        type=count(0, "number", digits=1000),
        default=0,
        metavar="N",
        help="begin after the first N predecessors of the order that docs/frontier.md states",
    )
    add_memory_option(parser)
    parser.add_argument(
        "--up-to-symmetry",
        action="store_true",
        help="one predecessor for each orbit under the symmetries of the target with its outside",
    )
    parser.add_argument(
        "--time-limit", type=seconds, metavar="T", help="stop after T seconds (or 5m, 2h, 1d)"
    )
    _add_output(parser)


def _add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where and how results are written."""
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE|DIR",
        help="write to a file when the search ends, or a file for each predecessor to a folder",
    )
    output.add_argument("--force", action="store_true", help="let -o replace files")
    form = output.add_mutually_exclusive_group()
    form.add_argument(
        "--to",
        metavar="FORMAT",
        default="rle",
        help="write another format than RLE, such as cells",
    )
    form.add_argument("--jsonl", action="store_true", help="write events as JSON lines")


def run(options: argparse.Namespace) -> int:
    """Search as the command line says and return the exit code."""
    from functools import partial

    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.narration import Narrator, exit_code
    from lifesat.cli.output import event_lines, solution_files
    from lifesat.jobs.events import Done
    from lifesat.jobs.extreme import search_extreme
    from lifesat.jobs.options import Options
    from lifesat.jobs.search import search
    from lifesat.solving.frontier import half_of_the_machine

    _check(options)
    problem = read_problem(options)
    chosen = options.solver or options.encoding != defaults.ENCODING
    how = Options(
        encoding=options.encoding,
        solver=options.solver or defaults.SOLVER,
        limit=None if options.all else options.limit or 1,
        up_to_symmetry=options.up_to_symmetry,
        seconds=options.time_limit,
        sweep=options.all and not options.up_to_symmetry and not chosen,
        skip=options.skip,
        memory=options.memory or half_of_the_machine(),
    )
    run_search, best = partial(search), None
    if options.smallest or options.largest:
        run_search = partial(search_extreme, largest=options.largest)
        best = "most" if options.largest else "fewest"
    if options.jsonl:
        writer = event_lines(options.output, force=options.force)
    else:
        writer = solution_files(options.output, options.to, force=options.force)
    narrator = Narrator(problem, best=best, quiet=options.quiet)
    with Interrupt() as interrupt, writer as write:
        for event in run_search(problem, how, interrupt.came):
            narrator.tell(event)
            write(event)
            if isinstance(event, Done):
                return exit_code(event)
    raise AssertionError("a search ends with Done")


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if options.skip and options.up_to_symmetry:
        raise UserError("--skip counts every predecessor; it does not go with --up-to-symmetry")
    if options.smallest or options.largest:
        for name in ("skip", "up_to_symmetry"):
            if getattr(options, name):
                words = name.replace("_", "-")
                raise UserError(f"--{words} does not go with --smallest or --largest")
