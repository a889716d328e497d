"""``lifesat convert``: files, pipes, changes, checks and descriptions."""

import gzip
import io
import json
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from lifesat.cli import main, parser
from lifesat.errors import UserError
from lifesat.formats import read_file, read_text, write_text
from lifesat.life.pattern import Pattern

GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n"


def run(*words: object) -> int:
    options = parser(["convert"]).parse_args(["convert", *map(str, words)])
    code: int = options.run(options)
    return code


@pytest.fixture
def glider(tmp_path: Path) -> Path:
    path = tmp_path / "glider.rle"
    path.write_text(GLIDER)
    return path


@pytest.mark.quick
def test_one_file_goes_to_standard_output(glider: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(glider) == 0
    assert capsys.readouterr().out == GLIDER
    assert run(glider, "--to", "cells") == 0
    assert capsys.readouterr().out == ".O.\n..O\nOOO\n"


def test_an_output(glider: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["convert", str(glider), "-o"]
    assert main([*words, str(tmp_path / "out.cells")]) == 0
    assert (tmp_path / "out.cells").read_text() == ".O.\n..O\nOOO\n"
    assert main([*words, str(tmp_path / "out.cells")]) == 2
    assert main([*words, str(tmp_path / "a"), "--info"]) == 2
    assert "--info cannot be combined with --output" in capsys.readouterr().err
    assert main([*words, f"{tmp_path}/folder/"]) == 0
    assert (tmp_path / "folder/glider.rle").read_text() == GLIDER
    assert main([*words, "-"]) == 0
    assert capsys.readouterr().out == GLIDER
    assert main(["convert", str(glider), "b.rle", "-o", "c.rle"]) == 2
    assert "c.rle is not a folder; several files can only" in capsys.readouterr().err
    assert not (tmp_path / "b.rle").exists()


@pytest.mark.quick
def test_pipes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b".O.\n..O\nOOO\n")))
    assert run("-", "-", "--from", "cells", "--to", "rle") == 0
    assert capsys.readouterr().out == GLIDER


@pytest.mark.quick
def test_the_name_says_the_format(glider: Path, tmp_path: Path) -> None:
    for name in ("a.cells", "a.lif", "a.life", "a.mc", "a.mc.gz", "a.rle.gz"):
        assert run(glider, tmp_path / name) == 0
        read = read_file(tmp_path / name)
        assert str(read.crop()) == ".O.\n..O\nOOO"
    assert (tmp_path / "a.lif").read_text().startswith("#Life 1.05")
    assert (tmp_path / "a.life").read_text().startswith("#Life 1.06")
    assert gzip.decompress((tmp_path / "a.rle.gz").read_bytes()).decode() == GLIDER


@pytest.mark.quick
def test_nothing_is_replaced_without_force(glider: Path, tmp_path: Path) -> None:
    target = tmp_path / "there.rle"
    target.write_text("mine")
    with pytest.raises(UserError, match="--force"):
        run(glider, target)
    assert target.read_text() == "mine"
    assert run(glider, target, "--force") == 0
    assert target.read_text() == GLIDER
    assert sorted(path.name for path in tmp_path.iterdir()) == ["glider.rle", "there.rle"]


@pytest.mark.quick
def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    source = tmp_path / "many.rle"
    source.write_text("x = 1, y = 1, rule = 23/3/3\nB!\n")
    with pytest.raises(UserError, match="two"):
        run(source, tmp_path / "out.cells")
    with pytest.raises(UserError, match="cannot write"):
        run(source, tmp_path / "no" / "folder.rle")
    assert [path.name for path in tmp_path.iterdir()] == ["many.rle"]


