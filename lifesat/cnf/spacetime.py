"""Space-time: a block of cells, several generations deep, whose cells are literals.

A known cell is the literal `TRUE` or `FALSE`, an unknown cell is a variable (a positive number),
and `ANY` marks a cell that is not constrained. A search is defined by the literals in the array;
the encodings add the clauses between each generation and the next.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TRUE = 1 << 30
FALSE = -TRUE
ANY = 0

Literals = NDArray[np.int32]


def fresh(shape: tuple[int, ...], used: int) -> Literals:
    """Return an array of new variables, numbered from ``used + 1`` in row-major order."""
    size = int(np.prod(shape))
    return np.arange(used + 1, used + size + 1, dtype=np.int32).reshape(shape)


def is_variable(literals: Literals) -> NDArray[np.bool_]:
    """Return which literals are variables or their negations, not constants."""
    variables: NDArray[np.bool_] = (literals != ANY) & (np.abs(literals) < TRUE)
    return variables


@dataclass(frozen=True)
class SpaceTime:
    """Literals indexed ``[t, y, x]``, and the kind of edges."""

    # Shape (generations + 1, height, width). A cell may be `ANY` only if no constrained cell of the
    # next generation depends on it.
    literals: Literals
    # Whether opposite edges are joined; otherwise every cell outside the array is dead.
    torus: bool = False
    # Which cells the rule binds to the layer before, in the shape of `literals`; None if it binds
    # all. A cell that is not bound may have any state.
    bound: NDArray[np.bool_] | None = None

    @property
    def generations(self) -> int:
        """The number of steps from the first layer to the last."""
        return len(self.literals) - 1

    @property
    def variables(self) -> int:
        """The largest variable of a cell; 0 if every cell is known."""
        return int(np.abs(self.literals[is_variable(self.literals)]).max(initial=0))

    def binds(self, t: int) -> NDArray[np.bool_]:
        """Return which cells of layer `t` have to follow from the layer before."""
        constrained: NDArray[np.bool_] = self.literals[t] != ANY
        return constrained if self.bound is None else constrained & self.bound[t]

    def surrounded(self, t: int, border: int) -> Literals:
        """Return layer `t` with a border of `border` cells on every side."""
        if self.torus:
            return np.pad(self.literals[t], border, mode="wrap")
        return np.pad(self.literals[t], border, constant_values=FALSE)

    def neighbourhoods(self, t: int) -> Literals:
        """Return the 3x3 block around every cell of layer `t`, shape ``(height, width, 9)``.

        Blocks are in row-major order, so the cell itself has index 4.
        """
        padded = self.surrounded(t, 1)
        height, width = self.literals.shape[1:]
        return np.stack(
            [padded[dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3)],
            axis=-1,
        )
