"""Jobs that cannot be read are in the list with the reason; what has ended goes on to nothing."""

import re
import shutil
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat.jobs.job import Job
from tests.support.application import (
    assert_hides,
    assert_shows,
    drive,
    job_screen,
    screen_text,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def test_a_damaged_journal(tub: Job) -> None:
    whole = tub.path.read_bytes()
    tub.path.write_bytes(b"SQLite format 3\0" + bytes(5000))
    for name in ("-wal", "-shm"):
        Path(f"{tub.path}{name}").unlink(missing_ok=True)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("✗ bad", app, pilot)
        await assert_shows("tub: the journal is damaged", app, pilot)
        await pilot.press("enter")
        await assert_shows("! tub cannot be read as a job: the journal is damaged", app, pilot)
        tub.path.write_bytes(whole)
        await assert_shows("all found", app, pilot)

    drive(steps)


def test_a_journal_is_damaged_while_its_solutions_are_shown(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("all found", app, pilot)
        await pilot.press("enter")
        await assert_shows("1 of 74", app, pilot)
        tub.path.write_bytes(b"SQLite format 3\0" + bytes(5000))
        await pilot.press("end")
        await assert_shows("the journal is damaged", app, pilot)
        assert "tub" in screen_text(app)

    drive(steps)


def test_bad_folders_are_in_the_list(tub: Job) -> None:
    shutil.copytree(tub.folder, tub.folder.with_name("tub [b] (copy)"))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("✗ bad", app, pilot)
        bad = re.compile(r"✗ bad +tub \[b\] \(copy\)")
        await until(lambda: bad.search(screen_text(app)) is not None, pilot)
        await assert_shows("all found", app, pilot)
        await assert_shows("tub: predecessors of Tub", app, pilot)
        await pilot.press("down")
        await assert_shows("tub [b] (copy): invalid job name 'tub [b] (copy)'", app, pilot)
        await pilot.resize_terminal(120, 40)
        await assert_shows("tub [b] (copy): invalid job name 'tub [b] (copy)'", app, pilot)
        await pilot.press("i")
        await assert_shows("! tub [b] (copy) cannot be read as a job", app, pilot)
        await pilot.press("up", "enter")
        await assert_shows("1 of 74", app, pilot)

    drive(steps)


def test_a_job_without_its_journal_is_in_the_list(tub: Job) -> None:
    tub.request("work")
    tub.path.unlink()

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("its file journal.sqlite is missing", app, pilot)
        await pilot.press("d", "y")
        await assert_shows("There are no jobs yet", app, pilot)

    drive(steps)
    assert not tub.folder.exists()


@pytest.mark.parametrize("key", ["up", "down", "pageup", "end"])
def test_an_error_goes_away_when_the_cursor_moves(tub: Job, key: str) -> None:
    shutil.copytree(tub.folder, tub.folder.with_name("tub (copy)"))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("✗ bad", app, pilot)
        await assert_shows("tub: predecessors of Tub", app, pilot)
        await pilot.press("down", "i")
        await assert_shows("! tub (copy) cannot be read as a job", app, pilot)
        await pilot.press(key)
        await assert_hides("cannot be read as a job", app, pilot)

    drive(steps)


@pytest.mark.parametrize("name", ["tub [b] (copy)", "tub\n2"])
def test_a_bad_folder_is_deleted_and_restored(tub: Job, name: str) -> None:
    bad = tub.folder.with_name(name)
    shutil.copytree(tub.folder, bad)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("tub: predecessors of Tub", app, pilot)
        await assert_shows("✗ bad", app, pilot)
        await pilot.press("down", "d")
        await assert_shows("which cannot be read as a job?", app, pilot)
        await pilot.press("y")
        await assert_hides("✗ bad", app, pilot)
        assert not bad.exists()
        await pilot.press("u")
        await assert_shows("✗ bad", app, pilot)
        assert bad.exists()

    drive(steps)


def test_the_list_stays_where_the_folder_of_all_jobs_cannot_be_read(
    tub: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> list[str]:
        looks.append(1)
        raise PermissionError(13, "Permission denied")

    looks: list[int] = []

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("tub: predecessors of Tub", app, pilot)
        monkeypatch.setattr("lifesat_tui.jobs.watch.folder_names", refused)
        app.refresh_jobs()
        await until(lambda: len(looks) > 1, pilot)
        await assert_shows("Permission denied", app, pilot)
        assert "tub: predecessors of Tub" in screen_text(app)

    drive(steps)


def test_a_job_that_has_just_found_all_goes_on_to_nothing(tub: Job) -> None:
    """As after a key that is pressed before the end is seen."""

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        job_screen(app).actions._begin("{} is started …", Job.resume, "continues")
        await assert_shows(" nothing left to do: the job 'tub' has found all there is", app, pilot)
        assert "! nothing" not in screen_text(app)

    drive(steps, job="tub")


def test_a_journal_that_another_program_holds(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        other = sqlite3.connect(tub.path)
        other.execute("BEGIN IMMEDIATE")
        await pilot.press("right")
        await assert_shows("2 of 74", app, pilot)
        other.rollback()
        other.close()
        assert job_screen(app).chosen() is not None

    drive(steps, job="tub")
