"""Sokoban as a problem: the ways to solve a level within some number of moves."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import Literals
from lifesat.errors import UserError
from lifesat.problems.problem import MOST_LITERALS, Boards, JsonProblem
from lifesat.puzzles.options import SOKOBAN_SOLVER
from lifesat.puzzles.sokoban.kumari_sagar import KumariSagar, kumari_sagar_size
from lifesat.puzzles.sokoban.level import Level
from lifesat.puzzles.sokoban.occupied import Occupied, occupied_size
from lifesat.puzzles.sokoban.play import play
from lifesat.puzzles.sokoban.pushes import exhausted, hopeless
from lifesat.puzzles.sokoban.rules import WAYS

_NO_MOVE = len(WAYS)


@dataclass(frozen=True)
class Sokoban(JsonProblem):
    """Solutions of a level within a limit on the moves.

    A solution ends as soon as every box is on a goal. If all boxes are on goals from the beginning,
    the only solution has no moves.
    """

    kind: ClassVar[str] = "sokoban"
    noun: ClassVar[str] = "solution"
    nouns: ClassVar[str] = "solutions"
    unknowns: ClassVar[str] = "moves to choose from"
    encodings: ClassVar[tuple[str, ...]] = ("occupied", "kumari_sagar")
    forms: ClassVar[Mapping[str, str]] = {"lurd": ".txt"}

    rows: tuple[str, ...]
    # The limit on the moves.
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
        """The level, validated."""
        return Level(self.rows)

    @property
    def solver(self) -> str:
        """Glucose, which finds solutions sooner than CaDiCaL."""
        return SOKOBAN_SOLVER

    @property
    def label(self) -> str:
        """The name of a solution, to which its number is added."""
        boxes = len(self.level.boxes)
        return f"Sokoban, {boxes} box{'es' * (boxes > 1)}, {self.noun}"

    def about(self, what: str) -> str:
        """Return a description of a search, such as "solutions of a Sokoban level with 2 boxes"."""
        boxes = len(self.level.boxes)
        return f"{what} of a Sokoban level with {boxes} box{'es' * (boxes > 1)}"

    # ---------------------------------------------------------------- the formula

    @property
    def projection(self) -> int:
        """The number of variables for the moves, four for each move."""
        return len(WAYS) * self.moves

    def build(self, formula: Formula, encoding: str) -> None:
        """Add the clauses of the solutions."""
        layers = (
            KumariSagar(self.level, formula)
            if encoding == "kumari_sagar"
            else Occupied(self.level, formula, self.moves)
        )
        layers.grow(self.moves)
        formula.add(np.array([[layers.goal(self.moves)]], dtype=np.int32))

    def formula_size(self, encoding: str) -> Size:
        """Return a bound on the size of the formula, without its large templates."""
        size = kumari_sagar_size if encoding == "kumari_sagar" else occupied_size
        return size(self.level, self.moves)

    def branch_variables(self) -> list[int]:
        """Return the variables of the moves, in the order of time."""
        return list(range(1, self.projection + 1))

    # ---------------------------------------------------------------- solutions

    def boards(self, models: Literals) -> Boards:
        """Return the moves of projected models, shape ``(models, moves)``.

        They are 0 to 3 for up, down, left, right, and 4 after the end.
        """
        true = models.reshape(len(models), self.moves, len(WAYS)) > 0
        boards: Boards = np.where(true.any(axis=2), true.argmax(axis=2), _NO_MOVE).astype(np.uint8)
        return boards

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which boards are solutions, by playing their moves."""
        return np.array([self._played(board) is not None for board in boards], dtype=bool)

    def weights(self, boards: Boards) -> NDArray[np.intp]:
        """Return the number of moves of each solution."""
        many: NDArray[np.intp] = (boards < _NO_MOVE).sum(axis=1)
        return many

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:  # noqa: ARG002
        """Return a line of LURD for each solution; the format does not number solutions."""
        return (f"{self._played(board)}\n" for board in boards)

    def values(self, boards: Boards) -> Iterator[str]:
        """Yield solutions as their moves."""
        return (text.rstrip("\n") for text in self.texts(boards, 1, "lurd"))

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        return f"at most {self.moves} move{'s' * (self.moves > 1)}"

    def advice(self) -> str:
        """Return whether more moves may help if there is no solution."""
        if hopeless(self.level) or exhausted(self.level):
            return "nor is there one with more moves"
        return "there may be one with more moves"

    def _played(self, board: Boards) -> str | None:
        """Return the moves as text, or None if they are not a solution."""
        over = np.flatnonzero(board == _NO_MOVE)
        end = int(over[0]) if len(over) else len(board)
        if (board[end:] != _NO_MOVE).any():
            return None
        return play(self.rows, (WAYS[way] for way in board[:end].tolist()))
