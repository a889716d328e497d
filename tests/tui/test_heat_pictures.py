"""How heat maps are drawn: the size of their cells, and the greys behind the numbers."""

import numpy as np

from lifesat_tui.board.pictures import NOT_SHOWN, SHARE, greys, picture


def test_the_largest_drawing_that_fits() -> None:
    board = np.array([[0, 1, SHARE + 7, SHARE + 93, NOT_SHOWN]])
    drawings = {
        ("heat", 15): " · ███  7 93   ",
        ("heat", 14): "· ██0 9   ",
        ("heat", 9): "·█09 ",
        ("heat-ascii", 15): "  .  O  7 93   ",
        ("heat-ascii", 14): ". O 0 9   ",
        ("heat-ascii", 5): ".O09 ",
    }
    for (style, columns), line in drawings.items():
        assert picture(board, columns, 3, style)[0] == [line]


def test_cells_of_a_heat_map_grow_with_the_space_there_is() -> None:
    """Each cell is as large as any that fits, and all of it has the grey of its number."""
    board = np.array([[0, 1], [SHARE + 7, SHARE + 93]])
    for columns, rows, scale in ((200, 60, 8), (20, 60, 5), (200, 10, 5), (8, 4, 2), (7, 4, 1)):
        for style, live in (("heat", "█"), ("heat-ascii", "O")):
            lines = picture(board, columns, rows, style)[0]
            wide = 3 if scale == 1 else 2 * scale
            assert (len(lines), {*map(len, lines)}) == (2 * scale, {2 * wide})
            assert {*"".join(lines).replace(" ", "")} == {
                "·" if live == "█" else ".",
                *f"{live}793",
            }
            assert [line.split() for line in lines[scale:] if line.strip()] == [["7", "93"]]
            spans = list(greys(board, lines, dark=True))
            assert sum(end - start for _, start, end in spans) == 2 * wide * scale


def test_greys_grow_lighter_on_a_dark_background_and_darker_on_a_light_one() -> None:
    board = np.array([[SHARE + 1, 1], [0, SHARE + 99]])
    lines = picture(board, 6, 2, "heat")[0]
    (low, *first), (high, *second) = greys(board, lines, dark=True)
    assert (first, second) == ([0, 3], [10, 13])
    assert "\n".join(lines)[10:13] == " 99"
    assert low.split()[0] == "#ffffff"
    assert high.split()[0] == "#000000"
    assert [high.split()[-1], low.split()[-1]] == [
        style.split()[-1] for style, *_ in greys(board, lines, dark=False)
    ]
    assert low.split()[-1] < high.split()[-1]
