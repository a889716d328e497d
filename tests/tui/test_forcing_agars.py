"""Self-forcing agars from the form: a job that runs the command and keeps its answer."""

from pathlib import Path
from typing import TYPE_CHECKING

from lifesat.jobs.answer import Answer
from lifesat_tui.draft import Draft, check
from lifesat_tui.kinds import KINDS
from tests.support.application import answered, assert_says, assert_shows, drive

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

DRAFT = Draft("forcing agars", {"name": "a", "box": "4,4", "limit": ""})


def test_the_command_that_the_form_states() -> None:
    words = "lifesat agars 4,4 --period 2 --shift 0,0 --pad 9 --limit 3 --self-forcing"
    texts = {"box": "4,4", "period": "2", "pad": "9", "limit": "3"}
    assert sorted(check(Draft("forcing agars", texts)).command.split()) == sorted(words.split())


def test_the_answer_is_kept_and_shown(home: Path) -> None:
    job = answered("forcing", DRAFT)
    # There are six still lifes on this torus, and a known result: none is self-forcing.
    assert job.summary().state == "none"

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("✓ no self-forcing agar, after", app, pilot)
        said = "of 6 agars, 0 are shown to be self-forcing, 6 are not, 0 undecided"
        await assert_says(said, app, pilot)
        await pilot.press("escape")
        await assert_shows("✓ answered", app, pilot)
        await pilot.press("c")
        await assert_shows("lifesat agars 4,4", app, pilot)

    drive(steps, job="forcing", size=(120, 40))


def test_the_first_agar_is_drawn() -> None:
    text = "x = 2, y = 1, rule = B3/S23:T2,1\nob!\nx = 2, y = 1, rule = B3/S23:T2,1\nbo!\n"
    kind = KINDS["forcing agars"]
    problem = check(DRAFT).problem
    assert problem is not None
    (board,) = kind.answer_pictures(problem, Answer(text, "", 0))
    assert not isinstance(board, str)
    assert board.tolist() == [[1, 0]]
