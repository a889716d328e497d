"""Sokoban levels."""

from dataclasses import replace
from typing import Any

from lifesat.cli.target import count
from lifesat.errors import UserError
from lifesat.problems.problem import Boards
from lifesat.problems.sokoban.level import Level
from lifesat.problems.sokoban.problem import Sokoban
from lifesat.problems.sokoban.text import Entry, read

from ..pictures import Picture
from .fields import LIMIT, NAME, SOLVER, TIME, FormField, Values
from .of_puzzle import PUZZLE, OfPuzzle, puzzle_effort

LEVEL = FormField(
    "level", "level", "which of the text; empty: the only one", parse=count(1, "level"),
    flag="--level",
)  # fmt: skip
_MOVES = FormField(
    "moves", "moves", "at most so many", "50", parse=count(1, "number of moves"), flag="--moves",
    missing="give the most moves, such as 50",
)  # fmt: skip

EFFORT = puzzle_effort(Sokoban.encodings, replace(SOLVER, default="glucose4"))
_WAYS = {"u": (0, -1), "d": (0, 1), "l": (-1, 0), "r": (1, 0)}
# What a square holds, by whether it is a goal: two characters, which are about as wide as high.
_SIGNS = {"": ("  ", "· "), "player": ("@ ", "+ "), "box": ("[]", "<>")}
_WALL = "██"


class SokobanLevels(OfPuzzle[Sokoban]):
    """The ways to push all boxes to goals."""

    name = "sokoban"
    about = "the solutions of a Sokoban level"
    command = "sokoban"
    sought = Sokoban
    read_noun = "level"
    measure = "moves"
    steps = "move"
    fields = (
        NAME,
        *PUZZLE,
        LEVEL,
        _MOVES,
        LIMIT,
        TIME,
        *EFFORT,
    )

    def puzzles(self, text: str) -> list[Entry]:
        """Return the levels of a text."""
        return read(text)

    def chosen(self, puzzles: list[Entry], values: Values) -> Level:
        """Return the level with the number that was given."""
        number = values.get("level")
        if number is None and len(puzzles) > 1:
            raise UserError(f"there are {len(puzzles)} levels; give the number of one")
        if number is not None and number > len(puzzles):
            raise UserError(f"there is no level {number}; there are {len(puzzles)}")
        return puzzles[(number or 1) - 1].level

    def problem(self, values: Values, subject: Level) -> Sokoban:
        """Return what to search for."""
        return Sokoban(subject.rows, values["moves"])

    def texts_of(self, problem: Sokoban) -> dict[str, str] | None:
        """Return the texts that state a problem."""
        return {"text": "\n".join(problem.rows) + "\n", "moves": str(problem.moves)}

    def preview(self, subject: Any) -> tuple[Picture | None, str]:
        """Return the level."""
        if not isinstance(subject, Level):
            return None, ""
        boxes = sum(row.count("$") + row.count("*") for row in subject.rows)
        return positions(subject.rows, "")[0], f"{boxes} box{'es' * (boxes != 1)}"

    def history(self, problem: Sokoban, board: Boards) -> list[Picture]:
        """Return the level before and after each move."""
        return list(positions(problem.rows, _moves(problem, board)))

    def aim(self, problem: Sokoban, board: Boards) -> tuple[str, Picture]:  # noqa: ARG002
        """Return the level."""
        return "level", positions(problem.rows, "")[0]

    def about_solution(self, problem: Sokoban, board: Boards) -> str:
        """Return how many moves and pushes there are."""
        moves = _moves(problem, board)
        pushes = sum(map(str.isupper, moves))
        return f"{len(moves)} move{'s' * (len(moves) != 1)}, {pushes} push{'es' * (pushes != 1)}"


def _moves(problem: Sokoban, board: Boards) -> str:
    return next(iter(problem.texts(board[None], 1, problem.first_form))).strip()


def positions(rows: tuple[str, ...], moves: str) -> list[str]:
    r"""Return pictures of a level before the moves of a solution and after each.

    Examples
    --------
    >>> print(*positions(("######", "#@ $.#", "######"), "rR"), sep="\n")
    ████████████
    ██@   []· ██
    ████████████
    ████████████
    ██  @ []· ██
    ████████████
    ████████████
    ██    @ <>██
    ████████████
    """
    squares = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    boxes = {square for square, letter in squares.items() if letter in "$*"}
    player = next(square for square, letter in squares.items() if letter in "@+")
    drawn = [_drawn(rows, player, boxes)]
    for move in moves:
        right, down = _WAYS[move.lower()]
        player = player[0] + right, player[1] + down
        if player in boxes:
            boxes = boxes - {player} | {(player[0] + right, player[1] + down)}
        drawn.append(_drawn(rows, player, boxes))
    return drawn


def _drawn(rows: tuple[str, ...], player: tuple[int, int], boxes: set[tuple[int, int]]) -> str:
    def sign(x: int, y: int, letter: str) -> str:
        if letter == "#":
            return _WALL
        held = "player" if (x, y) == player else "box" if (x, y) in boxes else ""
        return _SIGNS[held][letter in ".*+"]

    return "\n".join(
        "".join(sign(x, y, letter) for x, letter in enumerate(row)) for y, row in enumerate(rows)
    )
