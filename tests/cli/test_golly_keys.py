"""``lifesat golly install --keys``: what is offered, asked, written and kept."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from lifesat.cli import golly_keys, main
from lifesat.cli.golly_keys import key_lines
from tests.support.jobs import until

PREFERENCES = """\
# comment
golly_version=3.3
key_action=z Undo
key_action=q+ctrl Quit Golly
# unassigned actions:
# key_action=key+mods Open:file

python_lib=PYTHON_SHLIB
"""

Err = pytest.CaptureFixture[str]


@pytest.fixture
def preferences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(golly_keys, "_golly_runs", lambda: False)
    file = tmp_path / ".golly" / "GollyPrefs"
    file.parent.mkdir()
    file.write_text(PREFERENCES)
    return file


def install(monkeypatch: pytest.MonkeyPatch, answer: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    return main(["golly", "install", "--keys"])


def lines_of(preferences: Path) -> list[str]:
    folder = preferences.parent / "Scripts" / "lifesat"
    return [line.decode() for line in key_lines(folder, "lua").values()]


@pytest.mark.quick
def test_what_is_shown_is_written_and_a_copy_kept(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    assert install(monkeypatch, "y\n") == 0
    wanted = lines_of(preferences)
    scripts = preferences.parent / "Scripts" / "lifesat"
    assert wanted == [
        f"key_action=p Open:{scripts}/step-back.lua",
        f"key_action=p+shift Open:{scripts}/find-predecessors.lua",
    ]
    assert all(Path(line.partition(":")[2]).is_file() for line in wanted)
    before, after = PREFERENCES.splitlines(), preferences.read_text().splitlines()
    assert after == [*before[:4], *wanted, *before[4:]]
    (copy,) = preferences.parent.glob("GollyPrefs.*")
    assert copy.read_text() == PREFERENCES
    said = capsys.readouterr().err
    assert all(line in said for line in wanted)
    assert str(copy) in said


@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_without_a_yes_nothing_changes(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err, answer: str
) -> None:
    assert install(monkeypatch, answer) == 0
    assert preferences.read_text() == PREFERENCES
    assert [path.name for path in preferences.parent.glob("GollyPrefs*")] == ["GollyPrefs"]
    assert capsys.readouterr().err.endswith("nothing has changed\n")


def test_keys_that_are_taken_stay(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    preferences.write_text(PREFERENCES.replace("z Undo", "p Paste"))
    assert install(monkeypatch, "y\n") == 0
    text = preferences.read_text()
    assert "key_action=p Paste\n" in text
    assert "step-back" not in text
    assert "find-predecessors.lua\n" in text
    assert "the key p is taken by Paste; it stays so" in capsys.readouterr().err


def test_a_second_time_there_is_nothing_to_ask(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    install(monkeypatch, "yes\n")
    before = preferences.read_text()
    capsys.readouterr()
    assert install(monkeypatch, "y\n") == 0
    assert preferences.read_text() == before
    said = capsys.readouterr().err
    assert "the key p is there already" in said
    assert "[y/N]" not in said


def test_golly_has_to_be_closed(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    monkeypatch.setattr(golly_keys, "_golly_runs", lambda: True)
    assert install(monkeypatch, "y\n") == 2
    assert preferences.read_text() == PREFERENCES
    assert "close Golly first" in capsys.readouterr().err


@pytest.mark.parametrize("text", [None, "prefs_version=4\n"])
def test_golly_has_to_have_written_its_keys(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err, text: str | None
) -> None:
    """It would take two keys for all that it has."""
    if text is None:
        preferences.unlink()
    else:
        preferences.write_text(text)
    assert install(monkeypatch, "y\n") == 2
    assert "start Golly once, and close it" in capsys.readouterr().err


def test_preferences_in_another_encoding(
    preferences: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    preferences.write_bytes(PREFERENCES.encode() + b"pattern_dir=/home/M\xfcller\n")
    assert install(monkeypatch, "y\n") == 0
    assert preferences.read_bytes().endswith(b"pattern_dir=/home/M\xfcller\n")


def test_preferences_that_cannot_be_written(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "/full/GollyPrefs")

    monkeypatch.setattr(Path, "replace", full)
    monkeypatch.setattr("lifesat.cli.golly._install", lambda *_: None)
    assert install(monkeypatch, "y\n") == 2
    assert preferences.read_text() == PREFERENCES
    assert "cannot write /full/GollyPrefs: No space left" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/proc/self/comm").exists(), reason="there is no /proc")
def test_a_golly_that_runs_is_noticed(tmp_path: Path) -> None:
    golly = tmp_path / "golly"
    golly.symlink_to("/bin/sleep")
    with subprocess.Popen([golly, "600"]) as running:
        try:
            # A process has its name a moment after the call that starts it has returned.
            until(golly_keys._golly_runs)
            assert golly_keys._golly_runs()
        finally:
            running.kill()
