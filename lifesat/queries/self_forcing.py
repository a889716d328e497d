"""Decide whether a pattern is self-forcing, and find self-forcing patches inside it."""

from abc import abstractmethod
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from dataclasses import replace as changed
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lifesat.cnf.bit_sets import BitSet, mask
from lifesat.defaults import AGAR_PAD, PROVER, SOLVER
from lifesat.engines.options import Options
from lifesat.engines.patches.agars import Candidate, Verdict, decide
from lifesat.engines.sat.search import Models, pack
from lifesat.engines.sat.tasks import TaskQueue
from lifesat.errors import StoppedError, UserError
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.predecessor import Predecessor, named, needs_two_states
from lifesat.problems.life.required_cells import part_of
from lifesat.problems.life.self_forcing import Patch, differing_predecessors
from lifesat.problems.problem import renamed
from lifesat.queries.events import Done, Solutions, Started, Status
from lifesat.queries.one_answer import Answered, AnswerState, OneAnswer, Refutation, cells_of
from lifesat.queries.query import End, ProblemQuery, Readers, Shape, Step, Steps
from lifesat.queries.run import COUNT, SLICE_SECONDS, InnerRun, Run, Slice, State
from lifesat.queries.sentences import Outcome, solutions_ending
from lifesat.queries.solutions import ListSolutions
from lifesat.queries.solving import solution_steps

if TYPE_CHECKING:
    from lifesat.engines.patches.self_forcing import Witness
    from lifesat.engines.sat.minimisation import Minimisation
    from lifesat.engines.sat.solver_setup import SolverSetup


_SLICE_SECONDS = 0.25
_NONE = "there is no self-forcing patch in it"


@dataclass(frozen=True)
class SelfForcing(Refutation):
    """Decide whether every predecessor of a pattern contains it; if not, find one that does not."""

    name: ClassVar[str] = "self_forcing"
    shape: ClassVar[Shape] = "pattern"
    fact: ClassVar[str] = "self_forcing"
    unknown: ClassVar[str] = "it is not known whether it is self-forcing"
    no: ClassVar[str] = "not self-forcing: a predecessor differs from it"
    # The result of `lifesat.problems.life.self_forcing.differing_predecessors`.
    problem: Predecessor

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        return f"whether {named(self.problem.target, 'pattern')} is self-forcing"

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return "self-forcing pattern"

    def conditions(self) -> str:
        """Return the conditions of the predecessors in words."""
        return _conditions(self.problem)

    def remarks(self) -> dict[str, Any]:
        """Return whether the pattern is self-forcing only because it has no predecessor."""
        from lifesat.engines.patches.self_forcing import survives  # noqa: PLC0415  # slow to load

        return {"orphan": not survives(self.problem, self.problem.encodings[0])}

    def yes(self, state: AnswerState) -> str:
        """Return the sentence for a self-forcing pattern."""
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
    """Find a self-forcing patch inside a pattern."""

    shape: ClassVar[Shape] = "pattern"
    # The same as for `SelfForcing`.
    problem: Predecessor

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        return f"{self.nouns} in {named(self.problem.target, 'pattern')}"

    def conditions(self) -> str:
        """Return the conditions of the predecessors in words."""
        return _conditions(self.problem)

    def answered(self, state: AnswerState, run: Run) -> Generator[Step, None, Answered]:
        """Find a patch; a proof refutes the predecessors of the patch that differ from it."""
        if state.yes is None or not self.final(state):
            state = yield from self._search(state, run)
        if not state.yes:
            return Answered(state, None)
        differing = differing_predecessors(self._part(state), self.problem.generations)
        return Answered(state, differing)

    @abstractmethod
    def _search(self, state: AnswerState, run: Run) -> Generator[Step, None, AnswerState]:
        """Continue the search from a state."""

    def _setup(self, run: Run) -> "SolverSetup":
        """Return the setup of the solver."""
        from lifesat.engines.sat.one_formula import ONE_FORMULA  # noqa: PLC0415  # slow to load
        from lifesat.engines.sat.solver_setup import SolverSetup  # noqa: PLC0415  # slow to load

        options = run.options
        encoding = options.encoding_of(self.problem)
        solver = options.solver or SOLVER
        return SolverSetup(self.problem, encoding, solver, ONE_FORMULA)

    def _bytes(self, setup: "SolverSetup") -> int:
        """Return the memory of one solver in bytes."""
        from lifesat.engines.sat.memory import solver_bytes  # noqa: PLC0415  # slow to load

        return solver_bytes(Patch(self.problem).formula_size(setup.encoding), setup.solver)

    @cached_property
    def _size(self) -> int:
        """The number of known cells of the pattern."""
        return int((self.problem.target.to_array() < UNKNOWN).sum())

    def _is_orphan(self, cells: BitSet) -> bool:
        """Return whether a patch is self-forcing only because it has no predecessor."""
        from lifesat.engines.patches.self_forcing import survives  # noqa: PLC0415  # slow to load

        part = part_of(self.problem.target, mask(cells, self._size))
        patch = differing_predecessors(part, self.problem.generations)
        return not survives(patch, patch.encodings[0])

    def _kind(self, state: AnswerState) -> str:
        """Return the words for the patch, with the reason if it is an orphan."""
        orphan = ", since it is an orphan: it has no predecessor at all"
        return f"self-forcing patch{orphan if state.orphan else ''}"

    def _part(self, state: AnswerState) -> Pattern:
        """Return the best patch so far; other cells are unknown."""
        cells = cells_of(state.cells)
        if cells.bit_length() > self._size:
            raise UserError("the cells in the journal are those of another pattern")
        return part_of(self.problem.target, mask(cells, self._size))

    def _share(self, state: AnswerState) -> str:
        """Return how many of all cells the best patch has, in words."""
        return f"{cells_of(state.cells).bit_count():,} of {self._size:,} cells"

    def known_facts(self, state: AnswerState) -> dict[str, Any]:
        """Return whether there is a patch, and the number of its cells."""
        cells = {"cells": cells_of(state.cells).bit_count()} if state.yes else {}
        orphan = {"orphan": True} if state.orphan else {}
        return {} if state.yes is None else {"exists": state.yes, **cells, **orphan}


