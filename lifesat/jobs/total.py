"""How many solutions there are to find, counted by a frontier beside the search."""

import multiprocessing
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from types import TracebackType
from typing import TYPE_CHECKING

from lifesat.jobs.options import Options
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.problem import Problem
from lifesat.solving.executors import depend_on_parent
from lifesat.solving.frontier import OutOfReachError, count_orbits, count_parents, sweepable

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

# A count that takes longer is given up, for it takes a core and memory from the search.
_MOST_SECONDS = 20.0
_MOST_BYTES = 1 << 30


class Total:
    """Counts in a process of its own; a context manager.

    Parameters
    ----------
    problem, options
        What is sought and how.
    after
        The count begins when `arrived` is asked so many seconds later, since a search that is over
        soon needs no total.
    """

    def __init__(self, problem: Problem, options: Options, after: float = 0.0) -> None:
        self._process: BaseProcess | None = None
        self._answer: Connection | None = None
        self._words = problem.to_json(), options.up_to_symmetry
        self._begin = time.monotonic() + after
        listed = not options.skip and options.goal is None
        self._waits = listed and sweepable(problem)
        if not after:
            self._start()

    def __enter__(self) -> "Total":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._give_up()

    def arrived(self) -> int | None:
        """Return the number once when it is there; otherwise None."""
        if time.monotonic() >= self._begin:
            self._start()
        if self._answer is None:
            return None
        total: int | None = None
        if self._answer.poll():
            with suppress(EOFError):
                total = self._answer.recv()
            self._give_up()
        elif time.monotonic() > self._begin + _MOST_SECONDS:
            self._give_up()
        return total

    def _start(self) -> None:
        if self._waits:
            self._waits = False
            context = multiprocessing.get_context("spawn")
            self._answer, there = context.Pipe(duplex=False)
            self._process = context.Process(target=_count, args=(there, *self._words), daemon=True)
            self._process.start()
            there.close()

    def _give_up(self) -> None:
        if self._process is not None and self._answer is not None:
            self._process.kill()
            self._process.join()
            self._answer.close()
        self._process = self._answer = None


def _count(answer: Connection, problem: str, up_to_symmetry: bool) -> None:
    depend_on_parent()
    sought = problem_from_json(problem)
    if sweepable(sought):
        with suppress(OutOfReachError):
            if up_to_symmetry:
                answer.send(sum(count_orbits(sought, _MOST_BYTES)))
            else:
                answer.send(count_parents(sought, _MOST_BYTES))
