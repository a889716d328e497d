"""Scripts of keys do the same whether they come one by one or in one piece, as over a slow line."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from textual.widgets import Input, TextArea

from lifesat_tui.app import LifesatApp
from lifesat_tui.form.draft import Draft
from lifesat_tui.form.editing import Cells, Draw
from lifesat_tui.form.screen import New
from lifesat_tui.job.gallery import Gallery
from lifesat_tui.job.screen import JobScreen
from lifesat_tui.jobs.job_list import JobList
from lifesat_tui.jobs.screen import Jobs
from lifesat_tui.shared.inputs import Choice
from tests.support.application import (
    TUB,
    answered,
    assert_says,
    drive,
    finished,
    rested,
    send,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot


class Script(NamedTuple):
    """Keys, separated by spaces, in the list or in a job, and what they lead to."""

    keys: str
    end: str
    job: str | None = "tub"


SCRIPTS = {
    "solutions": Script("right right full_stop", "3 of 74"),
    "a filter": Script("slash tab tab 6 enter", "at most 6 cells"),
    "the kinds": Script("n down down down enter down tab", "orphan", None),
    "twenty solutions": Script("right " * 20, "21 of 74"),
    "back and forth": Script("end left left full_stop comma right home pagedown", "11 of 74"),
    "a number": Script("g 5 0 enter right full_stop", "51 of 74"),
    "an order": Script("slash right enter right", "fewest cells first"),
    "the gallery": Script("v right down right enter right", "predecessor"),
    "the heat map": Script("h full_stop comma escape right", "2 of 74"),
    "help and details": Script("question_mark escape i escape right", "2 of 74"),
    "pictures": Script("b b m right", "2 of 74"),
    "a name for a file": Script("s backspace backspace backspace backspace x enter", "saved as"),
    "a file that exists": Script("e a enter", "tub-predecessors.rlea"),
    "a list": Script("home down down up enter right", "2 of 74", None),
    "a job by its name": Script("slash t w o enter enter right right", "3 of 74", None),
    "sorting": Script("down o o", "by name", None),
    "delete and restore": Script("down d y u", "restored", None),
    "a deletion that is not wanted": Script("d n d escape enter right", "2 of 74", None),
    "a form": Script("n enter down tab 2 tab right tab 3", "back", None),
    "another kind": Script("n s t i enter tab 7 comma 7 f7 s p a enter", "shift", None),
    "a field of a file": Script("n enter shift+tab right tab t w o", "two", None),
    "a drawing": Script("n enter f2 right space down space u enter", "live", None),
    "a board": Script("n enter f2 minus less_than_sign plus w x down space", "whole board", None),
    "a file": Script("n enter f6 s m a enter", "3x3", None),
    "the editor": Script("n enter f8 O full_stop O ctrl+s", "3x1", None),
    "more fields": Script("n enter f4 " + "tab " * 9 + "1", "rule", None),
    "a name in the line": Script("colon o s c enter tab 3", "oscillators", None),
    "a kind by its number": Script("4 tab 7 comma 7", "still lifes", None),
    "a drawing from the list": Script("f2 right space down space enter", "2 live", None),
    "an example": Script("f3 e a t escape colon x escape down", "created", None),
    "the deleted jobs": Script("down d y U down up enter", "restored", None),
    "an answer": Script("b i escape s x enter", "saved as", "tub-number"),
    "a duplicate": Script("c tab 5", "new search", None),
    "the palette": Script("ctrl+p s o r t enter", "oldest first", None),
}


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_a_burst_does_what_slow_keys_do(name: str, home: Path, tmp_path: Path) -> None:
    keys, end, job = SCRIPTS[name]
    (tmp_path / "small.rle").write_text("x = 3, y = 3\nbo$obo$bo!\n")
    for each in ("tub", "two", "one"):
        finished(each, TUB)
    if job == "tub-number":
        answered(job, Draft("count", {"text": ".O.\nO.O\n.O."}))
    shutil.copytree(home, tmp_path / "kept")
    states: list[dict[str, Any]] = []

    async def slowly(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await ready(app, pilot)
        for key in keys.split():
            await pilot.press(key)
        await assert_says(end, app, pilot)
        states.append(state(app))

    async def at_once(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await ready(app, pilot)
        send(app, *keys.split())
        await rested(app, pilot)
        await assert_says(end, app, pilot)
        await until(lambda: state(app) == states[0], pilot)

    drive(slowly, job=job)
    shutil.rmtree(home)
    shutil.copytree(tmp_path / "kept", home)
    for made in tmp_path.glob("tub*"):
        made.unlink()
    drive(at_once, job=job)


async def ready(app: LifesatApp, pilot: "Pilot[None]") -> None:
    """Wait until all is read that is there at first."""
    first = {"JobScreen": "1 of 74", "AnswerScreen": "✓ 74 predecessors", "Jobs": "created"}
    await assert_says(first[type(app.screen).__name__], app, pilot)


def state(app: LifesatApp) -> dict[str, Any]:
    """Return what keys have changed: the screen, the focus, texts, and places."""
    screen = app.screen
    values: dict[str, Any] = {
        "screen": type(screen).__name__,
        "focus": getattr(screen.focused, "id", None),
        "texts": [each.value for each in screen.query(Input)],
        "areas": [each.text for each in screen.query(TextArea)],
        "choices": [each.value for each in screen.query(Choice)],
    }
    match screen:
        case JobScreen():
            browser, shown = screen.browser, screen.heat_map.shown
            values["place"] = browser.place, screen.film.next_time, browser.view, shown
        case Gallery():
            values["place"] = screen._tiles.chosen
        case New():
            values["draft"] = screen.draft
        case Draw():
            cells = screen.query_one(Cells)
            values["board"] = cells.states.tolist(), cells.x, cells.y, cells.whole
        case Jobs():
            listed = screen.query_one(JobList)
            values["list"] = listed.chosen, listed.rows.query, listed.rows.order
    return values
