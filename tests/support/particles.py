"""Small problems for particles, and what they must find."""

from dataclasses import replace

import numpy as np

from lifesat.defaults import SOLVER
from lifesat.engines.particles import passes
from lifesat.engines.particles.board import Board, Cells, Rows, board_of
from lifesat.engines.particles.effort import Effort
from lifesat.engines.particles.messages import Floats, updated
from lifesat.engines.particles.passes import all_of
from lifesat.engines.particles.search import ParticleSearch, RowSearch
from lifesat.engines.particles.solver import ParticlesSolver
from lifesat.engines.particles.support import supports_particles
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.search import no_solutions
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.strips.enumeration import partial_board
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.box import inner
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from tests.support.predecessors import brute_force, one_generation

SMALL = Effort(4, 60)
# A board of a few rows takes fewer steps; this many tries find a parent if there is one.
_STEPS = 100

any_one = one_generation.map(
    lambda problem: replace(problem, min_population=0, max_population=None, different=False)
).filter(supports_particles)
"""Problems that ask for any one predecessor."""


def first_generation(problem: Predecessor, board: Rows, rows: Cells) -> Boards:
    """Return the window of a problem for the rows of its board."""
    layer = rows[: board.rows].T if board.transposed else rows[: board.rows]
    border = (len(problem.spacetime.literals[0]) - len(problem.first)) // 2
    window: Boards = inner(layer, border)
    return window


def finds_what_brute_force_finds(problem: Predecessor) -> None:
    """Search for a parent, and assert that it is found if brute force finds one."""
    board = board_of(problem)
    search = ParticleSearch(board, np.random.default_rng(1), SMALL)
    agrees_with_brute_force(problem, board, search)


def agrees_with_brute_force(problem: Predecessor, board: Rows, search: RowSearch) -> None:
    """Search to the end, and assert that a predecessor is found if brute force finds one."""
    expected = brute_force(problem)
    steps = 0
    while search.possible and not search.complete and steps < _STEPS:
        search.advance()
        steps += 1
    assert search.complete == bool(expected)
    if search.complete:
        window = first_generation(problem, board, search.rows())
        assert problem.verify(window[None]).all()
        assert window.tobytes() in expected


def partial_parents_give_the_first_rows(problem: Predecessor) -> int:
    """Search by particles and look at each partial parent; return the most rows that one gave.

    A wrong one is an assertion error.
    """
    solver = ParticlesSolver(
        SolverSetup(problem, "truth_table", SOLVER, ONE_FORMULA, seed=3), no_solutions(problem)
    )
    rows = set()
    while not len((found := solver.wanted(0.0, 1, 1.0)).literals):
        reached = solver.reached
        assert reached
        rows.add(reached.row)
        board = partial_board(problem, reached)
        assert (board == UNKNOWN).any() or reached.row >= reached.rows - problem.generations - 1
    assert problem.accepts(found.literals).all()
    assert not solver.complete
    solver.delete()
    return max(rows)


def probabilities(board: Board) -> Floats:
    """Return how likely messages think cells of the first generation to be live."""
    below = all_of(passes._upwards(board, 4, None))
    assert below
    above = all_of(passes._downwards(board, 4, below))
    assert above
    found = np.zeros((board.rows, board.columns), dtype=np.float32)
    for row in range(board.rows):
        chain = updated(4, board.checks(row + 1), above[row], below[row + 1], "upper")
        state = np.zeros((8, 8))
        state[0, 0] = 1
        for column in range(board.columns):
            joint = state.reshape(2, 4, 1, 2, 4, 1) * chain[column].reshape(2, 4, 2, 2, 4, 2)
            found[row, column] = joint[:, :, 1].sum()
            state = joint.sum(axis=(0, 3)).reshape(8, 8)
    return found
