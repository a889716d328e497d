"""The generations from an ancestor to a target, and targets that are their own ancestors."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.life.evolution import step
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards


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

    Only cells that are not dead count, unknown ones too.
    """
    window = np.zeros(problem.target_states.shape, dtype=np.uint8)
    cells = layer.to_array()
    places = np.argwhere(cells) + _offset(problem, layer)
    inside = ((places >= 0) & (places < window.shape)).all(axis=1)
    window[tuple(places[inside].T)] = cells[cells > 0][inside]
    return window, bool(inside.all())


def _offset(problem: Predecessor, pattern: Pattern) -> tuple[int, int]:
    """Return the row and column of the window where the top left cell of a pattern lies."""
    (corner,) = problem.patterns(np.zeros((1, *problem.target_states.shape), dtype=np.uint8))
    (left, top), (x, y) = corner.position or (0, 0), pattern.position or (0, 0)
    return y - top, x - left


_LONGEST_PERIOD = 60
# A history further back would be run forward in a box of many millions of cells.
_MOST_GENERATIONS = 200


def own_phase(problem: Predecessor, generations: int) -> Ancestor | None:
    """Return an oscillator or a spaceship as it was some generations ago.

    Return None if the target is a still life or does not return within 60 generations, if its
    phases do not fit the boxes of the problem, for more than 200 generations, or on grids that are
    no torus.
    """
    target, torus = problem.target, problem.outside == "torus"
    if (
        problem.outside == "grid"
        or generations > _MOST_GENERATIONS
        or target.has_unknown
        or not target.population
    ):
        return None
    around = 0 if torus else _LONGEST_PERIOD
    boards = [problem.target_states if torus else np.pad(target.to_array(), around)]
    moved = None
    while moved is None and len(boards) <= _LONGEST_PERIOD:
        boards.append(step(boards[-1], problem.rule, "torus" if torus else "dead"))
        moved = _moved(boards[0], boards[-1])
    period = len(boards) - 1
    if moved is None or (period == 1 and moved == (0, 0)):
        return None
    periods = -(-generations // period)
    board = boards[periods * period - generations]
    down, right = (-periods * distance for distance in moved)
    if torus:
        pattern = problem.pattern(np.roll(board, (down, right), (0, 1)))
    else:
        x, y = target.position or (0, 0)
        position = x - around + right, y - around + down
        pattern = Pattern.from_array(board, rule=problem.rule, position=position).crop()
        if problem.outside == "free":  # cells beyond the window do not matter
            whole = history(problem, generations)
            pattern = whole.pattern(cut(whole, pattern)[0])
    found = Ancestor(pattern, generations)
    return found if is_ancestor(problem, found) else None


def _moved(first: Boards, last: Boards) -> tuple[int, int] | None:
    """Return how far down and to the right the first board moves to give the last, or None."""
    if first.sum(dtype=np.intp) != last.sum(dtype=np.intp):
        return None
    # How many live cells they have in common, for each way to roll; the least way comes first.
    common = np.fft.irfft2(np.fft.rfft2(last) * np.fft.rfft2(first).conj(), first.shape)
    place = np.unravel_index(int(common.round().argmax()), common.shape)
    if not (np.roll(first, place, (0, 1)) == last).all():
        return None
    down, right = (
        (int(n) + side // 2) % side - side // 2 for n, side in zip(place, first.shape, strict=True)
    )
    return down, right
