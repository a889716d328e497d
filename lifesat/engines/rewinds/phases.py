"""Oscillators and spaceships, which are their own ancestors."""

import numpy as np

from lifesat.engines.rewinds.history import Ancestor, cut, history, is_ancestor
from lifesat.life.evolution import step
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards

_LONGEST_PERIOD = 60
# A history further back would be run forward in a box of many millions of cells.
_MOST_GENERATIONS = 200


def own_phase(problem: Predecessor, generations: int) -> Ancestor | None:
    """Return an oscillator or a spaceship as it was some generations ago.

    Return None if the target is a still life or does not return within 60 generations, if its
    phases do not fit the boxes of the problem, or for more than 200 generations.
    """
    target, torus = problem.target, problem.outside == "torus"
    if generations > _MOST_GENERATIONS or target.has_unknown or not target.population:
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
