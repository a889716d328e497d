"""The distinct states of some cells over all predecessors."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat import UNKNOWN, Pattern, UserError, count, count_by_population, predecessors, smallest
from lifesat.cnf.spacetime import is_variable
from lifesat.engines.frontier.support import supports_frontier
from lifesat.engines.options import Options
from lifesat.engines.sat.solver_setup import prepared
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.life.evolution import evolve
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.box import filled_with_states
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.symmetry import is_symmetric
from lifesat.queries.events import Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.predecessors import brute_force, problems, projected

TUB = Pattern.from_rows([".O.", "O.O", ".O."])
ROW = frozenset({(0, 0), (1, 0), (2, 0)})


@st.composite
def projections(draw: st.DrawFn) -> Predecessor:
    problem = draw(problems())
    height, width = problem.target_states.shape
    border = problem.border
    cells = [(x - border, y - border) for x in range(width) for y in range(height)]
    return replace(problem, project=draw(st.frozensets(st.sampled_from(cells), min_size=1)))


def states(problem: Predecessor, **options: object) -> tuple[list[bytes], str, int]:
    """All states that a search lists, how it ended, and how many they stand for."""
    *events, done = search(ListSolutions(problem), Options(**{"limit": None, **options}))  # type: ignore[arg-type]
    boards = [board for e in events if isinstance(e, Solutions) for board in e.boards]
    return [board.tobytes() for board in boards], done.status, done.covered  # type: ignore[union-attr]


@settings(max_examples=12)
@given(projections())
def test_the_states_are_those_of_brute_force(problem: Predecessor) -> None:
    expected = projected(problem)
    found, status, covered = states(problem)
    assert len(found) == covered == len(set(found))
    assert set(found) == expected
    assert status == ("complete" if expected else "none")
    assert problem_from_json(problem.to_json()) == problem
    some, status, covered = states(problem, up_to_symmetry=True)
    assert covered == len(expected)
    assert set(some) <= expected


@pytest.mark.quick
@pytest.mark.parametrize("symmetry", ["C2", "C4", "D2_+", "D4_x"])
def test_symmetric_predecessors(symmetry: str) -> None:
    target = Pattern.from_rows(["OO", "OO"])
    whole = Predecessor(target, symmetry=symmetry)
    problem = replace(whole, project=frozenset({(-1, 0), (0, 0), (2, 1)}))
    boards = np.frombuffer(b"".join(brute_force(replace(whole, symmetry="C1"))), dtype=np.uint8)
    boards = boards.reshape(-1, *whole.target_states.shape)
    boards = boards[is_symmetric(boards, whole.symmetry_group)]
    expected = np.where(problem.projected, boards, UNKNOWN).astype(np.uint8)
    assert set(states(problem)[0]) == {board.tobytes() for board in expected}


@pytest.mark.quick
def test_up_to_symmetries_that_map_the_cells_to_each_other() -> None:
    """The mirror image of a row is that row; its other images are other cells."""
    problem = Predecessor(TUB, project=ROW)
    every, _, _ = states(problem)
    some, _, covered = states(problem, up_to_symmetry=True)
    assert covered == len(every) == 7
    rows = [np.frombuffer(state, dtype=np.uint8).reshape(5, 5)[1, 1:4].tolist() for state in some]
    # Of two mirror images, the one that is dead first.
    assert sorted(rows) == [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 1]]


def test_a_group_too_large_for_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the solver finds any state of an orbit, and its images are blocked one by one."""
    monkeypatch.setattr("lifesat.cnf.lex_leader._MOST_PAIRS", 0)
    prepared.cache_clear()
    problem = Predecessor(TUB, project=ROW)
    some, status, covered = states(problem, up_to_symmetry=True)
    assert (len(some), status, covered) == (5, "complete", 7)
    prepared.cache_clear()


def test_known_cells_have_their_states() -> None:
    whole = Predecessor(TUB, require=frozenset({(1, 0)}), forbid=frozenset({(0, 0)}))
    problem = replace(whole, project=ROW)
    assert problem.projection == 1
    found, _, _ = states(problem)
    rows = {tuple(np.frombuffer(s, dtype=np.uint8).reshape(5, 5)[1, 1:4]) for s in found}
    assert rows == {(0, 1, 0), (0, 1, 1)}
    # If all cells are known, there is one state or none.
    alone = replace(problem, project=frozenset({(1, 0)}))
    assert alone.projection == 0
    assert [len(states(alone)[0]), states(alone)[1]] == [1, "complete"]
    dot = frozenset({(0, 0)})
    none = Predecessor(Pattern.from_rows(["O"]), margin=0, require=dot, project=dot)
    assert (none.projection, *states(none)) == (0, [], "none", 0)


