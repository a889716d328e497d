"""Generations rules the slow way, and predecessors under them by brute force."""

import itertools
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from lifesat import Pattern
from lifesat.life.rule import BoundedGrid, Rule, parse_rule
from lifesat.problems.life.generations_predecessor import GenerationsPredecessor
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


def brute_force(problem: GenerationsPredecessor) -> set[bytes]:
    """All first generations, by running every board of the window forward.

    On a torus the target must be as large as that.
    """
    target, rule = problem.target.to_array(), problem.target.rule
    back, outside = problem.generations, problem.outside
    border = {"dead": problem.margin, "free": back, "torus": 0}[outside]
    height, width = (side + 2 * border for side in target.shape)
    boards = all_boards(height, width, rule.states)
    pad = 1 if outside == "dead" else 0
    wide = np.pad(boards, ((0, 0), (pad, pad), (pad, pad)))
    inside = np.ones(wide.shape[1:], dtype=bool)
    if pad:
        inside[[0, -1]] = inside[:, [0, -1]] = False
    good = np.ones(len(boards), dtype=bool)
    for _ in range(back):
        wide = next_boards(wide, rule, torus=outside == "torus")
        if pad:
            good &= ~wide[:, ~inside].any(axis=1)
    inset = border if outside == "free" else pad
    child = wide[:, inset : wide.shape[1] - inset, inset : wide.shape[2] - inset]
    expected = target if outside != "dead" else np.pad(target, border)
    good &= (child == expected).all(axis=(1, 2))
    return {board.tobytes() for board in boards[good]}


@st.composite
def problems(draw: st.DrawFn) -> GenerationsPredecessor:
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
    return GenerationsPredecessor(target, generations, outside, margin)
