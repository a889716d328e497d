"""Every benchmark runs on tiny work; nobody looks at the times here."""

import json
import math
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("resource", reason="the benchmarks measure as POSIX does")

from benchmarks import __main__ as command
from benchmarks import (
    choice,
    contest,
    estimates,
    large,
    loops,
    modes,
    nearest,
    particles,
    proofs,
    rewind,
    strips,
)
from benchmarks.boards import dead, kaggle, noise, orphan, soup
from benchmarks.report import Program, Row, compare, table, to_json
from lifesat.defaults import ENCODING, ENCODINGS, SOLVER
from lifesat.engines.options import Options
from lifesat.formats import read_text, write_text
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions

ROOT = Path(__file__).resolve().parents[1]


def row(ratio: float, seconds: float = 1, **limits: float) -> Row:
    return Row("name", "work", "ours", "other", ratio, seconds, seconds / ratio, 1, **limits)


def found(problem: Predecessor) -> int:
    (done,) = (
        event for event in search(ListSolutions(problem), Options()) if isinstance(event, Done)
    )
    assert done.status != "stopped"
    return done.found


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.weekly] * (name == "tui")) for name in command.NAMES],
)
def test_every_benchmark_yields_rows(name: str) -> None:
    if name == "enumeration":
        pytest.importorskip("pycosat")
    rows = list(import_module(f"benchmarks.{name}").rows("tiny"))
    assert rows
    for each in rows:
        assert each.benchmark == name
        assert each.work
        assert each.ours != each.other
        assert each.pairs >= 1
        assert math.isfinite(each.ratio)
        assert each.ratio > 0
        assert min(each.ours_seconds, each.other_seconds) > 0


def test_the_command_prints_a_table_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.json"
    assert command.main(["encoding", "--tiny", "--json", str(file)]) == 0
    document = json.loads(file.read_text())
    assert [each["ours"] for each in document["rows"]] == [f"lifesat {name}" for name in ENCODINGS]
    assert document["packages"]["numpy"] == np.__version__
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + len(ENCODINGS)
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize("way", modes.WAYS)
def test_every_way_searches_without_a_target(way: str) -> None:
    kind = modes.KINDS["oscillator p3 in zebra stripes"]
    assert 0 < modes.measure(kind, kind.boxes[1], modes.WAYS[way]) < 600


def test_a_box_without_symmetric_solutions() -> None:
    kind = modes.KINDS["spaceship c/3, D2-: none"]
    assert modes.measure(kind, (6, 5), modes.WAYS["Glucose, symmetric"]) == math.inf


