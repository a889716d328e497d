"""``lifesat orphan``: decide whether a pattern has no parent, whatever surrounds it."""

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
from lifesat.life.life_history import history_rule
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE

if TYPE_CHECKING:
    import argparse

    from lifesat.frontends.input.target import PredecessorRequest
    from lifesat.queries.query import Query


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Say whether TARGET is an orphan: no pattern becomes it, whatever surrounds it. The exit "
        "code is 0 if it is one, which is proved, and 1 if it has a parent."
    )
    parser.set_defaults(run=run)
    add(parser, "target", "generations", *READING, "quiet", "encoding")
    add_solver_options(parser, f"{PROVER} for proofs, otherwise {SOLVER}")
    add_job_options(parser, cluster=False)
    output = parser.add_argument_group("output")
    add(output, "minimise", noun="orphan, as LifeHistory RLE,")
    add(output, "orphan.symmetry")
    add(output, "output", when="with --minimise: ")
    add(output, "proof", what=", of the minimal orphan with --minimise")
    add(output, "force")
    form = output.add_mutually_exclusive_group()
    add(form, "to", when="with --minimise: ")
    add(form, "jsonl")
    add_picture_options(parser, generations=False)


def run(options: argparse.Namespace) -> int:
    """Answer, minimise and prove as the command line says, and return the exit code."""
    from lifesat.queries.orphan import MinimalOrphan, Orphan

    _check_form(options)
    request, target = _request(options), read_target(options)
    asked = proof_of(options, output=options.minimise), options.force
    query: Query
    if options.minimise:
        query = MinimalOrphan(request.problem(target), *asked, options.symmetry)
    else:
        query = Orphan(request.problem(target), *asked)
    return run_search(query, search_options(options), options)


def _request(options: argparse.Namespace) -> PredecessorRequest:
    """Return the request for parents with anything around them."""
    from lifesat.frontends.input.target import PredecessorRequest

    return PredecessorRequest(
        options.generations, outside="free", margin=0, encoding=options.encoding
    )


def _check_form(options: argparse.Namespace) -> None:
    """Reject a format that cannot hold a minimal orphan, and output options without one."""
    from lifesat.frontends.output.files import check_form

    for name in ("output", "to"):
        if getattr(options, name) not in ("-", None) and not (options.minimise or options.jsonl):
            option = "-o" if name == "output" else f"--{name}"
            raise UserError(f"{option} is for the orphan that --minimise writes")
    form = output_of(options).form
    check_form(form or "rle", Pattern.from_cells([(0, 0)], rule=history_rule(LIFE)))
