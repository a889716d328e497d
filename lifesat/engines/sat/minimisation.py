"""Minimal subsets: elements are removed from a set while it keeps a property.

The property is monotone: if a set has it, so has every set that contains it. "Together, these
assumptions have no model" is the classic one, and this is deletion-based minimisation with cores
[1]_. A trial removes a piece of the set, one element or several. If the rest still has the
property, a core of it is the next set. If not, every smaller set needs some of the piece too; so a
single element that cannot be removed stays necessary. The set is minimal once that is known of each
of its elements. The order of the trials does not matter, so several run at once.

References
----------
.. [1] J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications",
   ISMVL 2010.
"""

import math
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from lifesat.cnf.bit_sets import BitSet
from lifesat.engines.sat.executors import GrowingPool
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import TaskSet

Fact = TypeVar("Fact")

_ALONE_SLICE = 0.25
# The factor for the limit of conflicts after each round.
_MORE = 4

_NUMBERS = count()


@dataclass(frozen=True)
class TrialSetup:
    """What the trials of one minimisation share."""

    setup: SolverSetup = field(hash=False)
    # Unique for each minimisation: an element that is necessary in one may not be in another.
    number: int = field(default_factory=partial(next, _NUMBERS))


@dataclass(frozen=True)
class Trial:
    """A slice of testing whether a set has the property."""

    work: TrialSetup
    elements: BitSet
    # The elements that are known to be necessary.
    needed: BitSet = 0
    seconds: float = 0.0
    # The approximate limit of conflicts.
    conflicts: float = math.inf


class Outcome(NamedTuple, Generic[Fact]):
    """The result of a slice."""

    # Whether the set has the property; None if the slice has not decided that.
    good: bool | None
    # A part of the set that holds every subset with the property.
    elements: BitSet
    # If the set has the property: a subset that has it too, perhaps without necessary elements.
    core: BitSet = 0
    # The conflicts left; 0 if the trial has reached its limit.
    conflicts: float = math.inf
    # What the slice has learned about other sets.
    facts: tuple[Fact, ...] = ()


class Oracle(ABC, Generic[Fact]):
    """Decides whether sets have the property.

    What is not decided within the limit of conflicts is tried again with a higher limit when all
    else has been tried. By then the set is smaller.
    """

    # The limit of conflicts for a trial in the first round.
    conflicts: ClassVar[float] = math.inf
    # The length of a slice in another process; stopping a search waits for its end.
    slice_seconds: ClassVar[float] = 5.0

    def __init__(self, work: TrialSetup) -> None:
        self.work = work

    @staticmethod
    @abstractmethod
    def run(trial: Trial) -> Outcome[Fact]:
        """Run a slice, in any process."""

    def learn(self, facts: Iterable[Fact]) -> None:
        """Learn facts about other sets."""

    def left(self, elements: BitSet) -> BitSet | None:
        """Return the part of a set that may have the property; None if it cannot have it."""
        return elements


class Strategy(ABC):
    """Chooses the pieces to remove."""

    @abstractmethod
    def pieces(self, search: "Minimisation[Any]") -> Iterable[BitSet]:
        """Return pieces of the current set to try, at least one without necessary elements."""

    def indivisible(self, piece: BitSet) -> bool:
        """Return whether a piece that cannot be removed is necessary: it is tried as a whole."""
        return piece.bit_count() == 1

    def whole(self, elements: BitSet) -> BitSet:
        """Return the least set of indivisible pieces that holds some elements."""
        return elements

    def descend_again(self, search: "Minimisation[Any]") -> bool:  # noqa: ARG002
        """Start another descent after a minimal set, and return whether there is one."""
        return False


