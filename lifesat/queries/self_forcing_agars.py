"""Find the self-forcing agars: all agars are listed, and each is tested."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from lifesat.defaults import AGAR_PAD
from lifesat.errors import StoppedError, UserError
from lifesat.problems.life.agar import Agar
from lifesat.problems.numbers import integer_error
from lifesat.problems.renamed import renamed
from lifesat.queries.events import Done, Event, Progress, Solutions, Started, Status
from lifesat.queries.list_solutions import ListSolutions
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Readers, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import SLICE_SECONDS, Run
from lifesat.queries.self_forcing_decision import Candidate, Verdict, decide
from lifesat.sat.packed import pack
from lifesat.sat.search import Models, Search
from lifesat.sat.task_queue import TaskQueue


class _SelfForcingAgar(Agar):
    """Agars in the answer; only the names of solutions differ from other ones."""

    noun: ClassVar[str] = "self-forcing agar"
    nouns: ClassVar[str] = "self-forcing agars"


@dataclass(frozen=True)
class SelfForcingAgars(ProblemQuery):
    """Find the agars with no predecessor but themselves, one generation earlier, up to symmetry.

    Parameters
    ----------
    problem
        All agars, self-forcing or not.
    pad
        The padding of the largest patch that is to show it; see
        `lifesat.queries.self_forcing_decision`.

    Raises
    ------
    UserError
        If the padding is invalid.
    """

    name: ClassVar[str] = "self_forcing_agars"
    shape: ClassVar[Shape] = "solutions"
    limited: ClassVar[bool] = True
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

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """List all agars, and test each.

        Yields
        ------
        Event
            In `Progress`, each agar is a cube. The status of `Done` is ``complete`` or ``none``
            only if every agar is shown to be self-forcing or not. Its reason has the numbers.
        """
        return _Census(self, run, stop, recorder).events()

    def sentence(self, values: Mapping[str, Any]) -> str:
        """Return how many agars are tested so far; "" before the first is."""
        digits = 2 * _width(self.problem)
        refuted, undecided = (len(values.get(name, "")) // digits for name in ("refuted", "open"))
        tested = values.get("found", 0) + refuted + undecided
        if not tested:
            return ""
        return (
            f"{values.get('found', 0):,} self-forcing, {refuted:,} not, {undecided:,} undecided, "
            f"of {tested:,} tested"
        )

    def phase(self, values: Mapping[str, Any]) -> str:  # noqa: ARG002
        """Return what a process at work on it does now."""
        return "listing agars and testing each"


def _listing(options: Options) -> Options:
    """Return how to list all agars."""
    return replace(options, limit=None, up_to_symmetry=True, time_limit=None)


def _width(problem: Agar) -> int:
    """Return the bytes of a packed agar."""
    return (problem.projection + 7) // 8


class _Listed(Recorder):
    """Keeps the models of the agars that were listed last."""

    models: Models

    def record(self, search: Search | None, models: Models, solutions: Solutions) -> None:  # noqa: ARG002
        """Keep the models of a slice."""
        self.models = models


class _Census:
    """The agars that are listed, and the verdicts on them."""

    def __init__(
        self, query: SelfForcingAgars, run: Run, stop: Callable[[], bool], recorder: Recorder
    ) -> None:
        self._query = query
        self._problem = query.named_problem
        self._run = run
        self._stop = stop
        self._recorder = recorder
        self._over = run.over(stop)
        # The agars that this run tests.
        self._agars: list[Models] = []
        self._tested: dict[str, set[bytes]] = {"forced": set(), "refuted": set(), "open": set()}

    def events(self) -> Iterator[Event]:
        """Yield the events of the query."""
        run, recorder = self._run, self._recorder
        earlier = recorder.earlier(self._problem)
        if earlier is not None:
            self._tested["forced"] = {row.tobytes() for row in earlier.known}
        recorder.restore(self._restored)
        end: Status | None = None
        inner = Run(_listing(run.options))
        kept = _Listed(inner)
        listed = ListSolutions(self._query.problem).events(inner, self._over, kept)
        with TaskQueue[int, Candidate, Verdict](decide, run.options.workers, self._over) as tasks:
            while not run.limit_reached and (end is None or len(tasks)):
                recorder.wait(tasks.suspended)
                event = next(listed) if end is None else None
                if isinstance(event, Started):
                    recorder.begin(event)
                    yield event
                elif isinstance(event, Solutions):
                    self._add(tasks, event, kept.models)
                elif isinstance(event, Done):
                    end = event.status
                try:
                    verdicts = tasks.advance(SLICE_SECONDS)
                except StoppedError:
                    break
                yield from self._record(verdicts)
                if run.progress_due():
                    recorder.settle(self._settled())
                    yield self._progress(pending=len(tasks))
                if self._over():
                    break
            done = self._done(end, pending=len(tasks))
        recorder.settle(self._settled())
        recorder.end(None, done.status)
        yield done

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

    def _record(self, verdicts: list[tuple[int, Verdict]]) -> Iterator[Solutions]:
        """Keep verdicts, and yield the agars that are self-forcing."""
        run = self._run
        for key, verdict in verdicts:
            models = self._agars[key]
            if verdict == "forced" and run.limit_reached:
                continue
            self._tested[verdict].add(pack(models.literals)[0].tobytes())
            if verdict == "forced":
                boards = self._problem.boards(models.literals)
                solutions = Solutions(run.found + 1, boards, models.orbit_sizes, self._problem)
                run.found += 1
                run.covered += int(models.orbit_sizes.sum())
                self._recorder.record(None, models, solutions)
                yield solutions

    def _settled(self) -> dict[str, Any]:
        """Return what the journal of a job keeps, besides the agars that are self-forcing."""
        return {name: b"".join(sorted(self._tested[name])).hex() for name in ("refuted", "open")}

    def _restored(self, values: Mapping[str, Any]) -> bool:
        """Take over what a journal knows, and return whether it is about such agars."""
        width = _width(self._problem)
        for name in ("refuted", "open"):
            try:
                packed = bytes.fromhex(values.get(name, ""))
            except (TypeError, ValueError):
                return False
            if len(packed) % width:
                return False
            self._tested[name] = {packed[k : k + width] for k in range(0, len(packed), width)}
        return True

    def _progress(self, pending: int) -> Progress:
        """Return the counts; each agar is a part of the search, finished once it is tested."""
        tested = sum(map(len, self._tested.values()))
        return replace(self._run.progress(), cubes_done=tested, cubes_open=pending)

    def _done(self, end: Status | None, pending: int) -> Done:
        """Return the end, given how the list of agars ended."""
        run = self._run
        refuted, undecided = len(self._tested["refuted"]), len(self._tested["open"])
        complete = end in ("complete", "none") and not pending
        if complete and not undecided:
            status: Status = "complete" if run.found else "none"
        elif complete or run.limit_reached:
            status = "limit"
        else:
            status = run.interrupted(self._stop).status
        agars = run.found + refuted + undecided + pending
        reason = (
            f"of {agars:,} agars, {run.found:,} are shown to be self-forcing, "
            f"{refuted:,} are not, {undecided:,} undecided with padding {self._query.pad}"
        )
        if pending:
            reason += f", {pending:,} not tested to the end"
        return run.done(status, reason)
