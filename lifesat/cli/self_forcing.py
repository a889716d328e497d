"""``lifesat self-forcing``: decide whether every predecessor of a pattern contains it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.searching import (
    add_job_options,
    add_solver_options,
    proof_of,
    run_search,
    search_options,
)
from lifesat.cli.target import READING, read_target
from lifesat.cli.writing import add_picture_options, output_of
from lifesat.defaults import PROVER, SOLVER
from lifesat.errors import UserError
from lifesat.life.pattern import Pattern

if TYPE_CHECKING:
    import argparse

    from lifesat.problems.life.predecessor import Predecessor
    from lifesat.queries.self_forcing import PatchQuery, SelfForcing


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Say whether PATTERN is self-forcing: every pattern that becomes it, whatever surrounds "
        "both, contains it already. The exit code is 0 if it is, which is proved, and 1 if it is "
        "not; then a predecessor that differs is written. A bounded grid or a torus in the rule is "
        "ignored: the box is a patch of the plane. lifesat agars --self-forcing decides agars."
    )
    parser.set_defaults(run=run)
    add(parser, "self_forcing.target")
    add(parser, "period", usual=" (default 1); predecessors so many generations earlier")
    part = parser.add_mutually_exclusive_group()
    add(part, "self_forcing.largest")
    add(part, "minimise", noun="self-forcing patch")
    add(parser, "restarts")
    add(parser, "seed", when="with --minimise: ", what="the order in which cells are tried")
    add(parser, *READING, "quiet", "encoding")
    add_solver_options(parser, f"{PROVER} for proofs, otherwise {SOLVER}")
    add_job_options(parser, cluster=False)
    output = parser.add_argument_group("output")
    add(output, "output")
    add(output, "proof", what=", of the patch with --largest and --minimise")
    add(output, "force")
    form = output.add_mutually_exclusive_group()
    add(form, "jsonl")
    add(
        form,
        "to",
        others="; or life-history: a patch as RLE for Golly, with state 1 live, 2 dead, 0 any",
    )
    add_picture_options(parser, generations=False)


def run(options: argparse.Namespace) -> int:
    """Answer, search and prove as the command line says, and return the exit code."""
    query = _query(options)
    problem = query.problem
    if options.encoding and (error := problem.encoding_error(options.encoding)):
        raise UserError(error)
    _check_form(options, problem)
    return run_search(query, search_options(options), options)


def _query(options: argparse.Namespace) -> SelfForcing | PatchQuery:
    """Return the query that the options state."""
    from lifesat.frontends.output.event_files import LIFE_HISTORY
    from lifesat.problems.life.self_forcing import differing_predecessors
    from lifesat.queries.self_forcing import LargestSelfForcing, MinimalSelfForcing, SelfForcing

    if options.seed and not options.minimise:
        raise UserError("--seed needs --minimise")
    proof = proof_of(options, output=True), options.force
    problem = differing_predecessors(read_target(options), options.period)
    if options.minimise:
        return MinimalSelfForcing(problem, *proof, options.restarts, options.seed)
    if options.largest:
        return LargestSelfForcing(problem, *proof)
    if options.to == LIFE_HISTORY:
        options.to = None  # a predecessor is not a patch
    return SelfForcing(problem, *proof)


def _check_form(options: argparse.Namespace, problem: Predecessor) -> None:
    """Reject a format that cannot hold the answer."""
    from lifesat.frontends.output.event_files import LIFE_HISTORY
    from lifesat.frontends.output.files import check_form

    form = output_of(options).form
    if form is not None and form != LIFE_HISTORY:
        cell = "?" if options.largest or options.minimise else "O"
        check_form(form, Pattern.from_rows([cell], rule=problem.rule))
