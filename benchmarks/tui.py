"""The terminal application on a pseudo-terminal: its start, its keys, what following a job costs.

``python -m benchmarks.tui SECONDS`` follows a job that finds 10,000 solutions a second for so long
and prints what the terminal got; ``python -m benchmarks.tui SECONDS invader`` follows a search, and
``python -m benchmarks.tui SECONDS list`` shows a list of 10,000 jobs.
"""

import fcntl
import os
import pty
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.boards import EXAMPLES
from benchmarks.report import Program, Row, Scale, compare
from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.formats import read_file
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Row as Solution
from lifesat.jobs.journal import Sample
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.solutions import ListSolutions

# 64 cells, so that eight bytes tell solutions apart.
PROBLEM = Predecessor(Pattern.from_rows(["." * 8] * 8), margin=0)
# Finds some 200 a second for days.
_INVADER = Predecessor(read_file(EXAMPLES / "space-invader.rle"), generations=4, margin=1)
# An odd number, whose multiples modulo 2**64 are all different.
_SCATTER = 0x9E3779B97F4A7C15
_A_SECOND = 10_000
_BATCHES = 20
_MOST_SECONDS = 200
_MANY_JOBS = 10_000
# The cursor moves down, a page, to the end and back; a filter is typed and removed; another order.
_LIST_KEYS = (b"\x1b[B", b"\x1b[6~", b"\x1b[F", b"\x1b[H", b"/", b"7", b"7", b"\x1b", b"o", b"?")


def rows(scale: Scale) -> Iterator[Row]:
    """Yield the rows: the start, a key among a million solutions, following a fast job."""
    tiny = scale == "tiny"
    textual = [sys.executable, "-c", "import textual.app, textual.widgets"]
    with _home():
        yield compare(
            "tui",
            "from the command to the first screen",
            Program("lifesat tui", _start),
            Program("import textual", lambda: subprocess.run(textual, check=True).returncode),
            pairs=1 if tiny else 9,
        )
        many = 1000 if tiny else 1_000_000
        _finished("many", many)
        _finished("few", 100)
        ours, other = (statistics.median(_key_seconds(name, tiny)) for name in ("many", "few"))
        yield Row(
            "tui", f"from a key to the screen, {many:,} solutions (elapsed time)",
            "the next of many", "the next of 100", ours / other, ours, other, 5 if tiny else 40,
        )  # fmt: skip
        seconds = 2.0 if tiny else 20.0
        took, _ = followed_fast(seconds)
        yield Row(
            "tui", f"following {_A_SECOND:,} solutions a second for {seconds:.0f} s",
            "lifesat tui", "a whole core", took / seconds, took, seconds, 1,
            ratio_limit=None if tiny else 0.1,
        )  # fmt: skip
    with _home():
        jobs = 20 if tiny else _MANY_JOBS
        key, idle = listed(jobs, seconds)
        yield Row(
            "tui", f"from a key to the screen, {jobs:,} jobs in the list (elapsed time)",
            "the slowest key", "0.2 s", key / 0.2, key, 0.2, len(_LIST_KEYS),
            ratio_limit=None if tiny else 1.0,
        )  # fmt: skip
        yield Row(
            "tui", f"showing a list of {jobs:,} jobs for {seconds:.0f} s",
            "lifesat tui", "a whole core", idle / seconds, idle, seconds, 1,
            ratio_limit=None if tiny else 0.03,
        )  # fmt: skip


