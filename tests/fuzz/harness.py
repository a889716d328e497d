"""Run targets, each in a process of its own with limits on memory and time."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.fuzz.target import ROOT, Target

_MOST_RSS = 1024
_MOST_SECONDS = 30
_PATIENCE = 120
# Some targets write a file for each input.
_IN_MEMORY = "/dev/shm"  # noqa: S108  # a folder of our own is made in it
_LIBRARIES = ("OMP", "OPENBLAS", "MKL")


class Outcome(NamedTuple):
    """What came of fuzzing a target.

    Attributes
    ----------
    name
        The target.
    executions, seconds, megabytes
        How many inputs were run, for how long, and the peak of the process' memory.
    fault
        What went wrong, or "".
    reproducer
        The input at fault, or None.
    """

    name: str
    executions: int
    seconds: float
    megabytes: int
    fault: str
    reproducer: bytes | None

    def __str__(self) -> str:
        figures = (
            f"{self.name:20} {self.executions:>11,} executions {self.seconds:>6.0f} s"
            f" {self.megabytes:>5} MB  {self.fault or 'ok'}"
        )
        return figures if self.reproducer is None else f"{figures}\n  {self.reproducer!r}"


def fuzz(target: Target, seconds: int) -> Outcome:
    """Fuzz a target, for so many seconds or until it fails."""
    place = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
    with TemporaryDirectory(prefix="lifesat-fuzz-", dir=place) as name:
        folder = Path(name)
        corpus, found = folder / "corpus", folder / "found"
        for each in (corpus, found):
            each.mkdir()
        for number, seed in enumerate(target.seeds):
            (corpus / f"seed-{number}").write_bytes(seed)
        began = time.monotonic()
        status, megabytes = _run(target, folder, seconds)
        seconds_taken = time.monotonic() - began
        log = (folder / "log").read_text(errors="replace")
        inputs = [path for path in found.iterdir() if not path.name.startswith("slow-unit")]
        done = re.search(r"stat::number_of_executed_units: (\d+)", log)
        return Outcome(
            target.name,
            int(done[1]) if done else 0,
            seconds_taken,
            megabytes,
            _fault(log) if status or inputs else "",
            inputs[0].read_bytes() if inputs else None,
        )


def _run(target: Target, folder: Path, seconds: int) -> tuple[int, int]:
    """Run the process of a target; return its exit status and peak memory in megabytes."""
    words = [
        *(sys.executable, "-m", "tests.fuzz.child", target.check.__module__, target.name),
        str(folder / "corpus"),
        *(f"-max_total_time={seconds}", f"-timeout={_MOST_SECONDS}", f"-rss_limit_mb={_MOST_RSS}"),
        *(f"-artifact_prefix={folder / 'found'}/", "-print_final_stats=1", "-verbosity=1"),
    ]
    environment = {
        **os.environ,
        **{f"{library}_NUM_THREADS": "1" for library in _LIBRARIES},
        "TMPDIR": str(folder),
        "LIFESAT_HOME": str(folder / "home"),
    }
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            words, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
        end = time.monotonic() + seconds + _PATIENCE
        while True:
            number, status, usage = os.wait4(process.pid, os.WNOHANG)
            if number:
                process.returncode = os.waitstatus_to_exitcode(status)
                return process.returncode, usage.ru_maxrss // 1024
            if time.monotonic() > end:
                os.kill(process.pid, signal.SIGKILL)
            time.sleep(0.1)


def _fault(log: str) -> str:
    """Return the sentence in the log of a process that failed."""
    wrong = re.search(r"=== Uncaught Python exception: ===\n(.*)", log)
    wrong = wrong or re.search(r"==\d+== ?(ERROR: .*)", log)
    return wrong[1] if wrong else (log.strip().splitlines() or ["no output"])[-1]
