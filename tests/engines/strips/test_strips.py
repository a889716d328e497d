"""Strips: they agree with brute force and with one formula, whatever their heights."""

import json
import math
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any, NoReturn

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.defaults import ENCODINGS, SOLVER
from lifesat.engines.choice import one_formula_note, portfolio_members, setup_of
from lifesat.engines.options import Options
from lifesat.engines.sat import adaptive, executors
from lifesat.engines.sat.adaptive import AdaptiveSearch
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.portfolio import Portfolio, fitting_setups
from lifesat.engines.sat.search import EngineProgress, no_solutions
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import Slice, SliceResult
from lifesat.engines.strips.engine import STRIPS
from lifesat.engines.strips.enumeration import StripEnumeration, StripHeights
from lifesat.errors import MemoryLimitError, UserError
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.life.evolution import evolve
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import LIFE, parse_rule
from lifesat.problems.life.periodic import Oscillator
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Outside
from lifesat.problems.problem import Goal
from lifesat.queries.events import Done, Progress, Solutions, Started, to_json
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.soups import drawing, soup

RULES = (
    "B3/S23",
    "B36/S23",
    "B2-a/S12",
    "B2/S34H",
    "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA",
)


OUTSIDES: tuple[Outside, ...] = ("dead", "free", "torus")


@st.composite
def problems(draw: st.DrawFn) -> Predecessor:
    """Targets of up to 5x9 cells; some have predecessors and some have none."""
    generations = draw(st.sampled_from([1, 1, 2, 3]))
    # Proofs that several generations back there is none take long.
    longest, widest = {1: (9, 5), 2: (6, 3), 3: (4, 2)}[generations]
    height, width = draw(st.integers(1, longest)), draw(st.integers(1, widest))
    outside = draw(st.sampled_from(OUTSIDES))
    rule, _ = parse_rule(draw(st.sampled_from(RULES)))
    if rule.table[0]:
        rule = LIFE
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    cells = (chance.random((height, width)) < draw(st.sampled_from([0.3, 0.5]))).astype(np.uint8)
    if draw(st.booleans()):
        torus = outside == "torus"
        cells = evolve(cells, rule, generations, "torus" if torus else "dead")[:height, :width]
    cells[chance.random(cells.shape) < draw(st.sampled_from([0.0, 0.2]))] = UNKNOWN
    places = [(x, y) for x in range(width) for y in range(height)]
    marked = draw(st.lists(st.sampled_from(places), max_size=3, unique=True))
    grid = BoundedGrid("T", width, height) if outside == "torus" else None
    return Predecessor(
        Pattern.from_array(cells, rule=rule, grid=grid),
        generations,
        outside,
        margin=draw(st.integers(0, 1)) if outside == "dead" else 1,
        require=frozenset(marked[:1]),
        forbid=frozenset(marked[1:]),
    )


def listed(problem: Predecessor, heights: StripHeights, most: int | None) -> NDArray[np.uint8]:
    """Return predecessors found by strips, which must be exhausted if fewer than `most`."""
    encoding = problem.encodings[0]
    solver = Solver(Formula(), seed=1)
    try:
        strips = StripEnumeration(solver, problem, encoding, heights)
        models = strips.advance(60, most)
    finally:
        solver.delete()
    assert strips.complete == (most is None or len(models.orbit_sizes) < most)
    boards = problem.boards(models.literals)
    assert problem.verify(boards).all()
    return boards


@settings(max_examples=150, deadline=None)
@given(problems(), st.integers(2, 7), st.integers(1, 4))
def test_strips_and_one_formula_agree_on_whether_there_is_a_parent(
    problem: Predecessor, free: int, step: int
) -> None:
    with Solver(problem.formula(problem.encodings[0])) as solver:
        exists = solver.solve(None)
    assert len(listed(problem, StripHeights(free, step), 1)) == exists


@pytest.mark.quick
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**9 - 1), st.integers(2, 5), st.integers(1, 3))
def test_strips_list_every_parent_once(bits: int, free: int, step: int) -> None:
    target = np.array([bits >> i & 1 for i in range(9)], dtype=np.uint8).reshape(3, 3)
    problem = Predecessor(Pattern.from_array(target), margin=0)
    everything = np.unpackbits(np.arange(512, dtype=">u2").view(np.uint8).reshape(-1, 2), axis=1)[
        :, 7:
    ].reshape(-1, 3, 3)
    parents = everything[problem.verify(everything)]
    found = listed(problem, StripHeights(free, step), None)
    assert sorted(map(bytes, found)) == sorted(map(bytes, parents))


@pytest.mark.parametrize(
    ("problem", "method", "scope"),
    [
        (soup(40, 36), "auto", "particles"),
        (soup(36, 40), "auto", "particles"),
        (drawing(40, 36), "auto", "strips"),
        (drawing(36, 40), "auto", "strips"),
        (soup(40, 36), "sat", "board"),
        (soup(10, 60), "auto", "board"),
        (soup(10, 10), "strips", "strips"),
        (soup(10, 10), "particles", "particles"),
    ],
)
def test_the_method_follows_from_the_board(problem: Predecessor, method: str, scope: str) -> None:
    assert setup_of(problem, Options(method=method)).engine.name == scope


