"""Formulas for other solvers, and their models read back."""

import io
import re
from pathlib import Path

import pytest

from lifesat import read_text
from lifesat.cli import main
from lifesat.life.rule import LIFE
from tests.support import plain
from tests.support.commands import TUB, solve_text

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("encoding", ["column_triples", "truth_table"])
def test_encode_and_decode(folder: Path, capsys: pytest.CaptureFixture[str], encoding: str) -> None:
    words = ["tub.rle", "--encoding", encoding, "--generations", "2", "--forbid", "block.rle"]
    assert main(["encode", *words, "--format", "dimacs", "-o", "tub.cnf"]) == 0
    text = (folder / "tub.cnf").read_text()
    places = re.findall(r"^c cell (\d+) (-?\d+) (-?\d+) (\d+)$", text, re.MULTILINE)
    # 25 cells in the window, 4 of them forbidden, and 25 a generation later.
    assert [int(place[0]) for place in places] == list(range(1, 47))
    (folder / "model").write_text(solve_text(text, "glucose4"))
    assert main(["decode", *words, "model"]) == 0
    parent = read_text(capsys.readouterr().out)
    assert parent.position == (-1, -1)
    assert not {(1, 1), (2, 1), (1, 2), (2, 2)} & {(x, y) for x, y, _ in parent.cells()}
    cells = {(x - 1, y - 1) for x, y, _ in parent.cells()}
    for _ in range(2):
        cells = plain.next_cells(cells, LIFE)
    assert cells == {(x, y) for x, y, _ in read_text(TUB).cells()}


def test_the_comments_of_encode_name_the_cells(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fixing the named variables to a parent is satisfiable, to another board it is not."""
    assert main(["encode", "block.rle"]) == 0
    text = capsys.readouterr().out
    shown = re.search(r"^c p show ([\d ]+) 0$", text, re.MULTILINE)
    assert shown
    assert len(shown[1].split()) == 16
    cells = {
        (x, y): v
        for v, x, y, _ in re.findall(r"^c cell (\d+) (\S+) (\S+) (\d+)$", text, re.MULTILINE)
    }
    for live, answer in (({(0, 0), (1, 0), (0, 1)}, "SAT"), ({(0, 0), (1, 0)}, "UNSAT")):
        units = "".join(
            f"{variable} 0\n" if (int(x), int(y)) in live else f"-{variable} 0\n"
            for (x, y), variable in cells.items()
        )
        assert solve_text(text + units, "minisat22").startswith(f"s {answer}")


def test_decode_reads_standard_input(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"s SATISFIABLE\r\nv 1 2 3 4 0")))
    assert main(["decode", "block.rle", "-", "--margin", "0"]) == 0
    assert read_text(capsys.readouterr().out).population == 4


@pytest.mark.parametrize("encoding", ["column_triples", "truth_table"])
def test_decode_takes_variables_without_clauses_as_dead(
    folder: Path, capsys: pytest.CaptureFixture[str], encoding: str
) -> None:
    (folder / "part.rle").write_text("x = 5, y = 1, rule = B3/S23\n3?o?!\n")
    words = ["part.rle", "--unknown", "--outside", "free", "--encoding", encoding]
    assert main(["encode", *words]) == 0
    text = capsys.readouterr().out
    clauses = [line.split() for line in text.splitlines() if line[0] not in "cp"]
    standing = {abs(int(word)) for clause in clauses for word in clause} - {0}
    cells = dict(re.findall(r"^c cell (\d+) (\S+ \S+) 0$", text, re.MULTILINE))
    open_ones = {int(cell) for cell in cells} - standing
    assert open_ones  # the far side of an unknown cell bears on nothing
    model = [int(word) for word in re.findall(r"-?\d+", solve_text(text, "glucose4"))]
    stated = [literal for literal in model if abs(literal) in standing]
    (folder / "model").write_text(f"v {' '.join(map(str, stated))} 0\n")
    assert main(["decode", *words, "model"]) == 0
    parent = read_text(capsys.readouterr().out)
    x0, y0 = parent.position or (0, 0)
    live = {f"{x + x0} {y + y0}" for x, y, _ in parent.cells()}
    assert live == {cells[str(literal)] for literal in stated if str(literal) in cells}
    missing = next(literal for literal in stated if str(abs(literal)) in cells)
    stated.remove(missing)
    (folder / "model").write_text(f"v {' '.join(map(str, stated))} 0\n")
    assert main(["decode", *words, "model"]) == 2
    assert f"leaves variable {abs(missing)} open, which stands" in capsys.readouterr().err


def test_decode_reads_the_model_of_a_formula_without_clauses(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "any.rle").write_text("x = 3, y = 3, rule = B3/S23\n3?$3?$3?!\n")
    (folder / "model").write_text("s SATISFIABLE\nv 0\n")
    assert main(["decode", "any.rle", "--unknown", "--outside", "free", "model"]) == 0
    assert read_text(capsys.readouterr().out).population == 0
    (folder / "model").write_text("v 0\n")
    assert main(["decode", "any.rle", "--unknown", "--outside", "free", "model"]) == 2
    assert "no model in this file" in capsys.readouterr().err


def test_decode_checks_what_it_is_given(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for model, code, sentence in [
        ("s UNSATISFIABLE\n", 1, "no predecessor"),
        ("UNSAT\n", 1, "no predecessor"),
        ("SAT\n1 2 3 4 0\n", 0, ""),
        ("v 1 2 3\nv -4 0\n", 0, ""),
        ("v -1 -2 -3 -4 0\n", 2, "does not evolve"),
        ("v 1 2 0\n", 2, "leaves variable 3 open"),
        ("v 1 two 0\n", 2, "model:1: invalid literal 'two'"),
        ("c nothing\n", 2, "no model"),
    ]:
        (folder / "model").write_text(model)
        assert main(["decode", "block.rle", "model", "--margin", "0"]) == code
        assert sentence in capsys.readouterr().err
    assert main(["decode", "block.rle", "gone", "--margin", "0"]) == 2
    assert capsys.readouterr().err == "lifesat: gone: No such file or directory\n"
    (folder / "model").write_text("UNSAT\n")
    assert main(["decode", "block.rle", "model", "--margin", "0", "--quiet"]) == 1
    assert not capsys.readouterr().err
