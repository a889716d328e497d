"""Minimal covers: the fewest clauses that forbid just the wrong transitions of a rule."""

import numpy as np
from numpy.typing import NDArray


def implicants(function: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which cubes lie wholly where a function is true.

    Parameters
    ----------
    function
        Shape ``(2,) * n``, indexed by the states of the n inputs.

    Returns
    -------
    ndarray of bool
        Shape ``(3,) * n``; index 2 stands for an input that may have either state.
    """
    cubes = function
    for axis in range(function.ndim):
        either = cubes.all(axis=axis, keepdims=True)
        cubes = np.concatenate([cubes, either], axis=axis)
    return cubes


def minimal_cover(sets: NDArray[np.bool_], costs: NDArray[np.intp]) -> list[int]:
    """Choose sets that together cover every element, none of them superfluous.

    Sets that alone cover some element are taken first; then elements and sets that are dominated by
    others are left out, and the two steps repeat while they help. What remains goes to the set that
    covers most, the cheaper first. (Quine and McCluskey's table method, with a greedy choice for
    the cyclic core.) For Life this is the true minimum; for any rule no set can be dropped.

    Parameters
    ----------
    sets
        Membership, shape ``(sets, elements)``; every element lies in some set.
    costs
        A cost for each set, shape ``(sets,)``: between sets that cover equally much the cheaper
        wins.

    Returns
    -------
    list of int
        Numbers of the chosen sets, ascending.

    Examples
    --------
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
    """Return one number for each distinct set, so that the tables of all pairs stay small."""
    dearest_first = np.argsort(-costs, kind="stable").tolist()
    cheapest = {sets[number].tobytes(): number for number in dearest_first}
    return np.array(sorted(cheapest.values()), dtype=np.intp)


def _undominated(
    alive: NDArray[np.intp], table: NDArray[np.bool_], costs: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Drop sets that lie within another set which costs no more."""
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
    """Drop, dearest first, every chosen set whose elements the others cover."""
    for candidate in sorted(chosen, key=lambda number: -int(costs[number])):
        others = [number for number in chosen if number != candidate]
        if np.all(np.any(sets[others], axis=0) >= sets[candidate]):
            chosen = others
    return chosen
