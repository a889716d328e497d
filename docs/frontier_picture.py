"""Draw docs/frontier.svg: the frontier of a sweep, and the cell of the target that is checked.

Run it as ``python docs/frontier_picture.py`` from the checkout.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lifesat.arrays import from_array
from lifesat.problems.predecessor import Predecessor
from lifesat.solving.frontier.plan import make_plan

CELL = 34
WIDTH, HEIGHT = 7, 8
VISITED = 39
DOCS = Path(__file__).resolve().parent


def kinds() -> NDArray[np.object_]:
    """Return what has become of each cell after the last visit, as the program plans it."""
    problem = Predecessor(from_array(np.zeros((HEIGHT, WIDTH))), margin=0)
    steps = make_plan(problem.spacetime, problem.first, problem.target.rule).steps[:VISITED]
    kind = np.full(WIDTH * HEIGHT, "ahead", dtype=object)
    for step in steps:
        kind[step.unknown - 1] = "held"
        kind[[unknown - 1 for unknown in step.forgotten]] = "forgotten"
    kind[steps[-1].unknown - 1] = "visited"
    return kind.reshape(HEIGHT, WIDTH)


def main() -> None:
    """Write the picture."""
    lines = []
    for (row, column), kind in np.ndenumerate(kinds()):
        place = f'x="{column * CELL + 1}" y="{row * CELL + 1}"'
        lines.append(f'<rect class="{kind}" {place} width="{CELL - 2}" height="{CELL - 2}"/>')
    row, column = divmod(VISITED - 1, WIDTH)
    around = f'x="{(column - 2) * CELL}" y="{(row - 2) * CELL}"'
    lines.append(f'<rect class="around" {around} width="{3 * CELL}" height="{3 * CELL}"/>')
    middle = f'cx="{(column - 0.5) * CELL}" cy="{(row - 0.5) * CELL}"'
    lines.append(f'<circle {middle} r="6"/>')
    (DOCS / "frontier.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 {WIDTH * CELL + 6} '
        f'{HEIGHT * CELL + 6}" width="{WIDTH * CELL + 6}" role="img" aria-label="a frontier">\n'
        "<style>rect{stroke:#5c675c}.forgotten{fill:#e3e8e2}.held{fill:#7fbf95}"
        ".visited{fill:#2f7d4f}.ahead{fill:#fff;stroke:#c5cdc4}"
        ".around{fill:none;stroke:#b3541e;stroke-width:3}circle{fill:#b3541e}</style>\n"
        + "\n".join(lines)
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    main()
