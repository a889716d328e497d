"""Processes that tests start."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.environment import PATIENCE_SECONDS


@contextmanager
def started(*words: str, **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process that is killed if the test fails before it has ended."""
    with subprocess.Popen(words, **options) as process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise


# An interrupt in the middle of an import can be lost, so all imports come first.
_LOADED = """
import sys
import lifesat.cli.count, lifesat.cli.predecessors, lifesat.cli.sample, lifesat.cli.still_lifes
import lifesat.engines.frontier.densest, lifesat.engines.sweeps, lifesat.engines.sat.solver
print("loaded", flush=True)
sys.exit(lifesat.cli.main(sys.argv[1:]))
"""


@contextmanager
def loaded(*words: str) -> Iterator[subprocess.Popen[Any]]:
    """A command that has loaded its modules, so that an interrupt meets it at work."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(sys.executable, "-c", _LOADED, *words, **pipes) as process:
        assert process.stdout
        assert process.stdout.readline() == b"loaded\n"
        yield process


def at_work(process: subprocess.Popen[Any], seconds: float = 0.5) -> None:
    """Wait until a process and its solvers have used so much processor time from now on."""

    def used() -> float:
        return sum(map(processor_seconds, (process.pid, *children(process.pid))))

    begun = used()
    end = time.monotonic() + PATIENCE_SECONDS
    while used() < begun + seconds:
        assert process.poll() is None, "it has ended"
        assert time.monotonic() < end, "it does nothing"
        time.sleep(0.02)


def children(process: int) -> list[int]:
    """The solving processes that a process has started; Python's resource tracker is left out."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            words = stat.with_name("cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == process and b"spawn_main" in words:
            found.append(int(stat.parent.name))
    return found


def state(process: int) -> str:
    """The state of a process as in ``/proc``: ``T`` if it is stopped, ``Z`` if it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def processor_seconds(process: int) -> float:
    """How long a process has been at work, its threads included; without ``/proc``, the time."""
    if not Path("/proc/self/stat").exists():
        return time.monotonic()
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def sleeping() -> Iterator[subprocess.Popen[Any]]:
    """A process that does nothing for a minute, unless the test ends it."""
    with started(sys.executable, "-c", "import time; time.sleep(60)") as process:
        yield process
        process.wait(30)
