"""Go back from a pattern one generation at a time, as far as possible."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.cnf.formula import interruptible
from lifesat.defaults import SOLVER
from lifesat.engines.options import Options
from lifesat.engines.rewinds.engine import rewind_variants
from lifesat.engines.rewinds.history import (
    Ancestor,
    generations_of,
    history,
    is_ancestor,
    own_phase,
    window_of,
)
from lifesat.engines.sat.search import EngineProgress, SearchProgress
from lifesat.errors import StoppedError, UserError
from lifesat.formats import read_text, rle
from lifesat.life.pattern import Pattern
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.box import rule_words
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.query import End, ProblemQuery, Shape, Steps
from lifesat.queries.run import Run, State
from lifesat.queries.sentences import Outcome

if TYPE_CHECKING:
    from lifesat.engines.rewinds.processes import Rewinds  # slow to load
    from lifesat.problems.problem import Boards, Problem

STUCK = "a larger margin may lead further"
"""The reason that a rewind gives if it has ruled out all parents within its boxes."""

_BEFORE = " before"
_PROVED = "this is proved"
_ENDS = {"stopped": " when interrupted", "time_limit": " when the time limit was reached"}


@dataclass(frozen=True)
class RewindState(State):
    """How far back a rewind has come."""

    # How many generations back the oldest one is; 0 before there is one.
    generations: int = 0
    # The oldest generation as RLE.
    oldest: str = ""
    # Whether it is proved that there is no older generation.
    longest: bool = False

    @property
    def ancestor(self) -> Ancestor | None:
        """The oldest generation, or None before there is one; raises UserError if unreadable."""
        if not self.oldest:
            return None
        if error := integer_error("generations", self.generations, 1):
            raise UserError(f"the journal is damaged: {error}")
        source = "oldest generation in the journal"
        return Ancestor(read_text(self.oldest, format="rle", source=source), self.generations)


@dataclass(frozen=True)
class Rewind(ProblemQuery):
    """Go back from a target one generation at a time.

    A job keeps the oldest generation, and continues from there.
    """

    name: ClassVar[str] = "rewind"
    shape: ClassVar[Shape] = "generations"
    unknown: ClassVar[str] = "0 generations back"
    State: ClassVar[type[State]] = RewindState
    # The parents of the target. Every generation has the same outside, and a margin around the next
    # one.
    problem: Predecessor
    # How many generations to go back; None for as many as possible.
    generations: int | None = None

    def __post_init__(self) -> None:
        problem: Problem = self.problem
        if not isinstance(problem, Predecessor):
            raise UserError(f"a rewind starts from a target; it does not find {problem.nouns}")
        if problem != Predecessor(problem.target, 1, problem.outside, margin=problem.margin):
            raise UserError("a rewind has no conditions but outside and margin")
        if self.generations is not None and (
            error := integer_error("generations", self.generations, 1)
        ):
            raise UserError(error)

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        return self.problem.about("rewind")

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return "oldest generation"

    def conditions(self) -> str:
        """Return the conditions in words."""
        wanted, problem = self.generations, self.problem
        back = "as many generations as possible" if wanted is None else generations_words(wanted)
        height, width = problem.target_states.shape
        margin = f"a margin of {problem.margin}"
        where = {
            "dead": f"each within the box of the next one and {margin}, all dead outside",
            "free": "whatever surrounds the target",
            "torus": f"on the {width}x{height} torus",
            "grid": f"on the grid {problem.target.grid}"
            + f", with {margin}" * any(problem.window.ring),
        }[problem.outside]
        return ", ".join([f"{back} back", where, *rule_words(problem.target.rule.name)])

    def check(self, options: Options) -> None:
        """Reject an encoding that the problem does not have, and too large a first formula."""
        from lifesat.engines.sat.memory import check  # noqa: PLC0415  # slow to load
        from lifesat.engines.sat.one_formula import ONE_FORMULA  # noqa: PLC0415  # slow to load
        from lifesat.engines.sat.solver_setup import SolverSetup  # noqa: PLC0415  # slow to load

        options.encoding_of(self.problem)
        if options.cluster is not None:
            raise UserError("a rewind runs on this machine, and on no cluster")
        encoding, _ = next(rewind_variants(self.problem, options.encoding))
        solver = options.solver or SOLVER
        check(SolverSetup(self.problem, encoding, solver, ONE_FORMULA).bytes, options.memory)

    def for_job(self, options: Options) -> Options:
        """Return options for a job, which tries several encodings unless one is named."""
        return replace(options, limit=None)

    def state(self, values: Mapping[str, Any]) -> RewindState:
        """Return the state in a job's journal; raises UserError if its pattern is unreadable."""
        state = RewindState.of(values)
        state.ancestor  # noqa: B018  # raises the error
        return state

    def steps(self, state: RewindState, run: Run) -> Steps:
        """Go back one generation after another.

        In `Progress`, `found` is how many generations back the oldest one is, `total` the number
        wanted and `nogoods` the number of dead ends. The status is ``none`` if it is proved that
        the number cannot be reached, and ``limit`` if the next formula would take too much memory
        or a larger margin is needed. An oscillator or a spaceship is its own ancestor.
        """
        wanted, earlier = self.generations, state.ancestor
        if earlier is not None and not is_ancestor(self.problem, earlier):
            raise UserError(
                "the journal is damaged: the oldest generation is that of another target"
            )
        run.total = wanted
        if wanted and (phase := own_phase(self.problem, wanted)):
            run.found = run.covered = wanted
            yield RewindState(generations=wanted, oldest=rle.write(phase.pattern))
            return End("complete")
        with interruptible(run.over):
            search = self._search(run, earlier)
        with search:
            while not search.ended(wanted):
                run.phase = _phase(state, search.dead_ends)
                run.wait(search.suspended)
                if run.over():
                    raise StoppedError
                with interruptible(run.over):
                    search.advance()
                run.observe(SearchProgress(0, reached=EngineProgress(0, 0, search.dead_ends)))
                if search.oldest is None or search.generations <= state.generations:
                    yield None
                    continue
                run.found = run.covered = search.generations
                state = RewindState(generations=search.generations, oldest=rle.write(search.oldest))
                yield state
            if wanted is not None and search.generations >= wanted:
                return End("complete")
            if search.error is not None:
                return End("limit", str(search.error))
            if not search.proved:
                return End("limit", STUCK)
            yield replace(state, longest=True)
            return End("complete" if wanted is None and search.generations else "none")

    def _search(self, run: Run, earlier: Ancestor | None) -> "Rewinds":
        from lifesat.engines.rewinds.processes import Rewinds  # noqa: PLC0415  # slow to load

        options = run.options
        return Rewinds(
            self.problem,
            options.encoding,
            options.solver or SOLVER,
            options.workers,
            options.memory,
            earlier,
        )

    def final(self, state: RewindState) -> bool:
        """Return whether there is nothing older, or the number wanted is reached."""
        return state.longest or (bool(state.oldest) and state.generations == self.generations)

    def sentence(self, state: RewindState) -> str:
        """Return how far back the oldest generation is."""
        if not state.oldest:
            return f"{self.problem.none_words()}: {_PROVED}" if state.longest else ""
        back = f"{generations_words(state.generations)} back"
        return f"{back}, and no further: {_PROVED}" if state.longest else back

    def pattern(self, state: RewindState) -> Pattern | None:
        """Return the oldest generation."""
        oldest = state.ancestor
        return oldest and oldest.pattern.replace(name=self._name(oldest.generations))

    def text(self, state: RewindState) -> str:
        """Return the oldest generation as RLE, or ""."""
        pattern = self.pattern(state)
        return "" if pattern is None else rle.write(pattern)

    def facts(self, state: RewindState) -> dict[str, Any]:
        """Return how far back the oldest generation is, and whether it is proved to be oldest."""
        if not state.oldest and not state.longest:
            return {}
        facts = {"generations": state.generations, "longest": state.longest}
        return facts | ({"rle": self.text(state)} if state.oldest else {})

    def news(self, before: RewindState, state: RewindState) -> Iterator[str]:
        """Yield how far back each older generation is."""
        if state != before and not self.final(state):
            yield self.sentence(state)

    def ending(self, state: RewindState, outcome: Outcome, took: str = "") -> str:
        """Return how far back the rewind has come, and why it ended there."""
        how = "" if self.final(state) else _ENDS.get(outcome.state, "")
        return f"{self.sentence(state) or self.unknown}{how}{outcome.remark}{took}"

    def history(self, oldest: Pattern, generations: int) -> list[Pattern]:
        """Return all generations from the oldest one to the target, both included."""
        every = generations_of(self.problem, oldest, generations)
        back = range(generations, -1, -1)
        return [each.replace(name=self._name(n)) for n, each in zip(back, every, strict=True)]

    def _name(self, generations: int) -> str:
        """Return the name of a pattern that is this many generations before the target."""
        name = self.problem.target.name or "target"
        return f"{name}, {generations_words(generations)}{_BEFORE}" if generations else name


def generations_words(number: int) -> str:
    """Return a number of generations in words."""
    return "1 generation" if number == 1 else f"{number:,} generations"


def whole_history(problem: Predecessor, oldest: Pattern) -> "tuple[Predecessor, Boards]":
    """Return the problem of all generations from the oldest one on, and the oldest in its window.

    The number of generations is read from the name that `Rewind.pattern` gives to the pattern.
    """
    words = (oldest.name or "").removesuffix(_BEFORE).split()
    whole = history(problem, int(words[-2].replace(",", "")))
    return whole, window_of(whole, oldest)


def _phase(state: RewindState, dead_ends: int) -> str:
    """Return what a rewind is doing, in words."""
    ends = "1 dead end" if dead_ends == 1 else f"{dead_ends:,} dead ends"
    return f"looking {generations_words(state.generations + 1)} back; {ends}"
