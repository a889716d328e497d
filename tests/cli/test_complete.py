"""``lifesat complete``: results, options, exit codes."""

import json
from pathlib import Path

import pytest

from lifesat import check_proof
from lifesat.cli import main
from lifesat.queries.run import Run
from tests.support.commands import listed

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BEACON = ["complete", str(EXAMPLES / "beacon-with-eaters.rle"), "--period", "2", "-m0"]
GIVEN = ["complete", str(EXAMPLES / "given-cells.rle")]

Out = pytest.CaptureFixture[str]


@pytest.mark.quick
def test_the_smallest_is_written_and_every_improvement_reported(capsys: Out) -> None:
    assert main(BEACON) == 0
    out, err = capsys.readouterr()
    (found,) = listed(out)
    assert (found.population, found.comments) == (8, ("xp2_318c",))
    assert found.name == "Beacon with eaters, completion 1"
    assert "completion with 8 live cells, the fewest so far\n" in err
    assert "1 completion with 8 live cells, the fewest, which is proved" in err
    assert "8x8 cells, all dead outside, period 2" in err
    assert main([*BEACON, "-q", "--to", "apgcode"]) == 0
    assert capsys.readouterr() == ("xp2_318c\n", "")


@pytest.mark.quick
def test_a_sketch_of_a_rotor(capsys: Out) -> None:
    words = ["complete", str(EXAMPLES / "caterer-rotor.rle"), "-p3"]
    assert main([*words, "--margin", "3", "-q", "--to", "apgcode"]) == 0
    assert capsys.readouterr().out == "xp3_4hh186z07\n"


@pytest.mark.quick
def test_the_box(folder: Path, capsys: Out) -> None:
    (folder / "given.rle").write_text("x = 6, y = 6, rule = LifeHistory\n$3.D2$2.A.A$6.!\n")
    words = ["complete", "given.rle", "--margin", "0", "--minimise"]
    said = {
        "box": "in 4x2 cells, the smallest box, which is proved",
        "population": "with 4 live cells, the fewest, which is proved",
        "box,population": "in 4x2 cells, the smallest box, and of these with 6 live cells, the",
        "population,box": "with 4 live cells, the fewest, and of these in 3x3 cells, the smallest",
    }
    for what, sentence in said.items():
        assert main([*words, what]) == 0
        assert f"1 completion {sentence}" in capsys.readouterr().err


def test_the_proof_that_none_is_better(folder: Path, capsys: Out) -> None:
    for what in ("population", "box", "population,box"):
        assert main([*BEACON, "--minimise", what, "--proof", "p.drat", "--force"]) == 0
        assert "lines of proof" in capsys.readouterr().err
        formula = (folder / "p.drat.cnf").read_text()
        assert "better than the best known" in formula
        assert "\nc cell 1 0 0 0\n" in formula
        assert check_proof(formula, (folder / "p.drat").read_text()).lemmas


@pytest.mark.quick
def test_lists(capsys: Out) -> None:
    assert main([*BEACON, "--all", "--max-population", "12", "--to", "apgcode"]) == 0
    out, err = capsys.readouterr()
    assert len(out.split()) > 1
    assert "completions, and no others" in err
    symmetric = [*BEACON, "--all", "--max-population", "12", "--up-to-symmetry"]
    assert main(symmetric) == 0
    assert f"{len(out.split())} in all" in capsys.readouterr().err
    assert main([*BEACON, "--limit", "1"]) == 0
    assert "there may be more" in capsys.readouterr().err


def test_questions_about_all(capsys: Out) -> None:
    assert main([*BEACON, "--all", "--to", "apgcode", "-q"]) == 0
    codes = capsys.readouterr().out.split()
    assert main([*BEACON, "--count"]) == 0
    assert capsys.readouterr().out == f"{len(codes)}\n"
    assert main([*BEACON, "--count", "--by-population"]) == 0
    numbers = dict(map(str.split, capsys.readouterr().out.splitlines()))
    assert numbers["8"] == "1"
    assert sum(map(int, numbers.values())) == len(codes)
    assert main([*BEACON, "--sample", "5", "--seed", "1", "--to", "apgcode", "-q"]) == 0
    drawn = capsys.readouterr().out.split()
    assert len(drawn) == 5
    assert set(drawn) <= set(codes)
    assert main([*BEACON, "--marginals", "csv"]) == 0
    live = [int(row.split(",")[2]) for row in capsys.readouterr().out.splitlines()[1:]]
    assert sum(live) == sum(int(n) * int(many) for n, many in numbers.items())


