"""Going back as many generations as possible, one at a time.

One formula for several generations soon becomes too hard. Here each generation has a formula of its
own: some parent of the target is found, then some parent of that, and so on. Of each parent, only
the cells that force what is required of its child are required in turn
(`lifesat.problems.life.lifting`). If a generation has no parent, the search returns to a later one
and takes another parent of it.

Such a search proves nothing but that the target itself has no parent.
"""

from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from lifesat.life.arrays import from_array, to_array
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.lifting import forcing_cells
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from lifesat.sat.adaptive import AdaptiveSearch
from lifesat.sat.memory import check
from lifesat.sat.method import Method, bytes_of
from lifesat.sat.strips_support import prefers_strips

# After so many dead ends, the search returns one generation further.
_DEAD_ENDS_PER_GENERATION = 3


class Rewind:
    """Goes back from a target one generation at a time; a context manager.

    Parameters
    ----------
    problem
        The parents of the target. Every generation has the same outside, and a margin around the
        generation that follows it.
    encoding, solver
        Their names.
    workers
        The number of processes that may search.
    memory
        The limit in bytes for one process, or None for half of the machine's memory.

    Attributes
    ----------
    impossible
        Whether it is proved that the target has no parent.
    dead_ends
        How many generations without a parent have been met.
    oldest
        The oldest generation that has been reached, or None.
    generations
        How many generations back it is.

    Raises
    ------
    MemoryLimitError
        If the formula would take too much memory.
    """

    def __init__(
        self,
        problem: Predecessor,
        encoding: str,
        solver: str,
        workers: int,
        memory: int | None = None,
    ) -> None:
        self.impossible = False
        self.dead_ends = 0
        self.oldest: Pattern | None = None
        self.generations = 0
        self._first = problem
        self._encoding = encoding
        self._solver = solver
        self._workers = workers
        self._memory = memory
        # What is required of the target and of each generation before it, and how to find a parent.
        self._problems = [problem]
        self._conflicts_before = 0
        self._search = self._begin()

    def __enter__(self) -> "Rewind":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._search.__exit__(kind, error, traceback)

    @property
    def here(self) -> int:
        """How many generations back the search for a parent is at present."""
        return len(self._problems) - 1

    @property
    def conflicts(self) -> int:
        """The solvers' conflicts so far."""
        return self._conflicts_before + self._search.conflicts

    def advance(self, seconds: float) -> bool:
        """Search for about `seconds`, and return whether an older generation has been reached.

        Raises
        ------
        MemoryLimitError
            If the formula for the next generation would take too much memory.
        """
        models = self._search.advance(seconds, 1)
        if not len(models.orbits) and not self._search.complete:
            return False
        problem = self._problems[-1]
        if len(models.orbits):
            board = problem.boards(models.literals)[0]
            older = self._reach(board)
            self._problems.append(_required(problem, board))
        else:
            older = False
            self._return()
        if not self.impossible:
            self._conflicts_before = self.conflicts
            self._search.__exit__(None, None, None)
            self._search = self._begin()
        return older

    def _begin(self) -> AdaptiveSearch:
        """Return a search for a parent of the generation that is the last so far."""
        problem = self._problems[-1]
        strips = prefers_strips(problem)
        method = Method(
            problem,
            self._encoding,
            self._solver,
            # Odd seeds try dead cells first; each dead end changes what is found.
            seed=2 * self.dead_ends + 1,
            memory=self._memory,
            inprocessing=not strips,
            scope="strips" if strips else "board",
        )
        check(bytes_of(method), self._memory)
        return AdaptiveSearch(method, self._workers, one=True)

    def _reach(self, board: Boards) -> bool:
        """Take a parent; return whether it is older than all before, once it is run forward."""
        problem, generations = self._problems[-1], len(self._problems)
        if generations <= self.generations:
            return False
        parent = problem.pattern(board)
        whole = history(self._first, generations)
        if not whole.verify(_window(whole, parent)[None]).all():
            raise AssertionError(f"this does not become the target: {parent}")
        self.oldest, self.generations = parent, generations
        return True

    def _return(self) -> None:
        """Return from a generation without a parent to a later one."""
        self.dead_ends += 1
        self.impossible = len(self._problems) == 1
        back = 1 + self.dead_ends // _DEAD_ENDS_PER_GENERATION
        del self._problems[max(1, len(self._problems) - back) :]


def history(problem: Predecessor, generations: int) -> Predecessor:
    """Return the problem of all generations at once; `problem` is that of the last one."""
    return Predecessor(
        problem.target, generations, problem.outside, margin=problem.margin * generations
    )


def generations_of(problem: Predecessor, oldest: Pattern, generations: int) -> list[Pattern]:
    """Return the oldest generation and all that follow, the target's included.

    Parameters
    ----------
    problem
        The parents of the target.
    oldest, generations
        What a `Rewind` has reached.
    """
    whole = history(problem, generations)
    (layers,) = whole.histories(_window(whole, oldest)[None])
    return layers


def _window(problem: Predecessor, pattern: Pattern) -> NDArray[np.uint8]:
    """Return a pattern in the window of a problem; other cells are dead."""
    window = np.zeros(problem.window.shape, dtype=np.uint8)
    (corner,) = problem.patterns(window[None])
    (left, top), (x, y) = corner.position or (0, 0), pattern.position or (0, 0)
    window[y - top : y - top + pattern.height, x - left : x - left + pattern.width] = to_array(
        pattern
    )
    return window


def _required(problem: Predecessor, board: Boards) -> Predecessor:
    """Return the problem of a parent of `board`, of which only what is needed is required."""
    outside = problem.outside
    child = problem.window if outside != "free" else to_array(problem.target)
    needed = forcing_cells(board, child, problem.rule, outside)
    found = problem.pattern(board)
    x, y = found.position or (0, 0)
    if outside != "torus":
        # Around it, all is dead, or nothing is known.
        rows, columns = np.nonzero(needed != (UNKNOWN if outside == "free" else 0))
        top, left = (int(each.min()) if len(each) else 0 for each in (rows, columns))
        bottom, right = (int(each.max(initial=0)) for each in (rows, columns))
        needed, x, y = needed[top : bottom + 1, left : right + 1], x + left, y + top
    target = from_array(needed, rule=problem.rule, grid=found.grid, position=(x, y))
    return Predecessor(target, 1, outside, margin=problem.margin)
