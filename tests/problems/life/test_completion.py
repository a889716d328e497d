"""Completions against brute force, and against the best that is published."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat import Pattern, UserError, completions, read_file, read_text, smallest
from lifesat.engines.options import Options
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.completion import Completion, Minimise
from lifesat.problems.problem import Boards
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.completions import OSCILLATORS, area, brute_force, histories, objects, period_of

EVERYTHING: tuple[Minimise, ...] = ("population", "box", "population,box", "box,population")


@st.composite
def problems(draw: st.DrawFn, height: int, width: int) -> Completion:
    """Letters that are true of some still life or oscillator, unless a cell is changed."""
    period = draw(st.sampled_from([1, 2]))
    all_histories = [h[:-1] for h in histories(height, width, period) if period == 1 or differs(h)]
    history = draw(st.sampled_from(all_histories))
    cells = [[["?"] * width for _ in range(height)] for _ in range(period)]
    for y, x in np.ndindex(height, width):
        states = history[:, y, x]
        letters = "?=" if (states == states[0]).all() else "?"
        kind = draw(st.sampled_from(letters + "==!"[: 3 * (len(letters) > 1)] + "!"))
        for t, state in enumerate(states):
            cells[t][y][x] = ".O"[state] if kind == "!" else kind
    if draw(st.integers(0, 4)) == 0:
        cells[0][-1][-1] = draw(st.sampled_from(".O"))
        for layer in cells[1:]:
            layer[-1][-1] = "?"
    for layer in cells:
        layer[0][0] = "?"
    layers = tuple(tuple("".join(row) for row in layer) for layer in cells)
    return Completion(layers, minimise=draw(st.sampled_from(EVERYTHING)))


def differs(history: Boards) -> bool:
    return bool((history[0] != history[1]).any())


def listed(problem: Completion) -> set[bytes]:
    *events, done = search(ListSolutions(problem), Options(method="sat", limit=None))
    assert isinstance(done, Done)
    assert done.status in ("complete", "none")
    return {board.tobytes() for e in events if isinstance(e, Solutions) for board in e.boards}


def best(problem: Completion) -> Boards | None:
    *events, done = search(BestSolution(problem, "fewest"), Options())
    found = [event for event in events if isinstance(event, Solutions)]
    assert isinstance(done, Done)
    assert done.status == ("complete" if found else "none")
    return found[-1].boards[0] if found else None


def costs(problem: Completion, history: Boards) -> tuple[int, ...]:
    number = {"population": int(history[0].sum()), "box": area(history)}
    return tuple(number[each] for each in problem.minimise.split(","))


def check(problem: Completion) -> None:
    expected = brute_force(problem)
    assert listed(problem) == {history[0].tobytes() for history in expected}
    found = best(problem)
    assert (found is None) == (not len(expected))
    if found is None:
        return
    (history,) = (history for history in expected if (history[0] == found).all())
    least = min(costs(problem, each) for each in expected)
    assert costs(problem, history) == least
    assert tuple(problem.costs(found[None], "fewest")[0]) == least
    better = replace(problem, better_than=least)
    assert best(better) is None
    assert not better.verify(expected[:, 0]).any()


@pytest.mark.quick
@settings(max_examples=12)
@given(problems(3, 4))
def test_small_boxes(problem: Completion) -> None:
    check(problem)


@settings(max_examples=60)
@given(problems(4, 4))
def test_boxes_of_four_by_four(problem: Completion) -> None:
    check(problem)


@pytest.mark.quick
@pytest.mark.parametrize(
    ("minimise", "population", "box"),
    [
        ("population", 4, 9),
        ("population,box", 4, 9),
        ("box", None, 8),
        ("box,population", 6, 8),
    ],
)
def test_what_is_minimised_decides(minimise: Minimise, population: int | None, box: int) -> None:
    """A tub has the fewest cells, and a snake the smallest box, that hold two given cells."""
    rows = ("======", "===.==", "======", "======", "==O=O=", "======")
    found = best(Completion((rows,), minimise=minimise))
    assert found is not None
    assert population in (None, found.sum())
    assert area(found[None]) == box


@pytest.mark.quick
@pytest.mark.parametrize(
    ("given", "least"),
    [
        # A game of the forum of conwaylife.com, and the best answer there.
        ("3.C.C$.C3.C$C2.C.C$C2$6.2C$4.C2.C$2.C!", 23),
        ("2A$A!", 4),
    ],
)
def test_still_lifes_around_given_cells(given: str, least: int) -> None:
    pattern = read_text(f"x = 8, y = 8, rule = LifeHistory\n{given}")
    found = smallest(completions(pattern))
    assert found is not None
    assert found.population == least
    assert found.evolve() == found


@pytest.mark.parametrize("name", OSCILLATORS)
def test_published_stators(name: str) -> None:
    period, text = OSCILLATORS[name]
    pattern = read_text(f"x = 0, y = 0, rule = B3/S23\n{text}")
    found = smallest(completions(pattern, period=period))
    assert found is not None
    assert found.population <= pattern.population
    assert found.evolve(period).crop() == found.crop() != found.evolve().crop()


def test_stators_of_the_collection_that_comes_with_golly(golly_patterns: Path) -> None:
    """Every small oscillator of a low period, within its own box; a few stators can be smaller."""
    cells = read_file(golly_patterns / "Life" / "Oscillators" / "low-period.rle").to_array()
    smaller = done = 0
    for each in objects(cells, 60):
        period = period_of(each, 6) if max(each.shape) <= 16 else None
        if period is None or period == 1:
            continue
        found = smallest(completions(Pattern.from_array(each), period=period, margin=0))
        assert found is not None
        assert found.population <= each.sum()
        assert found.evolve(period).crop() == found.crop()
        done += 1
        smaller += found.population < each.sum()
    assert done > 40
    assert 0 < smaller < done


def test_a_sketch_of_a_rotor() -> None:
    """The caterer's rotor, of which only the first generation is given."""
    period, text = OSCILLATORS["caterer"]
    pattern = read_text(f"x = 0, y = 0, rule = B3/S23\n{text}")
    query = completions(pattern, period=period).query
    assert isinstance(query, ListSolutions)
    whole = query.problem
    assert isinstance(whole, Completion)
    first, *later = whole.given
    later = [tuple(row.replace("O", "?").replace(".", "?") for row in layer) for layer in later]
    found = best(replace(whole, given=(first, *later)))
    assert found is not None
    assert found.sum() <= pattern.population


