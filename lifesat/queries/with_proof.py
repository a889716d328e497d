"""Searches for solutions that also prove, for other programs to check, what they find."""

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from lifesat.errors import StoppedError, UserError
from lifesat.problems.life.completion import Completion
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.problem import Boards, Problem
from lifesat.queries.answers import Note, Proved
from lifesat.queries.best_solution import BestSolution
from lifesat.queries.events import Event, Solutions, Status
from lifesat.queries.list_solutions import ListSolutions
from lifesat.queries.options import QUICKEST, Options
from lifesat.queries.query import ProblemQuery
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run

_NO_PROOF = "there is no proof yet"


@dataclass(frozen=True)
class WithProof(ProblemQuery):
    """A search for solutions with a DRAT proof.

    Parameters
    ----------
    problem
        As for `ProblemQuery`.
    proof
        The file for the proof. The formula is written beside it, to a file whose name has ``.cnf``
        after that of the proof.
    replace
        Whether the proof may replace files.
    prover
        The solver that writes it, or "" for the usual one.
    """

    proof: str = ""
    replace: bool = False
    prover: str = ""

    @property
    @abstractmethod
    def search(self) -> ProblemQuery:
        """The search without a proof."""

    def conditions(self) -> str:
        """Return a description of what is asked."""
        return f"{super().conditions()}; with a proof in {self.proof}"

    def check(self, options: Options) -> None:
        """Refuse what the search refuses, and a proof that cannot be written."""
        from lifesat.queries.proving import check_proof  # noqa: PLC0415  # slow to load

        self.search.check(options)
        check_proof(self.proof, self._proving(options), replace=self.replace)

    def told(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Event]:
        """Yield the proof once it is written."""
        if "lemmas" in now and now["lemmas"] != before.get("lemmas"):
            yield Proved(now["lemmas"], self.proof)

    def proved(
        self, problem: Problem, run: Run, over: Callable[[], bool], recorder: Recorder
    ) -> Generator[Event, None, bool]:
        """Prove that a problem has no solution and write the proof; return false if it has one.

        Raises
        ------
        StoppedError
            If the work is to end before that.
        """
        from lifesat.queries.proving import try_to_prove  # noqa: PLC0415  # slow to load

        kept: dict[str, Any] = {}

        def restored(values: Mapping[str, Any]) -> bool:
            kept.update(values)
            return True

        recorder.restore(restored)
        if kept.get("solvable"):
            return False
        proof = yield from try_to_prove(problem, run, over, recorder, self._proving(run.options))
        if proof is None:
            recorder.settle({"solvable": True})
            return False
        proof.keep(
            self.proof,
            lambda writing: recorder.settle({"writing": writing}),
            begun=bool(kept.get("writing")),
            replace=self.replace,
        )
        recorder.settle({"lemmas": len(proof.lines)})
        yield Proved(len(proof.lines), self.proof)
        return True

    def _proving(self, options: Options) -> Options:
        """Return how to search for the proof."""
        return replace(options, solver=self.prover or QUICKEST)


class _ProofFirst(WithProof):
    """Looks for a proof that there is no solution, and for solutions if there is none."""

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Yield `Proved` and `Done`, or the events of the search for solutions."""
        if run.found:
            yield from self.search.events(run, stop, recorder)
            return
        status: Status | None = None
        try:
            if (yield from self.proved(self.problem, run, run.over(stop), recorder)):
                status = "none"
        except StoppedError:
            status = run.interrupted(stop).status
        if status is None:
            yield from self.search.events(run, stop, recorder)
        else:
            recorder.end(None, status)
            yield run.done(status)


@dataclass(frozen=True)
class ListOrProof(_ProofFirst, ListSolutions):
    """List solutions, or prove that there is none."""

    name: ClassVar[str] = "list_or_proof"

    @property
    def search(self) -> ListSolutions:
        """The search without a proof."""
        return ListSolutions(self.problem)


@dataclass(frozen=True)
class BestOrProof(_ProofFirst, BestSolution):
    """Find the best solution, or prove that there is none."""

    name: ClassVar[str] = "best_or_proof"

    @property
    def search(self) -> BestSolution:
        """The search without a proof."""
        return BestSolution(self.problem, self.goal)


@dataclass(frozen=True)
class BestWithProof(WithProof, BestSolution):
    """Find the best solution, and prove that none is better.

    Raises
    ------
    UserError
        If there is no such proof about the problem.
    """

    name: ClassVar[str] = "best_with_proof"

    @property
    def search(self) -> BestSolution:
        """The search without a proof."""
        return BestSolution(self.problem, self.goal)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.problem, Completion | NearestPredecessor):
            what = "a proof that none is better is for completions and nearest targets"
            raise UserError(f"{what}, not for {self.problem.nouns}")

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Yield the events of the search, then `Proved`, and at last `Done`."""
        from lifesat.queries.event_loop import search_events  # noqa: PLC0415  # slow to load

        best = _best_of(self.problem, recorder)

        def then(status: Status) -> Generator[Event, None, Status]:
            if best is None:
                return status
            return (yield from self._confirmed(best, run, stop, recorder))

        for event in search_events(self.problem, self.goal, run, stop, recorder, then):
            if isinstance(event, Solutions):
                best = event.boards[-1]
            yield event

    def _confirmed(
        self, best: Boards, run: Run, stop: Callable[[], bool], recorder: Recorder
    ) -> Generator[Event, None, Status]:
        """Prove that no solution is better than the best, and return the status."""
        if not isinstance(self.problem, Completion | NearestPredecessor):
            raise TypeError(self.problem)
        better = self.problem.improvements_on(best)
        yield Note(f"no {better.noun} is better")
        try:
            proved = yield from self.proved(better, run, run.over(stop), recorder)
        except StoppedError:
            yield Note(_NO_PROOF)
            return run.interrupted(stop).status
        if not proved:
            raise AssertionError("a solution is better than the best")
        return "complete"


def _best_of(problem: Problem, recorder: Recorder) -> Boards | None:
    """Return the best solution that earlier runs have found, or None."""
    from lifesat.sat.packed import unpack  # noqa: PLC0415  # slow to load

    earlier = recorder.earlier(problem)
    if earlier is None or not len(earlier.known):
        return None
    best: Boards = problem.boards(unpack(earlier.known[-1:], problem.projection))[0]
    return best
