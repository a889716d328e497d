"""``lifesat orphans``: find orphans in a box, from nothing."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.searching import (
    add_job_options,
    add_solver_options,
    proof_of,
    run_search,
    search_options,
)
from lifesat.cli.writing import add_picture_options, output_of
from lifesat.defaults import PROVER, SOLVER


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Find an orphan in a box: a pattern that has no parent, whatever surrounds it. Its cells "
        "are chosen one by one, so that few parents are left; then all that it can spare are "
        "removed. With --restarts, the best of several is written. If none is found, the exit code "
        "is 3, which proves nothing."
    )
    parser.set_defaults(run=run)
    add(parser, "box", what="the box; wide ones take much memory, 8 to 10 cells are usual")
    group = parser.add_argument_group("problem")
    add(group, "orphans.rule")
    add(group, "symmetry", what="at least this symmetry of the orphan")
    add(group, "fewest")
    add(parser, "orphans.restarts")
    add(parser, "seed", what="the other ways")
    add(parser, "beam", "quiet", "encoding")
    add_solver_options(parser, f"{PROVER} for proofs, otherwise {SOLVER}")
    add_job_options(parser, cluster=False)
    output = parser.add_argument_group("output")
    add(output, "output")
    add(output, "proof", what=", of the best orphan")
    add(output, "force")
    add(output.add_mutually_exclusive_group(), "to", "jsonl")
    add_picture_options(parser, generations=False)


def run(options: argparse.Namespace) -> int:
    """Search for orphans, write the best, and return the exit code."""
    from lifesat.frontends.input.objects import box_of_orphan
    from lifesat.frontends.output.files import check_form
    from lifesat.problems.life.required_cells import life_history
    from lifesat.queries.orphan_search import OrphanSearch

    problem = box_of_orphan(options.box, options.rule)
    check_form(output_of(options).form or "rle", life_history(problem.target))
    query = OrphanSearch(
        problem, proof_of(options, output=True), options.force,
        options.restarts, options.seed, options.beam, options.fewest, options.symmetry,
    )  # fmt: skip
    return run_search(query, search_options(options, seed=0), options)
