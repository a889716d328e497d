"""Boxes of cells: shifts, symmetric layers, and validation of rules and symmetries."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import FALSE, TRUE, Literals, is_variable
from lifesat.errors import UserError
from lifesat.life.arrays import Scalar, transform
from lifesat.life.rule import LIFE, RULES_WITH_TABLE, Rule, live_rule, parse_rule, rule_kind
from lifesat.life.symmetry import (
    SYMMETRY_GROUPS,
    centre_cells,
    decompose,
    symmetry_group,
    transform_vector,
)
from lifesat.problems.life.refractory import literals_of_states
from lifesat.problems.problem import Boards

Shift = tuple[int, int]


@lru_cache
def plane_rule(text: str, most_states: int = 2) -> Rule:
    """Parse a rule for searches on the plane and reject births without neighbours.

    The rule has a table, or is a Generations rule of at most `most_states` states; raises UserError
    for other rules.
    """
    reason = "objects are searched for on the infinite plane"
    rule = _rule_without_grid(text, reason, most_states)
    if live_rule(rule).table[0]:
        raise UserError(
            f"rule {rule} has births without neighbours (B0), so cells outside a box do not stay"
            " dead"
        )
    return rule


@lru_cache
def torus_rule(text: str, most_states: int = 2) -> Rule:
    """Parse a rule for searches on a torus.

    Raises UserError unless it has a table, or is a Generations rule of at most `most_states`
    states.
    """
    reason = "a grid is given apart from the rule"
    return _rule_without_grid(text, reason, most_states)


def _rule_without_grid(text: str, reason: str, most_states: int) -> Rule:
    """Parse a rule and reject a bounded grid; `reason` says in the message why."""
    rule, grid = parse_rule(text)
    if grid:
        raise UserError(f"rule {rule}:{grid} has a bounded grid, but {reason}; use {rule}")
    if rule.has_table or (rule.family == "generations" and rule.states <= most_states):
        return rule
    needed = RULES_WITH_TABLE
    if most_states > 2:
        needed += f", or a Generations rule of at most {most_states} states"
    elif rule.family == "generations":
        needed += "; `lifesat search` takes Generations rules"
    raise UserError(f"{rule_kind(rule)}; this needs {needed}")


def rule_words(rule: str) -> list[str]:
    """Return a description of a rule, empty for Life."""
    return [f"rule {rule}"] * (rule != LIFE.name)


def symmetries_error(rule: Rule, group: Iterable[str], asked: str) -> str | None:
    """Return an error message if a rule is not invariant under a group, else None.

    `asked` says in the message what requires the group.
    """
    missing = [element for element in group if element not in rule.symmetries]
    if not missing:
        return None
    return f"rule {rule} is not invariant under {missing[0]}, which {asked} requires"


def symmetry_error(
    symmetry: str, width: int, height: int, shift: Shift = (0, 0), rule: Rule = LIFE
) -> str | None:
    """Return an error message if patterns in a box cannot have a symmetry, else None.

    The name may end in the digit for the centre, as in ``D8_1``; the pattern moves by `shift`,
    right and down, in its period.
    """
    match = re.fullmatch(r"(.*?)(?:(?<=[+x])|_)([124])", symmetry)
    name, digit = (match[1], int(match[2])) if match else (symmetry, 0)
    if name not in SYMMETRY_GROUPS or (digit and name in ("C1", "D2_x")):
        return f"unknown symmetry {symmetry!r}; choose one of {', '.join(SYMMETRY_GROUPS)}"
    group = symmetry_group(name, shift)
    if width != height and any(decompose(element)[0] for element in group):
        return f"symmetry {name} needs a square box, not {width}x{height}"
    if any(transform_vector(shift, element) != shift for element in group):
        return f"a pattern of symmetry {name} cannot move by {shift[0]},{shift[1]}"
    centre = centre_cells(group, width, height)
    if digit not in (0, centre):
        return (
            f"a box of {width}x{height} cannot have symmetry {symmetry}; its centre makes it "
            + (symmetry[:-1] + str(centre))
        )
    return symmetries_error(rule, group, f"symmetry {symmetry}")


def symmetry_words(symmetry: str) -> list[str]:
    """Return a description of a symmetry, empty for C1."""
    return [f"symmetry {symmetry}"] * (symmetry != "C1")


Ring = tuple[int, int]
"""The numbers of rows above and below a box, and of columns at its left and right."""


def inner(cells: NDArray[Scalar], inset: int | Ring) -> NDArray[Scalar]:
    """Return a view of `cells` without a ring, or without `inset` cells on every side."""
    height, width = cells.shape[-2:]
    down, across = inset if isinstance(inset, tuple) else (inset, inset)
    return cells[..., down : height - down, across : width - across]


def with_ring(cells: NDArray[Scalar], ring: Ring, value: int = 0) -> NDArray[Scalar]:
    """Return boxes with a ring of cells that have a value."""
    down, across = ring
    around = [(0, 0)] * (cells.ndim - 2) + [(down, down), (across, across)]
    return np.pad(cells, around, constant_values=value)


def shifted(cells: NDArray[Scalar], shift: Shift, fill: int) -> NDArray[Scalar]:
    """Return boxes with their contents moved right and down; cells that leave a box are lost."""
    dx, dy = shift
    height, width = cells.shape[-2:]
    moved = np.full_like(cells, fill)
    if abs(dx) < width and abs(dy) < height:
        there = np.s_[..., max(dy, 0) : height + min(dy, 0), max(dx, 0) : width + min(dx, 0)]
        here = np.s_[..., max(-dy, 0) : height + min(-dy, 0), max(-dx, 0) : width + min(-dx, 0)]
        moved[there] = cells[here]
    return moved


def symmetric_layer(
    allowed: NDArray[np.bool_], group: tuple[str, ...], used: int, states: int = 2
) -> Literals:
    """Return a layer in which all cells of an orbit have the same variables, from ``used + 1`` on.

    It has the literals of all states but 0, shape ``(states - 1, height, width)``. Variables are
    numbered by the first cell of each orbit, row by row. An orbit with a cell that is not allowed
    is dead.
    """
    other = np.all([transform(allowed, element) for element in group], axis=0)
    possible = np.stack([np.ones_like(other), *[other] * (states - 1)])
    return literals_of_states(possible, group, used)


def add_difference(formula: Formula, here: Literals, there: Literals) -> None:
    """Add clauses that two layers differ in some cell."""
    if (here == -there).any():
        return
    unlike = here != there
    left, right = here[unlike], there[unlike]
    differ = formula.fresh(len(left))
    formula.add(np.stack([-differ, left, right], axis=1))
    formula.add(np.stack([-differ, -left, -right], axis=1))
    formula.add(differ[None])


def filled(layer: Literals, models: Literals) -> Boards:
    """Return the boxes of models, shape ``(models, height, width)``; constants are dead.

    `models` has the literals of the variables from 1 on, shape ``(models, variables)``.
    """
    boards = np.zeros((len(models), *layer.shape), dtype=np.uint8)
    variables = is_variable(layer)
    boards[:, variables] = (models > 0)[:, layer[variables] - 1]
    return boards


def literals_of(layer: Literals, boards: Boards) -> Literals:
    """Return the literals of the variables of boxes, shape ``(boards, variables)``.

    Cells of `boards` that share a variable must have the same state.
    """
    variable = is_variable(layer)
    variables, first = np.unique(layer[variable], return_index=True)
    live = boards[:, variable][:, first] == 1
    literals: Literals = np.where(live, variables, -variables).astype(np.int32)
    return literals


def last_variable(layer: Literals) -> int:
    """Return the highest variable among literals that are variables or constants."""
    return int(layer.max(where=is_variable(layer), initial=0))


def places_of(
    literals: Literals, top: int = 0, left: int = 0
) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield ``(literal, x, y, t, state)`` for every state but 0 of every unknown cell.

    They are ordered by variable. `literals` are those of all states but 0, shape
    ``(states - 1, generations, height, width)``. ``(0, 0)`` is the cell at row `top` and column
    `left`, and ``t = 0`` is the first generation.
    """
    cells = np.argwhere(is_variable(literals))
    order = np.argsort(np.abs(literals[tuple(cells.T)]), kind="stable")
    for state, t, row, column in cells[order].tolist():
        yield int(literals[state, t, row, column]), column - left, row - top, t, state + 1


