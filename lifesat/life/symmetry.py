"""The eight symmetries of the square and their subgroups.

The names of the single symmetries (transforms) are those of Golly and LLS; ``x`` grows to the right
and ``y`` downwards, so rotations are clockwise, and ``flip_x`` swaps left and right. The names of
the subgroups (symmetry classes) are those of apgsearch and LifeWiki: ``C1``, ``C2_1``, ...,
``D4_+2``, ``D8_4``. The last digit is the number of cells at the centre; the size of the bounding
box determines it, so the names in `SYMMETRY_GROUPS` leave it out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    Vector = tuple[int, int]

# The matrix of each transform: (x, y) becomes (a x + b y, c x + d y).
_MATRICES = {
    "identity": (1, 0, 0, 1),
    "rot90": (0, -1, 1, 0),
    "rot180": (-1, 0, 0, -1),
    "rot270": (0, 1, -1, 0),
    "flip_x": (-1, 0, 0, 1),
    "flip_y": (1, 0, 0, -1),
    "transpose": (0, 1, 1, 0),
    "anti_transpose": (0, -1, -1, 0),
}

TRANSFORMS = tuple(_MATRICES)
"""The names of the eight symmetries of the square."""

SYMMETRY_GROUPS: dict[str, tuple[str, ...]] = {
    "C1": ("identity",),
    "C2": ("identity", "rot180"),
    "C4": ("identity", "rot90", "rot180", "rot270"),
    "D2_+": ("identity", "flip_x"),
    "D2_x": ("identity", "transpose"),
    "D4_+": ("identity", "rot180", "flip_x", "flip_y"),
    "D4_x": ("identity", "rot180", "transpose", "anti_transpose"),
    "D8": TRANSFORMS,
}
"""The transforms of each symmetry class."""

# The classes with one mirror again, with the other axis.
_OTHER_AXES = {"D2_+": ("identity", "flip_y"), "D2_x": ("identity", "anti_transpose")}

_CLASSES = {
    frozenset(group): name
    for groups in (SYMMETRY_GROUPS, _OTHER_AXES)
    for name, group in groups.items()
}


def decompose(transform: str) -> tuple[bool, bool, bool]:
    """Return whether to transpose, then whether to swap left and right, then top and bottom.

    >>> decompose("rot90")
    (True, True, False)
    """
    a, b, c, d = _MATRICES[transform]
    return a == 0, a + b < 0, c + d < 0


def transform_vector(vector: Vector, transform: str) -> Vector:
    """Return the image of a vector ``(right, down)``."""
    a, b, c, d = _MATRICES[transform]
    x, y = vector
    return a * x + b * y, c * x + d * y


def inverse(transform: str) -> str:
    """Return the transform that undoes another."""
    return {"rot90": "rot270", "rot270": "rot90"}.get(transform, transform)


def order(transform: str) -> int:
    """Return the order of a transform: after that many repetitions it is the identity."""
    return 1 if transform == "identity" else 2 if transform == inverse(transform) else 4


def commute(first: str, second: str) -> bool:
    """Return whether two transforms commute."""
    return all(
        transform_vector(transform_vector(unit, first), second)
        == transform_vector(transform_vector(unit, second), first)
        for unit in ((1, 0), (0, 1))
    )


def generators(group: Iterable[str]) -> list[str]:
    """Return transforms of a group whose products are all of it.

    >>> generators(SYMMETRY_GROUPS["D4_x"])
    ['rot180', 'transpose']
    """
    chosen: list[str] = []
    for element in group:
        spanned = min((each for each in _CLASSES if each.issuperset(chosen)), key=len)
        if element not in spanned:
            chosen.append(element)
    return chosen


def source_cells(transform: str, side: int) -> tuple[int, ...]:
    """Return, for each cell of a transformed square, the index of its cell in the original.

    Cells are numbered row by row.

    >>> source_cells("flip_x", 2)
    (1, 0, 3, 2)
    """
    back, last = inverse(transform), side - 1
    cells = []
    for y in range(side):
        for x in range(side):
            # Coordinates about the centre, doubled so that they are integers.
            right, down = transform_vector((2 * x - last, 2 * y - last), back)
            cells.append((down + last) // 2 * side + (right + last) // 2)
    return tuple(cells)


def symmetry_group(symmetry: str, shift: Vector = (0, 0)) -> tuple[str, ...]:
    """Return the transforms of a symmetry class, with or without the digit for its centre.

    `shift` is the displacement of a moving pattern; of two possible axes, the one parallel to it is
    taken.
    """
    name = next(
        name for name in SYMMETRY_GROUPS if re.fullmatch(rf"{re.escape(name)}_?[124]?", symmetry)
    )
    group = SYMMETRY_GROUPS[name]
    fits = all(transform_vector(shift, transform) == shift for transform in group)
    return group if fits else _OTHER_AXES.get(name, group)


def subgroups(elements: Collection[str]) -> list[tuple[str, ...]]:
    """Return the subgroups of at least two transforms of a group, the largest first.

    Of the subgroups of all eight transforms, only one of two conjugate ones is returned.

    >>> subgroups(("identity", "rot180", "flip_x", "flip_y"))[0]
    ('identity', 'rot180', 'flip_x', 'flip_y')
    >>> len(subgroups(TRANSFORMS))
    7
    """
    axes = () if len(elements) == len(TRANSFORMS) else tuple(_OTHER_AXES.values())
    groups = [group for group in (*SYMMETRY_GROUPS.values(), *axes) if set(group) <= set(elements)]
    return sorted((group for group in groups if len(group) > 1), key=len, reverse=True)


def centre_cells(group: Iterable[str], width: int, height: int) -> int:
    """Return the digit of a symmetry class: how many cells meet at the centre of a box.

    It is 1, 2 or 4; for a single mirror (D2_+), the width of its axis in cells; and 0 for classes
    without a digit (C1 and D2_x).
    """
    transforms = set(group)
    if "rot180" in transforms:
        return (4, 2, 1)[width % 2 + height % 2]
    if "flip_x" in transforms:
        return 2 - width % 2
    return 2 - height % 2 if "flip_y" in transforms else 0


def class_name(group: Iterable[str], width: int, height: int) -> str:
    """Return the full name of a symmetry class, as apgsearch writes it.

    The group is that of a pattern, and the size is that of its bounding box.

    >>> class_name(["identity", "flip_y"], 3, 5)
    'D2_+1'
    """
    transforms = frozenset(group)
    name, centre = _CLASSES[transforms], centre_cells(transforms, width, height)
    if not centre:
        return name
    return f"{name}{centre}" if name[-1] in "+x" else f"{name}_{centre}"