def test_boxes_without_an_answer_count_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where three of eight calls answer, the median is the limit of 10 s."""
    few, most = ["1.5"] * 3 + [None] * 3 + ["inf"] * 2, ["2.25"] * 6 + [None] * 2
    reported = iter(few * 2 + most * 4)
    monkeypatch.setattr(modes, "run_limited", lambda *_: next(reported))
    assert modes.rows("spaceship c/2") == [
        *(["stable", "10.00", "3/8"], ["both modes", "10.00", "3/8"]),
        *(["dead first", "2.25", "6/8"], ["Glucose", "2.25", "6/8"]),
        *(["Glucose, anywhere", "2.25", "6/8"], ["Glucose, symmetric", "2.25", "6/8"]),
    ]


def test_an_unknown_benchmark_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["encodings"])
    assert "no benchmark 'encodings': choose from" in capsys.readouterr().err


def test_limits_are_judged() -> None:
    assert row(2).met is None
    assert row(1.3, ratio_limit=1.3).met is True
    assert row(1.4, ratio_limit=1.3).met is False
    assert row(1.0, 3, ratio_limit=1.3, seconds_limit=2).met is False
    assert "| ratio <= 1.3, <= 2 s | NO   |" in table(
        [row(1.0, 3, ratio_limit=1.3, seconds_limit=2), row(1.0)]
    )
    assert [each["met"] for each in json.loads(to_json([row(1.4, ratio_limit=1.3)]))["rows"]] == [
        False
    ]


def test_programs_run_pair_by_pair_and_take_turns() -> None:
    calls: list[str] = []
    ours, other = (Program(name, partial(calls.append, name)) for name in "AB")
    assert compare("name", "work", ours, other, pairs=3).pairs == 3
    assert "".join(calls) == "ABBAAB"


def test_programs_that_did_other_work_are_not_compared() -> None:
    with pytest.raises(RuntimeError, match="work: one and two differ"):
        compare("name", "work", Program("one", lambda: 1), Program("two", lambda: 2), pairs=1)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("side", [1, 4, 7])
def test_loops_make_clauses_of_the_same_widths(encoding: str, side: int) -> None:
    problem = noise(side, seed=side)
    arrays = [len(row) for block in problem.formula(encoding).blocks() for row in block]
    assert sorted(arrays) == sorted(map(len, loops.encode(problem, encoding)))


def test_boards_have_the_parents_they_are_made_to_have() -> None:
    assert found(soup(12, seed=1)) == 1
    assert found(kaggle(1, seed=1)) == 1
    assert found(orphan(0)) == 0
    assert (soup(12, seed=1).target_states == soup(12, seed=1).target_states).all()


def test_combinations_are_ranked_by_their_places() -> None:
    fast, slow = choice.ALL[:2]
    won, lost = choice.Outcome(1.0, solved=True), choice.Outcome(2.0, solved=False)
    assert choice.ranked([{slow: [lost, lost], fast: [won, lost]}]) == [fast, slow]


def test_the_large_boards_go_to_the_defaults_and_the_best_others() -> None:
    best = [choice.Combination(ENCODING, "minisat22"), choice.Combination(ENCODING, "glucose4")]
    outcomes = {
        each: [choice.Outcome(best.index(each) if each in best else 9.0, solved=True)]
        for each in choice.ALL
    }
    with_default = [choice.Combination(encoding, SOLVER) for encoding in ENCODINGS]
    assert choice.finalists([outcomes]) == with_default + best


def test_the_survey_prints_a_line_for_each_combination(capsys: pytest.CaptureFixture[str]) -> None:
    kind = choice.Workload("soup 5x5", 2, lambda seed: soup(5, seed))
    choice.survey([kind], choice.ALL[:3], 10.0)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + 3
    assert all(line.endswith(" s, 2/2 |") for line in lines[2:])


def test_a_survey_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = "Garden of Eden 10"
    monkeypatch.setattr(proofs, "WORKS", {work: proofs.WORKS[work]})
    monkeypatch.setattr(proofs, "SOLVERS", [SOLVER])
    file = tmp_path / "proofs.jsonl"
    known = [
        proofs.Run(work, ENCODINGS[0], SOLVER, None),
        proofs.Run(work, ENCODINGS[1], SOLVER, 3),
    ]
    file.write_text("".join(json.dumps(run._asdict()) + "\n" for run in known))
    runs = proofs.survey(file)
    assert runs[:2] == known
    assert runs[2][:3] == (work, ENCODINGS[2], SOLVER)
    assert len(runs) == len(file.read_text().splitlines()) == 3
    ((name, text),) = proofs.tables(proofs.survey(file))
    assert name == work
    cells = [line.split("|")[2].strip() for line in text.splitlines()]
    assert cells == [SOLVER, "-" * 10, "> 10", "3.00", f"{runs[2].seconds:.2f}"]


@pytest.mark.parametrize(
    ("method", "member"), [("sat", "0"), ("strips", "0"), ("strips", "1"), ("particles", "0")]
)
def test_a_run_of_the_survey_of_strips_prints_its_time(
    method: str, member: str, capsys: pytest.CaptureFixture[str]
) -> None:
    strips.main([method, member, "12", "0"])
    assert float(capsys.readouterr().out) > 0


def test_the_survey_of_strips_prints_the_lines_of_the_picture(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(strips, "_SEEDS", range(1))
    strips.main(["--csv", "12"])
    head, *lines = capsys.readouterr().out.splitlines()
    assert head == (ROOT / "docs" / "strips.csv").read_text().splitlines()[0]
    assert [line.split(",")[:3] for line in lines] == [
        ["12x12", "sat", "1/1"],
        ["12x12", "strips", "1/1"],
        ["12x12", "two seeds", "1/1"],
    ]
    particles.main(["--csv", "12"])
    same_head, line = capsys.readouterr().out.splitlines()
    assert same_head == head
    assert line.startswith("12x12,particles,1/1,")


def test_of_two_seeds_the_faster_one_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(_module: str, words: list[str], _seconds: int) -> str | None:
        method, member, size, seed = words
        assert size == "12:2"
        if method == "sat":
            return None
        return f"{int(seed)}.0" if member == "0" else f"{9 - int(seed)}.0"

    monkeypatch.setattr(strips, "run_limited", run)
    strips.main(["12:2"])
    rows = [line.split("|")[1:-1] for line in capsys.readouterr().out.splitlines()[2:]]
    assert [[cell.strip() for cell in row] for row in rows] == [
        ["12x12, 2 back", "sat", "0/10", "inf", "inf", "inf"],
        ["12x12, 2 back", "strips", "10/10", "4.5", "0.0", "9.0"],
        ["12x12, 2 back", "two seeds", "10/10", "2.0", "0.0", "4.0"],
    ]


def test_a_program_without_hope_is_not_run_on_every_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_module: str, words: list[str], _seconds: int) -> str | None:
        return "3.0" if words[0] == "strips" else None if words[0] == "sat" else f"{words[2]}1"

    monkeypatch.setattr(large, "run_limited", run)
    monkeypatch.setattr(large, "_SIDES", (52,))
    monkeypatch.setattr(large, "_is_installed", lambda name: name in ("strips", "sat", "pycosat"))
    sat, other = large.rows("full")
    assert (sat.pairs, sat.other_seconds) == (2, 120)
    assert sat.work == "one parent of a 52x52 soup, seeds 0 to 1"
    assert (other.pairs, other.other_seconds) == (10, 46)
    assert "| > 120    |" in table([sat, other])
    assert "| 46       |" in table([sat, other])


def test_the_survey_of_contest_boards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One board of one generation is solved; in no time none is."""
    monkeypatch.setattr(contest, "_BOARDS", range(1))
    contest.main(["1"])
    monkeypatch.setattr(contest, "_SECONDS", 0.001)
    contest.main(["3"])
    cells = [line.split("|")[1:-1] for line in capsys.readouterr().out.splitlines()]
    solved, none = ([cell.strip() for cell in cells[row]] for row in (2, 5))
    assert solved[:2] == ["1", "1/1"]
    assert float(solved[2]) > 0
    assert none == ["3", "0/1", "inf"]


