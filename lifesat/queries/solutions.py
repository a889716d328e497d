"""List the solutions of a problem, or find the one with the fewest or the most live cells."""

from abc import abstractmethod
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from lifesat.engines.options import Options
from lifesat.errors import StoppedError, UserError
from lifesat.problems.life.base import PopulationCompared
from lifesat.problems.life.predecessor import Predecessor, finds_boards, reject_several_states
from lifesat.problems.problem import Boards, Goal, Problem
from lifesat.queries.events import Done, Progress
from lifesat.queries.query import End, ProblemQuery, Shape, Step, Steps
from lifesat.queries.run import COUNT, ProvedState, Run, Slice, State
from lifesat.queries.sentences import (
    Outcome,
    bound_words,
    proof_words,
    solutions_ending,
    strip_line,
)

if TYPE_CHECKING:
    from lifesat.problems.life.completion import Completion  # slow to load
    from lifesat.problems.life.nearest import NearestPredecessor  # slow to load


@dataclass(frozen=True)
class ListSolutions(ProblemQuery):
    """List solutions up to the limit, in the order found or in that of a frontier."""

    name: ClassVar[str] = "list"
    shape: ClassVar[Shape] = "solutions"
    limited: ClassVar[bool] = True

    def check(self, options: Options) -> None:
        """Reject options that are not valid for the problem, and a formula that is too large."""
        _check(self.problem, options)
        if options.skip and not finds_boards(self.problem):
            raise UserError(
                f"skip is for predecessors, which have an order, not for {self.problem.nouns}"
            )
        _check_memory(self.problem, options, None)

    def steps(self, state: Any, run: Run) -> Steps:  # noqa: ARG002
        """Search for solutions."""
        from lifesat.queries.solving import solution_steps  # noqa: PLC0415  # slow to load

        return (yield from solution_steps(self.problem, None, run, f"listing {self.problem.nouns}"))

    def progress_words(self, progress: Progress) -> str:
        """Return the progress line, without the time."""
        return search_progress(self.problem, progress)

    def ending(self, state: State, outcome: Outcome, took: str = "") -> str:  # noqa: ARG002
        """Return how many solutions are known, and whether there are others."""
        return solutions_ending(self.problem, outcome, took)

    def verdict(self, state: State, done: Done) -> bool | None:
        """Return whether there is a solution."""
        return True if done.found else super().verdict(state, done)


@dataclass(frozen=True)
class BestState(State):
    """How good the best solution so far is, in words."""

    best: str = field(default="", metadata=COUNT, compare=False)


@dataclass(frozen=True)
class BestSolution(ProblemQuery):
    """Find the solution with the fewest or the most live cells, and prove that none is better.

    The options for lists are ignored: `limit` and `up_to_symmetry`.
    """

    name: ClassVar[str] = "best"
    shape: ClassVar[Shape] = "solutions"
    improves: ClassVar[bool] = True
    State: ClassVar[type[State]] = BestState
    goal: Goal

    def __post_init__(self) -> None:
        if self.goal not in ("fewest", "most"):
            raise UserError(f"goal is {self.goal!r}; it can be 'fewest' or 'most'")
        some = isinstance(self.problem, Predecessor) and self.problem.project is not None
        if some or not isinstance(self.problem, PopulationCompared):
            nouns = self.problem.nouns
            raise UserError(f"{nouns} are not compared by their live cells; leave out goal")

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        nearest = self.problem.kind == "nearest" and self.goal == "fewest"
        best = {"fewest": "smallest ", "most": "largest "}[self.goal]
        return self.problem.about(f"{'' if nearest else best}{self.problem.noun}")

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return f"{self.problem.noun} {self._best_words()}"

    def _best_words(self) -> str:
        """Return what makes the solution the best."""
        if not isinstance(self.problem, PopulationCompared):
            raise TypeError(self.problem)
        return self.problem.best_words(self.goal, None)

    def check(self, options: Options) -> None:
        """Reject options that are not valid for the problem, and a formula that is too large."""
        _check(self.problem, options, self.goal)
        if options.skip:
            raise UserError(
                "skip counts solutions of a list of all; it cannot be combined with goal"
            )
        _check_memory(self.problem, options, self.goal)

    def steps(self, state: Any, run: Run) -> Steps:  # noqa: ARG002
        """Search for solutions, each better than those before."""
        from lifesat.queries.solving import solution_steps  # noqa: PLC0415  # slow to load

        later = f"looking for a better {self.problem.noun}"
        return (yield from solution_steps(self.problem, self.goal, run, later))

    def sentence(self, state: BestState) -> str:
        """Return how good the best solution so far is; "" before there is one."""
        return state.best

    def progress_words(self, progress: Progress) -> str:
        """Return the progress line, without the time."""
        return search_progress(self.problem, progress)

    def ending(self, state: Any, outcome: Outcome, took: str = "") -> str:  # noqa: ARG002
        """Return which solution is the best, and whether that is proved."""
        return solutions_ending(self.problem, outcome, took, self.goal)


def search_progress(problem: Problem, progress: Progress) -> str:
    """Return the progress line of a search for solutions, without the time."""
    if progress.rows:
        number, noun = progress.nogoods, "nogood"
        if progress.particles:
            number, noun = progress.particles, "particle"
        reached = f"{strip_line(problem)} {progress.row} of {progress.rows}"
        return f"{reached}, {number:,} {noun}{'' if number == 1 else 's'}"
    bound = bound_words(problem, progress.bound)
    known = f", {bound}" if bound else ""
    if progress.members:
        solvers = "1 solver" if progress.members == 1 else f"{progress.members} solvers"
        return f"{progress.found:,} found{known}, {solvers} at work"
    total = progress.total
    share = f" of {total:,} ({progress.found / total:.1%})" if total else ""
    found = f"{progress.found:,}{share} found{known}, {progress.rate:,.1f}/s"
    return f"{found}, {progress.conflicts:,} conflicts"


