"""Going back as many generations as possible, one at a time.

One formula for several generations soon becomes too hard. Here each generation has a formula of its
own: some parent of the target is found, then some parent of that, and so on. In each parent, only
the cells that force what is required of its child are required in turn
(`forcing_cells`). If a generation has no parent, what was required of it is
excluded, and the search returns to a later generation and takes another parent of that.

Most of the many parents of a sparse pattern are debris all over the box, which rarely has parents
itself. So parents whose live cells lie near those of their child come first.

A search that excludes every parent of the target proves that none is older than the oldest that
was reached, unless cells outside are dead: each generation then has a box that depends on the one
after it.

Objects that repeat, such as still lifes, are their own ancestors. A search takes such a history
only if there is no other one.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings.transition import forced_blocks, successor_table
from lifesat.cnf.spacetime import FALSE, TRUE, is_variable
from lifesat.engines.rewinds.fertility import fertile, sterility
from lifesat.engines.rewinds.history import (
    Ancestor,
    cut,
    generations_of,
    is_ancestor,
    placed,
    window_of,
)
from lifesat.engines.sat.enumerate import CALL_SECONDS
from lifesat.engines.sat.memory import check
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.search import EngineProgress, Models, Packed
from lifesat.engines.sat.solver import Solver, run_in_thread
from lifesat.engines.sat.solver_setup import SliceSolver, SolverSetup, prepared
from lifesat.engines.strips.engine import formula_engine
from lifesat.life.joined_edges import neighbours, surrounded
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import Rule
from lifesat.problems.life.box import with_ring
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.surroundings import Surroundings
from lifesat.problems.problem import Boards

# The search for another parent ends after this many conflicts, which take about a second, and the
# search for all others after this many of these failures.
_MOST_CONFLICTS = 15_000
_MOST_FAILURES = 2


def most_fertile(problem: Predecessor, setup: SolverSetup, found: Boards, number: int) -> Boards:
    """Return the one of several parents that probably has the most parents itself.

    `problem` goes back one generation and has free surroundings. `found` is compared with up to
    ``number - 1`` other parents, or with none if strips solve the problem.
    """
    child, rule = problem.target.to_array(), problem.rule
    others = _others(problem, setup, number - 1) if setup.engine == ONE_FORMULA else ()
    better = (fertile(parent, child, rule) for parent in (found, *others))
    allowed = [parent for parent in better if not breaks(problem, parent, setup.excluded)]
    best = min((found, *allowed), key=lambda parent: sterility(parent, rule))
    problem.verified(best[None], "the chosen parent")
    return best


def breaks(problem: Predecessor, parent: Boards, clauses: Iterable[Sequence[int]]) -> bool:
    """Return whether a parent violates one of some clauses."""
    states = enumerate(problem.literals, 1)
    literals = [np.where(parent == state, layer, -layer) for state, layer in states]
    return any(not np.isin(clause, literals).any() for clause in clauses)


def _others(problem: Predecessor, setup: SolverSetup, number: int) -> Iterator[Boards]:
    """Yield at most `number` other parents, as long as they are found quickly."""
    # A seed makes no difference to the formula.
    formula = prepared(replace(setup, seed=0)).formula
    rng, failures = np.random.default_rng(setup.seed), 0
    while number > 0 and failures < _MOST_FAILURES:
        number -= 1
        numbers = rng.permutation(formula.variables).astype(np.int32) + 1
        with Solver(formula.renumbered(numbers), setup.solver, setup.seed) as solver:
            if run_in_thread(lambda: solver.solve(_MOST_CONFLICTS)):
                model = np.array(solver.model(formula.variables))
                yield problem.boards(model[None, numbers[: problem.projection] - 1])[0]
            else:
                failures += 1


# The place values of the nine cells of a block in base three, row by row; UNKNOWN is the digit 2.
_PLACES = [3**place for place in range(8, -1, -1)]


def forcing_cells(
    parent: NDArray[np.uint8],
    child: NDArray[np.uint8],
    rule: Rule,
    surroundings: Surroundings | None,
) -> NDArray[np.uint8]:
    """Return a parent in which cells that no known cell of its child depends on are unknown.

    Cells become unknown one by one, the outermost first, as long as every known cell of the child
    is still forced. The result is minimal, except perhaps on a grid less than three cells wide or
    high. If it is not known what lies around (None), the box of `child` is smaller than that of
    `parent` by one cell on every side; otherwise it is the same.
    """
    if surroundings is None:
        grid, ring, later = None, (0, 0), with_ring(child, (1, 1), UNKNOWN)
    else:
        grid, ring = surroundings.grid, surroundings.ring
        later = with_ring(child, ring)
    height, width = later.shape
    around = surrounded(with_ring(parent, ring), grid, 0).astype(np.intp)
    blocks = (_blocks(around) @ np.array(_PLACES)).tolist()
    # For each cell of the parent, the blocks that hold it, and where: the numbers of both in one.
    holders = _blocks(neighbours(grid, height, width)).ravel()
    order = np.argsort(holders, kind="stable")
    first = np.searchsorted(holders[order], np.arange(height * width + 1))
    states, cells, forced = later.ravel().tolist(), parent.tolist(), _forced_states(rule)
    for y, x in _from_outside(*parent.shape):
        place = (y + ring[0]) * width + x + ring[1]
        changed: dict[int, int] = {}
        for holder in order[first[place] : first[place + 1]].tolist():
            cell, at = divmod(holder, 9)
            block = changed.get(cell, blocks[cell])
            changed[cell] = block + (UNKNOWN - cells[y][x]) * _PLACES[at]
        if all(states[cell] in (UNKNOWN, forced[block]) for cell, block in changed.items()):
            cells[y][x] = UNKNOWN
            for cell, block in changed.items():
                blocks[cell] = block
    return np.array(cells, dtype=np.uint8)


def _blocks(around: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the nine cells around each cell that is not at the rim, row by row."""
    windows = np.lib.stride_tricks.sliding_window_view(around, (3, 3))
    return windows.reshape(-1, 9)


