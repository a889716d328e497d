"""Minimal covers: the fewest clauses that forbid exactly the wrong transitions of a rule."""

import numpy as np
from numpy.typing import NDArray


def implicants(function: NDArray[np.bool_], inputs: int | None = None) -> NDArray[np.bool_]:
    """Return the implicants of Boolean functions: the cubes on which they are true.

    `function` has shape ``(2,) * n``, and further axes for several functions if `inputs` is n. The
    result has shape ``(3,) * n`` and the same further axes; index 2 stands for either state of an
    input.
    """
    cubes = function
    for axis in range(function.ndim if inputs is None else inputs):
        dead, live = np.moveaxis(cubes, axis, 0)
        cubes = np.concatenate([cubes, np.expand_dims(dead & live, axis)], axis=axis)
    return cubes


def minimal_cover(sets: NDArray[np.bool_], costs: NDArray[np.intp]) -> list[int]:
    """Choose sets that cover every element, none of them redundant; return their sorted indices.

    This is the Quine-McCluskey table method, with a greedy choice for the cyclic core: of the sets
    that cover most, the cheapest. For Life, the result is the true minimum. `sets` has shape
    ``(sets, elements)``, and every element lies in some set.

    >>> minimal_cover(np.array([[1, 1, 0], [0, 1, 0], [0, 1, 1]], dtype=bool), np.array([1, 1, 1]))
    [0, 2]
    """
    chosen: list[int] = []
    alive = _cheapest_of_equals(sets, costs)
    open_elements = np.ones(sets.shape[1], dtype=bool)
    while open_elements.any():
        table = sets[alive][:, open_elements]
        alive, table = _undominated(alive, table, costs)
        sole = table[:, table.sum(axis=0) == 1].any(axis=1)
        if not sole.any():
            gain = table.sum(axis=1) * (costs.max() + 1) - costs[alive]
            sole = np.arange(len(alive)) == int(gain.argmax())
        chosen.extend(alive[sole].tolist())
        open_elements &= ~sets[alive[sole]].any(axis=0)
        alive = alive[~sole]
    return _irredundant(sets, costs, sorted(chosen))


def _cheapest_of_equals(sets: NDArray[np.bool_], costs: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the index of the cheapest of each distinct set, which keeps tables of pairs small."""
    most_expensive_first = np.argsort(-costs, kind="stable").tolist()
    cheapest = {sets[number].tobytes(): number for number in most_expensive_first}
    return np.array(sorted(cheapest.values()), dtype=np.intp)


def _undominated(
    alive: NDArray[np.intp], table: NDArray[np.bool_], costs: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Drop sets that are subsets of another set of at most the same cost."""
    counts = table.astype(np.float32)
    shared = counts @ counts.T
    sizes = table.sum(axis=1)
    cost = costs[alive]
    within = shared >= sizes[:, None]
    equal = within & within.T & (cost[:, None] == cost[None, :])
    index = np.arange(len(alive))
    better = (
        within & (cost[None, :] <= cost[:, None]) & (~equal | (index[None, :] < index[:, None]))
    )
    np.fill_diagonal(better, val=False)
    keep = np.flatnonzero(~np.any(better, axis=1) & (sizes > 0))
    return alive[keep], table[keep]


def _irredundant(sets: NDArray[np.bool_], costs: NDArray[np.intp], chosen: list[int]) -> list[int]:
    """Drop every chosen set whose elements the others cover, the most expensive first."""
    for candidate in sorted(chosen, key=lambda number: -int(costs[number])):
        others = [number for number in chosen if number != candidate]
        if np.all(np.any(sets[others], axis=0) >= sets[candidate]):
            chosen = others
    return chosen