@dataclass(frozen=True)
class LargestSelfForcing(PatchQuery):
    """Find the largest self-forcing patch inside a pattern."""

    name: ClassVar[str] = "largest_self_forcing"
    unknown: ClassVar[str] = "the largest self-forcing patch is not known"

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return "largest self-forcing patch"

    def _search(self, state: AnswerState, run: Run) -> Generator[Step, None, AnswerState]:
        """Remove the cells at which predecessors differ until no predecessor differs."""
        from lifesat.cnf.formula import interruptible  # noqa: PLC0415  # slow to load
        from lifesat.engines.patches.self_forcing import run_trial  # noqa: PLC0415
        from lifesat.engines.sat.memory import check  # noqa: PLC0415
        from lifesat.engines.sat.minimisation import Trial, TrialSetup  # noqa: PLC0415

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
    """Find a self-forcing patch inside a pattern in which every cell is necessary."""

    name: ClassVar[str] = "minimal_self_forcing"
    unknown: ClassVar[str] = "no self-forcing patch is known"
    # How many times to change the smallest patch and minimise it again.
    restarts: int = 0
    # The seed of the order in which cells are removed.
    seed: int = 0

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return "minimal self-forcing patch"

    def _search(self, state: AnswerState, run: Run) -> Generator[Step, None, AnswerState]:
        """Remove pieces of the pattern while a self-forcing patch is left."""
        from lifesat.cnf.formula import interruptible  # noqa: PLC0415  # slow to load
        from lifesat.engines.patches.self_forcing import (  # noqa: PLC0415
            Descent,
            patch_minimisation,
        )
        from lifesat.engines.sat.executors import GrowingPool  # noqa: PLC0415
        from lifesat.engines.sat.memory import check, fitting  # noqa: PLC0415

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
        from lifesat.engines.patches.self_forcing import is_self_forcing  # noqa: PLC0415  # slow to load

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
    """Return the conditions of predecessors, without the one that they differ from the pattern."""
    return changed(problem, different=False).conditions()


