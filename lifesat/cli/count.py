"""``lifesat count``: count the predecessors of a pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.searching import (
    add_job_options,
    add_samples_options,
    check_samples,
    run_search,
    run_within_reach,
    search_options,
)
from lifesat.cli.target import add_target_options, read_problem

if TYPE_CHECKING:
    import argparse

# The options that only an exact answer takes.
_EXACT = ("by-population", "up-to-symmetry", "project", "encoding", "disk")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Print the exact number of predecessors of TARGET. They are counted by a sweep over the "
        "window; where that does not fit, by pyganak if it is installed, and otherwise by a list "
        "of the SAT solver. With --samples, estimate the number, for boards that are too large "
        "for an exact answer."
    )
    parser.set_defaults(run=run)
    add_target_options(parser, encoded=", where no frontier fits")
    add(parser, "project", verb="count")
    add(parser, "by_population")
    add(parser, "up_to_symmetry", whole="the target with its outside")
    add(parser, "jsonl")
    add_samples_options(parser, "the number, with its standard error and a lower bound,")
    add(parser, "memory", "disk", "time_limit")
    add_job_options(parser, cluster=False)
    parser.set_defaults(output="-", force=False)


def run(options: argparse.Namespace) -> int:
    """Print the number and return the exit code."""
    from lifesat.queries.count_solutions import CountSolutions
    from lifesat.queries.marginals import EstimateCount

    check_samples(options, *_EXACT)
    if options.samples is not None:
        estimate = EstimateCount(read_problem(options), options.samples, options.seed)
        return run_within_reach(estimate, search_options(options, seed=0), options)
    query = CountSolutions(read_problem(options), options.by_population, options.up_to_symmetry)
    return run_search(query, search_options(options, up_to_symmetry=False), options)
