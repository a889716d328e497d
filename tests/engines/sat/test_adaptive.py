"""A search that begins alone and goes on in many processes finds the same, once."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from lifesat import Pattern
from lifesat.engines.choice import portfolio_members, setup_of
from lifesat.engines.options import Options
from lifesat.engines.sat import adaptive, cubes, executors
from lifesat.engines.sat.adaptive import AdaptiveSearch
from lifesat.engines.sat.executors import Pool
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.problems.life.predecessor import Predecessor
from tests.support.hard import SOUP

TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]), generations=3)
# Nine live cells in a square have no parent in their box.
FULL = Predecessor(Pattern.from_rows(["OOO", "OOO", "OOO"]), margin=0)


def found(problem: Predecessor, workers: int, *, one: bool = False) -> list[bytes]:
    """All boards that a search reports."""
    boards: list[bytes] = []
    setup = setup_of(problem, Options())
    with AdaptiveSearch(setup, workers, portfolio_members(setup) if one else None) as search:
        while not search.complete and not (one and boards):
            models = search.advance(0.05, 1 if one else None)
            assert problem.verify(problem.boards(models.literals)).all()
            boards += [board.tobytes() for board in problem.boards(models.literals)]
    return boards


def test_a_listing_that_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts go on in other processes, each with what it knows."""
    alone = found(TUB, 1)
    assert len(set(alone)) == len(alone) > 1000
    monkeypatch.setattr(cubes, "_LISTED", 100)
    monkeypatch.setattr(cubes, "_LISTING_SECONDS", 0.0)
    monkeypatch.setattr(adaptive, "_ALONE_SECONDS", 600.0)
    pools: list[int] = []

    def noted(workers: int) -> Pool:
        pools.append(workers)
        return Pool(workers)

    monkeypatch.setattr(executors, "Pool", noted)
    together = found(TUB, 2)
    assert pools == [2]
    assert len(together) == len(set(together))
    assert set(together) == set(alone)


@pytest.mark.parametrize(("problem", "exists"), [(TUB, True), (FULL, False)])
@pytest.mark.parametrize("seconds_here", [0.0, 600.0])
def test_a_race_with_other_processes(
    problem: Predecessor, exists: bool, seconds_here: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adaptive, "_ALONE_SECONDS_FOR_ONE", 0.0)
    monkeypatch.setattr(adaptive, "_HERE_SECONDS_FOR_ONE", seconds_here)
    assert len(found(problem, 2, one=True)) == exists


class Silent(Executor):
    """Processes that never answer; notes which setups they were given."""

    given: ClassVar[list[SolverSetup]] = []

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        (task,) = args
        self.given.append(task.setup)
        return Future()

    def grow_to(self, workers: int) -> None:
        self.workers = workers

    def kill(self) -> None:
        """There is nothing to kill."""


def test_the_solver_of_this_process_goes_on_for_some_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Others start beside it; later its setup begins again in another process."""
    times = [0.0, 1.1, 1.9, 2.1, 100.0]
    conflicts: list[int] = []
    clock = SimpleNamespace(process_time=lambda: times[len(conflicts)])
    monkeypatch.setattr(executors, "time", clock)
    monkeypatch.setattr(executors, "Pool", Silent)
    monkeypatch.setattr(Silent, "given", [])
    setup = setup_of(SOUP, Options(method="strips"))
    with AdaptiveSearch(setup, 3, portfolio_members(setup)) as search:
        members = []
        while len(conflicts) < len(times):
            search.advance(0.5, 1)
            progress = search.progress()
            members.append(progress.members)
            conflicts.append(progress.conflicts)
    assert members == [0, 3, 3, 3, 3]
    assert 0 < conflicts[0] < conflicts[1] < conflicts[2] == conflicts[3] == conflicts[4]
    first, second, third = Silent.given
    assert third == setup
    assert setup not in {first, second}
    assert first != second


@pytest.mark.parametrize(("fitting", "leaves"), [(4, True), (3, False)])
def test_dead_cells_first_search_here_for_some_seconds(
    fitting: int, leaves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others start beside them, before a second is over; later one more takes their place."""
    times = [0.0, 0.4, 2.1, 5.1, 100.0]
    conflicts: list[int] = []
    clock = SimpleNamespace(process_time=lambda: times[len(conflicts)])
    monkeypatch.setattr(executors, "time", clock)
    monkeypatch.setattr(executors, "Pool", Silent)
    monkeypatch.setattr(Silent, "given", [])
    setup = replace(setup_of(SOUP, Options(method="sat")), mode="false_first")
    with AdaptiveSearch(setup, 3, islice(portfolio_members(setup), fitting)) as search:
        given = []
        while len(conflicts) < len(times):
            search.advance(0.5, 1)
            conflicts.append(search.progress().conflicts)
            given.append(len(Silent.given))
    assert given == [0, 2, 2, 2 + leaves, 2 + leaves]
    assert (conflicts[2] < conflicts[3]) == (conflicts[3] < conflicts[4]) == (not leaves)
    assert len({(each.solver, each.mode) for each in Silent.given}) == 2 + leaves
    assert "false_first" not in {each.mode for each in Silent.given}
