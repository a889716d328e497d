"""The command line as its users meet it: options, exit codes, files, interruptions."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lifesat import defaults, read_file, read_text, write_text
from lifesat.cli import main, parser
from lifesat.cli.overview import COMMANDS, EXAMPLES
from lifesat.cnf.encodings import _MODULES
from lifesat.cnf.formula import Formula
from lifesat.engines.sat.solver import Solver
from lifesat.life.evolution import evolve
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from tests.support import plain
from tests.support.commands import BLOCK, TUB, listed


@pytest.mark.quick
def test_rle_on_standard_output_words_on_standard_error(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["predecessors", "tub.rle", "--margin", "0", "--all"]) == 0
    out, err = capsys.readouterr()
    parents = listed(out)
    assert len(parents) == 6
    assert [parent.name for parent in parents][:2] == [
        "target, predecessor 1",
        "target, predecessor 2",
    ]
    for parent in parents:
        child = plain.next_boards(parent.to_array()[None], LIFE, torus=False)[0]
        assert (child == read_text(TUB).to_array()).all()
    assert "6 predecessors, and no others" in err


@pytest.mark.quick
def test_quiet(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predecessors", "tub.rle", "--quiet"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.quick
def test_standard_input(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BLOCK.encode())))
    assert main(["predecessors", "-", "-m", "0", "-a"]) == 0
    assert len(listed(capsys.readouterr().out)) == 5


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--limit", "3"], 3),
        (["-k", "60"], 51),
        (["--all"], 51),
        (["--all", "--margin", "0"], 5),
        (["--all", "--margin", "0", "--different"], 4),
        (["--all", "--outside", "free"], 1005),
        (["--all", "--outside", "torus", "--size", "3,3"], None),
        (["--all", "--max-population", "3"], None),
        (["--all", "--min-population", "6"], None),
        (["--all", "--require", "corner.rle"], None),
        (["--all", "--forbid", "corner.rle"], None),
        (["--all", "--given", "three.rle"], None),
        (["--all", "--given", "marked.rle"], None),
        (["--all", "--rule", "HighLife"], None),
        (["--all", "--generations", "2"], None),
    ],
)
def test_conditions(
    folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], expected: int | None
) -> None:
    """Each option against every board of the window, or against a known number."""
    (folder / "corner.rle").write_text("x = 1, y = 1\no!\n")
    (folder / "three.rle").write_text("#CXRLE Pos=-1,0\nx = 3, y = 1\nb?o!\n")
    (folder / "marked.rle").write_text("#CXRLE Pos=-1,0\nx = 4, y = 1, rule = LifeHistory\nB.CD!\n")
    assert main(["predecessors", "block.rle", *options]) == 0
    parents = listed(capsys.readouterr().out)
    assert len(set(parents)) == len(parents)
    if expected is not None:
        assert len(parents) == expected
        return
    size = 3 if "torus" in options else 4
    boards = plain.all_boards(size, size)
    if "--max-population" in options:
        boards = boards[boards.sum(axis=(1, 2)) <= 3]
    if "--min-population" in options:
        boards = boards[boards.sum(axis=(1, 2)) >= 6]
    if "--require" in options:
        boards = boards[boards[:, 1, 1] == 1]
    if "--forbid" in options:
        boards = boards[boards[:, 1, 1] == 0]
    if "--given" in options:
        boards = boards[(boards[:, 1, 0] == 0) & (boards[:, 1, 2] == 1)]
    if "marked.rle" in options:
        boards = boards[boards[:, 1, 3] == 0]
    torus = "torus" in options
    target = np.zeros((size, size) if torus else (6, 6), dtype=np.uint8)
    start = 0 if torus else 2
    target[start : start + 2, start : start + 2] = 1
    rule = read_text("x = 1, y = 1, rule = HighLife\no!").rule if "--rule" in options else LIFE
    later = boards if torus else np.pad(boards, ((0, 0), (1, 1), (1, 1)))
    good = np.ones(len(boards), dtype=bool)
    for t in range(2 if "--generations" in options else 1):
        if t:
            good &= later[:, 1:-1, 1:-1].sum(axis=(1, 2)) == later.sum(axis=(1, 2))
        later = plain.next_boards(later, rule, torus=torus)
    good &= (later == target).all(axis=(1, 2))
    assert len(parents) == good.sum() > 0


@pytest.mark.quick
def test_up_to_symmetry_counts_all(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predecessors", "tub.rle", "-m0", "--all", "--up-to-symmetry"]) == 0
    out, err = capsys.readouterr()
    assert len(listed(out)) == 3
    assert "3 predecessors up to symmetry, 6 in all" in err


@pytest.mark.parametrize("encoding", ["truth_table", "bailleux_boufkhad", "column_triples"])
@pytest.mark.parametrize("solver", ["minisat22", "cadical300"])
def test_encoding_and_solver(
    folder: Path, capsys: pytest.CaptureFixture[str], encoding: str, solver: str
) -> None:
    words = ["predecessors", "block.rle", "--all", "--encoding", encoding, "--solver", solver]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert len(listed(out)) == 51
    assert f"({encoding}, {solver})" in err


@pytest.mark.quick
def test_unknown_cells(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "some.rle").write_text("x = 2, y = 1, rule = B3/S23\no?!\n")
    assert main(["predecessors", "some.rle", "-m0"]) == 2
    assert "--unknown" in capsys.readouterr().err
    (folder / "history.rle").write_text("x = 2, y = 2, rule = LifeHistory\nA.$2A!\n")
    for words, count in (([], 0), (["--unknown"], 5)):
        code = main(["predecessors", "history.rle", "-m0", "--all", *words])
        parents = listed(capsys.readouterr().out)
        assert (code, len(parents)) == (0 if count else 1, count)


def test_a_file_with_a_torus_is_a_torus(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "torus.rle").write_text("x = 3, y = 1, rule = B3/S23:T3,3\n!\n")
    assert main(["predecessors", "torus.rle", "--all"]) == 0
    parents = listed(capsys.readouterr().out)
    assert len(parents) == 302
    assert {str(parent.grid) for parent in parents} == {"T3,3"}


def test_proof_of_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "dot.rle").write_text("x = 1, y = 1, rule = B3/S23\no!\n")
    assert main(["predecessors", "dot.rle", "--margin", "0"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert re.search(r"no predecessor .*margin 0.*larger margin or outside free", err)


def test_time_limit_without_an_answer(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    soup = np.random.default_rng(1).integers(0, 2, (40, 40), dtype=np.uint8)
    late = Pattern.from_array(evolve(np.pad(soup, 20), LIFE, 9))
    (folder / "late.rle").write_text(write_text(late))
    assert main(["predecessors", "late.rle", "--generations", "9", "--time-limit", "0.2"]) == 3
    assert "time limit" in capsys.readouterr().err


def test_json_lines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predecessors", "tub.rle", "-m0", "--all", "--jsonl", "-q"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {event["v"] for event in events} == {1}
    assert events[0]["type"] == "started"
    solutions = [event for event in events if event["type"] == "solution"]
    assert [event["number"] for event in solutions] == [1, 2, 3, 4, 5, 6]
    for event in solutions:
        assert read_text(event["rle"]).population == event["population"]
    assert events[-1]["type"] == "done"
    assert (events[-1]["status"], events[-1]["found"]) == ("complete", 6)


def test_another_format(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predecessors", "block.rle", "-m0", "-q", "--to", "cells"]) == 0
    assert read_text(capsys.readouterr().out, format="cells").width <= 2
    assert main(["predecessors", "block.rle", "--to", "nothing"]) == 2
    assert "unknown format" in capsys.readouterr().err


def test_output_to_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["predecessors", "block.rle", "-m0", "--all", "-o", "parents.rle"]
    assert main(words) == 0
    assert len(listed((folder / "parents.rle").read_text())) == 5
    assert capsys.readouterr().out == ""
    (folder / "parents.rle").write_text("kept")
    assert main(words) == 2
    assert (folder / "parents.rle").read_text() == "kept"
    assert "--force" in capsys.readouterr().err
    assert main([*words, "--force"]) == 0
    assert len(listed((folder / "parents.rle").read_text())) == 5


def test_output_to_a_folder(folder: Path) -> None:
    assert main(["predecessors", "block.rle", "-m0", "--all", "-o", "parents/"]) == 0
    names = sorted(path.name for path in (folder / "parents").iterdir())
    assert names == [f"predecessor-{number:06d}.rle" for number in range(1, 6)]
    for path in (folder / "parents").iterdir():
        assert read_file(str(path)).population >= 3


def test_nothing_found_leaves_no_file(folder: Path) -> None:
    (folder / "dot.rle").write_text("x = 1, y = 1, rule = B3/S23\no!\n")
    before = sorted(folder.iterdir())
    assert main(["predecessors", "dot.rle", "-m0", "-o", "out.rle"]) == 1
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["missing.rle"], "missing.rle"),
        (["bad.rle"], r"bad\.rle:2:2: "),
        (["block.rle", "--generations", "0"], "whole number from 1"),
        (["block.rle", "--time-limit", "soon"], "seconds such as 30"),
        (["block.rle", "--outside", "torus"], "torus needs two sizes"),
        (["block.rle", "--size", "3"], "width and height"),
        (["block.rle", "--size", "3,3", "--outside", "dead"], "size of a torus"),
        (["block.rle", "--rule", "B03/S23"], "B0"),
        (
            ["block.rle", "--rule", "R5,C0,M1,S34..58,B34..45,NM"],
            "is a Larger than Life rule; this needs a rule of two states",
        ),
        (["block.rle", "--rule", "B2-a/S12", "--encoding", "column_triples"], "truth_table can"),
        (["block.rle", "--rule", "nonsense!"], "rule"),
        (
            ["block.rle", "--encoding", "bailleux_boufkhad", "--rule", "B36/S23"],
            "it supports only Life .B3/S23.",
        ),
        (["block.rle", "--limit", "1", "--all"], "not allowed with"),
        (
            ["block.rle", "-o", "nowhere/x.rle"],
            "cannot write nowhere/x.rle: there is no folder nowhere",
        ),
        (["block.rle", "--jsonl", "-o", "."], "is a folder"),
    ],
)
def test_a_mistake_is_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    (folder / "bad.rle").write_text("x = 3, y = 1, rule = B3/S23\noqo!\n")
    try:
        code = main(["predecessors", *words])
    except SystemExit as stop:
        code = int(str(stop.code))
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert re.search(sentence, err), err
    assert "Traceback" not in err
    assert err.startswith("lifesat: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["predecesors", "x"],
            "unknown command 'predecesors'; did you mean predecessors? ('lifesat --help' lists",
        ),
        (["xyz"], "unknown command 'xyz' ('lifesat --help' lists all commands)"),
        (
            ["jobs", "remvoe", "x"],
            "unknown action 'remvoe'; did you mean remove? ('lifesat jobs --",
        ),
        (["predecessors"], "required: TARGET; see lifesat predecessors --help"),
        (["predecessors", "x", "--rule", "B9"], "--rule: invalid rule 'B9': a cell has at most 8"),
        (
            ["count", "x", "--margn", "2"],
            "unrecognized option '--margn'; did you mean --margin? ('lifesat count --help' lists",
        ),
        (
            ["count", "x", "--to=rle"],
            "unrecognized option '--to' ('lifesat count --help' lists all",
        ),
        (
            ["count", "x", "y"],
            "unexpected argument 'y' ('lifesat count --help' lists all arguments",
        ),
        (["jobs", "list", "--al"], "unrecognized option '--al' ('lifesat jobs list --help'"),
        (["jobs", "show"], "required: NAME; see lifesat jobs show --help"),
        (["--print-completion", "tcsh"], "--print-completion: invalid choice: 'tcsh'"),
    ],
)
def test_a_wrong_word_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(words)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("lifesat: ")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_bug_is_told_as_ours(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "lifesat.problems.life.predecessor.Predecessor.verify",
        lambda _, boards: np.zeros(len(boards)),
    )
    assert main(["predecessors", "block.rle"]) == 70
    out, err = capsys.readouterr()
    assert out == ""
    assert "bug in lifesat" in err


def test_too_little_memory_is_no_bug(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("lifesat.problems.life.predecessor.Predecessor.verify", full)
    assert main(["predecessors", "block.rle"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[-1] == "lifesat: this machine has too little memory for that"


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--version"], ["--help"], ["predecessors", "--help"]):
        with pytest.raises(SystemExit) as stop:
            main(words)
        assert stop.value.code == 0
    assert "exit codes" in capsys.readouterr().out


def test_the_help_has_every_command_once_and_fits_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    for name, summary in COMMANDS.items():
        assert [line.split() for line in lines].count([name, *summary.split()]) == 1


def test_examples_of_the_help_can_be_parsed() -> None:
    for line in EXAMPLES:
        program, *words = line.split()
        assert program == "lifesat"
        assert parser([words[0]]).parse_args(words).run


def test_an_interrupt_before_the_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("lifesat.cli.import_module", interrupted)
    assert main(["count", "-"]) == 130
    assert capsys.readouterr() == ("", "")


def test_the_names_in_defaults_are_those_there_are() -> None:
    assert set(defaults.ENCODINGS) == set(_MODULES)
    assert defaults.ENCODING in defaults.ENCODINGS
    assert defaults.SOLVER in defaults.SOLVERS
    for name in defaults.SOLVERS:
        formula = Formula(2)
        formula.add(np.array([[1, 2], [-1, 2]], dtype=np.int32))
        with Solver(formula, name) as solver:
            assert solver.solve(1000)
            assert solver.model(3)[1:] == [2, -3]
            solver.add([-2])
            assert solver.solve(1000) is False
        with Solver(Formula(0), name) as solver:
            assert solver.solve(10)
            assert solver.model(0) == []
            solver.add([])
            assert solver.solve(10) is False


def test_imports_stay_lazy() -> None:
    """What a command does not need is not loaded."""
    code = "import sys; {}; print([m for m in ('numpy', 'pysat', 'textual') if m in sys.modules])"
    for statement in ("import lifesat.formats", "import lifesat", "from lifesat.cli import main"):
        words = [sys.executable, "-c", code.format(statement)]
        result = subprocess.run(words, capture_output=True, text=True, check=True)
        assert result.stdout == "[]\n", statement


def test_written_text_is_read_again() -> None:
    assert read_text(write_text(read_text(TUB))) == read_text(TUB)


def test_what_the_reader_assumed_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "small.rle").write_text("x = 1, y = 1, rule = B3/S23\n2o$2o!\n")
    assert main(["predecessors", "small.rle"]) == 0
    assert "small.rle:1:" in capsys.readouterr().err
    assert main(["encode", "small.rle", "--quiet"]) == 0
    assert capsys.readouterr().err == ""