@lru_cache
def _forced_states(rule: Rule) -> list[int]:
    """Return what each partly known block forces its cell to be: a state, or UNKNOWN."""
    live = successor_table(rule)
    forces_dead, forces_live = forced_blocks(~live, live)
    states: list[int] = np.where(forces_live, 1, np.where(forces_dead, 0, UNKNOWN)).tolist()
    return states


def _from_outside(height: int, width: int) -> list[tuple[int, int]]:
    """Return all rows and columns of a box, from the rim inwards."""
    y, x = np.indices((height, width))
    depth = np.minimum(np.minimum(y, height - 1 - y), np.minimum(x, width - 1 - x))
    order = np.argsort(depth, axis=None, kind="stable")
    return [divmod(place, width) for place in order.tolist()]


Clause = tuple[int, ...]


# How far live cells of a parent may lie from those of its child: the distances to try, in order,
# before they may lie anywhere.
_DISTANCES = (1, 2)
# The limit on the processor time for the parents at one distance.
_NEAR_SECONDS = 10.0
# Boards become large, and parents rare, only some generations back.
_CHOICES_PER_GENERATION = 2


class Rewind:
    """Goes back from a target one generation at a time; a context manager.

    `problem` asks for the parents of the target; every generation has the same outside, and the
    same margin around the generation that follows it. An odd `seed` tries dead cells first, an even
    one live cells. With free surroundings, the parent that probably has the most parents is chosen
    from at most `choices` of them, fewer for small boards. Raises MemoryLimitError if the formula
    would take too much memory.
    """

    def __init__(
        self,
        problem: Predecessor,
        encoding: str,
        solver: str,
        seed: int = 1,
        memory: int | None = None,
        choices: int = 1,
        earlier: Ancestor | None = None,
    ) -> None:
        # Whether every parent of the target has been excluded.
        self.exhausted = False
        # The number of generations without a parent that have been met.
        self.dead_ends = 0
        # The oldest generation that has been reached, and how many generations back it is.
        self.oldest: Pattern | None = None
        self.generations = 0
        self._first = problem
        self._encoding = encoding
        self._solver = solver
        self._memory = memory
        self._seed = seed
        fertile_parents = problem.outside == "free" and problem.rule.states == 2
        self._choices = choices if fertile_parents else 1
        # How to find a parent of the target, and of what is required of each generation before it.
        self._problems = [problem]
        # These generations as they were found.
        self._layers = [problem.target]
        # The problems to try for a parent of the last one, and the time left for the first of them.
        self._ways, self._seconds_left = _nearest_first(problem, problem.target), _NEAR_SECONDS
        # For each of these generations but the target, a clause that excludes what is required.
        self._clauses: list[Clause] = []
        # The clauses that parents of a generation have to satisfy. They hold for what is required
        # so many generations back, because further back there are fewer generations to go.
        self._excluded: defaultdict[tuple[int, Predecessor], list[Clause]] = defaultdict(list)
        # Whether what is required of a generation may be there again in an earlier one.
        self._repeats = problem.outside == "free"
        self._go_on(earlier)
        # For a parent of the last of these generations; None before it begins.
        self._work: SliceSolver | None = self._begin()
        self._conflicts_before = 0

    def __enter__(self) -> "Rewind":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.end()

    @property
    def conflicts(self) -> int:
        """The conflicts of all solvers so far."""
        return self._conflicts_before + (self._work.conflicts if self._work else 0)

    def advance(self, seconds: float, call_seconds: float = CALL_SECONDS) -> bool:
        """Search for about `seconds`; return whether an older generation has been reached.

        A call to the solver takes about `call_seconds`; with ``math.inf``, only an answer ends it.
        Raises MemoryLimitError if the formula for the next generation would take too much memory.
        """
        before = self.generations
        if self._work is None:
            self._work = self._begin()
        near, began = len(self._ways) > 1, time.process_time()
        if near:
            seconds, call_seconds = min(seconds, _NEAR_SECONDS), min(call_seconds, _NEAR_SECONDS)
        models = self._work.wanted(seconds, 1, call_seconds)
        complete = self._work.complete
        self._seconds_left -= time.process_time() - began
        if len(models.orbit_sizes):
            self.end()
            self._take(self._chosen(self._ways[0].boards(models.literals)[0]))
        elif near and (complete or self._seconds_left <= 0):
            self.end()
            self._ways, self._seconds_left = self._ways[1:], _NEAR_SECONDS
        elif complete:
            self.end()
            self._return()
        return self.generations > before

    def end(self) -> None:
        """Free the memory of the solver; another call of `advance` creates a new one."""
        if self._work is not None:
            self._conflicts_before += self._work.conflicts
            self._work.delete()
        self._work = None

    def _go_on(self, earlier: Ancestor | None) -> None:
        """Take the parents that another search has taken, as far as they fit the boxes."""
        layers = generations_of(self._first, *earlier)[:-1] if earlier else []
        for parent in reversed(layers):
            board, whole = cut(self._problems[-1], parent)
            # Cells around it matter unless they are free.
            if not whole and self._first.outside != "free":
                return
            self._take(board)

    def _begin(self) -> SliceSolver:
        """Return a solver that finds a parent of the current generation."""
        setup = self._setup
        check(setup.bytes, self._memory)
        return setup.new_solver()

    @property
    def _setup(self) -> SolverSetup:
        """How to find a parent of the current generation."""
        problem = self._ways[0]
        excluded = [*self._excluded[self._place], *self._unlike_later()]
        engine = formula_engine(problem)
        return SolverSetup(
            problem,
            self._encoding,
            self._solver,
            engine,
            # Each dead end changes what is found.
            seed=self._seed + 2 * self.dead_ends,
            memory=self._memory,
            inprocessing=engine.inprocessing,
            excluded=_renumbered(excluded, self._problems[-1], problem),
        )

    @property
    def _place(self) -> tuple[int, Predecessor]:
        """The current generation: how far back it is, and the problem of its parents."""
        return len(self._problems) - 1, self._problems[-1]

    def _unlike_later(self) -> Iterator[Clause]:
        """Yield clauses that exclude what is required of later generations."""
        if not self._repeats:
            problem = self._problems[-1]
            for later in self._problems:
                window = placed(problem, later.target)
                # Under a Generations rule, some parents need not be excluded.
                if window is not None and TRUE not in (clause := _clause(problem, window)):
                    yield clause

    def _chosen(self, found: Boards) -> Boards:
        """Return the parent to take: the one that was found, or one with more parents."""
        if self._choices == 1:
            return found
        number = min(self._choices, _CHOICES_PER_GENERATION * len(self._problems))
        return most_fertile(self._problems[-1], self._setup, found, number)

    def _take(self, board: Boards) -> None:
        """Go back to a parent, unless it is excluded."""
        problem = self._problems[-1]
        needed = _needed(problem, board)
        clause = _clause(problem, needed)
        if breaks(problem, board, self._excluded[self._place]):
            # A search strip by strip has found it; another seed finds another one.
            self.dead_ends += 1
            return
        self._reach(board)
        self._clauses.append(clause)
        self._layers.append(problem.pattern(board))
        self._problems.append(_required(problem, board, needed))
        self._try_nearest_first()

    def _reach(self, board: Boards) -> None:
        """Record a parent if it is older than all before, after running it forward."""
        generations = len(self._problems)
        if generations <= self.generations:
            return
        parent = self._problems[-1].pattern(board)
        if not is_ancestor(self._first, Ancestor(parent, generations)):
            raise AssertionError(f"this does not become the target: {parent}")
        self.oldest, self.generations = parent, generations

    def _return(self) -> None:
        """Return from a generation without a parent to a later one, and exclude it there."""
        self.dead_ends += 1
        if len(self._problems) == 1:
            self.exhausted = self._repeats
            self._repeats = True
            self._excluded.clear()
            self._try_nearest_first()
            return
        self._problems.pop()
        self._layers.pop()
        self._excluded[self._place].append(self._clauses.pop())
        # Where one parent fails, others often do; a restart from a later generation may help.
        further = min(luby(self.dead_ends) - 1, len(self._problems) - 1)
        del self._problems[len(self._problems) - further :]
        del self._layers[len(self._layers) - further :]
        del self._clauses[len(self._clauses) - further :]
        self._try_nearest_first()

    def _try_nearest_first(self) -> None:
        """Start to look for a parent of the current generation."""
        self._ways = _nearest_first(self._problems[-1], self._layers[-1])
        self._seconds_left = _NEAR_SECONDS


