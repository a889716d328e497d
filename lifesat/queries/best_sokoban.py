"""Find the solution of a Sokoban level with the fewest moves or pushes."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.cnf.formula import interruptible
from lifesat.errors import MemoryLimitError, StoppedError, UserError
from lifesat.problems.puzzles.sokoban.exhaustion import exhausted, hopeless
from lifesat.problems.puzzles.sokoban.goal import Goal, cost, moves_words
from lifesat.problems.puzzles.sokoban.level import Level
from lifesat.problems.puzzles.sokoban.play import play
from lifesat.problems.puzzles.sokoban.problem import Sokoban
from lifesat.queries.answers import Answered
from lifesat.queries.events import Done, Event, Status
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run
from lifesat.queries.validation import check_solver
from lifesat.sat.search import EngineProgress, SearchProgress

if TYPE_CHECKING:
    from lifesat.queries.best_sokoban_search import BestSokobanSearch

_SLICE_SECONDS = 0.25
# After so long without a solution, all positions are searched if they are few.
_PATIENCE_SECONDS = 1.0


@dataclass(frozen=True)
class BestSokoban(ProblemQuery):
    """Find the best solution of a level, and prove that none is better.

    A job keeps the best solution and the bound that is proved, and goes on from there.

    Parameters
    ----------
    problem
        The level; its limit on the moves makes no difference.
    goal
        What to minimise: ``moves``, pushes included, or ``pushes``.

    Raises
    ------
    UserError
        If the problem is not Sokoban, or the goal is unknown.
    """

    name: ClassVar[str] = "best_sokoban"
    shape: ClassVar[Shape] = "words"
    goal: Goal

    def __post_init__(self) -> None:
        if self.goal not in ("moves", "pushes"):
            raise UserError(f"goal is {self.goal!r}; it can be 'moves' or 'pushes'")
        if not isinstance(self.problem, Sokoban):
            raise UserError(f"{self.problem.nouns} are not compared by their {self.goal}")
        object.__setattr__(self, "problem", replace(self.problem, moves=1))

    @property
    def level(self) -> Level:
        """The level."""
        if not isinstance(self.problem, Sokoban):
            raise TypeError(self.problem)
        return self.problem.level

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        return self.problem.about(f"{self.problem.noun} with the fewest {self.goal}")

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"{self.problem.noun} with the fewest {self.goal}"

    def conditions(self) -> str:
        """Return a description of what is asked."""
        return "any number of moves"

    def check(self, options: Options) -> None:
        """Refuse options that are not valid for the level, and too large a first formula."""
        from lifesat.queries.best_sokoban_search import check_memory  # noqa: PLC0415  # slow to load

        check_solver(options)
        if options.cluster is not None:
            raise UserError(f"the {self.nouns} is searched for by one process, and by no cluster")
        encoding = options.encoding_of(self.problem)
        if not self.level.solved and not hopeless(self.level):
            check_memory(self.level, self.goal, encoding, options.solver, options.memory)

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Search.

        Yields
        ------
        Event
            `Answered` with each solution that is better than those before, `Progress` four times a
            second, in which the bound is the one that is proved, and `Done`. Its status is
            ``limit`` if a larger formula would take too much memory.
        """
        return _Work(self, run, stop, recorder).events()

    def told(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Event]:
        """Yield the best solution, if it is another one."""
        moves = self._moves(now)
        if moves is not None and moves != before.get("moves"):
            yield Answered(moves)

    def sentence(self, values: Mapping[str, Any]) -> str:
        """Return what is known about the best solution."""
        moves, least = self._moves(values), values.get("bound", 0)
        if values.get("state") == "none":
            return "no solution"
        if values.get("state") == "complete" and moves is not None:
            return f"{moves_words(moves)}: the fewest {self.goal}, which is proved"
        bound = f"no solution has fewer than {least} {self.goal}" if least else ""
        return f"{moves_words(moves)}; {bound}" if moves is not None else bound

    def answer(self, values: Mapping[str, Any]) -> str:
        """Return the moves of the best solution so far, or ""."""
        moves = self._moves(values)
        return "" if moves is None else Answered(moves).text()

    def _moves(self, values: Mapping[str, Any]) -> str | None:
        """Return the solution in a journal, or None if there is none yet.

        Raises
        ------
        UserError
            If it does not solve the level.
        """
        if "moves" not in values:
            return None
        if not _solves(self.level, values["moves"]):
            raise UserError("the moves in the journal do not solve the level")
        return str(values["moves"])


