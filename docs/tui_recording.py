"""Record the terminal application at work: docs/tui-recording.svg, an animated picture.

Keys drive the real application without a terminal, as in the tests. Each screen that differs from
the one before becomes a frame. Run it as ``python docs/tui_recording.py`` from the checkout, or
with the name of another file to write; it takes less than a minute.
"""

from __future__ import annotations

import asyncio
import html
import os
import re
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from textual.events import Paste

from lifesat_tui.app import LifesatApp
from lifesat_tui.shared.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.pilot import Pilot

DOCS = Path(__file__).resolve().parent
OUTPUT = DOCS / "tui-recording.svg"
TARGET = (DOCS.parent / "examples" / "space-invader.rle").read_text(encoding="utf-8")
SIZE = (90, 26)
COLUMN = 12.2  # the width of a character in Textual's pictures
ROW = 24.4  # the height of a line in Textual's pictures; the first has its baseline at 20
SHOWN_JOBS = "/home/you/.local/share/lifesat/jobs"

# What is pressed, or nothing, and for how many seconds the screen stays.
FOUND = "found 1,000"  # waits until that is on the screen
STEPS: list[tuple[str, float]] = [
    *[("", 0.5)] * 9,
    ("n", 1.2), ("down", 0.3), ("down", 0.3), ("down", 0.5), ("up", 0.3), ("up", 0.3), ("up", 0.8),
    ("enter", 1.2), ("paste", 2.0),
    ("ctrl+s", 1.2), (FOUND, 1.5),
    ("right", 0.7), ("right", 0.7), ("right", 0.7), ("right", 1.2),
    ("full_stop", 1.8), ("comma", 1.0),
    ("h", 2.2), ("escape", 0.5), ("v", 2.2), ("escape", 0.5), ("escape", 2.0),
]  # fmt: skip
# A screen on which a search runs changes all the time.
_MOST_SECONDS = 6.0
# What is first pressed before the frame that is shown where nothing moves.
POSTER = "right"

_BACKGROUND = r'<rect fill="(#\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="24.65"'
_STYLE = r"\.[\w-]+-(r\d+) {(.*?)}"
_TEXT = (
    r'<text class="[\w-]+-(r\d+)" x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)"[^>]*>'
    r"([^<]*)</text>"
)

_BRAILLE = "[\u2801-\u28ff]"
_WORDS = r"\S+( \S+)*"

_FRAME = """\
@keyframes k{0}{{0%{{visibility:hidden}}{begin}{{visibility:visible}}{end}{{visibility:hidden}}}}
#f{0}{{visibility:{shown};animation:k{0} {total:.1f}s step-end infinite}}"""

_PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<title>The terminal application: {title}</title>
<style>
text{{font:20px 'Fira Code','DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}}
{rules}
@media(prefers-reduced-motion){{g{{animation:none!important}}}}
</style>
<rect width="{width}" height="{height}" rx="8" fill="{background}"/>
<defs>
{lines}
</defs>
<g transform="translate(10,10)">
{frames}
</g>
</svg>
"""


@dataclass
class Recording:
    """Frames, each a list of lines, and how long each is shown.

    Attributes
    ----------
    title
        What they show.
    size
        The columns and lines of the terminal.
    styles
        The text styles of all frames, each with the name of its class.
    lines
        The distinct lines of all frames, each with its number.
    frames
        For each frame the numbers of its lines, and its seconds.
    poster
        The frame that is shown where nothing moves.
    background
        The colour behind everything.
    """

    title: str
    size: tuple[int, int]
    styles: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    frames: list[tuple[list[int], float]] = field(default_factory=list)
    poster: int = 0
    background: str = ""

    def add(self, picture: str, seconds: float) -> None:
        """Add a picture as Textual draws it; one like the last makes that one last longer."""
        # The usual folder of jobs, in place of that of this run and of spaces before it.
        folder = f"{os.environ['LIFESAT_HOME']}/jobs".rjust(len(SHOWN_JOBS))
        picture = picture.replace(folder.replace(" ", "&#160;"), SHOWN_JOBS)
        fills = Counter(fill for fill, *_ in re.findall(_BACKGROUND, picture))
        self.background = fills.most_common(1)[0][0]
        rows = [""] * self.size[1]
        for fill, x, y, width in re.findall(_BACKGROUND, picture):
            if fill == self.background:
                continue
            row = round((float(y) - 1.5) / ROW)
            rows[row] += f'<rect fill="{fill}" x="{x}" y="-18.5" width="{width}" height="24.7"/>'
        for row, style, text in self._texts(picture):
            # Fonts have Braille of another width, which would move the words beside it.
            for words in re.finditer(_WORDS if re.search(_BRAILLE, text) else r"\S.*", text):
                x, length = f"{words.start() * COLUMN:.1f}", f"{len(words[0]) * COLUMN:.1f}"
                line = html.escape(words[0], quote=False)
                rows[row] += f'<text class="{style}" x="{x}" textLength="{length}">{line}</text>'
        frame = [self.lines.setdefault(row, len(self.lines)) for row in rows]
        if self.frames and self.frames[-1][0] == frame:
            seconds += self.frames.pop()[1]
        self.frames.append((frame, seconds))

    def _texts(self, picture: str) -> Iterator[tuple[int, str, str]]:
        """Yield each row and style of a picture, with all text that it has there."""
        styles = dict(re.findall(_STYLE, picture))
        texts: dict[tuple[int, str], str] = {}
        for name, x, y, _, text in re.findall(_TEXT, picture):
            words = html.unescape(text).replace("\xa0", " ").rstrip()
            if words:
                row = round((float(y) - 20) / ROW)
                style = self.styles.setdefault(styles[name].strip(), f"s{len(self.styles)}")
                before = texts.get((row, style), "")
                texts[row, style] = before.ljust(round(float(x) / COLUMN)) + words
        yield from ((*place, text) for place, text in texts.items())

    def svg(self) -> str:
        """Return the picture, which is animated if it has several frames."""
        width, height = self.size[0] * COLUMN + 20, self.size[1] * ROW + 20
        total = sum(seconds for _, seconds in self.frames)
        rules, groups, now = [], [], 0.0
        for number, (frame, seconds) in enumerate(self.frames):
            begin, end = (f"{100 * time / total:.2f}%" for time in (now, now + seconds))
            now += seconds
            shown = "visible" if number == self.poster else "hidden"
            if len(self.frames) > 1:
                rules.append(_FRAME.format(number, begin=begin, end=end, shown=shown, total=total))
            uses = "".join(
                f'<use href="#l{line}" y="{20 + row * ROW:.1f}"/>' for row, line in enumerate(frame)
            )
            groups.append(f'<g id="f{number}">{uses}</g>')
        lines = [f'<g id="l{number}">{line}</g>' for line, number in self.lines.items()]
        styles = [f".{name}{{{style}}}" for style, name in self.styles.items()]
        return _PICTURE.format(
            title=self.title,
            width=round(width),
            height=round(height),
            background=self.background,
            rules="\n".join([*styles, *rules]),
            lines="\n".join(lines),
            frames="\n".join(groups),
        )


async def record(app: LifesatApp, pilot: Pilot[None]) -> Recording:
    """Press the keys, and record the screens."""
    recording = Recording("a search from its form to its solutions", SIZE)
    for key, seconds in STEPS:
        if key == "paste":
            app.post_message(Paste(TARGET))
        elif key == FOUND:
            while FOUND not in app.export_screenshot().replace("&#160;", " "):
                await pilot.pause(0.1)
        elif key:
            await pilot.press(key)
        else:
            await pilot.pause(seconds)
        shown = await settled(app, pilot) if key else app.export_screenshot(simplify=True)
        recording.add(shown, seconds)
        if key == POSTER and not recording.poster:
            recording.poster = len(recording.frames) - 1
    return recording


async def settled(app: LifesatApp, pilot: Pilot[None]) -> str:
    """Return the screen once it has not changed for a moment, or after some seconds."""
    before, unchanged, end = "", 0, monotonic() + _MOST_SECONDS
    while monotonic() < end:
        await pilot.pause(0.1)
        now = app.export_screenshot(simplify=True)
        unchanged = unchanged + 1 if now == before else 0
        before = now
        if unchanged == 4:
            break
    return before


async def main(output: Path) -> None:
    """Record the application with an empty folder of jobs, and write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "lifesat"
        os.environ["LIFESAT_HOME"] = str(home)
        app = LifesatApp(Settings(theme="lifesat-dark"), utf_8=True)
        async with app.run_test(size=SIZE) as pilot:
            recording = await record(app, pilot)
    output.write_text(recording.svg(), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if sys.argv[1:] else OUTPUT))
