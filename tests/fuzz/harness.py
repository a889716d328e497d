"""Run targets, each in a process of its own with limits on memory and time."""

import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn

import atheris  # type: ignore[import-untyped]

from tests.fuzz.target import Target, small_limits

_MEMORY = 2 << 30
_MOST_RSS = 1024
_MOST_SECONDS = 30
_PATIENCE = 120
# Some targets write a file for each input.
_IN_MEMORY = "/dev/shm"  # noqa: S108  # folders of our own are made in it


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
    error: str
    reproducer: bytes | None

    def __str__(self) -> str:
        figures = (
            f"{self.name:20} {self.executions:>11,} executions {self.seconds:>6.0f} s"
            f" {self.megabytes:>5} MB  {self.error or 'ok'}"
        )
        return figures if self.reproducer is None else f"{figures}\n  {self.reproducer!r}"


class _Run(NamedTuple):
    """A process that fuzzes a target, and the folder for what it needs and finds."""

    target: Target
    folder: Path
    began: float

    def outcome(self, status: int, megabytes: int) -> Outcome:
        """Read what came of the process, which has ended, and remove the folder."""
        log = (self.folder / "log").read_text(errors="replace")
        found = (self.folder / "found").iterdir()
        inputs = [path for path in found if not path.name.startswith("slow-unit")]
        done = re.search(r"stat::number_of_executed_units: (\d+)", log)
        outcome = Outcome(
            self.target.name,
            int(done[1]) if done else 0,
            time.monotonic() - self.began,
            megabytes,
            _error(log) if status or inputs else "",
            inputs[0].read_bytes() if inputs else None,
        )
        shutil.rmtree(self.folder)
        return outcome


def fuzz(targets: Iterable[Target], seconds: int, jobs: int) -> Iterator[Outcome]:
    """Fuzz targets, each for so many seconds or until it fails, so many at once."""
    waiting = iter(targets)
    running: dict[int, _Run] = {}
    while True:
        while len(running) < jobs and (target := next(waiting, None)):
            run = _Run(target, _prepare(target), time.monotonic())
            # A fork has the modules that were imported; to instrument them takes long.
            if not (number := os.fork()):
                _work(run, seconds)
            running[number] = run
        if not running:
            return
        number, status, usage = os.wait4(-1, os.WNOHANG)
        if number:
            code = os.waitstatus_to_exitcode(status)
            yield running.pop(number).outcome(code, usage.ru_maxrss // 1024)
            continue
        for each, run in running.items():
            if time.monotonic() > run.began + seconds + _PATIENCE:
                os.kill(each, signal.SIGKILL)
        time.sleep(0.1)


def _prepare(target: Target) -> Path:
    """Make a folder with the seeds of a target."""
    place = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="lifesat-fuzz-", dir=place))
    for name in ("corpus", "found"):
        (folder / name).mkdir()
    for number, seed in enumerate(target.seeds):
        (folder / "corpus" / f"seed-{number}").write_bytes(seed)
    return folder


def _work(run: _Run, seconds: int) -> NoReturn:
    """Fuzz a target until it fails or the time is over; then the process ends."""
    with (run.folder / "log").open("wb") as log, Path(os.devnull).open("rb") as nothing:
        for stream, number in ((nothing, 0), (log, 1), (log, 2)):
            os.dup2(stream.fileno(), number)
    os.environ["LIFESAT_HOME"] = str(run.folder / "home")
    tempfile.tempdir = str(run.folder)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    words = [
        *(sys.argv[0], str(run.folder / "corpus")),
        *(f"-max_total_time={seconds}", f"-timeout={_MOST_SECONDS}", f"-rss_limit_mb={_MOST_RSS}"),
        *(f"-artifact_prefix={run.folder / 'found'}/", "-print_final_stats=1", "-verbosity=1"),
    ]
    with small_limits():
        atheris.Setup(words, run.target.check)
        atheris.Fuzz()
    sys.exit()


def _error(log: str) -> str:
    """Return the sentence in the log of a process that failed."""
    wrong = re.search(r"=== Uncaught Python exception: ===\n(.*)", log)
    wrong = wrong or re.search(r"==\d+== ?(ERROR: .*)", log)
    return wrong[1] if wrong else (log.strip().splitlines() or ["no output"])[-1]
