"""Half blocks, read back."""

import re

import numpy as np
import pytest

from lifesat import Pattern
from lifesat.frontends.output.blocks import draw_blocks, fitted
from lifesat.life.colours import colours_of

pytestmark = pytest.mark.quick

HALVES = {"·": (0, 0), "▄": (0, 1), "▀": (1, 0), "█": (1, 1)}
PIECE = re.compile(r"((?:\x1b\[[0-9;]*m)*)([·▄▀█])")


def soup(height: int, width: int, states: int = 2, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, states, size=(height, width), dtype=np.uint8)


@pytest.mark.parametrize("height", [2, 8])
def test_plain_blocks_are_the_cells(height: int) -> None:
    cells = soup(height, 9)
    lines, scale = draw_blocks(Pattern.from_array(cells), 80, None, None)
    assert scale == 1
    pairs = np.array([[HALVES[sign] for sign in line] for line in lines])
    assert np.array_equal(pairs.transpose(0, 2, 1).reshape(height, 9), cells)


@pytest.mark.parametrize(("rule", "states"), [("B3/S23", 3), ("LifeHistory", 7), ("345/2/4", 4)])
@pytest.mark.parametrize("depth", [256, 1 << 24])
def test_coloured_blocks_have_the_colour_of_each_state(rule: str, states: int, depth: int) -> None:
    cells = soup(6, 11, states)
    pattern = Pattern.from_array(cells, rule=rule)
    got = np.zeros_like(cells)
    names: dict[int, str] = {}
    for y, line in enumerate(draw_blocks(pattern, 80, None, depth).lines):
        ink = paper = ""
        for x, (styles, sign) in enumerate(PIECE.findall(line)):
            for code in re.findall(r"\x1b\[([0-9;]*)m", styles):
                if code == "0":
                    ink = paper = ""
                elif code.startswith("38"):
                    ink = code[3:]
                elif code.startswith("48"):
                    paper = code[3:]
            upper, lower = {"·": ("", ""), "▄": ("", ink), "▀": (ink, paper), "█": (ink, ink)}[sign]
            for dy, colour in enumerate((upper, lower)):
                state = int(cells[2 * y + dy, x])
                assert names.setdefault(state, colour) == colour
                got[2 * y + dy, x] = state
    assert names[0] == ""
    assert np.array_equal(got, cells)
    if depth > 256:
        shown = {
            state: tuple(map(int, name.split(";")[1:])) for state, name in names.items() if name
        }
        assert shown == {
            state: tuple(bytes.fromhex(colours_of(pattern.rule)[state][1:])) for state in shown
        }
        assert len(set(names.values())) == states


@pytest.mark.parametrize(
    ("columns", "rows", "scale"), [(30, None, 1), (29, None, 2), (10, None, 3), (30, 5, 2)]
)
def test_what_does_not_fit_is_scaled(columns: int, rows: int | None, scale: int) -> None:
    cells = soup(20, 30) & soup(20, 30, seed=1) & soup(20, 30, seed=2)
    states, got = fitted(Pattern.from_array(cells), columns, rows)
    assert got == scale
    for y, row in enumerate(states):
        for x, state in enumerate(row):
            square = cells[y * scale : (y + 1) * scale, x * scale : (x + 1) * scale]
            assert state == square.any()
    lines, _ = draw_blocks(Pattern.from_array(cells), columns, rows, None)
    assert max(map(len, lines)) <= columns
    assert rows is None or len(lines) <= rows


def test_live_cells_count_before_unknown_ones() -> None:
    pattern = Pattern.from_rows(["O?..", "....", "?...", "...."])
    states, _ = fitted(pattern, 2, None)
    assert states.tolist() == [[1, 0], [2, 0]]
    assert np.array_equal(fitted(pattern, None, None)[0], pattern.to_array())
