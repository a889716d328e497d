"""Going back in several processes at once, each of which takes other parents.

How far a search gets depends on which parents it happens to take, far more than on its speed. So
processes that share nothing gain more than processes that search for one parent together.
"""

import math
import multiprocessing
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from types import TracebackType
from typing import NamedTuple

from lifesat.errors import MemoryLimitError
from lifesat.life.pattern import Pattern
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.predecessor import Predecessor
from lifesat.sat.rewind import Rewind

# Another process takes about half a second to start.
_ALONE_SECONDS = 0.5
_SLICE_SECONDS = 0.1
# Far apart, so that the dead ends of one search do not lead to the seed of another.
_SEEDS = 1000
# Neither is always the faster one.
_ENCODINGS = ("truth_table", "column_triples")


class Report(NamedTuple):
    """What another process has reached.

    Attributes
    ----------
    oldest, generations, dead_ends, exhausted
        As of its `lifesat.sat.rewind.Rewind`; `oldest` is None if it is as before.
    """

    oldest: Pattern | None
    generations: int
    dead_ends: int
    exhausted: bool


class Member(NamedTuple):
    """How one of the processes searches.

    Attributes
    ----------
    encoding, solver, seed
        As for `lifesat.sat.rewind.Rewind`.
    """

    encoding: str
    solver: str
    seed: int


class Rewinds:
    """Goes back from a target in this process and, if it takes longer, in others too.

    A context manager.

    Parameters
    ----------
    problem, solver, memory
        As for `lifesat.sat.rewind.Rewind`.
    encoding
        Its name, or None to take one or the other in turn.
    workers
        The number of processes that may search.

    Attributes
    ----------
    oldest, generations
        As of `lifesat.sat.rewind.Rewind`.
    fault
        Why the search has ended early, because the next generation takes too much memory; or None.

    Raises
    ------
    MemoryLimitError
        If the formula for the first parent would take too much memory.
    """

    def __init__(
        self,
        problem: Predecessor,
        encoding: str | None,
        solver: str,
        workers: int,
        memory: int | None = None,
    ) -> None:
        self._problem = problem
        encodings = [encoding] if encoding else _quickest(problem)
        self._members = [
            Member(encodings[number % len(encodings)], solver, _seed(number // len(encodings)))
            for number in range(workers)
        ]
        self._memory = memory
        self._here = Rewind(problem, *self._members[0], memory=memory)
        self._others: list[_Other] = []
        # Processor time, which measures the work on a busy machine too.
        self._began = time.process_time()
        self.oldest: Pattern | None = None
        self.generations = 0
        self.fault: MemoryLimitError | None = None

    def __enter__(self) -> "Rewinds":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._here.__exit__(kind, error, traceback)
        for other in self._others:
            other.kill()

    @property
    def dead_ends(self) -> int:
        """How many generations without a parent have been met."""
        return self._here.dead_ends + sum(other.last.dead_ends for other in self._others)

    @property
    def exhausted(self) -> bool:
        """Whether every parent of the target has been excluded."""
        return self._here.exhausted or any(other.last.exhausted for other in self._others)

    @property
    def proved(self) -> bool:
        """Whether it is proved that nothing is older than the oldest that has been reached."""
        return self.exhausted and (self._problem.outside != "dead" or not self.generations)

    def steps(self, generations: int | None) -> Iterator[None]:
        """Go back so many generations, or as far as possible; yield several times a second."""
        while (
            not self.exhausted
            and self.fault is None
            and (generations is None or self.generations < generations)
        ):
            try:
                self._advance()
            except MemoryLimitError as fault:
                self.fault = fault
            yield

    def _advance(self) -> None:
        if not self._others and time.process_time() > self._began + _ALONE_SECONDS:
            text, others = self._problem.to_json(), self._members[1:]
            self._others = [_Other(text, member, self._memory) for member in others]
        if self._here.advance(_SLICE_SECONDS):
            self._keep(self._here.oldest, self._here.generations)
        for other in self._others:
            for report in other.reports():
                self._keep(report.oldest, report.generations)

    def _keep(self, pattern: Pattern | None, generations: int) -> None:
        if pattern is not None and generations > self.generations:
            self.oldest, self.generations = pattern, generations


class _Other:
    """Another process that goes back; when it has no memory for more, it ends."""

    def __init__(self, problem: str, member: Member, memory: int | None) -> None:
        from lifesat.sat.pool_process import IsolatedProcess  # noqa: PLC0415  # slow to load

        self.last = Report(None, 0, 0, exhausted=False)
        self._reports, sender = multiprocessing.Pipe(duplex=False)
        self._process = IsolatedProcess(
            target=_go_back, args=(sender, problem, member, memory), daemon=True
        )
        self._process.start()
        sender.close()

    def reports(self) -> list[Report]:
        """Return what it has reported since the last call."""
        reports: list[Report] = []
        with suppress(EOFError):
            while self._reports.poll():
                reports.append(self._reports.recv())
        self.last = reports[-1] if reports else self.last
        return reports

    def kill(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._reports.close()


def _quickest(problem: Predecessor) -> list[str]:
    """Return the encodings that find parents of boards of this size fastest, if rules allow."""
    return [each for each in _ENCODINGS if each in problem.encodings] or [problem.encodings[0]]


def _seed(number: int) -> int:
    """Return the seed of another search: the second one tries live cells first, and so on."""
    return 1 + number % 2 + 2 * _SEEDS * (number // 2)


def _go_back(sender: Connection, problem: str, member: Member, memory: int | None) -> None:
    """Go back in a process of its own, and report."""
    from lifesat.sat.pool_process import depend_on_parent  # noqa: PLC0415  # slow to load

    depend_on_parent()
    parsed = problem_from_json(problem)
    if not isinstance(parsed, Predecessor):
        raise TypeError(f"{parsed.nouns} have no parents")
    # Long calls find more, and nobody has to interrupt them: this process is killed.
    rewind = Rewind(parsed, *member, memory=memory, call_seconds=math.inf)
    with suppress(MemoryLimitError), rewind as search:
        exhausted = False
        while not exhausted:
            older, exhausted = search.advance(math.inf), search.exhausted
            oldest = search.oldest if older else None
            sender.send(Report(oldest, search.generations, search.dead_ends, exhausted))
