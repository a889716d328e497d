"""Pools of processes: how they end."""

import multiprocessing
import time
from concurrent.futures import BrokenExecutor, CancelledError

import pytest

from lifesat.sat.executors import Pool


def test_a_pool_ends_once_its_tasks_are_over() -> None:
    with Pool(2) as pool:
        tasks = [pool.submit(time.sleep, 0.5), pool.submit(time.sleep, 0.5)]
    assert all(task.done() and task.result() is None for task in tasks)
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("begun", [True, False])
def test_a_killed_pool_waits_for_nothing(begun: bool) -> None:
    """Neither for a task under way nor, with Python still starting, for one before it."""
    pool = Pool(2)
    if begun:
        assert [task.result() for task in [pool.submit(abs, -1), pool.submit(abs, -2)]] == [1, 2]
    tasks = [pool.submit(time.sleep, 60), pool.submit(time.sleep, 60)]
    assert len(multiprocessing.active_children()) == 2
    pool.kill()
    assert not multiprocessing.active_children()
    for task in tasks:
        with pytest.raises((BrokenExecutor, CancelledError)):
            task.result(timeout=10)
