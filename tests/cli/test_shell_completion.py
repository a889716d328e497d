"""Completion: the answers to a shell, and Tab pressed in bash, zsh and fish."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lifesat.cli import main
from tests.support.environment import PATIENCE_SECONDS
from tests.support.terminals import ROOT, Tmux, command, program

pytest.importorskip("argcomplete", reason="argcomplete is not installed (the extra completion)")


def completions(folder: Path, line: str, home: Path | None = None) -> list[str]:
    """What completes a line at its end."""
    answer = folder.parent / "answer"
    asked = {
        "_ARGCOMPLETE": "1", "_ARGCOMPLETE_STDOUT_FILENAME": str(answer), "_ARGCOMPLETE_IFS": "\n",
        "COMP_LINE": line, "COMP_POINT": str(len(line)), "LIFESAT_HOME": str(home or folder),
        "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    subprocess.run(
        command(), env={**os.environ, **asked}, cwd=folder, check=True, timeout=PATIENCE_SECONDS
    )
    return answer.read_text(encoding="utf-8").split("\n")


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with files of several kinds."""
    folder = tmp_path / "here"
    (folder / "towns").mkdir(parents=True)
    for name in ("tub.rle", "two words.rle", "block.cells", ".hidden"):
        (folder / name).write_text("x = 1, y = 1\no!\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("pre", ["predecessors "]),
        ("--print", ["--print-completion "]),
        ("--print-completion ", ["bash", "zsh", "fish"]),
        ("jobs re", ["resume", "remove"]),
        ("predecessors t", ["towns/", "tub.rle", "two\\ words.rle"]),
        ("predecessors ", ["block.cells", "towns/", "tub.rle", "two\\ words.rle"]),
        ("predecessors .h", [".hidden "]),
        ("predecessors tub.rle --outs", ["--outside "]),
        ("predecessors tub.rle --outside ", ["dead", "free", "torus", "grid"]),
        ("predecessors tub.rle --outside=f", ["--outside=free "]),
        ("predecessors tub.rle --limit ", [""]),
        ("predecessors tub.rle --rule highf", ["highflock "]),
        ("predecessors tub.rle --symmetry D8", ["D8 "]),
        ("convert tub.rle --to life-", ["life-1.05", "life-1.06"]),
        ("convert tub.rle --transform flip", ["flip_x", "flip_y"]),
        ("golly install --folder ", ["towns/"]),
        ("golly install --folder nowhere/", [""]),
    ],
)
def test_what_completes_a_line(here: Path, words: str, expected: list[str]) -> None:
    assert completions(here, f"lifesat {words}") == expected


def test_jobs_are_completed_by_name(here: Path, tmp_path: Path) -> None:
    for name in ("pond", "pulsar", "a copy (2)"):
        (tmp_path / "home" / "jobs" / name).mkdir(parents=True)
    assert completions(here, "lifesat jobs resume p", tmp_path / "home") == ["pond", "pulsar"]
    assert completions(here, "lifesat tui pu", tmp_path / "home") == ["pulsar "]
    assert completions(here, "lifesat jobs remove ", tmp_path / "none") == [""]
    # A new job has a name of its own.
    new = "lifesat predecessors tub.rle --job "
    assert completions(here, new, tmp_path / "home") == [""]


@pytest.mark.quick
def test_folders_of_a_home_keep_the_tilde(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(here))
    assert completions(here, "lifesat predecessors ~/tu") == ["~/tub.rle "]


@pytest.mark.quick
def test_without_argcomplete_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "argcomplete.shell_integration", None)
    with pytest.raises(SystemExit) as ended:
        main(["--print-completion", "bash"])
    assert ended.value.code == 2
    expected = "lifesat: completion needs argcomplete: pip install 'lifesat[completion]'\n"
    assert capsys.readouterr().err == expected


@pytest.mark.quick
def test_commands_do_not_load_argcomplete() -> None:
    """Completion costs nothing where nobody asks for it."""
    code = (
        "import sys, lifesat.cli; lifesat.cli.main(['paths']); print('argcomplete' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\nFalse\n")


# How each shell starts without the settings of a user, and what completes lifesat in it.
_SHELLS = {
    "bash": (["--norc", "--noprofile", "-i"], 'eval "$(lifesat --print-completion bash)"'),
    "zsh": (
        ["-f", "-i"],
        'autoload -U compinit; compinit -u -D; eval "$(lifesat --print-completion zsh)"',
    ),
    "fish": (["--no-config", "-i"], "lifesat --print-completion fish | source"),
}


@pytest.fixture(params=_SHELLS)
def shell(
    request: pytest.FixtureRequest, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Tmux]:
    """A shell in a terminal, with the command lifesat and its completion."""
    path = program(request.param)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "lifesat").write_text(f'#!/bin/sh\nexec {shlex.join(command())} "$@"\n')
    (tools / "lifesat").chmod(0o755)
    for job in ("pond", "pulsar-47"):
        (tmp_path / "home" / "jobs" / job).mkdir(parents=True)
    for name, value in {
        "PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT),
        "LIFESAT_HOME": str(tmp_path / "home"), "HOME": str(tmp_path), "PS1": "% ",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(here)
    words, line = _SHELLS[request.param]
    tmux = Tmux(tmp_path, 200, 40)
    tmux.start(path, *words)
    try:
        tmux.keys("-l", f"{line}; echo rea''dy")
        tmux.keys("Enter")
        tmux.wait("ready")
        yield tmux
    finally:
        tmux.kill()


def test_tab_completes_in_a_shell(shell: Tmux) -> None:
    """A command, an option, its value, a file with a space in its name, and a job."""
    _press(shell, "lifesat prede", "lifesat predecessors")
    _press(shell, "tw", "lifesat predecessors two\\ words.rle")
    _press(shell, "--outs", "two\\ words.rle --outside")
    _press(shell, "f", "--outside free")
    shell.keys("C-u")
    _press(shell, "lifesat jobs resume pu", "lifesat jobs resume pulsar-47")
    shell.keys("C-u")
    # The first Tab completes nothing; bash shows what there is at the second.
    _press(shell, "lifesat jobs re", "lifesat jobs re")
    shell.keys("Tab")
    assert "resume" in shell.wait("remove")


def _press(shell: Tmux, typed: str, completed: str) -> None:
    """Type a text and Tab, and wait for what it becomes."""
    shell.keys("-l", "--", typed)
    shell.keys("Tab")
    shell.wait(completed)
