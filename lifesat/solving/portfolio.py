"""One answer, soon: the same search by different means at once, and the first that answers ends it.

If ever better solutions are sought, what one has found binds all, and a proof that there is nothing
better ends it.

How long a solver takes to find one solution has a heavy tail; another encoding, solver or seed is
often many times faster, and nobody knows which.
"""

import time
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from itertools import count, islice, product

import numpy as np
from numpy.typing import NDArray

from lifesat.solving.enumerate import Models
from lifesat.solving.flights import Flights
from lifesat.solving.slices import Method, Packed, Report, Slice, prepared, unpack

# In the order of docs/choice-of-encoding.md.
_SOLVERS = ("cadical195", "glucose4")


class Race:
    """Looks for one solution by several methods; see `lifesat.solving.enumerate.Enumeration`.

    Parameters
    ----------
    runners
        The methods, of one problem.
    executor
        Any executor; `submit` is all that is used of it.
    known
        Solutions that do not count, packed.
    seconds
        How long a slice lasts.

    Attributes
    ----------
    complete
        Whether it is proved that there is none.
    conflicts
        Conflicts met so far, by all.
    """

    def __init__(
        self, runners: list[Method], executor: Executor, known: Packed, seconds: float = 0.5
    ) -> None:
        self.complete = False
        self.conflicts = 0
        self._problem = prepared(runners[0]).problem
        self._projection = self._problem.projection
        self._flights: Flights[Method] = Flights(executor)
        self._known = known
        self._seconds = seconds
        self._goal = runners[0].goal
        for runner in runners:
            self._send(runner, None)

    def advance(self, seconds: float, most: int | None = None) -> Models:
        """Go on for about `seconds`, or until there is a solution; `most` says no less than one."""
        end = time.perf_counter() + seconds
        while True:
            for runner, report in self._flights.landed(max(0.0, end - time.perf_counter())):
                self.conflicts += report.conflicts
                if len(report.packed) or report.complete:
                    return self._answer(runner, report, most)
                self._send(runner, report.token)
            if time.perf_counter() >= end:
                none = np.zeros((0, self._projection), dtype=np.int32)
                return Models(none, np.zeros(0, dtype=np.intp))

    def learn(self, known: Packed) -> None:
        """Take note of solutions that others have found."""
        self._known = np.concatenate([self._known, known])

    def _answer(self, runner: Method, report: Report, most: int | None) -> Models:
        """Return what was found; the search goes on if there may be something better."""
        found = report.packed[:most]
        if self._goal is not None:
            # Meanwhile somebody else may have found a better one.
            found = found[self._better(found)]
            self.learn(found)
        self.complete = report.complete and (self._goal is not None or not len(found))
        if self._goal is None or self.complete:
            self._flights.recall()
        else:
            self._send(runner, report.token)
        return Models(unpack(found, self._projection), report.orbits[: len(found)])

    def _better(self, found: Packed) -> NDArray[np.bool_]:
        """Return which solutions are better than all that are known."""
        weights, known = map(self._weights, (found, self._known))
        better: NDArray[np.bool_] = np.ones(len(found), dtype=bool)
        if len(known):
            better = weights < known.min() if self._goal == "fewest" else weights > known.max()
        return better

    def _weights(self, packed: Packed) -> NDArray[np.intp]:
        return self._problem.weights(self._problem.boards(unpack(packed, self._projection)))

    def _send(self, runner: Method, token: tuple[int, int] | None) -> None:
        self._flights.send(runner, Slice(runner, (), self._known, self._seconds, 1, token))


def methods(method: Method, number: int) -> list[Method]:
    """Return the method itself, and others that differ in encoding, solver and seed."""
    return list(islice(_all_methods(method), number))


def _all_methods(method: Method) -> Iterator[Method]:
    """Yield the method itself, then others without end."""
    yield method
    encodings = prepared(method).problem.encodings
    for seed in count(1):
        for solver, encoding in product(_SOLVERS, encodings):
            if seed > 1 or (solver, encoding) != (method.solver, method.encoding):
                yield replace(method, encoding=encoding, solver=solver, seed=seed)
