"""Decide whether a pattern is an orphan, and find a minimal orphan inside it."""

from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.bit_sets import BitSet, mask
from lifesat.defaults import SOLVER
from lifesat.engines.options import Options
from lifesat.errors import StoppedError, UserError
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.box import symmetry_error, symmetry_words
from lifesat.problems.life.predecessor import Predecessor, named, reject_several_states
from lifesat.problems.life.required_cells import RequiredCells, life_history, part_of
from lifesat.problems.life.symmetry import axis_direction, group_of, is_symmetric
from lifesat.queries.one_answer import Answered, AnswerState, OneAnswer, Refutation, cells_of
from lifesat.queries.query import Shape, Step
from lifesat.queries.run import Run

_SLICE_SECONDS = 0.25
_UNKNOWN = "it is not known whether it is an orphan"
_NO = "no orphan: `lifesat predecessors --outside free` writes a parent"


def _yes(problem: Predecessor) -> str:
    """Return the sentence for a target that is an orphan."""
    back = problem.generations
    later = "" if back == 1 else f" {back} generations later"
    return f"orphan: no pattern becomes it{later}, whatever surrounds it"


@dataclass(frozen=True)
class Orphan(Refutation):
    """Decide whether no pattern becomes a target, whatever surrounds it."""

    name: ClassVar[str] = "orphan"
    fact: ClassVar[str] = "orphan"
    unknown: ClassVar[str] = _UNKNOWN
    no: ClassVar[str] = _NO
    # The predecessors of the target, with nothing assumed outside.
    problem: Predecessor

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        return f"whether {named(self.problem.target, 'target')} is an orphan"

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return "orphan"

    def yes(self, state: AnswerState) -> str:  # noqa: ARG002
        """Return the sentence for a target that is an orphan."""
        return _yes(self.problem)


