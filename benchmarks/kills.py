"""Kill processes of jobs of every kind at random moments, and compare with an undisturbed search.

``python -m benchmarks.kills`` does so on this machine and on a dask cluster of two workers here.
It needs POSIX and, for the cluster, the extra ``cluster``. A solution that is lost or found twice
ends it with exit code 1.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from unittest import mock

from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.jobs.follow import found
from lifesat.jobs.job import Job
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.completion import Completion
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.replicator import Replicator
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import PseudoStillLife, StrictStillLife
from lifesat.problems.problem import Problem
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.events import Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions

# One process needs a second to six for each of these.
_CLUES = ("123456789", "456789123", "789123456", "214365897", "3........", "8........")
PROBLEMS: Mapping[str, Problem] = {
    problem.kind: problem
    for problem in (
        Predecessor(Pattern.from_rows([".OO.", "O..O", "O..O", ".OO."]), outside="free"),
        NearestPredecessor(Predecessor(Pattern.from_rows(["OOOOO"] * 4), margin=0), better_than=9),
        Eater(10, 10, 8, min_population=7, max_population=9),
        StillLife(7, 6),
        StrictStillLife(8, 5),
        PseudoStillLife(8, 5),
        Oscillator(7, 6, 2),
        Spaceship(8, 8, 4, (1, 1)),
        Replicator(5, 3, 2, (1, 0), rule_name="B2/S"),
        Agar(6, 5),
        SpaceTimeSearch((("* * * * *",) * 4,) * 2),
        Completion((("===.====",) + ("=" * 8,) * 4,)),
        Sudoku(tuple(tuple(int(c) if c != "." else 0 for c in row) for row in _CLUES)
               + ((0,) * 9,) * 3),
        Sokoban(("######", "#@ $.#", "#  $.#", "######"), 15),
    )
} | {
    "predecessor-generations": Predecessor(
        Pattern.from_cells([], size=(4, 3), rule="/2/3"), 2, margin=0,
    ),
    "predecessor-states": Predecessor(
        Pattern.from_rows(["......"] * 6), generations=2, margin=0,
        project=frozenset((x, y) for x in range(4) for y in range(3)),
    ),
}  # fmt: skip

# A process is killed so long after it has begun, at most.
_LONGEST_SECONDS = 3.0
_PATIENCE_SECONDS = 900.0

Boards = set[bytes]


@dataclass
class Outcome:
    """What became of one job.

    Attributes
    ----------
    kind
        The kind of its problem.
    kills
        How often a process of each role was killed.
    starts
        How often the job was started.
    failures
        Why it failed on the way, if it did; it was started again.
    solutions, expected
        How many it found, and how many there are.
    lost, twice, wrong
        Solutions that are missing, that were found again, and that are none.
    """

    kind: str
    kills: Counter[str] = field(default_factory=Counter)
    starts: int = 0
    failures: list[str] = field(default_factory=list)
    solutions: int = 0
    expected: int = 0
    lost: int = 0
    twice: int = 0
    wrong: int = 0

    @property
    def right(self) -> bool:
        """Whether the job found what an undisturbed search finds."""
        return not (self.lost or self.twice or self.wrong)


class Here:
    """Jobs on this machine: the process of the job, and the processes it has started."""

    address: str | None = None

    def victims(self, process: int) -> Iterator[tuple[str, int]]:
        """Yield the processes that may be killed, each with its role."""
        yield "job", process
        for child in _children(process):
            yield "child of a job", child

    def mend(self) -> None:
        """Replace what was killed; a job does that itself."""


class Cluster:
    """Jobs on a dask scheduler with two workers, each a process here.

    Parameters
    ----------
    address
        The scheduler's.
    folder
        For the workers' files.
    """

    def __init__(self, address: str, folder: Path) -> None:
        self.address = address
        self._folder = folder
        self._workers = [self._worker() for _ in range(2)]

    def victims(self, process: int) -> Iterator[tuple[str, int]]:
        """Yield the processes that may be killed, each with its role."""
        yield "job", process
        for worker in self._workers:
            yield "dask worker", worker.pid

    def mend(self) -> None:
        """Start a worker for each that was killed."""
        for place, worker in enumerate(self._workers):
            with suppress(subprocess.TimeoutExpired):
                worker.wait(0.1)
                self._workers[place] = self._worker()

    def end(self) -> None:
        """End the workers."""
        for worker in self._workers:
            worker.kill()
            worker.wait()

    def _worker(self) -> "subprocess.Popen[bytes]":
        words = [sys.executable, "-m", "distributed.cli.dask_worker", self.address]
        words += ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
        words += ["--local-directory", str(self._folder)]
        return _silent(words)


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """Start a scheduler with two workers, and end them."""
    file = folder / "scheduler.json"
    words = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"]
    words += ["--port", "0", "--no-dashboard", "--no-jupyter", "--scheduler-file", str(file)]
    with ExitStack() as stack:
        scheduler = _silent(words)
        stack.callback(scheduler.wait)
        stack.callback(scheduler.kill)
        from distributed import Client  # noqa: PLC0415  # an optional extra

        _until(lambda: file.exists() and file.stat().st_size > 0)
        with Client(scheduler_file=str(file), set_as_default=False) as client:
            address = client.scheduler.address
            machines = Cluster(address, folder)
            stack.callback(machines.end)
            client.wait_for_workers(2, timeout=120)
        yield machines


def tormented(kind: str, place: Here | Cluster, kills: int, chance: random.Random) -> Outcome:
    """Run jobs of a kind until so many processes were killed, and count what they found.

    Parameters
    ----------
    kind
        The kind of problem.
    place
        Where the processes are.
    kills
        How many processes to kill.
    chance
        Chooses moments and processes.
    """
    outcome = Outcome(kind)
    jobs = 0
    while not jobs or outcome.kills.total() < kills:
        jobs += 1
        name = f"{kind.replace('_', '-')}-{jobs}"
        options = Options(method="sat", limit=None, workers=2, cluster=place.address)
        job = Job.create(name, ListSolutions(PROBLEMS[kind]), options)
        try:
            while _begin(job, outcome):
                if outcome.kills.total() < kills:
                    time.sleep(chance.uniform(0.0, _LONGEST_SECONDS))
                    outcome.kills.update(_kill(job, place, chance))
                    place.mend()
                else:
                    _until_at_rest(job)
        finally:
            job.kill()
        _compare(job, outcome)
    return outcome


def _begin(job: Job, outcome: Outcome) -> bool:
    """Let the job be at work, and say whether there is anything left to do."""
    summary = job.summary()
    if summary.state == "failed" and not job.at_work():
        outcome.failures.append(summary.reason)
    if summary.state == "complete":
        _until_at_rest(job)
        return False
    if not job.at_work():
        job.start()
        outcome.starts += 1
        _until(lambda: job.summary().state != "new")
    return True


def _kill(job: Job, place: Here | Cluster, chance: random.Random) -> list[str]:
    """Kill a process of a role that is chosen by chance, and return the role, if there is one."""
    summary = job.summary()
    if summary.process is None or summary.state != "running":
        return []
    victims = list(place.victims(summary.process))
    role = chance.choice(sorted({role for role, _ in victims}))
    process = chance.choice([process for each, process in victims if each == role])
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return []
    if role == "job":
        _until_at_rest(job)
    return [role]


def _compare(job: Job, outcome: Outcome) -> None:
    boards = [board.tobytes() for solutions in found(job) for board in solutions.boards]
    expected = undisturbed(outcome.kind)
    outcome.solutions += len(boards)
    outcome.expected += len(expected)
    outcome.lost += len(expected - set(boards))
    outcome.twice += len(boards) - len(set(boards))
    outcome.wrong += len(set(boards) - expected)


@cache
def undisturbed(kind: str) -> Boards:
    """Return what a search in this process finds that nobody disturbs."""
    events = search(ListSolutions(PROBLEMS[kind]), Options(method="sat", limit=None, workers=1))
    return {
        board.tobytes()
        for event in events
        if isinstance(event, Solutions)
        for board in event.boards
    }


def run(place: Here | Cluster, kinds: Sequence[str], kills: int, seed: int) -> Iterator[Outcome]:
    """Yield the outcome for each kind; the kills are shared out evenly."""
    chance = random.Random(seed)  # noqa: S311  # no secret depends on it
    for number, kind in enumerate(kinds):
        share = (number + 1) * kills // len(kinds) - number * kills // len(kinds)
        yield tormented(kind, place, share, chance)


def _children(process: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False
    )
    return list(map(int, listed.stdout.split()))


def _silent(words: list[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _until_at_rest(job: Job) -> None:
    _until(lambda: not job.at_work())


def _until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("a job does not go on")
        time.sleep(0.02)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 1 if a solution was lost, found twice or wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="at each place (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of chance (%(default)s)")
    parser.add_argument("--kinds", nargs="*", choices=PROBLEMS, default=list(PROBLEMS))
    parser.add_argument(
        "--places", nargs="*", choices=("here", "cluster"), default=["here", "cluster"]
    )
    options = parser.parse_args(arguments)
    right = True
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for name in options.places:
            stack.enter_context(mock.patch.dict(os.environ, LIFESAT_HOME=str(home / name)))
            place = Here() if name == "here" else stack.enter_context(cluster(home))
            for outcome in run(place, options.kinds, options.kills, options.seed):
                print(f"{name}: {_said(outcome)}", flush=True)
                right = right and outcome.right
    return int(not right)


def _said(outcome: Outcome) -> str:
    kills = ", ".join(f"{number} x {role}" for role, number in sorted(outcome.kills.items()))
    failures = "".join(f"; failed: {reason}" for reason in outcome.failures)
    return (
        f"{outcome.kind}: killed {kills or 'nothing'}; {outcome.starts} starts; "
        f"{outcome.solutions:,} of {outcome.expected:,} solutions, {outcome.lost} lost, "
        f"{outcome.twice} twice, {outcome.wrong} wrong{failures}"
    )


if __name__ == "__main__":
    sys.exit(main())
