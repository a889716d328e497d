"""``lifesat marginals``: for each cell, how probable it is that a predecessor has it live."""

import argparse

from lifesat.cli.memory import add_sweep_options
from lifesat.cli.out_of_reach import run_within_reach
from lifesat.cli.samples import add_samples_options, check_samples
from lifesat.cli.searching import add_job_options, add_time_limit
from lifesat.cli.target import add_target_options, read_problem

# As in `lifesat.reporting.marginal_files`, which is slow to load.
_FORMS = ("table", "csv", "svg", "png")


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
    add_time_limit(parser, "stop after T seconds (or 5m, 2h, 1d)")
    add_sweep_options(parser)
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    parser.add_argument("--force", action="store_true", help="let -o replace a file")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--to",
        choices=_FORMS,
        help="rounded numbers in the shape of the board (default), a line for each cell with all "
        "digits, or a picture in grey levels (png needs Pillow); without it, the name of FILE "
        "decides",
    )
    form.add_argument("--jsonl", action="store_true", help="write events as JSON lines")
    add_job_options(parser, cluster=False)


def run(options: argparse.Namespace) -> int:
    """Write the probabilities and return the exit code."""
    from lifesat.queries.options import Options

    check_samples(options)
    problem = read_problem(options)
    how = Options(limit=None, seconds=options.time_limit, memory=options.memory, disk=options.disk)
    if options.samples is not None:
        from lifesat.queries.estimate_marginals import EstimateMarginals

        estimate = EstimateMarginals(problem, options.samples, options.seed or 0)
        return run_within_reach(estimate, how, options)
    from lifesat.queries.count_marginals import CountMarginals

    hint = "--samples K estimates the probabilities of larger boards"
    return run_within_reach(
        CountMarginals(problem), how, options, hint if problem.generations == 1 else ""
    )
