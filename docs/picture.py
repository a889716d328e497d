"""Draw docs/picture.svg: a predecessor of the space invader that lifesat finds, and the invader.

Run it as ``python docs/picture.py`` from the checkout.
"""

from pathlib import Path

from lifesat import Pattern, predecessors, read_file

CELL = 14
GAP = 64
DOCS = Path(__file__).resolve().parent


def board(pattern: Pattern, left: int) -> str:
    """Return the SVG of a pattern's box with its live cells, `left` units from the left edge."""
    width, height = pattern.width * CELL, pattern.height * CELL
    lines = [f'<rect class="box" x="{left}" y="0" width="{width}" height="{height}" rx="3"/>']
    for x, y, _ in pattern.cells():
        side = CELL - 2
        place = f'x="{left + x * CELL + 1}" y="{y * CELL + 1}"'
        lines.append(f'<rect {place} width="{side}" height="{side}" rx="2"/>')
    return "\n".join(lines)


def main() -> None:
    """Find the predecessor with the fewest cells of the first hundred, and write the picture."""
    target = read_file(str(DOCS.parent / "examples" / "space-invader.rle"))
    parent = min(predecessors(target, margin=0, limit=100), key=lambda found: found.population)
    width, height = target.width * CELL, target.height * CELL
    whole = 2 * width + GAP + 4
    middle = height / 2
    arrow = f"M{width + 14} {middle}h{GAP - 34}m-7 -7l7 7l-7 7"
    (DOCS / "picture.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {whole} {height + 4}" '
        f'width="{whole}" role="img" aria-label="a predecessor and its successor">\n'
        "<style>rect{fill:#2f7d4f}.box{fill:#f3f5f2;stroke:#c5cdc4}path{fill:none;stroke:#5c675c;"
        "stroke-width:2.5}</style>\n"
        f'{board(parent, 0)}\n<path d="{arrow}"/>\n{board(target, width + GAP)}\n</svg>\n'
    )


if __name__ == "__main__":
    main()
