"""The cells of a parent that its child depends on.

Some cells of a parent are enough to force what is required of its child: a dead cell with four live
neighbours stays dead whatever the other neighbours are. One generation further back only these
cells are required, which leaves more freedom than requiring the whole parent.

Property-directed reachability lifts the states of a circuit in the same way, by ternary simulation:
N. Eén, A. Mishchenko and R. Brayton, "Efficient implementation of property directed reachability",
FMCAD 2011.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings.transition import forced_blocks, successor_table
from lifesat.life.pattern import UNKNOWN
from lifesat.life.rule import Rule
from lifesat.problems.life.window import Outside

# The place values of the nine cells of a block in base three, row by row; UNKNOWN is the digit 2.
_PLACES = [3**place for place in range(8, -1, -1)]
_NEIGHBOURHOOD = [(place, *divmod(number, 3)) for number, place in enumerate(_PLACES)]


def forcing_cells(
    parent: NDArray[np.uint8], child: NDArray[np.uint8], rule: Rule, outside: Outside
) -> NDArray[np.uint8]:
    """Return a parent in which cells that no known cell of its child depends on are unknown.

    Cells become unknown one by one, the outermost first, as long as every known cell of the child
    is still forced. The result is minimal, except perhaps on a torus less than three cells wide or
    high. With outside ``free``, the box of `child` is smaller than that of `parent` by one cell on
    every side; otherwise it is the same.
    """
    border = {"dead": 2, "free": 0, "torus": 1}[outside]
    around = np.pad(parent, border, mode="wrap") if outside == "torus" else np.pad(parent, border)
    later = np.pad(child, 1) if outside == "dead" else child
    height, width = later.shape
    windows = np.lib.stride_tricks.sliding_window_view(around.astype(np.intp), (3, 3))
    blocks = (windows.reshape(height, width, 9) @ np.array(_PLACES)).tolist()
    states, cells, forced = later.tolist(), parent.tolist(), _forced_states(rule)
    for y, x in _from_outside(*parent.shape):
        changed: dict[tuple[int, int], int] = {}
        for place, dy, dx in _NEIGHBOURHOOD:
            row, column = y + border - dy, x + border - dx
            if outside == "torus":
                row, column = row % height, column % width
            elif not (0 <= row < height and 0 <= column < width):
                continue
            block = changed.get((row, column), blocks[row][column])
            changed[row, column] = block + (UNKNOWN - cells[y][x]) * place
        if all(states[r][c] in (UNKNOWN, forced[block]) for (r, c), block in changed.items()):
            cells[y][x] = UNKNOWN
            for (row, column), block in changed.items():
                blocks[row][column] = block
    return np.array(cells, dtype=np.uint8)


@lru_cache
def _forced_states(rule: Rule) -> list[int]:
    """Return what each partly known block forces its cell to be: a state, or UNKNOWN."""
    live = successor_table(rule)
    forces_dead, forces_live = forced_blocks(~live, live)
    states: list[int] = np.where(forces_live, 1, np.where(forces_dead, 0, UNKNOWN)).tolist()
    return states


def _from_outside(height: int, width: int) -> list[tuple[int, int]]:
    """Return all rows and columns of a box, from the rim inwards."""
    y, x = np.indices((height, width))
    depth = np.minimum(np.minimum(y, height - 1 - y), np.minimum(x, width - 1 - x))
    order = np.argsort(depth, axis=None, kind="stable")
    return [divmod(place, width) for place in order.tolist()]
