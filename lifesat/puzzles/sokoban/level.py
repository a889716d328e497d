"""A level: its rows, validated and without decoration, and its floor as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError

BOXES = "$*"
GOALS = ".*+"
PLAYERS = "@+"
LETTERS = "#" + BOXES + GOALS + PLAYERS + " "
SQUARES = (
    "a level consists of # (wall), @ (player), $ (box), . (goal), + and * (player and box on a "
    "goal), and spaces, - or _ (floor)"
)
"""The letters of a level, for messages."""

# Up, down, left, right: changes of row and column.
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
# For each direction the opposite one.
BACK = (1, 0, 3, 2)
# The limit on the floor, beyond what any solver can handle.
_MOST_CELLS = 1 << 14

Square = tuple[int, int]
Cells = NDArray[np.intp]


class LevelError(UserError):
    """An invalid level; `square` is the row and column of the error, `hint` the correction."""

    def __init__(self, message: str, square: Square, hint: str) -> None:
        super().__init__(f"{message}; {hint}")
        self.message = message
        self.square = square
        self.hint = hint


@dataclass(frozen=True)
class Level:
    """A level that can be played; other levels raise LevelError.

    Boxes and goals that the player could not reach even without boxes are decoration, and removed.
    """

    # Lines in the letters of XSB, which `SQUARES` lists.
    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_letters(self.rows)
        inside = _inside(self.rows, _player(self.rows))
        plain = tuple(
            "".join(
                letter if (y, x) in inside or letter == "#" else " " for x, letter in enumerate(row)
            ).rstrip()
            for y, row in enumerate(self.rows)
        )
        object.__setattr__(self, "rows", plain)
        _check_counts(plain)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The squares that the player could reach without boxes, as rows and columns."""
        return tuple(sorted(_inside(self.rows, _player(self.rows))))

    @cached_property
    def neighbours(self) -> Cells:
        """The neighbour of each square in each of `STEPS`, or -1 for a wall.

        Shape ``(squares, 4)``.
        """
        number = {square: k for k, square in enumerate(self.squares)}
        beside = [
            [number.get((row + down, column + right), -1) for down, right in STEPS]
            for row, column in self.squares
        ]
        return np.array(beside, dtype=np.intp)

    @cached_property
    def beside(self) -> list[list[int]]:
        """`neighbours` as lists, for loops over single squares."""
        rows: list[list[int]] = self.neighbours.tolist()
        return rows

    @property
    def player(self) -> int:
        """The square where the player begins."""
        return int(self._standing(PLAYERS)[0])

    @property
    def boxes(self) -> Cells:
        """The squares of the boxes, in order."""
        return self._standing(BOXES)

    @property
    def goals(self) -> Cells:
        """The squares of the goals, in order."""
        return self._standing(GOALS)

    @property
    def spare_goals(self) -> bool:
        """Whether there are more goals than boxes."""
        return len(self.goals) > len(self.boxes)

    @property
    def solved(self) -> bool:
        """Whether every box is on a goal from the beginning."""
        return bool(np.isin(self.boxes, self.goals).all())

    @property
    def colours(self) -> Cells:
        """The colour of each square as on a chessboard, 0 or 1."""
        colours: Cells = np.array(self.squares, dtype=np.intp).sum(axis=1) % 2
        return colours

    def _standing(self, letters: str) -> Cells:
        return np.flatnonzero([self.rows[row][column] in letters for row, column in self.squares])


def _check_letters(rows: Sequence[str]) -> None:
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter not in LETTERS:
                hint = "write spaces instead" if letter == "\t" else SQUARES
                raise LevelError(f"invalid square {letter!r}", (y, x), hint)


def _player(rows: Sequence[str]) -> Square:
    players = [
        (y, x) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in PLAYERS
    ]
    if not players:
        hint = "write @, or + on a goal"
        raise LevelError("the level has no player", (0, 0), hint)
    if len(players) > 1:
        raise LevelError("second player", players[1], "a level has one @ or +")
    return players[0]


def _inside(rows: Sequence[str], player: Square) -> set[Square]:
    """Return the squares that the player could reach without boxes."""
    inside = {player}
    frontier = [player]
    while frontier:
        y, x = frontier.pop()
        for down, right in STEPS:
            row, column = y + down, x + right
            if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
                hint = "walls (#) must surround the player"
                raise LevelError("the player could leave the level here", (y, x), hint)
            if rows[row][column] != "#" and (row, column) not in inside:
                inside.add((row, column))
                frontier.append((row, column))
    if len(inside) > _MOST_CELLS:
        raise LevelError(
            f"the floor has {len(inside):,} squares", player, f"the limit is {_MOST_CELLS:,}"
        )
    return inside


def _check_counts(rows: Sequence[str]) -> None:
    boxes, goals = (
        [(y, x) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in letters]
        for letters in (BOXES, GOALS)
    )
    if not boxes:
        raise LevelError("the level has no box", (0, 0), "write $, or * on a goal")
    if len(goals) < len(boxes):
        counts = f"{len(boxes)} box{'es' * (len(boxes) > 1)} and {len(goals)} goals"
        counts = counts.removesuffix("s") if len(goals) == 1 else counts
        hint = "the squares that the player can reach must have a goal for each box"
        raise LevelError(counts, boxes[0], hint)
