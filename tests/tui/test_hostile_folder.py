"""The application, and the commands that it runs, import nothing from the current folder."""

import sys
from pathlib import Path

import pytest

from lifesat_tui.commands import CommandRun
from lifesat_tui.messages import Answered
from tests.support.environment import PATIENCE_SECONDS
from tests.support.hostile import Hostile
from tests.support.terminals import Tmux, gone


def test_a_command_whose_answer_is_shown(hostile: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile.add()
    monkeypatch.chdir(hostile.folder)
    answers: list[object] = []
    run = CommandRun(["count", "-", "--margin", "1"], "x = 3, y = 3\nbo$obo$bo!\n", answers.append)
    run.start()
    run.join(PATIENCE_SECONDS)
    (answer,) = answers
    assert isinstance(answer, Answered)
    assert (answer.code, answer.answer) == (0, "74\n"), answer.said


@pytest.mark.terminal
def test_the_application(hostile: Hostile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile.add()
    monkeypatch.chdir(hostile.folder)
    tmux = Tmux(tmp_path)
    tmux.start(str(Path(sys.executable).with_name("lifesat")), "tui")
    try:
        tmux.wait("There are no jobs yet")
        process = tmux.process()
        tmux.keys("q")
        assert gone(process)
    finally:
        tmux.kill()
