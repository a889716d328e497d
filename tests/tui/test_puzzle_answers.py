"""Jobs whose answer is about a puzzle: in the list, and on their screen."""

from pathlib import Path
from typing import TYPE_CHECKING

from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.puzzles.sokoban.best import BestSokoban
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.count_solutions import Uniqueness
from lifesat_tui.form.draft import Draft
from lifesat_tui.form.screen import New
from lifesat_tui.job.answer import AnswerScreen
from tests.support.application import assert_says, assert_shows, drive, finished, press

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

ROOM = ("#######", "#    @#", "#   # #", "#   $ #", "#   . #", "#######")


def test_the_best_solution_is_played(home: Path, tmp_path: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        texts = {"name": "best", "text": "\n".join(ROOM), "fewest": "pushes"}
        await app.push_screen(New(Draft("best sokoban", texts)))
        await assert_shows("size of the formula depends", app, pilot)
        await press(pilot, "start")
        await assert_says("the fewest pushes, which is proved, after", app, pilot)
        screen = app.screen
        assert isinstance(screen, AnswerScreen)
        last = len(Job("best").known().state.moves)
        await assert_shows(f"move 0 of {last}", app, pilot)
        await press(pilot, "forward")
        await assert_shows(f"move 1 of {last}", app, pilot)
        await press(pilot, "duplicate")
        await assert_shows("size of the formula depends", app, pilot)
        assert isinstance(app.screen, New)
        assert app.screen.draft.kind == "best sokoban"
        assert app.screen.draft.texts["fewest"] == "pushes"

    drive(steps, size=(120, 40))


def values(name: str) -> dict[str, object]:
    with Job(name).journal() as journal:
        return journal.values()


def test_a_better_solution_has_fewer_steps(home: Path) -> None:
    rows = ("######", "#@ $.#", "#    #", "######")
    job = Job.create("best", BestSokoban(Sokoban(rows, 1), "moves"), Options())

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("starting", app, pilot)
        with job.journal() as journal:
            journal.record(values={"moves": "durR", "bound": 1, "state": "stopped"})
        await assert_says("4 moves, 1 push; no solution has fewer than 1 moves", app, pilot)
        for time in range(1, 5):
            await press(pilot, "forward")
            await assert_shows(f"move {time} of 4", app, pilot)
        with job.journal() as journal:
            journal.record(values={"moves": "rR", "bound": 2, "state": "complete"})
        await assert_says("2 moves, 1 push: the fewest moves, which is proved", app, pilot)
        await assert_shows("move 2 of 2", app, pilot)

    drive(steps, job="best", size=(120, 40))


def test_a_unique_solution(home: Path) -> None:
    clues = ((1, 0, 0, 0), (0, 0, 3, 0), (0, 2, 0, 0), (0, 0, 0, 4))
    finished("one", Uniqueness(Sudoku(clues)))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("✓ answered", app, pilot)
        await pilot.press("enter")
        await assert_says("✓ exactly one solution, after 0:", app, pilot)
        await assert_shows("· · │ 3 ·", app, pilot)
        await press(pilot, "duplicate")
        await assert_shows("variables", app, pilot)
        assert isinstance(app.screen, New)
        assert app.screen.draft.kind == "sudoku count"
        assert app.screen.draft.texts["question"] == "unique"

    drive(steps, size=(120, 40))
