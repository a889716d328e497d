"""What is pasted anywhere: it is recognised, and the right kind of search takes it."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.events import Paste
from textual.widgets import Input

from lifesat.jobs.job import Job
from lifesat_tui.form.draft import Draft, check, remember
from lifesat_tui.form.recognise import file_preview, recognised
from lifesat_tui.form.screen import New
from lifesat_tui.kinds.registry import KINDS
from lifesat_tui.shared.inputs import Lines
from lifesat_tui.shared.screen import Page
from tests.support.application import assert_focused, assert_shows, drive, until
from tests.support.environment import PATIENCE_SECONDS

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

RLE = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!"
TOML = 'width = 3\nheight = 1\ngenerations = 2\ncells = """\n* a *\n\n* a *\n"""\n'
SUDOKU = "12..\n.4..\n..3.\n...2"
GRID = (
    "53..7....\n6..195...\n.98....6.\n8..8.6..3\n4..8.3..1\n"
    "7...2...6\n.6....28.\n...419..5\n....8..79\n"
)
LEVEL = "######\n#@ $.#\n######"
TEXTS = {
    "rle": (RLE, "predecessors"),
    "rle with a mistake": ("x = 3, y = 3\nbob$2bq$3o!", "predecessors"),
    "body": ("bo$2bo$3o!", "predecessors"),
    "apgcode": ("xq4_153", "predecessors"),
    "address": ("https://catagolue.hatsya.com/object/xs4_252/b3s23", "predecessors"),
    "forum": (f"Look:\n[code]{RLE}[/code]\nNice!", "predecessors"),
    "markdown": (f"Look:\n```\n{RLE}\n```\n", "predecessors"),
    "unknown cells": (".O.\nO?O\n.O.", "predecessors"),
    "search file": (TOML, "search file"),
    "search file with a mistake": (TOML.replace("* a *", "* a"), "search file"),
    "cells of Logic Life Search": ("0 a b 0\n0 c d 0\n\n0 b a 0\n0 1' c 0", "search file"),
    "sudoku": (SUDOKU, "sudoku"),
    "sudoku in a table": (f"puzzle,level\n{'4.....8.5.3' + '.' * 70},9\n", "sudoku"),
    "sudoku as a list": (str([[5, *[0] * 8], *[[0] * 9] * 8]), "sudoku"),
    "sudoku on a line": ("4.....8.5.3" + "." * 70, "sudoku"),
    "sokoban": (LEVEL, "sokoban"),
    "sudoku with a mistake: a short row": (GRID.replace("8..8.", "8.8.", 1), "sudoku"),
    "sudoku with a mistake: spaces": (" ".join(GRID).replace("8 .", "8", 1), "sudoku"),
    "sudoku with a mistake: a row missing": (GRID[10:], "sudoku"),
    "sudoku with a mistake: a number": (SUDOKU[:-1] + "5", "sudoku"),
    "sudoku with a mistake: the second": (f"{GRID}\n{GRID.replace('28', '228')}", "sudoku"),
    "sudoku with a mistake: the second line": (f"{'1234' * 20}.\n{'1234' * 20}", "sudoku"),
    "sokoban with a mistake: no player": (LEVEL.replace("@", " "), "sokoban"),
    "sokoban with a mistake: a hole": (LEVEL.replace(".#", ". "), "sokoban"),
    "sokoban with a mistake: a letter": (LEVEL.replace(" ", "x"), "sokoban"),
    "sokoban with a mistake: the second": (f"{LEVEL}\n\n{LEVEL.replace('.', ' ')}", "sokoban"),
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("kind", ["still lifes", "count"])
def test_a_text_finds_its_kind(home: Path, name: str, kind: str) -> None:
    text, expected = TEXTS[name]
    found = recognised(text, Draft(kind, {"name": "one"}))
    assert found is not None
    # A kind that takes the text stays.
    assert found.kind == ("count" if (kind, expected) == ("count", "predecessors") else expected)
    assert ("mistake" in name) == bool(check(found).errors)


@pytest.mark.parametrize(
    "text",
    [
        "search",
        "my-job-2",
        "100",
        "6,6",
        "B3/S23",
        "tcp://host:8786",
        "",
        "no/such.rle",
        "# A title\n\nwords\n# more\n# and more",
        "100\n200\n300",
        "1st\n2nd\n3rd\n4th",
    ],
)
def test_other_words_are_left_alone(home: Path, text: str) -> None:
    assert recognised(text, Draft()) is None
    assert recognised(text, Draft("search file")) is None


@pytest.mark.quick
def test_a_kind_stays_if_it_takes_the_text(home: Path) -> None:
    for kind, text in (("best sokoban", LEVEL), ("sudoku count", SUDOKU), ("completion", RLE)):
        found = recognised(text, Draft(kind))
        assert found is not None
        assert found.kind == kind


@pytest.mark.quick
def test_the_name_of_a_file_is_taken(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "two words.rle"
    path.write_text(RLE)
    for text in (str(path), f"'{path}'\n", str(path).replace(" ", "\\ "), "two words.rle"):
        found = recognised(text, Draft())
        assert found is not None, text
        assert found.texts["source"] == "file"
        assert Path(found.texts["path"]).resolve() == path.resolve()
    levels = tmp_path / "levels.txt"
    levels.write_text(f"{LEVEL}\n\n{LEVEL.replace('$', ' $')}\n")
    found = recognised(str(levels), Draft())
    assert found is not None
    # Of several, the first is chosen, also if another one is invalid.
    assert (found.kind, found.texts["level"]) == ("sokoban", "1")
    levels.write_text(f"{LEVEL}\n\n{LEVEL.replace('@', ' ')}\n")
    assert recognised(str(levels), Draft()) == found
    assert not check(found.changed("name", "x")).errors


@pytest.mark.quick
def test_a_search_file_is_recognised_by_name_too(home: Path, tmp_path: Path) -> None:
    # The names of its cells have several letters.
    text = TOML.replace("* a *", "a1 a2 a3")
    path = tmp_path / "long names.toml"
    for mistake in (False, True):
        path.write_text(text.replace("a1 a2 a3", "a1 a2", mistake))
        for given in (str(path), path.as_uri(), path.read_text()):
            found = recognised(given, Draft(typed={"name": "one"}))
            assert found is not None, given
            assert found.kind == "search file"
            assert bool(check(found).errors) == mistake


@pytest.mark.quick
def test_a_name_may_begin_with_a_tilde(home: Path, tmp_path: Path) -> None:
    (tmp_path / "~tilde.rle").write_text(RLE)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("f6", *"tilde")
        await assert_shows("3x3, 5 live", app, pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, New), pilot)
        await assert_shows("3x3, 5 live", app, pilot)

    drive(steps)


def test_a_pattern_pasted_in_the_list_opens_predecessors(home: Path) -> None:
    remember(Draft("count", {"text": RLE}))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        for keys, kind in (((), "predecessors"), (("2",), "count"), (("n", *"orphan"), "orphan")):
            await pilot.press(*keys)
            app.post_message(Paste(RLE))
            await assert_shows("3x3, 5 live", app, pilot)
            assert isinstance(app.screen, New)
            assert app.screen.draft.kind.startswith(kind)
            await pilot.press("escape")

    drive(steps)


@pytest.mark.parametrize("keys", [("enter",), ("enter", "v"), ("f2",), ("f6",), ("question_mark",)])
def test_what_cannot_be_pasted_is_said(keys: tuple[str, ...], tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("all found", app, pilot)
        await pilot.press(*keys)
        before = app.screen
        app.post_message(Paste(RLE))
        await assert_shows("this cannot be pasted here", app, pilot)
        assert app.screen is before

    drive(steps)


def test_what_is_in_a_file(home: Path, tmp_path: Path) -> None:
    draft = Draft()
    (tmp_path / "a.rle").write_text(RLE)
    (tmp_path / "b.toml").write_text(TOML)
    (tmp_path / "c.txt").write_text("Dear all,\n")
    (tmp_path / "d.rle").write_bytes(b"x" * 300_000)
    assert file_preview("a.rle", draft)[1:] == ("target", "3x3, 5 live, B3/S23")
    assert file_preview("b.toml", draft)[1] == "for search file"
    assert file_preview("c.txt", draft)[1:] == ("", "not a pattern, puzzle or search file")
    assert "too large" in file_preview("d.rle", draft)[2]
    assert "No such file" in file_preview("e.rle", draft)[2]


@pytest.mark.parametrize("place", ["text", "jobs", "kinds", "name", "margin"])
def test_pasting_opens_the_right_form(home: Path, place: str) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        if place != "jobs":
            await pilot.press("n")
        if place not in ("jobs", "kinds"):
            await pilot.press("enter")
            await assert_shows("paste or draw", app, pilot)
            app.screen.query_one(f"#{place}").focus()
            await assert_focused(place, app, pilot)
        # Terminals send carriage returns between lines.
        app.post_message(Paste(TOML.replace("\n", "\r")))
        await until(
            lambda: isinstance(app.screen, New) and app.screen.draft.kind == "search file", pilot
        )
        await assert_shows("3x1x2", app, pilot)
        assert isinstance(app.screen, New)
        assert app.screen.draft.texts["text"] == TOML
        app.post_message(Paste("https://catagolue.hatsya.com/object/xq4_153/b3s23"))
        await assert_shows("3x3, 5 live", app, pilot)
        assert isinstance(app.screen, New)
        assert app.screen.draft.kind == "predecessors"

    drive(steps)


def test_a_line_is_still_typed_into_its_field(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed={"text": RLE, "name": "a"})))
        app.screen.query_one("#rule").focus()
        await assert_focused("rule", app, pilot)
        app.post_message(Paste("B36/S23"))
        await until(lambda: app.screen.query_one("#rule", Input).value == "B36/S23", pilot)
        # Within a pattern, too.
        app.screen.query_one("#text").focus()
        await assert_focused("text", app, pilot)
        await pilot.press("ctrl+end")
        app.post_message(Paste("\n#C a comment"))
        await until(lambda: "comment" in app.screen.query_one("#text").text, pilot)  # type: ignore[attr-defined]
        assert isinstance(app.screen, New)
        assert RLE in app.screen.draft.texts["text"]

    drive(steps)


@pytest.mark.parametrize("text", ["OO\nOO", SUDOKU, LEVEL])
def test_several_lines_take_the_place_of_the_text(home: Path, text: str) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed={"text": ".O.\n..O\nOOO", "name": "a"})))
        app.screen.query_one("#text").focus()
        await assert_focused("text", app, pilot)
        app.post_message(Paste(text.replace("\n", "\r")))
        await until(lambda: [each.text for each in app.screen.query(Lines)] == [text], pilot)

    drive(steps)


def test_kinds_without_a_target_say_what_can_be_pasted(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft("still lifes", {"name": "a"})))
        app.post_message(Paste("Dear all,\n\nhello"))
        await assert_shows("not a pattern, puzzle or search file", app, pilot)

    drive(steps)
    assert "still lifes" in KINDS


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (".O.\r\r..O\r\rOOO\r\r", "line 2: every other"),
        ("HighLife\nbo$2bo$3o!", "line 1: the rule B36/S23"),
    ],
)
def test_what_the_reader_assumed(home: Path, text: str, words: str) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        app.post_message(Paste(text))
        await assert_shows(words, app, pilot)
        await assert_shows("3x3, 5 live", app, pilot)

    drive(steps, size=(120, 40))


@pytest.mark.parametrize("keys", [(), ("n",), ("2",)])
def test_keys_go_on_while_a_long_text_is_read(
    home: Path, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    looked = threading.Event()
    texts: list[str] = []

    def slowly(text: str, _: Draft) -> None:
        looked.wait(PATIENCE_SECONDS)
        texts.append(text)

    monkeypatch.setattr("lifesat_tui.form.recognise.recognised", slowly)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("There are no jobs yet", app, pilot)
        await pilot.press(*keys)
        app.post_message(Paste("no pattern\n" * 20_000))
        await assert_shows("reading 220,000 characters", app, pilot)
        await pilot.press("f1")
        await assert_shows("lifesat · keys", app, pilot)
        await pilot.press("escape")
        looked.set()
        await assert_shows("not a pattern, puzzle or search file", app, pilot)

    drive(steps)
    assert len(texts) == 1


@pytest.mark.parametrize("kind", ["predecessors", "still lifes"])
def test_a_long_text_goes_to_the_form_that_asked_for_it(
    home: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    text, looked = RLE + "\n" * 200_000, threading.Event()

    def slowly(text: str, draft: Draft) -> Draft | None:
        looked.wait(PATIENCE_SECONDS)
        return recognised(text, draft)

    monkeypatch.setattr("lifesat_tui.form.recognise.recognised", slowly)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(kind, {"name": "a"})))
        app.post_message(Paste(text))
        await assert_shows("reading", app, pilot)
        await pilot.press("f1")
        await assert_shows("lifesat · keys", app, pilot)
        looked.set()
        await until(lambda: not app._tasks, pilot)
        assert isinstance(app.screen, Page)
        await pilot.press("escape")
        await assert_shows("3x3, 5 live", app, pilot)
        assert isinstance(app.screen, New)
        assert app.screen.draft.kind == "predecessors"

    drive(steps)
