"""Predecessors of a symmetry: against every board that has it, by plain numpy."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lifesat import UNKNOWN, Pattern, UserError, predecessors
from lifesat.defaults import ENCODINGS
from lifesat.engines.frontier.counts import (
    count_boards,
    count_by_population,
    count_orbits,
)
from lifesat.engines.frontier.parents import Parents
from lifesat.engines.options import Options
from lifesat.engines.sat import model_counter
from lifesat.engines.sat.cubes import Cubes
from lifesat.engines.sat.executors import Inline
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import clear_solver_cache
from lifesat.life.rule import BoundedGrid, parse_rule
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support import plain
from tests.support.predecessors import brute_force
from tests.support.symmetries import (
    HEXAGONAL,
    MEANT,
    TURNS,
    Turn,
    expected_in_five,
    joined,
    sets_of_cells,
)

if TYPE_CHECKING:
    from lifesat.problems.life.window import Outside
    from lifesat.problems.problem import Goal

SQUARE = {"C4", "D2_x", "D4_x", "D8"}
SQUARE_TURNS = {"rot90", "rot270", "diagonal", "other diagonal"}


@cache
def symmetric_boards(height: int, width: int, turns: tuple[str, ...]) -> plain.Boards:
    """Every board that some turns leave as it is, out of all boards."""
    boards = plain.all_boards(height, width)
    for turn in turns:
        boards = boards[(TURNS[turn](boards) == boards).all(axis=(1, 2))]
    return boards


def window(problem: Predecessor) -> plain.Boards:
    """The target where it stands: 0, 1, any number above for a cell that is not known."""
    beyond = 0 if problem.outside == "dead" else 3
    return np.pad(problem.target.to_array(), border(problem), constant_values=beyond)


def border(problem: Predecessor) -> int:
    return {"dead": problem.margin, "free": problem.generations, "torus": 0}[problem.outside]


def has(states: plain.Boards, turns: list[str]) -> bool:
    images = [(states, TURNS[turn](states[None])[0]) for turn in turns]
    return not any(((a == 0) & (b == 1) | (a == 1) & (b == 0)).any() for a, b in images)


def meant(problem: Predecessor) -> list[str]:
    ways = MEANT[problem.symmetry]
    return next((way for way in ways if has(window(problem), way)), ways[0])


def expected(problem: Predecessor) -> set[bytes]:
    boards = symmetric_boards(*window(problem).shape, tuple(meant(problem)))
    return brute_force(problem, boards)


def listed(problem: Predecessor, **options: Any) -> tuple[list[bytes], Done]:
    *events, done = search(
        ListSolutions(problem), Options(**{"limit": None, "workers": 1, **options})
    )
    assert isinstance(done, Done)
    boards = [b.tobytes() for event in events if isinstance(event, Solutions) for b in event.boards]
    assert len(set(boards)) == len(boards) == done.found
    return boards, done


@st.composite
def problems(draw: st.DrawFn, name: str | None = None) -> Predecessor:
    """Targets that a symmetric board becomes, some of them spoilt; windows up to 4 x 4."""
    name = name or draw(st.sampled_from(list(MEANT)))
    outside: Outside = draw(st.sampled_from(["dead", "free", "torus"]))
    margin = draw(st.integers(0, 1)) if outside == "dead" else 0
    back = 1 if outside == "free" else draw(st.integers(1, 2))
    around = {"dead": margin, "free": back, "torus": 0}[outside]
    width = draw(st.integers(1 + 2 * around, 4))
    height = width if name in SQUARE else draw(st.integers(1 + 2 * around, 4))
    hexagonal = any(HEXAGONAL.issuperset(way) for way in MEANT[name])
    rules = ["B3/S23", "B3/S23", "B36/S125"] + ["B2/S34H"] * hexagonal
    rule, _ = parse_rule(draw(st.sampled_from(rules)))
    ways = [w for w in MEANT[name] if not rule.name.endswith("H") or HEXAGONAL.issuperset(w)]
    boards = symmetric_boards(height, width, tuple(draw(st.sampled_from(ways))))
    cells = np.pad(boards[draw(st.integers(0, len(boards) - 1))], 1 if outside == "dead" else 0)
    for _ in range(back):
        cells = plain.next_boards(cells[None], rule, torus=outside == "torus")[0]
    inner = around + (1 if outside == "dead" else 0)
    target = cells[inner : len(cells) - inner, inner : cells.shape[1] - inner].copy()
    places = st.tuples(
        st.integers(-around, target.shape[1] + around - 1),
        st.integers(-around, target.shape[0] + around - 1),
    )
    for state in draw(st.lists(st.sampled_from([0, 1, UNKNOWN, UNKNOWN]), max_size=3)):
        target[draw(st.integers(0, len(target) - 1)), draw(st.integers(0, len(target[0]) - 1))] = (
            state
        )
    grid = BoundedGrid("T", width, height) if outside == "torus" else None
    cells_given: dict[str, Any] = {
        draw(st.sampled_from(["require", "forbid"])): draw(st.frozensets(places, max_size=2))
    }
    return Predecessor(
        Pattern.from_array(target, rule=rule, grid=grid),
        generations=back,
        outside=outside,
        margin=margin,
        min_population=draw(st.sampled_from([0, 0, 0, 3])),
        max_population=draw(st.sampled_from([None, None, None, 6])),
        different=draw(st.booleans()),
        symmetry=name,
        **cells_given,
    )


def check_lists(problem: Predecessor, encoding: str) -> None:
    """Search, sweep, counts and drawing all know the same solutions."""
    solutions = expected(problem)
    assume(len(solutions) < 1500)
    for way in ({"encoding": encoding}, {"method": "auto"}):
        boards, done = listed(problem, **way)
        assert set(boards) == solutions
        assert done.status == ("complete" if solutions else "none")
    if problem.generations > 1:
        return
    assert count_boards(problem) == len(solutions)
    shape = window(problem).shape
    populations = [int(np.frombuffer(board, np.uint8).sum()) for board in solutions]
    by_population = np.bincount(populations, minlength=1).tolist() if populations else [0]
    assert count_by_population(problem) == by_population
    parents = Parents(problem)
    in_order = [b.tobytes() for batch in parents.models() for b in problem.boards(batch)]
    assert set(in_order) == solutions
    if not solutions:
        return
    lines = [np.frombuffer(board, np.uint8).reshape(shape) for board in in_order]
    read = [(b.T if shape[1] > shape[0] else b).ravel().tolist() for b in lines]
    assert read == sorted(read)
    skipped = [b for batch in parents.models(skip=1) for b in problem.boards(batch)]
    assert [board.tobytes() for board in skipped] == in_order[1:]
    assert {board.tobytes() for board in parents.sample(20, 1)} <= solutions
    for largest, population in ((False, min(populations)), (True, max(populations))):
        assert parents.extreme(largest=largest).sum() == population


@pytest.mark.parametrize("name", MEANT)
def test_every_symmetry(name: str) -> None:
    @settings(max_examples=25)
    @given(problems(name), st.sampled_from(["column_triples", "truth_table"]))
    def check(problem: Predecessor, encoding: str) -> None:
        check_lists(problem, encoding if encoding in problem.encodings else problem.encodings[0])

    check()


@settings(max_examples=60)
@given(problems())
def test_up_to_symmetry(problem: Predecessor) -> None:
    """One for each orbit under what leaves the target, the given cells and the symmetry."""
    solutions = expected(problem)
    assume(len(solutions) < 1500)
    orbits = set()
    motions = list(kept_motions(problem))
    shape = window(problem).shape
    for solution in solutions:
        board = np.frombuffer(solution, np.uint8).reshape(shape)
        images = frozenset(motion(board[None])[0].tobytes() for motion in motions)
        assert images <= solutions
        orbits.add(images)
    found, done = listed(problem, up_to_symmetry=True)
    assert len(found) == len(orbits) == len({o for o in orbits for each in found if each in o})
    assert done.covered == len(solutions)
    if problem.generations == 1:
        assert count_orbits(problem) == [len(orbits)]


def kept_motions(problem: Predecessor) -> Iterator[Turn]:
    """The turns, on a torus with shifts, that change nothing that the problem says."""
    states = window(problem)
    height, width = states.shape
    turns = meant(problem)
    marks = states.astype(int)
    for bit, cells in ((8, problem.require), (16, problem.forbid)):
        given_cells = np.zeros((1, height, width), dtype=int)
        for x, y in cells:
            given_cells[0, y + border(problem), x + border(problem)] = bit
        images = [given_cells, *(TURNS[turn](given_cells) for turn in turns)]
        marks |= np.maximum.reduce(images)[0]
    sets = sets_of_cells(height, width, turns)
    hexagonal = problem.target.rule.name.endswith("H")
    torus = problem.outside == "torus"
    for name, turn in {"identity": lambda b: b, **TURNS}.items():
        if name in SQUARE_TURNS and height != width:
            continue
        if hexagonal and name not in HEXAGONAL | {"identity"}:
            continue
        for shift in product(range(height if torus else 1), range(width if torus else 1)):

            def motion(boards: Any, turn: Turn = turn, shift: tuple[int, int] = shift) -> Any:
                return np.roll(turn(boards), shift, axis=(1, 2))

            moved = {
                motion(np.frombuffer(each, np.uint8).reshape(1, height, width)).tobytes()
                for each in sets
            }
            if (motion(marks[None])[0] == marks).all() and moved == sets:
                yield motion


@pytest.mark.quick
@pytest.mark.parametrize("name", ["C4", "D4_+", "D4_x", "D8"])
@pytest.mark.parametrize("side", [1, 2])
def test_two_generations_back_whatever_surrounds_the_target(name: str, side: int) -> None:
    target = np.ones((side, side), dtype=np.uint8)
    problem = Predecessor(Pattern.from_array(target), generations=2, outside="free", symmetry=name)
    assert set(listed(problem)[0]) == brute_force(problem, joined(side + 4, MEANT[name][0]))


PONDS = Predecessor(
    Pattern.from_rows([".OO.", "O..O", "O..O", ".OO."]), generations=2, symmetry="D4_x"
)


def test_every_encoding_lists_the_same() -> None:
    lists = [set(listed(PONDS, encoding=encoding)[0]) for encoding in ENCODINGS]
    assert lists[0] == lists[1] == lists[2]
    assert lists[0]


def test_the_model_counter_counts_the_symmetric(pyganak: None) -> None:
    counted = model_counter.count_models(PONDS.formula("column_triples"), PONDS.projection)
    assert counted == listed(PONDS)[1].found


@pytest.mark.weekly
def test_they_are_the_symmetric_ones_of_all() -> None:
    everything = listed(replace(PONDS, symmetry="C1"))[0]
    axes = MEANT["D4_x"][0]
    chosen = {b for b in everything if has(np.frombuffer(b, np.uint8).reshape(6, 6), axes)}
    assert chosen == set(listed(PONDS)[0])


def test_cubes_are_disjoint_and_complete() -> None:
    problem = Predecessor(
        Pattern.from_rows(["....", "....", "....", "...."]), 2, margin=0, symmetry="C2"
    )
    solutions = expected(problem)
    for up_to_symmetry in (False, True):
        setup = SolverSetup(problem, "column_triples", "cadical195", ONE_FORMULA, up_to_symmetry)
        cubes = Cubes(setup, Inline(), 4, seconds=0.005)
        boards, covered = [], 0
        while not cubes.complete:
            models = cubes.advance(0.05)
            boards += [board.tobytes() for board in problem.boards(models.literals)]
            covered += int(models.orbit_sizes.sum())
        clear_solver_cache()
        assert len(boards) == len(set(boards))
        assert covered == len(solutions)
        assert up_to_symmetry or set(boards) == solutions


def test_a_target_without_the_symmetry_has_none_at_once() -> None:
    """So large that neither a sweep nor a solver would say so soon."""
    states = np.zeros((40, 40), dtype=np.uint8)
    states[20, 21] = 1
    for back, outside in product((1, 2), ("dead", "free")):
        problem = Predecessor(Pattern.from_array(states), back, outside, symmetry="D2_+")  # type: ignore[arg-type]
        for way in ({}, {"method": "auto"}, {"up_to_symmetry": True}):
            boards, done = listed(problem, **way)
            assert (boards, done.status, done.conflicts) == ([], "none", 0)
        assert problem.conditions().endswith("symmetry D2_+")
        assert "the target lacks the symmetry" in problem.advice()
        if back == 1:
            assert count_boards(problem) == 0
            assert count_orbits(problem) == [0]
            assert not len(Parents(problem).extreme(largest=True))
    # What is unknown lacks nothing.
    states[20, 18] = UNKNOWN
    assert "lacks" not in Predecessor(Pattern.from_array(states), symmetry="D2_+").advice()


def test_of_two_axes_it_is_the_targets() -> None:
    wide = ["OOO", "...", "OOO"]
    tall = ["O.O", "O.O", "O.O"]
    bent = ["OO.", "O..", "..."]
    cases = [
        (["O..", "OO.", "O.."], "D2_+", "top to bottom"),
        (["OOO", ".O.", "..."], "D2_+", "left to right"),
        (wide, "D2_+", "left to right"),
        (tall, "D2_+", "left to right"),
        (bent, "D2_x", "at the diagonal"),
        ([row[::-1] for row in bent], "D2_x", "at the other diagonal"),
        # A figure leaves no choice where the sides are odd and even.
        (["OOO", "OOO"], "D2_+", "left to right"),
        (["OOO", "OOO"], "D2_+1", "left to right"),
        (["OOO", "OOO"], "D2_+2", "top to bottom"),
    ]
    for rows, name, axis in cases:
        problem = Predecessor(Pattern.from_rows(rows), outside="free", symmetry=name)
        assert problem.conditions().endswith(f"symmetry {name} (mirrored {axis})")
        parent = next(predecessors(problem.target, outside="free", symmetry=name, limit=1))
        turn = axis.removeprefix("at the ")
        board = parent.to_array()[None]
        assert (TURNS[turn](board) == board).all()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"symmetry": "D6"}, "unknown symmetry 'D6'; choose one of C1, C2"),
        ({"symmetry": "C1_1"}, "unknown symmetry"),
        ({"symmetry": "C4"}, "symmetry C4 needs a square box, not 5x4"),
        ({"symmetry": "D4_+4"}, "cannot have symmetry D4_\\+4; its centre makes it D4_\\+2"),
        (
            {"symmetry": "C2", "require": frozenset({(-1, 0)}), "forbid": frozenset({(3, 1)})},
            r"with symmetry C2 cell \(-1, 0\) is both required and forbidden",
        ),
    ],
)
def test_mistakes(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        Predecessor(Pattern.from_rows(["OOO", "..."]), **fields)


def test_a_rule_that_tells_directions_apart() -> None:
    target = Pattern.from_rows(["OO", "OO"], rule="B2/S34H")
    for name in ("D2_+", "D4_+", "C4", "D8"):
        with pytest.raises(UserError, match="is not invariant under"):
            Predecessor(target, symmetry=name)
    assert Predecessor(target, symmetry="D4_x").projection == 6


def test_on_a_torus_the_middle_is_the_torus() -> None:
    """The blinker in the middle of five cells is symmetric, elsewhere it is not."""
    blinker = Pattern.from_rows(["OOO"], rule="B3/S23:T5,5", position=(-1, 0))
    assert list(predecessors(blinker, outside="torus", symmetry="D4_+", limit=1))
    aside = blinker.replace(position=(0, 0))
    assert not list(predecessors(aside, outside="torus", symmetry="D4_+"))


def test_the_smallest_and_the_largest_several_generations_back() -> None:
    problem = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]), 2, symmetry="C2")
    populations = [np.frombuffer(b, np.uint8).sum() for b in expected_in_five(problem)]
    goals: tuple[tuple[Goal, Any], ...] = (("fewest", min), ("most", max))
    for goal, best in goals:
        events = list(search(BestSolution(problem, goal), Options()))
        (found,) = [e for e in events if isinstance(e, Solutions)]
        assert found.boards.sum() == best(populations)
