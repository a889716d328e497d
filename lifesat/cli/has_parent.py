"""``lifesat has-parent``: decide which of many patterns have a parent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.searching import (
    add_job_options,
    add_solver_options,
    check_solutions_form,
    run_search,
    search_options,
)
from lifesat.cli.target import add_problem_options, predecessor_request, read_targets
from lifesat.errors import UserError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from lifesat.life.pattern import Pattern


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Print yes or no for each pattern in FILEs: whether it has a predecessor. Several patterns "
        "in one file have numbers. The exit code is 0 if all have one, 1 if some have none, and 3 "
        "if some are undecided. With -o DIR or --to, write the predecessors that were found."
    )
    parser.set_defaults(run=run)
    add(parser, "files")
    add_problem_options(parser)
    add_solver_options(parser)
    add_job_options(parser, cluster=False)
    output = parser.add_argument_group("output")
    add(output, "has_parent.output", "force")
    add(output.add_mutually_exclusive_group(), "has_parent.to", "jsonl")


def run(options: argparse.Namespace) -> int:
    """Decide the patterns and return the exit code."""
    return decide(read_targets(options.files, options), options)


def decide(
    named: Iterable[tuple[str, Pattern]], options: argparse.Namespace, *, parents: bool = False
) -> int:
    """Decide whether named targets have predecessors, and return the exit code.

    If `parents` is true, the answer is the parents that are found, not yes or no for each target.
    """
    from lifesat.queries.has_parent import HasParent

    request = predecessor_request(options)
    problems = []
    for name, target in named:
        try:
            problem = request.problem(target)
            check_solutions_form(problem, options.to)
        except UserError as error:  # say which of many patterns it is about
            raise UserError(f"{name}: {error}") from error
        problems.append((name, problem))
    query = HasParent.about(problems, parents=parents)
    return run_search(query, search_options(options), options)
