"""docs/vanishing_trace.py: the trace of the patterns that vanish in one step."""

from itertools import product

import numpy as np
import pytest
import vanishing_trace as trace
from numpy.typing import NDArray

import lifesat
from lifesat.life.pattern import Pattern

# What fits between so many rows above and below fits for ever, in strips as narrow as here.
_MARGIN = 3


def minimal(radius: int, period: int = 0) -> trace.Table:
    return trace.minimised(trace.determinised(trace.TraceAutomaton(radius, period)))


def accepted(table: trace.Table, word: tuple[int, ...]) -> bool:
    state = 0
    for letter in word:
        state = table[state][letter]
        if state == trace.REJECTED:
            return False
    return True


def occurs(word: tuple[int, ...], radius: int) -> bool:
    """Whether a strip that vanishes has the word in its first columns, by a search."""
    dead = Pattern.from_array(np.zeros((len(word) + 2 * _MARGIN - 2, radius), dtype=np.uint8))
    cells: tuple[list[tuple[int, int]], ...] = ([], [])
    for y, letter in enumerate(word, _MARGIN - 1):
        for x in range(2):
            cells[letter >> x & 1].append((x - 1, y))
    forbid, require = cells
    found = lifesat.predecessors(
        dead, outside="free", require=require, forbid=forbid, limit=1, method="sat"
    )
    return bool(list(found))


def test_words_are_those_that_occur_in_strips() -> None:
    """The shortest words that are rejected, and what is left of them without their last letters."""
    table = minimal(2)
    waiting: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    seen = {0}
    rejected = []
    for state, word in waiting:  # which grows meanwhile
        for letter, following in enumerate(map(int, table[state])):
            if following == trace.REJECTED:
                rejected.append((*word, letter))
            elif following not in seen:
                seen.add(following)
                waiting.append((following, (*word, letter)))
    for word in rejected[:10]:
        assert not occurs(word, 2)
        assert occurs(word[:-1], 2)


def vanishing_strips() -> NDArray[np.uint8]:
    """Return all strips of six rows that vanish, three columns whose last one goes on for ever."""
    rows = np.array(list(product((0, 1), repeat=18)), dtype=np.uint8).reshape(-1, 6, 3)
    wide = np.concatenate([rows, rows[:, :, 2:], rows[:, :, 2:]], axis=2)
    live = np.sum([wide[:, y : y + 4, x : x + 3] for y, x in np.ndindex(3, 3)], axis=0)
    alive = (live == 3) | ((live == 4) & (wide[:, 1:-1, 1:-1] == 1))
    vanishing: NDArray[np.uint8] = rows[~alive.any(axis=(1, 2))]
    return vanishing


def test_words_of_periodic_strips() -> None:
    letters = vanishing_strips()[:, 1:-1, :2] @ (1, 2)
    table = minimal(0, 1)
    words = {word for word in product(range(4), repeat=4) if accepted(table, word)}
    assert words == set(map(tuple, letters.tolist()))


def test_a_strip_goes_on_both_up_and_down() -> None:
    legal = np.zeros((2, 2, 2), dtype=bool)
    legal[0, 0, 0] = True
    legal[0, 0, 1] = True  # after which nothing fits
    legal[1, 0, 0] = True  # before which nothing fits
    assert trace._lasting(legal).tolist() == [[True, False], [False, False]]


def test_all_short_words_are_in_the_trace_of_radius_1() -> None:
    """As the paper finds for the proof of its lemma 5."""
    table = minimal(1)
    assert all(accepted(table, word) for word in product(range(4), repeat=6))


def test_a_smaller_radius_accepts_more() -> None:
    assert trace.contains(trace.TraceAutomaton(1), minimal(2))
    assert not trace.contains(trace.TraceAutomaton(2), minimal(1))
    assert trace.contains(trace.TraceAutomaton(2), minimal(0, 2))
    assert not trace.contains(trace.TraceAutomaton(0, 2), minimal(2))


@pytest.mark.weekly
def test_the_trace_is_regular() -> None:
    assert trace.contains(trace.TraceAutomaton(3, 3), minimal(4))
