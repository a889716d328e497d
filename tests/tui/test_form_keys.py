"""Going through the form by keys, pasting anywhere, and names of files."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.events import Paste
from textual.widgets import Input, Label

from lifesat.jobs.job import Job, jobs
from lifesat_tui.app import LifesatApp
from lifesat_tui.form.draft import Draft
from lifesat_tui.form.fields import Field, TextField
from lifesat_tui.form.screen import New
from lifesat_tui.job.progress import ProgressPanel
from lifesat_tui.kinds.registry import KINDS
from tests.support.application import assert_focused, assert_hides, assert_shows, drive, until

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.pilot import Pilot

TUB = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!"


def highlighted(app: LifesatApp) -> list[str]:
    """The fields whose labels are underlined."""
    lines = [*app.screen.query(Field), *app.screen.query(TextField)]
    bold = [each for each in lines if each.query_one(Label).rich_style.underline]
    return [(each.id or "").removeprefix("field-") for each in bold if each.display]


def test_arrows_and_enter_go_from_field_to_field(home: Path) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await pilot.press("n", "enter")
        await until(lambda: isinstance(app.screen, New), pilot)
        await assert_shows("paste or draw", app, pilot)
        # What is missing comes first.
        await assert_focused("text", app, pilot)
        await pilot.press("up", "up", "up")
        await assert_focused("kind", app, pilot)
        for key, name in (
            ("down", "name"), ("down", "source"), ("tab", "text"), ("down", "generations"),
            ("down", "outside"), ("down", "margin"), ("enter", "symmetry"), ("up", "margin"),
        ):  # fmt: skip
            await pilot.press(key)
            await assert_focused(name, app, pilot)
            await until(lambda: highlighted(app) == [name], pilot)  # noqa: B023

    drive(steps)


@pytest.mark.parametrize("downs", [0, 1, 2])
def test_a_pattern_is_pasted_anywhere(home: Path, downs: int) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await pilot.press("n", "enter")
        await assert_shows("paste or draw", app, pilot)
        await pilot.press("shift+tab", *["up"] * downs)
        app.post_message(Paste(TUB))
        await assert_shows("3x3", app, pilot)
        assert isinstance(app.screen, New)
        assert app.screen.draft.texts["text"] == TUB

    drive(steps)


def test_a_line_is_pasted_into_its_field(home: Path) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await pilot.press("n", "enter")
        await assert_shows("paste or draw", app, pilot)
        await pilot.press("up", "up", "ctrl+u")
        app.post_message(Paste("a-name\n"))
        await until(lambda: app.screen.query_one("#name", Input).value == "a-name", pilot)

    drive(steps)


def test_a_file_is_completed(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "patterns").mkdir()
    (tmp_path / "patterns" / "tub.rle").write_text(TUB)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed={"source": "file", "name": "tub"})))
        path = app.screen.query_one("#path", Input)
        path.focus()
        await assert_focused("path", app, pilot)
        await pilot.press(*"~/pat")
        await until(lambda: path._suggestion == "~/patterns/", pilot)
        await pilot.press("right", "t")
        await until(lambda: path._suggestion == "~/patterns/tub.rle", pilot)
        await pilot.press("right")
        assert path.value == "~/patterns/tub.rle"
        form = app.screen
        assert isinstance(form, New)
        command = f"lifesat predecessors {tmp_path}/patterns/tub.rle "
        await until(lambda: form.checked.command.startswith(command), pilot)
        await assert_shows("exactly 74 predecessors", app, pilot)

    drive(steps, size=(120, 40))


def test_the_job_knows_the_number_that_the_form_has_counted(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Job, "start", lambda _: None)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft("predecessors", {"text": TUB, "name": "tub"})))
        await assert_shows("exactly 74", app, pilot)
        await pilot.press("ctrl+s")
        await until(lambda: bool(jobs()), pilot)
        # The screen of the job shows it too, before anything is found.
        await assert_shows("found 0 of 74", app, pilot)
        panel = app.screen.query_one(ProgressPanel)
        bar, empty = panel.query_one("#bar"), re.compile("─+   0%")
        await until(lambda: empty.fullmatch(str(bar.render())) is not None, pilot)
        await assert_hides("not known", app, pilot)

    drive(steps)
    assert Job("tub").summary().progress.total == 74


def test_the_first_thousand_are_listed(home: Path) -> None:
    for kind in KINDS.values():
        texts = Draft(kind.name).texts
        # Of a Sokoban level, and of catalysts, the first solution is enough.
        first = "1" if kind.name in ("sokoban", "catalysts") else "1000"
        assert texts.get("limit", first) == first
        if "limit" in texts:
            command = kind.command_line({**texts, "name": "x"}, None)
            assert f"--limit {first}" in command
            assert "--all" in kind.command_line({**texts, "limit": ""}, None)


def test_what_was_done_is_not_said_for_ever(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[tuple[float, Callable[[], None]]] = []

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        monkeypatch.setattr(app, "set_timer", lambda *timer: ends.append(timer))
        app.begin(lambda: "search has stopped")
        await assert_shows("search has stopped", app, pilot)
        # The time is over when the test says so.
        ((seconds, end),) = ends
        assert seconds == app.settings.message_seconds
        end()
        await assert_hides("search has stopped", app, pilot)

    drive(steps)


def test_the_target_is_described_beside_it(home: Path) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        text = TUB.replace("B3/S23", "B36/S23:T8,9")
        await app.push_screen(New(Draft("predecessors", {"text": text, "name": "tub"})))
        await assert_shows("3x3, 4 live, B36/S23:T8,9", app, pilot)

    drive(steps, size=(120, 40))
