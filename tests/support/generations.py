"""Generations rules the slow way, and predecessors under them by brute force."""

import itertools
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from lifesat import Pattern
from lifesat.life.rule import BoundedGrid, Rule, parse_rule
from lifesat.problems.life.predecessor import Predecessor
from tests.support import plain

if TYPE_CHECKING:
    from lifesat.problems.life.window import Outside

BRAIN, WARS = "/2/3", "345/2/4"
# Heights and widths of windows with few boards, by the number of states.
_SIZES = {3: [(3, 3), (2, 4), (1, 5)], 4: [(2, 3), (2, 2), (3, 2)], 5: [(2, 2), (1, 4)]}


def all_boards(height: int, width: int, states: int) -> plain.Boards:
    """Every board of a size, shape ``(states ** (height * width), height, width)``."""
    if states == 2:
        return plain.all_boards(height, width)
    rows = list(itertools.product(range(states), repeat=height * width))
    return np.array(rows, dtype=np.uint8).reshape(len(rows), height, width)


def next_boards(boards: plain.Boards, rule: Rule, *, torus: bool) -> plain.Boards:
    """The next generation of each board; beyond the edges all is dead unless it is a torus."""
    survival, birth, _ = rule.name.split("/")
    two_states, _ = parse_rule(f"B{birth}/S{survival}")
    live = plain.next_boards((boards == 1).astype(np.uint8), two_states, torus=torus)
    result = np.zeros_like(boards)
    result[boards == 1] = 2
    for older in range(2, rule.states - 1):
        result[boards == older] = older + 1
    result[(boards < 2) & (live == 1)] = 1
    return result


def following(boards: plain.Boards, rule: Rule, *, torus: bool) -> plain.Boards:
    """The next generation under a rule of two or more states."""
    next_of = plain.next_boards if rule.states == 2 else next_boards
    return next_of(boards, rule, torus=torus)


def aged(height: int, width: int, rule_text: str, seed: int = 1) -> Pattern:
    """A random pattern of all states, one generation later: it has a predecessor."""
    rule, _ = parse_rule(rule_text)
    cells = np.random.default_rng(seed).integers(0, rule.states, (1, height - 2, width - 2))
    boards = np.pad(cells.astype(np.uint8), ((0, 0), (1, 1), (1, 1)))
    return Pattern.from_array(next_boards(boards, rule, torus=False)[0], rule=rule)


@st.composite
def problems(draw: st.DrawFn) -> Predecessor:
    """Targets of small windows, most of which have a predecessor."""
    states = draw(st.sampled_from(sorted(_SIZES)))
    outside: Outside = draw(st.sampled_from(["dead", "dead", "free", "torus"]))
    counts = st.lists(st.integers(1, 8), unique=True, max_size=4)
    birth, survival = draw(counts), draw(counts)
    if outside != "dead" and draw(st.booleans()):
        birth.append(0)
    digits = ["".join(map(str, sorted(side))) for side in (survival, birth)]
    rule, _ = parse_rule(
        draw(
            st.sampled_from([f"{digits[0]}/{digits[1]}/{states}"] * 3 + [f"{digits[0]}/2/{states}"])
        )
    )
    generations = draw(st.integers(1, 4))
    height, width = draw(st.sampled_from(_SIZES[states]))
    margin = draw(st.integers(0, 1)) if outside == "dead" and min(height, width) > 2 else 0
    if outside == "free":
        # What lies around the target is in the window.
        height, width, generations, rule = (
            3,
            3,
            1,
            parse_rule(rule.name.rpartition("/")[0] + "/3")[0],
        )
    window = draw(
        st.lists(st.integers(0, rule.states - 1), min_size=height * width, max_size=height * width)
    )
    cells = np.array(window, dtype=np.uint8).reshape(1, height, width)
    for _ in range(generations if draw(st.integers(0, 3)) else 0):
        cells = next_boards(cells, rule, torus=outside == "torus")
    cut = {"dead": margin, "free": generations, "torus": 0}[outside]
    cells = cells[0, cut : height - cut, cut : width - cut]
    grid = BoundedGrid("T", width, height) if outside == "torus" else None
    target = Pattern.from_array(cells, rule=rule, grid=grid)
    if not draw(st.booleans()):
        return Predecessor(target, generations, outside, margin)
    places = st.tuples(st.integers(-cut, width - cut - 1), st.integers(-cut, height - cut - 1))
    required = draw(st.frozensets(places, max_size=1))
    return Predecessor(
        target,
        generations,
        outside,
        margin,
        min_population=draw(st.sampled_from([0, 0, 2])),
        max_population=draw(st.sampled_from([None, None, 5])),
        max_outside=draw(st.sampled_from([None, 0, 2])),
        different=draw(st.booleans()),
        require=required,
        forbid=draw(st.frozensets(places, max_size=1)) - required,
    )
