"""Show that the patterns that vanish in one step have a regular trace, by comparing two automata.

Run it as ``python docs/vanishing_trace.py`` from the checkout; numpy is all that it needs.

A configuration of a half-plane vanishes if each 3x3 block inside it has a dead centre one
generation later. Its *trace* is its two columns next to the edge. A finite piece of a trace is a
word of letters from 0 to 3, a letter for each row: bit 0 is the cell in the outer column, bit 1
the one beside it.

- The *trace of radius r* asks less: only blocks inside the first r + 2 columns count.
- The *p-periodic trace of radius r* asks more: beyond the first r + 2 columns, the configuration
  repeats after p columns.

The words of each are those that a finite automaton accepts. The true trace lies between both, so
if they are equal, it is the same. That is so for radius 4 and the 3-periodic trace of radius 3.

References
----------
Ville Salo and Ilkka Törmä, "Gardens of Eden in the Game of Life", 2019, section 3.
"""

import time
from collections import deque
from typing import Any

import numpy as np
from numpy.typing import NDArray

LETTERS = 4
# A state that no word leads out of is not stored; this stands for it.
REJECTED = -1

Bits = NDArray[np.uint64]
Table = NDArray[np.int64]


def legal_rows(radius: int, period: int = 0) -> NDArray[np.bool_]:
    """Return which three successive rows of a strip fit together.

    Parameters
    ----------
    radius
        The strip has ``radius + 2`` columns, and ``period`` more.
    period
        After how many columns the strip repeats to the right; 0 if it ends.

    Returns
    -------
    ndarray of bool, shape (rows, rows, rows)
        By the upper, the middle and the lower row; bit i of a row is its cell in column i.
    """
    columns = list(range(radius + 2 + period))
    rows = np.arange(1 << len(columns))
    if period:
        repeated = columns[-period:] * 2
        columns += repeated[:2]
    legal = np.ones((len(rows),) * 3, dtype=bool)
    for left, middle, right in zip(columns, columns[1:], columns[2:], strict=False):
        centre = rows >> middle & 1
        live = (centre + (rows >> left & 1) + (rows >> right & 1)).astype(np.uint8)
        total = live[:, None, None] + live[:, None] + live
        legal &= (total != 3) & ((total != 4) | (centre[:, None] == 0))
    return legal


class TraceAutomaton:
    """A nondeterministic automaton whose states are two successive rows of a strip.

    Every state is initial and final, and lies on a path without ends. A set of states is a bit
    array of shape (rows, words): for each lower row, the upper rows.

    Parameters
    ----------
    radius, period
        As for `legal_rows`.

    Attributes
    ----------
    states
        The set of all states.
    """

    def __init__(self, radius: int, period: int = 0) -> None:
        legal = legal_rows(radius, period)
        lasting = _lasting(legal)
        legal &= lasting[:, :, None] & lasting
        self.states = _packed(lasting.T)
        # By the middle row, the lower row and the upper row.
        turned = legal.transpose(1, 2, 0)
        self._steps = [_packed(turned[:, letter::LETTERS]) for letter in range(LETTERS)]

    def step(self, states: Bits, letter: int) -> Bits:
        """Return the set of states that a letter leads to from a set of states."""
        reached = (states[:, None] & self._steps[letter]).any(axis=2)
        rows = np.zeros((len(states), len(states)), dtype=bool)
        rows[letter::LETTERS] = reached.T
        return _packed(rows)


def _lasting(legal: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pairs of rows from which a strip goes on for ever, both up and down."""
    lasting = np.ones(legal.shape[:2], dtype=bool)
    while True:
        down = lasting & (legal & lasting).any(axis=2)
        both = down & (legal & down[:, :, None]).any(axis=0)
        if np.array_equal(both, lasting):
            return lasting
        lasting = both


def _packed(flags: NDArray[np.bool_]) -> Bits:
    """Return flags as bits of 64-bit words, along the last axis."""
    octets = np.packbits(flags, axis=-1)
    missing = -octets.shape[-1] % 8
    padded = np.pad(octets, [(0, 0)] * (octets.ndim - 1) + [(0, missing)])
    return np.ascontiguousarray(padded).view(np.uint64)


def determinised(automaton: TraceAutomaton) -> Table:
    """Return the subset automaton: the next state by state and letter; 0 is initial."""
    numbers = {automaton.states.tobytes(): 0}
    sets = [automaton.states]
    table = []
    for states in sets:  # which grows meanwhile
        row = []
        for letter in range(LETTERS):
            reached = automaton.step(states, letter)
            key = reached.tobytes()
            if reached.any() and key not in numbers:
                numbers[key] = len(sets)
                sets.append(reached)
            row.append(numbers.get(key, REJECTED))
        table.append(row)
    return np.array(table)


def minimised(table: Table) -> Table:
    """Return the smallest automaton for the same words, by Moore's algorithm; 0 is initial."""
    classes = np.zeros(len(table), dtype=np.int64)
    count = 1
    while True:
        follow = np.where(table == REJECTED, REJECTED, classes[table])
        signature = np.column_stack([classes, follow])
        _, first, inverse = np.unique(signature, axis=0, return_index=True, return_inverse=True)
        classes = inverse.ravel()
        if len(first) == count:
            break
        count = len(first)
    # The initial state stands first in its class; number the classes by their first states.
    order = np.argsort(first)
    number = np.argsort(order)
    members = table[first[order]]
    return np.where(members == REJECTED, REJECTED, number[classes[members]])


def contains(automaton: TraceAutomaton, table: Table) -> bool:
    """Return whether an automaton accepts every word that a deterministic one accepts.

    Both read the same words. A set of states that contains one already seen with the same
    deterministic state accepts more, and is dropped (an antichain).

    References
    ----------
    M. De Wulf, L. Doyen, T. A. Henzinger and J.-F. Raskin, "Antichains: a new algorithm for
    checking universality of finite automata", CAV 2006.
    """
    least: list[list[Bits]] = [[] for _ in table]
    waiting = deque([(0, automaton.states)])
    while waiting:
        state, states = waiting.popleft()
        for letter, following in enumerate(table[state]):
            if following == REJECTED:
                continue
            reached = automaton.step(states, letter)
            if not reached.any():
                return False
            if _is_new(reached, least[following]):
                waiting.append((following, reached))
    return True


def _is_new(states: Bits, least: list[Bits]) -> bool:
    """Return whether a set contains none of the least ones, and then add it to them."""
    flat: Any = states.ravel()
    if least:
        known = np.array(least)
        if not (known & ~flat).any(axis=1).all():
            return False
        larger = ~(flat & ~known).any(axis=1)
        least[:] = [each for each, drop in zip(least, larger, strict=True) if not drop]
    least.append(flat)
    return True


def main() -> None:
    """Compare the trace of radius 4 with the 3-periodic one of radius 3."""
    began = time.process_time()
    upper = minimised(determinised(TraceAutomaton(4)))
    print(f"The words of the trace of radius 4: a minimal automaton of {len(upper)} states")
    verdict = "are all" if contains(TraceAutomaton(3, 3), upper) else "are not all"
    print(f"They {verdict} words of the 3-periodic trace of radius 3")
    print(f"({time.process_time() - began:.0f} s of processor time)")


if __name__ == "__main__":
    main()
