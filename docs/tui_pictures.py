"""Draw a job and the list of jobs in the terminal application: docs/tui.svg and docs/tui-list.svg.

The jobs are real; one of them runs while the pictures are drawn. Run it as
``python docs/tui_pictures.py`` from the checkout, or with the name of another folder to write into;
it takes less than a minute.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from lifesat_tui.app import LifesatApp
from lifesat_tui.settings import Settings

if TYPE_CHECKING:
    from textual.pilot import Pilot

DOCS = Path(__file__).resolve().parent
EXAMPLES = DOCS.parent / "examples"
SHOWN_JOBS = "/home/you/.local/share/lifesat/jobs"
RUNNING = "still-lifes-9x9"
SHOWN = "space-invader"
JOBS = [
    ["predecessors", "garden-of-eden-10.rle", "--job", "garden-of-eden-10"],
    ["still-lifes", "5,5", "--job", "still-lifes-5x5"],
    ["sudoku", "sudoku.txt", "--puzzle", "1", "--job", "sudoku"],
    ["sokoban", "microban.xsb", "--level", "1", "--moves", "33", "--job", "microban-1"],
    ["predecessors", "space-invader.rle", "--limit", "1000", "--job", SHOWN],
    ["still-lifes", "9,9", "--all", "--workers", "1", "--job", RUNNING, "--detach"],
]
# For each picture its size, the job that is opened, what the screen shows, a key, and what it shows
# then.
PICTURES = {
    "tui": ((120, 40), SHOWN, "▸1◂", "right", "▸2◂"),
    "tui-list": ((120, 36), None, SHOWN, "down", "predecessor 1,000"),
}


async def wait(app: LifesatApp, pilot: Pilot[None], words: str) -> str:
    """Wait until words are on the screen, and return its picture a moment later."""
    while words not in app.export_screenshot().replace("&#160;", " "):
        await pilot.pause(0.1)
    await pilot.pause(1.0)
    picture = app.export_screenshot(title="lifesat tui", simplify=True)
    return re.sub(r"terminal-\d+", "terminal", picture)


async def main(folder: Path) -> None:
    """Run the jobs in a folder of their own, and write the pictures."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["LIFESAT_HOME"] = home
        program = [sys.executable, "-m", "lifesat"]
        for words in JOBS:
            subprocess.run([*program, *words], cwd=EXAMPLES, check=False)  # noqa: S603
        try:
            for name, (size, job, before, key, after) in PICTURES.items():
                app = LifesatApp(Settings(theme="lifesat-dark"), job, utf_8=True)
                async with app.run_test(size=size) as pilot:
                    await wait(app, pilot, before)
                    await pilot.press(key)
                    picture = await wait(app, pilot, after)
                place = f"{home}/jobs".rjust(len(SHOWN_JOBS)).replace(" ", "&#160;")
                picture = picture.replace(place, SHOWN_JOBS)
                (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
        finally:
            subprocess.run([*program, "jobs", "stop", RUNNING], check=True)  # noqa: S603


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if sys.argv[1:] else DOCS))
