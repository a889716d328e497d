"""Forced cells: those that have the same state in every predecessor.

They are the backbone of the formula, projected on the cells of one generation [1]_. One model gives
a candidate state for each cell, and every further model strikes out the candidates that it
contradicts. A call to the solver asks for a model that contradicts one of a group of candidates; if
there is none, all of the group are forced and become unit clauses. A group is one cell, and after
each such proof the next one is twice as large.

Other processes may ask about further cells meanwhile (`lifesat.engines.backbone.search`).

Life adds what general formulas lack: running a model forward with one cell flipped is cheap, and if
it is still a predecessor, it strikes out candidates without a call to the solver. It
ends when it no longer helps.

References
----------
.. [1] M. Janota, I. Lynce and J. Marques-Silva, "Algorithms for Computing Backbones of
   Propositional Formulae", AI Communications 28, 2015.
"""

from collections.abc import Callable, Generator, Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, TRUE, Literals, is_variable
from lifesat.engines.sat.solver import CALL_CONFLICTS, Solver
from lifesat.errors import UserError
from lifesat.life.joined_edges import spread
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.box import inner
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import evolve_window
from lifesat.problems.problem import Boards


def check_generation(problem: Predecessor, at: int) -> None:
    """Reject a generation that is not before the target."""
    if at >= problem.generations:
        raise UserError(
            f"the target is generation {problem.generations}; forced cells are those of an "
            f"earlier one, not of generation {at}"
        )


def forced_name(problem: Predecessor) -> str:
    """Return the name of the pattern of forced cells."""
    return f"{problem.target.name or 'target'}, forced cells"


# The limit of conflicts for a group in the first round, and its factor for each further round.
_FIRST_ROUND = 20_000
_MORE = 4
_LARGEST_GROUP = 64
# The sides of a tile, and the cells around it that are not held.
_TILE = 8
_REACH = 8
# The cells of all boards that run forward at once.
_CELLS_AT_ONCE = 2_000_000
# The letters of cells in what is kept of a search.
_OPEN, _FORCED, _VARIES = "?F-"


