"""Decide whether a pattern is self-forcing, and find self-forcing patches inside it."""

from abc import abstractmethod
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.cnf.bit_sets import BitSet, mask
from lifesat.defaults import PROVER, SOLVER
from lifesat.errors import StoppedError, UserError
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.orphan import part_of
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import Patch, differing_predecessors
from lifesat.problems.life.target_problem import named
from lifesat.queries.one_answer import Answered, AnswerState, OneAnswer, Refutation, cells_of
from lifesat.queries.query import Shape, Step
from lifesat.queries.run import Run

if TYPE_CHECKING:
    from lifesat.patches.self_forcing import Witness
    from lifesat.sat.minimisation import Minimisation
    from lifesat.sat.solver_setup import SolverSetup

_SLICE_SECONDS = 0.25
_NONE = "there is no self-forcing patch in it"


@dataclass(frozen=True)
class SelfForcing(Refutation):
    """Decide whether every predecessor of a pattern contains it.

    If it is not self-forcing, a predecessor that differs from it is the answer.

    Parameters
    ----------
    problem
        The result of `lifesat.problems.life.self_forcing.differing_predecessors`.
    """

    name: ClassVar[str] = "self_forcing"
    shape: ClassVar[Shape] = "pattern"
    fact: ClassVar[str] = "self_forcing"
    unknown: ClassVar[str] = "it is not known whether it is self-forcing"
    no: ClassVar[str] = "not self-forcing: a predecessor differs from it"
    problem: Predecessor

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        return f"whether {named(self.problem.target, 'pattern')} is self-forcing"

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return "self-forcing pattern"

    def conditions(self) -> str:
        """Return how many generations the predecessors lie back."""
        return _conditions(self.problem)

    def remarks(self) -> dict[str, Any]:
        """Return whether the pattern is self-forcing only because nothing becomes it."""
        from lifesat.patches.self_forcing import survives  # noqa: PLC0415  # slow to load

        return {"orphan": not survives(self.problem, self.problem.encodings[0])}

    def yes(self, state: AnswerState) -> str:
        """Return the words for a self-forcing pattern."""
        if state.orphan:
            return "self-forcing, since it is an orphan: it has no predecessor at all"
        period = self.problem.generations
        back = "" if period == 1 else f" {period} generations back"
        return f"self-forcing: every predecessor{back} contains it"

    def known_facts(self, state: AnswerState) -> dict[str, Any]:
        """Return the answer, and whether the pattern is an orphan."""
        return super().known_facts(state) | ({"orphan": state.orphan} if state.yes else {})

    def pattern(self, state: AnswerState) -> Pattern | None:
        """Return the predecessor that differs, if there is one."""
        if state.yes is not False:
            return None
        problem = self.problem
        shape = problem.target_states.shape
        cells = cells_of(state.cells)
        if cells.bit_length() > shape[0] * shape[1]:
            raise UserError("the cells in the journal are those of another pattern")
        board = mask(cells, shape[0] * shape[1]).reshape(shape).astype("uint8")
        back = problem.generations
        later = "one generation later" if back == 1 else f"{back} generations later"
        return problem.pattern(board).replace(
            name=f"{problem.target.name or 'pattern'}, predecessor that differs",
            comments=(f"becomes the pattern {later} and differs from it in a known cell",),
        )


