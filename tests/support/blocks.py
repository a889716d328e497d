"""Blocks of space-time by brute force, and random ones."""

import itertools
import re
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support import generations as generations_rules
from tests.support.constraints import cell, constraints, fulfils, symmetric
from tests.support.grids import open_beside, open_sides, outsides
from tests.support.plain import Boards

# All sizes (generations, height, width) up to 12 cells.
SIZES = [
    (t, h, w) for t in (1, 2, 3, 4) for h in (1, 2, 3) for w in (1, 2, 3, 4) if t * h * w <= 12
]
CELLS = ["0", "0", "1", "*", "*", "*", "a", "-a", "b", "-b", "c1"]


def block(text: str, **about: object) -> SpaceTimeSearch:
    """A problem from text: blank lines between generations, blanks between cells."""
    parts = re.split(r"\n\s*\n", text.strip())
    cells = tuple(tuple(line.strip() for line in part.strip().split("\n")) for part in parts)
    return SpaceTimeSearch(cells, **about)  # type: ignore[arg-type]


@st.composite
def blocks(draw: st.DrawFn, sizes: list[tuple[int, int, int]]) -> SpaceTimeSearch:
    generations, height, width = draw(st.sampled_from(sizes))
    outside = draw(outsides(width, height))
    words = st.sampled_from(CELLS)
    free = st.sampled_from(["", "", "", "'"])
    rows = tuple(
        tuple(" ".join(draw(words) + draw(free) for _ in range(width)) for _ in range(height))
        for _ in range(generations)
    )
    rules = ["B3/S23", "B3/S23", "B2/S", "B13/S012V", "B2ci3ai4c8/S02ae3eijkq4iz5ar6i7e"]
    if not open_sides(outside):
        rules.append("B03/S2")
    return SpaceTimeSearch(
        rows,
        outside,
        min_population=draw(st.sampled_from([0, 0, 2])),
        max_population=draw(st.sampled_from([None, None, 3])),
        rule_name=draw(st.sampled_from(rules)),
    )


@st.composite
def of_several_states(draw: st.DrawFn) -> SpaceTimeSearch:
    """Blocks under Generations rules, with constraints or without."""
    states, most = draw(st.sampled_from([(3, 8), (3, 8), (4, 6), (5, 6)]))
    sizes = [size for size in SIZES if np.prod(size) <= most and size[0] > 1]
    generations, height, width = draw(st.sampled_from(sizes))
    outside = draw(outsides(width, height))
    unknown = ["*", "*", "*", "a", "a", "b"]
    words = st.sampled_from([*map(str, range(states)), *unknown, *unknown])
    free = st.sampled_from(["", "", "", "'"])
    rows = tuple(
        tuple(" ".join(draw(words) + draw(free) for _ in range(width)) for _ in range(height))
        for _ in range(generations)
    )
    names = ["/2", "1/2", "345/2", "12/13", "/1", "0123/12", "2ci/1c2a"]
    names += ["2/03"] * (not open_sides(outside))
    problem = SpaceTimeSearch(
        rows,
        outside,
        min_population=draw(st.sampled_from([0, 0, 2])),
        max_population=draw(st.sampled_from([None, None, 3])),
        rule_name=f"{draw(st.sampled_from(names))}/{states}",
    )
    return with_constraints(problem, draw(st.just({}) | constraints(problem)))


@st.composite
def constrained(draw: st.DrawFn, sizes: list[tuple[int, int, int]]) -> SpaceTimeSearch:
    problem = draw(blocks(sizes))
    return with_constraints(problem, draw(constraints(problem)))


@st.composite
def plain_blocks(draw: st.DrawFn) -> SpaceTimeSearch:
    """Two generations without names, and without cells free of the rule."""
    problem = draw(blocks([(2, 1, 3), (2, 2, 3), (2, 3, 2), (2, 1, 6)]))
    words = st.sampled_from("01****")
    rows = [[[draw(words) for _ in row.split()] for row in rows] for rows in problem.cells]
    return replace(problem, cells=tuple(tuple(map(" ".join, layer)) for layer in rows))


