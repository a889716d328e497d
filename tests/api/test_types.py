"""What type checkers know of the public functions; mypy checks this file."""

from typing import assert_type

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesat import (
    Job,
    Marginals,
    Pattern,
    Progress,
    Proof,
    Rule,
    Search,
    agars,
    approximate_sample,
    best_sokoban,
    catalysts,
    check_proof,
    count,
    count_by_population,
    eaters,
    find_orphan,
    forced,
    has_predecessor,
    is_orphan,
    is_self_forcing,
    largest,
    list_jobs,
    marginals,
    minimal_orphan,
    oscillators,
    parse_rule,
    predecessors,
    prove,
    prove_self_forcing,
    resume,
    sample,
    self_forcing,
    smallest,
    solve_sokoban,
    solve_sudoku,
    spaceships,
    still_lifes,
    submit,
)
from lifesat.engines.sat.drat_check import Checked
from lifesat.queries.events import Status

pytestmark = pytest.mark.quick

BLOCK = Pattern.from_rows(["OO", "OO"])


def test_types_of_answers() -> None:
    assert_type(count(BLOCK, margin=0), int)
    assert_type(count_by_population(BLOCK, margin=0, max_population=3), dict[int, int])
    assert_type(forced(BLOCK, at=0, margin=0, solver="cadical195"), Pattern | None)
    assert_type(has_predecessor(BLOCK, margin=0, workers=1), bool)
    assert_type(sample(BLOCK, 2, seed=1, margin=0), list[Pattern])
    assert_type(approximate_sample(BLOCK, 2, seed=1, margin=0), Search[Pattern])
    assert_type(marginals(BLOCK, margin=0), Marginals)
    assert_type(marginals(BLOCK).probabilities, NDArray[np.float64])
    assert_type(smallest(BLOCK, margin=0, time_limit=60.0), Pattern | None)
    assert_type(largest(still_lifes(2, 2)), Pattern | None)
    assert_type(is_orphan(BLOCK, generations=1), bool)
    assert_type(is_self_forcing(BLOCK, period=2, workers=1), bool)
    assert_type(self_forcing(BLOCK, minimise=True, seed=1), Pattern | None)
    assert_type(prove_self_forcing(BLOCK), Proof | None)
    assert_type(minimal_orphan(BLOCK, workers=1), Pattern | None)
    assert_type(find_orphan(3, 1, beam=1), Pattern | None)
    assert_type(prove(BLOCK, memory=10**9), Proof | None)


def test_types_of_searches() -> None:
    def reported(progress: Progress) -> None:
        assert_type(progress.found, int)

    search = predecessors(BLOCK, outside="free", require=[(0, 0)], progress=reported, limit=1)
    assert_type(search, Search[Pattern])
    assert_type(search.status, Status | None)
    assert_type(search.proved_complete, bool)
    with search as opened:
        assert_type(opened, Search[Pattern])
        assert_type(next(opened), Pattern)
    assert_type(still_lifes(3, 3, connected="strict", rule="B3/S23"), Search[Pattern])
    assert_type(oscillators(3, 3, 2, limit=1, workers=1), Search[Pattern])
    assert_type(spaceships(4, 4, 4, (1, 1)), Search[Pattern])
    assert_type(agars(4, 4, period=2, self_forcing=True), Search[Pattern])
    assert_type(eaters(8, 8, 8, corner="upper-left"), Search[Pattern])
    assert_type(catalysts(BLOCK, 4, contact=(0, 0), limit=1), Search[tuple[Pattern, ...]])
    assert_type(solve_sudoku("1"), Search[tuple[tuple[int, ...], ...]])
    assert_type(solve_sokoban(["#####", "#@$.#", "#####"], 1), Search[str])
    assert_type(best_sokoban(["#####", "#@$.#", "#####"], "pushes"), str | None)


def test_types_of_patterns() -> None:
    assert_type(BLOCK.to_array(), NDArray[np.uint8])
    assert_type(Pattern.from_array([[1, 0]], rule="B36/S23"), Pattern)
    assert_type(BLOCK.evolve(2), Pattern)
    assert_type(parse_rule("B36/S23")[0], Rule)


def types_of_jobs() -> None:
    """Is checked, not run: it would start processes."""
    job = submit("tub", predecessors(BLOCK))
    assert_type(job, Job[Pattern])
    assert_type(job.follow(), Search[Pattern])
    assert_type(submit("sudoku", solve_sudoku("1")).follow(), Search[tuple[tuple[int, ...], ...]])
    for known in list_jobs():
        assert_type(known.name, str)
    resume("tub", limit=None, time_limit=60.0, workers=2)


def types_of_checks(formula: str, lines: list[str]) -> None:
    """Is checked, not run."""
    assert_type(check_proof(formula, lines), Checked)


def refused() -> None:
    """Is checked, not run: each line is a mistake, or mypy would miss its comment."""
    predecessors("bo$2bo$3o!")  # type: ignore[arg-type]
    predecessors(BLOCK, least=3)  # type: ignore[call-arg]
    predecessors(BLOCK, outside="nowhere")  # type: ignore[arg-type]
    forced(BLOCK, limit=2)  # type: ignore[call-arg]
    count(BLOCK, workers=2)  # type: ignore[call-arg]
    prove(BLOCK, workers=2)  # type: ignore[call-arg]
    best_sokoban("", workers=2)  # type: ignore[call-arg]
    minimal_orphan(BLOCK, margin=2)  # type: ignore[call-arg]
    self_forcing(BLOCK, margin=2)  # type: ignore[call-arg]
    smallest(predecessors(BLOCK), margin=2)  # type: ignore[call-overload]
    submit("tub", BLOCK)  # type: ignore[call-overload]
