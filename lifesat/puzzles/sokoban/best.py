"""Find the solution of a Sokoban level with the fewest moves or pushes."""

import time
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.cnf.formula import interruptible
from lifesat.engines.options import Options
from lifesat.engines.sat.search import EngineProgress, SearchProgress
from lifesat.errors import MemoryLimitError, StoppedError, UserError
from lifesat.puzzles.sokoban.goal import Goal, cost, moves_words
from lifesat.puzzles.sokoban.level import Level
from lifesat.puzzles.sokoban.play import play
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sokoban.pushes import exhausted, hopeless
from lifesat.queries.query import End, ProblemQuery, Shape, Steps
from lifesat.queries.run import Run, State
from lifesat.queries.sentences import Outcome

if TYPE_CHECKING:
    from lifesat.puzzles.sokoban.best_search import BestSokobanSearch  # slow to load
    from lifesat.queries.events import Status

_SLICE_SECONDS = 0.25
# After this time without a solution, all positions are searched if they are few.
_PATIENCE_SECONDS = 1.0


@dataclass(frozen=True)
class MovesState(State):
    """The best solution so far in LURD notation, and the proved lower bound."""

    moves: str | None = None
    bound: int = 0


@dataclass(frozen=True)
class BestSokoban(ProblemQuery):
    """Find the best solution of a level, and prove that none is better.

    The limit on the moves of the problem is ignored. A job keeps the best solution and the proved
    bound, and continues from there.
    """

    name: ClassVar[str] = "best_sokoban"
    shape: ClassVar[Shape] = "words"
    State: ClassVar[type[State]] = MovesState
    # What to minimise: ``moves``, which include pushes, or ``pushes``.
    goal: Goal

    def __post_init__(self) -> None:
        if self.goal not in ("moves", "pushes"):
            raise UserError(f"goal is {self.goal!r}; it can be 'moves' or 'pushes'")
        if not isinstance(self.problem, Sokoban):
            raise UserError(f"{self.problem.nouns} are not compared by their {self.goal}")
        object.__setattr__(self, "problem", replace(self.problem, moves=1))

    @property
    def level(self) -> Level:
        """The Sokoban level."""
        if not isinstance(self.problem, Sokoban):
            raise TypeError(self.problem)
        return self.problem.level

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        return self.problem.about(f"{self.problem.noun} with the fewest {self.goal}")

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return f"{self.problem.noun} with the fewest {self.goal}"

    def conditions(self) -> str:
        """Return the conditions in words."""
        return "any number of moves"

    def check(self, options: Options) -> None:
        """Reject options that are not valid for the level, and too large a first formula."""
        from lifesat.puzzles.sokoban.best_search import check_memory  # noqa: PLC0415  # slow to load

        if options.cluster is not None:
            raise UserError(f"the {self.nouns} is searched for by one process, and by no cluster")
        encoding = options.encoding_of(self.problem)
        if not self.level.solved and not hopeless(self.level):
            solver = options.solver or self.problem.solver
            check_memory(self.level, self.goal, encoding, solver, options.memory)

    def steps(self, state: MovesState, run: Run) -> Steps:
        """Search until the best solution is proved, or the next formula would be too large."""
        level = self.level
        if level.solved or hopeless(level):
            if level.solved:
                run.found = run.covered = 1
            status: Status = "complete" if level.solved else "none"
            yield replace(state, moves="" if level.solved else None, status=status)
            return End(status)
        exhaust_at = time.perf_counter() + _PATIENCE_SECONDS
        with interruptible(run.over):
            search = self._search(state, run)
        with search:
            while not search.complete:
                run.wait(nullcontext)
                if run.over():
                    raise StoppedError
                stopped, reason = False, ""
                try:
                    with interruptible(run.over):
                        search.advance(_SLICE_SECONDS)
                except StoppedError:
                    stopped = True
                except MemoryLimitError as error:
                    reason = str(error)
                run.observe(
                    SearchProgress(
                        search.conflicts, reached=EngineProgress(0, 0, 0, bound=search.least)
                    )
                )
                run.found = run.covered = int(search.moves is not None)
                state = replace(state, moves=search.moves, bound=search.least)
                run.phase = self.sentence(state)
                yield state
                if stopped:
                    raise StoppedError
                if reason:
                    return End("limit", reason)
                if search.moves is None and time.perf_counter() > exhaust_at:
                    if exhausted(self.level):
                        yield replace(state, status="none")
                        return End("none")
                    exhaust_at = float("inf")
        yield replace(state, status="complete")
        return End("complete")

    def _search(self, state: MovesState, run: Run) -> "BestSokobanSearch":
        from lifesat.puzzles.sokoban.best_search import BestSokobanSearch  # noqa: PLC0415  # slow to load

        options = run.options
        encoding = options.encoding_of(self.problem)
        known = state.moves, state.bound
        solver = options.solver or self.problem.solver
        return BestSokobanSearch(self.level, self.goal, encoding, solver, options.memory, *known)

    def state(self, values: Mapping[str, Any]) -> MovesState:
        """Return the state in a job's journal; raises UserError if it is about another level."""
        state = MovesState.of(values)
        if state.moves is not None and not _solves(self.level, state.moves):
            raise UserError("the moves in the journal do not solve the level")
        least = 0 if state.moves is None else cost(state.moves, self.goal)
        if state.bound < 0 or (state.moves is not None and state.bound > least):
            raise UserError("the journal is damaged: its bound is that of another level")
        return state

    def final(self, state: MovesState) -> bool:
        """Return whether the best solution is proved, or that there is none."""
        return state.status in ("complete", "none")

    def sentence(self, state: MovesState) -> str:
        """Return what is known about the best solution."""
        if state.status == "none":
            return "no solution"
        if state.status == "complete" and state.moves is not None:
            return f"{moves_words(state.moves)}: the fewest {self.goal}, which is proved"
        bound = f"no solution has fewer than {state.bound} {self.goal}" if state.bound else ""
        return f"{moves_words(state.moves)}; {bound}" if state.moves is not None else bound

    def text(self, state: MovesState) -> str:
        """Return the moves of the best solution so far, or ""."""
        return "" if state.moves is None else f"{state.moves}\n"

    def facts(self, state: MovesState) -> dict[str, Any]:
        """Return the moves of the best solution so far."""
        return {} if state.moves is None else {"answer": state.moves}

    def lines(self, before: MovesState, state: MovesState) -> Iterator[dict[str, Any]]:
        """Yield the best solution if it has changed or has just been proved."""
        if (state.moves, self.final(state)) != (before.moves, self.final(before)):
            yield from super().lines(before, state)

    def values(self, before: MovesState, state: MovesState) -> Iterator[str]:
        """Yield the moves of the best solution if they have changed."""
        if state.moves is not None and state.moves != before.moves:
            yield state.moves

    def ending(self, state: MovesState, outcome: Outcome, took: str = "") -> str:  # noqa: ARG002
        """Return the best solution in words, and whether it is proved."""
        if outcome.state == "none":
            never = "all positions that can be reached were looked at"
            if hopeless(self.level):
                never = "not every box can be pushed to a goal of its own"
            return f"no solution: {never}"
        moves = state.moves
        if moves is None:
            known = f"none with fewer than {outcome.bound} {self.goal}; stopped"
            known = known if outcome.bound else "stopped while the formula was built"
            return f"{known}{outcome.remark}"
        if not moves:
            return "every box is on a goal from the beginning: no moves"
        if outcome.state == "complete":
            return self.sentence(replace(state, status="complete"))
        bound = f"stopped, and {outcome.bound} {self.goal} might be enough"
        return f"{moves_words(moves)}; {bound}{outcome.remark}"


def _solves(level: Level, moves: str) -> bool:
    """Return whether moves solve a level; any text is accepted."""
    if not set(moves.lower()) <= set("udlr"):
        return False
    return play(level.rows, moves) == moves
