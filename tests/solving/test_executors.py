"""Pools of processes: how they end."""

import multiprocessing
import time

from lifesat.solving.executors import Pool


def test_processes_without_a_task_have_ended_when_their_pool_is_shut_down() -> None:
    pool = Pool(2)
    assert [future.result() for future in [pool.submit(abs, -1), pool.submit(abs, -2)]] == [1, 2]
    assert len(multiprocessing.active_children()) == 2
    pool.shutdown(wait=False, cancel_futures=True)
    assert not multiprocessing.active_children()


def test_a_task_under_way_is_not_waited_for() -> None:
    pool = Pool(2)
    pool.submit(abs, -1).result()
    task = pool.submit(time.sleep, 1)
    while not task.running():
        time.sleep(0.01)
    pool.shutdown(wait=False, cancel_futures=True)
    assert not task.done()
    assert task.result() is None