@dataclass(frozen=True)
class PatchQuery(OneAnswer):
    """Find a self-forcing patch inside a pattern.

    Parameters
    ----------
    problem
        As for `SelfForcing`.
    """

    shape: ClassVar[Shape] = "pattern"
    problem: Predecessor

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        return f"{self.nouns} in {named(self.problem.target, 'pattern')}"

    def conditions(self) -> str:
        """Return how many generations the predecessors lie back."""
        return _conditions(self.problem)

    def answered(self, state: AnswerState, run: Run) -> Generator[Step, None, Answered]:
        """Search, and refute the predecessors of the patch that differ from it."""
        if state.yes is None or not self.final(state):
            state = yield from self._search(state, run)
        if not state.yes:
            return Answered(state, None)
        differing = differing_predecessors(self._part(state), self.problem.generations)
        return Answered(state, differing)

    @abstractmethod
    def _search(self, state: AnswerState, run: Run) -> Generator[Step, None, AnswerState]:
        """Search from what is known."""

    def _setup(self, run: Run) -> "SolverSetup":
        """Return how to search, after the memory that it takes is checked."""
        from lifesat.sat.one_formula import ONE_FORMULA  # noqa: PLC0415  # slow to load
        from lifesat.sat.solver_setup import SolverSetup  # noqa: PLC0415  # slow to load

        options = run.options
        encoding = options.encoding_of(self.problem)
        solver = options.solver_if_named or SOLVER
        return SolverSetup(self.problem, encoding, solver, ONE_FORMULA)

    def _bytes(self, setup: "SolverSetup") -> int:
        """Return the bytes that one solver takes."""
        from lifesat.sat.memory import solver_bytes  # noqa: PLC0415  # slow to load

        return solver_bytes(Patch.formula_size(self.problem, setup.encoding), setup.solver)

    @cached_property
    def _size(self) -> int:
        """The number of known cells of the pattern."""
        return int((self.problem.target.to_array() < UNKNOWN).sum())

    def _is_orphan(self, cells: BitSet) -> bool:
        """Return whether a self-forcing patch is one only because nothing becomes it."""
        from lifesat.patches.self_forcing import survives  # noqa: PLC0415  # slow to load

        part = part_of(self.problem.target, mask(cells, self._size))
        patch = differing_predecessors(part, self.problem.generations)
        return not survives(patch, patch.encodings[0])

    def _kind(self, state: AnswerState) -> str:
        """Return the words for the patch that was found."""
        orphan = ", since it is an orphan: it has no predecessor at all"
        return f"self-forcing patch{orphan if state.orphan else ''}"

    def _part(self, state: AnswerState) -> Pattern:
        """Return the best patch so far; other cells are unknown."""
        cells = cells_of(state.cells)
        if cells.bit_length() > self._size:
            raise UserError("the cells in the journal are those of another pattern")
        return part_of(self.problem.target, mask(cells, self._size))

    def _share(self, state: AnswerState) -> str:
        """Return how many cells of all the best patch has."""
        return f"{cells_of(state.cells).bit_count():,} of {self._size:,} cells"

    def known_facts(self, state: AnswerState) -> dict[str, Any]:
        """Return whether there is a patch, and the number of its cells."""
        cells = {"cells": cells_of(state.cells).bit_count()} if state.yes else {}
        orphan = {"orphan": True} if state.orphan else {}
        return {} if state.yes is None else {"exists": state.yes, **cells, **orphan}


@dataclass(frozen=True)
class LargestSelfForcing(PatchQuery):
    """Find the largest self-forcing patch inside a pattern.

    Parameters
    ----------
    problem
        As for `SelfForcing`.
    """

    name: ClassVar[str] = "largest_self_forcing"
    unknown: ClassVar[str] = "the largest self-forcing patch is not known"

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return "largest self-forcing patch"

    def _search(self, state: AnswerState, run: Run) -> Generator[Step, None, AnswerState]:
        """Remove cells at which predecessors differ until none does."""
        from lifesat.cnf.formula import interruptible  # noqa: PLC0415  # slow to load
        from lifesat.patches.self_forcing import run_trial  # noqa: PLC0415
        from lifesat.sat.memory import check  # noqa: PLC0415
        from lifesat.sat.minimisation import Trial, TrialSetup  # noqa: PLC0415

        setup = self._setup(run)
        check(self._bytes(setup), run.options.memory)
        trials = TrialSetup(setup)
        cells = cells_of(state.cells) or (1 << self._size) - 1
        _count(run, 0, cells)
        yield run.progress()
        while state.yes is None:
            if run.over():
                raise StoppedError
            with interruptible(run.over):
                result = run_trial(Trial(trials, cells, seconds=_SLICE_SECONDS))
            cells = result.elements
            _count(run, 0, cells)
            orphan = result.good is True and self._is_orphan(cells)
            state = changed(state, yes=result.good, cells=f"{cells:x}", orphan=orphan)
            yield state
        return state

    def said(self, state: AnswerState) -> str:
        """Return the size of the patch, or a bound on it."""
        if state.yes is None:
            return f"{self.unknown}: at most {self._share(state)}" if state.cells else ""
        return f"{self._share(state)}: the largest {self._kind(state)}" if state.yes else _NONE

    def final(self, state: AnswerState) -> bool:
        """Return whether the patch is known, or that there is none."""
        return state.yes is not None

    def pattern(self, state: AnswerState) -> Pattern | None:
        """Return the patch; other cells are unknown."""
        if not state.yes:
            return None
        name = f"largest self-forcing patch in {self.problem.target.name or 'pattern'}"
        return self._part(state).replace(name=name)


