"""Find orphans in a box from nothing, and keep the smallest."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.defaults import ORPHAN_BEAM, ORPHAN_CRITERIA
from lifesat.engines.compiler import can_compile, compiles_first
from lifesat.engines.options import Options
from lifesat.engines.sat.memory import check
from lifesat.errors import StoppedError, UserError
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.required_cells import life_history
from lifesat.queries.events import Status
from lifesat.queries.one_answer import Answered, AnswerState, OneAnswer
from lifesat.queries.orphan import MinimalOrphan
from lifesat.queries.query import Step
from lifesat.queries.run import Run, State
from lifesat.queries.sentences import Outcome
from lifesat.system.machine import memory_limit

if TYPE_CHECKING:
    from lifesat.engines.orphans.beam import Beam
    from lifesat.engines.orphans.profiles import Profiles

Fewest = Literal["cells", "live", "box"]

Board = NDArray[np.uint8]

_MILLION = 1_000_000
_LETTERS = ".O?"
# The sets of a step, their successors with room to spare, and those of them that are kept.
_COPIES = 8
# The first search weighs targets in the way that found the smallest orphans; the others try their
# luck in these ranges of the chance of live cells, of the rows ahead, and of the noise.
_LIVE, _ROWS, _NOISE = (0.65, 0.9), (3, 7), 0.3
_FIRST = (0.85, 5, 0.0)
# Each search begins again so many times, with what it has learned.
_AGAIN = 3


@dataclass(frozen=True)
class OrphanSearchState(AnswerState):
    """What is known of the orphans in a box, each a text of ``.``, ``O`` and ``?``, row by row.

    `yes`, `cells` and `needed` are about the orphan that is being minimised, as for
    `MinimalOrphan`, and `restarts` is the number of searches that are finished.
    """

    # The best orphan, and the one that is being minimised; "" if there is none.
    best: str = ""
    found: str = ""
    # The fewest endings that the parents of a target had after the last row; 0 if none got there.
    endings: int = 0


@dataclass(frozen=True)
class OrphanSearch(OneAnswer):
    """Find orphans in a box by beam searches, minimise each, and keep the best."""

    name: ClassVar[str] = "orphan_search"
    unknown: ClassVar[str] = "no orphan is known"
    otherwise: ClassVar[Status] = "limit"
    State: ClassVar[type[State]] = OrphanSearchState
    # The predecessors of a target whose cells are unknown: the box.
    problem: Predecessor
    # How many times to search again, in other ways, and the seed of their choice.
    restarts: int = 0
    seed: int = 0
    # The work for each cell, in millions of profiles.
    beam: int = ORPHAN_BEAM
    # Which orphan is the best: the one with the fewest required cells, the fewest live cells, or
    # the smallest box.
    fewest: Fewest = "cells"
    # The symmetry of the orphans.
    symmetry: str = "C1"

    def __post_init__(self) -> None:
        for name, value, least in (
            ("restarts", self.restarts, 0), ("seed", self.seed, 0), ("beam", self.beam, 1),
        ):  # fmt: skip
            if error := integer_error(name, value, least):
                raise UserError(error)
        if self.fewest not in ORPHAN_CRITERIA:
            raise UserError(
                f"fewest is {self.fewest!r}; it must be one of {', '.join(ORPHAN_CRITERIA)}"
            )
        if (self.problem.target.to_array() != UNKNOWN).any():
            raise UserError("the cells of the box of an orphan must be unknown")
        self._minimal(self.problem)  # rejects a symmetry that the box cannot have

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        return "orphan in {}x{} cells".format(*self._size) + self._minimal(self.problem).kept

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return "orphan"

    @property
    def _size(self) -> tuple[int, int]:
        return self.problem.target.width, self.problem.target.height

    @property
    def _profiles(self) -> "Profiles":
        from lifesat.engines.orphans.profiles import Profiles  # noqa: PLC0415  # slow to load

        return Profiles(self.problem.target.width, self.problem.rule)

    def check(self, options: Options) -> None:
        """Reject options that are not valid for the query, and a box that is too wide."""
        super().check(options)
        if not can_compile():
            raise UserError("a search for orphans needs numba, which is not installed here")
        check(self._profiles.weights_bytes(self.problem.target.height), options.memory)

    def answered(self, state: AnswerState, run: Run) -> Generator[Step, None, Answered]:
        """Search and minimise until all restarts are done."""
        known = _of_search(state)
        with ThreadPoolExecutor(run.options.workers) as pool:
            while known.restarts <= self.restarts:
                if known.found:
                    known = yield from self._minimised(known, run)
                known = yield from self._searched(known, run, pool)
                known = replace(known, restarts=known.restarts + 1)
                yield known
        return Answered(known, self._predecessors(known.best) if known.best else None)

    def _searched(
        self, known: OrphanSearchState, run: Run, pool: ThreadPoolExecutor
    ) -> Generator[Step, None, OrphanSearchState]:
        """Search once, and minimise each orphan; the state has the best one."""
        from lifesat.engines.orphans.beam import search  # noqa: PLC0415  # slow to load

        profiles, (width, height) = self._profiles, self._size
        where = f"search {known.restarts + 1:,} of {self.restarts + 1:,}: "
        first = compiles_first("orphans/profiles")
        doing = "compiling loops, once" if first else f"weighing {profiles.number:,} endings"
        run.phase = f"{where}{doing}"
        yield run.progress()
        beam = self._beam(known.restarts, memory_limit(run.options.memory))
        group = self._minimal(self.problem).group
        for reached in search(profiles, height, beam, pool, run.over, group):
            if run.over():
                raise StoppedError
            run.wait(nullcontext)
            run.phase = (
                f"{where}sweep {reached.sweeps + 1} of {_AGAIN + 1}, cell {reached.cells:,} of "
                f"{width * height:,}, {reached.targets:,} targets, the best with "
                f"{reached.fewest:,} endings"
            )
            if reached.orphan is not None:
                found = "".join(_LETTERS[state] for state in reached.orphan.ravel().tolist())
                known = yield from self._minimised(replace(known, found=found), run)
            elif reached.cells == width * height:
                endings = min(known.endings or reached.fewest, reached.fewest)
                known = replace(known, endings=endings)
            yield None
        return known

    def _beam(self, restarts: int, memory: int) -> "Beam":
        """Return how a search weighs targets; the first one is always the same."""
        from lifesat.engines.orphans.beam import Beam  # noqa: PLC0415  # slow to load

        random = np.random.default_rng([self.seed, restarts])
        live, rows, noise = _FIRST
        if restarts or self.seed:
            live = float(random.uniform(*_LIVE))
            rows = int(random.integers(*_ROWS, endpoint=True))
            noise = _NOISE
        weights = self._profiles.weights_bytes(self.problem.target.height)
        room = max(0, memory - weights) // _COPIES
        seed = int(random.integers(1 << 32))
        return Beam(self.beam * _MILLION, room, live, rows, _AGAIN, noise, seed)

    def _minimised(
        self, known: OrphanSearchState, run: Run
    ) -> Generator[Step, None, OrphanSearchState]:
        """Verify an orphan with a solver, remove its superfluous cells, and keep the best."""
        minimal = self._minimal(self._predecessors(known.found))
        answer = AnswerState(yes=known.yes, cells=known.cells, needed=known.needed)
        steps = minimal.answered(answer, run)
        while True:
            try:
                step = next(steps)
            except StopIteration as end:
                answered: Answered = end.value
                break
            if isinstance(step, AnswerState):
                known = replace(known, yes=step.yes, cells=step.cells, needed=step.needed)
                step = known
            yield step
        if answered.refuted is None:
            raise AssertionError("a target without profiles has a parent")
        part = minimal.part(answered.state).to_array().ravel()
        found = "".join(_LETTERS[min(state, 2)] for state in part.tolist())
        best = min(filter(None, (known.best, found)), key=self._cost)
        known = replace(known, best=best, found="", yes=None, cells="", needed="")
        yield known
        return known

    def _minimal(self, target: Predecessor) -> MinimalOrphan:
        """Return the query for a minimal orphan with the symmetry."""
        return MinimalOrphan(target, symmetry=self.symmetry)

    def _predecessors(self, orphan: str) -> Predecessor:
        """Return the predecessors of an orphan, with anything around it."""
        return replace(self.problem, target=self._pattern(orphan))

    def _pattern(self, orphan: str) -> Pattern:
        """Return an orphan as a pattern with unknown cells."""
        width, height = self._size
        if len(orphan) != width * height or set(orphan) - set(_LETTERS):
            raise UserError("the orphan in the journal has another box")
        rows = [orphan[k : k + width] for k in range(0, len(orphan), width)]
        return Pattern.from_rows(rows, rule=self.problem.rule)

    def _cost(self, orphan: str) -> tuple[int, int, int]:
        """Return what the best orphan has least of, the most important first."""
        pattern = self._trimmed(orphan)
        cells, live = len(orphan) - orphan.count("?"), orphan.count("O")
        box = pattern.width * pattern.height
        return {"cells": (cells, live, box), "live": (live, cells, box), "box": (box, cells, live)}[
            self.fewest
        ]

    def _trimmed(self, orphan: str) -> Pattern:
        """Return an orphan in the smallest box around its required cells."""
        states = self._pattern(orphan).to_array()
        rows, columns = (np.flatnonzero((states != UNKNOWN).any(axis=axis)) for axis in (1, 0))
        part = states[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        return Pattern.from_array(part, rule=self.problem.rule)

    # ---------------------------------------------------------------- what is known

    def said(self, state: AnswerState) -> str:
        """Return the size of the best orphan, or that none was found."""
        known = _of_search(state)
        searches = f"{known.restarts:,} search{'es' * (known.restarts != 1)}"
        if known.best:
            pattern = self._trimmed(known.best)
            required, live = len(known.best) - known.best.count("?"), known.best.count("O")
            return (
                f"a minimal orphan of {required:,} cells, {live:,} of them live, in a box of "
                f"{pattern.width}x{pattern.height}, after {searches}"
            )
        if known.restarts:
            left = f"; at best {known.endings:,} endings were left" if known.endings else ""
            return f"no orphan was found in {searches}, which proves nothing{left}"
        return ""

    def final(self, state: AnswerState) -> bool:
        """Return whether there is an orphan and all searches are done."""
        known = _of_search(state)
        return bool(known.best) and known.restarts > self.restarts

    def known_facts(self, state: AnswerState) -> dict[str, Any]:
        """Return the numbers of the cells of the best orphan, and of the searches."""
        known = _of_search(state)
        facts: dict[str, Any] = {"searches": known.restarts}
        if known.best:
            required = len(known.best) - known.best.count("?")
            facts |= {"required": required, "live": known.best.count("O")}
        return facts

    def pattern(self, state: AnswerState) -> Pattern | None:
        """Return the best orphan so far as a LifeHistory pattern, with comments."""
        known = _of_search(state)
        if not known.best:
            return None
        comments = (
            "orphan: no parent whatever stands at the unknown cells (state 0 or ?); 2 is dead",
            self._minimal(self.problem).minimal,
        )
        return life_history(self._trimmed(known.best)).replace(name="orphan", comments=comments)

    def ending(self, state: AnswerState, outcome: Outcome, took: str = "") -> str:
        """Return what is known at the end, also if no search found an orphan."""
        if outcome.state == self.otherwise:
            return f"{self.said(state)}{took}"
        return super().ending(state, outcome, took)


def _of_search(state: AnswerState) -> OrphanSearchState:
    if not isinstance(state, OrphanSearchState):
        raise TypeError(f"the state of a search for orphans is no {type(state).__name__}")
    return state