def test_rewinds_beside_one_formula(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pond goes two generations back; in no time, nothing does."""
    monkeypatch.setattr(rewind, "_TARGETS", ("pond",))
    monkeypatch.setattr(rewind, "_GENERATIONS", (2,))
    monkeypatch.setattr(rewind, "_SEEDS", range(1, 3))
    rewind.main(["100"])
    rewind.main(["0"])
    cells = [line.split("|")[1:-1] for line in capsys.readouterr().out.splitlines()]
    found, none = ([cell.strip() for cell in cells[row]] for row in (2, 5))
    assert found[:2] == none[:2] == ["pond", "2"]
    assert all(float(cell.split()[0]) >= 0 for cell in found[2:])
    assert none[2:] == ["none"] * 3


def test_contest_boards_keep_their_grid_in_files() -> None:
    """Without it, a board would be undone with dead cells outside."""
    target = kaggle(1, 0).target
    assert read_text(write_text(target)).grid == target.grid


def test_a_row_of_estimates() -> None:
    *_, stated, true = estimates.row(dead(4), fits=True)
    assert 0 < float(stated) < 0.05
    assert 0 < float(true) < 0.05


def test_cells_that_differ_become_fewer() -> None:
    problem = nearest.target(14, 0)
    first, last = nearest.differing(problem, 0, (0.1, 2.0))
    assert last < first
    assert nearest.bounds(problem, (0.0, 1e9)) == [0, 1]
