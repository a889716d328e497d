"""What a new user does first, in a real terminal, and how many keys each task takes."""

import sys
from pathlib import Path

import pytest

from lifesat.formats import rle
from tests.support.soups import soup
from tests.support.terminals import Tmux, command, keep_messages

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(sys.platform != "linux", reason="terminals as Linux has them"),
]

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LEVEL = "#####\n#@$.#\n#####\n"
TUB = "x = 3, y = 3\nbo$obo$bo!\n"
# Its predecessor takes long.
SOUP = rle.write(soup(150, 150).target)

# Each task: what is pasted first, then keys and what they lead to. "tub" is typed as three keys.
Step = tuple[str, str]
TASKS: dict[str, tuple[str, list[Step]]] = {
    "find a predecessor of a file": (
        "",
        [
            ("n", "what to search for"), ("Enter", "paste or draw"), ("F6", "tub.rle"),
            ("t u b Enter", "exactly 74"), ("C-s", "✓ all found"),
        ],
    ),
    "browse": ("", [("Right Right", "3 of 74"), ("v", "▸3◂"), ("Escape", "3 of 74")]),
    "play it into the target": ("", [("Space", "generation 1: the target")]),
    "copy it": ("", [("y", "copied to tmux")]),
    "see what all have in common": (
        "",
        [("h", "share in"), ("Escape", "3 of 74"), ("Escape", "lifesat · jobs")],
    ),
    "draw a target and search": (
        "",
        [
            ("n Enter", "new search"), ("F2", "12 x 8 cells"),
            ("Right Space Down Space Enter", "2 live"), ("C-s", "1 of "),
            ("Escape", "lifesat · jobs"),
        ],
    ),
    "search, pause, quit and come back": (
        SOUP,
        [
            ("", "152x152"), ("C-s", "▸ running"), ("Space", "‖ paused"), ("q", "came back"),
            ("", "‖ paused"), ("Enter", "esc back"), ("", "‖ paused"), ("Space", "▸ running"),
            ("x", "■ stopped"), ("Escape", "lifesat · jobs"),
        ],
    ),
    "paste a Sudoku": (SUDOKU, [("", "9x9"), ("C-s", "1 of 1"), ("Escape", "lifesat · jobs")]),
    "paste a Sokoban level": (LEVEL, [("", "1 box"), ("C-s", "1 of 1"), ("Escape", "· jobs")]),
    "paste a pattern": (TUB, [("", "3x3"), ("C-s", "1 of "), ("Escape", "lifesat · jobs")]),
    "count": (
        "",
        [
            ("n", "what to search for"), ("c o u Enter", "new search"), ("F6", "tub.rle"),
            ("t u b Enter", "3x3"), ("C-s", "✓ 74 predecessors"), ("Escape", "lifesat · jobs"),
        ],
    ),
    "find still lifes": (
        "",
        [
            ("n", "what to search for"), ("s t i Enter", "new search"), ("C-s", "1 of "),
            ("Escape", "lifesat · jobs"),
        ],
    ),
    "ask whether it is an orphan": (
        "",
        [
            ("n", "what to search for"), ("p r o Enter", "new search"), ("F6", "tub.rle"),
            ("t u b Enter", "3x3"), ("C-s", "✓ no orphan"), ("Escape", "lifesat · jobs"),
        ],
    ),
    "filter, and get help": (
        "",
        [
            ("/ s u d Enter Enter", "esc back"), ("?", "lifesat · keys"), ("Escape", "1 of 1"),
            ("Escape", "lifesat · jobs"),
        ],
    ),
    "delete, and think again": ("", [("d", "Delete the job"), ("y", "deleted"), ("u", "restored")]),
}  # fmt: skip
KEYS = {
    "find a predecessor of a file": 8,
    "browse": 4,
    "play it into the target": 1,
    "copy it": 1,
    "see what all have in common": 3,
    "draw a target and search": 10,
    "search, pause, quit and come back": 7,
    "paste a Sudoku": 2,
    "paste a Sokoban level": 2,
    "paste a pattern": 2,
    "count": 12,
    "find still lifes": 7,
    "ask whether it is an orphan": 12,
    "filter, and get help": 9,
    "delete, and think again": 3,
}
"""The keys that each task takes, as the documentation says; pasting is none."""


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
        assert {name: _keys(tmux, *task) for name, task in TASKS.items()} == KEYS
    finally:
        tmux.kill()


def _keys(tmux: Tmux, pasted: str, steps: list[Step]) -> int:
    """Do a task, and return how many keys it takes."""
    if pasted:
        tmux.run("set-buffer", pasted)
        tmux.run("paste-buffer", "-p")
    pressed = 0
    for keys, seen in steps:
        tmux.keys(*keys.split())
        pressed += len(keys.split())
        tmux.wait(seen)
    return pressed
