"""``lifesat sokoban``."""

import io
import signal
import sys
from pathlib import Path

import pytest

from lifesat.cli import main
from lifesat.puzzles.sokoban.play import play
from lifesat.puzzles.sokoban.text import read
from tests.support.environment import PATIENCE_SECONDS
from tests.support.plain_sokoban import Room
from tests.support.processes import at_work, started

MICROBAN = Path(__file__).parents[2] / "examples" / "microban.xsb"
SMALLEST = "#####\n#@$.#\n#####\n"


def run(
    capsys: pytest.CaptureFixture[str], path: Path, text: str, *words: str
) -> tuple[int, str, str]:
    file = path / "in.xsb"
    file.write_text(text)
    code = main(["sokoban", str(file), *words])
    output, errors = capsys.readouterr()
    return code, output, errors.replace(str(file), "in.xsb")


@pytest.mark.quick
def test_answers_for_each_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = MICROBAN.read_text()
    rows = read(text)[1].level.rows
    for option, nouns in (("--shortest", "moves"), ("--fewest-pushes", "pushes")):
        code, output, errors = run(capsys, tmp_path, text, option, "--level", "2")
        assert code == 0
        assert play(rows, output.strip()) == output.strip()
        assert f"in.xsb:16: 2: 16 moves, 3 pushes: the fewest {nouns}, which is proved" in errors
    both = f"{SMALLEST}\n#####\n#@*.#\n#$  #\n#####\n"
    code, output, errors = run(capsys, tmp_path, both, "--shortest")
    assert (code, output) == (1, "R\n")
    assert "in.xsb:1: 1 move, 1 push: the fewest moves, which is proved" in errors
    assert "in.xsb:5: no solution: not every box can be pushed to a goal of its own" in errors
    assert run(capsys, tmp_path, SMALLEST.replace("$.", "* "), "--shortest")[:2] == (0, "\n")
    assert run(capsys, tmp_path, SMALLEST, "--shortest", "-q", "--encoding", "kumari_sagar") == (
        0,
        "R\n",
        "",
    )


@pytest.mark.quick
def test_the_level_that_is_asked_for_is_read_whatever_is_wrong_with_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"#####\n#@$ #\n#####\n\n{SMALLEST}"
    assert run(capsys, tmp_path, text, "--level", "2", "--shortest", "-q") == (0, "R\n", "")
    for words in ([], ["--level", "1"]):
        code, output, errors = run(capsys, tmp_path, text, "--shortest", *words)
        assert (code, output) == (2, "")
        assert errors.startswith("lifesat: in.xsb:2:3: 1 box and 0 goals; the squares that")


def test_solutions_within_some_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "######\n#@ $.#\n#    #\n######\n"
    plainly = Room(read(text)[0].level.rows).solutions(5)
    code, output, errors = run(capsys, tmp_path, text, "--moves", "5", "--all")
    assert (code, set(output.split())) == (0, plainly)
    assert f"in.xsb:1: {len(plainly)} solutions, and no others (" in errors
    code, output, errors = run(capsys, tmp_path, text, "--moves", "9", "--limit", "3")
    assert (code, len(set(output.split()))) == (0, 3)
    assert "in.xsb:1: 3 solutions (" in errors
    code, output, errors = run(capsys, tmp_path, text, "--moves", "1")
    assert (code, output) == (1, "")
    assert "proved for at most 1 move; there may be one with" in errors
    shared = "########\n#@$ $..#\n########\n"
    for words in (["--moves", "9"], ["--shortest"], ["--fewest-pushes"]):
        code, output, errors = run(capsys, tmp_path, shared, *words)
        assert (code, output) == (1, "")
        said = "nor is there one with more" if words[0] == "--moves" else "all positions"
        assert said in errors


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--level", "2", "--shortest"], "in.xsb: no level 2; there is 1 level"),
        (["--shortest", "--limit", "2"], "--limit needs --moves T"),
        (["--shortest", "--all"], "--all needs --moves T"),
        (["--fewest-pushes", "--job", "x", "--workers", "2"], "--workers needs --moves T"),
        (
            ["--fewest-pushes", "--encoding", "kumari_sagar"],
            "--encoding cannot be combined with --fewest-",
        ),
        (["--shortest", "--job", ""], "invalid job name ''"),
        (["--moves", "3", "--job", ""], "invalid job name ''"),
        (["--moves", "3", "--detach"], "--detach needs --job NAME"),
        (["--moves", "300000000"], "300,000,000 moves on 3 squares are too many"),
    ],
)
def test_options_that_do_not_go_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    code, output, errors = run(capsys, tmp_path, SMALLEST, *words)
    assert (code, output) == (2, "")
    assert errors.startswith(f"lifesat: {said}")


@pytest.mark.quick
def test_time_limit_and_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = MICROBAN.read_text()
    words = ["--level", "8", "--shortest", "--time-limit", "0.2"]
    code, output, errors = run(capsys, tmp_path, text, *words)
    assert (code, output) == (3, "")
    assert "in.xsb:74: 8: none with fewer than" in errors
    out = tmp_path / "out.txt"
    assert run(capsys, tmp_path, SMALLEST, "--moves", "1", "-o", str(out), "-q") == (0, "", "")
    assert out.read_text() == "R\n"
    assert run(capsys, tmp_path, SMALLEST, "--moves", "1", "-o", str(out))[0] == 2
    assert run(capsys, tmp_path, SMALLEST, "--moves", "1", "-o", str(out), "--force")[0] == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SMALLEST.encode())))
    assert main(["sokoban", "-", "--fewest-pushes", "-q"]) == 0
    assert capsys.readouterr().out == "R\n"


def test_a_level_can_be_a_job(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    text = "######\n#@ $.#\n#    #\n######\n"
    words = ["--moves", "6", "--all", "--job", "store", "--workers", "1"]
    plainly = Room(read(text)[0].level.rows).solutions(6)
    code, output, errors = run(capsys, tmp_path, text, *words)
    assert (code, set(output.split())) == (0, plainly)
    assert f"{len(plainly)} solutions, and no others" in errors
    assert main(["jobs", "export", "store"]) == 0
    assert set(capsys.readouterr().out.split()) == plainly
    code, _, errors = run(capsys, tmp_path, text + "\n" + text, *words)
    assert code == 2
    assert "in.xsb: 2 levels; choose one by its number" in errors


def test_control_c_ends_a_search() -> None:
    command = [sys.executable, "-m", "lifesat", "sokoban", str(MICROBAN)]
    with started(*command, "--shortest", stdout=-1, stderr=-1, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip()
        at_work(process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 130
    assert "Traceback" not in errors
