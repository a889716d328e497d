"""Options that say how a pattern is read: every command that reads one has them."""

import argparse
from pathlib import Path

import pytest

from lifesat import read_file
from lifesat.cli import main, parser

GLIDER = "bo$2bo$3o!\n"
# A glider that is larger than the torus of its rule.
LARGE = f"x = 3, y = 3, rule = B3/S23:T2,2\n{GLIDER}"
COMMANDS = (
    "ancestors", "catalysts", "complete", "convert", "count", "decode", "encode", "forced",
    "has-parent", "marginals", "nearest", "orphan", "predecessors", "rewind", "sample",
    "self-forcing", "show",
)  # fmt: skip


def test_messages_of_readers_name_options_that_their_commands_have() -> None:
    (action,) = (each for each in parser()._actions if isinstance(each, argparse._SubParsersAction))
    for name, command in action.choices.items():
        reads = {each.dest for each in command._actions} & {"target", "pattern", "files"}
        options = set(command._option_string_actions)
        assert (name in COMMANDS) == bool(reads and "--rule" in options), name
        if name in COMMANDS:
            assert options >= {"--from", "--rule"}
            # These patterns always have unknown cells, and never a grid.
            assert name in ("catalysts", "complete") or options >= {"--unknown", "--clip"}, name


@pytest.mark.parametrize("name", ["count", "predecessors", "convert", "show", "marginals"])
def test_the_format_is_named(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "glider"
    source.write_text(GLIDER.removesuffix("!\n"))
    assert main([name, str(source)]) == 2
    assert "--from rle" in capsys.readouterr().err
    assert main([name, str(source), "--from", "rle", "--quiet"]) == 0
    assert main([name, str(source), "--from", "smoke", "--quiet"]) == 2
    assert "unknown format 'smoke'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["predecessors", "convert", "show"])
def test_another_rule_replaces_the_grid(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "large.rle"
    source.write_text(LARGE)
    assert main([name, str(source)]) == 2
    said = "larger than its grid :T2,2; --clip cuts it as Golly does, and --rule replaces the grid"
    assert said in capsys.readouterr().err
    assert main([name, str(source), "--quiet", "--clip"]) != 2
    for rule in ("B3/S23", "B3/S23:T9,9"):
        assert main([name, str(source), "--quiet", "--rule", rule]) == 0
    assert main([name, str(source), "--quiet", "--rule", "B3/S23:T3,2"]) == 2
    assert "larger than its grid :T3,2; give --rule a larger" in capsys.readouterr().err
    assert main([name, str(source), "--quiet", "--rule", "B3/S23:T3,2", "--clip"]) != 2


def test_a_larger_grid_holds_all(tmp_path: Path) -> None:
    source, target = tmp_path / "large.rle", tmp_path / "out.rle"
    source.write_text(LARGE)
    assert main(["convert", str(source), str(target), "--rule", "B3/S23:T5,2", "--clip"]) == 0
    assert target.read_text() == "x = 3, y = 2, rule = B3/S23:T5,2\nbo$2bo!\n"
    assert main(["convert", str(source), str(target), "--force", "--rule", "B3/S23:T5,3"]) == 0
    assert str(read_file(target)) == ".O.\n..O\nOOO"


@pytest.mark.parametrize(
    ("words", "result"),
    [
        (["--to", "cells"], ".O.\n..O\nOOO\n"),
        (["--to", "apgcode"], "xq4_153\n"),
        (["--to", "life-1.06"], "#Life 1.06\n1 0\n2 1\n0 2\n1 2\n2 2\n"),
        (["--evolve", "1"], "x = 3, y = 4, rule = B3/S23\n$obo$b2o$bo!\n"),
    ],
)
def test_history_is_dropped_where_there_are_two_states(
    words: list[str], result: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "history.rle"
    source.write_text("x = 3, y = 3, rule = LifeHistory\nDA$B.C$3E!\n")
    assert main(["convert", str(source), *words]) == 0
    written = capsys.readouterr()
    assert written.out == result
    said = "states 1, 3 and 5 are live; the history is dropped"
    assert said in written.err
    assert main(["convert", str(source), "--to", "rle"]) == 0
    assert said not in capsys.readouterr().err


def test_a_boundary_has_no_meaning_in_two_states(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "history.rle"
    source.write_text("x = 1, y = 1, rule = LifeHistory\nF!\n")
    assert main(["convert", str(source), "--to", "cells"]) == 2
    assert "cell (0, 0) has state 6 (boundary)" in capsys.readouterr().err
