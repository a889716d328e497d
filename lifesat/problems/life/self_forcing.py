"""Self-forcing patches: a formula about the predecessors of all parts of a patch.

A patch, the known cells of a pattern, is self-forcing if each of its predecessors contains it in
its place. With two literals per cell, one incremental solver can try many parts: one says that the
cell has its state in the last generation, the other that the first generation differs there.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from lifesat.cnf.bit_sets import Mask
from lifesat.cnf.formula import Formula, FormulaSource, Size
from lifesat.cnf.spacetime import Literals
from lifesat.errors import UserError
from lifesat.life.evolution import evolve
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.box import inner
from lifesat.problems.life.predecessor import Predecessor, reject_several_states
from lifesat.problems.life.required_cells import RequiredCells
from lifesat.problems.problem import Boards

# The most cells by which a part of a first generation is widened.
_WIDEST = 6


def differing_predecessors(patch: Pattern, period: int = 1) -> Predecessor:
    """Return the problem that has no solution if a patch is self-forcing.

    Its solutions are the patterns, with anything around them, that become the patch after a period
    but do not contain it. Raises UserError if no cell of `patch` is known.
    """
    problem = Predecessor(
        patch.replace(grid=None), generations=period, outside="free", margin=0, different=True
    )
    reject_several_states(problem, "a self-forcing pattern")
    if not (patch.to_array() < UNKNOWN).any():
        raise UserError("all cells are unknown, so there is no patch")
    return problem


def containing_predecessors(problem: Predecessor) -> Predecessor:
    """Return the problem of the predecessors of the same patch that contain it."""
    states = problem.target.to_array()
    live, dead = (
        frozenset((x, y) for y, x in np.argwhere(states == state).tolist()) for state in (1, 0)
    )
    return replace(problem, different=False, require=live, forbid=dead)


class Patch(FormulaSource):
    """The known cells of a pattern, numbered row by row from 0.

    `problem` is the result of `differing_predecessors`. `rows` and `columns`, shape ``(cells,)``,
    are the places of the cells in the pattern.
    """

    def __init__(self, problem: Predecessor) -> None:
        self._problem = problem
        self._required = RequiredCells(problem)
        states = problem.target.to_array()
        self._known = states < UNKNOWN
        self._states = states[self._known]
        self.rows, self.columns = np.nonzero(self._known)
        self._differ: Literals = np.zeros(0, dtype=np.int32)

    def __len__(self) -> int:
        return len(self._states)

    @property
    def projection(self) -> int:
        """The number of variables of the first generation."""
        return self._problem.projection

    @property
    def same(self) -> Literals:
        """The literals that the cells have their states in the last generation."""
        return self._required.assumptions

    def build(self, formula: Formula, encoding: str) -> None:
        """Add the clauses of histories whose first generation differs from the patch."""
        self._required.build(formula, encoding)
        self._differ = formula.fresh(len(self))
        first = inner(self._problem.first, self._problem.generations)[self._known]
        unlike = np.where(self._states == 1, -first, first)
        formula.add(np.stack([-self._differ, unlike], axis=1))
        formula.add(self._differ[None])

    @property
    def rough_size(self) -> Size:
        """An estimate as if every cell were unknown."""
        return self._required.rough_size

    def assumptions(self, part: Mask) -> list[int]:
        """Return the literals of the predecessors of a part of the patch that differ in that part.

        A formula must have been built.
        """
        literals: list[int] = np.where(part, self.same, -self._differ).tolist()
        return literals

    def compare(self, board: Boards) -> tuple[Mask, Mask]:
        """Run a board forward and return where its last and first generation differ from the patch.

        Both masks have shape ``(cells,)``; `board` is the window of the first generation.
        """
        period = self._problem.generations
        last = evolve(board, self._problem.rule, period, "cut")[self._known]
        return last != self._states, inner(board, period)[self._known] != self._states

    def localised(self, board: Boards, cells: Mask) -> Iterator[Boards]:
        """Yield the patch with ever larger parts of a first generation around some cells.

        `board` is the window of the first generation, shape ``(height, width)``.
        """
        border = self._problem.generations
        pattern, near = board.copy(), np.zeros(board.shape, dtype=bool)
        inner(pattern, border)[self._known] = self._states
        near[self.rows[cells] + border, self.columns[cells] + border] = True
        for _ in range(_WIDEST):
            near = _widened(near)
            yield np.where(near, board, pattern)

    def board(self, model: list[int]) -> Boards:
        """Return the first generation of a model, given by its projection."""
        board: Boards = self._problem.boards(np.array([model], dtype=np.int32))[0]
        return board


def _widened(cells: Mask) -> Mask:
    """Return a mask of cells and their neighbours."""
    height, width = cells.shape
    padded = np.pad(cells, 1)
    shifted = [padded[y : y + height, x : x + width] for y in range(3) for x in range(3)]
    widened: Mask = np.any(shifted, axis=0)
    return widened
