"""What a new user does first, in a real terminal, and how many keys each task takes."""

import re
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from lifesat.formats import rle
from tests.support.soups import soup
from tests.support.terminals import Tmux, command, keep_messages

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="terminals as Linux has them")

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LEVEL = "#####\n#@$.#\n#####\n"
TUB = "x = 3, y = 3\nbo$obo$bo!\n"
# Its predecessor takes long.
SOUP = rle.write(soup(150, 150).target)


class Paste(NamedTuple):
    """A text that is pasted, which counts as no key."""

    text: str


# Each step: keys or a text to paste, and what they lead to. "tub" is typed as three keys.
Step = tuple[str | Paste, str]
TASKS: dict[str, list[Step]] = {
    "find all predecessors of a file": [
        (":", "esc the list"), ("t u b Enter", "exactly 74"), ("C-s", "✓ all found"),
    ],
    "browse them, copy one, export all": [
        ("Right", "2 of 74"), ("y", "copied to tmux"), ("e", "Write all 74"), ("Enter", "wrote"),
    ],
    "play one into the target": [("Space", "generation 1: the target")],
    "see many at once, and what all have in common": [
        ("v", "tub · gallery"), ("Escape", "predecessor 2 of 74"), ("h", "share in"),
        ("Escape", "predecessor 2 of 74"),
    ],
    "return to the list": [("Escape", "lifesat · jobs")],
    "search for a pasted pattern": [(Paste(TUB), "exactly 74"), ("C-s", "1 of 74")],
    "draw a target and search": [
        ("Escape", "lifesat · jobs"), ("F2", "12 x 8 cells"), ("Space Enter", "1 live"),
        ("C-s", "1 of "),
    ],
    "search for a pasted pattern, pause, quit, come back, continue": [
        ("Escape", "lifesat · jobs"), (Paste(SOUP), "152x152"), ("C-s", "▸ running"),
        ("Space", "‖ paused"), ("q", "came back"), ("", "‖ paused"), ("Enter", "esc back"),
        ("Space", "▸ running"), ("x", "■ stopped"),
    ],
    "solve a pasted Sudoku": [
        ("Escape", "lifesat · jobs"), (Paste(SUDOKU), "9x9"), ("C-s", "1 of 1"),
    ],
    "solve a pasted Sokoban level": [
        ("Escape", "lifesat · jobs"), (Paste(LEVEL), "1 box"), ("C-s", "1 of 1"),
    ],
    "count the predecessors of a pasted pattern": [
        ("Escape", "lifesat · jobs"), ("2", "new search"), (Paste(TUB), "3x3"),
        ("C-s", "✓ 74 predecessors"),
    ],
    "find still lifes": [
        ("Escape", "lifesat · jobs"), ("4", "new search"), ("C-s", "1 of "),
    ],
    "find oscillators": [
        ("Escape", "lifesat · jobs"), ("5", "new search"), ("C-s", "1 of "),
    ],
    "ask whether a pasted pattern is an orphan": [
        ("Escape", "lifesat · jobs"), ("3", "new search"), (Paste(TUB), "3x3"),
        ("C-s", "✓ no orphan"),
    ],
    "filter the list": [("Escape", "lifesat · jobs"), ("/ s u d Enter", "1 of ")],
    "get help, and return": [("?", "lifesat · keys"), ("Escape", "lifesat · jobs")],
    "delete a job, and restore it": [("d", "Delete the job"), ("y", "deleted"), ("u", "restored")],
}  # fmt: skip


def documented() -> dict[str, int]:
    """Return the table of tasks and keys in the documentation."""
    text = (Path(__file__).parents[2] / "docs" / "tui.md").read_text(encoding="utf-8")
    section = text.partition("### How many keys it takes")[2].partition("\n#")[0]
    return {
        task: int(keys)
        for task, keys in re.findall(r"^\| (.+?) \| (\d+) \|$", section, re.MULTILINE)
    }


SIZES = [
    (80, 24),
    *(pytest.param(*size, marks=pytest.mark.weekly) for size in [(100, 30), (120, 40), (200, 60)]),
]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_first_tasks_of_a_new_user(home: Path, tmp_path: Path, width: int, height: int) -> None:
    (tmp_path / "tub.rle").write_text(TUB)
    keep_messages(home)
    tmux = Tmux(tmp_path, width, height)
    # The application starts again after it was left, as somebody does who comes back.
    again = " ".join(command("tui"))
    tmux.start(f"cd {tmp_path}; {again}; echo came back; sleep 1; {again}")
    try:
        tmux.wait("There are no jobs yet")
        assert {name: _keys(tmux, steps) for name, steps in TASKS.items()} == documented()
    finally:
        tmux.kill()


def _keys(tmux: Tmux, steps: list[Step]) -> int:
    """Do a task, and return how many keys it takes."""
    pressed = 0
    for given, seen in steps:
        if isinstance(given, Paste):
            tmux.run("set-buffer", given.text)
            tmux.run("paste-buffer", "-p")
        else:
            tmux.keys(*given.split())
            pressed += len(given.split())
        tmux.wait(seen)
    return pressed
