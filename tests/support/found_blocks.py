"""What a search for blocks of space-time finds, against all that there is."""

import numpy as np

from lifesat.engines.options import Options
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.blocks import by_brute_force, listed
from tests.support.plain import Boards


def assert_finds(problem: SpaceTimeSearch, encoding: str, expected: set[bytes]) -> None:
    """Every solution is listed, with symmetries too; JSON and the estimated size are right."""
    assert listed(problem, encoding=encoding) == expected
    assert problem_from_json(problem.to_json()) == problem
    formula, bound = problem.formula(encoding), problem.formula_size(encoding)
    assert formula.variables <= bound.variables
    assert len(formula) <= bound.clauses
    *events, done = search(
        ListSolutions(problem), Options(method="sat", limit=None, up_to_symmetry=True)
    )
    boards = [board for e in events if isinstance(e, Solutions) for board in e.boards]
    assert isinstance(done, Done)
    assert done.covered == len(expected)
    images = {image.tobytes() for board in boards for image in _turned(board)}
    assert expected <= images


def assert_agrees(problem: SpaceTimeSearch, encoding: str) -> None:
    """The solutions are those of brute force."""
    assert_finds(problem, encoding, by_brute_force(problem))


def _turned(board: Boards) -> list[Boards]:
    """All rotations and reflections of a block."""
    ways = [np.rot90(each, k, (1, 2)) for each in (board, board[:, ::-1]) for k in range(4)]
    return [np.ascontiguousarray(way) for way in ways if way.shape == board.shape]
