"""Sokoban as a problem: the ways to solve a level within some number of moves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.formula import Formula
from lifesat.problems.problem import MOST_LITERALS, Boards
from lifesat.problems.sokoban.layers import WAYS
from lifesat.problems.sokoban.level import Level
from lifesat.problems.sokoban.occupied import Occupied
from lifesat.problems.sokoban.play import play
from lifesat.problems.sokoban.report import Report
from lifesat.problems.stated import Stated
from lifesat.spacetime import Literals

_NO_MOVE = len(WAYS)


@dataclass(frozen=True)
class Sokoban(Stated):
    """Solutions of a level with at most so many moves.

    A solution ends as soon as every box is on a goal. A level where that is so from the beginning
    has one, without moves.

    Attributes
    ----------
    rows
        The level, as `lifesat.problems.sokoban.level.Level` has it.
    moves
        The most moves.

    Raises
    ------
    UserError
        If it is no level, or if there are too few or too many moves.
    """

    kind: ClassVar[str] = "sokoban"
    noun: ClassVar[str] = "solution"
    nouns: ClassVar[str] = "solutions"
    unknowns: ClassVar[str] = "moves to choose from"
    encodings: ClassVar[tuple[str, ...]] = ("occupied", "report")
    forms: ClassVar[Mapping[str, str]] = {"lurd": ".txt"}

    rows: tuple[str, ...]
    moves: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", self.level.rows)
        if self.moves < 1:
            raise UserError(f"moves is {self.moves}; it must be at least 1")
        squares = len(self.level.squares)
        if self.moves * squares * (1 + len(self.level.boxes)) > MOST_LITERALS:
            raise UserError(
                f"{self.moves:,} moves on {squares:,} squares are too many; with "
                f"{len(self.level.boxes)} boxes the limit is "
                f"{MOST_LITERALS // squares // (1 + len(self.level.boxes)):,}"
            )

    @cached_property
    def level(self) -> Level:
        """The level."""
        return Level(self.rows)

    @property
    def label(self) -> str:
        """The words to which a solution's number is added to name it."""
        boxes = len(self.level.boxes)
        return f"Sokoban, {boxes} box{'es' * (boxes > 1)}, {self.noun}"

    # ---------------------------------------------------------------- the formula

    @property
    def projection(self) -> int:
        """How many variables, from 1, tell solutions apart: four for each move."""
        return len(WAYS) * self.moves

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the solutions.

        Parameters
        ----------
        encoding
            ``occupied`` or ``report``.
        """
        report = encoding == "report"
        layers = Report(self.level) if report else Occupied(self.level, self.moves)
        layers.grow(self.moves)
        layers.formula.add(np.array([[layers.goal(self.moves)]], dtype=np.int32))
        return layers.formula

    def splitters(self) -> list[int]:
        """Return the literals of the moves, in their order."""
        return list(range(1, self.projection + 1))

    # ---------------------------------------------------------------- solutions

    def boards(self, models: Literals) -> Boards:
        """Return the moves that projected models stand for.

        Returns
        -------
        ndarray of uint8
            Shape ``(models, moves)``: 0 to 3 for up, down, left, right, and 4 after the end.
        """
        true = models.reshape(len(models), self.moves, len(WAYS)) > 0
        boards: Boards = np.where(true.any(axis=2), true.argmax(axis=2), _NO_MOVE).astype(np.uint8)
        return boards

    def holds(self, boards: Boards) -> NDArray[np.bool_]:
        """Say, by playing them, which moves are solutions."""
        return np.array([self._played(board) is not None for board in boards], dtype=bool)

    def weights(self, boards: Boards) -> NDArray[np.intp]:
        """Return how many moves there are."""
        many: NDArray[np.intp] = (boards < _NO_MOVE).sum(axis=1)
        return many

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:  # noqa: ARG002
        """Return the moves of each as a line of LURD, which has no place for numbers."""
        return (f"{self._played(board)}\n" for board in boards)

    def conditions(self) -> str:
        """Return the words for what a proof of "none" holds for."""
        return f"at most {self.moves} move{'s' * (self.moves > 1)}"

    def advice(self) -> str:
        """Return what to try when there is no solution."""
        return "there may be one with more moves"

    def _played(self, board: Boards) -> str | None:
        """Return the moves as they are written, None if they are no solution."""
        over = np.flatnonzero(board == _NO_MOVE)
        end = int(over[0]) if len(over) else len(board)
        if (board[end:] != _NO_MOVE).any():
            return None
        return play(self.rows, (WAYS[way] for way in board[:end].tolist()))
