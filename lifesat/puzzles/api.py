"""Puzzles by the same engine: Sudoku and Sokoban."""

from collections.abc import Iterable, Iterator
from operator import index
from typing import Any, Unpack

from lifesat.api.arguments import (
    EffortArguments,
    SequentialEffort,
    check_names,
    check_text,
    late,
    search_options,
)
from lifesat.api.search import Search, begin, ended
from lifesat.errors import MemoryLimitError, UserError
from lifesat.frontends.options.table import check
from lifesat.puzzles.reading import Puzzles
from lifesat.puzzles.sokoban import text as sokoban_text
from lifesat.puzzles.sokoban.best import BestSokoban
from lifesat.puzzles.sokoban.goal import Goal
from lifesat.puzzles.sokoban.level import Level
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.puzzles.sudoku.reading import parts as sudokus
from lifesat.queries.events import Solutions
from lifesat.queries.solutions import ListSolutions

Grid = tuple[tuple[int, ...], ...]


def solve_sudoku(
    puzzle: str | Iterable[Iterable[int]],
    *,
    limit: int | None = None,
    **effort: Unpack[EffortArguments],
) -> Search[Grid]:
    """Find the solutions of a Sudoku of 1x1 to 49x49 cells.

    Parameters
    ----------
    puzzle
        A text, in one line or a line for each row, with ``.`` or ``0`` for an empty cell; or rows
        of numbers, 0 for an empty cell, such as an array of shape ``(size, size)``.
    limit
        The most to list, or None for all; 2 suffice to see whether there is just one.
    **effort
        As for `lifesat.predecessors`; the encodings are ``extended`` and ``kumari_sagar``.

    Returns
    -------
    Search of tuple of tuple of int
        An iterator; each solution is its rows of numbers.

    Raises
    ------
    UserError
        If the puzzle cannot be read, or an argument is invalid.

    References
    ----------
    I. Lynce and J. Ouaknine, "Sudoku as a SAT Problem", AIMATH 2006.

    Examples
    --------
    >>> search = solve_sudoku("1.....3..2.....4")
    >>> next(search)
    ((1, 3, 4, 2), (2, 4, 3, 1), (4, 2, 1, 3), (3, 1, 2, 4))
    """
    problem = _sudoku(puzzle) if isinstance(puzzle, str) else Sudoku(_clues(puzzle))
    options = search_options(problem, effort, limit=limit)
    return begin(ListSolutions(problem), options, _values, effort.get("progress"))


def solve_sokoban(
    level: str | Iterable[str],
    moves: int,
    *,
    limit: int | None = None,
    **effort: Unpack[EffortArguments],
) -> Search[str]:
    """Find the solutions of a Sokoban level with at most so many moves.

    Parameters
    ----------
    level
        The level as XSB text, or its rows.
    moves
        The most moves, pushes included; at least 1.
    limit
        The most solutions to list, or None for all.
    **effort
        As for `lifesat.predecessors`; the encodings are ``occupied`` and ``kumari_sagar``, and
        the default solver is `lifesat.puzzles.options.SOKOBAN_SOLVER`.

    Returns
    -------
    Search of str
        An iterator; each solution is its moves: ``u``, ``d``, ``l``, ``r``, pushes as capitals.

    Raises
    ------
    UserError
        If the level cannot be read, or an argument is invalid.

    Examples
    --------
    >>> list(solve_sokoban(["######", "#@ $.#", "######"], 2))
    ['rR']
    """
    check(moves=moves)
    room = _level(level)
    problem = Sokoban(room.rows, moves)
    options = search_options(problem, effort, limit=limit)
    return begin(ListSolutions(problem), options, _values, effort.get("progress"))


def best_sokoban(
    level: str | Iterable[str],
    goal: Goal = "moves",
    **effort: Unpack[SequentialEffort],
) -> str | None:
    """Find a solution of a Sokoban level with the fewest moves or pushes, and prove it.

    Parameters
    ----------
    level
        The level as XSB text, or its rows.
    goal
        What to minimise: ``"moves"``, pushes included, or ``"pushes"``.
    **effort
        As for `solve_sokoban`, without ``workers``; ``encoding`` is only for moves.

    Returns
    -------
    str or None
        The moves: ``u``, ``d``, ``l``, ``r``, pushes as capitals. None if it is proved that there
        is no solution.

    Raises
    ------
    UserError
        If the level cannot be read, or an argument is invalid.
    MemoryLimitError
        If the formula would take too much memory.
    TimeLimitError
        If the time limit passed before the proof; its `best` is the best solution so far, or None.

    Examples
    --------
    >>> best_sokoban(["######", "#@ $.#", "######"])
    'rR'
    """
    check_names(effort, SequentialEffort)
    check_text("goal", goal)
    problem = Sokoban(_level(level).rows, 1)
    query = BestSokoban(problem, goal)
    if effort.get("encoding") is not None and goal == "pushes":
        raise UserError(
            "encoding cannot be combined with goal 'pushes', which has its own encoding"
        )
    options = search_options(problem, {**effort, "workers": 1})
    known, end = ended(query, options, effort.get("progress"))
    best: str | None = known.moves
    if end.status == "limit":
        raise MemoryLimitError(end.reason)
    if end.status == "time_limit":
        raise late(options.time_limit, f"the fewest {goal} were known", best)
    return best


def _level(level: str | Iterable[str]) -> Level:
    """Return the one level of a text, or of its rows."""
    try:
        text = level if isinstance(level, str) else "\n".join(level)
    except TypeError as error:
        raise UserError("a Sokoban level is a text or rows of text") from error
    return Puzzles(sokoban_text.parts, text).only("level").level


def _sudoku(text: str) -> Sudoku:
    """Return the one Sudoku of a text."""
    return Puzzles(sudokus, text).only("Sudoku").sudoku


def _clues(rows: Iterable[Iterable[int]]) -> Grid:
    """Return clues whose numbers may be integers of numpy."""
    try:
        return tuple(tuple(index(number) for number in row) for row in rows)
    except TypeError as error:
        raise UserError("a Sudoku is a text or rows of ints") from error


def _values(solutions: Solutions) -> Iterator[Any]:
    """Yield solutions in the form of their problem."""
    return solutions.problem.values(solutions.boards)
