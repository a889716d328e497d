"""Symmetries of problems, and required symmetries of their solutions."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import TRUE, Literals, is_variable
from lifesat.errors import UserError
from lifesat.life.arrays import least_of_orbits, transform
from lifesat.life.rule import Rule
from lifesat.life.symmetry import subgroups, symmetry_group
from lifesat.problems.life.box import Shift, symmetry_error, symmetry_words
from lifesat.problems.problem import Boards

# Directions such that each axis of a single mirror is along one of them.
_DIRECTIONS = ((0, 0), (1, 0), (1, -1))
_MIRRORED = {
    "flip_x": "mirrored left to right",
    "flip_y": "mirrored top to bottom",
    "transpose": "mirrored at the diagonal",
    "anti_transpose": "mirrored at the other diagonal",
}
# The limit on the entries of a group (order times cells), about 400 MB.
_MAX_ENTRIES = 50_000_000


def projection_symmetries(
    literals: Literals,
    group: Iterable[str],
    *,
    states: NDArray[np.integer] | None = None,
    labels: NDArray[np.integer] | None = None,
    translations: bool = False,
) -> NDArray[np.intp]:
    """Return the symmetries of a problem as permutations of its projection.

    `literals` are those of all states but 0 in the first generation, shape
    ``(states - 1, height, width)``; cells of the same literals map to cells of the same literals. A
    symmetry leaves `states` unchanged, by default which cells are known, and maps cells of the same
    label to cells of the same label. With `translations`, opposite edges meet, so translations are
    symmetries too.

    Image ``i`` of a solution has at index ``k`` the value that the solution has at index
    ``[i, k]``. Raises UserError if the group is too large to list.
    """
    # A cell and its images have the same variables in the same order; the least one names them.
    least = literals.min(axis=0, where=is_variable(literals), initial=TRUE)
    _, places, indices = np.unique(least, return_index=True, return_inverse=True)
    indices = np.where(least == TRUE, -1, indices.reshape(least.shape))
    unknown = indices >= 0
    states = unknown.astype(np.int8) if states is None else states
    labels = np.zeros(indices.shape, dtype=np.int8) if labels is None else labels
    _, first = np.unique(indices[unknown], return_index=True)
    found = []
    for moved, numbers, parts in _images(states, (indices, labels), group, translations):
        permutation = numbers[unknown][first]
        same = np.array_equal(moved, states) and _same_partition(labels, parts)
        if same and np.array_equal(permutation[indices[unknown]], numbers[unknown]):
            found.append(permutation)
            _reject_many(len(found), len(first))
    order: NDArray[np.intp] = np.unique(np.array(found, dtype=np.intp), axis=0)
    if len(literals) == 1:
        return order
    variables = literals.reshape(len(literals), -1)[:, places[: order.shape[1]]].T
    open_states = is_variable(variables)
    permutations: NDArray[np.intp] = np.empty((len(order), open_states.sum()), dtype=np.intp)
    permutations[:, variables[open_states] - 1] = variables[order][:, open_states] - 1
    return permutations


def renaming(literals: Literals, image: Literals) -> NDArray[np.intp] | None:
    """Return the variable that each variable becomes in an image, from 0, or None.

    None means that the image does not only rename variables: known cells or signs differ, or a
    variable becomes several.
    """
    unknown = is_variable(literals)
    if not np.array_equal(literals[~unknown], image[~unknown]):
        return None
    if not np.array_equal(literals[unknown] > 0, image[unknown] > 0):
        return None
    numbers, others = np.abs(literals[unknown]) - 1, np.abs(image[unknown]) - 1
    renamed = np.zeros(int(numbers.max(initial=-1)) + 1, dtype=np.intp)
    renamed[numbers] = others
    return renamed if np.array_equal(renamed[numbers], others) else None


def invariance_clauses(
    literals: Literals, elements: Collection[str]
) -> Iterator[NDArray[np.int32]]:
    """Yield clauses that make cells equal to their images, for groups of symmetries.

    These are the groups among `elements`, a group of symmetries of the problem that rename its
    variables. The clauses have shape ``(clauses, 2)``; those of the largest group come first.
    Groups with the same clauses, because the problem is symmetric already, come once.
    """
    numbers, seen = np.abs(literals), set()
    for group in subgroups(elements):
        first = least_of_orbits(numbers, group)
        pairs = np.stack([numbers, first], axis=-1)[numbers != first]
        signs = np.array([[-1, 1], [1, -1]], dtype=np.int32)
        clauses = np.unique((pairs[:, None] * signs).reshape(-1, 2), axis=0)
        if len(clauses) and clauses.tobytes() not in seen:
            seen.add(clauses.tobytes())
            yield clauses


def _images(
    states: NDArray[np.integer],
    others: Sequence[NDArray[np.integer]],
    group: Iterable[str],
    translations: bool,
) -> Iterator[list[NDArray[np.integer]]]:
    """Yield images of `states` that may equal it, each with the same images of the others."""
    for name in group:
        image: NDArray[np.integer] = transform(states, name)
        if image.shape != states.shape:
            continue
        images = [image, *(transform(cells, name) for cells in others)]
        for shift in _shifts(image, states) if translations else [(0, 0)]:
            yield [np.roll(cells, shift, axis=(0, 1)) for cells in images]


def _reject_many(order: int, projection: int) -> None:
    if order * projection > _MAX_ENTRIES:
        raise UserError(
            f"the target has {order} symmetries or more, too many to list solutions up to symmetry"
        )


def _same_partition(labels: NDArray[Any], others: NDArray[Any]) -> bool:
    """Return whether two arrays are equal up to renaming their labels."""
    pairs = np.unique(np.stack([labels.ravel(), others.ravel()]), axis=1)
    return all(len(np.unique(each)) == len(each) for each in pairs)


def axis_direction(symmetry: str, states: NDArray[np.integer], rule: Rule) -> Shift:
    """Return the direction of a symmetry's axis, as a shift for `symmetry_group`.

    Of two possible axes, one is chosen that is consistent with the digit of the name, the rule and
    the target, if there is one; the vertical axis and the main diagonal are preferred. The name may
    be invalid.
    """
    height, width = states.shape
    allowed = [
        direction
        for direction in _DIRECTIONS
        if not symmetry_error(symmetry, width, height, direction, rule)
    ]
    compatible = [
        each for each in allowed if is_compatible(states, symmetry_group(symmetry, each), rule)
    ]
    return next(iter(compatible or allowed), (0, 0))


def group_of(symmetry: str, states: NDArray[np.integer], rule: Rule) -> tuple[str, ...]:
    """Return the transforms of a symmetry about the axis of `axis_direction`."""
    return symmetry_group(symmetry, axis_direction(symmetry, states, rule))


def is_compatible(states: NDArray[np.integer], group: Iterable[str], rule: Rule) -> bool:
    """Return whether the known cells of a target, with states of the rule, have a symmetry."""
    return all(
        (states == image)[(states < rule.states) & (image < rule.states)].all()
        for image in (transform(states, element) for element in group if element != "identity")
    )


def first_of_orbits(constrained: NDArray[np.bool_], group: Iterable[str]) -> NDArray[np.bool_]:
    """Return a mask of the first cell of each orbit of constrained cells."""
    numbers = np.where(
        constrained, np.arange(constrained.size).reshape(constrained.shape), constrained.size
    )
    least = least_of_orbits(numbers, group)
    first: NDArray[np.bool_] = constrained & (numbers == least)
    return first


def is_symmetric(boards: Boards, group: Iterable[str]) -> NDArray[np.bool_]:
    """Return which boards, shape ``(boards, height, width)``, are invariant under a group."""
    same = np.ones(len(boards), dtype=bool)
    for element in group:
        if element != "identity":
            same &= (transform(boards, element) == boards).all(axis=(1, 2))
    return same


def describe(
    symmetry: str, group: tuple[str, ...], states: NDArray[np.integer], rule: Rule
) -> list[str]:
    """Return a description of a symmetry, with its axis if the target allows another one."""
    compatible = len(group) == 2 and is_compatible(states, group, rule)
    mirror = _MIRRORED.get(group[-1]) if compatible else None
    return [f"{each} ({mirror})" if mirror else each for each in symmetry_words(symmetry)]


def _shifts(transformed: NDArray[Any], states: NDArray[Any]) -> list[tuple[int, int]]:
    """Return the shifts (rows, columns) that may map `transformed` to `states`.

    The agreements of all shifts are counted at once by Fourier transforms.
    """
    agreements = np.zeros(states.shape)
    for state in np.unique(states):
        there = np.fft.rfft2((states == state).astype(float))
        here = np.fft.rfft2((transformed == state).astype(float))
        agreements += np.fft.irfft2(there * here.conj(), s=states.shape)
    return [(int(dy), int(dx)) for dy, dx in np.argwhere(agreements > states.size - 0.5)]
