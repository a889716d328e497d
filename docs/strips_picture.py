"""Draw docs/strips.svg from docs/strips.csv: the time for one parent of a soup, by its area.

Run it as ``python docs/strips_picture.py`` from the checkout. The numbers come from ``python -m
benchmarks.strips --csv`` and ``python -m benchmarks.particles --csv``.
"""

import csv
import math
from pathlib import Path

LEFT, RIGHT, TOP, BOTTOM = 70, 540, 24, 324
SIDES = (29, 440)
# Milliseconds for each cell.
TIMES = (0.15, 60)
MARKS = (0.2, 0.5, 1, 2, 5, 10, 20, 50)

# The name of a method, its colour, and how far its marks stand beside their side.
METHODS = {
    "sat": ("one formula", "#b5562b", -4),
    "strips": ("strips", "#2f7d4f", 4),
    "particles": ("particles", "#3f62a8", 0),
}


def across(side: float) -> float:
    """Return the place of a side."""
    return LEFT + (RIGHT - LEFT) * _share(side, SIDES)


def down(milliseconds: float) -> float:
    """Return the place of a time, which is the upper edge if it is too long."""
    return BOTTOM - (BOTTOM - TOP) * _share(min(milliseconds, TIMES[1]), TIMES)


def _share(value: float, ends: tuple[float, float]) -> float:
    """Return where a value lies between two others, on a logarithmic scale."""
    least, most = map(math.log, ends)
    return (math.log(value) - least) / (most - least)


def axes(sides: list[int]) -> list[str]:
    """Return the lines and texts of both axes."""
    parts = []
    for milliseconds in MARKS:
        y, words = f"{down(milliseconds):.1f}", f"{milliseconds} ms"
        line = f'x1="{LEFT}" x2="{RIGHT}" y1="{y}" y2="{y}"'
        parts.append(f'<line {line} stroke="#d4dad3"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y}" dy="5" text-anchor="end">{words}</text>')
    for side in sides:
        place = f'x="{across(side):.1f}" y="{BOTTOM + 22}" text-anchor="middle"'
        parts.append(f"<text {place}>{side}</text>")
    return parts


def whisker(x: float, fastest: float, slowest: float, colour: str) -> list[str]:
    """Return the line from the fastest to the slowest board, with an arrow if it has no end."""
    top, bottom = down(slowest), down(fastest)
    line = f'x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{bottom:.1f}"'
    parts = [f'<line {line} stroke="{colour}" stroke-width="1.5" opacity="0.55"/>']
    if math.isinf(slowest):
        points = f"{x - 4:.1f},{top + 7:.1f} {x:.1f},{top:.1f} {x + 4:.1f},{top + 7:.1f}"
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>')
    return parts


def curve(rows: list[dict[str, str]], method: str) -> list[str]:
    """Return the medians of a method, joined by lines, with its whiskers and its name."""
    name, colour, beside = METHODS[method]
    parts, points = [], []
    for row in rows:
        if row["method"] != method:
            continue
        side = int(row["soup"].partition("x")[0])
        x = across(side) + beside
        median, fastest, slowest = (
            1000 * float(row[each]) / side**2 for each in ("median s", "fastest", "slowest")
        )
        parts += whisker(x, fastest, slowest, colour)
        if math.isfinite(median):
            points.append((x, down(median)))
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts.append(f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2"/>')
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in points]
    y = TOP + 24 * list(METHODS).index(method)
    parts.append(f'<circle cx="{RIGHT + 20}" cy="{y + 10}" r="4" fill="{colour}"/>')
    parts.append(f'<text x="{RIGHT + 32}" y="{y + 15}">{name}</text>')
    return parts


def main() -> None:
    """Write the picture."""
    with Path(__file__).with_name("strips.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    sides = sorted({int(row["soup"].partition("x")[0]) for row in rows})
    parts = axes(sides) + [part for method in METHODS for part in curve(rows, method)]
    middle = (LEFT + RIGHT) / 2
    words = "cells on each side of the soup; milliseconds of processor time for each of its cells"
    parts.append(f'<text x="{middle}" y="{BOTTOM + 44}" text-anchor="middle">{words}</text>')
    width, height = RIGHT + 190, BOTTOM + 56
    Path(__file__).with_name("strips.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        ' role="img" aria-label="processor time for each cell against the side, logarithmic">\n'
        "<style>text{font:14px sans-serif;fill:#5c675c}</style>\n"
        + "\n".join(parts)
        + "\n</svg>\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
