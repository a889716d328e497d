"""Draw docs/frontier.svg: what a sweep remembers in the middle of a window.

Run it as ``python docs/frontier_picture.py`` from the checkout.
"""

from pathlib import Path

WIDTH, HEIGHT = 9, 6
CELL = 30
NEXT = (5, 3)

COLOURS = {
    "forgotten": "#e3e8e2",
    "remembered": "#8fc3a3",
    "visited now": "#2f7d4f",
    "not yet visited": "#ffffff",
}


def kind(x: int, y: int) -> str:
    """Return what the sweep knows of a cell while it visits the cell `NEXT`."""
    age = (NEXT[1] - y) * WIDTH + NEXT[0] - x
    if age == 0:
        return "visited now"
    if age < 0:
        return "not yet visited"
    return "remembered" if age <= 2 * WIDTH + 2 else "forgotten"


def main() -> None:
    """Write the picture."""
    parts = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            place = f'x="{x * CELL + 1}" y="{y * CELL + 1}" width="{CELL - 2}" height="{CELL - 2}"'
            parts.append(f'<rect {place} rx="3" fill="{COLOURS[kind(x, y)]}" stroke="#c5cdc4"/>')
    left, top = (NEXT[0] - 2) * CELL, (NEXT[1] - 2) * CELL
    block = f'x="{left - 1}" y="{top - 1}" width="{3 * CELL + 2}" height="{3 * CELL + 2}"'
    parts.append(f'<rect {block} rx="4" fill="none" stroke="#1d2b20" stroke-width="2.5"/>')
    middle = f'cx="{left + 1.5 * CELL}" cy="{top + 1.5 * CELL}"'
    parts.append(f'<circle {middle} r="5" fill="#1d2b20"/>')
    for number, (words, colour) in enumerate(COLOURS.items()):
        y = number * 26 + 20
        x = WIDTH * CELL + 24
        parts.append(
            f'<rect x="{x}" y="{y}" width="16" height="16" rx="3" fill="{colour}"'
            f' stroke="#c5cdc4"/><text x="{x + 24}" y="{y + 13}">{words}</text>'
        )
    width, height = WIDTH * CELL + 170, HEIGHT * CELL + 2
    Path(__file__).with_name("frontier.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width} {height + 4}"'
        f' width="{width}" role="img" aria-label="a sweep over the window">\n'
        "<style>text{font:14px sans-serif;fill:#5c675c}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


if __name__ == "__main__":
    main()
