"""Searches that sweep a frontier; the smallest and the largest, by events and by commands."""

from functools import partial
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lifesat import Pattern, read_all, read_text
from lifesat.cli import main
from lifesat.engines.frontier import support
from lifesat.engines.options import Options
from lifesat.engines.sat.adaptive import AdaptiveSearch
from lifesat.engines.sat.search import Models
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Goal
from lifesat.queries.events import Done, Progress, Solutions, Started
from lifesat.queries.run import Run
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.predecessors import brute_force, problems
from tests.support.targets import LIFE_TARGET

TUB = Pattern.from_rows([".O.", "O.O", ".O."])
POND = Pattern.from_rows([".OO.", "O..O", "O..O", ".OO."])


@settings(max_examples=40)
@given(problem=problems(), limit=st.sampled_from([None, 1, 5]))
def test_a_search_that_sweeps_finds_what_the_solver_finds(
    problem: Predecessor, limit: int | None
) -> None:
    """Also where it cannot sweep: several generations."""
    expected = brute_force(problem)
    assume(len(expected) < 3000)
    started, *events, done = search(ListSolutions(problem), Options(limit=limit))
    assert isinstance(started, Started)
    assert isinstance(done, Done)
    assert (started.solver is None) == (problem.generations == 1 and limit is None)
    found = [event for event in events if isinstance(event, Solutions)]
    numbers = [event.first + k for event in found for k in range(len(event.boards))]
    assert numbers == list(range(1, done.found + 1))
    boards = {board.tobytes() for event in found for board in event.boards}
    assert len(boards) == done.found
    assert boards <= expected
    if limit is None or limit > len(expected):
        assert boards == expected
        assert done.status == ("complete" if expected else "none")
    else:
        assert (done.status, done.found) == ("limit", limit)


@settings(max_examples=40)
@given(problem=problems(), goal=st.sampled_from(["fewest", "most"]))
def test_the_best_is_proved(problem: Predecessor, goal: Goal) -> None:
    expected = brute_force(problem)
    *events, done = search(BestSolution(problem, goal), Options())
    assert isinstance(done, Done)
    found = [event.boards[0] for event in events if isinstance(event, Solutions)]
    assert sum(isinstance(event, Started) for event in events) == 1
    assert done.status == ("complete" if expected else "none")
    assert len(found) == done.found == bool(expected)
    if expected:
        best = (max if goal == "most" else min)(board.count(1) for board in expected)
        assert found[0].tobytes() in expected
        assert found[0].sum() == best


def test_a_time_limit_before_anything_is_found() -> None:
    hard = Predecessor(Pattern.from_rows(LIFE_TARGET), generations=3, margin=0)
    *events, done = search(BestSolution(hard, "fewest"), Options(time_limit=0.4))
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("time_limit", 0)
    assert all(isinstance(event, Started | Progress) for event in events)


@pytest.mark.parametrize("status", ["stopped", "time_limit"])
def test_the_best_so_far(status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Models] = []

    class Noted(AdaptiveSearch):
        def advance(self, seconds: float, /, most: int | None = None) -> Models:
            models = super().advance(seconds, most)
            found.extend([models] if len(models.orbit_sizes) else [])
            return models

    monkeypatch.setattr("lifesat.queries.solving.AdaptiveSearch", Noted)
    monkeypatch.setattr(Run, "seconds", property(lambda _: 9.0 * bool(found)))
    hard = Predecessor(Pattern.from_rows(LIFE_TARGET), generations=2, margin=0)
    options = Options(time_limit=1.0 if status == "time_limit" else None)
    stop = partial(bool, found) if status == "stopped" else bool
    *_, best, done = search(BestSolution(hard, "fewest"), options, stop)
    assert isinstance(best, Solutions)
    assert len(found) == 1
    assert (best.boards == hard.boards(found[0].literals)).all()
    assert isinstance(done, Done)
    assert (done.status, done.found) == (status, 1)


def test_stop_while_a_frontier_is_listed() -> None:
    *_, done = search(
        ListSolutions(Predecessor(POND, outside="free")),
        Options(limit=None),
        stop=lambda: True,
    )
    assert isinstance(done, Done)
    assert done.status == "stopped"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tub.rle").write_text("x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n")
    (tmp_path / "dot.rle").write_text("x = 1, y = 1, rule = B3/S23\no!\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def parents(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[bytes]:
    assert main(["predecessors", "tub.rle", *words]) == 0
    (folder / "out.rle").write_text(capsys.readouterr().out)
    return [parent.to_array().tobytes() for parent in read_all("out.rle")]


def test_all_in_order_and_from_any_one_on(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    everything = parents(folder, capsys, "--all")
    assert everything == sorted(set(everything))
    assert len(everything) == 74
    assert parents(folder, capsys, "--all", "--skip", "70") == everything[70:]
    assert parents(folder, capsys, "-k", "2", "--skip", "30") == everything[30:32]
    assert set(parents(folder, capsys, "--all", "--solver", "minisat22")) == set(everything)
    assert main(["predecessors", "tub.rle", "--skip", "74"]) == 2
    assert "there are 74 predecessors" in capsys.readouterr().err


def test_smallest_and_largest(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = [board.count(1) for board in parents(folder, capsys, "--all")]
    for word, best in (("--smallest", min(everything)), ("--largest", max(everything))):
        for more, plan_bytes in (([], 1), (["--max-population", "99"], 1), ([], 10**15)):
            # The last has no frontier that fits.
            monkeypatch.setattr(support, "PLAN_BYTES", plan_bytes)
            assert main(["predecessors", "tub.rle", word, *more]) == 0
            out, err = capsys.readouterr()
            assert read_text(out).population == best
            which = "fewest" if word == "--smallest" else "most"
            assert f"with {best} live cells, the {which}, which is proved" in err
    assert main(["predecessors", "tub.rle", "-m0", "--smallest", "--different"]) == 0
    assert read_text(capsys.readouterr().out).population == 5
    assert main(["predecessors", "dot.rle", "-m0", "--smallest"]) == 1
    assert "no predecessor" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["--skip", "1", "--up-to-symmetry"],
        ["--smallest", "--skip", "1"],
        ["--largest", "--up-to-symmetry"],
        ["--skip", "1", "--generations", "2"],
        ["--skip", "1", "--memory", "1K"],
    ],
)
def test_what_does_not_go_together(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert main(["predecessors", "tub.rle", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "lifesat: " in err


def test_more_generations_by_the_solver() -> None:
    """Two generations back from a tub, the smallest of all that are listed."""
    problem = Predecessor(TUB, generations=2, margin=0)
    *events, _ = search(BestSolution(problem, "fewest"), Options())
    (found,) = [event.boards[0] for event in events if isinstance(event, Solutions)]
    assert found.sum() == min(board.count(1) for board in brute_force(problem))
