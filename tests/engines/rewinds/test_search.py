"""Going back one generation at a time; every oldest generation is run forward by plain Life."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesat import MemoryLimitError, Pattern, read_file
from lifesat.cnf.spacetime import FALSE
from lifesat.defaults import SOLVER
from lifesat.engines.rewinds import processes
from lifesat.engines.rewinds import search as search_module
from lifesat.engines.rewinds.fertility import sterility
from lifesat.engines.rewinds.history import Ancestor, generations_of, is_ancestor
from lifesat.engines.rewinds.processes import Rewinds
from lifesat.engines.rewinds.search import Rewind, breaks, luby
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.life.rule import parse_rule
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Outside
from tests.support import plain

EXAMPLES = Path(__file__).parents[3] / "examples"
R_PENTOMINO = Pattern.from_rows([".OO", "OO.", ".O."])
TUB = Pattern.from_rows([".O.", "O.O", ".O."], position=(7, -4))


def live(pattern: Pattern) -> set[tuple[int, int]]:
    left, top = pattern.position or (0, 0)
    return {(left + x, top + y) for x, y, _ in pattern.cells()}


def go_back(problem: Predecessor, generations: int, seed: int = 1, choices: int = 1) -> Rewind:
    encoding = problem.encodings[0]
    with Rewind(problem, encoding, SOLVER, seed=seed, choices=choices) as search:
        while search.generations < generations and not search.exhausted:
            search.advance(0.1)
    return search


@pytest.mark.parametrize(("name", "choices"), [("space-invader", 1), ("life", 1), ("life", 3)])
def test_eight_generations_with_anything_around(name: str, choices: int) -> None:
    target = read_file(EXAMPLES / f"{name}.rle")
    problem = Predecessor(target, outside="free")
    search = go_back(problem, 8, choices=choices)
    assert search.generations == 8
    assert search.oldest is not None
    cells = live(search.oldest)
    for _ in range(8):
        cells = plain.next_cells(cells, target.rule)
    left, top = target.position or (0, 0)
    columns, rows = range(left, left + target.width), range(top, top + target.height)
    box = {(x, y) for x in columns for y in rows}
    assert cells & box == live(target)


@pytest.mark.quick
@pytest.mark.parametrize("choices", [1, 3])
def test_dead_around(choices: int) -> None:
    search = go_back(Predecessor(TUB), 3, choices=choices)
    assert search.oldest is not None
    cells = live(search.oldest)
    for _ in range(3):
        cells = plain.next_cells(cells, TUB.rule)
    assert cells == live(TUB)


def test_parents_nearby_come_first() -> None:
    """Otherwise the second has more than a thousand live cells."""
    target = R_PENTOMINO.evolve(200)
    search = go_back(Predecessor(target), 2)
    assert search.oldest is not None
    cells = live(search.oldest)
    assert len(cells) < 4 * target.population
    for _ in range(2):
        cells = plain.next_cells(cells, target.rule)
    assert cells == live(target)


@pytest.mark.quick
def test_parents_farther_away_if_there_are_none_nearby(monkeypatch: pytest.MonkeyPatch) -> None:
    """One live cell has a parent, but none that lies within the cell itself."""
    monkeypatch.setattr(search_module, "_DISTANCES", (0,))
    search = go_back(Predecessor(Pattern.from_rows(["O"])), 1)
    assert search.oldest is not None
    assert plain.next_cells(live(search.oldest), search.oldest.rule) == {(0, 0)}
    assert search.dead_ends == 0


@pytest.mark.quick
def test_parents_nearby_that_take_too_long_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "_NEAR_SECONDS", 1e-6)
    target = R_PENTOMINO.evolve(200)
    search = go_back(Predecessor(target), 1)
    assert search.oldest is not None
    cells, near = live(search.oldest), (-2, -1, 0, 1, 2)
    assert plain.next_cells(cells, target.rule) == live(target)
    reached = {(x + i, y + j) for x, y in live(target) for i in near for j in near}
    assert not cells <= reached


@pytest.mark.quick
def test_what_is_excluded_is_excluded_nearby() -> None:
    """A clause means the same of a parent whose cells far away are constants."""
    problem, rng = Predecessor(TUB, margin=2), np.random.default_rng(1)
    near = replace(problem, forbid=problem.window.far_cells(1))
    allowed = near.first != FALSE
    assert 0 < allowed.sum() < allowed.size
    variables = np.arange(1, problem.projection + 1)
    broken = 0
    for _ in range(300):
        few = rng.choice(variables, rng.integers(1, 5), replace=False)
        clauses = [tuple((few * rng.choice((-1, 1), len(few))).tolist())]
        parent = (rng.random(allowed.shape) < 0.5).astype(np.uint8) * allowed
        expected = breaks(problem, parent, clauses)
        assert breaks(near, parent, search_module._renumbered(clauses, problem, near)) == expected
        broken += expected
    assert 0 < broken < 300


@pytest.mark.quick
def test_all_generations_follow_each_other() -> None:
    problem = Predecessor(TUB, outside="free")
    search = go_back(problem, 4)
    assert search.oldest is not None
    every = generations_of(problem, search.oldest, 4)
    assert len(every) == 5
    assert live(every[-1]) == live(TUB)


@pytest.mark.quick
@pytest.mark.parametrize("outside", ["free", "dead"])
def test_it_goes_on_from_what_another_has_reached(outside: Outside) -> None:
    problem = Predecessor(TUB, outside=outside)
    first = go_back(problem, 3)
    assert first.oldest is not None
    earlier = Ancestor(first.oldest, 3)
    with Rewind(problem, "truth_table", SOLVER, earlier=earlier) as search:
        assert (search.oldest, search.generations) == (first.oldest, 3)
        while search.generations < 5:
            search.advance(0.1)
    assert search.oldest is not None
    assert live(generations_of(problem, search.oldest, 5)[-1]) == live(TUB)


def test_what_is_an_ancestor() -> None:
    problem = Predecessor(TUB, outside="free")
    oldest = go_back(problem, 3).oldest
    assert oldest is not None
    x, y = oldest.position or (0, 0)
    assert is_ancestor(problem, Ancestor(oldest, 3))
    assert not is_ancestor(problem, Ancestor(oldest.replace(position=(x + 1, y)), 3))
    assert not is_ancestor(problem, Ancestor(oldest.replace(position=(x + 100, y)), 3))


def test_a_choice_among_parents_takes_one_with_more_parents() -> None:
    problem = Predecessor(read_file(EXAMPLES / "life.rle"), outside="free")
    oldest = [go_back(problem, 1, choices=choices).oldest for choices in (1, 6)]
    first, chosen = (sterility(each.to_array(), problem.rule) for each in oldest if each)
    assert chosen < first


def test_without_any_parent() -> None:
    search = go_back(Predecessor(Pattern.from_rows(["O"]), margin=0), 1)
    assert search.exhausted
    assert search.oldest is None


# All boards of the 4x4 torus, and how many generations back each has a history; at most 9.
SIDE, MOST = 4, 9
TORUS = parse_rule("B3/S23:T4,4")[1]


def depths() -> NDArray[np.intp]:
    """Return the length of the longest history of each board, by running every board forward."""
    bits = np.arange(SIDE**2)
    boards = (np.arange(1 << SIDE**2)[:, None] >> bits & 1).reshape(-1, SIDE, SIDE)
    shifts = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    blocks = sum(np.roll(boards, shift, (1, 2)) for shift in shifts)
    born = (blocks == 3) | ((blocks == 4) & (boards == 1))
    after = (born.reshape(-1, SIDE**2) << bits).sum(axis=1)
    depth = np.zeros(len(boards), dtype=np.intp)
    for generation in range(1, MOST + 1):
        depth[after[depth >= generation - 1]] = generation
    return depth


@pytest.mark.parametrize("depth", range(6))
def test_when_it_is_proved_that_there_is_none_older(depth: int) -> None:
    rng = np.random.default_rng(depth)
    for number in rng.choice(np.flatnonzero(depths() == depth), 2).tolist():
        cells = np.array([number >> bit & 1 for bit in range(SIDE**2)], dtype=np.uint8)
        target = Pattern.from_array(cells.reshape(SIDE, SIDE), grid=TORUS)
        search = go_back(Predecessor(target, outside="torus"), MOST, seed=1 + number % 2)
        assert (search.generations, search.exhausted) == (depth, True), number


def test_a_history_as_long_as_wanted_on_a_torus() -> None:
    rng = np.random.default_rng(1)
    (number, *_) = rng.choice(np.flatnonzero(depths() == MOST), 1).tolist()
    cells = np.array([number >> bit & 1 for bit in range(SIDE**2)], dtype=np.uint8)
    target = Pattern.from_array(cells.reshape(SIDE, SIDE), grid=TORUS)
    problem = Predecessor(target, outside="torus")
    search = go_back(problem, MOST)
    assert search.oldest is not None
    every = generations_of(problem, search.oldest, MOST)
    boards = [each.crop().to_array() for each in every]
    assert (boards[-1] == target.crop().to_array()).all()


def test_several_processes() -> None:
    """The other one reports what it has reached, with whatever this one has."""
    target = read_file(EXAMPLES / "space-invader.rle")
    problem = Predecessor(target, outside="free")
    with Rewinds(problem, None, SOLVER, 2) as search:
        other = 0
        while other < 6:
            search.advance()
            other = max((each.last.generations for each in search._others), default=0)
        assert search.oldest is not None
        assert search.generations >= other
        every = generations_of(problem, search.oldest, search.generations)
    assert live(every[-1]) == live(target)


def test_later_only_other_processes_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_ALONE_SECONDS", -1.0)
    monkeypatch.setattr(processes, "_HERE_SECONDS", -1.0)
    monkeypatch.setattr(Rewind, "advance", None)
    problem = Predecessor(TUB, outside="free")
    with Rewinds(problem, None, SOLVER, 2) as search:
        while not search.ended(6):
            search.advance()
        assert search.oldest is not None
        every = generations_of(problem, search.oldest, search.generations)
    assert search.generations >= 6
    assert live(every[-1]) == live(TUB)


def test_one_process_goes_on_from_what_was_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_ALONE_SECONDS", -1.0)
    monkeypatch.setattr(processes, "_HERE_SECONDS", -1.0)
    problem = Predecessor(TUB, outside="free")
    oldest = go_back(problem, 4).oldest
    assert oldest is not None
    first: list[int] = [0, 0]
    with Rewinds(problem, None, SOLVER, 2, earlier=Ancestor(oldest, 4)) as search:
        while not all(first):
            search.advance()
            reached = [other.last.generations for other in search._others]
            first = [old or new for old, new in zip(first, reached, strict=True)]
    assert first[0] >= 4


def test_no_memory_in_any_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search ends; what was reached remains."""
    monkeypatch.setattr(processes, "_ALONE_SECONDS", -1.0)
    monkeypatch.setattr(processes, "_HERE_SECONDS", -1.0)
    problem = Predecessor(TUB, outside="free")
    wider = Predecessor(Pattern.from_rows([".........."] * 10), outside="free")
    memory = SolverSetup(wider, "truth_table", SOLVER, ONE_FORMULA).bytes
    with Rewinds(problem, "truth_table", SOLVER, 2, memory) as search:
        while not search.ended(None):
            search.advance()
    assert isinstance(search.error, MemoryLimitError)
    assert "--memory" in str(search.error)
    assert search.generations >= 4


def test_processes_that_are_killed_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_ALONE_SECONDS", -1.0)
    monkeypatch.setattr(processes, "_HERE_SECONDS", -1.0)
    with Rewinds(Predecessor(TUB, outside="free"), None, SOLVER, 2) as search:
        while not search.ended(None):
            search.advance()
            for other in search._others:
                other.process.process.kill()
    assert isinstance(search.error, MemoryLimitError)


def test_a_formula_that_takes_too_much_memory_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Predecessor(TUB, outside="free")
    # Boards of more than nine rows are too large.
    monkeypatch.setattr(
        SolverSetup, "bytes", property(lambda setup: len(setup.problem.target_states))
    )
    with Rewinds(problem, None, SOLVER, 1, 9) as search:
        while not search.ended(None):
            search.advance()
    assert isinstance(search.error, MemoryLimitError)
    assert search.generations == 3
    assert search.oldest is not None
    assert max(search.oldest.height, search.oldest.width) <= 9
    monkeypatch.undo()
    with pytest.raises(MemoryLimitError):
        Rewinds(problem, None, SOLVER, 1, 1)


def test_lubys_sequence() -> None:
    assert [luby(number) for number in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4] * 2 + [8]
