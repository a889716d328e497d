"""``lifesat search``: any block of space-time, with every cell as the user states it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.searching import (
    add_count_options,
    add_effort_options,
    add_how_many,
    add_output_options,
    add_sweep_options,
    asked_of_all,
    check_proof_options,
    check_solutions_form,
    goal_of,
    proof_of,
    run_search,
    search_options,
)
from lifesat.cli.writing import write_config, write_formula
from lifesat.errors import UserError
from lifesat.frontends.options.table import from_values

if TYPE_CHECKING:
    import argparse

    from lifesat.problems.life.search import SpaceTimeSearch
    from lifesat.queries.query import ProblemQuery
    from lifesat.queries.solutions import BestSolution, ListSolutions


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write the histories that a block of space-time allows: in each generation, every cell is "
        "known, unknown, equal to others or their negation, and bound by the rule or not. FILE is "
        "TOML, or text as Logic Life Search reads it; docs/search-files.md describes both."
    )
    parser.set_defaults(run=run)
    _add_block_options(parser)
    add(parser, "quiet", "encoding")
    add(parser, "up_to_symmetry", whole="the block")
    how_many = add_how_many(parser, "solutions", "largest")
    add_count_options(parser, how_many, "solutions")
    add_sweep_options(parser, how_many, "solutions")
    add_effort_options(parser)
    add(add_output_options(parser), "search.all_generations")
    instead = parser.add_argument_group("other answers").add_mutually_exclusive_group()
    add(instead, "encode", "print_config")
    add(instead, "proof", when="if there is no solution, ")


def _add_block_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that state the block and its constraints."""
    add(parser, "search.file")
    group = parser.add_argument_group("problem")
    add(group, "blank", "search.rule", "search.outside", "search.given", "known_cells")
    bounds = ("search.min_population", "max_population")
    add(group, *bounds, cells="live cells in the first generation")
    add(group, "counted_generation")
    group = parser.add_argument_group("constraints", "in addition to those of FILE; repeatable")
    add(group, "search.symmetry", "asymmetry", "force_change", "population")
    add(group, "max_change", "max_growth", "max_decay")
    add(group, "different_from", "background", "background_offset")


def run(options: argparse.Namespace) -> int:
    """Search, count or prove, or write a formula or a search file, and return the exit code."""
    _check(options)
    check_proof_options(options, output=True)
    from lifesat.queries.solutions import list_or_best

    problem = _read_problem(options)
    if options.print_config:
        return write_config(problem, options)
    if options.encode:
        return write_formula(problem, options)
    if options.sample is not None:
        check_solutions_form(problem, options.to)
    about_all = asked_of_all(problem, options)
    if about_all is not None:
        return about_all
    query = list_or_best(problem, goal_of(options))
    how = search_options(options)
    return run_search(_with_proof(query, options) if options.proof else query, how, options)


def _with_proof(query: ListSolutions | BestSolution, options: argparse.Namespace) -> ProblemQuery:
    """Return a query that looks for a proof first."""
    from lifesat.queries.solutions import BestOrProof, BestSolution, ListOrProof

    proof = {
        "proof": proof_of(options, output=True),
        "replace": options.force,
        "prover": options.solver or "",
    }
    if isinstance(query, BestSolution):
        return BestOrProof(query.problem, query.goal, **proof)
    return ListOrProof(query.problem, **proof)


def _check(options: argparse.Namespace) -> None:
    """Reject options that cannot be combined."""
    if (options.file is None) == (options.blank is None):
        raise UserError("give either a search file or --blank W,H,T")
    if options.all_generations:
        options.to = "lls"


def _read_problem(options: argparse.Namespace) -> SpaceTimeSearch:
    """Return the problem that FILE and the options state."""
    from lifesat.frontends.input.search_file import SearchRequest
    from lifesat.life.life_history import history_rule

    problem = from_values(SearchRequest, vars(options) | {"path": options.file}).problem()
    if options.to == "life-history":
        history_rule(problem.rule)  # raises if it has none
    if options.encoding and (error := problem.encoding_error(options.encoding)):
        raise UserError(error)
    return problem
