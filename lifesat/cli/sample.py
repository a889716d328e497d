"""``lifesat sample``: draw predecessors at random, all with the same probability."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.searching import add_job_options, run_within_reach, search_options
from lifesat.cli.target import add_target_options, read_problem
from lifesat.cli.writing import add_picture_options, check_publishing


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write predecessors of TARGET that are drawn independently, each time with the same "
        "probability for all there are. The same seed draws the same. With --approximate, draw "
        "from boards that are too large for that, with nearly the same probability."
    )
    parser.set_defaults(run=run)
    add_target_options(parser, encoded=None)
    add(parser, "number")
    add(parser, "seed", what="the draws")
    add(parser, "approximate")
    add(parser, "time_limit", then=", and keep what is drawn")
    add(parser, "memory", "disk", "folder.output", "force")
    form = parser.add_mutually_exclusive_group()
    add(form, "to", "jsonl")
    add(parser, "viewer")
    add_picture_options(parser)
    add_job_options(parser, cluster=False)


def run(options: argparse.Namespace) -> int:
    """Write the drawn predecessors and return the exit code."""
    from lifesat.queries.sample_solutions import SampleSolutions

    check_publishing(options)
    problem = read_problem(options)
    query = SampleSolutions(problem, options.seed, options.approximate)
    how = search_options(options, limit=options.number, seed=0)
    others = problem.generations == 1 and not options.approximate
    hint = "--approximate draws from larger boards" if others else ""
    return run_within_reach(query, how, options, hint)
