"""Decide whether one of two patterns is an ancestor of the other, and find a common parent."""

import math
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.bit_sets import from_mask, mask
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.formats import rle, write_text
from lifesat.life.pattern import Pattern
from lifesat.life.rule import evolves
from lifesat.problems.life.predecessor import Predecessor, named
from lifesat.queries.events import Done
from lifesat.queries.one_answer import cells_of
from lifesat.queries.query import End, ProblemQuery, Shape, Steps
from lifesat.queries.run import Run, State


@dataclass(frozen=True)
class AncestorState(State):
    """What is known of two patterns."""

    # ``first`` or ``second``, the pattern that becomes the other; ``neither``; "" if that is
    # unknown.
    ancestor: str = ""
    # The generations from the ancestor to the other pattern.
    later: int = 0
    # Whether neither becomes the other, however long they evolve.
    ever: bool = False
    # The cells of a parent of the ancestor that have state 1, state 2 and so on, as a hexadecimal
    # number; "" if none is known.
    parent: str = ""
    # Whether the ancestor has no parent.
    orphaned: bool = False


@dataclass(frozen=True)
class Ancestors(ProblemQuery):
    """Decide whether one of two patterns is an ancestor of the other, and find a common parent.

    A pattern that evolves into both reaches one of them on its way to the other. So there is a
    common parent only if one pattern is an ancestor of the other, and then every parent of that
    ancestor is one. On the plane, patterns are compared up to translation and the symmetries of the
    rule.
    """

    name: ClassVar[str] = "ancestors"
    shape: ClassVar[Shape] = "pattern"
    unknown: ClassVar[str] = "it is not known whether one is an ancestor of the other"
    State: ClassVar[type[State]] = AncestorState
    # The predecessors of the first and of the second pattern, one generation back.
    problem: Predecessor
    other: Predecessor
    # The most generations between the patterns.
    generations: int = 100

    def __post_init__(self) -> None:
        first, second = self._patterns
        for pattern, number in ((first, "first"), (second, "second")):
            what = named(pattern, f"{number} pattern")
            if pattern.has_unknown:
                raise UserError(f"{what} has unknown cells, so it does not evolve")
            if not evolves(pattern.rule):
                raise UserError(f"{what} does not evolve under {pattern.rule}")
        if (first.rule, first.grid) != (second.rule, second.grid):
            raise UserError("the patterns have different rules or grids; give both the same rule")

    @property
    def _patterns(self) -> tuple[Pattern, Pattern]:
        return self.problem.target, self.other.target

    @property
    def _names(self) -> tuple[str, str]:
        first, second = self._patterns
        return named(first, "first pattern"), named(second, "second pattern")

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        return f"whether {' or '.join(self._names)} is an ancestor of the other"

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return f"common parent of {' and '.join(self._names)}"

    def conditions(self) -> str:
        """Return how far apart the patterns may be, and where a parent lies."""
        return f"at most {self.generations:,} generations apart; {super().conditions()}"

    def check(self, options: Options) -> None:
        """Reject a formula that is too large, and an encoding that the rule does not have."""
        from lifesat.queries.solving import check_decision  # noqa: PLC0415  # slow to load

        for problem in (self.problem, self.other):
            options.encoding_of(problem)
            check_decision(problem, options)

    # ---------------------------------------------------------------- the work

    def steps(self, state: AncestorState, run: Run) -> Steps:
        """Evolve both patterns, and search for a parent of the one that becomes the other."""
        from lifesat.queries.solving import decide  # noqa: PLC0415  # slow to load

        if not state.ancestor:
            state = yield from self._compared(run)
            yield state
        if state.ancestor == "neither":
            return End("none")
        if not self.final(state):
            run.phase = f"looking for a {self.nouns}"
            parent = yield from decide(self._problem(state), run)
            if parent is None:
                yield replace(state, orphaned=True)
            else:
                yield replace(state, parent=f"{from_mask(parent == self._states):x}")
        return End("complete")

    def _compared(self, run: Run) -> Generator[None, None, AncestorState]:
        """Evolve both patterns until one becomes the other, or both repeat."""
        first, second = (_Evolution(pattern) for pattern in self._patterns)
        for later in range(self.generations + 1):
            run.phase = f"comparing generation {later:,}"
            for evolution, target, name in ((first, second, "first"), (second, first, "second")):
                if evolution.now == target.start:
                    return AncestorState(ancestor=name, later=later)
            if first.repeats and second.repeats:
                return AncestorState(ancestor="neither", ever=True)
            yield None
            first.advance()
            second.advance()
        return AncestorState(ancestor="neither")

    @property
    def _states(self) -> NDArray[np.uint8]:
        """All states but 0, shape ``(states - 1, 1, 1)``."""
        return np.arange(1, self.problem.rule.states, dtype=np.uint8)[:, None, None]

    def _problem(self, state: AncestorState) -> Predecessor:
        """Return the predecessor problem of the ancestor."""
        return self.problem if state.ancestor == "first" else self.other

    # ---------------------------------------------------------------- what is known

    def state(self, values: Mapping[str, Any]) -> AncestorState:
        """Return the state in a job's journal; raises UserError if it is about other patterns."""
        state = AncestorState.of(values)
        self.pattern(state)
        return state

    def final(self, state: AncestorState) -> bool:
        """Return whether both questions are answered."""
        return state.ancestor == "neither" or bool(state.parent) or state.orphaned

    def sentence(self, state: AncestorState) -> str:
        """Return which pattern becomes the other one, and whether they have a common parent."""
        if not state.ancestor:
            return ""
        first, second = self._names
        if state.ancestor == "neither":
            within = "" if state.ever else f" within {self.generations:,} generations"
            return f"neither {first} nor {second} becomes the other{within}: no common parent"
        older, newer = (first, second) if state.ancestor == "first" else (second, first)
        generations = "1 generation" if state.later == 1 else f"{state.later:,} generations"
        said = f"{older} becomes {newer} after {generations}"
        if not state.later:
            said = f"{first} and {second} are the same pattern"
        if state.orphaned:
            return f"{said}; {self._problem(state).none_words()}"
        return f"{said}, and they have a common parent" if state.parent else said

    def pattern(self, state: AncestorState) -> Pattern | None:
        """Return the common parent, if known; raises UserError if the journal has a wrong one."""
        if not state.parent:
            return None
        problem, cells = self._problem(state), cells_of(state.parent)
        shape = len(self._states), *problem.window.states.shape
        if cells.bit_length() > math.prod(shape):
            raise UserError("the parent in the journal is that of other patterns")
        boards = (mask(cells, math.prod(shape)).reshape(shape) * self._states).sum(
            axis=0, keepdims=True, dtype=np.uint8
        )
        if not problem.verify(boards).all():
            raise UserError("the parent in the journal is that of other patterns")
        (found,) = problem.patterns(boards)
        return found.replace(name=self.nouns)

    def text(self, state: AncestorState) -> str:
        """Return the common parent as RLE, or a line of text if there is none."""
        parent = self.pattern(state)
        if parent is not None:
            return write_text(parent, "rle")
        return f"{self.sentence(state)}\n" if self.final(state) else ""

    def facts(self, state: AncestorState) -> dict[str, Any]:
        """Return which pattern is the ancestor, after how many generations, and the parent."""
        if not state.ancestor:
            return {}
        facts: dict[str, Any] = {"ancestor": state.ancestor}
        if state.ancestor != "neither":
            facts["generations"] = state.later
        parent = self.pattern(state)
        if self.final(state):
            facts["has_parent"] = parent is not None
        return facts if parent is None else {**facts, "rle": rle.write(parent)}

    def values(self, before: AncestorState, state: AncestorState) -> Iterator[AncestorState]:
        """Yield the state when more is known."""
        if state.ancestor and state != before:
            yield state

    def verdict(self, state: AncestorState, done: Done) -> bool | None:  # noqa: ARG002
        """Return whether one pattern is an ancestor of the other."""
        return state.ancestor != "neither" if state.ancestor else None


_Shape = tuple[tuple[int, int, int], ...]


class _Evolution:
    """The evolution of a pattern: its first and current generation, and whether it repeats."""

    def __init__(self, pattern: Pattern) -> None:
        self._pattern = pattern
        self.start = self.now = _shape(pattern)
        self.repeats = False
        self._seen = {self.start}

    def advance(self) -> None:
        """Advance by one generation, unless the pattern repeats."""
        if self.repeats:
            return
        self._pattern = self._pattern.evolve()
        self.now = _shape(self._pattern)
        self.repeats = self.now in self._seen
        self._seen.add(self.now)


def _shape(pattern: Pattern) -> _Shape:
    """Return the cells of a pattern: in place on a grid, in a standard orientation on the plane."""
    if pattern.grid is not None:
        x0, y0 = pattern.position or (0, 0)
        return tuple((x0 + x, y0 + y, state) for x, y, state in pattern.cells())
    cropped = pattern.crop()
    return min(tuple(cropped.transform(name).cells()) for name in pattern.rule.symmetries)