@pytest.mark.quick
def test_smaller_boards_are_large_if_several_generations_are_undone() -> None:
    def strips(side: int) -> bool:
        return setup_of(replace(soup(side, side), generations=2), Options()).engine.name == "strips"

    assert strips(28)
    assert not strips(24)


@pytest.mark.parametrize(
    "changes",
    [{"max_population": 300}, {"min_population": 1}, {"symmetry": "C2"}, {"different": True}],
)
def test_what_strips_cannot_do_on_a_large_board_is_done_with_one_formula(
    changes: dict[str, Any],
) -> None:
    problem = replace(soup(40, 40), **changes)
    assert setup_of(problem, Options()).engine.name == "board"
    assert setup_of(soup(40, 40), Options(limit=2)).engine.name == "board"
    assert setup_of(soup(40, 40), Options(), "most").engine.name == "board"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"max_population": 300}, "strips do not count live cells"),
        ({"symmetry": "C2"}, "strips know no symmetry"),
        ({"different": True}, "strips do not compare the predecessor with the target"),
    ],
)
def test_a_note_says_why_a_large_board_is_searched_with_one_formula(
    changes: dict[str, Any], reason: str
) -> None:
    problem = replace(soup(40, 40), **changes)
    said = f"one formula instead of strips: {reason}; large boards take long"
    started = next(search(ListSolutions(problem), Options()))
    assert isinstance(started, Started)
    assert started.note == said
    assert json.loads(to_json(started))["note"] == said
    best = next(search(BestSolution(problem, "fewest"), Options()))
    assert isinstance(best, Started)
    assert best.note == ""
    for options in (Options(method="sat"), Options(limit=2)):
        assert one_formula_note(problem, options) == ""
    assert one_formula_note(replace(soup(30, 40), **changes), Options()) == ""
    assert one_formula_note(soup(40, 40), Options()) == ""
    assert one_formula_note(Oscillator(50, 50, 2), Options()) == ""


def test_a_search_strip_by_strip_finds_a_parent() -> None:
    problem = soup(40, 36)
    events = list(search(ListSolutions(problem), Options(method="strips")))
    (solutions,) = (event for event in events if isinstance(event, Solutions))
    assert problem.verify(solutions.boards).all()
    assert isinstance(events[-1], Done)
    assert events[-1].status == "limit"


@pytest.mark.quick
def test_strips_begin_without_the_formula_of_the_whole_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_: object) -> NoReturn:
        raise AssertionError("the whole formula is made")

    monkeypatch.setattr(Predecessor, "formula", refused)
    events = search(ListSolutions(soup(150, 150)), Options(method="strips", time_limit=0.5))
    started = next(events)
    assert isinstance(started, Started)
    assert started.scope == "strips"
    assert (started.unknowns, started.variables, started.clauses) == (154**2, 154**2, 0)
    *_, done = events
    assert isinstance(done, Done)
    assert done.status == "time_limit"


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("outside", OUTSIDES)
def test_the_memory_of_strips_counts_all_that_they_add(encoding: str, outside: Outside) -> None:
    problem = soup(61, 47)
    if outside == "torus":
        size = BoundedGrid("T", *problem.target_states.shape[::-1])
        problem = Predecessor(problem.target.replace(grid=size), outside=outside)
    else:
        problem = replace(problem, outside=outside)
    added: list[Size] = []

    class Counting(Solver):
        """A solver that counts what it is given, and takes whatever it likes as a solution."""

        def extend(self, formula: Formula, first: int = 0) -> None:
            literals = sum(block.size for block in formula.blocks())
            added.append(Size(formula.variables, len(formula), literals))

        def solve(self, conflicts: int | None, assumptions: Sequence[int] = ()) -> bool:
            return True

        def model(self, variables: int) -> list[int]:
            return [-variable for variable in range(1, variables + 1)]

    StripEnumeration(Counting(Formula()), problem, encoding).advance(math.inf, 1)
    *_, last = added
    whole = problem.formula_size(encoding)
    literals = sum(size.literals for size in added)
    # Counts that rows share are made again where one strip ends and the next one begins.
    assert 0.7 * whole.literals < literals < 1.1 * whole.literals
    assert sum(size.clauses for size in added) < 1.1 * whole.clauses
    assert last.variables < 1.1 * whole.variables
    needed = SolverSetup(problem, encoding, SOLVER, STRIPS).bytes
    assert needed < SolverSetup(problem, encoding, SOLVER, ONE_FORMULA).bytes
    setup = setup_of(problem, Options(encoding=encoding, method="strips"))
    assert setup.bytes == needed
    with pytest.raises(MemoryLimitError):
        next(
            search(
                ListSolutions(problem),
                Options(encoding=encoding, method="strips", memory=needed - 1),
            )
        )
    next(search(ListSolutions(problem), Options(encoding=encoding, method="strips", memory=needed)))


