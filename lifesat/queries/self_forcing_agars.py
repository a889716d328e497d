"""The search for self-forcing agars: all agars are listed, and each is tested."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lifesat.errors import StoppedError
from lifesat.problems.life.agar import SelfForcingAgar
from lifesat.queries.events import Done, Event, Progress, Solutions, Started, Status
from lifesat.queries.list_solutions import ListSolutions
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import SLICE_SECONDS, Run
from lifesat.queries.search import search
from lifesat.sat.agars import Candidate, Decisions, Verdict

if TYPE_CHECKING:
    from lifesat.problems.problem import Boards


@dataclass(frozen=True)
class SelfForcingAgars(ProblemQuery):
    """Find the self-forcing ones among agars, up to symmetry.

    Parameters
    ----------
    problem
        The agars.
    """

    name: ClassVar[str] = "self_forcing_agars"
    shape: ClassVar[Shape] = "solutions"
    limited: ClassVar[bool] = True
    problem: SelfForcingAgar

    def check(self, options: Options) -> None:
        """Refuse options that are not valid for the list of all agars."""
        ListSolutions(self.problem.agars()).check(_listing(options))

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:  # noqa: ARG002
        """List all agars, and test each.

        Yields
        ------
        Event
            In `Progress`, each agar is a cube. The status of `Done` is ``complete`` or ``none``
            only if every agar is shown to be self-forcing or not. Its reason has the numbers.
        """
        listed = search(ListSolutions(self.problem.agars()), _listing(run.options), stop)
        return _Search(self.problem, run.options, run, stop).events(listed)


def _listing(options: Options) -> Options:
    """Return how to list all agars."""
    return replace(options, limit=None, up_to_symmetry=True)


class _Search:
    """The agars that are listed, and the verdicts on them."""

    def __init__(
        self, problem: SelfForcingAgar, options: Options, run: Run, stop: Callable[[], bool]
    ) -> None:
        self._problem = problem
        self._options = options
        self._run = run
        self._stop = stop
        self._agars: list[tuple[Boards, int]] = []
        self._refuted = 0
        self._open = 0

    def events(self, listed: Iterator[Event]) -> Iterator[Event]:
        """Yield the events of the search, given those of the list of agars."""
        end: Status | None = None
        over = self._run.over(self._stop)
        with Decisions(self._options.workers, over) as decisions:
            while not self._run.limit_reached and (end is None or len(decisions)):
                event = next(listed) if end is None else None
                if isinstance(event, Started):
                    yield event
                elif isinstance(event, Solutions):
                    self._add(decisions, event)
                elif isinstance(event, Done):
                    end = event.status
                    if end not in ("complete", "none"):
                        break
                try:
                    verdicts = decisions.advance(SLICE_SECONDS)
                except StoppedError:
                    break
                yield from self._record(verdicts)
                if self._run.progress_due():
                    yield self._progress(pending=len(decisions))
                if over():
                    break
            yield self._done(end, pending=len(decisions))

    def _add(self, decisions: Decisions, found: Solutions) -> None:
        """Add agars that were listed."""
        histories = np.stack([*self._problem.history(found.boards)], axis=1)
        encoding = self._options.encoding_of(self._problem)
        for history, orbit in zip(histories, found.orbits.tolist(), strict=True):
            candidate = Candidate(
                history, self._problem.rule, self._problem.pad, encoding, self._options.solver
            )
            decisions.add(len(self._agars), candidate)
            self._agars.append((history[0], orbit))

    def _record(self, verdicts: list[tuple[int, Verdict]]) -> Iterator[Solutions]:
        """Count verdicts, and yield the agars that are self-forcing."""
        words = [verdict for _, verdict in verdicts]
        self._refuted += words.count("refuted")
        self._open += words.count("open")
        forced = [self._agars[key] for key, verdict in verdicts if verdict == "forced"]
        run = self._run
        if self._options.limit is not None:
            forced = forced[: self._options.limit - run.found]
        if forced:
            boards = np.stack([board for board, _ in forced])
            orbits = np.array([orbit for _, orbit in forced], dtype=np.intp)
            first = run.found + 1
            run.found += len(boards)
            run.covered += int(orbits.sum())
            yield Solutions(first, boards, orbits, self._problem)

    def _progress(self, pending: int) -> Progress:
        """Return the counts; each agar is a part of the search, finished once it is tested."""
        tested = len(self._agars) - pending
        return replace(self._run.progress(), cubes_done=tested, cubes_open=pending)

    def _done(self, end: Status | None, pending: int) -> Done:
        """Return the end, given how the list of agars ended."""
        run = self._run
        complete = end in ("complete", "none") and not pending
        if complete and not self._open:
            status: Status = "complete" if run.found else "none"
        elif complete or run.limit_reached:
            status = "limit"
        else:
            status = run.interrupted(self._stop).status
        reason = (
            f"of {len(self._agars):,} agars, {run.found:,} are shown to be self-forcing, "
            f"{self._refuted:,} are not, {self._open:,} undecided with padding {self._problem.pad}"
        )
        if pending:
            reason += f", {pending:,} not tested to the end"
        return run.done(status, reason)