def test_every_state_has_a_witness_that_is_run_forward(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    accepts = Predecessor.accepts

    def noticed(self: Predecessor, models: np.ndarray) -> np.ndarray:
        seen.append(models)
        return accepts(self, models)

    monkeypatch.setattr(Predecessor, "accepts", noticed)
    problem = Predecessor(TUB, project=ROW)
    found, _, _ = states(problem)
    witnesses = filled_with_states(problem.first[None], np.concatenate(seen))
    assert len(witnesses) == len(found)
    after = evolve(np.pad(witnesses, ((0, 0), (1, 1), (1, 1))), TUB.rule, 1)
    assert (after[:, 2:-2, 2:-2] == TUB.to_array()).all()
    shown = np.where(problem.projected, witnesses, UNKNOWN).astype(np.uint8)
    assert {board.tobytes() for board in shown} == set(found)


def test_a_state_without_a_predecessor_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Predecessor, "fulfilled", lambda _, boards: np.zeros(len(boards), bool))
    with pytest.raises(AssertionError, match="not a valid state"):
        states(Predecessor(TUB, project=ROW))


def test_json_without_every_field() -> None:
    old = (
        '{"different": false, "forbid": [], "generations": 1, "kind": "predecessor_states", '
        '"margin": 1, "outside": "dead", "project": [[1, 0], [0, 0]], '
        '"require": [[2, 0]], "symmetry": "C1", "target": "x = 2, y = 1, rule = B3/S23\\n2o!\\n"}'
    )
    whole = Predecessor(Pattern.from_rows(["OO"]), require=frozenset({(2, 0)}))
    expected = replace(whole, project=frozenset({(0, 0), (1, 0)}))
    assert problem_from_json(old) == expected
    assert expected.to_json() == problem_from_json(expected.to_json()).to_json()
    with pytest.raises(UserError, match="no cells to project on"):
        problem_from_json(old.replace("[1, 0], [0, 0]", ""))
    with pytest.raises(UserError, match="project is 3, not a list"):
        problem_from_json(old.replace("[[1, 0], [0, 0]]", "3"))


def test_the_cells_come_first_among_the_variables() -> None:
    problem = Predecessor(TUB, generations=2, project=ROW)
    assert sorted(problem.first[problem.projected].tolist()) == [1, 2, 3]
    numbers = problem.first[is_variable(problem.first)]
    assert sorted(numbers.tolist()) == list(range(1, problem.witness + 1))
    assert problem.later_branch_variables() == []
    assert set(problem.branch_variables()) == {1, 2, 3}


def test_a_job_goes_on_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    problem = Predecessor(TUB, project=ROW)
    job = Job.create("row", ListSolutions(problem), Options(limit=3))
    assert [e.status for e in work(job) if hasattr(e, "status")] == ["limit"]
    job.change(Options(method="sat", limit=None))
    *_, done = work(job)
    assert (done.status, done.found) == ("complete", 7)  # type: ignore[union-attr]
    with job.journal() as journal:
        assert len({row.packed for row in journal.solutions(0, 100)}) == 7


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([], "there are no cells to project on"),
        ([(0, 9)], r"cell \(0, 9\) lies outside the window"),
        ([(0, "a")], "a cell is"),
    ],
)
def test_wrong_cells(cells: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(UserError, match=message):
        Predecessor(TUB, project=frozenset(cells))


def test_what_is_about_whole_predecessors_is_refused() -> None:
    problem = Predecessor(TUB, project=ROW)
    with pytest.raises(UserError, match="skip is for predecessors, which have an order"):
        search(ListSolutions(problem), Options(skip=2))
    with pytest.raises(UserError, match="states are not compared by their live cells"):
        BestSolution(problem, "fewest")
    with pytest.raises(UserError, match="strips find predecessors, not states"):
        search(ListSolutions(problem), Options(method="strips"))
    assert not supports_frontier(problem)


def test_python() -> None:
    found = list(predecessors(TUB, project=[(0, 0), (2, 0)]))
    arrays = sorted(pattern.to_array()[1, [1, 3]].tolist() for pattern in found)
    assert arrays == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert all((pattern.to_array() == UNKNOWN).sum() == 23 for pattern in found)
    assert count(TUB, project=ROW) == 7
    assert count_by_population(TUB, project=ROW) == {0: 1, 1: 3, 2: 3}
    assert count(TUB, project=ROW, up_to_symmetry=True) == 5
    with pytest.raises(UserError, match="project is 3"):
        predecessors(TUB, project=3)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="states are not compared by their live cells"):
        smallest(predecessors(TUB, project=ROW))
