"""Boxes of cells: how they are turned, shifted, and made symmetric.

The names of symmetries are those of LifeWiki and of the census of soups. The figure that says where
the centre lies may be left out, since the box's size says that.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lifesat.arrays import from_array
from lifesat.errors import UserError
from lifesat.formats.apgcode import code_of
from lifesat.formula import Formula
from lifesat.pattern import TRANSFORMS, Pattern
from lifesat.problems.problem import Boards
from lifesat.rules import LIFE, RULES_WITH_TABLE, Rule, parse_rule
from lifesat.spacetime import FALSE, Literals, is_variable

Kind = TypeVar("Kind", bound=np.generic)
Shift = tuple[int, int]

# For each symmetry the turns that leave a box unchanged, by their names in `lifesat.pattern`.
SYMMETRIES: dict[str, tuple[str, ...]] = {
    "C1": ("identity",),
    "C2": ("identity", "rot180"),
    "C4": ("identity", "rot90", "rot180", "rot270"),
    "D2_+": ("identity", "flip_x"),
    "D2_x": ("identity", "transpose"),
    "D4_+": ("identity", "rot180", "flip_x", "flip_y"),
    "D4_x": ("identity", "rot180", "transpose", "anti_transpose"),
    "D8": TRANSFORMS,
}
# The same with the axis that other patterns move along.
_OTHER_AXES = {"D2_+": ("identity", "flip_y"), "D2_x": ("identity", "anti_transpose")}

# How a vector turns: ``(x, y)`` becomes ``(a x + b y, c x + d y)``.
MATRICES: dict[str, tuple[int, int, int, int]] = {
    "identity": (1, 0, 0, 1),
    "rot90": (0, -1, 1, 0),
    "rot180": (-1, 0, 0, -1),
    "rot270": (0, 1, -1, 0),
    "flip_x": (-1, 0, 0, 1),
    "flip_y": (1, 0, 0, -1),
    "transpose": (0, 1, 1, 0),
    "anti_transpose": (0, -1, -1, 0),
}
_INVERSES = {"rot90": "rot270", "rot270": "rot90"}


@lru_cache
def searched_rule(text: str) -> Rule:
    """Return the rule that a text names, one under which objects in a box can be sought.

    Raises
    ------
    UserError
        If the text names no such rule.
    """
    rule, grid = parse_rule(text)
    if grid:
        raise UserError(
            f"rule {rule}:{grid} has a grid, but objects are sought in a box on the endless plane; "
            f"give {rule} alone"
        )
    if not rule.has_table:
        raise UserError(f"rule {rule} is {rule.family}; a search needs {RULES_WITH_TABLE}")
    if rule.table[0]:
        raise UserError(
            f"rule {rule} gives birth without neighbours (B0), so nothing stays dead outside a box"
        )
    return rule


def rule_words(rule: str) -> list[str]:
    """Return the words for a rule, none for Life."""
    return [f"rule {rule}"] * (rule != LIFE.name)


def turns_fault(rule: Rule, turns: Iterable[str], asked: str) -> str | None:
    """Return why what is asked for is not sought under a rule, which lacks some turn, or None."""
    lacking = [turn for turn in turns if turn not in rule.turns]
    if not lacking:
        return None
    return f"rule {rule} is not the same after {lacking[0]}, so nothing is sought with {asked}"


def symmetry_fault(
    symmetry: str, width: int, height: int, shift: Shift = (0, 0), rule: Rule = LIFE
) -> str | None:
    """Return why patterns in a box, moving by a shift, are not sought with a symmetry, or None."""
    match = re.fullmatch(r"(.*?)(?:(?<=[+x])|_)([124])", symmetry)
    name, figure = (match[1], int(match[2])) if match else (symmetry, 0)
    if name not in SYMMETRIES or (figure and name in ("C1", "D2_x")):
        return f"{symmetry!r} is no symmetry; there are {', '.join(SYMMETRIES)}"
    turns = turns_of(name, shift)
    if width != height and any(MATRICES[turn][0] == 0 for turn in turns):
        return f"symmetry {name} needs a square box, not {width}x{height}"
    if any(turned_shift(shift, turn) != shift for turn in turns):
        return f"a pattern of symmetry {name} cannot move by {shift[0]},{shift[1]}"
    across = (height if "flip_y" in turns else width) % 2
    centre = 2 - across if name == "D2_+" else (4, 2, 1)[width % 2 + height % 2]
    if figure not in (0, centre):
        return f"a box of {width}x{height} has no symmetry {symmetry}; its centre makes it " + (
            symmetry[:-1] + str(centre)
        )
    return turns_fault(rule, turns, f"symmetry {symmetry}")


def symmetry_words(symmetry: str) -> list[str]:
    """Return the words for a symmetry, none for that of every pattern."""
    return [f"symmetry {symmetry}"] * (symmetry != "C1")


def turns_of(symmetry: str, shift: Shift = (0, 0)) -> tuple[str, ...]:
    """Return the turns of a symmetry; of two axes, the one that patterns can move along.

    Parameters
    ----------
    symmetry
        A name in `SYMMETRIES`, perhaps with its figure.
    shift
        How patterns move, right and down.
    """
    name = next(
        name for name in SYMMETRIES if re.fullmatch(rf"{re.escape(name)}_?[124]?", symmetry)
    )
    turns = SYMMETRIES[name]
    fits = all(turned_shift(shift, turn) == shift for turn in turns)
    return turns if fits else _OTHER_AXES.get(name, turns)


def turned(cells: NDArray[Kind], turn: str) -> NDArray[Kind]:
    """Return boxes, shape ``(..., height, width)``, turned as `lifesat.pattern.TRANSFORMS` says."""
    if MATRICES[turn][0] == 0:
        cells = np.swapaxes(cells, -1, -2)
    # What is left of each turn after the transposition.
    rows = slice(None, None, -1 if turn in ("rot180", "flip_y", "rot270", "anti_transpose") else 1)
    columns = slice(
        None, None, -1 if turn in ("rot180", "flip_x", "rot90", "anti_transpose") else 1
    )
    return cells[..., rows, columns]


def inverse(turn: str) -> str:
    """Return the turn that undoes another."""
    return _INVERSES.get(turn, turn)


def turned_shift(shift: Shift, turn: str) -> Shift:
    """Return a shift, right and down, as it is after a turn."""
    a, b, c, d = MATRICES[turn]
    return a * shift[0] + b * shift[1], c * shift[0] + d * shift[1]


def commute(one: str, other: str) -> bool:
    """Return whether two turns may be done in any order."""
    return all(
        turned_shift(turned_shift(unit, one), other) == turned_shift(turned_shift(unit, other), one)
        for unit in ((1, 0), (0, 1))
    )


def order(turn: str) -> int:
    """Return how often a turn is done until all is as before."""
    return 1 if turn == "identity" else 4 if turn in _INVERSES else 2


def shifted(cells: NDArray[Kind], shift: Shift, fill: int) -> NDArray[Kind]:
    """Return boxes with their contents moved right and down; what leaves a box is gone."""
    dx, dy = shift
    height, width = cells.shape[-2:]
    moved = np.full_like(cells, fill)
    if abs(dx) < width and abs(dy) < height:
        there = np.s_[..., max(dy, 0) : height + min(dy, 0), max(dx, 0) : width + min(dx, 0)]
        here = np.s_[..., max(-dy, 0) : height + min(-dy, 0), max(-dx, 0) : width + min(-dx, 0)]
        moved[there] = cells[here]
    return moved


def symmetric(allowed: NDArray[np.bool_], turns: tuple[str, ...], used: int) -> Literals:
    """Return a layer with the same variable on all cells that a symmetry makes equal.

    Parameters
    ----------
    allowed
        Which cells may live, shape ``(height, width)``; a cell whose images may not is `FALSE` too.
    turns
        The symmetry, a group.
    used
        The number of variables that are taken.

    Returns
    -------
    ndarray of int32
        The literals; their variables are numbered by the first cell of each, row by row.
    """
    cells = np.arange(allowed.size).reshape(allowed.shape)
    first = np.min([turned(cells, turn) for turn in turns], axis=0)
    whole = np.all([turned(allowed, turn) for turn in turns], axis=0)
    layer = np.full(allowed.shape, FALSE, dtype=np.int32)
    _, numbers = np.unique(first[whole], return_inverse=True)
    layer[whole] = used + 1 + numbers.reshape(-1)
    return layer


def permutations(
    layer: Literals, turns: Iterable[str], labels: Iterable[NDArray[np.integer]] = ()
) -> NDArray[np.intp]:
    """Return the turns that leave a problem unchanged, as permutations of its projection.

    Parameters
    ----------
    layer
        The first generation; its variables, from 1, are the projection.
    turns
        The names to choose from, a group.
    labels
        More arrays of the box's shape that a symmetry must not mix: cells with the same label have
        images with the same label.

    Returns
    -------
    ndarray of intp
        Shape ``(order, projection)``, as `lifesat.problems.problem.Problem.symmetries` says.
    """
    found = []
    there = is_variable(layer)
    _, first = np.unique(layer[there], return_index=True)
    for turn in turns:
        image = turned(layer, turn)
        if image.shape == layer.shape and (is_variable(image) == there).all():
            images = [(layer, image), *((label, turned(label, turn)) for label in labels)]
            if all(_renamed(*pair) for pair in images):
                found.append(image[there][first] - 1)
    return np.unique(np.array(found, dtype=np.intp), axis=0)


def _renamed(here: NDArray[np.integer], there: NDArray[np.integer]) -> bool:
    """Return whether two arrays are equal but for the names of their labels."""
    pairs = np.unique(np.stack([here.ravel(), there.ravel()]), axis=1)
    return all(len(np.unique(each)) == len(each) for each in pairs)


def add_difference(formula: Formula, here: Literals, there: Literals) -> None:
    """Say that two layers differ in some cell."""
    unlike = here != there
    left, right = here[unlike], there[unlike]
    differ = formula.fresh(len(left))
    formula.add(np.stack([-differ, left, right], axis=1))
    formula.add(np.stack([-differ, -left, -right], axis=1))
    formula.add(differ[None])


def filled(layer: Literals, models: Literals) -> Boards:
    """Return boxes as models say, shape ``(models, height, width)``; what has no variable is dead.

    Parameters
    ----------
    layer
        The box's literals, shape ``(height, width)``: variables and `FALSE`.
    models
        Literals of the variables from 1 on, shape ``(models, variables)``.
    """
    boards = np.zeros((len(models), *layer.shape), dtype=np.uint8)
    variables = is_variable(layer)
    boards[:, variables] = (models > 0)[:, layer[variables] - 1]
    return boards


def object_pattern(board: Boards, rule: Rule) -> Pattern:
    """Return a board as a pattern, the object's apgcode as a comment."""
    pattern = from_array(board, rule=rule)
    return pattern.replace(comments=(code_of(pattern),))