def test_many_files_go_to_a_folder(
    glider: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    block = tmp_path / "block.cells"
    block.write_text("OO\nOO\n")
    wrong = tmp_path / "wrong.rle"
    wrong.write_text("x = 1, y = 1\nB!\n")
    folder = tmp_path / "out"
    assert run(glider, wrong, block, f"{folder}/", "--to", "macrocell") == 2
    assert sorted(path.name for path in folder.iterdir()) == ["block.mc", "glider.mc"]
    assert "wrong.rle:2:1: 'B' is state 2" in capsys.readouterr().err
    with pytest.raises(UserError, match="is not a folder"):
        run(glider, block, tmp_path / "nowhere")


def test_a_file_of_several_patterns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = tmp_path / "both.rle"
    both.write_text(f"#N one\n{GLIDER}#N two\nx = 1, y = 1\no!\n")
    assert run(both, "--transform", "flip_x") == 0
    out = capsys.readouterr().out
    assert out.count("!") == 2
    assert out.startswith("#N one\nx = 3, y = 3, rule = B3/S23\nbo$o$3o!\n#N two\n")
    assert run(both, "--to", "picture") == 0
    assert capsys.readouterr().out == ".O.\n..O\nOOO\n\nO\n"
    both.write_text(f"{GLIDER}x = 1, y = 1\nc!\n")
    with pytest.raises(UserError, match=r"both\.rle:4:1: invalid cell 'c'"):
        run(both)


@pytest.mark.parametrize(
    ("words", "out"),
    [
        (["--transform", "rot90"], "O..\nO.O\nOO."),
        (["--pad", "1", "--transform", "flip_y"], ".....\n.OOO.\n...O.\n..O..\n....."),
        (["--crop", "--rule", "B36/S23"], ".O.\n..O\nOOO"),
        (["--evolve", "1"], "...\nO.O\n.OO\n.O."),
        (["--evolve", "4"], "....\n..O.\n...O\n.OOO"),
        (["--evolve", "2", "--rule", "B3/S23:T3,3"], "...\n...\n..."),
    ],
)
def test_changes(
    glider: Path, capsys: pytest.CaptureFixture[str], words: list[str], out: str
) -> None:
    assert run(glider, "--to", "picture", *words) == 0
    assert capsys.readouterr().out == f"{out}\n"


def test_evolution_keeps_place_and_generation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ship = tmp_path / "ship.rle"
    ship.write_text(f"#CXRLE Pos=-10,20 Gen=5\n{GLIDER}")
    assert run(ship, "--evolve", "40", "--crop") == 0
    moved = read_text(capsys.readouterr().out)
    assert (moved.position, moved.generation) == ((0, 30), 45)
    assert str(moved) == ".O.\n..O\nOOO"
    assert run(ship, "--evolve", "80", "--crop", "--rule", "B3/S23:T20,20") == 0
    around = read_text(capsys.readouterr().out)
    # 20 cells right and down on a torus of 20 x 20 is where it was, now named from -10 to 9.
    assert around.position == (-10, 0)
    assert str(around) == ".O.\n..O\nOOO"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--evolve", "-1"], "runs forward"),
        (
            ["--evolve", "1", "--rule", "WireWorld"],
            "rule WireWorld has 4 states; evolution needs a rule of two",
        ),
        (["--evolve", "1", "--rule", "B02-a/S12"], "births without neighbours"),
        (["--evolve", "1", "--rule", "B0/SV"], "births without neighbours"),
        (["--evolve", "1", "--rule", "B03/S23"], "births without neighbours"),
        (["--evolve", "1", "--rule", "B03/S23:T9,0"], "births without neighbours"),
        (["--evolve", "1", "--rule", "B3/S23:T2,9"], "larger than its grid"),
        (["--pad", "-2"], "box"),
        (["--to", "jpeg"], "unknown format"),
        (["--from", "jpeg"], "unknown format"),
    ],
)
def test_what_cannot_be_done_is_said(glider: Path, words: list[str], said: str) -> None:
    with pytest.raises(UserError, match=said):
        run(glider, *words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--json"], "--json needs --info"),
        (["--transform", "turn"], "invalid choice: 'turn'"),
        (["--pad", "x"], "invalid number 'x': give a whole number of up to 9 digits"),
    ],
)
def test_options_are_checked_before_a_file_is_read(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):
        assert main(["convert", "no such file", *words]) == 2
    assert said in capsys.readouterr().err


def test_check_reports_and_writes_nothing(
    glider: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = tmp_path / "small.rle"
    small.write_text("x = 1, y = 1\n3o!\n")
    assert run("--check", glider, small) == 0
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == (
        f"{small}:1:1: the header says 1 x 1, but the cells reach 3 x 1; the larger size is used\n"
    )
    assert run("--check", "--quiet", small) == 0
    assert capsys.readouterr().err == ""
    small.write_text("x = 1, y = 1\n3q!\n")
    assert run("--check", glider, small) == 2
    assert f"{small}:2:2: invalid cell 'q'" in capsys.readouterr().err


def test_unknown_cells_are_read_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "target.rle"
    target.write_text("x = 3, y = 1\no?b!\n")
    with pytest.raises(UserError, match="--unknown"):
        run(target)
    assert run(target, "--unknown", "--to", "grid") == 0
    assert capsys.readouterr().out == "1*0\n"


def test_info(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.rle"
    path.write_text(f"#CXRLE Pos=4,5\n#N Glider\n{GLIDER.replace('x = 3', 'x = 9')}")
    assert run(path, "--info", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "file": str(path),
        "name": "Glider",
        "author": "",
        "rule": "B3/S23",
        "family": "life-like",
        "width": 9,
        "height": 3,
        "population": 5,
        "bounding_box": [0, 0, 3, 3],
        "symmetry": "C1",
        "unknown_cells": False,
        "position": [4, 5],
        "generation": None,
    }
    assert run(path, "--info") == 0
    table = capsys.readouterr().out
    assert "population    5\n" in table
    assert "bounding box  0, 0, 3, 3\n" in table
    assert "generation" not in table


@pytest.mark.quick
def test_lifelib_style(glider: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(glider, "--to", "lifelib") == 0
    assert capsys.readouterr().out == f"#CLL state-numbering golly\n{GLIDER}"
    empty = Pattern.from_rows([])
    assert write_text(empty, "lifelib").endswith("x = 1, y = 1, rule = B3/S23\nb!\n")
    with pytest.raises(UserError, match="two states"):
        write_text(Pattern.from_rows(["?"]), "lifelib")
