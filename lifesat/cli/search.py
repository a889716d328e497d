"""``lifesat search``: any block of space-time, with every cell as the user states it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cli.arguments import block_size, offset, whole_number
from lifesat.cli.configuration import add_print_config, write_config
from lifesat.cli.deciding import check_proof_options, proof_of
from lifesat.cli.interruption import sigterm_interrupts
from lifesat.cli.searching import (
    add_effort_options,
    add_how_many,
    add_output_options,
    effort,
    run_search,
)
from lifesat.cli.target import add_common_options, add_population_options
from lifesat.errors import UserError
from lifesat.reporting import exit_codes
from lifesat.reporting.files import open_text
from lifesat.requests.choices import BLOCK_OUTSIDES

if TYPE_CHECKING:
    import argparse

    from lifesat.problems.life.search import SpaceTimeSearch
    from lifesat.queries.best_solution import BestSolution
    from lifesat.queries.list_solutions import ListSolutions
    from lifesat.queries.query import ProblemQuery


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write the histories that a block of space-time allows: in each generation, every cell is "
        "known, unknown, equal to others or their negation, and bound by the rule or not. FILE is "
        "TOML, or text as Logic Life Search reads it; docs/search-files.md describes both."
    )
    parser.set_defaults(run=run)
    _add_block_options(parser)
    _add_constraint_options(parser)
    add_common_options(parser)
    parser.add_argument(
        "--up-to-symmetry",
        action="store_true",
        help="one solution for each orbit under the symmetries that leave the block unchanged",
    )
    how_many = add_how_many(parser, "solutions")
    how_many.add_argument(
        "--largest", action="store_true", help="one with the most live cells, proved"
    )
    how_many.add_argument(
        "--count",
        action="store_true",
        help="print the exact number of solutions and list none; blocks of two generations without "
        "names and constraints are swept, others counted by pyganak if it is installed",
    )
    add_effort_options(parser)
    form = add_output_options(parser)
    form.add_argument(
        "--all-generations",
        dest="to",
        action="store_const",
        const="lls",
        help="write all generations of a solution, as text that Logic Life Search and lifesat "
        "read, like --to lls; other formats have the first generation, and life-history also which "
        "cells are live in others",
    )
    _add_instead_options(parser)


def _add_block_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that state the block."""
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="search file, or - for standard input"
    )
    sought = parser.add_argument_group("problem")
    sought.add_argument(
        "--blank",
        type=block_size,
        metavar="W,H,T",
        help="without FILE: a block of unknown cells, W wide and H high, T generations in all (a "
        "period of P needs P + 1)",
    )
    sought.add_argument(
        "--rule",
        metavar="RULE",
        help="use this rule instead of the file's; it may be unknown in part, as in Logic Life "
        "Search: with pB3a-c/S23, 3a makes a birth, 3c does not, and others with 3 (or survivals "
        "with 2 or 3) may or may not",
    )
    sought.add_argument(
        "--outside",
        choices=BLOCK_OUTSIDES,
        help="instead of the file's: what lies beyond the edges: cells that stay dead (dead, the "
        "default), dead cells in which births are ignored (bounded), or the opposite edge (torus)",
    )
    sought.add_argument(
        "--given",
        action="append",
        metavar="FILE",
        help="these cells of the block are known too: a pattern, whose ? are not given, at the top "
        "left of the first generation, or generations of 0, 1 and * as text",
    )
    add_population_options(sought, "live cells in the first generation")
    sought.add_argument(
        "--counted-generation",
        type=whole_number("counted generation", 0),
        metavar="T",
        help="--min-population, --max-population, --smallest and --largest count the live cells of "
        "generation T (default 0, the first one)",
    )


def _add_constraint_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that state constraints and the background."""
    group = parser.add_argument_group("constraints", "in addition to those of FILE; repeatable")
    group.add_argument(
        "--symmetry",
        action="append",
        metavar="WORDS",
        help="a symmetry as in Logic Life Search: D4x, or p7 for a period, or 'p2 RE\\ x1' for a "
        "reflection and a shift by 1 after 2 generations; also LifeWiki's names, such as D4_x1",
    )
    group.add_argument(
        "--asymmetry", action="append", metavar="WORDS", help="only what lacks this symmetry"
    )
    group.add_argument(
        "--force-change",
        action="append",
        nargs=2,
        type=whole_number("generation", 0),
        metavar=("T1", "T2"),
        help="generations T1 and T2 differ",
    )
    _add_population_bounds(group)
    _add_known_blocks(group)


def _add_population_bounds(group: argparse._ArgumentGroup) -> None:
    """Add the options that bound populations and what changes."""
    group.add_argument(
        "--population",
        action="append",
        metavar="BOUND",
        help="a bound on live cells: '<=12', '>3' or '=5' for the first generation, '<=12 0 1' for "
        "generations 0 and 1 together",
    )
    for name, cells in (
        ("change", "differs from the first one in"),
        ("growth", "has, beside those of the first one,"),
        ("decay", "lacks, of those of the first one,"),
    ):
        group.add_argument(
            f"--max-{name}",
            type=whole_number(f"greatest {name}", 0),
            metavar="N",
            help=f"no generation {cells} more than N {'' if name == 'change' else 'live '}cells",
        )


def _add_known_blocks(group: argparse._ArgumentGroup) -> None:
    """Add the options that name blocks: those to differ from, and the background."""
    group.add_argument(
        "--different-from",
        action="append",
        metavar="FILE",
        help="not this block: a pattern, the first generation, or known cells as text",
    )
    group.add_argument(
        "--background",
        metavar="FILE",
        help="what lies outside: a pattern, or cells as text, that repeats in space and time",
    )
    group.add_argument(
        "--background-offset",
        type=offset,
        metavar="X,Y,T",
        help="the background's column, row and generation at the top left of the first generation "
        "(default 0,0,0)",
    )


def _add_instead_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that ask for something else than solutions."""
    instead = parser.add_argument_group("other answers").add_mutually_exclusive_group()
    instead.add_argument(
        "--encode", action="store_true", help="write the formula in DIMACS, and do not search"
    )
    add_print_config(instead)
    instead.add_argument(
        "--proof",
        metavar="FILE",
        help="if there is no solution, write a DRAT proof, and the formula to FILE.cnf",
    )


