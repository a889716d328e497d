"""``lifesat sample``: predecessors drawn at random, all with the same probability."""

import argparse

from lifesat.cli.arguments import whole_number
from lifesat.cli.memory import add_sweep_options
from lifesat.cli.out_of_reach import run_within_reach
from lifesat.cli.pictures import add_picture_options
from lifesat.cli.publishing import add_viewer_option, check_publishing
from lifesat.cli.searching import add_job_options, add_time_limit
from lifesat.cli.target import add_target_options, read_problem
from lifesat.errors import UserError


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
    add_time_limit(parser, "stop after T seconds (or 5m, 2h, 1d), and keep what is drawn")
    add_sweep_options(parser)
    parser.add_argument(
        "-o", "--output", default="-", metavar="FILE|DIR", help="write to a file or a folder"
    )
    parser.add_argument("--force", action="store_true", help="let -o replace files")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--to", metavar="FORMAT", help="write another format than RLE, such as cells or png"
    )
    form.add_argument("--jsonl", action="store_true", help="write events as JSON lines")
    add_viewer_option(parser)
    add_picture_options(parser)
    add_job_options(parser, cluster=False)


def run(options: argparse.Namespace) -> int:
    """Write the drawn predecessors and return the exit code."""
    from lifesat.queries.options import Options
    from lifesat.queries.sample_solutions import SampleSolutions

    check_publishing(options)
    _check(options)
    problem = read_problem(options)
    query = SampleSolutions(problem, options.seed, options.approximate)
    how = Options(
        limit=options.number, seconds=options.time_limit, memory=options.memory, disk=options.disk
    )
    others = problem.generations == 1 and not options.approximate
    hint = "--approximate draws from larger boards" if others else ""
    return run_within_reach(query, how, options, hint)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that are for the other kind of draws."""
    if options.approximate and options.disk is not None:
        raise UserError("--disk is for a frontier; it cannot be combined with --approximate")
