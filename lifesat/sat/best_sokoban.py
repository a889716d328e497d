"""Sokoban with the fewest moves or pushes, searched for until the caller stops."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, NamedTuple

from lifesat.cnf.formula import Size
from lifesat.errors import StoppedError
from lifesat.problems.puzzles.sokoban.distances import fewest
from lifesat.problems.puzzles.sokoban.exhaustion import exhausted, hopeless
from lifesat.problems.puzzles.sokoban.kumari_sagar import KumariSagar, report_size
from lifesat.problems.puzzles.sokoban.level import Level
from lifesat.problems.puzzles.sokoban.occupied import Occupied, occupied_size
from lifesat.problems.puzzles.sokoban.play import play
from lifesat.problems.puzzles.sokoban.pushes import Pushes, pushes_size
from lifesat.sat.deepening import Deepening
from lifesat.sat.memory import check, solver_bytes

Goal = Literal["moves", "pushes"]

_SLICE_SECONDS = 0.25
# After so long without a solution, all positions are searched if they are few.
_PATIENCE_SECONDS = 1.0

_Layers = Occupied | Pushes | KumariSagar


class BestSolution(NamedTuple):
    """The best solution of a level so far.

    Attributes
    ----------
    moves
        The solution in LURD notation, or None if there is none yet.
    least
        The bound that is proved: no solution has fewer moves, or pushes.
    complete
        Whether the solution is proved to be the best; without one, whether it is proved that there
        is none.
    """

    moves: str | None
    least: int
    complete: bool


def best_solution(
    level: Level,
    goal: Goal,
    encoding: str,
    solver: str,
    stop: Callable[[], bool],
    progress: Callable[[Deepening], None],
    *,
    memory: int | None,
) -> BestSolution:
    """Search for a solution with the fewest moves or pushes.

    Parameters
    ----------
    level, goal
        The level, and what to minimise.
    encoding, solver
        ``occupied`` or ``kumari_sagar``, but pushes have their own; the name of the solver.
    stop, progress
        Returns whether to stop, and is called about four times a second.
    memory
        The limit in bytes, or None for half of the machine's memory.

    Raises
    ------
    MemoryLimitError
        If the formula would take too much memory.
    StoppedError
        If `lifesat.cnf.formula.interruptible` interrupts the first formula.
    """
    if level.solved or hopeless(level):
        return BestSolution("" if level.solved else None, 0, complete=True)
    make, size = _layers(goal, encoding)

    def check_depth(depth: int) -> None:
        check(solver_bytes(size(level, depth), solver), memory)

    least = fewest(level)
    check_depth(least)
    layers = make(level)
    stride = layers.stride if isinstance(layers, Pushes) else 1
    with Deepening(layers, solver, least, stride, check_depth) as deepening:
        if not _deepen(deepening, level, stop, progress):
            return BestSolution(None, deepening.least, complete=True)
        best = deepening.best
        moves = None if best is None else _played(level, layers.lurd(best))
        return BestSolution(moves, deepening.least, deepening.complete)


def _layers(goal: Goal, encoding: str) -> tuple[Callable[[Level], _Layers], Callable[..., Size]]:
    """Return what makes the problem that grows, and what bounds its size at a depth."""
    if goal == "pushes":
        return Pushes, pushes_size
    if encoding == "kumari_sagar":
        return KumariSagar, report_size
    return Occupied, occupied_size


def _deepen(
    deepening: Deepening,
    level: Level,
    stop: Callable[[], bool],
    progress: Callable[[Deepening], None],
) -> bool:
    """Search to the end or until `stop`; return False if there is no solution at all."""
    exhaust_at = time.perf_counter() + _PATIENCE_SECONDS
    while not deepening.complete and not stop():
        with suppress(StoppedError):  # by `stop`, which is true then
            deepening.advance(_SLICE_SECONDS)
        progress(deepening)
        if deepening.best is None and time.perf_counter() > exhaust_at:
            if exhausted(level):
                return False
            exhaust_at = float("inf")
    return True


def _played(level: Level, moves: str) -> str:
    """Return a solution as the rules of the game play it."""
    played = play(level.rows, moves)
    if played is None:
        raise AssertionError("the moves of a model are not a solution")
    return played
