"""``lifesat self-forcing``: whether every predecessor of a pattern contains it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import whole_number
from lifesat.cli.deciding import add_proof_option, effort_for_one_answer, proof_of
from lifesat.cli.pictures import add_picture_options, form_and_look
from lifesat.cli.searching import add_job_options, add_solver_options, run_search
from lifesat.cli.target import add_common_options, add_reading_options, read_target
from lifesat.defaults import PROVER, SOLVER
from lifesat.errors import UserError
from lifesat.life.pattern import Pattern
from lifesat.reporting.files import check_form

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
    parser.add_argument(
        "target",
        metavar="PATTERN",
        help="pattern file, or - for standard input; all cells of its box count, dead ones too",
    )
    parser.add_argument(
        "--period",
        "-p",
        type=whole_number("period", 1),
        default=1,
        metavar="P",
        help="predecessors P generations earlier, for patterns that come back after P (default 1)",
    )
    _add_part(parser)
    add_reading_options(parser)
    add_common_options(parser)
    add_solver_options(parser, f"{PROVER} for proofs, otherwise {SOLVER}")
    add_job_options(parser, cluster=False)
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    add_proof_option(output, ", of the patch with --largest and --minimise")
    output.add_argument("--force", action="store_true", help="let files be replaced")
    form = output.add_mutually_exclusive_group()
    form.add_argument("--jsonl", action="store_true", help="write events as JSON lines")
    form.add_argument(
        "--to",
        metavar="FORMAT",
        help="write another format than RLE, such as cells or png; or life-history: a patch as RLE "
        "for Golly, with state 1 live, 2 dead, 0 any",
    )
    add_picture_options(parser, generations=False)


def _add_part(parser: argparse.ArgumentParser) -> None:
    """Add the options that ask for a patch inside the pattern."""
    part = parser.add_mutually_exclusive_group()
    part.add_argument(
        "--largest",
        action="store_true",
        help="write the largest self-forcing patch inside it; the exit code is 1 if there is none",
    )
    part.add_argument(
        "--minimise",
        action="store_true",
        help="write a minimal self-forcing patch inside it: every cell is necessary",
    )
    parser.add_argument(
        "--restarts",
        type=whole_number("number of restarts", 0),
        metavar="N",
        help="with --minimise: change the smallest patch so far N times, and minimise again "
        "(default 0)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number("seed", 0),
        metavar="S",
        help="with --minimise: the seed of the order in which cells are tried (default 0)",
    )


def run(options: argparse.Namespace) -> int:
    """Answer, search and prove as the command line says, and return the exit code."""
    query = _query(options)
    problem = query.problem
    if options.encoding and (fault := problem.encoding_error(options.encoding)):
        raise UserError(fault)
    _check_form(options, problem)
    return run_search(query, effort_for_one_answer(options), options)


def _query(options: argparse.Namespace) -> SelfForcing | PatchQuery:
    """Return what is asked."""
    from lifesat.problems.life.self_forcing import differing_predecessors
    from lifesat.queries.self_forcing import LargestSelfForcing, MinimalSelfForcing, SelfForcing

    for name in ("restarts", "seed"):
        if getattr(options, name) is not None and not options.minimise:
            raise UserError(f"--{name} needs --minimise")
    proof = proof_of(options, output=True), options.force
    problem = differing_predecessors(read_target(options), options.period)
    if options.minimise:
        return MinimalSelfForcing(problem, *proof, options.restarts or 0, options.seed or 0)
    return (LargestSelfForcing if options.largest else SelfForcing)(problem, *proof)


def _check_form(options: argparse.Namespace, problem: Predecessor) -> None:
    """Refuse a format that cannot hold the answer."""
    from lifesat.reporting.event_files import LIFE_HISTORY

    form = form_and_look(options)[0]
    if form is not None and form != LIFE_HISTORY:
        cell = "?" if options.largest or options.minimise else "O"
        check_form(form, Pattern.from_rows([cell], rule=problem.rule))
