"""How many solutions there are: by a frontier, by a model counter, or by listing them all."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.frontier.counts import count_by_population, count_orbits, count_parents
from lifesat.frontier.memory import Limits, OutOfReachError
from lifesat.frontier.progress import SweepProgress
from lifesat.problems.life.block_predecessor import predecessor_of_block
from lifesat.problems.life.generations_predecessor import GenerationsPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.predecessor_states import PredecessorStates
from lifesat.problems.problem import Problem
from lifesat.queries.events import Event, Solutions
from lifesat.queries.validation import CountedProblem
from lifesat.sat import model_counter
from lifesat.sat.memory import check, counter_bytes
from lifesat.system.machine import memory_limit

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


@dataclass(frozen=True)
class Count:
    """What to count, and with what.

    Attributes
    ----------
    by_population
        Whether there is a number for each population, from 0 on; otherwise there is one number.
    up_to_symmetry
        Whether orbits are counted.
    encoding, memory
        As in `lifesat.engines.options.Options`.
    disk
        As in `lifesat.frontier.memory.Limits`.
    """

    by_population: bool = False
    up_to_symmetry: bool = False
    encoding: str | None = None
    memory: int | None = None
    disk: int | None = None


def count_solutions(
    problem: CountedProblem,
    how: Count,
    notice: Callable[[str], None] = lambda _: None,
    report: Callable[[SweepProgress], None] = lambda _: None,
) -> list[int]:
    """Return the exact numbers of solutions.

    A sweep that takes long lets a listing take turns, which ends first if there are few solutions.

    Parameters
    ----------
    problem
        Whose solutions are counted.
    how
        What to count, and with what.
    notice
        Called with a sentence if no frontier fits, before the slower way is taken.
    report
        Called with how far a sweep is.

    Raises
    ------
    UserError
        If the encoding cannot express the rule, or the model counter ran out of memory.
    MemoryLimitError
        If the formula would take too much memory.
    """
    listing = _listing(problem, how)
    beside = ListBeside(listing)

    def go_on(progress: SweepProgress) -> None:
        report(progress)
        beside.take_turn()

    try:
        return _swept(problem, how, go_on)
    except ListIsCompleteError:
        return listing.numbers
    except OutOfReachError as reason:
        counted = not how.by_population and not how.up_to_symmetry and model_counter.available()
        way = "counting models with pyganak" if counted else "listing all with the SAT solver"
        notice(f"{reason}: {way} instead")
    return [_counted(problem, how)] if counted else _listing(problem, how).finish()


def _listing(problem: CountedProblem, how: Count) -> Listing:
    options = Options(
        encoding=how.encoding, limit=None, up_to_symmetry=how.up_to_symmetry, memory=how.memory
    )
    return Listing(problem, options, by_population=how.by_population)


def _swept(
    problem: CountedProblem, how: Count, report: Callable[[SweepProgress], None]
) -> list[int]:
    problem = _swept_problem(problem, how)
    limits = Limits(memory_limit(how.memory), how.disk)
    if how.up_to_symmetry:
        by_population = how.by_population
        return count_orbits(problem, limits, by_population=by_population, report=report)
    if how.by_population:
        return count_by_population(problem, limits, report=report)
    return [count_parents(problem, limits, report=report)]


def _swept_problem(counted: CountedProblem, how: Count) -> Predecessor:
    """Return the predecessors that a frontier counts instead."""
    if isinstance(counted, Predecessor):
        return counted
    if isinstance(counted, PredecessorStates):
        raise OutOfReachError("a frontier sweep counts whole predecessors only")
    if isinstance(counted, GenerationsPredecessor):
        raise OutOfReachError("a frontier sweep counts predecessors under rules of two states")
    problem = predecessor_of_block(counted)
    # The symmetries of a predecessor on a torus include shifts, those of a block do not.
    if problem is None or (how.up_to_symmetry and problem.outside == "torus"):
        raise OutOfReachError("no frontier sweeps this block")
    return problem


def _counted(problem: CountedProblem, how: Count) -> int:
    encoding = how.encoding or problem.encodings[0]
    check(counter_bytes(problem.formula_size(encoding)), how.memory)
    formula = problem.formula(encoding)
    try:
        return model_counter.count_models(formula, problem.projection)
    except MemoryError as error:
        raise UserError(f"{error}; the machine may have too little memory for it") from error
