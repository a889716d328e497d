"""Pictures in terminals, decoded again."""

import base64
import re
import zlib
from collections.abc import Mapping

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesat import Pattern
from lifesat.life.pictures.pixels import Pixels, pixels
from lifesat.life.pictures.scene import Look, arrange
from lifesat.reporting.graphics import ask_terminal, kitty, protocol_of, sixel

pytestmark = pytest.mark.quick

DA1 = b"\x1b[?62;4;22c"


def colours(picture: Pixels) -> NDArray[np.int_]:
    """The colour of each pixel, shape ``(height, width, 3)``."""
    palette = np.array([list(colour) for colour in picture.palette])
    found: NDArray[np.int_] = palette[np.array([list(row) for row in picture.rows])]
    return found


def picture(*size: int) -> Pixels:
    cells = np.random.default_rng(size).integers(0, 2, size=size, dtype=np.uint8)
    return pixels(arrange([[Pattern.from_array(cells)]], Look("single", 7)), 0)


@pytest.mark.parametrize("size", [(1, 1), (3, 5), (40, 60)])
def test_kitty(size: tuple[int, int]) -> None:
    shown = picture(*size)
    commands = re.findall(r"\x1b_G(.*?);(.*?)\x1b\\", kitty(shown))
    keys = dict(key.split("=") for key in commands[0][0].split(","))
    assert (keys["a"], keys["f"], keys["o"]) == ("T", "24", "z")
    assert [control[-3:] for control, _ in commands] == ["m=1"] * (len(commands) - 1) + ["m=0"]
    assert all(len(piece) <= 4096 for _, piece in commands)
    data = zlib.decompress(base64.b64decode("".join(piece for _, piece in commands)))
    got = np.frombuffer(data, np.uint8).reshape(int(keys["v"]), int(keys["s"]), 3)
    assert np.array_equal(got, colours(shown))


@pytest.mark.parametrize("size", [(1, 1), (3, 5), (20, 30)])
def test_sixel(size: tuple[int, int]) -> None:
    shown = picture(*size)
    text = sixel(shown)
    head, body = re.fullmatch(r'\x1bPq"1;1;(\d+;\d+)(.*)\x1b\\\n', text, re.DOTALL).groups()  # type: ignore[union-attr]
    width, height = map(int, head.split(";"))
    palette = {
        int(number): [int(part) for part in parts.split(";")]
        for number, parts in re.findall(r"#(\d+);2;([\d;]+)", body)
    }
    got = np.full((height + 6, width, 3), -1)
    body = re.sub(r"#\d+;2;[\d;]+", "", body)
    for band, line in enumerate(body.split("-")):
        for number, runs in re.findall(r"#(\d+)([^#$]*)\$", line):
            x = 0
            for count, sign in re.findall(r"(?:!(\d+))?([?-~])", runs):
                for x in range(x, x + int(count or 1)):  # noqa: B020
                    for bit in range(6):
                        if (ord(sign) - 63) >> bit & 1:
                            got[6 * band + bit, x] = palette[int(number)]
                x += 1
    assert np.abs(got[:height] * 2.55 - colours(shown)).max() < 2


@pytest.mark.parametrize(
    ("environment", "answer", "expected"),
    [
        ({"TERM": "xterm-kitty"}, b"", "kitty"),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, b"", "kitty"),
        ({"TERM_PROGRAM": "ghostty"}, b"", "kitty"),
        ({"TERM": "xterm-256color"}, b"\x1b_Gi=31;OK\x1b\\" + DA1, "kitty"),
        ({"TERM": "xterm-256color"}, b"\x1b_Gi=31;ENOTSUP\x1b\\" + DA1, "sixel"),
        ({"TERM": "xterm-256color"}, DA1, "sixel"),
        ({"TERM": "xterm-256color"}, b"\x1b[?64;1;2c", None),
        ({"TERM": "xterm-256color"}, b"\x1b[?4c", None),
        ({"TERM": "xterm-256color"}, b"", None),
        ({"TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"}, DA1, None),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux"}, DA1, None),  # noqa: S108
    ],
)
def test_what_a_terminal_can(
    environment: Mapping[str, str], answer: bytes, expected: str | None
) -> None:
    assert protocol_of(environment, answer) == expected


def test_without_a_terminal_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_terminal(*_: object) -> int:
        raise OSError

    monkeypatch.setattr("os.open", no_terminal)
    assert ask_terminal() == b""
