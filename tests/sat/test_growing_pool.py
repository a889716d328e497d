"""Tasks that are done in this process, and in others if they take longer."""

import time
from collections.abc import Callable

import pytest

from lifesat.errors import StoppedError
from lifesat.sat import growing_pool
from lifesat.sat.executors import Inline
from lifesat.sat.growing_pool import GrowingPool


def squared_slowly(task: int, stop: Callable[[], bool] | None) -> int:
    time.sleep(0.02)
    if stop is not None and stop():
        raise StoppedError
    return task * task


def all_done(workers: int) -> dict[int, int]:
    """Return the outcomes of six tasks."""
    outcomes: dict[int, int] = {}
    with GrowingPool[int, int, int](squared_slowly, workers, lambda: False) as pool:
        for key in range(6):
            pool.add(key, key)
        assert len(pool) == 6
        while len(pool):
            outcomes.update(pool.advance(0.1))
    return outcomes


def test_tasks_that_take_long_together_go_to_other_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class InThisProcess(Inline):
        def __init__(self, _: int) -> None:
            started.append(True)

        def kill(self) -> None:
            pass

    started: list[bool] = []
    monkeypatch.setattr(growing_pool, "Pool", InThisProcess)
    monkeypatch.setattr(growing_pool, "_ALONE_SECONDS", 0.05)
    assert all_done(workers=2) == {key: key * key for key in range(6)}
    assert started == [True]


def test_one_worker_is_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing_pool, "Pool", None)
    monkeypatch.setattr(growing_pool, "_ALONE_SECONDS", 0.0)
    assert all_done(workers=1) == {key: key * key for key in range(6)}


@pytest.mark.slow
def test_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing_pool, "_ALONE_SECONDS", 0.0)
    assert all_done(workers=2) == {key: key * key for key in range(6)}


def test_it_stops() -> None:
    with GrowingPool[int, int, int](squared_slowly, 1, lambda: True) as pool:
        pool.add(0, 0)
        with pytest.raises(StoppedError):
            pool.advance(1.0)
