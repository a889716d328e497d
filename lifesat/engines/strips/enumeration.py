"""Parents of large boards, strip by strip.

One formula for a whole large board is too much for a solver, which has no reason to work on one
place at a time. Here the solver receives the target row by row, some rows at a time. Assumptions
hold the parent's rows just above the last ones, so that a call solves a strip:

- If the strip has a solution, the next rows of the target are added, and the strip moves down.
- If not, the solver returns a core: held cells that cannot all stay as they are. The strip grows
  upwards until its rows include a cell of the core, and is solved again.

Undoing n generations, 2n rows are held: no cell of the strip depends on the rows above those, which
are free to change but have no reason to.

Every solution gives all rows of the target that have been added. These are never removed, so every
clause that the solver learns holds for the whole problem, and a core without cells is a proof that
there is no parent. A strip grows at most up to the first row, and every solution adds rows, so the
search ends.

Bounded model checking adds steps of time to one solver in the same way [1]_. Property-directed
reachability [2]_ has a solver for each step instead, and passes cores between them.
docs/notes/large-boards.md compares both.

References
----------
.. [1] N. Eén and N. Sörensson, "Temporal Induction by Incremental SAT Solving", BMC 2003.
.. [2] A. R. Bradley, "SAT-Based Model Checking without Unrolling", VMCAI 2011.
"""

from typing import NamedTuple

import numpy as np

from lifesat.cnf.encodings import add_steps
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import ANY, FALSE, TRUE, SpaceTime, is_variable
from lifesat.engines.sat.enumerate import Enumeration
from lifesat.engines.sat.search import EngineProgress, unpack
from lifesat.engines.sat.solver import Solver
from lifesat.engines.strips.support import strips_are_columns
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.box import inner
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import evolve_window
from lifesat.problems.problem import Boards


class StripHeights(NamedTuple):
    """The heights of strips, in rows of the parent."""

    # The rows that a strip has at first, at least 2.
    free: int
    # The rows that are added at once, at least 1; a strip also grows upwards by multiples of it.
    step: int


HEIGHTS = StripHeights(free=12, step=3)
"""The best of the heights that docs/notes/large-boards.md compares."""


