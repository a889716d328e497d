"""Patterns that move in a box: one of their translations reaches the sides ahead of them."""

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, Literals, is_variable
from lifesat.problems.life.box import Shift, shifted


def leading_sides(literals: Literals) -> list[tuple[int, ...]]:
    """Return clauses that some cell is live at each side towards which a pattern moves.

    A pattern with dead cells there in all generations can be moved on until this is so. A solver
    that knows where the pattern ends does not refute every translation by itself. If there is a
    solution, some solution satisfies all clauses. There are no clauses if patterns stay in their
    place, or if known or negated cells would not move with them.

    `literals` are those of all states but 0, shape ``(states, generations, height, width)``.
    Nothing else may distinguish one place in the box from another: outside, all cells are dead and
    stay dead, the rule binds every cell, and other constraints are the same for a translation. A
    pattern without live cells must not be a solution.
    """
    if (literals[is_variable(literals)] < 0).any():
        return []
    dx, dy = _direction(literals[0])
    sides = [_side(literals, step) for step in ((dx, 0), (0, dy)) if any(step)]
    if dx and dy and not any(sides):
        # A symmetric pattern that moves diagonally stays on its axis.
        sides = [_side(literals, (dx, dy))]
    return [side for side in sides if side]


def _direction(layers: Literals) -> Shift:
    """Return the direction in which a pattern moves, -1 to 1 to the right and down.

    It compares the first generation with the last one that has variables of it.
    """
    first = _variables(layers[0], layers)
    for layer in layers[:0:-1]:
        shared = first & _variables(layer, layers)
        if shared.any():
            before, after = (np.argwhere(_among(each, shared)) for each in (layers[0], layer))
            # The difference of the means, without fractions.
            moved = after.sum(axis=0) * len(before) - before.sum(axis=0) * len(after)
            down, right = np.sign(moved).tolist()
            return right, down
    return 0, 0


def _side(literals: Literals, step: Shift) -> tuple[int, ...]:
    """Return the variables of the side that a step leaves; none if the step changes the problem.

    A step does not change it if solutions with dead cells at that side remain solutions.
    """
    dx, dy = step
    stays = shifted(np.ones(literals.shape[-2:], dtype=bool), (-dx, -dy), fill=False)
    side = _variables(literals[..., ~stays], literals)
    moved = shifted(np.where(_among(literals, side), FALSE, literals), step, FALSE)
    unknown = is_variable(literals)
    if not np.array_equal(moved[~unknown], literals[~unknown]):
        return ()
    numbers, values = literals[unknown], moved[unknown]
    images = np.zeros(int(numbers.max(initial=0)) + 1, dtype=values.dtype)
    images[numbers] = values
    return tuple(np.flatnonzero(side).tolist()) if np.array_equal(images[numbers], values) else ()


def _variables(literals: Literals, every: Literals) -> NDArray[np.bool_]:
    """Return which variables are among some literals, by number; `every` has the highest one."""
    # `np.unique` would import masked arrays, which takes longer than all of this.
    found = np.zeros(int(every.max(where=is_variable(every), initial=0)) + 1, dtype=bool)
    found[literals[is_variable(literals)]] = True
    return found


def _among(literals: Literals, variables: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which literals are among some variables; there is no variable 0."""
    among: NDArray[np.bool_] = variables[np.where(is_variable(literals), literals, 0)]
    return among