def luby(number: int) -> int:
    """Return an element, counted from 1, of Luby's sequence 1, 1, 2, 1, 1, 2, 4, 1, ...

    M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993.
    """
    bits = number.bit_length()
    return 1 << bits - 1 if number + 1 == 1 << bits else luby(number - (1 << bits - 1) + 1)


def _needed(problem: Predecessor, board: Boards) -> NDArray[np.uint8]:
    """Return the cells of a parent that force what is required; the others are unknown.

    Under Generations rules, all are required.
    """
    if problem.rule.states > 2:
        return board
    if problem.outside == "free":
        return forcing_cells(board, problem.target.to_array(), problem.rule, None)
    around = problem.window.surroundings
    return forcing_cells(board, problem.target_states, problem.rule, around)


def _nearest_first(problem: Predecessor, layer: Pattern) -> list[Predecessor]:
    """Return the problems of the parents near a generation's live cells, then that of all."""
    if problem.outside == "free":
        return [problem]  # there, parents nearby lead no further (docs/notes/rewind.md)
    live, _ = cut(problem, layer)
    far = [problem.window.far_cells(distance, live > 0) for distance in _DISTANCES]
    return [*(replace(problem, forbid=each) for each in far if each), problem]


def _renumbered(
    clauses: Sequence[Clause], problem: Predecessor, near: Predecessor
) -> tuple[Clause, ...]:
    """Translate clauses on the parents of `problem` to the variables of `near`."""
    if near == problem:
        return tuple(clauses)
    variables = np.zeros(problem.projection + 1, dtype=np.int64)
    unknown = is_variable(problem.literals)
    variables[problem.literals[unknown]] = near.literals[unknown]
    changed = [np.sign(clause) * variables[np.abs(clause)] for clause in clauses]
    return tuple(
        tuple(each[each != FALSE].tolist()) for each in changed if not (each == TRUE).any()
    )