class Terminal:
    """The application on a pseudo-terminal of 80 by 24 characters; a context manager."""

    def __init__(self, *words: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lifesat", "tui", *words], stdin=slave, stdout=slave,
            stderr=slave, start_new_session=True, env={**os.environ, "TERM": "xterm-256color"},
        )  # fmt: skip
        os.close(slave)
        self.received = 0

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    def read(self, seconds: float) -> bytes:
        """Return what arrives within some time, as soon as something does."""
        if not select.select([self._master], [], [], seconds)[0]:
            return b""
        data = os.read(self._master, 1 << 16)
        self.received += len(data)
        return data

    def wait(self, text: bytes) -> None:
        """Read until a text has arrived."""
        end, got = time.monotonic() + _MOST_SECONDS, b""
        while text not in got:
            got += self.read(0.1)
            if time.monotonic() > end:
                raise RuntimeError(f"{text!r} never came")

    def press(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._master, keys)

    def processor_seconds(self) -> float:
        """Return the processor time that the application has taken."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def followed(name: str, seconds: float) -> tuple[float, float]:
    """Follow a job at work, and return the processor time and the bytes that arrived."""
    with Terminal(name) as terminal:
        terminal.wait(b"predecessor")
        end = time.monotonic() + 3
        while time.monotonic() < end:
            terminal.read(0.1)
        before, received = terminal.processor_seconds(), terminal.received
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            terminal.read(0.1)
        return terminal.processor_seconds() - before, terminal.received - received


def listed(jobs: int, seconds: float) -> tuple[float, float]:
    """Return how long the slowest key of a list of jobs takes, and the processor time at rest."""
    _finished("job-0", 100)
    model = Job("job-0").folder
    for number in range(1, jobs):
        shutil.copytree(model, model.with_name(f"job-{number}"))
    with Terminal() as terminal:
        terminal.wait(b"job-")
        _settle(terminal)
        slowest = 0.0
        for key in _LIST_KEYS:
            began = time.monotonic()
            terminal.press(key)
            terminal.read(_MOST_SECONDS)
            slowest = max(slowest, time.monotonic() - began)
            _settle(terminal)
        terminal.press(b"\x1b")
        _settle(terminal)
        before = terminal.processor_seconds()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            terminal.read(0.1)
        # A tick is the least that the system tells.
        tick = 1 / os.sysconf("SC_CLK_TCK")
        return slowest, max(tick, terminal.processor_seconds() - before)


def _settle(terminal: Terminal) -> None:
    """Wait until nothing has arrived for longer than jobs that are still read need to show."""
    while terminal.read(3.0):
        pass


def followed_fast(seconds: float) -> tuple[float, float]:
    """Follow a job that finds many solutions."""
    job = Job.create(
        f"fast-{time.monotonic_ns()}", ListSolutions(PROBLEM), Options(method="sat", limit=None)
    )
    with job.journal() as journal:
        journal.record(values={"state": "running"})
    words = [sys.executable, "-m", "benchmarks.tui", "feed", job.name]
    with subprocess.Popen(words) as feeder:
        try:
            return followed(job.name, seconds)
        finally:
            feeder.kill()


def followed_invader(seconds: float) -> tuple[float, float]:
    """Follow a search of one process."""
    job = Job.create("invader", ListSolutions(_INVADER), Options(method="sat", limit=None))
    job.start()
    try:
        return followed(job.name, seconds)
    finally:
        job.stop()
        summary = job.summary()
        print(f"{summary.progress.found:,} solutions in {summary.progress.seconds:,.0f} s")


def _feed(name: str) -> None:
    """Be the process of a job that finds many solutions, until killed."""
    job, found, began = Job(name), 0, time.monotonic()
    with job.lock(), job.journal() as journal:
        while True:
            found += _A_SECOND // _BATCHES
            seconds = time.monotonic() - began
            counts = {"found": found, "covered": found, "conflicts": found, "seconds": seconds}
            journal.record(
                values={**counts, "state": "running", "process": os.getpid()},
                solutions=_solutions(found - _A_SECOND // _BATCHES, found),
                sample=Sample(seconds, found, found, found),
            )
            time.sleep(max(0.0, found / _A_SECOND - (time.monotonic() - began)))


def _solutions(after: int, last: int) -> list[Solution]:
    boards = [(n * _SCATTER % 2**64).to_bytes(8, "little") for n in range(after + 1, last + 1)]
    return [
        Solution(number, board, 1, int.from_bytes(board, "little").bit_count())
        for number, board in enumerate(boards, after + 1)
    ]


def _finished(name: str, found: int) -> None:
    """Make a job that has found so many."""
    with Job.create(
        name, ListSolutions(PROBLEM), Options(method="sat", limit=None)
    ).journal() as journal:
        for after in range(0, found, 10_000):
            journal.record(solutions=_solutions(after, min(found, after + 10_000)))
        journal.record(values={"state": "complete", "found": found, "seconds": 9.0})


def _start() -> int:
    with Terminal() as terminal:
        terminal.wait(b"There are no jobs yet")
    return 0


def _key_seconds(name: str, tiny: bool) -> list[float]:
    """Return how long it takes from a key until its solution is on the screen."""
    times = []
    with Terminal(name) as terminal:
        terminal.wait(b"predecessor 1 of")
        for number in range(2, 7 if tiny else 42):
            time.sleep(0.05)
            began = time.monotonic()
            terminal.press(b"\x1b[C")
            terminal.wait(f"predecessor {number} of".encode())
            times.append(time.monotonic() - began)
    return times


@contextmanager
def _home() -> Iterator[None]:
    """Keep jobs in a folder of their own for a while."""
    before = os.environ.get("LIFESAT_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LIFESAT_HOME"] = folder
        try:
            yield
        finally:
            del os.environ["LIFESAT_HOME"]
            if before is not None:
                os.environ["LIFESAT_HOME"] = before


def _main() -> None:
    if sys.argv[1] == "feed":
        _feed(sys.argv[2])
    seconds = float(sys.argv[1])
    with _home():
        if sys.argv[2:] == ["list"]:
            key, idle = listed(_MANY_JOBS, seconds)
            print(f"the slowest key {key:.3f} s, {idle / seconds:.1%} of a core at rest")
            return
        took, got = (followed_invader if sys.argv[2:] else followed_fast)(seconds)
    print(f"{got / seconds:,.0f} bytes a second, {took / seconds:.1%} of a core")


if __name__ == "__main__":
    _main()
