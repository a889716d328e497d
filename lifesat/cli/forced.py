"""``lifesat forced``: find the cells that have the same state in every predecessor."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.searching import add_job_options, add_solver_options, run_search, search_options
from lifesat.cli.target import add_target_options, read_problem
from lifesat.cli.writing import add_picture_options, output_of
from lifesat.defaults import BACKBONE_SOLVER
from lifesat.life.pattern import Pattern


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write the cells that have the same state in every predecessor of TARGET. All other cells "
        "are unknown: ? in RLE."
    )
    parser.set_defaults(run=run)
    add_target_options(parser)
    add(parser, "at")
    add_solver_options(parser, BACKBONE_SOLVER)
    add_job_options(parser, cluster=False)
    output = parser.add_argument_group("output")
    add(output, "output", "force")
    form = output.add_mutually_exclusive_group()
    add(form, "to", "jsonl")
    add_picture_options(parser, generations=False)


def run(options: argparse.Namespace) -> int:
    """Write the forced cells and return the exit code."""
    from lifesat.frontends.output.files import check_form
    from lifesat.queries.forced_cells import ForcedCells

    query = ForcedCells(read_problem(options), options.at)
    # Reject a format without unknown cells before the search.
    example = Pattern.from_rows(["?"], rule=query.problem.target.rule)
    check_form(output_of(options).form or "rle", example)
    return run_search(query, search_options(options), options)
