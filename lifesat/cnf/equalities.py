"""Equal literals: a union-find over literals, with negation and constants."""

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import TRUE, Literals


class Equalities:
    """Which literals are equal.

    A literal is a node: two for each variable, and two for the constants, which come first. Among
    equal literals the one with the smallest variable represents all; constants represent whatever
    equals them. Merging two literals merges their negations too.

    Examples
    --------
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
        """Return the literals that represent those of an array, in its shape."""
        roots = self._roots[_nodes(literals)]
        variables = roots >> 1
        resolved = np.where(variables == 0, TRUE, variables) * np.where(roots & 1, -1, 1)
        return resolved.astype(np.int32)

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
