"""The generations that follow each other from an ancestor to a target."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor


class Ancestor(NamedTuple):
    """A pattern that becomes the target after some generations."""

    pattern: Pattern
    generations: int


def history(problem: Predecessor, generations: int) -> Predecessor:
    """Return the problem of going back several generations, given that of going back one."""
    return Predecessor(
        problem.target, generations, problem.outside, margin=problem.margin * generations
    )


def is_ancestor(problem: Predecessor, found: Ancestor) -> bool:
    """Return whether a pattern, run forward, becomes the target of a problem."""
    whole = history(problem, found.generations)
    window = placed(whole, found.pattern)
    return window is not None and bool(whole.verify(window[None]).all())


def generations_of(problem: Predecessor, oldest: Pattern, generations: int) -> list[Pattern]:
    """Return the oldest generation and all that follow, up to the target."""
    whole = history(problem, generations)
    (layers,) = whole.histories(window_of(whole, oldest)[None])
    return layers


def window_of(problem: Predecessor, parent: Pattern) -> NDArray[np.uint8]:
    """Return a parent in the window of its problem; raise AssertionError if it is too large."""
    window = placed(problem, parent)
    if window is None:
        raise AssertionError(f"this is larger than its window: {parent}")
    return window


def placed(problem: Predecessor, pattern: Pattern) -> NDArray[np.uint8] | None:
    """Return a pattern in the window of a problem, with dead cells around; None if too large."""
    window = np.zeros(problem.target_states.shape, dtype=np.uint8)
    row, column = _offset(problem, pattern)
    part = window[max(row, 0) : row + pattern.height, max(column, 0) : column + pattern.width]
    if part.shape != (pattern.height, pattern.width):
        return None
    part[:] = pattern.to_array()
    return window


def cut(problem: Predecessor, layer: Pattern) -> tuple[NDArray[np.uint8], bool]:
    """Return the cells of a pattern in a problem's window, and whether all of them lie there.

    Cells that are live or unknown are 1, and only these count.
    """
    window = np.zeros(problem.target_states.shape, dtype=np.uint8)
    places = np.argwhere(layer.to_array()) + _offset(problem, layer)
    inside = ((places >= 0) & (places < window.shape)).all(axis=1)
    window[tuple(places[inside].T)] = 1
    return window, bool(inside.all())


def _offset(problem: Predecessor, pattern: Pattern) -> tuple[int, int]:
    """Return the row and column of the window where the top left cell of a pattern lies."""
    (corner,) = problem.patterns(np.zeros((1, *problem.target_states.shape), dtype=np.uint8))
    (left, top), (x, y) = corner.position or (0, 0), pattern.position or (0, 0)
    return y - top, x - left
