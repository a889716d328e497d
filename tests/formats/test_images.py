"""Pictures of patterns, read back cell by cell."""

import io
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

from lifesat import UNKNOWN, Pattern
from lifesat.errors import UserError
from lifesat.formats.images import Look, draw
from lifesat.life.colours import SCHEMES, colours_of
from lifesat.life.pattern import generations_of
from tests.support import drawn, plain

R_PENTOMINO = Pattern.from_rows([".OO", "OO.", ".O."], name="R-pentomino")
# Room for eight generations, so that plain evolution in a box is that of the plane.
BOX = np.pad(R_PENTOMINO.to_array(), 9)


def expected(generations: int) -> list[drawn.Boards]:
    boards = [BOX[None]]
    for _ in range(generations):
        boards.append(plain.next_boards(boards[-1], R_PENTOMINO.rule, torus=False))
    return [board[0] for board in boards]


def history(generations: int) -> list[Pattern]:
    return generations_of(Pattern.from_array(BOX, name="R-pentomino"), generations)


@pytest.mark.parametrize("form", ["gif", "apng"])
@pytest.mark.parametrize("cell", [1, 3, 4, 5, 16])
def test_an_animation_plays_every_generation(cell: int, form: str) -> None:
    animation = draw([history(8)], form, Look(cell_size=cell))
    height, width = BOX.shape
    shown = [drawn.board(frame, width, height, cell) for frame in drawn.frames(animation)]
    assert len(shown) == 9
    for got, board in zip(shown, expected(8), strict=True):
        assert np.array_equal(got, board)
    with Image.open(io.BytesIO(animation)) as picture:
        assert picture.format == {"gif": "GIF", "apng": "PNG"}[form]
        assert picture.info["loop"] == 0
        times = []
        for k in range(9):
            picture.seek(k)
            times.append(picture.info["duration"])
        # It stays longer at its last generation.
        assert 0 < times[0] == times[7] < times[8]


@pytest.mark.quick
def test_frames_of_different_colours_share_the_palette_of_an_apng() -> None:
    frames = [
        Pattern.from_cells([(0, 0, state)], size=(1, 1), rule="LifeHistory") for state in (5, 2, 4)
    ]
    shown = drawn.frames(draw([frames], "apng", Look(cell_size=4)))
    got = ["#{:02x}{:02x}{:02x}".format(*each[2, 2]) for each in shown]
    assert got == [colours_of(frames[0].rule)[state] for state in (5, 2, 4)]


@pytest.mark.quick
def test_an_apng_of_one_generation_is_a_picture() -> None:
    picture = draw([[R_PENTOMINO]], "apng", Look(cell_size=4))
    assert len(drawn.frames(picture)) == 1
    assert b"acTL" not in picture


@pytest.mark.quick
def test_generations_stand_in_a_row() -> None:
    height, width = BOX.shape
    (pixels,) = drawn.frames(draw([history(3)], "png", Look("row", 8)))
    side = 8 * width + 1
    step = (pixels.shape[1] - side) // 3
    assert step > side
    for k, board in enumerate(expected(3)):
        assert np.array_equal(drawn.board(pixels, width, height, 8, left=k * step), board)
    # The arrows between them are of one colour that is not the paper's.
    between = pixels[:, side:step].reshape(-1, 3)
    assert len(np.unique(between, axis=0)) == 2


@pytest.mark.quick
def test_an_svg_has_the_same_boards_and_shows_each_once() -> None:
    height, width = BOX.shape
    text = draw([history(4)], "svg", Look("animation")).decode()
    boards = drawn.svg_boards(text, width, height)
    assert len(boards) == 5
    for got, board in zip(boards, expected(4), strict=True):
        assert np.array_equal(got, board)
    root = ET.fromstring(text)  # noqa: S314 - our own
    shown = [
        (each.get("keyTimes", "").split(";"), each.get("values", "").split(";"))
        for each in root.iter(f"{drawn.SVG}animate")
    ]
    for time in np.linspace(0.001, 0.999, 50):
        visible = 0
        for times, values in shown:
            now = max(k for k, start in enumerate(times) if float(start) <= time)
            visible += values[now] == "inline"
        assert visible == 1
    title = root.findtext(f"{drawn.SVG}title")
    assert title == "R-pentomino"


@pytest.mark.parametrize("form", ["svg", "png"])
def test_a_sheet_has_every_pattern_once(form: str) -> None:
    boards = plain.all_boards(3, 3)[::7]
    figures = [[Pattern.from_array(board)] for board in boards]
    picture = draw(figures, form, Look(cell_size=6))
    if form == "svg":
        shown = drawn.svg_boards(picture.decode(), 3, 3)
        live = [board for board in boards if board.any()]
        assert [each.tobytes() for each in shown] == [each.tobytes() for each in live]
        return
    (pixels,) = drawn.frames(picture)
    step = 3 * 6 + 1 + 20
    columns = (pixels.shape[1] + 20) // step
    for k, board in enumerate(boards):
        left, top = k % columns * step, k // columns * step
        assert np.array_equal(drawn.board(pixels, 3, 3, 6, left, top), board)