def _count(run: Run, needed: int, cells: BitSet) -> None:
    """Update the counts of a run: the cells that are left, and the necessary ones among them."""
    run.found = run.covered = needed
    run.total = cells.bit_count()
    run.phase = f"{run.total:,} cells" + (f", {needed:,} of them needed" if needed else "")


def _learned(search: "Minimisation[Witness]") -> dict[str, Any]:
    """Return what a search has found, as fields of `AnswerState`."""
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


class _SelfForcingAgar(Agar):
    """The agars in the answer, with words of their own for solutions."""

    noun: ClassVar[str] = "self-forcing agar"
    nouns: ClassVar[str] = "self-forcing agars"


@dataclass(frozen=True)
class CensusState(State):
    """Which agars are tested."""

    # The number of self-forcing agars, which are the solutions.
    found: int = field(default=0, metadata=COUNT, compare=False)
    # The agars that are not self-forcing, and the undecided ones: packed, in hexadecimal.
    refuted: str = ""
    open: str = ""

    def tested(self, width: int) -> dict[str, set[bytes]]:
        """Return the packed agars of `width` bytes by verdict, without the self-forcing ones.

        Raises UserError if the verdicts are on other agars.
        """
        tested: dict[str, set[bytes]] = {"forced": set()}
        for name, text in (("refuted", self.refuted), ("open", self.open)):
            try:
                packed = bytes.fromhex(text)
            except ValueError:
                packed = b"."
            if len(packed) % width or len(text) != 2 * len(packed):
                raise UserError("the journal is damaged: it has verdicts on other agars")
            tested[name] = {packed[k : k + width] for k in range(0, len(packed), width)}
        return tested


@dataclass(frozen=True)
class SelfForcingAgars(ProblemQuery):
    """Find the agars whose only predecessor is the agar one generation earlier, up to symmetry."""

    name: ClassVar[str] = "self_forcing_agars"
    shape: ClassVar[Shape] = "solutions"
    limited: ClassVar[bool] = True
    State: ClassVar[type[State]] = CensusState
    readers: ClassVar[Readers] = {Agar: Agar.from_json}
    # All agars, self-forcing or not.
    problem: Agar
    # The padding of the largest patch that is tried; see `lifesat.engines.patches.agars`.
    pad: int = AGAR_PAD

    def __post_init__(self) -> None:
        if error := integer_error("pad", self.pad, 0):
            raise UserError(error)
        if self.problem.rule.states > 2:
            raise needs_two_states(self.problem.rule, "a self-forcing agar")

    @property
    def named_problem(self) -> Agar:
        """The problem, with the words for self-forcing agars."""
        return renamed(self.problem, _SelfForcingAgar)

    def check(self, options: Options) -> None:
        """Reject options that are not valid for the list of all agars."""
        ListSolutions(self.problem).check(_listing(options))

    def steps(self, state: CensusState, run: Run) -> Steps:
        """List all agars, and test each one; the reason has the numbers.

        The status is ``complete`` or ``none`` only if every agar is decided.
        """
        return _Census(self, state, run).steps()

    def state(self, values: Mapping[str, Any]) -> CensusState:
        """Return the state in a job's journal; raises UserError if it is about other agars."""
        state = CensusState.of(values)
        state.tested(_width(self.problem))
        return state

    def sentence(self, state: CensusState) -> str:
        """Return how many agars have been tested, by verdict; "" before the first."""
        digits = 2 * _width(self.problem)
        refuted, undecided = len(state.refuted) // digits, len(state.open) // digits
        tested = state.found + refuted + undecided
        if not tested:
            return ""
        return (
            f"{state.found:,} self-forcing, {refuted:,} not, {undecided:,} undecided, "
            f"of {tested:,} tested"
        )

    def ending(self, state: CensusState, outcome: Outcome, took: str = "") -> str:  # noqa: ARG002
        """Return how many agars are known, and whether there are others."""
        return solutions_ending(self.named_problem, outcome, took)

    def verdict(self, state: CensusState, done: Done) -> bool | None:
        """Return whether there is a self-forcing agar."""
        return True if done.found else super().verdict(state, done)


def _listing(options: Options) -> Options:
    """Return the options for listing all agars."""
    return replace(options, limit=None, up_to_symmetry=True, time_limit=None)


