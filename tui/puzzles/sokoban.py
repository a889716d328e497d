"""Sokoban levels: their solutions and the best of them."""

from dataclasses import replace
from typing import Any

from lifesat.engines.options import Options
from lifesat.problems.problem import Boards
from lifesat.puzzles.options import SOKOBAN_SOLVER
from lifesat.puzzles.reading import Puzzles
from lifesat.puzzles.sokoban.best import BestSokoban as Query
from lifesat.puzzles.sokoban.goal import moves_words
from lifesat.puzzles.sokoban.level import Level
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sokoban.text import Entry
from lifesat.puzzles.sokoban.text import parts as level_parts
from lifesat.queries.query import ProblemQuery

from ..board.pictures import Picture, Styled
from ..kinds.fields import FormField, Texts, Values, form, of_option
from ..kinds.kind import Display, Step
from .puzzle import PUZZLE, PuzzleKind, puzzle_effort

LEVEL = of_option("level", "level", "which of several; empty: the only one")
_MOVES = of_option(
    "moves", "moves", "maximum number of moves", "50",
    missing="enter the maximum number of moves, such as 50",
)  # fmt: skip
_SOLVER = of_option("solver", "solver", "the SAT solver", unset=SOKOBAN_SOLVER, advanced=True)
EFFORT = puzzle_effort("sokoban.encoding", Sokoban.encodings[0], _SOLVER)
_DIRECTIONS = {"u": (0, -1), "d": (0, 1), "l": (-1, 0), "r": (1, 0)}
# Signs of a square that is not a goal and of a goal; two characters are about as wide as high.
_SQUARES = {"": ("  ", "· "), "player": ("@ ", "+ "), "box": ("[]", "<>")}
_WALL = "██"
_LETTERS = frozenset("#@$.+* -_\r")
_PIECES = frozenset("@$+*")
# Colours of the terminal that are legible on dark and on light ones.
_STYLES = {
    _WALL: "bright_black", "  ": "", "· ": "red", "@ ": "bold cyan", "+ ": "bold cyan",
    "[]": "bold magenta", "<>": "bold green",
}  # fmt: skip


class SokobanDisplay(Display[Sokoban]):
    """A level before and after each move, and the answer for the best solution."""

    measure = "moves"
    steps = "move"
    reached = "solved"
    differs = False
    cellwise = False

    def history(self, problem: Sokoban, board: Boards) -> list[Picture]:
        """Return the level before and after each move."""
        return list(positions(problem.rows, _moves(problem, board)))

    def target(self, problem: Sokoban) -> tuple[str, Picture]:
        """Return the level."""
        return "level", positions(problem.rows, "")[0]

    def describe_solution(self, problem: Sokoban, board: Boards) -> str:
        """Return the number of moves and pushes."""
        return moves_words(_moves(problem, board))

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the level before the first move and after each."""
        rows, moves = query.problem.rows, state.moves
        beside = "level", positions(rows, "")[0]
        shown = positions(rows, moves) if moves else []
        return [Step(each, self.answer_title, beside) for each in shown]


class SokobanLevels(PuzzleKind[Sokoban]):
    """The solutions of a level with a limited number of moves."""

    name = "sokoban"
    description = "the solutions of a Sokoban level"
    details = "Ways to push all boxes onto goals within some moves: the first one, or more."
    emblem = "@[]·\n··██\n·<>·"
    command = "sokoban"
    problem_class = Sokoban
    read_noun = "level"
    number = LEVEL.name
    parts = staticmethod(level_parts)
    display = SokobanDisplay()
    # Most levels have very many solutions; one is usually enough.
    fields = (*PUZZLE, LEVEL, _MOVES, *form("limit time_limit", limit={"default": "1"}), *EFFORT)

    def resembles(self, text: str) -> bool:
        """Return whether there are three lines of a level, two without other letters."""
        return any(
            len(part.lines) > 2
            and sum(set(line) <= _LETTERS for line in part.lines) > 1
            and any(set(line) & _PIECES for line in part.lines)
            for part in level_parts(text)
        )

    def chosen(self, puzzles: Puzzles[Entry], values: Values) -> Level:
        """Return the level with the given number."""
        return puzzles.chosen(values.get("level"), "level").level

    def problem(self, values: Values, subject: Level) -> Sokoban:
        """Return the problem that the values state."""
        return Sokoban(subject.rows, values["moves"])

    def texts_of(self, problem: Sokoban) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        return {"text": "\n".join(problem.rows) + "\n", "moves": str(problem.moves)}

    def draw(self, subject: Level) -> tuple[Picture, str]:
        """Return the level."""
        boxes = sum(row.count("$") + row.count("*") for row in subject.rows)
        return positions(subject.rows, "")[0], f"{boxes} box{'es' * (boxes != 1)}"


def _moves(problem: Sokoban, board: Boards) -> str:
    return next(iter(problem.texts(board[None], 1, problem.first_form))).strip()


def positions(rows: tuple[str, ...], moves: str) -> list[Styled]:
    r"""Return pictures of a level before the moves of a solution and after each.

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
        right, down = _DIRECTIONS[move.lower()]
        player = player[0] + right, player[1] + down
        if player in boxes:
            boxes = boxes - {player} | {(player[0] + right, player[1] + down)}
        drawn.append(_drawn(rows, player, boxes))
    return drawn


def _drawn(rows: tuple[str, ...], player: tuple[int, int], boxes: set[tuple[int, int]]) -> Styled:
    lines, spans = [], []
    for y, row in enumerate(rows):
        line = ""
        for x, letter in enumerate(row):
            held = "player" if (x, y) == player else "box" if (x, y) in boxes else ""
            sign = _WALL if letter == "#" else _SQUARES[held][letter in ".*+"]
            spans.append((_STYLES[sign], y, len(line), len(line) + len(sign)))
            line += sign
        lines.append(line)
    return Styled("\n".join(lines), spans)


_FEWEST = FormField(
    "fewest", "fewest", "what to minimise, with a proof", "moves", ("moves", "pushes")
)
_ENCODING, _ANY_SOLVER, *_ = EFFORT


class BestSokoban(SokobanLevels):
    """A solution with the fewest moves, or with the fewest pushes."""

    name = "best sokoban"
    description = "the fewest moves or pushes"
    details = "A solution of a Sokoban level with the fewest moves or pushes, proved."
    emblem = "@ <>\n██··"
    queries = (Query,)
    sized_by = "the number of moves or pushes"
    # Minimising pushes uses a separate encoding.
    fields = (
        *PUZZLE,
        LEVEL,
        _FEWEST,
        *form("time_limit"),
        replace(_ENCODING, when=(_FEWEST.name, "moves")),
        _ANY_SOLVER,
    )

    def problem(self, values: Values, subject: Level) -> Sokoban:  # noqa: ARG002
        """Return the level; the search determines the number of moves."""
        return Sokoban(subject.rows, 1)

    def query(self, problem: Sokoban, values: Values) -> ProblemQuery:
        """Return the query for the fewest moves or pushes."""
        return Query(problem, values[_FEWEST.name])

    def options(self, values: Values) -> Options:
        """Return how to search with one process."""
        return replace(super().options(values), workers=1)

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:
        """Return the text of the field that says what to minimise."""
        if not isinstance(query, Query):
            raise TypeError(query)
        return {_FEWEST.name: query.goal}

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the words of the command line."""
        pushes = texts[_FEWEST.name] == "pushes"
        return [*super().words(texts, subject), "--fewest-pushes" if pushes else "--shortest"]
