"""``lifesat has-parent``: which of many patterns have a parent."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.searching import (
    add_job_options,
    add_solver_options,
    run_search,
    search_options,
)
from lifesat.cli.target import add_problem_options, predecessor_request, read_targets
from lifesat.errors import UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Print yes or no for each pattern in FILEs: whether it has a predecessor. Several patterns "
        "in one file have numbers. The exit code is 0 if all have one, and 1 if some have none."
    )
    parser.set_defaults(run=run)
    add(parser, "files")
    add_problem_options(parser)
    add_solver_options(parser)
    add_job_options(parser, cluster=False)
    output = parser.add_argument_group("output")
    add(output, "output", "force", "jsonl")


def run(options: argparse.Namespace) -> int:
    """Decide the patterns and return the exit code."""
    from lifesat.queries.has_parent import HasParent

    request = predecessor_request(options)
    problems = []
    for name, target in read_targets(options):
        try:
            problems.append((name, request.target_problem(target)))
        except UserError as error:  # which of many patterns it is about
            raise UserError(f"{name}: {error}") from error
    query = HasParent.about(problems)
    return run_search(query, search_options(options), options)
