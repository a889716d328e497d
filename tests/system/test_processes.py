"""How processes start and end, also where the system lacks what Linux has."""

import os
import signal
import sys
import threading
import time

import pytest

from lifesat.system import processes
from tests.support.processes import sleeping

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("windows", [False, True])
def test_a_process_is_killed(monkeypatch: pytest.MonkeyPatch, windows: bool) -> None:
    if windows:
        monkeypatch.delattr(signal, "SIGKILL")
    with sleeping() as process:
        processes.kill(process.pid)
    assert process.returncode == -(signal.SIGTERM if windows else signal.SIGKILL)
    processes.kill(process.pid)  # it is gone


def test_what_windows_says_of_a_process_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def invalid(_process: int, _signal: int) -> None:
        raise OSError(22, "The parameter is incorrect")

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "kill", invalid)
    processes.kill(1)


def test_another_user_s_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_process: int, _signal: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "kill", refused)
    with pytest.raises(PermissionError):
        processes.kill(1)


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_an_interrupt(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    """On Windows os.kill ends the process, whatever the signal."""
    monkeypatch.setattr(sys, "platform", platform)
    if platform == "win32":
        monkeypatch.delattr(os, "kill")
    interrupter = threading.Timer(0.05, processes.interrupt)
    with pytest.raises(KeyboardInterrupt):
        _sleep(60, interrupter)
    interrupter.join()


def _sleep(seconds: int, interrupter: threading.Timer) -> None:
    """Sleep in pieces while the timer runs."""
    interrupter.start()
    for _ in range(10 * seconds):
        time.sleep(0.1)


@pytest.mark.parametrize("before", [None, "", "1"])
def test_the_environment_is_as_it_was(monkeypatch: pytest.MonkeyPatch, before: str | None) -> None:
    """Also if several threads start processes at once."""
    if before is None:
        monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    else:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    seen = []

    def start() -> None:
        with processes.safe_path():
            time.sleep(0.002)
            seen.append(os.environ.get("PYTHONSAFEPATH"))

    threads = [threading.Thread(target=start) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == ["1"] * 20
    assert os.environ.get("PYTHONSAFEPATH") == before
