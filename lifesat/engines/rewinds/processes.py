"""Going back in several processes at once, each of which takes other parents.

How far a search gets depends on which parents it happens to take, far more than on its speed. So
processes that share nothing gain more than processes that search for one parent together.
"""

import math
import time
from contextlib import AbstractContextManager
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, NamedTuple

from lifesat.engines.rewinds.engine import rewind_variants
from lifesat.engines.rewinds.history import Ancestor
from lifesat.engines.rewinds.search import Rewind
from lifesat.errors import MemoryLimitError
from lifesat.life.pattern import Pattern
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.predecessor import Predecessor

# Other processes take about half a second to start. Later only they search, because long calls to
# the solver find more, and this process has to report in between.
_ALONE_SECONDS = 0.5
_HERE_SECONDS = 2.0
_SLICE_SECONDS = 0.1
# Processes that choose among more parents go back eight generations later, but get further.
_CHOICES = (8, 20)


class Report(NamedTuple):
    """What another process has reached; the fields are those of its `Rewind`."""

    # None if it has not changed.
    oldest: Pattern | None
    generations: int
    dead_ends: int
    exhausted: bool


_NOTHING = Report(None, 0, 0, exhausted=False)


class Rewinds:
    """Goes back from a target in this process and, if it takes longer, in others too.

    A context manager. Most arguments are those of `Rewind`. If `encoding` is None, processes take
    one or the other in turn. One process continues from `earlier`; others start anew, since other
    parents may lead further. Raises MemoryLimitError if the formula for the first parent would take
    too much memory.
    """

    def __init__(
        self,
        problem: Predecessor,
        encoding: str | None,
        solver: str,
        workers: int,
        memory: int | None = None,
        earlier: Ancestor | None = None,
    ) -> None:
        self._problem = problem
        self._solver, self._memory, self._workers = solver, memory, workers
        self._earlier = earlier
        self._variants = rewind_variants(problem, encoding)
        first, seed = next(self._variants)
        self._here = Rewind(problem, first, solver, seed, memory, earlier=earlier)
        self._others: list[_Other] = []
        # Processor time, which measures the work on a busy machine too.
        self._began = time.process_time()
        self.oldest: Pattern | None = earlier.pattern if earlier else None
        self.generations = earlier.generations if earlier else 0
        # Why the search ended early, because the next generation takes too much memory; or None.
        self.error: MemoryLimitError | None = None

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
            other.process.kill()

    @property
    def dead_ends(self) -> int:
        """The number of generations without a parent that have been met."""
        return self._here.dead_ends + sum(other.last.dead_ends for other in self._others)

    @property
    def exhausted(self) -> bool:
        """Whether every parent of the target has been excluded."""
        return self._here.exhausted or any(other.last.exhausted for other in self._others)

    @property
    def proved(self) -> bool:
        """Whether it is proved that nothing is older than the oldest generation reached."""
        return self.exhausted and (not any(self._problem.window.ring) or not self.generations)

    def ended(self, generations: int | None) -> bool:
        """Return whether a search for `generations`, or the most possible if None, is over."""
        reached = generations is not None and self.generations >= generations
        return reached or self.exhausted or self.error is not None

    def advance(self) -> None:
        """Search for a tenth of a second, or for one step that takes longer."""
        try:
            self._advance()
        except MemoryLimitError as error:
            self.error = error

    def suspended(self) -> AbstractContextManager[None]:
        """Return a context in which the other processes are stopped."""
        from lifesat.engines.sat.worker_process import suspended  # noqa: PLC0415  # slow to load

        return suspended([other.process for other in self._others])

    def _advance(self) -> None:
        """Search here for a short time, or wait, and record what others have reached."""
        worked = time.process_time() - self._began
        if worked > _ALONE_SECONDS:
            self._start_others(self._workers - 1)
        if worked > _HERE_SECONDS and self._others:
            self._here.end()
            self._start_others(self._workers)
            self._wait()
        elif self._here.advance(_SLICE_SECONDS):
            self._keep(self._here.oldest, self._here.generations)
        for other in self._others:
            for report in other.received():
                self._keep(report.oldest, report.generations)

    def _wait(self) -> None:
        """Wait for a report of another process; raise MemoryLimitError if all have ended."""
        at_work = [other.process.connection for other in self._others if not other.process.ended]
        if not at_work:
            errors = [other.error for other in self._others if other.error]
            raise errors[0] if errors else MemoryLimitError("the search was killed")
        wait(at_work, _SLICE_SECONDS)

    def _start_others(self, number: int) -> None:
        """Start processes until there are `number`."""
        while len(self._others) < number:
            encoding, seed = next(self._variants)
            problem = self._problem.to_json()
            choices = _CHOICES[len(self._others) % len(_CHOICES)]
            earlier = None if self._others else self._earlier
            # After the problem, the arguments of `Rewind`.
            how = encoding, self._solver, seed, self._memory, choices, earlier
            self._others.append(_Other(problem, *how))

    def _keep(self, pattern: Pattern | None, generations: int) -> None:
        if pattern is not None and generations > self.generations:
            self.oldest, self.generations = pattern, generations


class _Other:
    """Another process that goes back; it ends when it runs out of memory."""

    def __init__(self, problem: str, *how: Any) -> None:
        from lifesat.engines.sat.worker_process import WorkerProcess  # noqa: PLC0415  # slow to load

        self.last = _NOTHING
        self.error: MemoryLimitError | None = None
        self.process = WorkerProcess(_go_back, problem, *how)

    def received(self) -> list[Report]:
        """Return the reports since the last call."""
        received = self.process.received()
        errors = [each for each in received if isinstance(each, MemoryLimitError)]
        self.error = errors[0] if errors else self.error
        reports = [each for each in received if isinstance(each, Report)]
        self.last = reports[-1] if reports else self.last
        return reports


def _go_back(connection: Connection, problem: str, *how: Any) -> None:
    """Go back in a process of its own, and send reports."""
    parsed = problem_from_json(problem)
    if not isinstance(parsed, Predecessor):
        raise TypeError(f"{parsed.nouns} have no parents")
    try:
        with Rewind(parsed, *how) as search:
            exhausted = False
            while not exhausted:
                # Long calls find more, and nothing has to interrupt them: this process is killed.
                older, exhausted = search.advance(math.inf, math.inf), search.exhausted
                oldest = search.oldest if older else None
                connection.send(Report(oldest, search.generations, search.dead_ends, exhausted))
    except MemoryLimitError as error:
        connection.send(error)
