"""The search for the best solution of a Sokoban level, slice by slice."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from lifesat.cnf.formula import Formula, Size
from lifesat.engines.sat.deepening import Deepening
from lifesat.engines.sat.memory import check, solver_bytes
from lifesat.puzzles.sokoban.distances import fewest
from lifesat.puzzles.sokoban.goal import Goal, cost
from lifesat.puzzles.sokoban.kumari_sagar import KumariSagar, kumari_sagar_size
from lifesat.puzzles.sokoban.level import Level
from lifesat.puzzles.sokoban.occupied import Occupied, occupied_size
from lifesat.puzzles.sokoban.play import play
from lifesat.puzzles.sokoban.pushes import Pushes, pushes_size

_Layers = Occupied | Pushes | KumariSagar


def check_memory(level: Level, goal: Goal, encoding: str, solver: str, memory: int | None) -> None:
    """Raise MemoryLimitError if the first formula would take too much memory."""
    _, size = _layers(goal, encoding)
    check(solver_bytes(size(level, fewest(level)), solver), memory)


class BestSokobanSearch:
    """Searches for a solution with the fewest moves or pushes; a context manager.

    The level must not be solved, and it must be possible to assign its boxes to goals. The encoding
    is for moves; pushes have their own. `moves` and `least` are a known solution and a proved lower
    bound. Raises StoppedError if `lifesat.cnf.formula.interruptible` interrupts the first formula.
    """

    def __init__(
        self,
        level: Level,
        goal: Goal,
        encoding: str,
        solver: str,
        memory: int | None,
        moves: str | None = None,
        least: int = 0,
    ) -> None:
        self._level = level
        self._moves = moves
        make, size = _layers(goal, encoding)

        def check_depth(depth: int) -> None:
            check(solver_bytes(size(level, depth), solver), memory)

        self._layers = make(level, Formula())
        self._deepening = Deepening(
            self._layers,
            solver,
            max(least, fewest(level)),
            self._layers.stride if isinstance(self._layers, Pushes) else 1,
            check_depth,
            None if moves is None else cost(moves, goal),
        )

    def __enter__(self) -> Self:
        self._deepening.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._deepening.__exit__(kind, error, traceback)

    @property
    def moves(self) -> str | None:
        """The best solution so far in LURD notation, or None."""
        return self._moves

    @property
    def least(self) -> int:
        """The proved lower bound: no solution has fewer moves, or pushes."""
        return self._deepening.least

    @property
    def complete(self) -> bool:
        """Whether the best solution so far is proved to be the best of all."""
        return self._deepening.complete

    @property
    def conflicts(self) -> int:
        """The solver's conflicts so far."""
        return self._deepening.conflicts

    def advance(self, seconds: float) -> None:
        """Search for about `seconds`.

        Raises MemoryLimitError if a larger formula would take too much memory, and StoppedError if
        `lifesat.cnf.formula.interruptible` interrupts one.
        """
        before = self._deepening.best
        try:
            self._deepening.advance(seconds)
        finally:
            best = self._deepening.best
            if best is not None and best is not before:
                self._moves = _played(self._level, self._layers.lurd(best))


def _layers(
    goal: Goal, encoding: str
) -> tuple[Callable[[Level, Formula], _Layers], Callable[..., Size]]:
    """Return the class of the problem that grows, and the function that bounds its size."""
    if goal == "pushes":
        return Pushes, pushes_size
    if encoding == "kumari_sagar":
        return KumariSagar, kumari_sagar_size
    return Occupied, occupied_size


def _played(level: Level, moves: str) -> str:
    """Return a solution in LURD notation, verified by playing it."""
    played = play(level.rows, moves)
    if played is None:
        raise AssertionError("the moves of a model are not a solution")
    return played
