"""``lifesat forced``: the cells that have the same state in every predecessor."""

import argparse

from lifesat.cli.arguments import whole_number
from lifesat.cli.pictures import add_picture_options, form_and_look
from lifesat.cli.searching import add_job_options, add_solver_options, run_search
from lifesat.cli.target import add_target_options, read_problem
from lifesat.defaults import BACKBONE_SOLVER
from lifesat.reporting.files import check_form
from lifesat.system.machine import cores


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write the cells that have the same state in every predecessor of TARGET. All other cells "
        "are unknown: ? in RLE."
    )
    parser.set_defaults(run=run)
    add_target_options(parser)
    parser.add_argument(
        "--at",
        type=whole_number("generation", 0),
        default=0,
        metavar="T",
        help="the cells of generation T, before the last; the first is 0 (default 0)",
    )
    add_solver_options(parser, BACKBONE_SOLVER)
    add_job_options(parser, cluster=False)
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    output.add_argument("--force", action="store_true", help="let -o replace a file")
    form = output.add_mutually_exclusive_group()
    form.add_argument(
        "--to", metavar="FORMAT", help="write another format than RLE, such as cells or png"
    )
    form.add_argument("--jsonl", action="store_true", help="write events as JSON lines")
    add_picture_options(parser, generations=False)


def run(options: argparse.Namespace) -> int:
    """Write the forced cells and return the exit code."""
    from lifesat.queries.forced_cells import ForcedCells
    from lifesat.queries.options import QUICKEST, Options

    query = ForcedCells(read_problem(options), options.at)
    # A format without unknown cells is refused before the work.
    check_form(form_and_look(options)[0] or "rle", query.new_search().pattern())
    how = Options(
        encoding=options.encoding,
        solver=options.solver or QUICKEST,
        limit=None,
        seconds=options.time_limit,
        memory=options.memory,
        workers=options.workers or cores(),
    )
    return run_search(query, how, options)
