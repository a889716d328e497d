"""Run the commands of docs/gallery.md and docs/results.md that have pictures, and draw these.

Each picture in these pages is followed by the command that makes it, and names in its title the
generations to draw. Run it as ``python docs/gallery.py`` from the checkout.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from lifesat import UNKNOWN, Pattern, read_text

DOCS = Path(__file__).resolve().parent
PAGES = ("gallery.md", "results.md")
CELL = 14
GAP = 50
MANY = 1000
"""From this many cells on, a pattern of two states is drawn as one path, which is much shorter."""
ENTRY = re.compile(r'!\[(.*?)\]\((\S+\.svg) "Generations? (.*?)"\)\s+```console\n\$ lifesat (.+)')
STYLE = (
    "rect{fill:#2f7d4f}.box{fill:#f3f5f2;stroke:#c5cdc4}.dead{fill:#fff;stroke:#c5cdc4}"
    ".cells{fill:#2f7d4f;stroke:none}.free{fill:url(#free)}path{fill:none;stroke:#5c675c;stroke-width:2.5}"
)
HATCH = (
    '<defs><pattern id="free" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<path d="M-1 3L1 5M0 0L4 4M3 -1L5 1" style="stroke:#c5cdc4;stroke-width:1"/></pattern></defs>'
)
CLASSES = {0: "free", 1: "", 2: "dead"}
"""How the states of LifeHistory are drawn, as they are in orphans."""
AS_LIFE_HISTORY = {0: 2, 1: 1, UNKNOWN: 0}
"""The states of other patterns with unknown cells."""


def lifesat(command: str, text: str = "") -> str:
    """Return what a command writes to standard output, given a text on standard input."""
    result = subprocess.run(  # noqa: S603 - commands of our own page
        [sys.executable, "-m", "lifesat", *shlex.split(command)],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        cwd=DOCS.parent,
    )
    return result.stdout


def cells(pattern: Pattern) -> dict[tuple[int, int], int]:
    """Return the states of a pattern's cells, by their place in the universe, as they are drawn."""
    left, top = pattern.position or (0, 0)
    found = {(left + x, top + y): state for x, y, state in pattern.cells()}
    box = [(left + x, top + y) for x in range(pattern.width) for y in range(pattern.height)]
    if UNKNOWN in found.values():
        return {place: AS_LIFE_HISTORY[found.get(place, 0)] for place in box}
    if pattern.rule.name.endswith("History"):
        return {place: found.get(place, 0) for place in box}
    return found


def board(states: dict[tuple[int, int], int], box: tuple[int, int, int, int], left: int) -> str:
    """Return the SVG of one generation in a box, `left` units from the left edge."""
    x0, y0, width, height = box
    side = CELL - 2
    size = f'width="{width * CELL}" height="{height * CELL}"'
    lines = [f'<rect class="box" x="{left}" y="0" {size} rx="3"/>']
    if len(states) > MANY:
        corners = (
            f"M{left + (x - x0) * CELL + 1} {(y - y0) * CELL + 1}" for x, y in sorted(states)
        )
        square = f"h{side}v{side}h-{side}z"
        return f'{lines[0]}\n<path class="cells" d="{"".join(each + square for each in corners)}"/>'
    for (x, y), state in sorted(states.items()):
        place = f'x="{left + (x - x0) * CELL + 1}" y="{(y - y0) * CELL + 1}"'
        name = f'class="{CLASSES[state]}" ' if CLASSES[state] else ""
        lines.append(f'<rect {name}{place} width="{side}" height="{side}" rx="2"/>')
    return "\n".join(lines)


def picture(generations: list[Pattern], label: str) -> str:
    """Return the SVG of some generations in one box, with arrows between them."""
    boards = [cells(pattern) for pattern in generations]
    first = generations[0]
    left, top = first.position or (0, 0)
    corners = [(left, top), (left + first.width - 1, top + first.height - 1)]
    columns, rows = zip(*corners, *(place for states in boards for place in states), strict=True)
    box = (min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)
    width, height = box[2] * CELL, box[3] * CELL
    whole = len(boards) * (width + GAP) - GAP + 4
    arrow = "M{} {}h{}m-7 -7l7 7l-7 7"
    parts = [board(states, box, i * (width + GAP)) for i, states in enumerate(boards)]
    parts += [
        f'<path d="{arrow.format(i * (width + GAP) - GAP + 10, height / 2, GAP - 20)}"/>'
        for i in range(1, len(boards))
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {whole} {height + 4}" '
        f'width="{whole}" role="img" aria-label="{label}">\n<style>{STYLE}</style>\n{HATCH}\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def main() -> None:
    """Draw every picture of the pages."""
    text = "".join((DOCS / page).read_text() for page in PAGES)
    for label, name, title, command in ENTRY.findall(text):
        found = lifesat(f"{command} -q")
        generations = [
            read_text(
                lifesat(f"convert - --evolve {number}", found) if int(number) else found,
                unknown=True,
            )
            for number in re.findall(r"\d+", title)
        ]
        (DOCS / name).write_text(picture(generations, label))


if __name__ == "__main__":
    main()