def with_constraints(problem: SpaceTimeSearch, found: dict[str, Any]) -> SpaceTimeSearch:
    """A block with constraints; without symmetries that are rejected, since no cells have them."""
    try:
        return replace(problem, **found)
    except UserError as error:
        rejected = str(error)
    given = replace(problem, **{**found, "symmetry": (), "asymmetry": ()})
    if "contradict the cells" in rejected:
        # Larger blocks have too many assignments.
        small = np.prod(given.shape) * np.log2(given.rule.states) <= 16
        assert not small or not symmetric(given, found["symmetry"], as_stated(given)).any()
    else:
        reasons = ["about no cell", "every block has", "leads beyond the edges of the grid"]
        assert any(reason in rejected for reason in reasons)
    return given


def as_stated(problem: SpaceTimeSearch) -> Boards:
    """Every assignment of states to the cells of a block, whatever the rule and the constraints."""
    rows = [[row.split() for row in rows] for rows in problem.cells]
    words = [word for generation in rows for row in generation for word in row]
    generations, height, width = len(rows), len(rows[0]), len(rows[0][0])
    flat = generations_rules.all_boards(1, len(words), problem.rule.states)[:, 0]
    good = np.ones(len(flat), dtype=bool)
    seen: dict[str, np.ndarray] = {}
    for place, word in enumerate(words):
        name = word.rstrip("'")
        states = 1 - flat[:, place] if name.startswith("-") else flat[:, place]
        name = name.lstrip("-")
        if name.isdigit():
            good &= states == int(name)
        elif name != "*":
            good &= states == seen.setdefault(name, states)
    return flat[good].reshape(-1, generations, height, width)


def by_brute_force(problem: SpaceTimeSearch) -> set[bytes]:
    """Every assignment of states to the cells of a block that it allows."""
    rows = [[row.split() for row in rows] for rows in problem.cells]
    boards = as_stated(problem)
    generations, height, width = boards.shape[1:]
    # On a torus there is nothing around; on other grids, joined cells are looked up.
    torus = problem.outside == "torus"
    ring = 0 if torus else 2
    around = np.pad(boards, ((0, 0), (0, 0), (ring, ring), (ring, ring)))
    for t, y, x in itertools.product(*map(range, around.shape[1:])):
        around[:, t, y, x] = cell(problem, boards, t, x - ring, y - ring)
    population = (boards[:, problem.counted_generation or 0] > 0).sum(axis=(1, 2))
    good = (population >= problem.min_population) & fulfils(problem, boards)
    if problem.max_population is not None:
        good &= population <= problem.max_population
    for t in range(1, generations):
        later = generations_rules.following(around[:, t - 1], problem.rule, torus=torus)
        same = later == around[:, t]
        ends = (0, same.shape[1] - 1), (0, same.shape[2] - 1)
        for y, x in np.ndindex(same.shape[1:]):
            inside = 0 <= y - ring < height and 0 <= x - ring < width
            if inside:
                free = rows[t][y - ring][x - ring].endswith("'")
            else:
                # The cells around the outermost ones are not known here.
                bound = open_beside(problem.outside, x - ring, y - ring, width, height)
                free = not bound or y in ends[0] or x in ends[1]
            if free:
                same[:, y, x] = True
        good &= same.all(axis=(1, 2))
    return {board.tobytes() for board in boards[good]}


def listed(problem: SpaceTimeSearch, **options: object) -> set[bytes]:
    """All solutions that a search finds, each once."""
    *events, done = search(ListSolutions(problem), Options(method="sat", limit=None, **options))  # type: ignore[arg-type]
    boards = [board for e in events if isinstance(e, Solutions) for board in e.boards]
    assert isinstance(done, Done)
    found = {board.tobytes() for board in boards}
    assert len(found) == len(boards)
    return found


def blank(generations: int, height: int, width: int, **about: object) -> SpaceTimeSearch:
    """A block in which nothing is known."""
    return block("\n\n".join(["\n".join(["* " * width] * height)] * generations), **about)


@st.composite
def blanks(draw: st.DrawFn) -> SpaceTimeSearch:
    """Blocks in which little but the constraints is known."""
    sizes = [(2, 2, 2), (3, 2, 2), (2, 2, 3), (1, 3, 3), (2, 1, 4), (4, 1, 3)]
    generations, height, width = draw(st.sampled_from(sizes))
    problem = blank(
        *(generations, height, width),
        outside=draw(outsides(width, height)),
        min_population=draw(st.sampled_from([0, 1, 2])),
        rule_name=draw(st.sampled_from(["B3/S23", "B2/S", "B2/S34H", "B13/S012V"])),
    )
    return with_constraints(problem, draw(st.just({}) | constraints(problem)))
