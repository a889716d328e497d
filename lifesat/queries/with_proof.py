"""Searches for solutions that also prove, for other programs to check, what they find."""

from abc import abstractmethod
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from lifesat.engines.options import QUICKEST, Options
from lifesat.errors import StoppedError, UserError
from lifesat.problems.life.completion import Completion
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.problem import Boards, Problem
from lifesat.queries.query import End, ProblemQuery, Step, Steps
from lifesat.queries.run import Run, Slice
from lifesat.queries.sentences import proof_words
from lifesat.queries.solutions import BestSolution, BestState, ListSolutions
from lifesat.queries.state import ProvedState, State

_NO_PROOF = "there is no proof yet"


@dataclass(frozen=True)
class ProofState(ProvedState):
    """What is known of a proof that a problem has no solution, and whether it has one."""

    solvable: bool = False


@dataclass(frozen=True)
class BestProofState(ProofState, BestState):
    """The same, and how good the best solution is."""


Proving = TypeVar("Proving", bound=ProofState)


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
        from lifesat.queries.solving import check_proof  # noqa: PLC0415  # slow to load

        self.search.check(options)
        check_proof(self.proof, self._proving(options), replace=self.replace)

    def facts(self, state: ProofState) -> dict[str, Any]:
        """Return the length of the proof and its file, once it is written."""
        return {} if state.lemmas is None else {"lines": state.lemmas, "file": self.proof}

    def values(self, before: Any, state: Any) -> Iterator[Any]:  # noqa: ARG002
        """Yield nothing: programs get the solutions."""
        return iter(())

    def news(self, before: ProofState, state: ProofState) -> Iterator[str]:
        """Yield what is proved, and how the proof is checked."""
        if state.lemmas is not None and state.lemmas != before.lemmas:
            yield proof_words(state.lemmas, self.proof)

    def proved(self, problem: Problem, state: Proving, run: Run) -> Generator[Step, None, Proving]:
        """Prove that a problem has no solution and write the proof, unless it has one.

        Raises
        ------
        StoppedError
            If the work is to end before that.
        """
        from lifesat.queries.solving import try_to_prove  # noqa: PLC0415  # slow to load

        if not state.solvable:
            proof = yield from try_to_prove(problem, run, self._proving(run.options))
            if proof is None:
                state = replace(state, solvable=True)
            else:
                state = proof.keep(self.proof, state, run, replace=self.replace)
            yield state
        return state

    def _proving(self, options: Options) -> Options:
        """Return how to search for the proof."""
        return replace(options, solver=self.prover or QUICKEST)


class _ProofFirst(WithProof):
    """Looks for a proof that there is no solution, and for solutions if there is none."""

    def steps(self, state: Any, run: Run) -> Steps:
        """Prove, or search for solutions."""
        if not run.found:
            state = yield from self.proved(self.problem, state, run)
            if not state.solvable:
                return End("none")
        return (yield from self.search.steps(state, run))


@dataclass(frozen=True)
class ListOrProof(_ProofFirst, ListSolutions):
    """List solutions, or prove that there is none."""

    name: ClassVar[str] = "list_or_proof"
    State: ClassVar[type[State]] = ProofState

    @property
    def search(self) -> ListSolutions:
        """The search without a proof."""
        return ListSolutions(self.problem)


@dataclass(frozen=True)
class BestOrProof(_ProofFirst, BestSolution):
    """Find the best solution, or prove that there is none."""

    name: ClassVar[str] = "best_or_proof"
    State: ClassVar[type[State]] = BestProofState

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
    State: ClassVar[type[State]] = BestProofState

    @property
    def search(self) -> BestSolution:
        """The search without a proof."""
        return BestSolution(self.problem, self.goal)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.problem, Completion | NearestPredecessor):
            what = "a proof that none is better is for completions and nearest targets"
            raise UserError(f"{what}, not for {self.problem.nouns}")

    def steps(self, state: BestProofState, run: Run) -> Steps:
        """Search for the best solution, and prove that none is better."""
        from lifesat.queries.solving import solution_steps  # noqa: PLC0415  # slow to load

        if not isinstance(self.problem, Completion | NearestPredecessor):
            raise TypeError(self.problem)
        best = _best_of(self.problem, run)
        later = f"looking for a better {self.problem.noun}"
        steps = solution_steps(self.problem, self.goal, run, later)
        end: End | None = None
        while end is None:
            try:
                step = next(steps)
            except StopIteration as ended:
                end = ended.value
                break
            if isinstance(step, Slice) and len(step.models.literals):
                best = self.problem.boards(step.models.literals[-1:])[0]
            yield step
        if best is None or end.status != "complete":
            return end
        better = self.problem.improvements_on(best)
        state = replace(state, note=f"no {better.noun} is better")
        yield state
        try:
            state = yield from self.proved(better, state, run)
        except StoppedError:
            yield replace(state, note=_NO_PROOF)
            raise
        if state.solvable:
            raise AssertionError("a solution is better than the best")
        return end


def _best_of(problem: Problem, run: Run) -> Boards | None:
    """Return the best solution that earlier runs have found, or None."""
    from lifesat.sat.packed import unpack  # noqa: PLC0415  # slow to load

    earlier = run.earlier(problem)
    if earlier is None or not len(earlier.known):
        return None
    best: Boards = problem.boards(unpack(earlier.known[-1:], problem.projection))[0]
    return best
