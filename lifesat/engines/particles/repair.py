"""New cells around a place where all particles die, while particles keep what they have elsewhere.

Backtracking some rows on a wide board discards what particles have in all other columns, where they
may die next. A patch around the place is a board of its own, whose cells may change while those
around it stay as one particle has them (`lifesat.engines.particles.board.patch_of`). All particles
that have had the same cells in the two columns beside the patch may then continue with the new
cells, as in recombination.
"""

from collections.abc import Sequence

import numpy as np

from lifesat.engines.particles.board import Cells
from lifesat.engines.particles.filter import Population
from lifesat.engines.particles.row import Places


def history(populations: Sequence[Population], who: Places, first: int = 0) -> tuple[Cells, Places]:
    """Trace particles of the last population back.

    Returns their rows after the `first` ones, shape ``(rows, number, columns)``, and the particles
    in the population of the last row that is left out. `who` holds the particle for each column,
    shape ``(number, columns)``; `populations` begins with the one above the board.
    """
    columns = np.arange(who.shape[1])
    rows = np.empty((len(populations) - 1 - first, *who.shape), dtype=np.uint8)
    for row in reversed(range(len(rows))):
        population = populations[first + 1 + row]
        rows[row] = population.lower[who, columns]
        who = population.parents[who, columns].astype(np.intp)
    return rows, who


def repaired(
    populations: Sequence[Population],
    particle: int,
    columns: range,
    found: Cells,
    generator: np.random.Generator,
) -> list[Population]:
    """Return populations with other cells in the last rows of some columns.

    `found` holds the new cells of each particle there, shape ``(rows, number, columns)``. Its other
    cells come from random particles with the past of `particle` beside the patch.
    """
    last = populations[-1]
    height, number, _ = found.shape
    who = np.full((number, last.lower.shape[1]), particle, dtype=np.intp)
    # A past includes the column before. Where nothing lies beside the patch, nothing is drawn.
    for beside, side in (
        (columns.start - 1, np.s_[: columns.start]),
        (columns.stop + 1, np.s_[columns.stop :]),
    ):
        if 0 <= beside < who.shape[1]:
            pasts = last.pasts[:, beside]
            alike = np.flatnonzero(pasts == pasts[particle])
            who[:, side] = generator.choice(alike, (number, 1))
    first = len(populations) - 1 - height
    rows, before = history(populations, who, first)
    rows[:, :, columns.start : columns.stop] = found
    itself = np.broadcast_to(np.arange(number)[:, None], who.shape)
    parents = [before, *[itself] * (height - 1)]
    changed = [
        last._replace(lower=row, parents=each.astype(np.uint16)).without_promises()
        for row, each in zip(rows, parents, strict=True)
    ]
    return [*populations[: first + 1], *changed]