@pytest.mark.quick
def test_each_state_has_its_colour() -> None:
    for rule, row in (("LifeHistory", ".ABCDEF"), ("345/2/4", ".ABC"), ("B3/S23", ".O?")):
        states = [".ABCDEF".index(c) if rule != "B3/S23" else ".O?".index(c) for c in row]
        pattern = Pattern.from_cells(
            [(x, 0, state) for x, state in enumerate(states) if state], size=(len(row), 1),
            rule=rule,
        )  # fmt: skip
        (pixels,) = drawn.frames(draw([[pattern]], "png", Look(cell_size=10)))
        got = ["#{:02x}{:02x}{:02x}".format(*pixels[5, 10 * x + 5]) for x in range(len(row))]
        assert got == list(colours_of(pattern.rule))
        assert len(set(got)) == len(row)
    assert colours_of(pattern.rule)[UNKNOWN] == got[2]


@pytest.mark.parametrize("name", SCHEMES)
def test_the_colours_of_a_scheme_differ_where_they_meet(name: str) -> None:
    """Live, dead and unknown cells; a line and the live cells; an arrow and the paper."""
    colours = SCHEMES[name]
    assert len({colours.live, colours.dead, colours.unknown}) == 3
    assert colours.line not in (colours.live, colours.dead, colours.unknown)
    assert colours.arrow != colours.paper
    figures = [[Pattern.from_rows([".O?"]), Pattern.from_rows(["OO."])]]
    (pixels,) = drawn.frames(draw(figures, "png", Look("row", 10, colours)))
    got = ["#{:02x}{:02x}{:02x}".format(*pixels[5, 10 * x + 5]) for x in range(3)]
    assert got == [colours.dead, colours.live, colours.unknown]
    assert "#{:02x}{:02x}{:02x}".format(*pixels[0, 0]) == colours.line
    # Between the generations, beside the arrow.
    assert "#{:02x}{:02x}{:02x}".format(*pixels[0, 33]) == colours.paper


@pytest.mark.parametrize("states", [3, 6, 25, 255, 256])
def test_a_rule_with_many_states_has_a_palette_that_gif_can_hold(states: int) -> None:
    cells = [(x, 0, x) for x in range(1, states)]
    pattern = Pattern.from_cells(cells, size=(states, 1), rule=f"23/3/{states}")
    (pixels,) = drawn.frames(draw([[pattern]], "gif", Look(cell_size=8)))
    got = ["#{:02x}{:02x}{:02x}".format(*pixels[4, 8 * x + 4]) for x in range(states)]
    assert got == list(colours_of(pattern.rule))


def test_boards_smaller_than_the_first_keep_their_place() -> None:
    large = Pattern.from_rows(["O..O", "....", "....", "O..O"], position=(-1, -1))
    small = Pattern.from_rows(["OO", "OO"], position=(0, 0))
    frames = drawn.frames(draw([[large, small]], "gif", Look(cell_size=6)))
    same = drawn.frames(draw([[large, small]], "apng", Look(cell_size=6)))
    assert np.array_equal(frames, same)
    assert np.array_equal(drawn.board(frames[0], 4, 4, 6), large.to_array())
    assert np.array_equal(drawn.board(frames[1], 4, 4, 6), np.pad(small.to_array(), 1))
    # Around the second box there is paper.
    assert (frames[1][3, 3] == 255).all()


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [
        (13, 10, (209, 161)),
        (100, 60, (1101, 661)),
        (1000, 1000, (1000, 1000)),
        (2000, 3, (2000, 3)),
    ],
)
def test_the_usual_size_of_a_picture(width: int, height: int, size: tuple[int, int]) -> None:
    pattern = Pattern.from_cells([(0, 0)], size=(width, height))
    with Image.open(io.BytesIO(draw([[pattern]], "png"))) as picture:
        assert picture.size == size


def test_a_long_animation_has_smaller_cells() -> None:
    glider = Pattern.from_rows([".O.", "..O", "OOO"])
    frames = drawn.frames(draw([generations_of(glider, 200)], "gif"))
    assert len(frames) == 201
    assert 53 < frames[0].shape[0] < 300
    cell = frames[0].shape[0] // 53
    assert drawn.board(frames[-1], 53, 53, cell)[50:, 50:].sum() == 5


@pytest.mark.parametrize(
    ("pattern", "look", "words"),
    [
        (Pattern.from_cells([], size=(0, 0)), Look(), "nothing to draw"),
        (Pattern.from_cells([(0, 0), (10**9, 10**9)]), Look(), "is too large"),
        (Pattern.from_cells([(0, 0)], size=(5000, 5000)), Look(cell_size=9), "is too large"),
        (R_PENTOMINO, Look("animation"), "a PNG picture has no animation"),
    ],
)
def test_what_cannot_be_drawn(pattern: Pattern, look: Look, words: str) -> None:
    with pytest.raises(UserError, match=words):
        draw([[pattern]], "png", look)


def test_a_name_cannot_break_the_svg() -> None:
    pattern = R_PENTOMINO.replace(name='<a href="x"> & \x1b[2J')
    root = ET.fromstring(draw([[pattern]], "svg"))  # noqa: S314 - our own
    assert root.get("aria-label") == '<a href="x"> & \\x1b[2J'
