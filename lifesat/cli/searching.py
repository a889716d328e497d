"""What commands that search for patterns of their own have in common: options, and the run."""

from __future__ import annotations

from lifesat import defaults
from lifesat.cli.target import count, seconds

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from lifesat.jobs.events import Solutions
    from lifesat.problems.problem import Populated


def add_search_options(parser: argparse.ArgumentParser, nouns: str) -> None:
    """Add the options that say how to search, how many to list and where to write them."""
    parser.add_argument(
        "--quiet", "-q", action="store_true", help="nothing on standard error but errors"
    )
    parser.add_argument(
        "--encoding",
        choices=defaults.ENCODINGS,
        default=defaults.ENCODING,
        help=f"how Life becomes clauses (default {defaults.ENCODING})",
    )
    parser.add_argument(
        "--solver",
        choices=defaults.SOLVERS,
        metavar="NAME",
        default=defaults.SOLVER,
        help=f"one of {', '.join(defaults.SOLVERS)} (default {defaults.SOLVER})",
    )
    parser.add_argument(
        "--time-limit", type=seconds, metavar="T", help="stop after T seconds (or 5m, 2h, 1d)"
    )
    how_many = parser.add_argument_group("how many").add_mutually_exclusive_group()
    how_many.add_argument(
        "--limit", "-k", type=count(1, "limit"), default=1, metavar="K",
        help=f"stop after K {nouns} (default 1)",
    )  # fmt: skip
    how_many.add_argument("--all", "-a", action="store_true", help=f"list all {nouns}")
    how_many.add_argument(
        "--smallest", action="store_true", help="one with the fewest live cells, proved"
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o", "--output", default="-", metavar="FILE|DIR",
        help="write to a file when the search ends, or a file for each to a folder",
    )  # fmt: skip
    output.add_argument("--force", action="store_true", help="let -o replace files")
    form = output.add_mutually_exclusive_group()
    form.add_argument(
        "--to", metavar="FORMAT", default="rle", help="write another format than RLE, such as cells"
    )
    form.add_argument("--jsonl", action="store_true", help="write events as JSON lines")


def run_search(
    problem: Populated,
    options: argparse.Namespace,
    show: Callable[[Solutions], Solutions] | None = None,
) -> int:
    """Search as the options of `add_search_options` say, write, tell, and return the exit code.

    Parameters
    ----------
    problem
        What is sought.
    options
        The parsed command line.
    show
        Makes what is written out of what was found; None where that is the same.
    """
    from functools import partial

    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.narration import Narrator, exit_code
    from lifesat.cli.output import event_lines, solution_files
    from lifesat.jobs.events import Done, Solutions
    from lifesat.jobs.extreme import search_extreme
    from lifesat.jobs.options import Options
    from lifesat.jobs.search import search

    how = Options(
        encoding=options.encoding,
        solver=options.solver,
        limit=None if options.all else options.limit,
        seconds=options.time_limit,
    )
    run, best = partial(search), None
    if options.smallest:
        run, best = partial(search_extreme, largest=False), "fewest"
    if options.jsonl:
        writer = event_lines(options.output, force=options.force)
    else:
        writer = solution_files(options.output, options.to, force=options.force)
    narrator = Narrator(problem, best=best, quiet=options.quiet)
    with Interrupt() as interrupt, writer as write:
        for event in run(problem, how, interrupt.came):
            narrator.tell(event)
            write(show(event) if show and isinstance(event, Solutions) else event)
            if isinstance(event, Done):
                return exit_code(event)
    raise AssertionError("a search ends with Done")
