"""A few solutions without a target: several setups look for them, and each is listed once."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings

from lifesat.engines.choice import is_race, portfolio_members, setup_of
from lifesat.engines.options import Options
from lifesat.engines.sat import adaptive, executors, formula_solvers
from lifesat.engines.sat.cubes import Cubes
from lifesat.engines.sat.executors import Inline
from lifesat.engines.sat.portfolio import Portfolio, fitting_setups
from lifesat.engines.sat.search import Models, among, no_solutions, pack
from lifesat.problems.life.box import literals_of
from lifesat.problems.life.periodic import Oscillator
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.blocks import blanks, listed
from tests.support.environment import few_and_many
from tests.support.oscillators import came_back

# Period 2 in a box of 3x4 cells: fewer than a hundred.
BOX = Oscillator(4, 3, 2)
EVERY = {board.tobytes() for board in came_back(3, 4, 2)}


def boards(problem: Problem, options: Options) -> tuple[list[bytes], Done]:
    """What a search lists."""
    *events, done = search(ListSolutions(problem), options)
    assert isinstance(done, Done)
    lists = [each for each in events if isinstance(each, Solutions)]
    return [board.tobytes() for each in lists for board in each.boards], done


@few_and_many(20, 500)
def test_a_few_of_all_solutions(examples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula_solvers, "_ALONE_WITHOUT_SYMMETRY_SECONDS", 0.0)
    monkeypatch.setattr(formula_solvers, "_TURN_SECONDS", 0.0001)

    @settings(max_examples=examples)
    @given(blanks())
    def agree(problem: SpaceTimeSearch) -> None:
        every = listed(problem)
        for limit in (2, 7, 100):
            found, done = boards(problem, Options(limit=limit, workers=1))
            assert len(found) == len(set(found)) == min(limit, len(every))
            assert set(found) <= every
            assert done.status in (("limit",) if limit <= len(every) else ("complete", "none"))

    agree()


@pytest.mark.parametrize("workers", [1, 3])
def test_processes_that_find_the_same(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them begin at once, and each would find everything."""
    monkeypatch.setattr(adaptive, "_ALONE_SECONDS_FALSE_FIRST", -1.0)
    monkeypatch.setattr(adaptive, "_HERE_SECONDS_FALSE_FIRST", 0.2)
    found, done = boards(BOX, Options(limit=100, workers=workers))
    assert sorted(found) == sorted(EVERY)
    assert done.status == "complete"


class Threads(ThreadPoolExecutor):
    """Threads in the place of processes; each keeps a solver of its own."""

    def grow_to(self, workers: int) -> None:
        """There are enough already."""

    def kill(self) -> None:
        self.shutdown()


def test_the_first_process_finds_what_others_have_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on when they have found three, and finds them again."""
    by_others: list[int] = []
    waited: list[float] = []
    first, others = Cubes.advance, Portfolio.advance

    def waiting(self: Cubes, seconds: float, /, most: int | None = None) -> Models:
        waited.append(seconds)
        if len(waited) == 1 or len(by_others) >= 3:
            return first(self, seconds, most)
        assert len(waited) < 3000, "the others have stopped"
        time.sleep(0.01)
        return Models(np.zeros((0, BOX.projection), np.int32), np.zeros(0, np.intp))

    def noted(self: Portfolio, seconds: float, /, most: int | None = None) -> Models:
        models = others(self, seconds, most)
        by_others.extend([1] * len(models.literals))
        return models

    monkeypatch.setattr(Cubes, "advance", waiting)
    monkeypatch.setattr(Portfolio, "advance", noted)
    monkeypatch.setattr(executors, "Pool", Threads)
    monkeypatch.setattr(adaptive, "_ALONE_SECONDS_FALSE_FIRST", -1.0)
    monkeypatch.setattr(adaptive, "_HERE_SECONDS_FALSE_FIRST", 600.0)
    found, _ = boards(BOX, Options(limit=100, workers=3))
    assert sorted(found) == sorted(EVERY)
    assert len(by_others) >= 3


@pytest.mark.parametrize("threads", [0, 3])
def test_members_that_find_the_same(threads: int) -> None:
    setup = setup_of(BOX, Options(limit=100))
    members = fitting_setups(portfolio_members(setup), 3)
    executor = ThreadPoolExecutor(threads) if threads else Inline()
    with executor:
        race = Portfolio(members, executor, no_solutions(BOX), several=True)
        found: list[bytes] = []
        while not race.complete:
            models = race.advance(1.0, 1)
            assert len(models.orbit_sizes) == len(models.literals)
            found += [board.tobytes() for board in BOX.boards(models.literals)]
    assert sorted(found) == sorted(EVERY)


def test_what_others_have_found_is_not_listed() -> None:
    setup = setup_of(BOX, Options(limit=100))
    race = Portfolio([setup], Inline(), no_solutions(BOX), several=True)
    everything, _ = boards(BOX, Options(method="sat", limit=None))
    states = np.array([np.frombuffer(each, dtype=np.uint8) for each in everything])
    literals = literals_of(BOX.layers[0, 0], states.reshape(len(everything), 3, 4))
    race.learn(pack(literals[:-1]))
    found: list[bytes] = []
    while not race.complete:
        models = race.advance(60.0, 1)
        found += [board.tobytes() for board in BOX.boards(models.literals)]
    assert found == everything[-1:]


def test_solutions_among_others() -> None:
    some = np.array([[1, 2], [3, 4], [5, 6]], dtype=np.uint8)
    assert among(some, some[[2, 0]]).tolist() == [True, False, True]
    assert among(some, some[:0]).tolist() == [False] * 3
    assert among(some[:0], some).tolist() == []


@pytest.mark.parametrize(
    ("options", "race"),
    [
        (Options(limit=1), True),
        (Options(limit=100), True),
        (Options(limit=101), False),
        (Options(method="sat", limit=None), False),
        (Options(limit=5, up_to_symmetry=True), False),
        (Options(limit=5, solver="glucose4"), False),
    ],
)
def test_short_lists_are_races(options: Options, race: bool) -> None:
    assert is_race(BOX, options, None) == race
