"""Pools of processes: how they end."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, CancelledError
from multiprocessing.connection import Connection
from pathlib import Path
from pickle import PicklingError

import pytest

from lifesat.engines.sat.executors import Pool
from tests.support.environment import PATIENCE_SECONDS


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
            task.result(timeout=PATIENCE_SECONDS)


def die_while_writing() -> None:
    """End this process when it has written half of its next result."""

    def write_half(connection: Connection, message: bytes) -> None:
        os.write(connection.fileno(), message[: len(message) // 2])
        os._exit(1)

    Connection._send = write_half  # type: ignore[attr-defined]


def test_a_process_that_dies_while_it_writes_a_result() -> None:
    with Pool(1) as pool:
        lost = pool.submit(die_while_writing)
        assert isinstance(lost.exception(timeout=PATIENCE_SECONDS), BrokenExecutor)
        assert pool.submit(abs, -1).result(timeout=PATIENCE_SECONDS) == 1


def test_an_idle_process_that_dies_is_replaced_before_the_next_task() -> None:
    with Pool(1) as pool:
        os.kill(pool.submit(os.getpid).result(timeout=PATIENCE_SECONDS), signal.SIGKILL)
        while multiprocessing.active_children():
            time.sleep(0.01)
        assert pool.submit(abs, -1).result(timeout=PATIENCE_SECONDS) == 1


def test_errors_of_tasks_and_tasks_that_cannot_be_sent() -> None:
    with Pool(1) as pool:
        with pytest.raises(ValueError, match="int"):
            pool.submit(int, "x").result(timeout=PATIENCE_SECONDS)
        with pytest.raises((AttributeError, PicklingError), match="pickle"):
            pool.submit(lambda: 1).result(timeout=PATIENCE_SECONDS)
        assert pool.submit(abs, -1).result(timeout=PATIENCE_SECONDS) == 1


INTERRUPTED_START = """
import _thread, multiprocessing, threading, time
from lifesat.engines.sat.executors import Pool

def interrupt():
    while not multiprocessing.active_children():
        time.sleep(0.001)
    _thread.interrupt_main()

if __name__ == "__main__":
    threading.Thread(target=interrupt, daemon=True).start()
    try:
        Pool(4)
        threading.Event().wait(5)
    except KeyboardInterrupt:
        print("interrupted", len(multiprocessing.active_children()))
"""


def test_ctrl_c_while_a_pool_starts_leaves_no_process(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED_START)
    words = [sys.executable, str(script)]
    reported = subprocess.run(words, capture_output=True, text=True, timeout=500, check=True)
    assert (reported.stdout, reported.stderr) == ("interrupted 0\n", "")
