"""Symmetries of a rectangle of cells, or of a torus, as permutations of its unknowns."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError

# A group of this many entries (order times cells) takes about 400 MB.
_MAX_ENTRIES = 50_000_000


def permutations(
    states: NDArray[np.integer], places: NDArray[np.integer], *, translations: bool
) -> NDArray[np.intp]:
    """Return the symmetries that leave `states` unchanged.

    Parameters
    ----------
    states
        What is known of each cell, shape ``(height, width)``.
    places
        The number of each cell in the projection, or -1 where the cell is known.
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
    projection = int(unknown.sum())
    for turned, moved in zip(_turns(states), _turns(places), strict=True):
        if turned.shape != states.shape:
            continue
        shifts = _shifts(turned, states) if translations else [(0, 0)]
        found += [
            np.roll(moved, shift, axis=(0, 1))[unknown]
            for shift in shifts
            if (np.roll(turned, shift, axis=(0, 1)) == states).all()
        ]
        if len(found) * projection > _MAX_ENTRIES:
            raise UserError(
                f"the target has {len(found)} symmetries or more, too many to list solutions up to"
                " symmetry"
            )
    return np.unique(np.array(found, dtype=np.intp), axis=0)


def _turns(cells: NDArray[np.integer]) -> Iterator[NDArray[np.integer]]:
    """Yield the eight images of a rectangle under rotations and reflections."""
    for face in (cells, cells.T):
        for quarter_turns in range(4):
            yield np.rot90(face, quarter_turns)


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
