"""A level: its rows, checked and freed of decoration, and its floor as arrays."""

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
# Up, down, left, right: changes of row and column.
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
# For each direction the opposite one.
BACK = (1, 0, 3, 2)
# More floor than any solver could be asked about.
_MOST_CELLS = 1 << 14

Square = tuple[int, int]
Cells = NDArray[np.intp]


class LevelError(UserError):
    """Rows that are no level, with the square at fault.

    Parameters
    ----------
    message
        What is wrong.
    square
        Row and column of the square, from 0.
    hint
        What would be right.
    """

    def __init__(self, message: str, square: Square, hint: str) -> None:
        super().__init__(f"{message}; {hint}")
        self.message = message
        self.square = square
        self.hint = hint


@dataclass(frozen=True)
class Level:
    """A level that can be played.

    Attributes
    ----------
    rows
        Lines of the letters of XSB: ``#`` a wall, ``.`` a goal, ``$`` a box, ``*`` a box on a goal,
        ``@`` the player, ``+`` the player on a goal, a space the floor. Boxes and goals where the
        player could not come even if there were no boxes are decoration, and left out.

    Raises
    ------
    LevelError
        If another letter stands there, if there is not one player, if he could leave through the
        edge, if there is no box, or if there are not as many goals as boxes.
    """

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
        """The floor where the player can come if there are no boxes, as rows and columns."""
        return tuple(sorted(_inside(self.rows, _player(self.rows))))

    @cached_property
    def neighbours(self) -> Cells:
        """For each square of the floor the next one in each of `STEPS`, -1 for a wall.

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
        """The same as `neighbours`, for loops over single squares."""
        rows: list[list[int]] = self.neighbours.tolist()
        return rows

    @property
    def player(self) -> int:
        """The square of the floor where the player begins."""
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
    def solved(self) -> bool:
        """Whether every box is on a goal from the beginning."""
        return bool(np.isin(self.boxes, self.goals).all())

    @property
    def colours(self) -> Cells:
        """For each square of the floor 0 or 1, as on a chessboard."""
        colours: Cells = np.array(self.squares, dtype=np.intp).sum(axis=1) % 2
        return colours

    def _standing(self, letters: str) -> Cells:
        return np.flatnonzero([self.rows[row][column] in letters for row, column in self.squares])


def _check_letters(rows: Sequence[str]) -> None:
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter not in LETTERS:
                hint = "a level is made of # $ . * @ + and spaces, - or _"
                raise LevelError(f"{letter!r} is nothing in a level", (y, x), hint)


def _player(rows: Sequence[str]) -> Square:
    players = [
        (y, x) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in PLAYERS
    ]
    if not players:
        hint = "@ stands for him, + if he is on a goal"
        raise LevelError("there is no player", (0, 0), hint)
    if len(players) > 1:
        raise LevelError("there is a second player", players[1], "a level has one @ or +")
    return players[0]


def _inside(rows: Sequence[str], player: Square) -> set[Square]:
    """Return where the player could come if there were no boxes."""
    inside = {player}
    frontier = [player]
    while frontier:
        y, x = frontier.pop()
        for down, right in STEPS:
            row, column = y + down, x + right
            if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
                hint = "walls (#) must surround him"
                raise LevelError("the player could leave the level here", (y, x), hint)
            if rows[row][column] != "#" and (row, column) not in inside:
                inside.add((row, column))
                frontier.append((row, column))
    if len(inside) > _MOST_CELLS:
        raise LevelError(
            f"the floor has {len(inside):,} squares", player, f"{_MOST_CELLS:,} are the most"
        )
    return inside


def _check_counts(rows: Sequence[str]) -> None:
    boxes, goals = (
        [(y, x) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in letters]
        for letters in (BOXES, GOALS)
    )
    if not boxes:
        raise LevelError("there is no box", (0, 0), "$ stands for one, * for one on a goal")
    if len(goals) != len(boxes):
        counts = f"{len(boxes)} box{'es' * (len(boxes) > 1)} and {len(goals)} goals"
        counts = counts.removesuffix("s") if len(goals) == 1 else counts
        hint = "there must be as many goals as boxes where the player can come"
        raise LevelError(counts, (boxes + goals)[0], hint)
