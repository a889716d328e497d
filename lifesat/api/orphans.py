"""Orphans and self-forcing patches: whether a pattern is one, the smallest part, and proofs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Unpack

from lifesat.api.arguments import (
    Conditions,
    EffortArguments,
    SequentialEffort,
    check_names,
    late,
    predecessor_problem,
    search_options,
)
from lifesat.api.objects import rule_name
from lifesat.api.search import begin, last, patterns
from lifesat.defaults import ORPHAN_BEAM, PROVER, PROVERS
from lifesat.engines.sat import drat_check
from lifesat.engines.sat.drat_check import Checked
from lifesat.errors import StoppedError, UserError
from lifesat.frontends.input.objects import box_of_orphan
from lifesat.frontends.options.table import check
from lifesat.life.life_history import life_history_target
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, Rule
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import differing_predecessors
from lifesat.problems.problem import Problem
from lifesat.queries.orphan import MinimalOrphan
from lifesat.queries.orphan_search import Fewest, OrphanSearch
from lifesat.queries.run import Run
from lifesat.queries.self_forcing import LargestSelfForcing, MinimalSelfForcing, PatchQuery
from lifesat.queries.solutions import ListSolutions
from lifesat.queries.solving import FoundProof, try_to_prove


@dataclass(frozen=True)
class Proof:
    """A formula and the proof that it has no model.

    Attributes
    ----------
    formula
        The text in DIMACS CNF; its comments say which cell each variable is.
    drat
        The text of the proof in DRAT.
    """

    formula: str
    drat: str


def is_orphan(
    target: Pattern, *, generations: int | None = None, **effort: Unpack[EffortArguments]
) -> bool:
    """Say whether no pattern becomes the target, whatever surrounds it.

    Parameters
    ----------
    target
        The pattern; may hold cells `lifesat.UNKNOWN`.
    generations
        How many generations back; None for the target's `delta`, or 1 if it has none.
    **effort
        As for `lifesat.predecessors`.

    Raises
    ------
    UserError
        If an argument is invalid.
    TimeLimitError
        If the time limit passed before the answer was known.

    Examples
    --------
    >>> is_orphan(Pattern.from_rows(["OOO", "OOO"]))
    False
    """
    return _has_no_solution(predecessor_problem(target, _conditions(generations)), effort)


def minimal_orphan(
    target: Pattern,
    *,
    generations: int | None = None,
    symmetry: str = "C1",
    **effort: Unpack[EffortArguments],
) -> Pattern | None:
    """Find a minimal orphan inside a pattern: every one of its cells is necessary.

    Parameters
    ----------
    target
        The pattern; may hold cells `lifesat.UNKNOWN`.
    generations
        How many generations back; None for the target's `delta`, or 1 if it has none.
    symmetry
        A symmetry of the target that the orphan keeps, as for `lifesat.still_lifes`.
    **effort
        As for `lifesat.predecessors`. The ``total`` of a `lifesat.Progress` is the number of known
        cells in the smallest orphan so far, and ``found`` is how many of them are known to be
        necessary; it counts no conflicts.

    Returns
    -------
    Pattern or None
        The target with `lifesat.UNKNOWN` cells where any state will do; None if it is not an
        orphan.

    Raises
    ------
    UserError
        If an argument is invalid.
    TimeLimitError
        If the time limit passed first; its `best` is the smallest orphan so far, or None.

    References
    ----------
    J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010.

    Examples
    --------
    >>> minimal_orphan(Pattern.from_rows(["OO", "OO"])) is None
    True
    """
    problem = predecessor_problem(target, _conditions(generations))
    return _smallest(MinimalOrphan(problem, symmetry=symmetry), effort, "the orphan was minimal")


def _smallest(
    query: MinimalOrphan | OrphanSearch, effort: EffortArguments, end: str
) -> Pattern | None:
    """Return the orphan that a query finds; `end` says in an error what did not happen in time."""
    options = search_options(query.problem, effort)
    search = begin(query, options, patterns, effort.get("progress"))
    found: Pattern | None = None
    for known in search:
        if isinstance(known, Pattern):
            target_of = life_history_target(known, unknown=True)
            found = target_of.replace(name=query.problem.target.name, comments=())
    if search.status == "time_limit":
        raise late(options.time_limit, end if found else "the answer was known", found)
    return found


def find_orphan(
    width: int,
    height: int,
    *,
    rule: Rule | str = LIFE,
    restarts: int = 0,
    seed: int = 0,
    beam: int = ORPHAN_BEAM,
    fewest: Fewest = "cells",
    symmetry: str = "C1",
    **effort: Unpack[EffortArguments],
) -> Pattern | None:
    """Find an orphan in a box, from nothing.

    Parameters
    ----------
    width, height
        The size of the box in cells. The memory grows fourfold with each column: 1.9 GB for 9x16
        cells, 6.4 GB for 10x10.
    rule
        A rule of two states and 3x3 cells.
    restarts
        How many times to search again, in other ways; the best orphan is returned.
    seed
        The seed of the other ways.
    beam
        The work for each cell, in millions of endings of parents; more finds smaller orphans.
    fewest
        Which orphan is the best: the one with the fewest required cells (``"cells"``), the fewest
        live cells (``"live"``), or the smallest box (``"box"``).
    symmetry
        The least symmetry of the orphan, as for `lifesat.still_lifes`.
    **effort
        As for `lifesat.predecessors`; ``workers`` are threads while targets are chosen.

    Returns
    -------
    Pattern or None
        A minimal orphan, with `lifesat.UNKNOWN` cells where any state will do. None if no search
        found one, which proves nothing.

    Raises
    ------
    UserError
        If an argument is invalid.
    MemoryLimitError
        If the box is too wide for the memory.
    TimeLimitError
        If the time limit passed first; its `best` is the best orphan so far, or None.

    Examples
    --------
    >>> print(find_orphan(3, 1, rule="B12345678/S012345678"))
    .O.
    """
    for name, side in (("width", width), ("height", height)):
        if error := integer_error(name, side, 1):
            raise UserError(error)
    check(orphans__restarts=restarts, seed=seed, beam=beam, fewest=fewest)
    query = OrphanSearch(
        box_of_orphan((width, height), rule_name(rule)),
        restarts=restarts, seed=seed, beam=beam, fewest=fewest, symmetry=symmetry,
    )  # fmt: skip
    return _smallest(query, effort, "all searches were done")


def prove(
    target: Pattern,
    *,
    generations: int | None = None,
    **effort: Unpack[SequentialEffort],
) -> Proof | None:
    """Prove that a pattern is an orphan, in a form that other programs can check.

    Parameters
    ----------
    target
        The pattern; may hold cells `lifesat.UNKNOWN`.
    generations
        How many generations back; None for the target's `delta`, or 1 if it has none.
    **effort
        As for `lifesat.predecessors`, without ``workers``. The solver must be one that writes
        proofs, a name in `lifesat.defaults.PROVERS`.

    Returns
    -------
    Proof or None
        None if the target has a parent.

    Raises
    ------
    UserError
        If an argument is invalid.
    MemoryLimitError
        If the formula would take too much memory.
    TimeLimitError
        If the time limit passed before there was an answer.

    References
    ----------
    N. Wetzler, M. Heule and W. Hunt, "DRAT-trim: Efficient Checking and Trimming Using Expressive
    Clausal Proofs", SAT 2014.

    Examples
    --------
    >>> prove(Pattern.from_rows(["OO", "OO"])) is None
    True
    """
    return prove_none(predecessor_problem(target, _conditions(generations)), effort)


def prove_none(problem: Problem, effort: SequentialEffort) -> Proof | None:
    """Prove that a problem has no solution, as `prove` does; return None if it has one."""
    check_names(effort, SequentialEffort)
    if effort.get("solver") is None:
        effort["solver"] = PROVER
    check(solver=effort["solver"])
    if effort["solver"] not in PROVERS:
        raise UserError(
            f"solver {effort['solver']!r} does not write proofs; there are {', '.join(PROVERS)}"
        )
    options = search_options(problem, {**effort, "workers": 1})
    run, progress = Run(options), effort.get("progress")
    work = try_to_prove(problem, run)
    found: FoundProof | None = None
    try:
        while True:
            next(work)
            if progress is not None and run.progress_due():
                progress(run.progress())
    except StopIteration as end:
        if progress is not None:
            progress(run.progress())
        found = end.value
    except StoppedError:
        raise late(options.time_limit, "there was a proof") from None
    if found is None:
        return None
    return Proof("".join(found.formula_lines()), "".join(found.proof_lines()))


def check_proof(formula: str | Iterable[str], proof: str | Iterable[str]) -> Checked:
    r"""Check that a formula has no model, without trust in the solver that wrote the proof.

    Parameters
    ----------
    formula
        DIMACS CNF: a text, or lines such as those of an open file.
    proof
        DRAT: the same.

    Returns
    -------
    Checked
        How many ``lemmas`` and ``deletions`` the proof has.

    Raises
    ------
    ProofError
        If a lemma does not follow, or the proof ends without a contradiction.
    UserError
        If a text cannot be read; with the line.

    Examples
    --------
    >>> check_proof("p cnf 1 2\n1 0\n-1 0\n", "0\n").lemmas
    1
    """
    read = drat_check.read_dimacs(_lines("formula", formula), "formula")
    *_, checked = drat_check.check_proof(read, _lines("proof", proof), "proof")
    return checked


def _lines(name: str, text: str | Iterable[str]) -> Iterator[str]:
    if not isinstance(text, Iterable):
        raise UserError(f"{name} is {text!r}; it must be a text or lines of text")
    for line in text.split("\n") if isinstance(text, str) else text:
        if not isinstance(line, str):
            raise UserError(f"a line of the {name} is {line!r}; it must be str")
        yield line


def _has_no_solution(problem: Problem, effort: EffortArguments) -> bool:
    check(workers=effort.get("workers", 1))
    if effort.get("workers", 1) != 1 and effort.get("solver") is None:
        # Another solver looks for a solution meanwhile.
        effort["solver"] = PROVER
    options = search_options(problem, effort, limit=1)
    return last(begin(ListSolutions(problem), options, patterns, effort.get("progress"))) is None


def _conditions(generations: int | None) -> Conditions:
    """Return the conditions on parents with nothing assumed outside."""
    return {"generations": generations, "outside": "free", "margin": 0}


def is_self_forcing(target: Pattern, *, period: int = 1, **effort: Unpack[EffortArguments]) -> bool:
    """Say whether every predecessor of a pattern, whatever surrounds it, contains the pattern.

    Parameters
    ----------
    target
        The pattern; `lifesat.UNKNOWN` cells do not count, all others of its box do.
    period
        The number of generations to go back: 1 for still lifes, the period for oscillators.
    **effort
        As for `lifesat.predecessors`.

    Raises
    ------
    UserError
        If an argument is invalid, or all cells are unknown.
    TimeLimitError
        If the time limit passed before the answer was known.

    References
    ----------
    V. Salo and I. Törmä, "What can oracles teach us about the ultimate fate of life?", ICALP 2022.

    Examples
    --------
    >>> is_self_forcing(Pattern.from_rows(["OO", "OO"]))
    False
    >>> is_self_forcing(Pattern.from_rows(["OO", "OO"], rule="B/S012345678"))
    True
    """
    return _has_no_solution(_problem(target, period), effort)


def self_forcing(
    target: Pattern,
    *,
    period: int = 1,
    minimise: bool = False,
    restarts: int = 0,
    seed: int = 0,
    **effort: Unpack[EffortArguments],
) -> Pattern | None:
    """Find the largest or a minimal self-forcing patch inside a pattern.

    Parameters
    ----------
    target, period
        As for `lifesat.is_self_forcing`.
    minimise
        Whether to find a minimal patch, which needs all its cells, instead of the largest one.
    restarts
        With `minimise`: how often to change the smallest patch so far, and to minimise again.
    seed
        With `minimise`: the seed of the order in which cells are tried. With one worker, the same
        seed finds the same patch.
    **effort
        As for `lifesat.predecessors`; ``workers`` is for `minimise`. The ``total`` of a
        `lifesat.Progress` is the number of cells that are left, and ``found`` is how many of them
        are known to be necessary; it counts no conflicts.

    Returns
    -------
    Pattern or None
        The pattern with `lifesat.UNKNOWN` cells where the patch has none; None if there is no
        self-forcing patch.

    Raises
    ------
    UserError
        If an argument is invalid, or all cells are unknown.
    MemoryLimitError
        If the formula would take too much memory.
    TimeLimitError
        If the time limit passed first; with `minimise` its `best` is the smallest self-forcing
        patch so far, or None.

    References
    ----------
    V. Salo and I. Törmä, "What can oracles teach us about the ultimate fate of life?", ICALP 2022.

    Examples
    --------
    >>> print(self_forcing(Pattern.from_rows(["O.O"], rule="B1/S012345678")))
    ?.?
    """
    problem = _problem(target, period)
    check(minimise=minimise, restarts=restarts, seed=seed)
    options = search_options(problem, effort)
    query: PatchQuery = LargestSelfForcing(problem)
    if minimise:
        query = MinimalSelfForcing(problem, restarts=restarts, seed=seed)
    search = begin(query, options, patterns, effort.get("progress"))
    found: Pattern | None = None
    for known in search:
        if isinstance(known, Pattern):
            found = known.replace(name=problem.target.name, comments=())
    if search.status == "time_limit":
        what = "the search was complete" if minimise else "the largest patch was known"
        raise late(options.time_limit, what, found)
    return found


def prove_self_forcing(
    target: Pattern, *, period: int = 1, **effort: Unpack[SequentialEffort]
) -> Proof | None:
    """Prove that a pattern is self-forcing, in a form that other programs can check.

    Parameters
    ----------
    target, period
        As for `lifesat.is_self_forcing`.
    **effort
        As for `lifesat.prove`.

    Returns
    -------
    Proof or None
        None if a predecessor differs from the pattern.

    Raises
    ------
    UserError
        If an argument is invalid, or all cells are unknown.
    MemoryLimitError
        If the formula would take too much memory.
    TimeLimitError
        If the time limit passed before there was an answer.

    Examples
    --------
    >>> prove_self_forcing(Pattern.from_rows(["OO", "OO"])) is None
    True
    """
    check_names(effort, SequentialEffort)
    return prove_none(_problem(target, period), effort)


def _problem(target: Pattern, period: int) -> Predecessor:
    """Return the problem that has no solution if a pattern is self-forcing."""
    check(period=period)
    problem = predecessor_problem(target, {"generations": period, "outside": "free"})
    return differing_predecessors(problem.target, period)
