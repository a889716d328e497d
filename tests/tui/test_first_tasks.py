"""What a new user does first, in a real terminal, and how many keys each task takes."""

import re
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.terminals import Tmux, command, keep_messages

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="terminals as Linux has them")

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = ("flipping-centre.toml", "garden-of-eden-6.rle", "given-cells.rle")
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LEVEL = "#####\n#@$.#\n#####\n"
TUB = "x = 3, y = 3\nbo$obo$bo!\n"
GLIDER = "#N Glider\nx = 3, y = 3\nbo$2bo$3o!\n"
PLUS = "x = 3, y = 3\nbo$3o$bo!\n"
HI = "O.O.OOO\nO.O..O.\nOOO..O.\nO.O..O.\nO.O.OOO\n"
# From the first field of the form to how many predecessors are wanted.
TO_THE_AMOUNT = "Down Down Down Down Down"
LIST = ("Escape", "lifesat · jobs")


class Paste(NamedTuple):
    """A text that is pasted, which counts as no key."""

    text: str


# Each step: keys or a text to paste, and what they lead to. "tub" is typed as three keys.
Step = tuple[str | Paste, str]
TASKS: dict[str, list[Step]] = {
    "find all predecessors of a file, browse them, copy one, export all": [
        (":", "esc the list"), ("t u b Enter", "3x3"), ("C-s", "✓ all found"),
        ("Right", "2 of 74"), ("y", "copied to tmux"), ("e", "Write all 74"), ("Enter", "wrote"),
    ],
    "play one into the target": [("Space", "generation 1: the target")],
    "see many at once, and what all have in common": [
        ("v", "tub · gallery"), ("Escape", "predecessor 2 of 74"), ("h", "share in"),
        ("Escape", "predecessor 2 of 74"),
    ],
    "return to the list": [LIST],
    "search for a parent of a pasted pattern": [
        (Paste(GLIDER), "glider"), ("C-s", "predecessor 1 of"),
    ],
    "draw eight cells and search": [
        LIST, ("F2", "12 x 8 cells"),
        ("Space Right Space Down Space Down Space Right Space Down Space Right Space Up Space",
         "8 live"),
        ("Enter", "4x4"), ("C-s", "1 of "),
    ],
    "find all predecessors of a pasted pattern": [
        LIST, (Paste(PLUS), "3x3"), ("C-s", "✓ all found"),
    ],
    "find all of a large example, pause, quit, come back, continue, stop": [
        LIST, ("F3", "in at most 33 moves"), ("Enter", "what came before it"),
        ("Up Up Right Right", "(•) all"), ("C-s", "predecessors?"), ("y", "▸ running"),
        ("Space", "‖ paused"), ("q", "came back"), ("", "‖ paused"), ("Space", "▸ running"),
        ("x", "■ stopped"),
    ],
    "count the predecessors of a pasted pattern": [
        ("2", "new search"), (Paste(TUB), "3x3"), ("C-s", "✓ 74 predecessors"),
    ],
    "find the still lifes in a box of 5x5": [
        LIST, ("4", "new search"), ("C-u 5 x 5", "still-lifes 5x5"), ("C-s", "1 of "),
    ],
    "find the oscillators of period 2 in a box of 5x5": [
        LIST, ("5", "new search"), ("C-u 5 x 5", "oscillators 5x5"), ("C-s", "1 of "),
    ],
    "ask whether the pattern of a file is an orphan": [
        LIST, ("3", "new search"), ("F6", "choose a file"), ("g a r Enter", "10x10"),
        ("C-s", "✓ orphan"),
    ],
    "solve a pasted Sudoku": [LIST, (Paste(SUDOKU), "9x9"), ("C-s", "1 of 1")],
    "solve a pasted Sokoban level, and play it": [
        LIST, (Paste(LEVEL), "1 box"), ("C-s", "1 of 1"), ("a", "move 1 of 1"),
    ],
    "find the smallest parent of a pasted pattern": [
        LIST, (Paste(TUB), "3x3"), (f"{TO_THE_AMOUNT} Right Right Right", "(•) smallest"),
        ("C-s", "✓ proved"),
    ],
    "find the nearest target to a pasted pattern": [
        LIST, (Paste(HI), "7x5"), (f"{TO_THE_AMOUNT} Left Left", "(•) nearest"),
        ("C-s", "✓ proved"),
    ],
    "draw a sample of 100, and see its heat map": [
        LIST, (Paste(TUB), "3x3"), (f"{TO_THE_AMOUNT} Right 1 0 0", "(•) sample 100 "),
        ("C-s", "100 predecessors drawn"), ("h", "share in"),
    ],
    "run an example backwards, and play it": [
        ("Escape", "predecessor 1 of 100"), LIST, ("F3", "in at most 33 moves"),
        ("Enter", "what came before it"), ("F7", "what to search for"),
        ("r e w Enter", "as many generations back"), ("C-s", "back; looking"),
        ("x", "■ stopped"), ("a", "generation 1 of"),
    ],
    "complete the cells of a file to a still life": [
        LIST, (":", "esc the list"), ("c o m Enter", "the smallest pattern"),
        ("F6", "choose a file"), ("g i v Enter", "given-cells"), ("C-s", "✓ proved"),
    ],
    "search for what a search file asks": [
        LIST, (":", "esc the list"), ("f l i Enter", "what a search file asks"),
        ("C-s", "and no others"),
    ],
    "filter the list": [LIST, ("/ s u d Enter", "1 of ")],
    "get help, and return": [("?", "lifesat · keys"), LIST],
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
    for name in FILES:
        shutil.copy(EXAMPLES / name, tmp_path)
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