class _Work:
    """A search for the best solution, and what is known so far."""

    def __init__(
        self, query: BestSokoban, run: Run, stop: Callable[[], bool], recorder: Recorder
    ) -> None:
        self._goal = query.goal
        self._level = query.level
        self._encoding = run.options.encoding_of(query.problem)
        self._run = run
        self._stop = stop
        self._over = run.over(stop)
        self._recorder = recorder
        self._moves: str | None = None
        self._least = 0
        self._reason = ""

    def events(self) -> Iterator[Event]:
        """Yield the events of the query."""
        level = self._level
        self._recorder.restore(self._restored)
        if level.solved or hopeless(level):
            if level.solved:
                yield self._found("")
            yield self._ended("complete" if level.solved else "none")
            return
        try:
            with interruptible(self._over):
                search = self._search()
        except StoppedError:
            yield self._ended(self._interrupted())
            return
        with search:
            yield from self._advanced(search)

    def _search(self) -> "BestSokobanSearch":
        from lifesat.queries.best_sokoban_search import BestSokobanSearch  # noqa: PLC0415  # slow to load

        options = self._run.options
        known = self._moves, self._least
        return BestSokobanSearch(
            self._level, self._goal, self._encoding, options.solver, options.memory, *known
        )

    def _advanced(self, search: "BestSokobanSearch") -> Iterator[Event]:
        """Search to the end, and yield what happens."""
        run = self._run
        exhaust_at = time.perf_counter() + _PATIENCE_SECONDS
        status: Status | None = None
        while status is None:
            self._recorder.wait(nullcontext)
            status = self._slice(search)
            self._observe(search)
            if search.moves is not None and search.moves != self._moves:
                yield self._found(search.moves)
            if run.progress_due():
                self._recorder.settle({"bound": self._least})
                yield run.progress()
            if search.complete:
                status = "complete"
            elif status is None and search.moves is None and time.perf_counter() > exhaust_at:
                status = "none" if exhausted(self._level) else None
                exhaust_at = float("inf")
        self._recorder.settle({"bound": self._least})
        yield run.progress()
        yield self._ended(status)

    def _slice(self, search: "BestSokobanSearch") -> Status | None:
        """Search for a moment; return how the search ends if it cannot go on."""
        try:
            with interruptible(self._over):
                search.advance(_SLICE_SECONDS)
        except StoppedError:
            return self._interrupted()
        except MemoryLimitError as error:
            self._reason = str(error)
            return "limit"
        return self._interrupted() if self._over() else None

    def _interrupted(self) -> Status:
        return self._run.interrupted(self._stop).status

    def _observe(self, search: "BestSokobanSearch") -> None:
        """Note how far the search has come."""
        self._least = search.least
        reached = EngineProgress(0, 0, 0, bound=search.least)
        self._run.observe(SearchProgress(search.conflicts, reached=reached))

    def _found(self, moves: str) -> Answered:
        """Keep a better solution, and return the event."""
        self._moves = moves
        self._run.found = self._run.covered = 1
        self._recorder.settle({"moves": moves, "bound": self._least})
        return Answered(moves)

    def _ended(self, status: Status) -> Done:
        """Keep the end, and return the event."""
        self._recorder.end(None, status)
        return self._run.done(status, self._reason)

    def _restored(self, values: Mapping[str, Any]) -> bool:
        """Take over what a journal knows, and return whether it is about this level."""
        moves, least = values.get("moves"), values.get("bound", 0)
        if type(least) is not int or least < 0:
            return False
        if "moves" in values and not _solves(self._level, moves):
            return False
        if moves is not None and least > cost(moves, self._goal):
            return False
        self._moves, self._least = moves, least
        return True


def _solves(level: Level, moves: object) -> bool:
    """Return whether a value of a journal is a solution."""
    if not isinstance(moves, str) or not set(moves.lower()) <= set("udlr"):
        return False
    return play(level.rows, moves) == moves