def _clause(problem: Predecessor, needed: NDArray[np.uint8]) -> Clause:
    """Return the clause that excludes the parents with these known cells."""
    unlike = problem.unlike(needed)
    return tuple(unlike[unlike != FALSE].tolist())


def _required(problem: Predecessor, board: Boards, needed: NDArray[np.uint8]) -> Predecessor:
    """Return the problem of the parents of `board`, of which only the cells needed are required."""
    found, outside = problem.pattern(board), problem.outside
    x, y = found.position or (0, 0)
    # Around the cells needed, all is dead, or nothing is known.
    rows, columns = np.nonzero(needed < problem.rule.states if outside == "free" else needed)
    top, left = (int(each.min()) if len(each) else 0 for each in (rows, columns))
    bottom, right = (int(each.max(initial=0)) for each in (rows, columns))
    box = needed[top : bottom + 1, left : right + 1]
    target = Pattern.from_array(
        box, rule=problem.rule, grid=found.grid, position=(x + left, y + top)
    )
    return Predecessor(target, 1, outside, margin=problem.margin)


class RewindSolver(SliceSolver):
    """Finds one predecessor several generations back; there must be no known solutions."""

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        problem = setup.problem
        if not isinstance(problem, Predecessor):
            raise TypeError(f"{problem.nouns} are not found one generation at a time")
        super().__init__(problem)
        self.observe(known)
        self._whole = problem
        parents = Predecessor(problem.target, outside=problem.outside)
        self._rewind = Rewind(
            parents, setup.encoding, setup.solver, setup.seed, memory=setup.memory
        )

    @property
    def complete(self) -> bool:
        """Whether it is proved that there is no predecessor."""
        return self._rewind.exhausted

    @property
    def conflicts(self) -> int:
        """The conflicts of all solvers so far."""
        return self._rewind.conflicts

    @property
    def reached(self) -> EngineProgress | None:
        """Always None, because it is not known how many generations will be undone again."""
        return None

    def narrow(self, cube: Sequence[int]) -> None:
        """Reject a cube, because its cells may belong to any generation."""
        if cube:
            raise ValueError("a cube is not searched one generation at a time")

    def observe(self, known: Packed) -> None:
        """Reject known solutions, because the search finds no others."""
        if len(known):
            raise ValueError("other solutions are not found one generation at a time")

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Go back to the first generation, unless it takes more than about `seconds`."""
        end = time.perf_counter() + seconds
        search, wanted = self._rewind, self._whole.generations
        while search.generations < wanted and not search.exhausted:
            search.advance(max(0.0, end - time.perf_counter()), call_seconds)
            if time.perf_counter() >= end:
                break
        windows = np.zeros((0, *self._whole.target_states.shape), dtype=np.uint8)
        if search.oldest is not None and search.generations == wanted:
            windows = window_of(self._whole, search.oldest)[None][:most]
        first = self._whole.first
        literals = np.where(windows == 1, first, -first).reshape(len(windows), first.size)
        return self._verified(Models(literals, np.ones(len(windows), dtype=np.intp)))

    def delete(self) -> None:
        """Free the memory of the solver."""
        self._rewind.end()
