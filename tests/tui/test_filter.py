"""The list of jobs in groups: filter, order, columns, preview."""

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.listing import BadJob
from lifesat.jobs.summary import State, Summary
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.events import Progress
from lifesat.queries.rewind import Rewind
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.board.panel import BoardPanel
from lifesat_tui.jobs.job_list import GROUPS, ORDERS, FilterLine, JobList, Rows, columns, fitted
from lifesat_tui.jobs.screen import Jobs
from lifesat_tui.shared.progress_text import STATES
from lifesat_tui.shared.settings import JobOrder, Settings, read_settings
from tests.support.application import (
    TUB,
    assert_hides,
    assert_shows,
    drive,
    finished,
    job_screen,
    screen_text,
    until,
)
from tests.support.summaries import at

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

MODEL = Summary(
    name="", label="predecessors of Tub", state="complete", reason="",
    progress=Progress(0, 0, 0, 0.0), limit=None, created="", process=None, goal=None,
)  # fmt: skip


def named(name: str, state: State = "complete", **values: object) -> Summary:
    """A job at a glance."""
    return replace(MODEL, name=name, state=state, **values)  # type: ignore[arg-type]


def shown(rows: Rows) -> list[tuple[str, list[str]]]:
    return [(group.name, names) for group, names in rows.groups]


def rows_of(*jobs: Summary | BadJob, order: JobOrder = "newest", query: str = "") -> Rows:
    rows = Rows(order)
    rows.query = query
    rows.set_jobs({job.name: job for job in jobs})
    return rows


@pytest.mark.quick
def test_running_jobs_come_first_and_bad_ones_last() -> None:
    jobs: list[Summary | BadJob] = [
        BadJob("bad", "damaged"), named("died", "killed"), named("done"), named("over", "limit"),
        named("waits", "paused"), named("works", "running"), named("begins", "new"),
    ]  # fmt: skip
    assert shown(rows_of(*jobs)) == [
        ("running", ["works", "begins"]),
        ("paused or stopped", ["waits"]),
        ("finished", ["done", "over"]),
        ("failed", ["died", "bad"]),
    ]


@pytest.mark.quick
def test_every_state_is_in_one_group() -> None:
    states = sorted(state for group in GROUPS for state in group.states)
    assert states == sorted([*STATES, "bad"])


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("tub", ["tub-1", "other"]),  # the second by what it seeks
        ("TUB-1", ["tub-1"]),
        ("all found", ["tub-1", "nine"]),
        ("died", ["other"]),
        ("failed", ["other"]),
        ("sudoku", ["nine"]),
        ("tub complete", []),
        ("tub all", ["tub-1"]),
        ("  ", ["tub-1", "nine", "other"]),
    ],
)
def test_a_filter_takes_jobs_with_all_its_words(query: str, names: list[str]) -> None:
    jobs = named("tub-1"), named("nine", label="9x9 Sudoku"), named("other", "killed")
    assert [name for _, group in shown(rows_of(*jobs, query=query)) for name in group] == names


@pytest.mark.quick
def test_orders() -> None:
    jobs = (
        at(named("search-10", created="2026-01-03", label="b"), found=5, seconds=1),
        at(named("search-2", created="2026-01-01", label="c"), found=7, seconds=9),
        at(named("Alpha", created="2026-01-02", label="a"), found=6, seconds=2),
    )
    expected: dict[JobOrder, list[str]] = {
        "newest": ["search-10", "Alpha", "search-2"],
        "oldest": ["search-2", "Alpha", "search-10"],
        "name": ["Alpha", "search-2", "search-10"],
        "found": ["search-2", "Alpha", "search-10"],
        "elapsed": ["search-2", "Alpha", "search-10"],
        "what": ["Alpha", "search-10", "search-2"],
    }
    assert set(expected) == set(ORDERS)
    for order, names in expected.items():
        assert shown(rows_of(*jobs, order=order)) == [("finished", names)]


@pytest.mark.quick
@given(room=st.integers(54, 300), longest=st.integers(0, 100))
def test_columns_fill_the_row_and_what_is_always_there(room: int, longest: int) -> None:
    chosen = columns(room, longest)
    assert sum(column.width + 2 for column in chosen) - 2 == room
    assert {"state", "name", "answer", "what"} <= {column.name for column in chosen}
    for column in chosen:
        assert len(fitted(column, "x" * 300)) == len(fitted(column, "")) == column.width


