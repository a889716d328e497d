"""A board for messages and particles: which states each cell may have, and what it must become."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import ANY, FALSE, TRUE, Literals
from lifesat.life.rule import Rule
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor

Floats = NDArray[np.float32]
Cells = NDArray[np.uint8]

_DEAD, _LIVE, _EITHER = 0, 1, 2

# The weight of a block whose cell differs from the target, if all cells count the same. A smaller
# one leads particles to places that they cannot leave without many such blocks, a larger one
# permits too many of them (docs/notes/nearest.md).
_DIFFERS = 0.003
# If cells count differently, it is the weight for a cell at this quantile of their importance.
_LIGHT_CELLS = 0.1
# The limit on importance, as a multiple of that quantile; such cells are practically certain.
_MOST_TIMES = 6


@dataclass(frozen=True, kw_only=True)
class Rows:
    """What the cells of a board must become in the last generation."""

    # What each cell must become: 0 dead, 1 live, 2 anything; shape (rows, columns).
    becomes: Cells
    # A rule that has a table.
    rule: Rule
    # Whether rows of the board are columns of the problem.
    transposed: bool

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.becomes)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return int(self.becomes.shape[1])


@dataclass(frozen=True, kw_only=True)
class Board(Rows):
    """A first generation and what it must become one generation later.

    Around the board, cells are dead in the first generation and anything in the second.
    """

    # Whether a cell of the first generation may be dead, and live; shape (rows, columns, 2).
    allowed: NDArray[np.bool_]
    # The weight of a block that gives its cell the wrong state, shape (rows, columns); None if such
    # blocks are forbidden.
    otherwise: Floats | None = None

    def checks(self, row: int) -> Floats:
        """Return the weights of the blocks around a row, shape ``(columns + 1, 8, 8, 8)``.

        Entry c is indexed by the last three cells up to column c in the rows above, at and below
        `row`, as binary numbers: 1 if they are allowed, otherwise 0 or the weight of `otherwise`.
        Rows -1 and `rows` and columns -1 and `columns` are dead.
        """
        tables = _tables(self.rule)
        kinds = np.full(self.columns + 1, _EITHER, dtype=np.uint8)
        if 0 <= row < self.rows:
            kinds[1:] = self.becomes[row]
        checks: Floats = tables[kinds]
        if self.otherwise is not None and 0 <= row < self.rows:
            weights = self.otherwise[row].reshape(-1, 1, 1, 1)
            checks[1:] = np.where(checks[1:] > 0, checks[1:], weights)
        newest = np.arange(8) & 1
        for axis, other in enumerate((row - 1, row, row + 1), start=1):
            shape = [len(checks), 1, 1, 1]
            shape[axis] = 8
            checks = checks * self._allowed(other)[:, newest].reshape(shape)
        return checks

    def _allowed(self, row: int) -> Floats:
        """Return the allowed states of a row's cells and of the dead one after it."""
        allowed = np.zeros((self.columns + 1, 2), dtype=np.float32)
        allowed[:, 0] = 1
        if 0 <= row < self.rows:
            allowed[:-1] = self.allowed[row]
        return allowed


def board_of(problem: Predecessor) -> Board:
    """Return the board of a problem that goes back one generation and is not on a torus."""
    (first, second), transposed = upright(problem)
    allowed = np.stack([first != TRUE, first != FALSE], axis=2)
    return Board(
        becomes=becomes_of(second), rule=problem.rule, transposed=transposed, allowed=allowed
    )


def upright(problem: Predecessor) -> tuple[Literals, bool]:
    """Return the layers of a problem, and whether they are transposed.

    They are if there are more columns than rows and the rule is symmetric under transposition.
    """
    layers = problem.spacetime.literals
    transposed = layers.shape[1] < layers.shape[2] and "transpose" in problem.rule.symmetries
    return (layers.transpose(0, 2, 1) if transposed else layers), transposed


def becomes_of(last: Literals) -> Cells:
    """Return what cells must become: 0 dead, 1 live, 2 anything."""
    becomes = np.where(last == ANY, _EITHER, np.where(last == TRUE, _LIVE, _DEAD))
    return becomes.astype(np.uint8)


def nearest_board(problem: NearestPredecessor) -> Board:
    """Return the board of a nearest-predecessor problem, one generation back and not on a torus.

    The more a cell counts, the smaller the weight of a block that gets it wrong.
    """
    board = board_of(problem.exact)
    weights = problem.window_weights
    usual = np.quantile(weights[weights > 0], _LIGHT_CELLS) if weights.any() else 1
    times = weights / usual
    # The ring around the window, if there is one, stays dead.
    ring = (np.array(problem.exact.spacetime.literals.shape[1:]) - weights.shape) // 2
    otherwise = np.where(weights > 0, _DIFFERS ** np.minimum(times, _MOST_TIMES), 1)
    otherwise = np.pad(otherwise.astype(np.float32), [(side, side) for side in ring.tolist()])
    return replace(board, otherwise=otherwise.T if board.transposed else otherwise)


def ring_of(board: Board, shape: tuple[int, ...]) -> int:
    """Return the width of the ring of dead cells around first generations of a shape."""
    height: int = shape[1 if board.transposed else 0]
    return (board.rows - height) // 2


def first_generation(board: Board, rows: Cells, shape: tuple[int, ...]) -> Cells:
    """Return the first generation of the given shape that the rows of a board hold."""
    cells = rows.T if board.transposed else rows
    ring, (height, width) = ring_of(board, shape), shape
    return cells[ring : ring + height, ring : ring + width]


def patch_of(
    board: Board, cells: Cells, rows: range, columns: range
) -> tuple[Board, tuple[int, int]]:
    """Return a board on which only some cells may change, and its first row and column.

    It holds the cells of `rows` and `columns` and the two around them. `cells` are the filled rows
    of the first generation; in rows below them, every cell may change.
    """
    top, left = max(0, rows.start - 2), max(0, columns.start - 2)
    around = np.s_[top : rows.stop + 2, left : columns.stop + 2]
    inside = np.s_[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
    may_change = cells[around][:, :, None] == np.arange(2)
    may_change[inside] = True
    allowed = board.allowed[around].copy()
    allowed[: len(may_change)] &= may_change
    becomes = board.becomes[around].copy()
    # The successors of these cells depend on cells outside the patch.
    if top:
        becomes[0] = _EITHER
    if left:
        becomes[:, 0] = _EITHER
    if top + len(becomes) < board.rows:
        becomes[-1] = _EITHER
    if left + becomes.shape[1] < board.columns:
        becomes[:, -1] = _EITHER
    otherwise = None if board.otherwise is None else board.otherwise[around]
    part = replace(board, allowed=allowed, becomes=becomes, otherwise=otherwise)
    return part, (top, left)


@lru_cache(maxsize=4)
def _tables(rule: Rule) -> Floats:
    """Return which blocks become dead, live, and either, shape ``(3, 8, 8, 8)``.

    A block is indexed by its three rows as binary numbers, the left cell the highest bit.
    """
    live = np.frombuffer(rule.table, dtype=np.uint8).reshape(8, 8, 8).astype(np.float32)
    return np.stack([1 - live, live, np.ones_like(live)])