def _width(problem: Agar) -> int:
    """Return the number of bytes of a packed agar."""
    return (problem.projection + 7) // 8


class _Census:
    """A search that lists all agars and collects the verdicts on them."""

    def __init__(self, query: SelfForcingAgars, state: CensusState, run: Run) -> None:
        self._query = query
        self._problem = query.named_problem
        self._run = run
        # The agars that this run tests.
        self._agars: list[Models] = []
        self._tested = state.tested(_width(self._problem))
        earlier = run.earlier(self._problem)
        if earlier is not None:
            self._tested["forced"] = {row.tobytes() for row in earlier.known}

    def steps(self) -> Steps:
        """List the agars and test them."""
        run = self._run
        end: End | None = None
        inner = InnerRun(run, _listing(run.options))
        listed = solution_steps(self._query.problem, None, inner)
        with TaskQueue[int, Candidate, Verdict](decide, run.options.workers, run.over) as tasks:
            while not run.limit_reached and (end is None or len(tasks)):
                run.wait(tasks.suspended)
                run.phase = self._phase(pending=len(tasks))
                step: Step = None
                if end is None:
                    try:
                        step = next(listed)
                    except StopIteration as ended:
                        end = ended.value
                if isinstance(step, Started):
                    yield step
                elif isinstance(step, Slice):
                    self._add(tasks, inner.count(step), step.models)
                try:
                    verdicts = tasks.advance(SLICE_SECONDS)
                except StoppedError:
                    break
                yield from self._record(verdicts)
                if run.due:
                    yield self._state()
                if run.over():
                    break
            pending = len(tasks)
        run.phase = self._phase(pending)
        yield self._state()
        return self._end(end, pending)

    def _add(
        self, tasks: TaskQueue[int, Candidate, Verdict], found: Solutions, models: Models
    ) -> None:
        """Queue listed agars for testing, unless they were tested before."""
        options, problem = self._run.options, self._problem
        encoding = options.encoding_of(problem)
        histories = np.stack([*problem.history(found.boards)], axis=1)
        known = set().union(*self._tested.values())
        for k, row in enumerate(pack(models.literals)):
            if row.tobytes() not in known:
                solver = options.solver or SOLVER
                candidate = Candidate(histories[k], problem.rule, self._query.pad, encoding, solver)
                tasks.add(len(self._agars), candidate)
                self._agars.append(
                    Models(models.literals[k : k + 1], models.orbit_sizes[k : k + 1])
                )

    def _record(self, verdicts: list[tuple[int, Verdict]]) -> Iterator[Slice]:
        """Record verdicts, and yield the self-forcing agars."""
        for key, verdict in verdicts:
            models = self._agars[key]
            if verdict == "forced" and self._run.limit_reached:
                continue
            self._tested[verdict].add(pack(models.literals)[0].tobytes())
            if verdict == "forced":
                yield Slice(self._problem, models)

    def _state(self) -> CensusState:
        """Return the state; the self-forcing agars are kept as solutions instead."""
        texts = {name: b"".join(sorted(self._tested[name])).hex() for name in ("refuted", "open")}
        return CensusState(found=self._run.found, **texts)

    def _phase(self, pending: int) -> str:
        """Return how many agars are self-forcing, and how many of those listed are tested."""
        tested = sum(map(len, self._tested.values()))
        found = f"{self._run.found:,} self-forcing"
        return f"{found}, {tested:,} of {tested + pending:,} agars tested"

    def _end(self, end: End | None, pending: int) -> End:
        """Return the end, given how the list of agars ended."""
        run = self._run
        refuted, undecided = len(self._tested["refuted"]), len(self._tested["open"])
        complete = end is not None and end.status in ("complete", "none") and not pending
        if complete and not undecided:
            status: Status = "complete" if run.found else "none"
        elif complete or run.limit_reached:
            status = "limit"
        else:
            status = run.interruption()
        agars = run.found + refuted + undecided + pending
        reason = (
            f"of {agars:,} agars, {run.found:,} are shown to be self-forcing, "
            f"{refuted:,} are not, {undecided:,} undecided with padding {self._query.pad}"
        )
        if pending:
            reason += f", {pending:,} not tested to the end"
        return End(status, reason)
