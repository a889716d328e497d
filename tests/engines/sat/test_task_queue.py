"""Tasks that are done in this process, and in others if they take longer."""

import time
from collections.abc import Callable

import pytest

from lifesat.engines.sat import executors
from lifesat.engines.sat.executors import Inline
from lifesat.engines.sat.tasks import TaskQueue
from lifesat.errors import StoppedError


def squared_slowly(task: int, stop: Callable[[], bool] | None) -> int:
    began = time.process_time()
    while time.process_time() < began + 0.02:
        pass
    if stop is not None and stop():
        raise StoppedError
    return task * task


def all_done(workers: int) -> dict[int, int]:
    """Return the outcomes of six tasks."""
    outcomes: dict[int, int] = {}
    with TaskQueue[int, int, int](squared_slowly, workers, lambda: False) as tasks:
        for key in range(6):
            tasks.add(key, key)
        assert len(tasks) == 6
        while len(tasks):
            outcomes.update(tasks.advance(0.1))
    return outcomes


@pytest.mark.quick
def test_tasks_that_take_long_together_go_to_other_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class InThisProcess(Inline):
        def __init__(self, _: int) -> None:
            started.append(True)

        def grow_to(self, _: int) -> None:
            pass

        def load(self) -> int:
            return 0

        def kill(self) -> None:
            pass

    started: list[bool] = []
    monkeypatch.setattr(executors, "Pool", InThisProcess)
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.05)
    assert all_done(workers=2) == {key: key * key for key in range(6)}
    assert started == [True]


@pytest.mark.quick
def test_one_worker_is_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "Pool", None)
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    assert all_done(workers=1) == {key: key * key for key in range(6)}


def test_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    assert all_done(workers=2) == {key: key * key for key in range(6)}


@pytest.mark.quick
def test_it_stops() -> None:
    with TaskQueue[int, int, int](squared_slowly, 1, lambda: True) as tasks:
        tasks.add(0, 0)
        with pytest.raises(StoppedError):
            tasks.advance(1.0)
