"""Space-time: a block of cells, several generations deep, whose cells are literals.

A cell that is known is the literal `TRUE` or `FALSE`, an unknown one a variable (a positive
number), and `ANY` stands where nothing is said about a cell. What a search asks is written by
putting literals in their places; the encodings then tie each generation to the next.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TRUE = 1 << 30
FALSE = -TRUE
ANY = 0

Literals = NDArray[np.int32]


def fresh(shape: tuple[int, ...], used: int) -> Literals:
    """Return an array of variables that continue after the `used` ones, in row-major order."""
    size = int(np.prod(shape))
    return np.arange(used + 1, used + size + 1, dtype=np.int32).reshape(shape)


def is_variable(literals: Literals) -> NDArray[np.bool_]:
    """Return where `literals` are variables or their negations, not constants."""
    variables: NDArray[np.bool_] = (literals != ANY) & (np.abs(literals) < TRUE)
    return variables


@dataclass(frozen=True)
class SpaceTime:
    """Literals indexed ``[t, y, x]`` and what lies beyond the edges.

    Attributes
    ----------
    literals
        Array of shape ``(generations + 1, height, width)``. `ANY` may stand only where no
        constrained cell of the next generation looks.
    torus
        Whether opposite edges meet; otherwise every cell beyond the array is dead.
    """

    literals: Literals
    torus: bool = False

    @property
    def generations(self) -> int:
        """Steps from the first layer to the last."""
        return len(self.literals) - 1

    @property
    def variables(self) -> int:
        """The greatest variable that stands for a cell; 0 when every cell is known."""
        return int(np.abs(self.literals[is_variable(self.literals)]).max(initial=0))

    def surrounded(self, t: int, border: int) -> Literals:
        """Return layer `t` with `border` more cells on every side."""
        if self.torus:
            return np.pad(self.literals[t], border, mode="wrap")
        return np.pad(self.literals[t], border, constant_values=FALSE)

    def neighbourhoods(self, t: int) -> Literals:
        """Return the 3x3 block around every cell of layer `t`.

        Returns
        -------
        ndarray of int32
            Shape ``(height, width, 9)``, the nine in row-major order, so the cell itself is number
            4.
        """
        padded = self.surrounded(t, 1)
        height, width = self.literals.shape[1:]
        return np.stack(
            [padded[dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3)],
            axis=-1,
        )
