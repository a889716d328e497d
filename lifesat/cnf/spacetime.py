"""The cells of space-time as literals, and which literals are equal.

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
    """Literals indexed ``[t, y, x]``, and what lies around each layer."""

    # Shape (generations + 1, height, width). A cell may be `ANY` only if no constrained cell of the
    # next generation depends on it.
    literals: Literals
    # The place in a layer, counted row by row, of each of its cells and of those around it, -1 for
    # dead cells; shape (height + 2, width + 2). None if all cells around it are dead.
    around: NDArray[np.intp] | None = None
    # Which cells the rule binds to the layer before, in the shape of `literals`; None if it binds
    # all. A cell that is not bound may have any state.
    bound: NDArray[np.bool_] | None = None

    @property
    def generations(self) -> int:
        """The number of steps from the first layer to the last."""
        return len(self.literals) - 1

    @property
    def joined(self) -> bool:
        """Whether cells around a layer are cells of the layer."""
        cells = self.literals[0].size
        return self.around is not None and int((self.around >= 0).sum()) > cells

    @property
    def variables(self) -> int:
        """The largest variable of a cell; 0 if every cell is known."""
        return int(np.abs(self.literals[is_variable(self.literals)]).max(initial=0))

    def binds(self, t: int) -> NDArray[np.bool_]:
        """Return which cells of layer `t` have to follow from the layer before."""
        constrained: NDArray[np.bool_] = self.literals[t] != ANY
        return constrained if self.bound is None else constrained & self.bound[t]

    def surrounded(self, t: int, border: int) -> Literals:
        """Return layer `t` with a border of `border` cells on every side.

        Beyond the cells that lie around the layer, they are dead.
        """
        if self.around is None:
            return np.pad(self.literals[t], border, constant_values=FALSE)
        near = np.where(self.around < 0, FALSE, self.literals[t].ravel()[self.around])
        return np.pad(near, border - 1, constant_values=FALSE)

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


class Equalities:
    """Which literals are equal.

    A literal is a node: two for each variable, and two for the constants, which come first. Among
    equal literals the one with the smallest variable represents all; constants represent whatever
    equals them. Merging two literals merges their negations too.

    >>> equal = Equalities(4)
    >>> equal.merge(np.array([4, 3]), np.array([-2, TRUE]))
    >>> equal.resolve(np.array([1, 2, 3, 4])).tolist() == [1, 2, TRUE, -2]
    True
    """

    def __init__(self, variables: int) -> None:
        self._roots = np.arange(2 * variables + 2)

    @property
    def consistent(self) -> bool:
        """Whether no literal is equal to its negation."""
        return bool((self._roots[0::2] != self._roots[1::2]).all())

    def merge(self, first: Literals, second: Literals) -> None:
        """Make the literals of two arrays of one shape equal, element by element.

        A contradiction is not an error: it makes `consistent` false.
        """
        nodes = _nodes(np.stack([first.ravel(), second.ravel()]))
        pairs = np.concatenate([nodes, nodes ^ 1], axis=1)
        # In each round every set of nodes but the smallest ones among their neighbours joins a
        # smaller set, so the number of rounds is at most logarithmic.
        while True:
            roots = np.sort(self._roots[pairs], axis=0)
            differ = roots[0] != roots[1]
            if not differ.any():
                return
            pairs = roots[:, differ]
            np.minimum.at(self._roots, pairs[1], pairs[0])
            self._flatten()

    def resolve(self, literals: Literals) -> Literals:
        """Return the literals that represent those of an array, in its shape; `ANY` stays."""
        roots = self._roots[_nodes(literals)]
        variables = roots >> 1
        resolved = np.where(variables == 0, TRUE, variables) * np.where(roots & 1, -1, 1)
        return np.where(literals == ANY, ANY, resolved).astype(np.int32)

    def _flatten(self) -> None:
        """Let every node point to the smallest node of its set."""
        while True:
            further = self._roots[self._roots]
            if np.array_equal(further, self._roots):
                return
            self._roots = further


def _nodes(literals: Literals) -> NDArray[np.intp]:
    variables = np.abs(literals)
    return 2 * np.where(variables == TRUE, 0, variables).astype(np.intp) + (literals < 0)
