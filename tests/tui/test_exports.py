"""What a job is exported to, by the name of the file and by what is shown."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from textual.widgets import Input

from lifesat.jobs.job import Job
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat_tui.job.actions import export
from lifesat_tui.job.solutions import View
from tests.support import drawn
from tests.support.application import assert_says, assert_shows, drive, finished, until

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def test_a_sheet_of_all_solutions(tub: Job, tmp_path: Path) -> None:
    path = tmp_path / "all.png"
    assert export(tub, str(path)) == f"wrote 74 solutions to {path}"
    (pixels,) = drawn.frames(path)
    with tub.journal() as journal:
        every = sum(each.population for each in journal.solutions(0, 74))
    # A cell is a square within the lines around it.
    assert (pixels == drawn.LIVE).all(axis=2).sum() == every * 15**2
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) == 4


def test_other_endings(tub: Job, tmp_path: Path) -> None:
    for name, begins in (("all.rle", "#CXRLE"), ("all.csv", "number,"), ("all.svg", "<svg ")):
        export(tub, str(tmp_path / name))
        assert (tmp_path / name).read_text().startswith(begins)


def test_a_view_is_written_in_its_order(tub: Job, tmp_path: Path) -> None:
    with tub.journal() as journal:
        rows = journal.solutions(0, 74)
    expected = sorted((-row.population, row.number) for row in rows if row.population <= 6)
    assert 0 < len(expected) < 74
    export(tub, str(tmp_path / "few.csv"), View("-population", most=6))
    lines = (tmp_path / "few.csv").read_text().splitlines()[1:]
    assert [line.split(",")[:2] for line in lines] == [[str(n), str(-p)] for p, n in expected]


def test_what_is_shown_is_what_is_exported(tub: Job, tmp_path: Path) -> None:
    with tub.journal() as journal:
        many = sum(row.population <= 6 for row in journal.solutions(0, 74))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("e")
        await assert_says("Write all 74 solutions to this file in", app, pilot)
        await pilot.press("escape", "slash", "tab", "tab", "6", "enter")
        await assert_shows(f"{many} of 74 predecessors", app, pilot)
        await pilot.press("e")
        await assert_says(f"Write the {many} solutions that the filter shows", app, pilot)
        app.screen.query_one(Input).value = "shown.csv"
        await pilot.press("enter")
        await assert_shows(f"wrote {many} solutions to shown.csv", app, pilot)

    drive(steps, job="tub")
    assert len((tmp_path / "shown.csv").read_text().splitlines()) == many + 1


def test_a_name_that_is_proposed_is_free(tub: Job, tmp_path: Path) -> None:
    """The name of the target's own file would be rejected."""
    (tmp_path / "tub-1.rle").write_text("")
    (tmp_path / "tub-1-2.rle").write_text("")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("s")
        await assert_shows("tub-1-3.rle", app, pilot)
        await pilot.press("enter")
        await assert_shows("saved as tub-1-3.rle", app, pilot)
        for name in ("tub-predecessors.rle", "tub-predecessors-2.rle"):
            await pilot.press("e", "enter")
            await assert_shows(f"wrote 74 solutions to {name}", app, pilot)

    drive(steps, job="tub")


def test_a_file_is_replaced_after_a_question(tub: Job, tmp_path: Path) -> None:
    (tmp_path / "old.rle").write_text("before")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        for key, said in (("s", "saved as old.rle"), ("e", "wrote 74 solutions to old.rle")):
            (tmp_path / "old.rle").write_text("before")
            await pilot.press(key)
            app.screen.query_one(Input).value = "old.rle"
            await pilot.press("enter")
            await assert_shows("old.rle exists. Replace it?", app, pilot)
            # The name can be changed.
            await pilot.press("n")
            await until(lambda: bool(app.screen.query(Input)), pilot)
            assert (tmp_path / "old.rle").read_text() == "before"
            await pilot.press("enter", "y")
            await assert_shows(said, app, pilot)
            assert (tmp_path / "old.rle").read_text() != "before"

    drive(steps, job="tub")


def test_a_puzzle_is_not_exported_as_a_pattern(home: Path) -> None:
    finished("puzzle", Sudoku(((1, 2, 0, 0), (0, 4, 0, 0), (0, 0, 3, 0), (0, 0, 0, 2))))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("solution 1 of", app, pilot)
        await pilot.press("e")
        await assert_says("Write the only solution to this file in", app, pilot)
        await assert_shows("the extension .csv", app, pilot)
        await assert_shows("puzzle-solutions.txt", app, pilot)

    drive(steps, job="puzzle")
