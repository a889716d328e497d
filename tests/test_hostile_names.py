"""Names, comments and paths of untrusted files never control a terminal or lead elsewhere."""

import json
import os
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat import Pattern, read_file, read_text, write_text
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.formats.registry import EXTENSIONS
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.solutions import ListSolutions
from lifesat.system.printing import printable, printable_lines
from tests.support.hostile_names import EVIL
from tests.support.processes import started
from tests.support.terminals import pseudo_terminal

TUB = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
FILE = f"#N {EVIL}\n#O {EVIL}\n#C {EVIL}\n{TUB}{EVIL}\n"

lines = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    (tmp_path / "evil.rle").write_text(FILE)
    return tmp_path


def harmless(text: str) -> bool:
    return all(char == "\n" or char.isprintable() for char in text)


def on_terminal(*words: str) -> str:
    """What a command writes to a terminal, standard error included, without its own sequences."""
    controller, terminal = pseudo_terminal()
    command = [sys.executable, "-m", "lifesat", *words]
    with started(*command, stdout=terminal, stderr=terminal) as process:
        os.close(terminal)
        seen = b""
        while True:
            try:
                chunk = os.read(controller, 1 << 16)
            except OSError:  # Linux's way to say that it is closed
                break
            if not chunk:
                break
            seen += chunk
    os.close(controller)
    assert process.returncode == 0, seen
    text = seen.decode().replace("\r\n", "\n").replace("\r\x1b[K", "")
    return re.sub(r"[\d,]+ found, .* s(?=\n|$)", "", text)


# ---------------------------------------------------------------- what is printed


@given(st.text())
def test_printable_text_is_one_harmless_line(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert len(shown.splitlines()) <= 1
    assert printable(shown) == shown
    assert printable_lines(text).count("\n") == text.count("\n")
    if text.isprintable():
        assert shown == text


def test_descriptions_and_messages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "--info", "evil.rle"]) == 0
    reported = capsys.readouterr()
    assert harmless(reported.out)
    assert r"\x1b[2J" in reported.out
    assert len(reported.out.splitlines()) == reported.out.count("\n")


def test_jobs_that_are_named_by_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    target = read_file("evil.rle").replace(name=EVIL)
    for _ in work(Job.create("tub", ListSolutions(Predecessor(target)), Options())):
        pass
    for words in (["jobs"], ["jobs", "show", "tub"]):
        assert main(words) == 0
        out = capsys.readouterr().out
        assert harmless(out)
        assert r"\x1b[2J" in out


