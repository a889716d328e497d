"""Formulas for other solvers, and their models read back."""

import io
import re
from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver as PysatSolver

from lifesat import read_text
from lifesat.cli import main
from lifesat.rules import LIFE
from tests import plain
from tests.cli.conftest import TUB


def solve_text(dimacs: str, solver: str) -> str:
    """Solve DIMACS text the way another program would, and answer as solvers do."""
    with PysatSolver(name=solver, bootstrap_with=CNF(from_string=dimacs).clauses) as other:
        if not other.solve():
            return "s UNSATISFIABLE\n"
        return f"s SATISFIABLE\nv {' '.join(map(str, other.get_model()))} 0\n"


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


def test_decode_checks_what_it_is_given(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for model, code, sentence in [
        ("s UNSATISFIABLE\n", 1, "no predecessor"),
        ("UNSAT\n", 1, "no predecessor"),
        ("SAT\n1 2 3 4 0\n", 0, ""),
        ("v 1 2 3\nv -4 0\n", 0, ""),
        ("v -1 -2 -3 -4 0\n", 2, "does not evolve"),
        ("v 1 2 0\n", 2, "leaves variable 3 open"),
        ("v 1 two 0\n", 2, "model:1: 'two' is no literal"),
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
