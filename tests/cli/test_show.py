"""``lifesat show`` as its users meet it."""

import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pyte
import pytest

from lifesat import Pattern, write_text
from lifesat.cli import main
from lifesat.life.colours import SCHEMES
from lifesat.life.evolution import evolve

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BLINKER = "x = 3, y = 1, rule = B3/S23\n3o!\n"


@pytest.mark.quick
def test_a_pattern_in_a_pipe(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "tub.rle"]) == 0
    assert capsys.readouterr() == ("▄▀▄\n ▀ \n", "")


@pytest.mark.quick
def test_several_patterns_each_with_a_title(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "tub.rle", "block.rle"]) == 0
    first, second = capsys.readouterr().out.split("\n\n")
    assert first == "3x3, 4 live, B3/S23\n▄▀▄\n ▀ "
    assert second == "2x2, 4 live, B3/S23\n██\n"


@pytest.mark.quick
def test_generations_one_below_the_other(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("blinker.rle").write_text(BLINKER)
    assert main(["show", "blinker.rle", "--generations", "2"]) == 0
    flat, tall, again = re.split(r"generation \d\n", capsys.readouterr().out)
    assert flat == again == "▄▄▄\n   \n"
    assert tall == "·█·\n ▀ \n"


@pytest.mark.parametrize("name", ["life.rle", "mandelbrot.rle", "tub.rle"])
def test_wide_patterns_are_scaled_and_it_is_said(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["show", str(EXAMPLES / name)]) == 0
    out, err = capsys.readouterr()
    assert max(map(len, out.splitlines())) <= 40
    assert ("each one shown stands for 4 x 4" in err) == (name == "mandelbrot.rle")
    assert main(["show", str(EXAMPLES / name), "-q"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.rle"], "nowhere.rle: No such file"),
        (["empty-box.rle"], "there is nothing to show"),
        (["unknown.rle", "--unknown", "-g", "1"], "unknown cells cannot evolve"),
    ],
)
def test_what_is_refused(
    words: list[str], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("empty-box.rle").write_text("x = 0, y = 0, rule = B3/S23\n!\n")
    Path("unknown.rle").write_text("x = 2, y = 1, rule = B3/S23\no?!\n")
    assert main(["show", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, message in err) == ("", True)


def test_an_invalid_rule(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["show", "tub.rle", "--rule", "B9"])
    assert "invalid rule 'B9'" in capsys.readouterr().err


def on_a_terminal(words: list[str], text: bytes | None = None, **environment: str) -> bytes:
    """What a terminal gets."""
    home = {k: v for k, v in os.environ.items() if k not in ("TMUX", "NO_COLOR", "COLORTERM")}
    home |= {"TERM": "xterm-256color", "COLUMNS": "60", "LINES": "20", **environment}
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")
    child, descriptor = pty.fork()
    if child == 0:
        if text is not None:
            reading, writing = os.pipe()
            os.write(writing, text)
            os.close(writing)
            os.dup2(reading, 0)
        os.execve(  # noqa: S606 - our own command
            sys.executable, [sys.executable, "-m", "lifesat", "show", *words], home
        )
    got, end = b"", time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([descriptor], [], [], 1)[0]:
            continue
        try:
            piece = os.read(descriptor, 65536)
        except OSError:  # Linux says so when the last writer has gone
            break
        if not piece:
            break
        got += piece
    os.close(descriptor)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, got
    return got


def test_standard_input_and_no_colours(folder: Path) -> None:
    got = on_a_terminal([], text=BLINKER.encode(), NO_COLOR="1")
    assert got.decode().replace("\r\n", "\n") == "▀▀▀\n"


def test_generations_are_played_in_their_place(folder: Path) -> None:
    (folder / "blinker.rle").write_text(BLINKER)
    words = ["blinker.rle", "-g", "2", "--step", "0.01"]
    frames = on_a_terminal(words, NO_COLOR="1").decode().replace("\r\n", "\n").split("\x1b[2A\r")
    assert frames == ["▄▄▄\n   \n", "·█·\n ▀ \n", "▄▄▄\n   \n"]


def test_a_large_pattern_is_played_in_the_rows_that_there_are() -> None:
    words = [str(EXAMPLES / "mandelbrot.rle"), "-g", "1", "--step", "0.01", "-q"]
    first, second = re.split(rb"\x1b\[\d+A\r", on_a_terminal(words))
    assert first.count(b"\n") == second.count(b"\n") <= 19


def test_truecolor(folder: Path) -> None:
    got = on_a_terminal(["block.rle"], COLORTERM="truecolor")
    assert b"\x1b[38;2;47;125;79m" in got


HALVES = {" ": (0, 0), "·": (0, 0), "▄": (0, 1), "▀": (1, 0), "█": (1, 1)}


def on_the_screen(shown: bytes, width: int, height: int, scheme: str) -> list[list[int]]:
    """The cells that a terminal emulator has on its screen, by their colours."""
    screen = pyte.Screen(60, 20)
    pyte.ByteStream(screen).feed(shown)
    colours = SCHEMES[scheme]
    states = {colours.live[1:]: 1, colours.unknown[1:]: 2}
    rows: list[list[int]] = [[] for _ in range(height + height % 2)]
    for y in range(0, height, 2):
        for x in range(width):
            sign = screen.buffer[y // 2][x]
            halves = zip(rows[y : y + 2], HALVES[sign.data], strict=True)
            for k, (row, inked) in enumerate(halves):
                # Where both halves have a colour, the paper is that of the other one.
                other = sign.bg if sign.data == "▀" and k else None
                row.append(states[sign.fg] if inked else states.get(other or "", 0))
    return rows[:height]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_terminal_emulator_has_every_cell(scheme: str, folder: Path) -> None:
    rows = [".OO?..?", "OO....?", ".O.?..O", "O......", "?O?O?O."]
    pattern = Pattern.from_rows(rows)
    (folder / "cells.txt").write_text("\n".join(rows))
    words = ["cells.txt", "--unknown", "--colours", scheme]
    shown = on_a_terminal(words, COLORTERM="truecolor")
    assert on_the_screen(shown, 7, 5, scheme) == pattern.to_array().tolist()


@pytest.mark.parametrize("generations", [1, 4, 9])
def test_a_terminal_emulator_has_the_last_generation(generations: int, folder: Path) -> None:
    cells = {(9, 9), (10, 9), (8, 10), (9, 10), (9, 11)}
    pattern = Pattern.from_cells([(x, y, 1) for x, y in cells], size=(20, 20))
    (folder / "r.rle").write_text(write_text(pattern, "rle"))
    words = ["r.rle", "-g", str(generations), "--step", "0.01"]
    shown = on_a_terminal(words, COLORTERM="truecolor")
    (board,) = evolve(pattern.to_array()[None], pattern.rule, generations)
    assert on_the_screen(shown, 20, 20, "light") == board.tolist()


def test_a_pipe_that_closes_is_no_error() -> None:
    words = f"{sys.executable} -m lifesat show {EXAMPLES / 'mandelbrot.rle'} -g 20 | head -1"
    result = subprocess.run(["bash", "-c", words], capture_output=True, text=True, check=True)
    assert "Traceback" not in result.stderr
