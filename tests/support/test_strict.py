"""The ends of sessions: processes that outlive the tests, and skipped tests in CI."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import strict

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="no /proc on this system"),
    pytest.mark.parametrize("options", [[], ["-n1"]], ids=["alone", "xdist"]),
]

LEAKING = """
import subprocess, sys

def test_detached(tmp_path):
    words = [sys.executable, "-c", "import time; time.sleep(300)"]
    process = subprocess.Popen(words, start_new_session=True)
    open("detached", "w").write(str(process.pid))

# As sshd, which writes over its environment a title with the name of its file in it.
def test_titled(tmp_path):
    process = subprocess.Popen([f"{tmp_path}/server", "300"], executable="/bin/sleep", env={})
    open("titled", "w").write(str(process.pid))
"""
ORDERLY = """
import multiprocessing, subprocess, sys

def test_ended():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(abs, [-1]) == [1]

def test_about_to_end():
    words = [sys.executable, "-c", "import time; time.sleep(1)"]
    subprocess.Popen(words, start_new_session=True)
"""

SKIPPED = """
import pytest

def test():
    pytest.skip("no Golly")
"""


def test_processes_that_are_left_are_named_and_killed(tmp_path: Path, options: list[str]) -> None:
    done = session(tmp_path, LEAKING, options, **{strict.PATIENCE: "1"})
    assert "2 passed" in done.stdout
    assert done.returncode == strict.EXIT_CODE
    detached, titled = ((tmp_path / name).read_text() for name in ("detached", "titled"))
    assert f"\n{detached}: {sys.executable} -c import time; time.sleep(300)" in done.stdout
    assert f"\n{titled}: {tmp_path}/temporary/" in done.stdout
    assert not running(detached)
    assert not running(titled)


def test_processes_that_end_are_no_fault(tmp_path: Path, options: list[str]) -> None:
    done = session(tmp_path, ORDERLY, options)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("where", "code"),
    [("true", strict.EXIT_CODE), ("", 0)],
)
def test_a_skipped_test_is_a_failure_in_ci(
    tmp_path: Path, options: list[str], where: str, code: int
) -> None:
    done = session(tmp_path, SKIPPED, options, CI=where)
    assert done.returncode == code, done.stdout
    assert ("which are failures" in done.stdout) == bool(code)


def session(
    folder: Path, tests: str, options: list[str], **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run pytest on these tests alone."""
    (folder / "test_it.py").write_text(tests)
    words = ["-c", os.devnull, "--rootdir", str(folder), "-p", "tests.support.strict"]
    words += [f"--basetemp={folder / 'temporary'}", *options]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        text=True,
        capture_output=True,
        check=False,
    )


def running(number: str) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