class StripEnumeration(Enumeration):
    """Lists predecessors, and finds the first one of a large board soon.

    It finds the others no sooner than one formula does. `solver` has no clauses yet, and `problem`
    is one that strips support.
    """

    def __init__(
        self,
        solver: Solver,
        problem: Predecessor,
        encoding: str,
        heights: StripHeights = HEIGHTS,
    ) -> None:
        super().__init__(solver, problem.projection)
        self._nogoods = 0
        self._solved = 0
        self._rule = problem.rule
        self._encoding = encoding
        self._heights = heights
        layers = problem.spacetime.literals
        self._used = problem.spacetime.variables
        if strips_are_columns(problem):
            layers = layers.transpose(0, 2, 1)
        self._generations, self._rows = len(layers) - 1, layers.shape[1]
        self._torus = problem.spacetime.joined
        edge = {"mode": "wrap"} if self._torus else {"constant_values": FALSE}
        self._layers = np.pad(layers, ((0, 0), (self._generations,) * 2, (1, 1)), **edge)
        self._row_of = np.zeros(self._projection + 1, dtype=np.intp)
        rows, columns = np.nonzero(is_variable(layers[0]))
        self._row_of[layers[0][rows, columns]] = rows
        self._parent = -np.arange(1, self._projection + 1)
        self._partial = b""
        self._added = 0
        self._extend()

    @property
    def reached(self) -> EngineProgress:
        """The rows solved so far, and the partial parent."""
        return EngineProgress(self._solved, self._rows, self._nogoods, self._partial)

    def solve(self, conflicts: int | None) -> bool | None:
        """Solve the strip; return whether it has a solution, or None if conflicts ran out."""
        return self._solver.solve(conflicts, self._assumptions)

    def _learn(self, answer: bool) -> list[tuple[list[int], int]]:
        """Add the next rows after a solution; otherwise let the strip grow upwards."""
        if not answer:
            self._grow(self._solver.core())
            return []
        literals = self._solver.model(self._projection)
        self._solved = self._added
        if self._solved == self._rows:
            self._partial = b""
            return self._block(literals)
        self._parent = np.array(literals)
        self._partial = np.packbits(self._parent > 0).tobytes()
        self._extend()
        return []

    def _extend(self) -> None:
        """Add the next rows of the target, and move the strip down to them."""
        start, stop = self._added, min(self._added + self._heights.step, self._rows)
        if not start:
            stop = min(self._heights.free - 1, self._rows)
        formula = Formula(self._used)
        for t in range(self._generations):
            # A row depends on the rows beside it in the generation before; on a torus, the first
            # rows depend on the last.
            more = self._generations - 1 - t
            before = more if self._torus else 0
            first = start + more if start else -before
            self._add_rows(formula, t, first, min(stop + more, self._rows - before))
        self._used = formula.variables
        self._solver.extend(formula)
        self._added = stop
        self._hold(stop + 1 - self._heights.free)

    def _add_rows(self, formula: Formula, t: int, first: int, last: int) -> None:
        """Add the clauses that make some rows of layer ``t + 1`` the successors of layer `t`."""
        if first < last:
            rows = slice(self._generations + first - 1, self._generations + last + 1)
            band = SpaceTime(self._layers[t : t + 2, rows].copy())
            band.literals[1, [0, -1]] = ANY
            band.literals[1, :, [0, -1]] = ANY
            add_steps(formula, band, self._rule, self._encoding)

    def _grow(self, core: list[int]) -> None:
        """Let the strip grow upwards, to include the lowest cell of a core at least."""
        self._nogoods += 1
        if core:
            self._hold(int(self._row_of[np.abs(core)].max()))
        else:
            self.complete = True

    def _hold(self, top: int) -> None:
        """Assume the parent's rows just above `top`, which is moved up to a multiple of the step.

        No cell of the strip depends on the rows above those, which keep their last values: solvers
        prefer the values that they saw last.
        """
        top = max(0, top) // self._heights.step * self._heights.step
        rows = self._row_of[1:]
        held = (rows < top) & (rows >= top - 2 * self._generations)
        self._assumptions: list[int] = self._parent[held].tolist()


def partial_board(problem: Predecessor, reached: EngineProgress) -> Boards:
    """Return the rows of a predecessor that determine the target's rows reached so far.

    The window of the first generation, shape ``(height, width)``, has `UNKNOWN` below these rows,
    but required and forbidden cells are known everywhere. `reached` must have a partial solution.
    Raises AssertionError if the board does not evolve into the target's rows.
    """
    packed = np.frombuffer(reached.partial, dtype=np.uint8)[None]
    boards = problem.boards(unpack(packed, problem.projection))
    first, last = problem.spacetime.literals[[0, -1]]
    after = evolve_window(problem.window, boards, problem.generations)[0]
    wrong = ((last == TRUE) & (after == 0)) | ((last == FALSE) & (after == 1))
    known = np.zeros(first.shape, dtype=bool)
    across = strips_are_columns(problem)
    lines, wrong = (known.T, wrong.T) if across else (known, wrong)
    if wrong[: reached.row].any():
        raise AssertionError("a partial predecessor does not evolve into the target's first rows")
    # A row of the target depends on as many rows below it as generations are undone, and on a torus
    # the first row depends on as many of the last.
    lines[: reached.row + problem.generations] = True
    lines[-problem.generations :] |= problem.spacetime.joined
    known = inner(known, (len(known) - len(problem.first)) // 2) | ~is_variable(problem.first)
    return np.where(known, boards[0], UNKNOWN).astype(np.uint8)
