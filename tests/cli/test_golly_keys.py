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


def install(monkeypatch: pytest.MonkeyPatch, answer: str, *words: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    return main(["golly", "install", "--keys", *words])


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
    assert "\nnothing has changed\n" in capsys.readouterr().err


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
    monkeypatch.setattr("lifesat.cli.golly_files.install", lambda *_: None)
    assert install(monkeypatch, "y\n") == 2
    assert preferences.read_text() == PREFERENCES
    assert "cannot write /full/GollyPrefs: No space left" in capsys.readouterr().err


def repaired(preferences: Path, capsys: Err, *lines: str, words: tuple[str, ...] = ()) -> str:
    """Install with these lines in the preferences, and return what they are then."""
    text = "".join(f"{line}\n" for line in lines)
    preferences.write_text(PREFERENCES.replace("# unassigned", text + "# unassigned"))
    capsys.readouterr()
    assert main(["golly", "install", *words]) == 0
    return preferences.read_text()


@pytest.mark.quick
def test_keys_follow_the_scripts_into_another_language(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    install(monkeypatch, "y\n")
    wanted = lines_of(preferences)
    assert main(["golly", "install", "--language", "python"]) == 0
    after = preferences.read_text()
    assert [line for line in after.splitlines() if "lifesat" in line] == [
        line.replace(".lua", ".py") for line in wanted
    ]
    assert all(Path(line.partition(":")[2]).is_file() for line in after.splitlines()[4:6])
    scripts = preferences.parent / "Scripts" / "lifesat"
    reported = f"the key shift+p now runs {scripts}/find-predecessors.py, no longer {scripts}/find-"
    assert reported in capsys.readouterr().err
    # What was there before, and the keys that --keys then finds.
    assert wanted[0] in preferences.with_name("GollyPrefs.before-lifesat-2").read_text()
    assert install(monkeypatch, "y\n", "--language", "python") == 0
    assert "the key p is there already" in capsys.readouterr().err
    assert preferences.read_text() == after


def test_keys_that_a_user_has_assigned_are_repaired(
    preferences: Path, tmp_path: Path, capsys: Err
) -> None:
    """Scripts that have moved, and Golly's way to name a file in its own folder."""
    scripts = preferences.parent / "Scripts" / "lifesat"
    others = ["key_action=F5 Open:/gone/my-own.lua", "key_action=q Open:/gone/prove-orphan.rle"]
    lost = [f"key_action=F7+ctrl Open:{tmp_path}/old/count-predecessors.lua",
            "key_action=O Open:Scripts/lifesat/prove-orphan.py"]  # fmt: skip
    after = repaired(preferences, capsys, *others, *lost)
    assert f"key_action=F7+ctrl Open:{scripts}/count-predecessors.lua\n" in after
    assert f"key_action=O Open:{scripts}/prove-orphan.lua\n" in after
    assert all(f"{line}\n" in after for line in others)
    # A script elsewhere that is there stays what it is.
    other = tmp_path / "other"
    assert main(["golly", "install", "--folder", str(other)]) == 0
    line = f"key_action=F7 Open:{other}/find-eater.lua"
    assert f"{line}\n" in repaired(preferences, capsys, line)
    assert capsys.readouterr().err.count("now runs") == 0


def test_keys_are_not_repaired_while_golly_runs(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    monkeypatch.setattr(golly_keys, "_golly_runs", lambda: True)
    line = "key_action=p+shift Open:/gone/find-predecessors.py"
    assert line in repaired(preferences, capsys, line)
    said = capsys.readouterr().err
    assert "shift+p" in said
    assert "close it" in said
    assert (preferences.parent / "Scripts" / "lifesat" / "find-predecessors.lua").is_file()
    assert not list(preferences.parent.glob("GollyPrefs.*"))


def test_the_doctor_names_keys_without_their_scripts(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    install(monkeypatch, "y\n")
    capsys.readouterr()
    assert main(["golly", "doctor"]) == 0
    assert "ok     keys: p for step-back, shift+p for find-pred" in capsys.readouterr().out
    script = preferences.parent / "Scripts" / "lifesat" / "step-back.lua"
    preferences.write_text(preferences.read_text().replace(str(script), "/gone/step-back.lua"))
    assert main(["golly", "doctor"]) == 2
    reported = (
        "wrong  keys whose scripts are not there: p (/gone/step-back.lua); close Golly, and run: "
    )
    assert f"{reported}lifesat golly install\n" in capsys.readouterr().out


def test_keys_for_other_scripts(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err
) -> None:
    assert install(monkeypatch, "y\n", "prove-orphan=shift+o, find-eater=F5,step-back=P") == 0
    text = preferences.read_text()
    scripts = preferences.parent / "Scripts" / "lifesat"
    assert f"key_action=o+shift Open:{scripts}/prove-orphan.lua\n" in text
    assert f"key_action=f5 Open:{scripts}/find-eater.lua\n" in text
    # A script that has a key is not offered another.
    assert install(monkeypatch, "y\n") == 0
    assert "step-back has the key shift+p already" in capsys.readouterr().err
    assert "key_action=p " not in preferences.read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("prove-orphans=o", "--keys: no script 'prove-orphans'; scripts: complete-still-life, "),
        ("prove-orphan", "--keys: '' is not a letter, a digit or f1 to f24"),
        ("prove-orphan=shft+o", "--keys: 'shft+o' is not a letter"),
        ("prove-orphan=f25", "--keys: 'f25' is not a letter"),
        ("prove-orphan=o,find-eater=shift+shift", "--keys: 'shift+shift' is not a letter"),
    ],
)
def test_a_key_that_golly_does_not_know(
    preferences: Path, monkeypatch: pytest.MonkeyPatch, capsys: Err, words: str, sentence: str
) -> None:
    """Golly ends when it reads one."""
    assert install(monkeypatch, "y\n", words) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith(f"lifesat: {sentence}")
    assert preferences.read_text() == PREFERENCES
    assert not (preferences.parent / "Scripts").exists()


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