def filled_with_states(layers: Literals, models: Literals) -> Boards:
    """Return the boxes of models as `filled` does, but with the states of constants.

    `layers` are the literals of all states but 0, shape ``(states - 1, height, width)``.
    """
    boards = np.zeros((len(models), *layers.shape[1:]), dtype=np.uint8)
    for state, layer in enumerate(layers, 1):
        boards += state * filled(np.where(layer == TRUE, FALSE, layer), models)
        boards[:, layer == TRUE] = state
    return boards


def neighbourhoods(around: NDArray[Scalar]) -> list[NDArray[Scalar]]:
    """Return the nine cells on and beside each cell, given a ring of cells around all."""
    height, width = around.shape[-2] - 2, around.shape[-1] - 2
    return [around[..., y : y + height, x : x + width] for y in range(3) for x in range(3)]


def extents(lines: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the number of lines from the first true one to the last; 0 if there is none.

    `lines` has shape ``(..., lines)``.
    """
    first, last = lines.argmax(axis=-1), lines[..., ::-1].argmax(axis=-1)
    return np.where(lines.any(axis=-1), lines.shape[-1] - first - last, 0)


def leading_sides(literals: Literals) -> list[tuple[int, ...]]:
    """Return clauses that some cell is live at each side towards which a pattern moves.

    A solver that knows where the pattern ends does not refute every translation by itself. There
    are no clauses if the pattern stays in its place, or if known or negated cells would not move
    with it.

    `literals` are those of all states but 0, shape ``(states, generations, height, width)``. If
    there is a solution, one satisfies the clauses, provided that cells outside stay dead, that the
    rule binds every cell, that other constraints are the same for a translation, and that solutions
    have live cells.
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