@dataclass(frozen=True)
class MinimalOrphan(OneAnswer):
    """Find an orphan inside a target in which every cell is necessary."""

    name: ClassVar[str] = "minimal_orphan"
    shape: ClassVar[Shape] = "pattern"
    unknown: ClassVar[str] = _UNKNOWN
    # The predecessors of the target, with nothing assumed outside.
    problem: Predecessor
    # A symmetry of the target, which the orphan keeps.
    symmetry: str = "C1"

    def __post_init__(self) -> None:
        reject_several_states(self.problem, "a minimal orphan")
        height, width = self._states.shape
        rule = self.problem.rule
        direction = axis_direction(self.symmetry, self._states, rule)
        if error := symmetry_error(self.symmetry, width, height, direction, rule):
            raise UserError(error)
        if not is_symmetric(self._states[None], self.group).all():
            raise UserError(f"the target does not have symmetry {self.symmetry}")

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        return f"minimal orphan in {named(self.problem.target, 'target')}"

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return "minimal orphan"

    @property
    def group(self) -> tuple[str, ...]:
        """The transforms that leave the target and the orphan unchanged."""
        return group_of(self.symmetry, self._states, self.problem.rule)

    @property
    def minimal(self) -> str:
        """The comment on a minimal orphan."""
        images = " with its images" if self.kept else ""
        return f"minimal{self.kept}: no other cell can be spared{images}"

    @property
    def kept(self) -> str:
        """The words for the symmetry of the orphan, after others."""
        return "".join(f" with {words}" for words in symmetry_words(self.symmetry))

    @property
    def _states(self) -> NDArray[np.uint8]:
        return self.problem.target.to_array()

    def check(self, options: Options) -> None:
        """Reject options that are not valid for the query, and a formula that is too large."""
        from lifesat.queries.solving import check_decision  # noqa: PLC0415  # slow to load

        super().check(options)
        check_decision(self.problem, options)

    def answered(self, state: AnswerState, run: Run) -> Generator[Step, None, Answered]:
        """Decide whether the target is an orphan, and remove its superfluous cells."""
        from lifesat.queries.solving import decide  # noqa: PLC0415  # slow to load

        if state.yes is None:
            if (yield from decide(self.problem, run)) is None:
                cells = f"{(1 << self._size) - 1:x}"
                state = replace(state, yes=True, cells=cells, note=_yes(self.problem))
            else:
                state = replace(state, yes=False)
            yield state
        if not state.yes:
            return Answered(state, None)
        state = yield from self._minimised(state, run)
        part = self.part(state)
        rest = Predecessor(part, generations=self.problem.generations, outside="free")
        return Answered(state, rest)

    def _minimised(self, state: AnswerState, run: Run) -> Generator[Step, None, AnswerState]:
        """Remove cells until all that are left are necessary."""
        from lifesat.cnf.formula import interruptible  # noqa: PLC0415  # slow to load
        from lifesat.engines.patches.minimal_orphan import orphan_minimisation  # noqa: PLC0415
        from lifesat.engines.sat.executors import GrowingPool  # noqa: PLC0415
        from lifesat.engines.sat.memory import check, fitting, solver_bytes  # noqa: PLC0415
        from lifesat.engines.sat.one_formula import ONE_FORMULA  # noqa: PLC0415
        from lifesat.engines.sat.solver_setup import SolverSetup  # noqa: PLC0415

        options, problem = run.options, self.problem
        encoding, solver = options.encoding_of(problem), options.solver or SOLVER
        each = solver_bytes(RequiredCells(problem).formula_size(encoding), solver)
        check(each, options.memory)
        setup = SolverSetup(problem, encoding, solver, ONE_FORMULA)
        sets = self._cells(state.cells), self._cells(state.needed)
        with GrowingPool(fitting(options.workers, each, options.memory)) as pool:
            search = orphan_minimisation(setup, pool, *sets, self.group)
            while not search.complete:
                if run.over():
                    raise StoppedError
                run.wait(pool.suspended)
                with interruptible(run.over):
                    search.advance(_SLICE_SECONDS)
                if search.exists:
                    required, needed = search.current, search.needed
                    run.found = run.covered = needed.bit_count()
                    run.total = required.bit_count()
                    run.phase = f"{run.total:,} required cells, {run.found:,} of them needed"
                    state = replace(state, cells=f"{required:x}", needed=f"{needed:x}")
                    yield state
                else:
                    yield None
        if not search.exists:
            raise UserError("the cells in the journal are no orphan")
        return state

    @cached_property
    def _size(self) -> int:
        """The number of known cells of the target."""
        return int((self._states < UNKNOWN).sum())

    def _cells(self, text: str) -> BitSet:
        """Return a set of cells from its text; raises UserError if the target has fewer cells."""
        cells = cells_of(text)
        if cells.bit_length() > self._size:
            raise UserError("the cells in the journal are those of another target")
        return cells

    def part(self, state: AnswerState) -> Pattern:
        """Return the smallest orphan so far; other cells are unknown."""
        return part_of(self.problem.target, mask(self._cells(state.cells), self._size))

    def said(self, state: AnswerState) -> str:
        """Return how many cells are required, and how many of them are necessary."""
        if state.yes is None:
            return ""
        if not state.yes:
            return _NO
        required, needed = (cells_of(text).bit_count() for text in (state.cells, state.needed))
        if self.final(state):
            found = f"a minimal orphan of {required:,} of {self._size:,} known cells"
            none = "every one is necessary"
            if self.kept:
                none = "no cell can be spared with its images"
            return f"{found}{self.kept}: {none}"
        found = f"orphan: at most {required:,} of {self._size:,} known cells are needed"
        return f"{found}, not proved minimal; {needed:,} of them are known to be necessary"

    def final(self, state: AnswerState) -> bool:
        """Return whether the orphan is minimal, or there is none."""
        cells, needed = cells_of(state.cells), cells_of(state.needed)
        return state.yes is False or (state.yes is True and cells == needed)

    def known_facts(self, state: AnswerState) -> dict[str, Any]:
        """Return whether there is an orphan, and the numbers of its cells."""
        if not state.yes:
            return {"orphan": False}
        required, needed = (cells_of(text).bit_count() for text in (state.cells, state.needed))
        return {"orphan": True, "required": required, "necessary": needed, "known": self._size}

    def pattern(self, state: AnswerState) -> Pattern | None:
        """Return the smallest orphan so far as a LifeHistory pattern, with comments."""
        if not state.yes:
            return None
        back = self.problem.generations
        what = "orphan: no parent" if back == 1 else f"no ancestor {back} generations back"
        required = f"{what} whatever stands at the unknown cells (state 0 or ?); 2 is dead"
        proved = self.minimal
        comments = (
            required,
            proved if self.final(state) else "not known to be minimal: cells may be spared",
        )
        target = self.part(state)
        name = f"orphan in {target.name or 'target'}"
        return life_history(target).replace(name=name, comments=comments)