def test_progress_says_which_row_has_been_reached() -> None:
    # 30 s are enough for the first rows on any machine, and too few for all of them.
    events = search(ListSolutions(soup(150, 150)), Options(method="strips", time_limit=30.0))
    reached = EngineProgress(0, 0, 0)
    for event in events:
        if isinstance(event, Progress) and event.row:
            reached = EngineProgress(event.row, event.rows, event.nogoods)
            break
    assert 10 < reached.row < reached.rows == 156


@pytest.mark.quick
def test_none_by_strips_is_a_proof() -> None:
    # A live cell whose neighbourhood has no room for live cells.
    problem = Predecessor(Pattern.from_array(np.ones((1, 1), dtype=np.uint8)), margin=0)
    assert [event.status for event in search(ListSolutions(problem), Options(method="strips"))
            if isinstance(event, Done)] == ["none"]  # fmt: skip


@pytest.mark.quick
def test_strips_do_not_find_the_best() -> None:
    with pytest.raises(UserError, match="any one predecessor"):
        search(BestSolution(soup(4, 4), "fewest"), Options(method="strips"))


@pytest.mark.parametrize(
    ("problem", "options", "reason"),
    [
        (
            Predecessor(Pattern.from_array(np.ones((2, 2), dtype=np.uint8)), max_population=3),
            {},
            "live cells",
        ),
        (
            Predecessor(Pattern.from_array(np.ones((2, 2), dtype=np.uint8)), symmetry="C2"),
            {},
            "symmetry",
        ),
        (soup(4, 4), {"limit": 2}, "any one predecessor"),
        (soup(4, 4), {"up_to_symmetry": True}, "any one predecessor"),
        (soup(4, 4), {"skip": 1}, "any one predecessor"),
    ],
)
def test_strips_refuse_what_they_cannot_do(
    problem: Predecessor, options: dict[str, object], reason: str
) -> None:
    with pytest.raises(UserError, match=reason):
        next(search(ListSolutions(problem), Options(method="strips", **options)))  # type: ignore[arg-type]


class NothingFound(Executor):
    """Keeps its tasks; each ends at once and finds nothing."""

    def __init__(self) -> None:
        self.tasks: list[Slice] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        (task,) = args
        self.tasks.append(task)
        none = no_solutions(task.setup.problem)
        reached = EngineProgress(len(self.tasks) % 3, 9, 0)
        result = SliceResult(none, np.zeros(0, np.intp), False, 0, "token", True, reached)
        future: Future[Any] = Future()
        future.set_result(result)
        return future

    def grow_to(self, workers: int) -> None:
        """There is nothing to start."""

    def kill(self) -> None:
        """There is nothing to kill."""


def test_a_member_of_a_portfolio_tells_how_far_it_is_and_goes_on_in_long_calls() -> None:
    setup = setup_of(soup(40, 36), Options(method="strips"))
    executor = NothingFound()
    portfolio = Portfolio([setup], executor, no_solutions(setup.problem), math.inf)
    portfolio.advance(0.05, 1)
    assert len(executor.tasks) > 3
    assert {task.call_seconds for task in executor.tasks} == {math.inf}
    assert all(math.isfinite(task.seconds) for task in executor.tasks)
    assert executor.tasks[-1].token is not None
    assert portfolio.progress().reached == EngineProgress(2, 9, 0)


def test_a_portfolio_mixes_strips_and_one_formula_while_the_board_is_small() -> None:
    def strips(size: int, setup: str) -> list[bool]:
        chosen = fitting_setups(
            portfolio_members(setup_of(drawing(size, size), Options(method=setup))), 3
        )
        assert len({(each.engine.name, each.seed) for each in chosen}) == 3
        return [each.engine.name == "strips" for each in chosen]

    assert strips(40, "auto") == [True, False, True]
    assert strips(100, "auto") == [True, True, True]
    assert strips(40, "strips") == [True, True, True]


@pytest.mark.parametrize(
    ("side", "generations", "options", "goal", "beside"),
    [
        (25, 2, Options(), None, True),
        (25, 1, Options(), None, False),
        (15, 2, Options(), None, False),
        (25, 2, Options(method="sat"), None, False),
        (25, 2, Options(), "fewest", False),
    ],
)
def test_strips_beside_one_formula_several_generations_back(
    side: int, generations: int, options: Options, goal: Goal | None, beside: bool
) -> None:
    problem = replace(soup(side, side), generations=generations)
    first, second, third = fitting_setups(portfolio_members(setup_of(problem, options, goal)), 3)
    assert [each.engine.name == "strips" for each in (first, second, third)] == [
        False,
        False,
        beside,
    ]


@pytest.mark.parametrize(("method", "counted"), [("auto", False), ("strips", True)])
def test_rows_are_counted_if_the_search_begins_with_strips(
    method: str, counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = NothingFound()
    monkeypatch.setattr(adaptive, "_ALONE_SECONDS_FOR_ONE", -1.0)
    monkeypatch.setattr(executors, "Pool", lambda _: executor)
    problem = replace(soup(25, 25), generations=2)
    setup = setup_of(problem, Options(method=method))
    with AdaptiveSearch(setup, 3, portfolio_members(setup)) as search:
        search.advance(0.05, 1)
        assert executor.tasks[1].setup.engine.name == "strips"
        assert (search.progress().reached is not None) == counted