_NO_PROOF = "there is no proof yet"


@dataclass(frozen=True)
class ProofState(ProvedState):
    """The state of a proof that a problem has no solution, and whether it has one."""

    solvable: bool = False


@dataclass(frozen=True)
class BestProofState(ProofState, BestState):
    """The state of a proof, and how good the best solution is."""


Proving = TypeVar("Proving", bound=ProofState)


@dataclass(frozen=True)
class WithProof(ProblemQuery):
    """A search for solutions with a DRAT proof."""

    # The file for the proof. The formula is written to a file with the same name and ``.cnf`` after
    # it.
    proof: str = ""
    # Whether the proof may replace files.
    replace: bool = False
    # The solver that writes the proof; "" for the default.
    prover: str = ""

    @property
    @abstractmethod
    def search(self) -> ProblemQuery:
        """The search without a proof."""

    def conditions(self) -> str:
        """Return the conditions in words."""
        return f"{super().conditions()}; with a proof in {self.proof}"

    def check(self, options: Options) -> None:
        """Reject what the search rejects, and a proof that cannot be written."""
        from lifesat.queries.solving import check_proof  # noqa: PLC0415  # slow to load

        self.search.check(options)
        check_proof(self.proof, self._proving(options), replace=self.replace)

    def facts(self, state: ProofState) -> dict[str, Any]:
        """Return the length of the proof and its file, once it is written."""
        return {} if state.lemmas is None else {"lines": state.lemmas, "file": self.proof}

    def values(self, before: Any, state: Any) -> Iterator[Any]:  # noqa: ARG002
        """Yield nothing: programs get the solutions instead."""
        return iter(())

    def news(self, before: ProofState, state: ProofState) -> Iterator[str]:
        """Yield how long the proof is and how to check it, once it is written."""
        if state.lemmas is not None and state.lemmas != before.lemmas:
            yield proof_words(state.lemmas, self.proof)

    def proved(self, problem: Problem, state: Proving, run: Run) -> Generator[Step, None, Proving]:
        """Prove that a problem has no solution and write the proof, unless it has one.

        Raises StoppedError if the run is over before that.
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
        """Return the options for the search for a proof."""
        return replace(options, solver=self.prover or None)


class _ProofFirst(WithProof):
    """Searches for a proof that there is no solution, and for solutions if there is no proof."""

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
    """Find the best solution of a completion or a nearest target, and prove that none is better."""

    name: ClassVar[str] = "best_with_proof"
    State: ClassVar[type[State]] = BestProofState

    @property
    def search(self) -> BestSolution:
        """The search without a proof."""
        return BestSolution(self.problem, self.goal)

    def __post_init__(self) -> None:
        super().__post_init__()
        _improvable(self.problem)

    def steps(self, state: BestProofState, run: Run) -> Steps:
        """Search for the best solution, and prove that none is better."""
        from lifesat.queries.solving import solution_steps  # noqa: PLC0415  # slow to load

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
        better = _improvable(self.problem).improvements_on(best)
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


def _improvable(problem: Problem) -> "Completion | NearestPredecessor":
    """Return the problem if solutions that are better than another one are a problem, too."""
    from lifesat.problems.life.completion import Completion  # noqa: PLC0415  # slow to load
    from lifesat.problems.life.nearest import NearestPredecessor  # noqa: PLC0415  # slow to load

    if not isinstance(problem, Completion | NearestPredecessor):
        what = "a proof that none is better is for completions and nearest targets"
        raise UserError(f"{what}, not for {problem.nouns}")
    return problem


def _best_of(problem: Problem, run: Run) -> Boards | None:
    """Return the best solution of earlier runs, or None."""
    from lifesat.engines.sat.search import unpack  # noqa: PLC0415  # slow to load

    earlier = run.earlier(problem)
    if earlier is None or not len(earlier.known):
        return None
    best: Boards = problem.boards(unpack(earlier.known[-1:], problem.projection))[0]
    return best


def _check(problem: Problem, options: Options, goal: Goal | None = None) -> None:
    """Reject options for other problems, and an encoding that the problem does not have."""
    for name in ("skip", "seed"):
        if getattr(options, name):
            reject_several_states(problem, name)
    if options.method not in ("auto", "sat"):
        reject_several_states(problem, f"method {options.method}")
    options.encoding_of(problem)
    if options.seed and not _may_use_seed(problem, options, goal):
        raise UserError(
            "seed is for particles, which find one predecessor, and for windows, which find the "
            "nearest; leave it out of any other search"
        )


def _may_use_seed(problem: Problem, options: Options, goal: Goal | None) -> bool:
    """Return whether particles or windows may search, on a board of any size."""
    if options.method not in ("auto", "particles"):
        return False
    if goal is not None:
        return problem.kind == "nearest"
    return finds_boards(problem) and options.any_one


def list_or_best(problem: Problem, goal: Goal | None) -> ListSolutions | BestSolution:
    """Return the query for the best solution, or for a list if there is no goal."""
    return ListSolutions(problem) if goal is None else BestSolution(problem, goal)


def _check_memory(problem: Problem, options: Options, goal: Goal | None) -> None:
    from lifesat.engines.choice import check_memory_unless_swept  # noqa: PLC0415  # slow to load

    check_memory_unless_swept(problem, options, goal)
