"""Objects on bounded grids: against every board, run forward on the grid."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from lifesat.errors import UserError
from lifesat.formats import read_text
from lifesat.frontends.input.blocks import block_of
from lifesat.life.bounded_grid import parse_grid
from lifesat.life.evolution import step
from lifesat.life.rule import parse_rule
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.replicator import Replicator
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import StrictStillLife
from tests.support.golly import Bgolly
from tests.support.grids import fold
from tests.support.plain import Boards, all_boards
from tests.support.still_lifes import as_set, listed

Objects = StillLife | Oscillator | Spaceship

STILL = ("K4*,3", "C4,3", "T4,3-1", "bounded", "T4,0", "T0,3")
OBJECTS = [
    *(StillLife(4, 3, outside=outside) for outside in STILL),
    StillLife(3, 3, outside="S3", symmetry="C2"),
    StillLife(4, 3, outside="K4,3*", rule_name="B03/S23"),
    StillLife(3, 3, outside="torus", no_empty_lines=True),
    Oscillator(4, 3, 2, outside="K4*,3"),
    Oscillator(4, 3, 2, outside="C4,3", rule_name="B3/S12"),
    Oscillator(4, 3, 3, outside="T4+1,3", rule_name="B2/S"),
    Oscillator(4, 3, 4, outside="K4*,3", rule_name="B2/S"),
    Oscillator(4, 3, 2, outside="P0,3"),
    Oscillator(4, 3, 2, outside="T4,0", glide="flip_x", rule_name="B2/S"),
    Spaceship(4, 3, 2, (1, 1), outside="T4+1,3"),
    Spaceship(6, 2, 1, (1, 0), outside="T6+1,2", rule_name="B2/S"),
    Spaceship(6, 2, 1, (1, 0), outside="T0,2", rule_name="B36/S23"),
]


@pytest.mark.parametrize("problem", OBJECTS, ids=str)
def test_against_all_boards(problem: Objects) -> None:
    expected = set(by_evolution(problem))
    found, done = listed(problem)
    assert as_set(found) == expected
    assert listed(problem, up_to_symmetry=True)[1].covered == done.found
    assert all(pattern.grid == problem.grid for pattern in problem.patterns(found))
    assert not any("xs" in text for text in problem.texts(found, 1, "rle"))
    assert problem_from_json(problem.to_json()) == problem
    if problem.kind != "still_life" or not problem.no_empty_lines:  # type: ignore[union-attr]
        histories = listed(block_of(problem))[0]
        assert {each[0].tobytes() for each in histories} == expected


@pytest.mark.parametrize("problem", [each for each in OBJECTS if each.kind != "spaceship"], ids=str)
def test_golly_runs_what_is_written(problem: Objects, bgolly: Bgolly, tmp_path: Path) -> None:
    """It takes the text as the whole grid, and the pattern comes back."""
    found = listed(problem, limit=4)[0]
    source, target = tmp_path / "written.rle", tmp_path / "run.rle"
    for text in problem.texts(found, 1, "rle"):
        source.write_text(text)
        # Under a rule with B0, Golly shows the opposite in odd generations.
        first, last = (
            read_text(bgolly(source, target, "-m", str(generations)))
            for generations in (0, 2 * problem.generations)
        )
        assert first.population == read_text(text).population
        assert set(first.cells()) == set(last.cells())
        assert first.position == last.position


def by_evolution(problem: Objects) -> Iterator[bytes]:
    """The boards of a box that repeat and stay in it."""
    height, width = problem.shape
    first = all_boards(height, width)
    good, now = np.ones(len(first), dtype=bool), first
    for t in range(1, problem.generations + 1):
        now, stays = following(problem, now)
        good &= stays
        dx, dy = problem.displacement if t == problem.generations else (0, 0)
        same = (now == moved(problem, first, dx, dy)).all(axis=(1, 2))
        good &= same if t == problem.generations else ~(same & divides(problem, t))
        if problem.kind == "oscillator" and problem.glide == "flip_x" and t == 1:  # type: ignore[union-attr]
            good &= (now == first[:, :, ::-1]).all(axis=(1, 2))
    if problem.kind != "still_life":
        good &= first.any(axis=(1, 2))
    elif problem.no_empty_lines:  # type: ignore[union-attr]
        good &= np.all(first.any(axis=1), axis=1) & np.all(first.any(axis=2), axis=1)
    if problem.symmetry == "C2":
        good &= (first == first[:, ::-1, ::-1]).all(axis=(1, 2))
    yield from (board.tobytes() for board in first[good])


def divides(problem: Objects, t: int) -> bool:
    return problem.generations % t == 0 and problem.displacement == (0, 0)


def following(problem: Objects, boards: Boards) -> tuple[Boards, np.ndarray]:
    """The next generation of boards, and which give birth to no cell beside an open edge."""
    rule, _ = parse_rule(problem.rule_name)
    kind, size = {"torus": "T", "bounded": "P"}, "{1},{0}".format(*problem.shape)
    name = problem.outside
    grid = parse_grid(kind[name] + size if name in kind else name)
    assert grid is not None
    open_rows, open_columns = int(not grid.height), int(not grid.width)
    ring = ((0, 0), (open_rows, open_rows), (open_columns, open_columns))
    later = step(np.pad(boards, ring), rule, grid)
    height, width = later.shape[1:]
    inside = later[:, open_rows : height - open_rows, open_columns : width - open_columns]
    return inside, later.sum(axis=(1, 2)) == inside.sum(axis=(1, 2))


def moved(problem: Objects, boards: Boards, dx: int, dy: int) -> Boards:
    """Boards with each cell moved right and down; one that leaves an open edge matches nothing."""
    height, width = problem.shape
    result = np.zeros_like(boards)
    for y, x in np.ndindex(height, width):
        place = fold(problem.outside, x + dx, y + dy, width, height)
        if place is not None:
            result[:, place[1], place[0]] = boards[:, y, x]
        else:
            result[boards[:, y, x] > 0] = 2
    return result


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Spaceship(4, 3, 2, (1, 0), outside="K4*,3"), "on the grid K4*,3, no pattern"),
        (lambda: Spaceship(4, 3, 2, (0, 1), outside="P0,3"), "on the grid P0,3, no pattern moves"),
        (lambda: StillLife(4, 4, outside="K4*,4", symmetry="C4"), "the grid K4*,4 is not inv"),
        (lambda: Oscillator(4, 4, 4, outside="K4*,4", glide="rot90"), "the grid K4*,4 is not inv"),
        (lambda: StillLife(4, 3, outside="S4"), "the grid S4 is 4 cells high; the cells here are"),
        (lambda: StillLife(4, 3, outside="free"), "outside is 'free'; it can be dead, bounded"),
        (lambda: StillLife(4, 3, outside="K4*"), "the grid K4*,4 is 4 cells high"),
        (lambda: StillLife(4, 3, outside="Kx"), "invalid bounded grid 'Kx'"),
        (lambda: StillLife(4, 3, outside="T4,0", rule_name="B0/S"), "rule B0/S has births without"),
        (lambda: StrictStillLife(4, 3, outside="torus"), "strict still lifes are searched for on"),
        (lambda: Replicator(5, 3, 2, (1, 0), outside="torus"), "replicators are searched for on"),
    ],
)
def test_mistakes(make: object, sentence: str) -> None:
    with pytest.raises(UserError) as error:
        make()  # type: ignore[operator]
    assert str(error.value).startswith(sentence)


def test_a_grid_may_be_written_in_small_letters() -> None:
    problem = StillLife(4, 3, outside="k4*,3")
    assert problem == StillLife(4, 3, outside="K4*,3")
    assert problem.outside == "K4*,3"