class Minimisation(Generic[Fact]):
    """Removes pieces of a set, slice by slice, while it keeps the property."""

    def __init__(
        self,
        oracle: Oracle[Fact],
        strategy: Strategy,
        pool: GrowingPool,
        elements: BitSet,
        needed: BitSet = 0,
    ) -> None:
        # Whether the first set has the property; None while that is unknown.
        self.exists: bool | None = None
        # The part of the first set that holds every subset with the property, the set that becomes
        # smaller, and the smallest set known to have the property.
        self.largest = self.current = self.best = elements
        # The elements of the current set that are known to be necessary.
        self.needed = needed
        # Whether all elements of the best set are necessary.
        self.minimal = False
        # The number of descents that have ended with a minimal set.
        self.restarts = 0
        self._oracle, self._strategy, self._pool = oracle, strategy, pool
        self._trials: TaskSet[BitSet, Trial, Outcome[Fact]] = TaskSet(pool, oracle.run)
        self._running: dict[BitSet, Trial] = {}
        self._conflicts = oracle.conflicts
        # The first piece is empty.
        self._pieces: deque[BitSet] = deque([0])
        # Whether a trial of this round has reached its limit.
        self._undecided = False
        self._ended = False

    @property
    def complete(self) -> bool:
        """Whether the best set is minimal and no descent follows, or no set has the property."""
        return self.exists is False or self._ended

    def descend(self, elements: BitSet, needed: BitSet = 0, pieces: Iterable[BitSet] = ()) -> None:
        """Continue from a set that has the property, with some pieces first."""
        self.exists = True
        self.current, self.needed = elements, needed
        self._pieces = deque(pieces)

    def advance(self, seconds: float) -> None:
        """Search for about `seconds`."""
        end = time.perf_counter() + seconds
        while not self.complete and time.perf_counter() < end:
            self._send()
            for piece, outcome in self._trials.completed(max(0.0, end - time.perf_counter())):
                self._learn(piece, outcome)

    def _send(self) -> None:
        """Start trials for idle workers."""
        while len(self._trials) < self._pool.workers and not self.complete:
            if self._pieces:
                self._begin(self._pieces.popleft())
            elif self._trials:
                return
            else:
                self._plan()

    def _plan(self) -> None:
        """Choose new pieces, or end the descent, when no piece is queued or tried."""
        if self._undecided:
            self._conflicts *= _MORE
            self._undecided = False
        if self.current != self.needed:
            self._pieces.extend(self._strategy.pieces(self))
        else:
            if self.current.bit_count() <= self.best.bit_count():
                self.best, self.minimal = self.current, True
            self.restarts += 1
            self._ended = not self._strategy.descend_again(self)

    def _begin(self, piece: BitSet) -> None:
        """Start the trial of a piece, unless its result is known."""
        piece &= self.current
        if piece & self.needed or piece in self._running or (not piece and self.exists):
            return
        left = self._oracle.left(self.current & ~piece)
        if left is None:
            self._fail(piece)
        else:
            # The answer of the first trial is needed before any other.
            most = self._conflicts if piece else math.inf
            trial = Trial(self._oracle.work, left, self.needed & left, conflicts=most)
            self._submit(piece, trial)

    def _submit(self, piece: BitSet, trial: Trial) -> None:
        seconds = _ALONE_SLICE if self._pool.alone else self._oracle.slice_seconds
        self._running[piece] = replace(trial, seconds=seconds)
        self._trials.submit(piece, self._running[piece])

    def _learn(self, piece: BitSet, outcome: Outcome[Fact]) -> None:
        trial = self._running.pop(piece)
        self._oracle.learn(outcome.facts)
        core = self._strategy.whole(outcome.core | self.needed)
        if outcome.good is None and not outcome.conflicts:
            self._undecided = True
        elif outcome.good is None:
            rest = replace(trial, elements=outcome.elements, conflicts=outcome.conflicts)
            self._submit(piece, rest)
        elif not outcome.good:
            self._fail(piece)
        elif self.exists is None:
            self.exists, self.largest = True, outcome.elements
            self._shrink(core)
        elif core | self.current == self.current:
            self._shrink(core)
        else:
            # Other elements have been removed meanwhile, and the rest may not have the property.
            self._pieces.appendleft(piece)

    def _shrink(self, elements: BitSet) -> None:
        self.current = elements
        if elements.bit_count() < self.best.bit_count():
            self.best, self.minimal = elements, False

    def _fail(self, piece: BitSet) -> None:
        """Record that without a piece the set does not have the property."""
        if self.exists is None:
            self.exists = False
        elif self._strategy.indivisible(piece):
            self.needed |= piece
