"""``--to svg``, ``png``, ``gif`` and ``apng``, as their users meet them."""

import itertools
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from lifesat.cli import main
from lifesat.formats import read_all, read_file
from lifesat.life.pattern import Pattern
from tests.support import drawn, plain

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CELL = 16
GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n"


def runs(board: drawn.Boards, generations: int, pattern: Pattern) -> drawn.Boards:
    for _ in range(generations):
        board = plain.next_boards(board[None], pattern.rule, torus=bool(pattern.grid))[0]
    return board


@pytest.mark.quick
def test_a_gif_of_a_parent_plays_into_its_target(folder: Path) -> None:
    target = read_file(EXAMPLES / "space-invader.rle")
    name = str(EXAMPLES / "space-invader.rle")
    assert main(["predecessors", name, "-m0", "-q", "-o", "parent.rle"]) == 0
    assert main(["predecessors", name, "-m0", "-q", "-o", "parent.gif"]) == 0
    shown = [
        drawn.board(frame, target.width, target.height, CELL)
        for frame in drawn.frames(folder / "parent.gif")
    ]
    assert np.array_equal(shown[0], read_file("parent.rle").to_array())
    assert np.array_equal(shown[1], target.to_array())
    assert len(shown) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["predecessors", "tub.rle", "--generations", "3", "--margin", "2"],
        ["predecessors", "tub.rle", "--outside", "torus", "--size", "6,5"],
        ["predecessors", "tub.rle", "--nearest"],
        ["oscillators", "5,5", "--period", "2"],
        ["spaceships", "7,5", "--period", "4", "--shift", "2,0", "--glide", "flip_y"],
        ["agars", "4,4", "--period", "2"],
        ["eaters", "7,8", "--generations", "6", "--with-glider"],
        ["complete", "blinker.rle", "--period", "2"],
        ["search", "block.lls", "--min-population", "1"],
    ],
    ids=lambda words: words[0],
)
def test_every_frame_follows_from_the_one_before(words: Sequence[str], folder: Path) -> None:
    (folder / "blinker.rle").write_text("x = 3, y = 1, rule = B3/S23\n3o!\n")
    (folder / "block.lls").write_text(
        "\n".join(["0 0 0 0", "0 * * 0", "0 * * 0", "0 0 0 0", ""] * 2)
    )
    # With one process, the same search finds the same solution again.
    once = [*words, "-q", "--workers", "1"]
    assert main([*once, "-o", "first.rle"]) == 0
    assert main([*once, "--to", "gif", "-o", "all.gif"]) == 0
    (first, *_) = read_all("first.rle")
    frames = drawn.frames(folder / "all.gif")
    width, height = ((size - 1) // CELL for size in reversed(frames[0].shape[:2]))
    boards = [drawn.board(frame, width, height, CELL) for frame in frames]
    begun = np.argwhere(boards[0])
    assert len(begun) == first.population > 0
    for before, after in itertools.pairwise(boards):
        assert np.array_equal(runs(before, 1, first), after)


@pytest.mark.quick
def test_free_predecessors_show_only_the_cells_that_they_determine(folder: Path) -> None:
    words = ["predecessors", "tub.rle", "--outside", "free", "--generations", "2", "-q"]
    assert main([*words, "-o", "parent.png", "--layout", "row"]) == 0
    (pixels,) = drawn.frames(folder / "parent.png")
    assert pixels.shape[0] == 7 * CELL + 1
    left = pixels.shape[1] - 7 * CELL - 1
    assert np.array_equal(
        drawn.board(pixels, 3, 3, CELL, left + 2 * CELL, 2 * CELL), read_file("tub.rle").to_array()
    )
    assert (pixels[: 2 * CELL, left + 1 :] == 255).all()


@pytest.mark.parametrize("form", ["png", "gif", "apng", "svg"])
def test_many_solutions_are_a_sheet_or_files_in_a_folder(form: str, folder: Path) -> None:
    words = ["still-lifes", "4,4", "--all", "-q"]
    assert main([*words, "-o", "all.rle"]) == 0
    boards = [pattern.to_array() for pattern in read_all("all.rle")]
    assert main([*words, "-o", "one/", "--to", form]) == 0
    files = sorted((folder / "one").iterdir())
    assert len(files) == len(boards) > 10
    for file, board in zip(files, boards, strict=True):
        if form == "svg":
            (shown,) = drawn.svg_boards(file.read_text(), 4, 4) or [np.zeros_like(board)]
        else:
            (pixels,) = drawn.frames(file)
            shown = drawn.board(pixels, 4, 4, CELL)
        assert np.array_equal(shown, board)
    assert main([*words, "-o", f"sheet.{form}"]) == 0
    if form == "svg":
        live = sum(shown.sum() for shown in drawn.svg_boards(Path("sheet.svg").read_text(), 4, 4))
    else:
        (pixels,) = drawn.frames(folder / f"sheet.{form}")
        live = (pixels == drawn.LIVE).all(axis=2).sum() / (CELL - 1) ** 2
    assert live == sum(board.sum() for board in boards)


@pytest.mark.quick
def test_convert_draws_files_and_plays_them(folder: Path) -> None:
    Path("glider.rle").write_text(GLIDER)
    words = ["convert", "glider.rle", "glider.gif"]
    assert main([*words, "--generations", "4", "--cell-size", "7"]) == 0
    frames = drawn.frames(folder / "glider.gif")
    assert len(frames) == 5
    first, *_, last = (drawn.board(frame, 4, 4, 7) for frame in frames)
    assert np.array_equal(first[:3, :3], last[1:, 1:])
    assert first.sum() == last.sum() == 5
    assert main(["convert", "glider.rle", "tub.rle", "pictures/", "--to", "png"]) == 0
    assert {path.name for path in (folder / "pictures").iterdir()} == {"glider.png", "tub.png"}


@pytest.mark.quick
def test_other_commands_draw_what_they_write(folder: Path) -> None:
    Path("flower.rle").write_text((EXAMPLES / "self-forcing.rle").read_text())
    for words in (
        ["forced", "tub.rle", "-m0", "-q"],
        ["draw", "HI"],
        ["sample", "tub.rle", "-k", "2"],
        ["self-forcing", "tub.rle", "-q"],
    ):
        assert main([*words, "-o", f"{words[0]}.png"]) in (0, 1)
        assert main([*words, "-o", f"{words[0]}.rle"]) in (0, 1)
        (pixels,) = drawn.frames(folder / f"{words[0]}.png")
        live = (pixels == drawn.LIVE).all(axis=2).sum() / (CELL - 1) ** 2
        assert live == sum(each.population for each in read_all(f"{words[0]}.rle", unknown=True))


def test_jobs_export_pictures(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(folder / "home"))
    words = ["predecessors", "tub.rle", "-m0", "--all", "--job", "tubs", "-q", "-o", "tubs.rle"]
    assert main(words) == 0
    assert main(["jobs", "export", "tubs", "-o", "tubs.png", "--cell-size", "8"]) == 0
    (pixels,) = drawn.frames(folder / "tubs.png")
    live = (pixels == drawn.LIVE).all(axis=2).sum() / 49
    assert live == sum(pattern.population for pattern in read_all("tubs.rle"))


@pytest.mark.parametrize("form", ["png", "gif", "apng", "svg"])
def test_colours_and_lines_are_those_that_are_asked_for(form: str, folder: Path) -> None:
    words = ["convert", "tub.rle", f"tub.{form}", "--colours", "ffcc00,#010203", "--grid", "always"]
    assert main([*words, "--cell-size", "3"]) == 0
    if form == "svg":
        text = (folder / "tub.svg").read_text()
        assert set(re.findall("#[0-9a-f]{6}", text)) == {"#ffcc00", "#010203", "#272003"}
        return
    (pixels,) = drawn.frames(folder / f"tub.{form}")
    assert pixels.shape == (10, 10, 3)
    # The first pixels of each cell are lines, 15% of the way from dead to live.
    assert (pixels[::3] == (0x27, 0x20, 0x03)).all()
    assert (pixels[:, ::3] == (0x27, 0x20, 0x03)).all()
    live = (pixels[1::3, 1::3] == (0xFF, 0xCC, 0x00)).all(axis=2)
    dead = (pixels[1::3, 1::3] == (1, 2, 3)).all(axis=2)
    assert live.tolist() == read_file("tub.rle").to_array().astype(bool).tolist()
    assert (live ^ dead).all()
    assert main([*words[:2], "plain.png", "--cell-size", "9", "--grid", "never"]) == 0
    (plain_pixels,) = drawn.frames(folder / "plain.png")
    cells = read_file("tub.rle").to_array().repeat(9, axis=0).repeat(9, axis=1)
    assert np.array_equal((plain_pixels == drawn.LIVE).all(axis=2), cells == 1)


@pytest.mark.quick
def test_a_picture_goes_into_a_pipe_but_not_to_a_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-m", "lifesat", "convert", "tub.rle", "--to", "png"]
    result = subprocess.run(command, capture_output=True, check=True)
    (pixels,) = drawn.frames(result.stdout)
    assert np.array_equal(drawn.board(pixels, 3, 3, CELL), read_file("tub.rle").to_array())
    monkeypatch.setattr("sys.stdout.buffer.isatty", lambda: True)
    for form in ("png", "gif", "apng"):
        assert main(["predecessors", "tub.rle", "--to", form]) == 2
        out, err = capsys.readouterr()
        assert (out, f"a terminal cannot show a {form.upper()} picture" in err) == ("", True)
    assert main(["predecessors", "tub.rle", "--to", "svg", "-q"]) == 0
    assert capsys.readouterr().out.startswith("<svg ")


def test_without_pillow(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    for form in ("png", "gif", "apng"):
        words = ["predecessors", str(EXAMPLES / "life.rle"), "-o", f"parent.{form}"]
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err == (
            f"lifesat: {form.upper()} pictures need Pillow: pip install 'lifesat[pictures]'\n"
        )
    assert not list(folder.glob("parent*"))
    assert main(["predecessors", "tub.rle", "-o", "parent.svg"]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["predecessors", "tub.rle", "--layout", "row"], "--layout is for pictures"),
        (["convert", "tub.rle", "--cell-size", "4"], "--cell-size is for pictures"),
        (["convert", "tub.rle", "--colours", "dark"], "--colours is for pictures"),
        (["predecessors", "tub.rle", "--grid", "never"], "--grid is for pictures"),
        (
            ["convert", "tub.rle", "x.png", "--colours", "red"],
            "invalid colours 'red': give",
        ),
        (["convert", "tub.rle", "x.png", "--grid", "always", "--cell-size", "1"], "2 pixels at"),
        (["convert", "tub.rle", "--generations", "4"], "--generations is for pictures"),
        (["convert", "tub.rle", "x.png", "--layout", "animation"], "a PNG picture has no"),
        (["convert", "tub.rle", "x.png", "--cell-size", "201"], "is too large; the limit is 200"),
        (["predecessors", "tub.rle", "--to", "jpeg"], "gif"),
        (["orphan", "tub.rle", "--to", "png"], "--to is for the orphan that --minimise writes"),
        (["sudoku", "puzzle.txt", "--to", "png"], "png"),
        (["still-lifes", "6,6", "--all", "-q", "--to", "svg"], "1,000 still lifes at most"),
    ],
)
def test_what_is_refused(
    words: list[str], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("puzzle.txt").write_text("." * 81 + "\n")
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code  # type: ignore[assignment]
    assert code == 2
    out, err = capsys.readouterr()
    assert (out, message in err) == ("", True)


def test_files_are_not_replaced(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["-o", "tub.png"], ["-o", "many/", "--to", "png"]):
        command = ["predecessors", "tub.rle", "-q", *words]
        assert main(command) == 0
        assert main(command) == 2
        assert "exists; --force replaces it" in capsys.readouterr().err
        assert main([*command, "--force"]) == 0


def test_none_leaves_no_picture(folder: Path) -> None:
    assert main(["predecessors", "dot.rle", "-m0", "-q", "-o", "none.png"]) == 1
    assert not (folder / "none.png").exists()
