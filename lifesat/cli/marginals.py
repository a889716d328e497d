"""``lifesat marginals``: print the probability that each cell is live in a predecessor."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.searching import (
    add_job_options,
    add_samples_options,
    check_samples,
    run_within_reach,
    search_options,
)
from lifesat.cli.target import add_target_options, read_problem


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write, for each cell, the exact probability that it is live in a predecessor of TARGET, "
        "if all predecessors are equally likely. With --samples, estimate it, for boards that are "
        "too large for an exact answer."
    )
    parser.set_defaults(run=run)
    add_target_options(parser, encoded=None)
    add_samples_options(parser, "the probabilities, and their standard errors,")
    add(parser, "time_limit", "memory", "disk", "output", "force")
    form = parser.add_mutually_exclusive_group()
    add(form, "marginals.to", "jsonl")
    add_job_options(parser, cluster=False)


def run(options: argparse.Namespace) -> int:
    """Write the probabilities and return the exit code."""
    check_samples(options)
    problem = read_problem(options)
    how = search_options(options, seed=0)
    if options.samples is not None:
        from lifesat.queries.marginals import EstimateMarginals

        estimate = EstimateMarginals(problem, options.samples, options.seed)
        return run_within_reach(estimate, how, options)
    from lifesat.queries.marginals import CountMarginals

    hint = "--samples K estimates the probabilities of larger boards"
    return run_within_reach(
        CountMarginals(problem), how, options, hint if problem.generations == 1 else ""
    )