def test_the_proof_of_none_better_needs_the_whole_order() -> None:
    rows = ("====", "=OO=", "====", "====")
    problem = Completion((rows,), minimise="population,box")
    assert best(replace(problem, better_than=(4, 4))) is None
    found = best(replace(problem, better_than=(4, 5)))
    assert found is not None
    assert found.sum() == 4
    found = best(replace(problem, minimise="box,population", better_than=(5, 0)))
    assert found is not None
    assert best(replace(problem, minimise="population", better_than=(0,))) is None


def test_up_to_symmetry() -> None:
    problem = Completion((("===", "=O=", "==="),))
    *events, done = search(
        ListSolutions(problem), Options(method="sat", limit=None, up_to_symmetry=True)
    )
    assert isinstance(done, Done)
    assert done.covered == len(brute_force(problem))
    found = {board.tobytes() for e in events if isinstance(e, Solutions) for board in e.boards}
    assert len(found) < done.covered


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"given": []}, "at least one generation"),
        ({"given": [["=O", "="]]}, "do not have the size"),
        ({"given": [["=x"]]}, "cell (1, 0) of generation 0 is 'x'"),
        ({"given": [["=?"], ["??"]]}, "must be = in all generations"),
        ({"given": [[".O"]]}, "nothing to complete"),
        ({"given": [["=O"], ["=O"]]}, "the same after 1 generation, so the period cannot be 2"),
        ({"given": [["=O"]], "minimise": "size"}, "minimise"),
        ({"given": [["=O"]], "better_than": [1, 2]}, "it needs 1"),
        ({"given": [["=O"]], "min_population": 3, "max_population": 2}, "exceeds the upper bound"),
        ({"given": [["=O"]], "rule": "B0/S"}, "B0"),
    ],
)
def test_mistakes(values: dict[str, object], said: str) -> None:
    with pytest.raises(UserError) as caught:
        problem_from_json(json.dumps({"kind": "completion"} | values))
    assert said in str(caught.value)


def test_what_is_not_a_solution_is_refused() -> None:
    problem = Completion((("=O==", "====", "===="),))
    block = np.zeros((3, 4), dtype=np.uint8)
    block[:2, 1:3] = 1
    tall = np.ones((3, 4), dtype=np.uint8)
    elsewhere = np.roll(block, 1, axis=1)
    assert problem.verify(np.stack([block, tall, elsewhere])).tolist() == [True, False, False]


def test_births_outside_are_refused() -> None:
    blinker = Completion((("???",), ("???",)))
    assert not blinker.verify(np.ones((1, 1, 3), dtype=np.uint8)).any()
    assert best(blinker) is None
