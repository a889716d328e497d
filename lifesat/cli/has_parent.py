"""``lifesat has-parent``: which of many patterns have a parent."""

import argparse

from lifesat.cli.searching import add_job_options, add_solver_options, run_search
from lifesat.cli.target import add_problem_options, predecessor_request, read_targets
from lifesat.defaults import SOLVER
from lifesat.errors import UserError
from lifesat.system.machine import cores


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Print yes or no for each pattern in FILEs: whether it has a predecessor. Several patterns "
        "in one file have numbers. The exit code is 0 if all have one, and 1 if some have none."
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="pattern files, or - for standard input"
    )
    add_problem_options(parser)
    add_solver_options(parser)
    add_job_options(parser, cluster=False)
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    output.add_argument("--force", action="store_true", help="let -o replace a file")
    output.add_argument("--jsonl", action="store_true", help="write events as JSON lines")


def run(options: argparse.Namespace) -> int:
    """Decide the patterns and return the exit code."""
    from lifesat.queries.has_parent import HasParent
    from lifesat.queries.options import Options

    request = predecessor_request(options)
    problems = []
    for name, target in read_targets(options):
        try:
            problems.append((name, request.problem(target)))
        except UserError as error:  # which of many patterns it is about
            raise UserError(f"{name}: {error}") from error
    query = HasParent.about(problems)
    how = Options(
        encoding=options.encoding,
        solver=options.solver or SOLVER,
        limit=None,
        seconds=options.time_limit,
        memory=options.memory,
        workers=options.workers or cores(),
    )
    return run_search(query, how, options)
