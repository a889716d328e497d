"""A search that begins alone and goes on in many processes finds the same, once."""

import pytest

from lifesat import Pattern
from lifesat.jobs.engines import method_of
from lifesat.jobs.options import Options
from lifesat.problems.life.predecessor import Predecessor
from lifesat.sat import adaptive, cubes
from lifesat.sat.adaptive import AdaptiveSearch
from lifesat.sat.executors import Pool

TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]), generations=3)
# Nine live cells in a square have no parent in their box.
FULL = Predecessor(Pattern.from_rows(["OOO", "OOO", "OOO"]), margin=0)


def found(problem: Predecessor, workers: int, *, one: bool = False) -> list[bytes]:
    """All boards that a search reports."""
    boards: list[bytes] = []
    method = method_of(problem, Options())
    with AdaptiveSearch(method, workers, one=one) as search:
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

    monkeypatch.setattr(adaptive, "Pool", noted)
    together = found(TUB, 2)
    assert pools == [2]
    assert len(together) == len(set(together))
    assert set(together) == set(alone)


@pytest.mark.parametrize(("problem", "exists"), [(TUB, True), (FULL, False)])
def test_a_race_in_other_processes(
    problem: Predecessor, exists: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adaptive, "_ALONE_SECONDS_FOR_ONE", 0.0)
    assert len(found(problem, 2, one=True)) == exists
