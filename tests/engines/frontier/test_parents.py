"""Parents listed, drawn and the smallest, against brute force, chance and a MaxSAT solver."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from lifesat import Pattern, read_file
from lifesat.engines.frontier import listing
from lifesat.engines.frontier.counts import count_boards
from lifesat.engines.frontier.parents import Parents
from lifesat.engines.frontier.support import Limits, OutOfReachError
from lifesat.errors import StoppedError
from lifesat.life.evolution import evolve
from lifesat.life.pattern import UNKNOWN
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from tests.support import plain
from tests.support.environment import few_and_many
from tests.support.predecessors import brute_force, problems
from tests.support.targets import OBJECTS

one_generation = problems().map(lambda problem: replace(problem, generations=1))


def batches(problem: Predecessor, skip: int = 0) -> Iterator[Boards]:
    return map(problem.boards, Parents(problem).models(skip))


def listed(problem: Predecessor, skip: int = 0) -> list[bytes]:
    return [board.tobytes() for boards in batches(problem, skip) for board in boards]


def reading_order(boards: list[bytes], problem: Predecessor) -> list[bytes]:
    """Sort boards by their cells: row by row, or column by column if they are wider than high."""
    height, width = problem.target_states.shape

    def cells(board: bytes) -> bytes:
        grid = np.frombuffer(board, dtype=np.uint8).reshape(height, width)
        return (grid.T if width > height else grid).tobytes()

    return sorted(boards, key=cells)


def check_every_parent_in_order_from_any_one_on(
    problem: Predecessor, data: st.DataObject, batch: int
) -> None:
    expected = reading_order(list(brute_force(problem)), problem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listing, "_BATCH", batch)
        assert listed(problem) == expected
        if expected:
            skip = data.draw(st.integers(0, len(expected) - 1))
            assert listed(problem, skip) == expected[skip:]
        assert listed(problem, len(expected)) == []
        assert Parents(problem).count() == len(expected)


@pytest.mark.quick
@few_and_many(15, 100)
def test_every_parent_in_order_from_any_one_on(examples: int) -> None:
    check = given(problem=one_generation, data=st.data(), batch=st.sampled_from([1, 7, 1 << 15]))(
        check_every_parent_in_order_from_any_one_on
    )
    settings(max_examples=examples)(check)()


def test_more_steps_than_a_word_has_bits() -> None:
    """The second half of the listing begins after the first, in order, and with parents."""
    problem = Predecessor(Pattern.from_array(np.zeros((45, 3))), margin=0)
    number = count_boards(problem)
    assert number > 1 << 64
    seen: list[bytes] = []
    for skip in (0, number // 2, number - 3):
        for boards in islice(batches(problem, skip), 3):
            assert problem.verify(boards).all()
            seen += [board.tobytes() for board in boards]
    assert sorted(set(seen)) == seen
    assert len(seen) > 5


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("name", "margin"), [("tub", 0), ("dot", 1), ("block", 1)])
def test_drawn_with_equal_chances(name: str, margin: int, seed: int) -> None:
    """A chi-square statistic within five standard deviations of its mean."""
    problem = Predecessor(Pattern.from_rows(OBJECTS[name]), margin=margin)
    everything = brute_force(problem)
    draws = 200 * len(everything)
    times = Counter(board.tobytes() for board in Parents(problem).sample(draws, seed))
    assert set(times) == everything
    freedom = len(everything) - 1
    statistic = sum((times[board] - 200) ** 2 / 200 for board in everything)
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


def test_the_same_seed_draws_the_same_from_numbers_beyond_64_bits() -> None:
    problem = Predecessor(Pattern.from_array(np.full((5, 20), UNKNOWN)), outside="free")
    drawn = Parents(problem).sample(400, 7)
    assert (drawn == Parents(problem).sample(400, 7)).all()
    assert (drawn != Parents(problem).sample(400, 8)).any()
    # Nothing is asked, so every cell is live with chance 1/2; the deviation is 10.
    live = drawn.sum(axis=0, dtype=np.int64)
    assert (abs(live - 200) < 50).all()


@pytest.mark.quick
def test_nothing_to_draw() -> None:
    none = Parents(Predecessor(Pattern.from_rows(["O"]), margin=0))
    assert none.sample(3, 0).shape == (0, 1, 1)
    assert none.extreme(largest=False).shape == (0, 1, 1)
    assert list(none.models(skip=5)) == []


@settings(max_examples=100)
@given(problem=one_generation)
def test_the_fewest_and_the_most_live_cells(problem: Predecessor) -> None:
    expected = brute_force(problem)
    parents = Parents(problem)
    for largest, choose in ((False, min), (True, max)):
        found = [board.tobytes() for board in parents.extreme(largest=largest)]
        assert len(found) == bool(expected)
        assert set(found) <= expected
        if expected:
            assert found[0].count(1) == choose(board.count(1) for board in expected)


@pytest.mark.parametrize("seed", range(3))
def test_the_fewest_live_cells_by_maxsat(seed: int) -> None:
    soup = (np.random.default_rng(seed).random((6, 7)) < 0.4).astype(np.uint8)
    problem = Predecessor(Pattern.from_array(evolve(np.pad(soup, 1), LIFE, 1)))
    soft = WCNF()
    for block in problem.formula("truth_table").blocks():
        soft.extend(block.tolist())
    for variable in range(1, problem.projection + 1):
        soft.append([-variable], weight=1)
    with RC2(soft) as solver:
        solver.compute()
        fewest = solver.cost
    (board,) = Parents(problem).extreme(largest=False)
    assert board.sum() == fewest
    wide = np.pad(board, 1)[None]
    child = plain.next_boards(wide, LIFE, torus=False)[0, 1:-1, 1:-1]
    assert (child == problem.target_states).all()


@pytest.mark.quick
def test_levels_on_disk_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    problem = Predecessor(Pattern.from_rows(OBJECTS["pond"]), outside="free")
    parents = Parents(problem, Limits(memory=3_000_000))
    # The files have no names, so that none outlives a killed process.
    assert not list(tmp_path.iterdir())
    models = np.concatenate(list(parents.models()))
    assert len(models) == 113360
    assert (models == np.concatenate(list(Parents(problem).models()))).all()


@pytest.mark.quick
def test_what_is_not_for_a_frontier() -> None:
    block = Pattern.from_rows(OBJECTS["block"])
    with pytest.raises(OutOfReachError, match="all of these conditions"):
        Parents(Predecessor(block, generations=2, max_outside=1))
    with pytest.raises(OutOfReachError, match="more than 1,000 states"):
        Parents(Predecessor(block, outside="free", margin=0), most_nodes=1000)


def test_a_window_with_more_cells_than_states_is_refused_before_it_is_planned() -> None:
    problem = Predecessor(Pattern.from_rows(["." * 10] * 10))
    with pytest.raises(OutOfReachError, match="more than 100 states"):
        Parents(problem, most_nodes=100, stop=lambda: True)


@pytest.mark.parametrize("after", range(40))
def test_a_stop_while_it_is_planned_and_between_steps(after: int) -> None:
    answers = iter([*[False] * after, True])
    with pytest.raises(StoppedError):
        Parents(Predecessor(Pattern.from_rows(OBJECTS["pond"])), stop=lambda: next(answers))


@pytest.mark.parametrize(("least", "most"), [(0, 13), (14, None), (13, 15), (13, 13)])
def test_drawn_within_bounds(least: int, most: int | None) -> None:
    problem = Predecessor(
        Pattern.from_rows(OBJECTS["pond"]), min_population=least, max_population=most
    )
    parents = Parents(problem)
    assert parents.count() == count_boards(problem)
    assert problem.verify(parents.sample(300, 1)).all()


def test_the_invader_is_listed_whole() -> None:
    invader = read_file(Path(__file__).resolve().parents[3] / "examples" / "space-invader.rle")
    problem = Predecessor(invader, margin=0)
    (boards,) = batches(problem)
    assert len({board.tobytes() for board in boards}) == 2680
    assert problem.verify(boards).all()