@dataclass(frozen=True)
class MinimalSelfForcing(PatchQuery):
    """Find a self-forcing patch inside a pattern in which every cell is necessary.

    Parameters
    ----------
    problem
        As for `SelfForcing`.
    restarts
        How many times the smallest patch is changed and minimised again.
    seed
        The seed of the order in which cells are tried.
    """

    name: ClassVar[str] = "minimal_self_forcing"
    unknown: ClassVar[str] = "no self-forcing patch is known"
    restarts: int = 0
    seed: int = 0

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return "minimal self-forcing patch"

    def _search(self, state: AnswerState, run: Run) -> Generator[Step, None, AnswerState]:
        """Remove pieces of the pattern while there is a self-forcing patch left."""
        from lifesat.cnf.formula import interruptible  # noqa: PLC0415  # slow to load
        from lifesat.patches.self_forcing import (  # noqa: PLC0415
            Descent,
            patch_minimisation,
        )
        from lifesat.sat.growing_pool import GrowingPool  # noqa: PLC0415
        from lifesat.sat.memory import check, fitting  # noqa: PLC0415

        setup, options = self._setup(run), run.options
        each = self._bytes(setup)
        check(each, options.memory)
        earlier = None
        if state.yes:
            sets = (state.cells, state.largest, state.left, state.needed)
            best, largest, left, needed = map(cells_of, sets)
            earlier = Descent(best, largest, left, needed, state.minimal, state.restarts)
        with GrowingPool(fitting(options.workers, each, options.memory)) as pool:
            search = patch_minimisation(setup, pool, self.seed, self.restarts, earlier)
            while not search.complete and not run.over():
                run.wait(pool.suspended)
                with suppress(StoppedError), interruptible(run.over):
                    search.advance(_SLICE_SECONDS)
                _count(run, search.needed.bit_count(), search.current)
                state = changed(state, **_learned(search))
                if search.complete and state.yes:
                    state = changed(state, orphan=self._is_orphan(cells_of(state.cells)))
                yield state
        self._verify(state, setup.encoding)
        if not search.complete:
            raise StoppedError
        return state

    def _verify(self, state: AnswerState, encoding: str) -> None:
        """Verify with another solver that the patch is self-forcing."""
        from lifesat.patches.self_forcing import is_self_forcing  # noqa: PLC0415  # slow to load

        if state.yes:
            found = differing_predecessors(self._part(state), self.problem.generations)
            if not is_self_forcing(found, encoding, PROVER):
                raise AssertionError("a core is not a self-forcing patch")

    def said(self, state: AnswerState) -> str:
        """Return the size of the smallest patch so far."""
        if not state.yes:
            return _NONE if state.yes is False else ""
        if self.final(state):
            return f"{self._share(state)}: a minimal {self._kind(state)}"
        kind = "minimal" if state.minimal else "perhaps not minimal"
        done = max(0, state.restarts - 1)
        restarts = f"{done:,} restart{'s' * (done != 1)}"
        return f"{self._share(state)}: a self-forcing patch, {kind}, after {restarts}"

    def final(self, state: AnswerState) -> bool:
        """Return whether the patch is minimal and all restarts are done, or there is no patch."""
        return state.yes is False or (state.minimal and state.restarts > self.restarts)

    def pattern(self, state: AnswerState) -> Pattern | None:
        """Return the smallest patch so far; other cells are unknown."""
        if not state.yes:
            return None
        kind = "minimal: no cell can be spared"
        comment = kind if state.minimal else "not known to be minimal: cells may be spared"
        name = f"self-forcing patch in {self.problem.target.name or 'pattern'}"
        return self._part(state).replace(name=name, comments=(comment,))


def _conditions(problem: Predecessor) -> str:
    """Return the conditions of predecessors, without that they differ from the pattern."""
    return changed(problem, different=False).conditions()


def _count(run: Run, needed: int, cells: BitSet) -> None:
    """Count the cells that are left, and those of them that are known to be necessary."""
    run.found = run.covered = needed
    run.total = cells.bit_count()
    run.phase = f"{run.total:,} cells" + (f", {needed:,} of them needed" if needed else "")


def _learned(search: "Minimisation[Witness]") -> dict[str, Any]:
    """Return what a search has found, by the names of `AnswerState`."""
    if not search.exists:
        return {"yes": search.exists}
    sets = {
        "cells": search.best,
        "largest": search.largest,
        "left": search.current,
        "needed": search.needed,
    }
    numbers = {"minimal": search.minimal, "restarts": search.restarts}
    return {"yes": True, **{name: f"{cells:x}" for name, cells in sets.items()}, **numbers}
