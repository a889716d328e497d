"""Symmetries of a rectangle of cells, or of a torus: those it has, and those that are asked for."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.pattern import UNKNOWN
from lifesat.problems.box import Shift, symmetry_fault, symmetry_words, turned, turns_of
from lifesat.problems.problem import Boards
from lifesat.rules import Rule

# Directions such that each axis of a single mirror is along one of them.
_DIRECTIONS = ((0, 0), (1, 0), (1, -1))
_MIRRORED = {
    "flip_x": "mirrored left to right",
    "flip_y": "mirrored top to bottom",
    "transpose": "mirrored at the diagonal",
    "anti_transpose": "mirrored at the other diagonal",
}
# A group of this many entries (order times cells) takes about 400 MB.
_MAX_ENTRIES = 50_000_000


def permutations(
    states: NDArray[np.integer],
    places: NDArray[np.integer],
    turns: Iterable[str],
    *,
    translations: bool,
) -> NDArray[np.intp]:
    """Return the symmetries that leave `states` unchanged.

    Parameters
    ----------
    states
        What is known of each cell, shape ``(height, width)``.
    places
        The number of each cell in the projection, or -1 where the cell is known. Cells with one
        number have images with one number, or it is no symmetry.
    turns
        The turns to choose from, a group.
    translations
        Whether opposite edges meet, so that shifts are symmetries too.

    Returns
    -------
    ndarray
        Shape ``(order, projection)``. An image has at place ``k`` what stood at place ``[i, k]``.

    Raises
    ------
    UserError
        If the group is too large to list.
    """
    found = []
    unknown = places >= 0
    _, first = np.unique(places[unknown], return_index=True)
    for turn in turns:
        image, moved = turned(states, turn), turned(places, turn)
        if image.shape != states.shape:
            continue
        for shift in _shifts(image, states) if translations else [(0, 0)]:
            if (np.roll(image, shift, axis=(0, 1)) == states).all():
                numbers = np.roll(moved, shift, axis=(0, 1))[unknown]
                permutation = numbers[first]
                if (permutation[places[unknown]] == numbers).all():
                    found.append(permutation)
        if len(found) * len(first) > _MAX_ENTRIES:
            raise UserError(
                f"the target has {len(found)} symmetries or more, too many to list solutions up to"
                " symmetry"
            )
    return np.unique(np.array(found, dtype=np.intp), axis=0)


def axis(symmetry: str, states: NDArray[np.integer], rule: Rule) -> Shift:
    """Return along which direction a symmetry's axis is, for `lifesat.problems.box.turns_of`.

    Of two axes it is one that the figure in the name, the rule and the target allow, as far as
    there is one; of two such the vertical one, or the diagonal from the upper left.

    Parameters
    ----------
    symmetry
        A name, which need not be right.
    states
        The target in its window, shape ``(height, width)``; from `UNKNOWN` on, nothing is known.
    rule
        Under which the target is reached.
    """
    height, width = states.shape
    allowed = [
        direction
        for direction in _DIRECTIONS
        if not symmetry_fault(symmetry, width, height, direction, rule)
    ]
    had = [each for each in allowed if agrees(states, turns_of(symmetry, each))]
    return next(iter(had or allowed), (0, 0))


def agrees(states: NDArray[np.integer], turns: Iterable[str]) -> bool:
    """Return whether a symmetry makes no live cell of a target equal to a dead one.

    Parameters
    ----------
    states
        The target, shape ``(height, width)``; from `UNKNOWN` on, nothing is known.
    turns
        Those of the symmetry.
    """
    return all(
        (states == image)[(states < UNKNOWN) & (image < UNKNOWN)].all()
        for image in (turned(states, turn) for turn in turns)
    )


def first_of_each(asked: NDArray[np.bool_], turns: Iterable[str]) -> NDArray[np.bool_]:
    """Return of the cells that are asked for and that turns, a group, make equal the first ones."""
    numbers = np.where(asked, np.arange(asked.size).reshape(asked.shape), asked.size)
    least = np.min([turned(numbers, turn) for turn in turns], axis=0)
    first: NDArray[np.bool_] = asked & (numbers == least)
    return first


def kept(boards: Boards, turns: Iterable[str]) -> NDArray[np.bool_]:
    """Return which boards, shape ``(boards, height, width)``, no turn changes."""
    same = np.ones(len(boards), dtype=bool)
    for turn in turns:
        if turn != "identity":
            same &= (turned(boards, turn) == boards).all(axis=(1, 2))
    return same


def words(symmetry: str, turns: tuple[str, ...], states: NDArray[np.integer]) -> list[str]:
    """Return the words for a symmetry, and for its axis where a target could have another."""
    mirror = _MIRRORED.get(turns[-1]) if len(turns) == 2 and agrees(states, turns) else None
    return [f"{each} ({mirror})" if mirror else each for each in symmetry_words(symmetry)]


def _shifts(turned: NDArray[np.integer], states: NDArray[np.integer]) -> list[tuple[int, int]]:
    """Return the shifts (rows, columns) that may carry `turned` to `states`.

    Agreements between two boards are counted for all shifts at once by Fourier transforms.
    """
    agreements = np.zeros(states.shape)
    for state in np.unique(states):
        there = np.fft.rfft2((states == state).astype(float))
        here = np.fft.rfft2((turned == state).astype(float))
        agreements += np.fft.irfft2(there * here.conj(), s=states.shape)
    return [(int(dy), int(dx)) for dy, dx in np.argwhere(agreements > states.size - 0.5)]