class Backbone:
    """A search for the forced cells of one generation, where 0 is the first."""

    def __init__(self, problem: Predecessor, at: int = 0) -> None:
        check_generation(problem, at)
        # Whether there is a predecessor; None while that is unknown.
        self.exists: bool | None = None
        self.problem = problem
        self._at = at
        self._layer = problem.spacetime.literals[at]
        cells = np.argwhere(is_variable(self._layer))
        self._variables, first = np.unique(self._layer[tuple(cells.T)], return_index=True)
        self._rows, self._columns = cells[first].T
        self._states = np.zeros(len(first), dtype=np.uint8)
        # A cell is open until two predecessors differ there or it is proved to be forced.
        self._open = np.ones(len(first), dtype=bool)
        self._forced = np.zeros(len(first), dtype=bool)
        # The literals of forced cells, in the order found.
        self._units: list[int] = []
        self._rotates = True
        # The highest variable in the solver, and the first and the last predecessor.
        self._used = 0
        self._first: Literals = np.zeros(0, dtype=np.int32)
        self._last = self._first

    # ---------------------------------------------------------------- the answer

    @property
    def cells(self) -> int:
        """The number of cells of the generation."""
        return self.board().size

    @property
    def unsettled(self) -> int:
        """The number of cells that are not known to be forced, but may be."""
        return int(np.isin(self._layer, self._variables[self._open]).sum())

    @property
    def complete(self) -> bool:
        """Whether all cells are settled, or it is known that there is no predecessor."""
        return self.exists is False or (self.exists is True and not self._open.any())

    def board(self) -> Boards:
        """Return the cells of the generation: states where they are forced, else `UNKNOWN`."""
        values = np.full(int(self._variables.max(initial=0)) + 1, UNKNOWN, dtype=np.uint8)
        values[self._variables[self._forced]] = self._states[self._forced]
        board = np.full(self._layer.shape, UNKNOWN, dtype=np.uint8)
        places = is_variable(self._layer)
        board[places] = values[self._layer[places]]
        board[self._layer == TRUE] = 1
        board[self._layer == FALSE] = 0
        return inner(
            board, self._at if self.problem.outside == "free" else self.problem.window.ring
        )

    def pattern(self) -> Pattern:
        """Return the forced cells as a pattern, in the place of the generation.

        With outside ``free``, each generation is a cell smaller on every side than the one before.
        """
        problem, back = self.problem, self.problem.generations - self._at
        window = Predecessor(problem.target, back, problem.outside, problem.margin)
        return window.pattern(self.board()).replace(name=forced_name(problem))

    # ---------------------------------------------------------------- what can be kept

    def progress(self) -> tuple[Literals, str] | None:
        """Return a predecessor and the letters of `restore`, or None if no predecessor is known."""
        if not self.exists:
            return None
        letters = np.select([self._open, self._forced], [_OPEN, _FORCED], _VARIES)
        return self._first, "".join(letters.tolist())

    def restore(self, model: Literals, letters: str) -> bool:
        """Continue from what `progress` returned; return false if it is not from this problem.

        There is a letter for each variable: ``?`` if its cells are open, ``F`` if they are forced
        and ``-`` if they are not. The model is verified and has the states of the forced cells; the
        letters are trusted.
        """
        boards = self.problem.boards(model[None])
        if len(letters) != len(self._variables) or set(letters) - {_OPEN, _FORCED, _VARIES}:
            return False
        if not self.problem.verify(boards).all():
            return False
        self.exists = True
        self._states = self._generation(boards)[0]
        self._first = self._last = model
        each = np.array(list(letters), dtype="U1")
        self._forced[:], self._open[:] = False, each == _OPEN
        self._units.clear()
        self._settle(np.flatnonzero(each == _FORCED))
        return True

    # ---------------------------------------------------------------- answers from elsewhere

    def open_cells(self) -> NDArray[np.intp]:
        """Return the indices of the variables whose cells are not settled."""
        return np.flatnonzero(self._open)

    def cube(self, number: int) -> tuple[int, ...]:
        """Return the cube of predecessors that have the other state at the cells of a variable.

        It includes the literals of cells that are known to be forced; later ones follow at the end.
        """
        return (int(self._opposite(np.array([number]))[0]), *self._units)

    def observe(self, model: Literals) -> None:
        """Learn from a predecessor, as literals of the first generation."""
        boards = self.problem.boards(model[None])
        if self.exists is None:
            self.exists = True
            self._states = self._generation(boards)[0]
            self._first = model
        self._last = model
        self._rotate(model, lambda: False)

    def refute(self, number: int | None) -> None:
        """Learn that the cube of a variable, or with None the problem, has no predecessor."""
        if number is None:
            self.exists = False
        else:
            self._settle(np.array([number]))

    # ---------------------------------------------------------------- the search

    def run(
        self, solver: Solver, used: int, stop: Callable[[], bool], *, tiles: bool = False
    ) -> Iterator[bool]:
        """Settle all cells, or as many as possible until `stop` returns true.

        Yields after each call to the solver: true if it is worth continuing at once. Between calls,
        the caller may add answers from elsewhere. `used` is the highest variable in the solver.
        With `tiles`, each tile is asked about first, with the cells far from it held.
        """
        self._used = used
        while self.exists is None and not stop():
            answer = solver.solve_until(conflicts=CALL_CONFLICTS)
            if answer:
                self.observe(self._model(solver))
            elif answer is False:
                self.exists = False
            yield answer is not None
        if self.exists and tiles:
            for _ in self._tiles(solver, stop):
                yield True
        if self.exists:
            yield from self._groups(solver, stop)

    def _tiles(self, solver: Solver, stop: Callable[[], bool]) -> Iterator[None]:
        """Ask about the open cells of each tile; yield after each call.

        The cells of the first generation that are far from the tile keep the states of the last
        predecessor, so a call takes no longer on a larger board. This settles most cells that are
        not forced. A proof counts only if it does not use the states that were kept.
        """
        first = self.problem.spacetime.literals[0]
        rows, columns = np.nonzero(is_variable(first))
        for top, left in product(*(range(0, side, _TILE) for side in first.shape)):
            down, right = rows - top, columns - left
            near = (np.minimum(down, right) >= -_REACH) & (np.maximum(down, right) < _TILE + _REACH)
            far = np.setdiff1d(first[rows, columns], first[rows[near], columns[near]])
            inside = (self._rows // _TILE == top // _TILE) & (
                self._columns // _TILE == left // _TILE
            )
            answer: bool | None = True
            while answer and (group := np.flatnonzero(self._open & inside)).size and not stop():
                self._used += 1
                solver.add([-self._used, *self._opposite(group).tolist()])
                held = [self._used, *self._last[far - 1].tolist()]
                answer = solver.solve_until(conflicts=CALL_CONFLICTS, assumptions=held)
                if answer:
                    self.observe(self._model(solver))
                elif answer is False and not set(solver.core()) - {self._used}:
                    self._settle(group)
                solver.add([-self._used])
                yield

    def _groups(self, solver: Solver, stop: Callable[[], bool]) -> Iterator[bool]:
        """Ask about groups of open cells; yield after each call whether it had an answer.

        A group that is undecided at its limit of conflicts is asked about again, as single cells,
        after all others. By then the solver knows more.
        """
        size, limit = 1, _FIRST_ROUND
        asked = np.zeros(len(self._open), dtype=bool)
        units = 0
        while self._open.any() and not stop():
            for literal in self._units[units:]:
                solver.add([literal])
            units = len(self._units)
            waiting = np.flatnonzero(self._open & ~asked)
            if not len(waiting):
                asked[:], limit = False, limit * _MORE
                continue
            group = waiting[:size]
            opposite = self._opposite(group)
            assumption = int(opposite[0])
            if len(group) > 1:
                self._used += 1
                assumption = self._used
                solver.add([-assumption, *opposite.tolist()])
            answer = yield from self._answer(solver, assumption, group, limit, stop)
            if answer:
                size = max(1, size // 2)
                self._rotate(self._model(solver), stop)
            elif answer is None:
                asked[group], size = True, 1
            else:
                size = min(_LARGEST_GROUP, 2 * size)
                self._settle(group)
            if len(group) > 1:
                solver.add([-assumption])
            if answer is not None:
                yield True

    def _answer(
        self,
        solver: Solver,
        assumption: int,
        group: NDArray[np.intp],
        limit: int,
        stop: Callable[[], bool],
    ) -> Generator[bool, None, bool | None]:
        """Return whether a cell of a group can differ; yield False after each undecided call.

        The result is None after about `limit` conflicts, after a stop, or if the cells have been
        settled meanwhile.
        """
        while limit > 0 and self._open[group].any() and not stop():
            before = solver.conflicts
            most = min(limit, CALL_CONFLICTS)
            answer = solver.solve_until(conflicts=most, assumptions=[assumption])
            if answer is not None:
                return answer
            limit -= max(1, solver.conflicts - before)
            yield False
        return None

    def _opposite(self, group: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the literals that contradict the candidates of variables."""
        opposite: NDArray[np.intp] = (
            np.where(self._states[group] == 1, -1, 1) * self._variables[group]
        )
        return opposite

    def _settle(self, group: NDArray[np.intp]) -> None:
        """Mark the cells of variables as forced; some may be marked already."""
        new = group[~self._forced[group]]
        self._open[new], self._forced[new] = False, True
        self._units += (-self._opposite(new)).tolist()

    def _model(self, solver: Solver) -> Literals:
        """Return the literals of the first generation in the last model, verified."""
        model = np.array(solver.model(self.problem.projection), dtype=np.int32)
        self.problem.verified(self.problem.boards(model[None]))
        return model

    def _rotate(self, model: Literals, stop: Callable[[], bool]) -> None:
        """Strike out what a model, or a predecessor that differs from it in one cell, contradicts.

        Cells of an orbit are one variable and are flipped together. Once no flip has struck out
        anything, models are no longer flipped.
        """
        self._strike_out(self.problem.boards(model[None]))
        if not self._rotates:
            return
        left = self._open.sum()
        first = self.problem.spacetime.literals[0]
        variables = np.unique(first[self._cause() & is_variable(first)])
        most = max(1, _CELLS_AT_ONCE // first.size)
        for start in range(0, len(variables), most):
            if stop():
                return
            flipped = variables[start : start + most] - 1
            models = np.repeat(model[None], len(flipped), axis=0)
            models[np.arange(len(flipped)), flipped] *= -1
            boards = self.problem.boards(models)
            self._strike_out(boards[self.problem.verify(boards)])
        self._rotates = bool(self._open.sum() < left)

    def _strike_out(self, predecessors: Boards) -> None:
        """Strike out the candidates that predecessors contradict."""
        differ = (self._generation(predecessors) != self._states).any(axis=0)
        self._open &= ~differ

    def _generation(self, predecessors: Boards) -> NDArray[np.uint8]:
        """Return the states of the variables' cells, shape ``(predecessors, variables)``."""
        boards = evolve_window(self.problem.window, predecessors, self._at)
        return boards[:, self._rows, self._columns]

    def _cause(self) -> NDArray[np.bool_]:
        """Return which cells of the first generation can change an open cell."""
        near = np.isin(self._layer, self._variables[self._open])
        for _ in range(self._at):
            near = spread(near, self.problem.window.grid)
        return near
