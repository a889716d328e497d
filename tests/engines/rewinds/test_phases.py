"""Oscillators and spaceships as their own ancestors; every answer is run forward by plain Life."""

import pytest

from lifesat import Pattern
from lifesat.engines.rewinds.history import own_phase
from lifesat.life.rule import parse_rule
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Outside
from tests.support import plain

GLIDER = Pattern.from_rows([".O.", "..O", "OOO"], position=(5, -7))
BLINKER = Pattern.from_rows(["OOO"])
PERIOD_15 = Pattern.from_rows(["..O....O..", "OO.OOOO.OO", "..O....O.."])

pytestmark = pytest.mark.quick


def live(pattern: Pattern) -> set[tuple[int, int]]:
    left, top = pattern.position or (0, 0)
    return {(left + x, top + y) for x, y, _ in pattern.cells()}


@pytest.mark.parametrize("outside", ["dead", "free"])
@pytest.mark.parametrize("generations", [1, 3, 4, 9, 50])
@pytest.mark.parametrize("target", [GLIDER, BLINKER, PERIOD_15])
def test_phases(target: Pattern, generations: int, outside: Outside) -> None:
    found = own_phase(Predecessor(target, outside=outside, margin=3), generations)
    assert found is not None
    cells = live(found.pattern)
    for _ in range(generations):
        cells = plain.next_cells(cells, target.rule)
    x, y = target.position or (0, 0)
    box = {(x + column, y + row) for row in range(target.height) for column in range(target.width)}
    assert (cells if outside == "dead" else cells & box) == live(target)


@pytest.mark.parametrize("generations", [1, 6])
def test_a_ship_that_crosses_the_edge_of_a_torus(generations: int) -> None:
    _, torus = parse_rule("B3/S23:T9,7")
    target = GLIDER.replace(grid=torus, position=(-4, -3))
    problem = Predecessor(target, outside="torus")
    found = own_phase(problem, generations)
    assert found is not None
    assert found.pattern.population == 5
    assert found.pattern.evolve(generations).crop() == target.crop()


@pytest.mark.parametrize(
    ("target", "margin"),
    [
        (Pattern.from_rows(["OO", "OO"]), 1),  # a still life
        (Pattern.from_rows(["OO.", ".OO", ".O."]), 1),  # it does not return
        (Pattern.from_rows(["O"]), 1),  # it dies
        (Pattern.from_rows(["O?O"]), 1),
        (BLINKER, 0),  # its phases do not fit into the box
    ],
)
def test_no_phases(target: Pattern, margin: int) -> None:
    assert own_phase(Predecessor(target, margin=margin), 1) is None


def test_a_still_life_beside_an_oscillator() -> None:
    pair = Pattern.from_rows([".OO.", "O..O", ".OO.", *["...."] * 9, "OOO."])
    found = own_phase(Predecessor(pair), 1)
    assert found is not None
    assert live(found.pattern) == live(pair) - {(0, 12), (2, 12)} | {(1, 11), (1, 13)}