def run(options: argparse.Namespace) -> int:
    """Search, prove, or write what was asked for, and return the exit code."""
    _check(options)
    check_proof_options(options, output=True)
    problem = _read_problem(options)
    if options.print_config:
        return write_config(problem, options)
    if options.encode:
        return _write_formula(problem, options)
    if options.count:
        return _print_count(problem, options)
    allowed = replace(effort(options), up_to_symmetry=options.up_to_symmetry)
    query, how = allowed.query(problem), allowed.options(problem)
    return run_search(_with_proof(query, options) if options.proof else query, how, options)


def _with_proof(query: ListSolutions | BestSolution, options: argparse.Namespace) -> ProblemQuery:
    """Return a query that looks for the proof first."""
    from lifesat.queries.best_solution import BestSolution
    from lifesat.queries.with_proof import BestOrProof, ListOrProof

    proof = {
        "proof": proof_of(options, output=True),
        "replace": options.force,
        "prover": options.solver or "",
    }
    if isinstance(query, BestSolution):
        return BestOrProof(query.problem, query.goal, **proof)
    return ListOrProof(query.problem, **proof)


def _print_count(problem: SpaceTimeSearch, options: argparse.Namespace) -> int:
    from lifesat.queries.count_solutions import CountSolutions
    from lifesat.queries.options import Options

    query = CountSolutions(problem, up_to_symmetry=options.up_to_symmetry)
    how = Options(
        encoding=options.encoding,
        limit=None,
        seconds=options.time_limit,
        memory=options.memory,
    )
    return run_search(query, how, options)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if (options.file is None) == (options.blank is None):
        raise UserError("give either a search file or --blank W,H,T")
    if options.up_to_symmetry and (options.smallest or options.largest):
        raise UserError("--up-to-symmetry cannot be combined with --smallest or --largest")
    for name in ("to", "proof", "solver", "workers", "dask"):
        given = getattr(options, name)
        if options.count and given and given != "-":
            option = name.replace("_", "-")
            raise UserError(f"--count prints a number; it cannot be combined with --{option}")


def _read_problem(options: argparse.Namespace) -> SpaceTimeSearch:
    """Return the problem that FILE and the options state."""
    from lifesat.requests.constraints import ConstraintRequest
    from lifesat.requests.search_file import SearchRequest

    request = SearchRequest(
        path=options.file,
        blank=options.blank,
        rule=options.rule,
        outside=options.outside,
        least=options.min_population or None,
        most=options.max_population,
        given=tuple(options.given or ()),
        constraints=ConstraintRequest(
            symmetry=tuple(options.symmetry or ()),
            asymmetry=tuple(options.asymmetry or ()),
            force_change=tuple((first, second) for first, second in options.force_change or ()),
            population=tuple(options.population or ()),
            max_change=options.max_change,
            max_growth=options.max_growth,
            max_decay=options.max_decay,
            different_from=tuple(options.different_from or ()),
            background=options.background,
            background_offset=options.background_offset,
            counted_generation=options.counted_generation,
        ),
    )
    problem = request.problem()
    if options.encoding and (fault := problem.encoding_error(options.encoding)):
        raise UserError(fault)
    return problem


def _write_formula(problem: SpaceTimeSearch, options: argparse.Namespace) -> int:
    from lifesat.problems.life.cell_comments import cell_comments
    from lifesat.sat.memory import check, formula_bytes

    encoding = options.encoding or problem.encodings[0]
    check(formula_bytes(problem.formula_size(encoding)), options.memory)
    with sigterm_interrupts(), open_text(options.output, force=options.force) as stream:
        stream.writelines(problem.formula(encoding).dimacs(cell_comments(problem, encoding)))
    return exit_codes.FOUND
