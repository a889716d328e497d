"""Counts by sweeping, against brute force, rows put together one by one, and published numbers."""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

from lifesat import UNKNOWN, Pattern, read_file
from lifesat.cnf.spacetime import FALSE, SpaceTime, fresh
from lifesat.engines import compiler
from lifesat.engines.frontier import blocks, sweep, weights
from lifesat.engines.frontier.counts import (
    count_boards,
    count_by_population,
    count_orbits,
)
from lifesat.engines.frontier.plan import make_plan
from lifesat.engines.frontier.support import Limits, OutOfReachError
from lifesat.engines.options import Options
from lifesat.life.evolution import evolve
from lifesat.life.life_history import life_history_target
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support import plain
from tests.support.environment import few_and_many, quick_first
from tests.support.predecessors import brute_force, problems, soup
from tests.support.targets import OBJECTS, SEED_TARGETS, orphans

one_generation = problems().map(lambda problem: replace(problem, generations=1))


@pytest.fixture(params=["compiled", "interpreted", "in parts"])
def loops(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile the loops or not, and cut frontiers into parts."""
    monkeypatch.setattr(compiler, "_TURNS", 0)
    if request.param == "interpreted":
        monkeypatch.setattr(compiler, "can_compile", lambda: False)
    if request.param == "in parts":
        monkeypatch.setattr(blocks, "_PART_BYTES", 1)
        monkeypatch.setattr(blocks, "_FEWEST", 2)


@pytest.fixture(params=[(32, 64), (4, 24)])
def base(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Split numbers as usual, or into so short limbs that small numbers have several."""
    base_bits, word_bits = request.param
    monkeypatch.setattr(weights, "_BASE_BITS", base_bits)
    monkeypatch.setattr(weights, "_WORD", 1 << word_bits)


def check_as_many_as_by_brute_force(problem: Predecessor) -> None:
    parents = brute_force(problem)
    assert count_boards(problem) == len(parents)
    populations = Counter(board.count(1) for board in parents)
    expected = [populations[n] for n in range(max(populations, default=0) + 1)]
    assert count_by_population(problem) == expected


@pytest.mark.usefixtures("loops", "base")
@few_and_many(15, 60)
def test_as_many_as_by_brute_force(examples: int) -> None:
    check = given(problem=one_generation)(check_as_many_as_by_brute_force)
    settings(max_examples=examples)(check)()


@pytest.mark.parametrize("name", OBJECTS)
def test_parents_of_common_objects(counts: dict[str, Any], name: str) -> None:
    target = Pattern.from_rows(OBJECTS[name])
    for words, expected in counts["parents_of_common_objects"][name].items():
        outside, *margin = words.split(" margin ")
        problem = Predecessor(target, outside=outside, margin=int(margin[0]) if margin else 0)
        assert count_boards(problem) == expected
        if expected < 1_000_000:
            assert sum(count_by_population(problem)) == expected


@pytest.mark.parametrize("name", SEED_TARGETS)
def test_seed_targets(counts: dict[str, Any], name: str) -> None:
    expected = counts["seed_reverse1"][f"{name}, dead margin 0"]["parents"]
    problem = Predecessor(Pattern.from_rows(SEED_TARGETS[name]), margin=0)
    assert count_boards(problem) == expected
    assert sum(count_by_population(problem)) == expected


@pytest.mark.parametrize("n", quick_first(8, range(1, 11)))
def test_patterns_that_vanish(counts: dict[str, Any], n: int) -> None:
    problem = Predecessor(Pattern.from_rows(["." * n] * n), margin=0)
    assert count_boards(problem) == counts["A134963"]["terms"][n - 1]


@pytest.mark.quick
def test_tori(counts: dict[str, Any]) -> None:
    for n, expected in zip(counts["torus"]["n"], counts["torus"]["vanish"], strict=True):
        target = Pattern.from_rows(["." * n] * n, rule=f"B3/S23:T{n},{n}")
        assert count_boards(Predecessor(target, outside="torus")) == expected


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_parents_and_children_in_a_box(counts: dict[str, Any], n: int) -> None:
    """The targets with a parent, and all their parents, for every target of a box."""
    table = counts["plane n x n, parent and child both confined to the box"]
    at = table["n"].index(n)
    boards = plain.all_boards(n, n)
    if n == 4:  # the 65,536 targets would take minutes: those with a given left half
        boards = boards[(boards[:, :, :2] == [[0, 1], [0, 0], [1, 0], [0, 0]]).all(axis=(1, 2))]
        parents = plain.all_boards(n, n)
        wide = np.pad(parents, ((0, 0), (1, 1), (1, 1)))
        children = plain.next_boards(wide, LIFE, torus=False)
        inside = children[:, 1:-1, 1:-1]
        stays = children.sum(axis=(1, 2)) == inside.sum(axis=(1, 2))
        reached = Counter(child.tobytes() for child in inside[stays])
        expected = [reached[board.tobytes()] for board in boards]
        assert [
            count_boards(Predecessor(Pattern.from_array(b), margin=0)) for b in boards
        ] == expected
        return
    found = [count_boards(Predecessor(Pattern.from_array(board), margin=0)) for board in boards]
    assert sum(found) == table["parents"][at]
    assert sum(number > 0 for number in found) == table["distinct children"][at]


@pytest.mark.parametrize("width", [11, 12, pytest.param(13, marks=pytest.mark.weekly)])
def test_gardens_of_eden_have_no_parent(oracles: Path, width: int) -> None:
    """By the width of their windows; the last one is sixteen wide, too wide to be swept."""
    windows = {11: 3, 12: 1, 13: 1}
    swept = 0
    for file in orphans(oracles / "patterns"):
        target = read_file(file)
        if target.rule.family == "life-history":
            target = life_history_target(target, unknown=True)
        problem = Predecessor(target, outside="free")
        if min(problem.target_states.shape) == width:
            assert not count_boards(problem), file.name
            swept += 1
    assert swept == windows[width]


@pytest.mark.quick
@pytest.mark.parametrize("n", range(1, 8))
def test_still_lifes(counts: dict[str, Any], n: int) -> None:
    """One layer, used twice: a sweep asks only which literals stand where."""
    layer = np.full((n + 2, n + 2), FALSE, dtype=np.int32)
    layer[1:-1, 1:-1] = fresh((n, n), 0)
    spacetime = SpaceTime(np.stack([layer, layer]))
    (found,) = sweep.count(make_plan(spacetime, layer[1:-1, 1:-1], LIFE))
    assert found == counts["A136278"]["terms"][n - 1]


def row_by_row(target: plain.Boards) -> int:
    """Parents with nothing outside: every row, then every next row, with Python's integers."""
    height, width = target.shape
    rows = list(itertools.product((0, 1), repeat=width))
    empty = (0,) * width

    def fits(three: Any, child: Any) -> bool:
        lines = [(0, 0, *line, 0, 0) for line in three]
        for x, wanted in enumerate((0, *child, 0), start=1):
            around = sum(sum(line[x - 1 : x + 2]) for line in lines)
            live = lines[1][x]
            if (around == 3 or (live and around == 4)) != wanted:
                return False
        return True

    fitting = {
        child: [t for t in itertools.product(rows, repeat=3) if fits(t, child)]
        for child in {empty, *map(tuple, target.tolist())}
    }
    ways = {(empty, empty): 1}
    for y in range(-1, height + 1):
        child = tuple(target[y].tolist()) if 0 <= y < height else empty
        then: Counter[Any] = Counter()
        for above, row, below in fitting[child]:
            if (above, row) in ways and (y < height - 1 or below == empty):
                then[row, below] += ways[above, row]
        ways = then
    return sum(ways.values())


def test_a_number_of_a_hundred_digits() -> None:
    target = np.zeros((250, 4), dtype=np.uint8)
    expected = row_by_row(target)
    assert expected > 10**100
    for cells in (target, target.T):
        problem = Predecessor(Pattern.from_array(cells), margin=0)
        assert count_boards(problem) == expected


@pytest.mark.quick
def test_unknown_cells_say_nothing() -> None:
    """2 to the number of cells, by population the binomial coefficients."""
    problem = Predecessor(Pattern.from_array(np.full((3, 40), UNKNOWN)), outside="free")
    assert count_boards(problem) == 2**210
    expected = [1]
    for k in range(210):
        expected.append(expected[k] * (210 - k) // (k + 1))
    assert count_by_population(problem) == expected


def check_orbits_as_the_solver_lists_them(problem: Predecessor) -> None:
    assume(len(brute_force(problem)) < 2000)
    events = search(ListSolutions(problem), Options(method="sat", limit=None, up_to_symmetry=True))
    populations = Counter(
        int(board.sum()) for e in events if isinstance(e, Solutions) for board in e.boards
    )
    assert count_orbits(problem) == [sum(populations.values())]
    expected = [populations[n] for n in range(max(populations, default=0) + 1)]
    found = count_orbits(problem, by_population=True)
    assert found[: len(expected)] == expected
    assert not any(found[len(expected) :])


@few_and_many(15, 60)
def test_orbits_as_the_solver_lists_them(examples: int) -> None:
    check = given(problem=one_generation)(check_orbits_as_the_solver_lists_them)
    settings(max_examples=examples)(check)()


@pytest.mark.quick
def test_vanishing_patterns_up_to_symmetry() -> None:
    """Every board of a square, reduced to the first of its eight images."""
    boards = plain.all_boards(4, 4)
    children = plain.next_boards(np.pad(boards, ((0, 0), (1, 1), (1, 1))), LIFE, torus=False)
    vanish = boards[~children.any(axis=(1, 2))]
    images = [
        np.rot90(face, k, (1, 2)) for face in (vanish, vanish.swapaxes(1, 2)) for k in range(4)
    ]
    firsts = {min(image[n].tobytes() for image in images) for n in range(len(vanish))}
    assert count_orbits(Predecessor(Pattern.from_array(np.zeros((4, 4))), margin=0)) == [
        len(firsts)
    ]


def wide_targets() -> Iterator[Predecessor]:
    chance = np.random.default_rng(5)
    yield Predecessor(Pattern.from_array(chance.integers(0, 2, (70, 70))), outside="free")
    yield Predecessor(Pattern.from_array(np.zeros((12, 12))), outside="dead", margin=0)


@pytest.mark.parametrize("part", [1, 1 << 20, 1 << 26])
@pytest.mark.parametrize("memory", [5_000_000, 1 << 33])
def test_frontiers_in_parts_and_in_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, part: int, memory: int
) -> None:
    """Cut at any place, in memory or not, it is the same frontier; no file is left."""
    cells = (np.random.default_rng(3).random((6, 7)) < 0.4).astype(np.uint8)
    problem = Predecessor(Pattern.from_array(evolve(np.pad(cells, 1), LIFE, 1)), margin=0)
    expected = count_by_population(problem)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(blocks, "_PART_BYTES", part)
    assert count_by_population(problem, Limits(memory)) == expected
    assert count_boards(problem, Limits(memory)) == sum(expected) > 0
    assert not list(tmp_path.iterdir())
    if memory == 5_000_000:
        with pytest.raises(OutOfReachError, match="0 GB of temporary files"):
            count_by_population(problem, Limits(memory, disk=0))


def test_blocks_that_are_merged_fit_in_memory_or_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = soup(12, 10, 3)
    expected = count_boards(problem)
    monkeypatch.setattr(blocks, "_PART_BYTES", 1 << 18)
    monkeypatch.setattr(blocks, "_MOST_FORGOTTEN", -1)
    assert count_boards(problem, Limits(memory=6_000_000)) == expected
    with pytest.raises(OutOfReachError, match="for its next step"):
        count_boards(problem, Limits(memory=2_000_000))


def test_what_does_not_fit_is_refused_before_it_is_tried() -> None:
    for problem in wide_targets():
        with pytest.raises(OutOfReachError, match=r"GB|wider than 62 cells"):
            count_boards(problem, Limits(10_000_000))
    with pytest.raises(OutOfReachError, match="cells of several generations"):
        count_boards(Predecessor(Pattern.from_rows(["O" * 9] * 9), generations=3))
