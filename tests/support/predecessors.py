"""Predecessors by brute force, and random problems."""

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from lifesat import UNKNOWN, Pattern
from lifesat.engines.options import Options
from lifesat.life.evolution import evolve
from lifesat.life.rule import LIFE, BoundedGrid, parse_rule
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support import plain
from tests.support.generations import all_boards, following
from tests.support.rules import CROOKED_LIFE, LOPSIDED

if TYPE_CHECKING:
    from lifesat.problems.life.window import Outside

digits = st.lists(st.integers(0, 8), unique=True).map(lambda ds: "".join(map(str, sorted(ds))))
# All sizes of first generations up to 4 x 4, in the three outsides.
SIZES = {
    "dead": [
        (h, w, m) for m in (0, 1) for h, w in itertools.product(range(1, 5 - 2 * m), repeat=2)
    ],
    "free": [(h, w, 0) for h, w in itertools.product((1, 2), repeat=2)],
    "torus": [(h, w, 0) for h, w in itertools.product(range(1, 5), repeat=2)],
}


@st.composite
def problems(
    draw: st.DrawFn, *, rule_text: str | None = None, most_outside: int | None = None
) -> Predecessor:
    outside: Outside = draw(st.sampled_from(["dead", "free", "torus"]))
    height, width, margin = draw(st.sampled_from(SIZES[outside]))
    born = draw(digits)
    if outside == "dead":
        born = born.replace("0", "")
    rule, _ = parse_rule(rule_text or draw(st.sampled_from(["B3/S23", f"B{born}/S{draw(digits)}"])))
    cells = draw(
        st.lists(
            st.sampled_from([0, 0, 1, UNKNOWN]), min_size=height * width, max_size=height * width
        )
    )
    grid = BoundedGrid("T", width, height) if outside == "torus" else None
    states = np.array(cells, dtype=np.uint8).reshape(height, width)
    border = {"dead": margin, "free": 1, "torus": 0}[outside]
    places = st.tuples(
        st.integers(-border, width + border - 1), st.integers(-border, height + border - 1)
    )
    required = draw(st.frozensets(places, max_size=2))
    return Predecessor(
        Pattern.from_array(states, rule=rule, grid=grid),
        generations=1 if outside == "free" else draw(st.integers(1, 3)),
        outside=outside,
        margin=margin,
        min_population=draw(st.sampled_from([0, 0, 0, 3])),
        max_population=draw(st.sampled_from([None, None, None, 6])),
        max_outside=None if most_outside is None else draw(st.integers(0, most_outside)),
        different=draw(st.booleans()),
        require=required,
        forbid=draw(st.frozensets(places, max_size=2)) - required,
    )


one_generation = st.one_of(
    problems(), problems(rule_text=CROOKED_LIFE), problems(rule_text=LOPSIDED)
).map(lambda problem: replace(problem, generations=1))


def soup(height: int, width: int, seed: int) -> Predecessor:
    """Return a problem with a parent at least, in a box."""
    cells = np.random.default_rng(seed).random((height - 2, width - 2)) < 0.4
    return Predecessor(
        Pattern.from_array(evolve(np.pad(cells.astype(np.uint8), 1), LIFE, 1)), margin=0
    )


def brute_force(problem: Predecessor, boards: plain.Boards | None = None) -> set[bytes]:
    """All first generations, by running every board of the window forward, or those that are given.

    On a torus the target must be as large as that.
    """
    boards, child = run_all(problem, boards)
    target = padded_target(problem)
    found = boards[((child == target) | ~known_cells(problem, target)).all(axis=(1, 2))]
    return {board.tobytes() for board in found}


def known_cells(problem: Predecessor, target: plain.Boards) -> NDArray[np.bool_]:
    """The cells whose state is one of the rule's."""
    known: NDArray[np.bool_] = target < problem.rule.states
    return known


def padded_target(problem: Predecessor) -> plain.Boards:
    """The target in the box of what `run_all` returns."""
    margin = problem.margin if problem.outside == "dead" else 0
    return np.pad(problem.target.to_array(), margin)


def run_all(
    problem: Predecessor, boards: plain.Boards | None = None
) -> tuple[plain.Boards, plain.Boards]:
    """The boards that satisfy the conditions but for the target, and what they become.

    With dead outside nothing may leave the window; otherwise the target's cells are left.
    """
    target = problem.target.to_array()
    height, width = target.shape
    border = {"dead": problem.margin, "free": problem.generations, "torus": 0}[problem.outside]
    if boards is None:
        boards = all_boards(height + 2 * border, width + 2 * border, problem.rule.states)
    population = np.count_nonzero(boards, axis=(1, 2))
    good = population >= problem.min_population
    if problem.max_population is not None:
        good &= population <= problem.max_population
    if problem.max_outside is not None:
        around = np.ones(boards.shape[1:], dtype=bool)
        around[border : border + height, border : border + width] = False
        good &= np.count_nonzero(boards[:, around], axis=1) <= problem.max_outside
    for x, y in problem.require:
        good &= boards[:, y + border, x + border] == 1
    for x, y in problem.forbid:
        good &= boards[:, y + border, x + border] == 0
    inside = (slice(None), slice(border, border + height), slice(border, border + width))
    if problem.different:
        differs = ((boards[inside] != target) & known_cells(problem, target)).any(axis=(1, 2))
        if problem.outside == "dead":
            beyond = boards.copy()
            beyond[inside] = 0
            differs |= beyond.any(axis=(1, 2))
        good &= differs
    # A ring of dead cells shows whether anything leaves the box.
    pad = 1 if problem.outside == "dead" else 0
    wide = np.pad(boards, ((0, 0), (pad, pad), (pad, pad)))
    for _ in range(problem.generations):
        wide = following(wide, problem.target.rule, torus=problem.outside == "torus")
        if problem.outside == "dead":
            total = wide.sum(axis=(1, 2), dtype=int)
            good &= wide[:, pad:-pad, pad:-pad].sum(axis=(1, 2), dtype=int) == total
    inset = pad if problem.outside == "dead" else border
    child = wide[:, inset : wide.shape[1] - inset, inset : wide.shape[2] - inset]
    return boards[good], child[good]


def projected(problem: Predecessor) -> set[bytes]:
    """The states of the cells projected on, by running every board of the window forward."""
    height, width = problem.target_states.shape
    whole = np.frombuffer(b"".join(brute_force(replace(problem, project=None))), dtype=np.uint8)
    states = np.full_like(boards := whole.reshape(-1, height, width), UNKNOWN)
    for x, y in problem.project or ():
        row, column = y + problem.border, x + problem.border
        states[:, row, column] = boards[:, row, column]
    return {state.tobytes() for state in states}


def listed(problem: Predecessor, **options: Any) -> tuple[list[Pattern], Done]:
    *events, done = search(ListSolutions(problem), Options(**{"limit": None, **options}))
    assert isinstance(done, Done)
    return [
        pattern
        for event in events
        if isinstance(event, Solutions)
        for pattern in problem.named_patterns(event.boards, event.first)
    ], done
