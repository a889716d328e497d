"""Small problems for particles, and what they must find."""

from dataclasses import replace

import numpy as np

from lifesat.particles.board import Board, Cells, board_of
from lifesat.particles.effort import Effort
from lifesat.particles.layers import Layers
from lifesat.particles.search import ParticleSearch
from lifesat.problems.life.box import inner
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from lifesat.sat.particles_support import supports_particles
from tests.support.predecessors import brute_force, one_generation

SMALL = Effort(4, 60)
# A board of a few rows takes fewer steps; this many tries find a parent if there is one.
_STEPS = 100

any_one = one_generation.map(
    lambda problem: replace(problem, least=0, most=None, different=False)
).filter(supports_particles)
"""Problems of which any one predecessor is sought."""


def first_generation(problem: Predecessor, board: Board | Layers, rows: Cells) -> Boards:
    """Return the window of a problem for the rows of its board."""
    layer = rows[: board.rows].T if board.transposed else rows[: board.rows]
    border = (len(problem.spacetime.literals[0]) - len(problem.first)) // 2
    window: Boards = inner(layer, border)
    return window


def finds_what_brute_force_finds(problem: Predecessor) -> None:
    """Search for a parent, and assert that it is found if brute force finds one."""
    expected = brute_force(problem)
    board = board_of(problem)
    search = ParticleSearch(board, np.random.default_rng(1), SMALL)
    steps = 0
    while search.possible and not search.complete and steps < _STEPS:
        search.advance()
        steps += 1
    assert search.complete == bool(expected)
    if search.complete:
        window = first_generation(problem, board, search.rows())
        assert problem.verify(window[None]).all()
        assert window.tobytes() in expected
