"""Counting by a list, which goes on in turns while a frontier is swept."""

import math
import time
from collections import Counter
from collections.abc import Iterator

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.problems.problem import Problem
from lifesat.queries.events import Event, Solutions

# A shorter sweep is left alone. At first the list takes as long as the sweep, whose next step may
# have to use files and take minutes; later it takes a part of that time.
_ALONE_SECONDS = 3.0
_EQUAL_SECONDS = 10.0
_SHARE = 0.25
# A longer list is left to the sweep.
_MOST_SOLUTIONS = 20_000


class ListIsCompleteError(Exception):
    """The list has ended before the sweep."""


class Listing:
    """All solutions, listed a while at a time and counted.

    Parameters
    ----------
    problem
        Whose solutions are counted.
    options
        How they are listed.
    by_population
        Whether there is a number for each population.

    Attributes
    ----------
    found
        How many solutions have been listed.
    """

    def __init__(self, problem: Problem, options: Options, *, by_population: bool) -> None:
        self.found = 0
        self._populations: Counter[int] = Counter()
        self._by_population = by_population
        self._events = self._listed(problem, options)

    def _listed(self, problem: Problem, options: Options) -> Iterator[Event]:
        from lifesat.queries.search import search  # noqa: PLC0415  # sweeps need none
        from lifesat.queries.solutions import ListSolutions  # noqa: PLC0415  # needs a solver

        for event in search(ListSolutions(problem), options):
            if isinstance(event, Solutions):
                for population in event.weights():
                    self._populations[population if self._by_population else 0] += 1
                    self.found += 1
            yield event

    def advance(self, seconds: float) -> bool:
        """Go on for about so many seconds; return whether the list is complete."""
        end = time.monotonic() + seconds
        return all(time.monotonic() < end for _ in self._events)

    def finish(self) -> list[int]:
        """Go on to the end and return the numbers."""
        self.advance(math.inf)
        return self.numbers

    @property
    def numbers(self) -> list[int]:
        """The numbers so far, as `lifesat.queries.counting.count_solutions` returns them."""
        most = max(self._populations, default=0)
        return [self._populations[population] for population in range(most + 1)]


class ListBeside:
    """Lists the solutions while they are counted in another way, as long as they seem few.

    Parameters
    ----------
    listing
        The list.
    """

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._began = time.monotonic()
        self._spent = 0.0
        self._goes_on = True

    def take_turn(self) -> None:
        """Go on with the list, if it is its turn.

        Raises
        ------
        ListIsCompleteError
            If the list is complete.
        """
        began = time.monotonic()
        swept = began - self._began - self._spent
        equal = min(swept, _EQUAL_SECONDS)
        turn = equal + _SHARE * (swept - equal) - self._spent
        if not self._goes_on or swept < _ALONE_SECONDS or turn <= 0:
            return
        try:
            complete = self._listing.advance(turn)
        except UserError:  # such as too little memory for the formula
            complete = self._goes_on = False
        if complete:
            raise ListIsCompleteError
        self._goes_on = self._goes_on and self._listing.found < _MOST_SOLUTIONS
        self._spent += time.monotonic() - began