def test_the_list_is_filtered_while_keys_arrive(home: Path) -> None:
    finished("tub", TUB)
    Job.create("waiting", ListSolutions(TUB), Options())
    Job.create("other", ListSolutions(TUB), Options())

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("running 2", app, pilot)
        assert isinstance(app.screen, Jobs)
        await pilot.press("slash")
        assert isinstance(app.screen.focused, FilterLine)
        # Letters that are actions elsewhere are only letters here.
        await pilot.press(*"wait")
        await assert_shows("1 of 3 jobs", app, pilot)
        await assert_hides("other", app, pilot)
        await assert_shows("esc all jobs", app, pilot)
        await pilot.press("enter")
        summary = app.screen.chosen()
        assert summary is not None
        assert summary.name == "waiting"
        # What comes later is filtered too.
        finished("later", TUB)
        Job.create("wait-again", ListSolutions(TUB), Options())
        app.refresh_jobs()
        await assert_shows("2 of 5 jobs", app, pilot)
        await pilot.press("escape")
        await assert_shows("later", app, pilot)
        assert isinstance(app.screen.focused, JobList)

    drive(steps)


def jobs_found(app: "LifesatApp") -> list[str]:
    """The names of the jobs in the list that have found all, from the top."""
    return re.findall(r"all found +(\w+)", screen_text(app))


def test_the_arrows_move_the_cursor_below_the_filter(home: Path) -> None:
    for name in ("one", "two", "three"):
        finished(name, TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("finished 3", app, pilot)
        await until(lambda: len(jobs_found(app)) == 3, pilot)
        second = jobs_found(app)[1]
        await pilot.press("slash", "t", "down", "enter", "enter")
        await assert_shows("1 of 74", app, pilot)
        assert job_screen(app).job.name == second

    drive(steps)


def test_the_order_is_remembered(home: Path) -> None:
    for name in ("b", "a", "c"):
        finished(name, TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("finished 3", app, pilot)
        await pilot.press("o", "o")
        await assert_shows("name ▴", app, pilot)
        await until(lambda: jobs_found(app) == ["a", "b", "c"], pilot)

    drive(steps)
    assert read_settings().order == "name"

    async def again(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("name ▴", app, pilot)
        await until(lambda: jobs_found(app) == ["a", "b", "c"], pilot)

    drive(again, settings=read_settings())


def test_the_preview_shows_the_target_and_the_last_solution(home: Path) -> None:
    finished("tub", TUB)
    Job.create(
        "nine",
        ListSolutions(Sudoku(((1, 2, 0, 0), (0, 4, 0, 0), (0, 0, 3, 0), (0, 0, 0, 2)))),
        Options(),
    )

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("─ clues ─", app, pilot)
        await assert_shows("no solution yet", app, pilot)
        clues = re.compile("1 +2 +│ +· +·")
        await until(lambda: clues.search(screen_text(app)) is not None, pilot)
        await pilot.press("down")
        await assert_shows("─ predecessor 74 ─", app, pilot)
        await assert_shows("─ target ─", app, pilot)
        # The tub itself, in scaled cells.
        drawn = re.compile(r"(█{2,}) *· *\1")
        await until(lambda: drawn.search(screen_text(app)) is not None, pilot)
        await pilot.press("v")
        await assert_hides("target", app, pilot)
        await pilot.press("v")
        await assert_shows("─ predecessor 74 ─", app, pilot)
        # Narrow and high: below the list. Narrow and low: no room.
        await pilot.resize_terminal(80, 40)
        await assert_shows("─ predecessor 74 ─", app, pilot)
        await pilot.resize_terminal(80, 24)
        await assert_hides("predecessor 74", app, pilot)

    drive(steps, size=(120, 40))


def previewed(app: "LifesatApp") -> int:
    """How many live cells the answer beside the list has."""
    shown = app.screen.query_one("#last", BoardPanel)._shown
    return int((shown == 1).sum()) if isinstance(shown, np.ndarray) else 0


def test_the_preview_follows_an_answer_that_grows(home: Path) -> None:
    job = Job.create("back", Rewind(TUB, 5), Options())
    older = {"state": "stopped", "oldest": "bo$obo$bo!", "generations": 1}

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("no answer yet", app, pilot)
        for values, live in ((older, 4), ({"oldest": "3o!", "seconds": 2.0}, 3)):
            with job.journal() as journal:
                journal.record(values=values)
            await until(lambda live=live: previewed(app) == live, pilot)  # type: ignore[misc]

    drive(steps, size=(120, 40))


def test_a_home_that_takes_no_settings_still_sorts(
    tub: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("lifesat_tui.jobs.screen.remember", refused)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("all found", app, pilot)
        await pilot.press("o")
        await assert_shows("! this is not remembered: [Errno 13] Permission denied", app, pilot)
        assert app.screen.query_one(JobList).rows.order == "oldest"

    drive(steps, settings=Settings(animation=False))


def test_a_sorted_view_begins_at_its_first_solution(tub: Job) -> None:
    with tub.journal() as journal:
        rows = journal.solutions(0, 100)
    smallest = min(rows, key=lambda row: (row.population, row.number)).number

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("right", "right", "slash", "right", "enter")
        await assert_shows(f"1 of 74, number {smallest}", app, pilot)

    drive(steps, job="tub")
