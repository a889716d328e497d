"""Draw the screens of the terminal application at three sizes: docs/tui-screens/*.svg.

The jobs are real; one of them runs while the pictures are drawn. Run it as
``python docs/tui_pictures.py`` from the checkout, or with the name of another folder to write into;
it takes some minutes.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from textual.events import Paste
from tui_recording import TARGET, Recording, settled

from lifesat.jobs.job import Job
from lifesat_tui.app import LifesatApp
from lifesat_tui.shared.settings import Settings

DOCS = Path(__file__).resolve().parent
EXAMPLES = DOCS.parent / "examples"
SIZES = [(80, 24), (120, 40), (200, 60)]
RUNNING = "still-lifes-9x9"
SHOWN = "space-invader"
JOBS = [
    ["orphan", "garden-of-eden-6.rle", "--job", "garden-of-eden-6"],
    ["count", "pond.rle", "--by-population", "--job", "ways-to-a-pond"],
    ["still-lifes", "5,5", "--all", "--job", "still-lifes-5x5"],
    ["sudoku", "sudoku.txt", "--puzzle", "1", "--all", "--job", "sudoku"],
    ["sokoban", "microban.xsb", "--level", "1", "--moves", "33", "--job", "microban-1"],
    ["predecessors", "space-invader.rle", "--limit", "1000", "--job", SHOWN],
    ["still-lifes", "9,9", "--all", "--workers", "1", "--job", RUNNING, "--detach"],
]
PASTE = "paste"
GLIDER = ["right", "space", "down", "right", "space", "down", "left", "left", "space", "right",
          "space", "right", "space"]  # fmt: skip


@dataclass(frozen=True)
class Screen:
    """A screen: what it shows, the job that is opened, and what leads to it.

    Attributes
    ----------
    title
        What it shows.
    job
        The name of the job; None for the list.
    before
        What the first screen shows when it is there.
    keys
        What is pressed then; `PASTE` pastes a pattern.
    """

    title: str
    job: str | None
    before: str
    keys: tuple[str, ...] = ()


SCREENS = {
    "list": Screen("the list of jobs", None, "▸ running", ("down",)),
    "form": Screen("the form with a pasted pattern", None, "1,000 found", (PASTE,)),
    "running": Screen("a search that runs", RUNNING, "1 of ", ("end",)),
    "finished": Screen("a predecessor beside its target", SHOWN, "1 of 1,000", ("right",)),
    "gallery": Screen("the gallery", SHOWN, "1 of 1,000", ("v", "right", "right", "down")),
    "heat-map": Screen("the heat map", SHOWN, "1 of 1,000", ("h",)),
    "board": Screen("the drawing board", None, "1,000 found", ("f2", *GLIDER)),
    "count": Screen("the answer of a count", "ways-to-a-pond", "predecessors"),
    "orphan": Screen("the answer about an orphan", "garden-of-eden-6", "orphan"),
    "sudoku": Screen("the solution of a Sudoku", "sudoku", "1 of 1"),
}


async def shown(screen: Screen, size: tuple[int, int]) -> str:
    """Return the picture of a screen at a size."""
    app = LifesatApp(Settings(theme="lifesat-dark"), screen.job, utf_8=True)
    async with app.run_test(size=size) as pilot:
        while screen.before not in app.export_screenshot().replace("&#160;", " "):
            await pilot.pause(0.1)
        for key in screen.keys:
            if key == PASTE:
                app.post_message(Paste(TARGET))
            else:
                await pilot.press(key)
            await pilot.pause(0.3)
        picture = await settled(app, pilot)
    recording = Recording(screen.title, size)
    recording.add(picture, 1)
    return recording.svg()


async def main(folder: Path) -> None:
    """Run the jobs in a folder of their own, and write the pictures."""
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["LIFESAT_HOME"] = home
        program = [sys.executable, "-m", "lifesat"]
        for words in JOBS:
            subprocess.run([*program, *words], cwd=EXAMPLES, check=False)  # noqa: S603
        try:
            for name, screen in SCREENS.items():
                for width, height in SIZES:
                    picture = await shown(screen, (width, height))
                    path = folder / f"{name}-{width}x{height}.svg"
                    path.write_text(picture, encoding="utf-8")
        finally:
            Job(RUNNING).stop()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if sys.argv[1:] else DOCS / "tui-screens"))