def test_none(folder: Path, capsys: Out) -> None:
    (folder / "full.rle").write_text("x = 3, y = 3, rule = B3/S23\n3o$3o$3o!\n")
    assert main(["complete", "full.rle"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "no completion" in err
    assert "a larger margin or fewer given cells may still have one" in err


def test_events_are_the_improvements(capsys: Out) -> None:
    assert main([*BEACON, "--jsonl", "-q"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    populations = [event["population"] for event in events if event["type"] == "solution"]
    assert populations == sorted(set(populations), reverse=True)
    assert populations[-1] == 8
    assert (events[-1]["type"], events[-1]["status"]) == ("done", "complete")


def test_the_best_so_far(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is over when the first completion has been found."""
    monkeypatch.setattr(Run, "late", lambda run: run.found > 0)
    assert main([*GIVEN, "--workers", "1"]) == 3
    out, err = capsys.readouterr()
    (found,) = listed(out)
    assert found.evolve() == found
    assert f"1 completion with {found.population} live cells, the fewest so far" in err
    assert "there may be a better one" in err


def test_jobs(folder: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(folder / "home"))
    assert main([*BEACON, "--job", "one"]) == 0
    (found,) = listed(capsys.readouterr().out)
    assert found.population == 8
    assert main(["jobs", "export", "one", "--to", "apgcode"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "xp2_318c"
    assert main([*BEACON, "--job", "two", "--detach"]) == 0
    assert main(["jobs", "follow", "two"]) == 0
    assert "8 live cells, the fewest, which is proved" in capsys.readouterr().err
    assert main([*BEACON, "--job", "three", "--jsonl"]) == 0
    *_, done = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert done["status"] == "complete"
    assert main([*BEACON, "--job", "four", "--limit", "2"]) == 0
    assert len(listed(capsys.readouterr().out)) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--states 1=gone", "invalid states '1=gone'"),
        ("--up-to-symmetry", "--up-to-symmetry is for lists; it needs --all, --limit or --count"),
        ("--all --proof p", "--proof says that none is smaller"),
        ("--proof -", "--proof needs the name of a file"),
        ("--proof p --solver minisat22", "minisat22 writes no proofs"),
        ("--proof p -o p", "--proof writes p too"),
        ("--detach", "--detach needs --job NAME"),
        ("--period 3", "not the same after 3 generations"),
    ],
)
def test_mistakes(folder: Path, words: str, said: str, capsys: Out) -> None:
    assert main([*BEACON, *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert sorted(path.name for path in folder.iterdir()) == [
        "block.rle", "dot.rle", "empty.rle", "tub.rle",
    ]  # fmt: skip


def test_patterns_without_a_choice_of_states(folder: Path, capsys: Out) -> None:
    """A plain pattern: its live cells stay; with unknown cells: these alone are completed."""
    (folder / "three.rle").write_text("x = 2, y = 2, rule = B3/S23\n2o$o!\n")
    assert main(["complete", "three.rle", "-q", "--to", "apgcode"]) == 0
    assert capsys.readouterr().out == "xs4_33\n"
    (folder / "unknown.rle").write_text("x = 2, y = 2, rule = B3/S23\n2o$o?!\n")
    assert main(["complete", "unknown.rle", "-q"]) == 0
    (found,) = listed(capsys.readouterr().out)
    assert str(found.crop()) == "OO\nOO"


def test_a_margin_of_cells_in_any_state(folder: Path, capsys: Out) -> None:
    (folder / "two.rle").write_text("x = 2, y = 2, rule = LifeHistory\nAA$BB!\n")
    words = ["complete", "two.rle", "--period", "2", "--states", "0=any 1=on 2=off"]
    assert main([*words, "-q", "--to", "apgcode"]) == 0
    # By brute force over 4x4 cells.
    assert capsys.readouterr().out == "xp2_7\n"
