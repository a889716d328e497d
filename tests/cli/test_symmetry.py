"""``--symmetry`` on the command line and in jobs, against boards that have it by plain numpy."""

import json
import re
from pathlib import Path

import pytest

from lifesat import Pattern, read_text
from lifesat.cli import main
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done
from lifesat.queries.solutions import ListSolutions
from tests.support.commands import listed as patterns_of
from tests.support.commands import solve_text
from tests.support.jobs import everything
from tests.support.symmetries import MEANT, TURNS, expected_in_five


def test_the_commands(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem = Predecessor(read_text((folder / "tub.rle").read_text()), symmetry="C2")
    solutions = expected_in_five(problem)
    words = ["tub.rle", "--symmetry", "C2"]
    assert main(["predecessors", *words, "--all"]) == 0
    out, err = capsys.readouterr()
    assert {pattern.to_array().tobytes() for pattern in patterns_of(out)} == solutions
    assert "symmetry C2" in err
    assert main(["count", *words]) == 0
    assert capsys.readouterr().out == f"{len(solutions)}\n"
    assert main(["count", *words, "--by-population", "--quiet"]) == 0
    by_population = dict(map(str.split, capsys.readouterr().out.splitlines()))
    assert sum(map(int, by_population.values())) == len(solutions)
    assert main(["count", *words, "-g2", "--by-population", "--quiet"]) == 0
    older = expected_in_five(Predecessor(problem.target, 2, symmetry="C2"))
    by_population = dict(map(str.split, capsys.readouterr().out.splitlines()))
    assert sum(map(int, by_population.values())) == len(older)
    assert main(["sample", *words, "-k", "30"]) == 0
    drawn = {pattern.to_array().tobytes() for pattern in patterns_of(capsys.readouterr().out)}
    assert drawn <= solutions


def test_none_and_mistakes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bent.rle").write_text("x = 3, y = 3, rule = B3/S23\n2o$o!\n")
    for command, listed in (
        ("predecessors", ""),
        ("sample", ""),
        ("marginals", ""),
        ("count", "0\n"),
    ):
        assert main([command, "bent.rle", "--symmetry", "C4"]) == 1
        out, err = capsys.readouterr()
        assert out == listed
        assert "proved for 1 generation back" in err
        assert "symmetry C4; the target lacks the symmetry" in err
    assert main(["count", "bent.rle", "--symmetry", "C4", "-g3", "--quiet"]) == 1
    assert capsys.readouterr() == ("0\n", "")
    assert main(["predecessors", "bent.rle", "--symmetry", "C3"]) == 2
    assert "unknown symmetry 'C3'" in capsys.readouterr().err


def test_encode_and_decode(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tub.rle", "-g2", "--symmetry", "D4_+", "--encoding", "truth_table"]
    assert main(["encode", *words, "-o", "tub.cnf"]) == 0
    text = (folder / "tub.cnf").read_text()
    cells = re.findall(r"^c cell (\d+) (\S+) (\S+) (\d+)$", text, re.MULTILINE)
    assert len(cells) == 50
    for variable, x, y, t in cells:
        images = {(str(u), str(v)) for u in (int(x), 2 - int(x)) for v in (int(y), 2 - int(y))}
        assert {(u, v) for k, u, v, s in cells if (k, s) == (variable, t)} == images
    assert re.search(r"^c p show 1 2 3 4 5 6 7 8 9 0$", text, re.MULTILINE)
    (folder / "model").write_text(solve_text(text, "glucose4"))
    assert main(["decode", *words, "model"]) == 0
    board = read_text(capsys.readouterr().out).to_array()[None]
    assert all((TURNS[turn](board) == board).all() for turn in MEANT["D4_+"][0])


def test_jobs_kept_by_earlier_versions_open() -> None:
    problem = Predecessor(Pattern.from_rows(["OO", "OO"]), 2)
    fields = json.loads(problem.to_json())
    del fields["symmetry"]
    assert problem_from_json(json.dumps(fields)) == problem
    symmetric = Predecessor(Pattern.from_rows(["OO", "OO"]), 2, symmetry="D2_x")
    assert problem_from_json(symmetric.to_json()) == symmetric != problem


def test_it_is_a_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    problem = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]), 2, symmetry="C2")
    *_, done = work(Job.create("symmetric", ListSolutions(problem), everything(workers=1)))
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("complete", len(expected_in_five(problem)))