@pytest.mark.parametrize("words", [["convert"], ["convert", "--check"], ["predecessors"]])
def test_paths_in_messages(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    path = folder / f"\x1b[2J\u202e\n{os.fsdecode(bytes([0xFF]))}.rle"
    for text in (None, "x = 1, y = 1\n2o!\n", "x = 1, y = 1\nB!\n"):
        if text is not None:
            path.write_text(text)
        main([*words, str(path)])
        reported = capsys.readouterr().err
        assert harmless(reported)
        assert r"/\x1b[2J\u202e\n\udcff.rle:" in reported


@pytest.mark.parametrize(
    "text",
    [
        f"x = 1, y = 1, rule = {EVIL}\no!\n",
        f"x = 1, y = 1\n{EVIL}!\n",
        f"x = 1, {EVIL}\no!\n",
        f"#CLL state-numbering {EVIL}\n{TUB}",
        f"x = 1, y = 1, rule = B3/S23, {EVIL}\no!\n",
        f"x = 1, y = 1, rule = B3/S23:{EVIL}\no!\n",
        f"[M2]\n#R {EVIL}\n",
        f"[M2]\n{EVIL}\n",
        f"#Life 1.05\n#R {EVIL}\n*\n",
        f"#Life 1.06\n{EVIL}\n",
        f"#MCell 4.00\n#GAME {EVIL}\n",
        f"#MCell 4.00\n#BOARD {EVIL}\n",
        f"!Rule: {EVIL}\nO\n",
        f"xs4_{EVIL}",
        EVIL,
    ],
)
def test_tokens_in_messages(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("wrong").write_text(text)
    main(["convert", "--check", "wrong"])
    reported = capsys.readouterr().err
    assert reported
    assert harmless(reported)
    assert 1 <= len(reported.splitlines()) == reported.count("\n") <= 2


@given(st.text(), st.sampled_from(["model", "sudoku", "sokoban", "proof"]))
@settings(max_examples=200)
def test_messages_about_other_files(
    tmp_path_factory: pytest.TempPathFactory, text: str, kind: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "other"
    path.write_text(f"{text}{EVIL}", encoding="utf-8", errors="replace", newline="")
    commands = {
        "model": ["decode", "evil.rle", str(path)],
        "sudoku": ["sudoku", str(path)],
        "sokoban": ["sokoban", "--moves", "1", str(path)],
        "proof": ["check-proof", str(path), str(path)],
    }
    with pytest.MonkeyPatch.context() as patch:
        reported: list[str] = []
        patch.setattr("sys.stderr.write", reported.append)
        main(commands[kind])
    assert reported
    assert harmless("".join(reported))


def test_words_that_are_no_options(capsys: pytest.CaptureFixture[str]) -> None:
    """A shell that expands ``*`` makes words of the names in a folder."""
    for word in (f"--{EVIL}", EVIL):
        with pytest.raises(SystemExit):
            main(["convert", "a.rle", "--crop", word, "--pad", "x"])
        with pytest.raises(SystemExit):
            main(["knuth", word])
        with pytest.raises(SystemExit):
            main(["count", "a.rle", word, "b"])
    assert harmless(capsys.readouterr().err)


def test_a_bug_is_reported_in_harmless_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError(EVIL)

    monkeypatch.setattr("lifesat.cli.convert._convert", fail)
    assert main(["convert", "evil.rle"]) == 70
    reported = capsys.readouterr().err
    assert harmless(reported)
    assert "please report it" in reported


@pytest.mark.skipif(sys.platform != "linux", reason="terminals as Linux has them")
@pytest.mark.parametrize(
    "words",
    [
        ["convert", "evil.rle"],
        ["convert", "evil.rle", "/dev/stdout"],
        ["convert", "evil.rle", "--to", "macrocell"],
        ["predecessors", "evil.rle"],
        ["predecessors", "evil.rle", "-o", "/dev/stdout"],
        ["predecessors", "evil.rle", "--to", "cells"],
        ["predecessors", "evil.rle", "--jsonl"],
        ["sample", "evil.rle"],
        ["marginals", "evil.rle"],
        ["forced", "evil.rle"],
        ["self-forcing", "evil.rle", "--rule", "B/S", "--minimise"],
        ["encode", "evil.rle"],
        ["orphan", "evil.rle", "--rule", "B/S", "--minimise"],
    ],
)
def test_patterns_on_a_terminal(words: list[str]) -> None:
    shown = on_terminal(*words)
    assert harmless(shown)
    assert len(shown) > 20


# ---------------------------------------------------------------- what is written


def test_files_and_pipes_keep_names(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a format permits is kept: a file is data."""
    before = read_file("evil.rle")
    assert main(["convert", "evil.rle"]) == 0
    assert read_text(capsys.readouterr().out) == before
    assert main(["convert", "evil.rle", "again.rle"]) == 0
    assert read_file("again.rle") == before
    assert "\x1b[2J" in before.name


@pytest.mark.parametrize("text", ["a\nx = 9, y = 9", "a\rb", "a\r\nb"])
def test_no_name_has_a_second_line(text: str) -> None:
    for about in ({"name": text}, {"author": text}, {"comments": (text,)}):
        with pytest.raises(UserError, match="must be a single line"):
            Pattern.from_rows(["O"], **about)


@given(lines, lines, lines)
@pytest.mark.parametrize("form", ["rle", "cells", "life-1.05", "macrocell"])
def test_names_begin_no_lines_of_their_own(form: str, name: str, author: str, comment: str) -> None:
    cells = Pattern.from_rows(["O"])
    about = cells.replace(name=f"a{name}", author=f"b{author}", comments=(f"c{comment}",))
    more = set(write_text(about, form).split("\n")) - set(write_text(cells, form).split("\n"))
    assert len(more) == 3
    assert all(re.match(r"(#[NOCD]|!Name:|!Author:|!) [abc]", line) for line in more)


def test_events_are_lines_by_any_definition(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predecessors", "evil.rle", "--jsonl", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert harmless(out)
    assert [json.loads(line)["type"] for line in out.splitlines()][-1] == "done"


# ---------------------------------------------------------------- where it is written

NAMES = ["../../up", "/tmp/root", "a/b", "..", ".", "CON", "nul.rle", "long" * 99, "-o", "~", EVIL]  # noqa: S108


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_gets_files_with_names_of_our_own(folder: Path, name: str) -> None:
    (folder / "named.rle").write_text(f"#N {name}\n{TUB}")
    assert main(["predecessors", "named.rle", "--quiet", "-k", "2", "-o", "out/"]) == 0
    assert main(["convert", "named.rle", "evil.rle", "out/", "--to", "macrocell"]) == 0
    made = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    assert made == [
        "evil.rle",
        "named.rle",
        "out/evil.mc",
        "out/named.mc",
        "out/predecessor-000001.rle",
        "out/predecessor-000002.rle",
    ]


@given(
    name=st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=80),
    form=st.sampled_from(sorted(EXTENSIONS)),
)
def test_a_folder_keeps_whatever_files_are_called(
    tmp_path_factory: pytest.TempPathFactory, name: str, form: str
) -> None:
    """The names of a folder's files are those of the files that are converted."""
    top = tmp_path_factory.mktemp("named")
    source = f"{top}/{name}"
    try:
        Path(source).write_text(TUB)
    except (OSError, ValueError):
        return  # no file can have this name
    before = set(top.rglob("*"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr.write", lambda _: None)
        code = main(["convert", source, f"{top}/out/", "--to", form, "--quiet"])
    made = {path for path in set(top.rglob("*")) - before if path.is_file()}
    assert all(path.parent == top / "out" for path in made)
    assert len(made) == (1 if code == 0 else 0)


@pytest.mark.parametrize("name", [*NAMES, "\0", "\n", "a b", "", "a.", "COM1.x"])
def test_no_job_has_a_name_that_leads_elsewhere(folder: Path, name: str) -> None:
    with pytest.raises(UserError):
        Job.create(name, ListSolutions(Predecessor(read_file("evil.rle"))), Options())
    assert [path.name for path in folder.iterdir()] == ["evil.rle"]
