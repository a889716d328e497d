"""Find the self-forcing agars: all agars are listed, and each is tested."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from lifesat.defaults import AGAR_PAD
from lifesat.engines.options import Options
from lifesat.errors import StoppedError, UserError
from lifesat.patches.agars import Candidate, Verdict, decide
from lifesat.problems.life.agar import Agar
from lifesat.problems.numbers import integer_error
from lifesat.problems.renamed import renamed
from lifesat.queries.events import Done, Solutions, Started, Status
from lifesat.queries.query import End, ProblemQuery, Readers, Shape, Step, Steps
from lifesat.queries.run import SLICE_SECONDS, InnerRun, Run, Slice
from lifesat.queries.sentences import Outcome, solutions_ending
from lifesat.queries.solutions import ListSolutions
from lifesat.queries.solving import solution_steps
from lifesat.queries.state import COUNT, State
from lifesat.sat.packed import pack
from lifesat.sat.search import Models
from lifesat.sat.task_queue import TaskQueue


class _SelfForcingAgar(Agar):
    """Agars in the answer; only the names of solutions differ from other ones."""

    noun: ClassVar[str] = "self-forcing agar"
    nouns: ClassVar[str] = "self-forcing agars"


@dataclass(frozen=True)
class CensusState(State):
    """Which agars are tested.

    Attributes
    ----------
    found
        The number of those that are self-forcing, which are solutions.
    refuted, open
        Those that are not, and those that are undecided: packed, as hexadecimal digits.
    """

    found: int = field(default=0, metadata=COUNT, compare=False)
    refuted: str = ""
    open: str = ""

    def tested(self, width: int) -> dict[str, set[bytes]]:
        """Return the agars by their verdicts, without those that are self-forcing.

        Parameters
        ----------
        width
            The bytes of a packed agar.

        Raises
        ------
        UserError
            If they are no such agars.
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
    """Find the agars with no predecessor but themselves, one generation earlier, up to symmetry.

    Parameters
    ----------
    problem
        All agars, self-forcing or not.
    pad
        The padding of the largest patch that is to show it; see
        `lifesat.patches.agars`.

    Raises
    ------
    UserError
        If the padding is invalid.
    """

    name: ClassVar[str] = "self_forcing_agars"
    shape: ClassVar[Shape] = "solutions"
    limited: ClassVar[bool] = True
    State: ClassVar[type[State]] = CensusState
    readers: ClassVar[Readers] = {Agar: Agar.from_json}
    problem: Agar
    pad: int = AGAR_PAD

    def __post_init__(self) -> None:
        if fault := integer_error("pad", self.pad, 0):
            raise UserError(fault)

    @property
    def named_problem(self) -> Agar:
        """The problem, with the words for self-forcing agars."""
        return renamed(self.problem, _SelfForcingAgar)

    def check(self, options: Options) -> None:
        """Refuse options that are not valid for the list of all agars."""
        ListSolutions(self.problem).check(_listing(options))

    def steps(self, state: CensusState, run: Run) -> Steps:
        """List all agars, and test each.

        The status is ``complete`` or ``none`` only if every agar is shown to be self-forcing or
        not. The reason has the numbers.
        """
        return _Census(self, state, run).steps()

    def state(self, values: Mapping[str, Any]) -> CensusState:
        """Return what the journal of a job knows.

        Raises
        ------
        UserError
            If it is about other agars.
        """
        state = CensusState.of(values)
        state.tested(_width(self.problem))
        return state

    def sentence(self, state: CensusState) -> str:
        """Return how many agars are tested so far; "" before the first is."""
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
    """Return how to list all agars."""
    return replace(options, limit=None, up_to_symmetry=True, time_limit=None)


def _width(problem: Agar) -> int:
    """Return the bytes of a packed agar."""
    return (problem.projection + 7) // 8


class _Census:
    """The agars that are listed, and the verdicts on them."""

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
        """List and test."""
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
        yield self._state()
        return self._end(end, pending)

    def _add(
        self, tasks: TaskQueue[int, Candidate, Verdict], found: Solutions, models: Models
    ) -> None:
        """Add agars that were listed, unless they were tested before."""
        options, problem = self._run.options, self._problem
        encoding = options.encoding_of(problem)
        histories = np.stack([*problem.history(found.boards)], axis=1)
        known = set().union(*self._tested.values())
        for k, row in enumerate(pack(models.literals)):
            if row.tobytes() not in known:
                candidate = Candidate(
                    histories[k], problem.rule, self._query.pad, encoding, options.solver
                )
                tasks.add(len(self._agars), candidate)
                self._agars.append(
                    Models(models.literals[k : k + 1], models.orbit_sizes[k : k + 1])
                )

    def _record(self, verdicts: list[tuple[int, Verdict]]) -> Iterator[Slice]:
        """Keep verdicts, and yield the agars that are self-forcing."""
        for key, verdict in verdicts:
            models = self._agars[key]
            if verdict == "forced" and self._run.limit_reached:
                continue
            self._tested[verdict].add(pack(models.literals)[0].tobytes())
            if verdict == "forced":
                yield Slice(self._problem, models)

    def _state(self) -> CensusState:
        """Return what is known, besides the agars that are self-forcing."""
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
