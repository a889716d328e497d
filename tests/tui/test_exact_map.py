"""The heat map of all predecessors, which a command counts without a list."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lifesat import Pattern
from lifesat.jobs.job import Job
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.list_solutions import ListSolutions
from lifesat.queries.options import Options
from lifesat_tui.exact import exact_command, exact_heat, has_exact_map
from lifesat_tui.heat import HeatCounter
from lifesat_tui.messages import Answered
from lifesat_tui.screens import heat_map
from lifesat_tui.solutions import Index, View
from tests.support.application import TUB, assert_shows, drive, finished, job_screen, screen_text

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

WIDE = "x = 13, y = 13, rule = B3/S23\n!\n"
"""A pattern whose frontier takes minutes."""


def test_it_is_that_of_a_complete_list(tub: Job) -> None:
    counter = HeatCounter(tub, TUB, View())
    with tub.journal() as journal:
        while counter.extend(journal, Index()):
            pass
    listed = counter.result()
    rows = ["x,y,live,total,probability"]
    total = listed.total * 10**40
    for (y, x), live in np.ndenumerate(listed.live[0]):
        rows.append(f"{x - 1},{y - 1},{int(live) * 10**40},{total},0.5")
    exact = exact_heat(TUB, "\n".join(rows))
    assert exact.exact == total
    assert exact.board(0).tolist() == listed.board(0).tolist()


@pytest.mark.slow
def test_the_key_counts_all_though_few_are_listed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished("few", TUB, limit=3)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 3", app, pilot)
        await pilot.press("equals_sign")
        await assert_shows("of all 74 predecessors, counted", app, pilot)
        # 18 of 74 have the corner live, which the three that are listed do not say.
        await assert_shows("24  22  43  22  24", app, pilot)
        await assert_shows("forced", app, pilot)
        await pilot.press("full_stop")
        await assert_shows("! this is the last generation", app, pilot)
        await pilot.press("h")
        await assert_shows("1 of 3", app, pilot)
        await pilot.press("h")
        await assert_shows("of the 3 predecessors found so far", app, pilot)
        # A count that goes on when the screen is left, however slow this machine.
        monkeypatch.setattr(heat_map, "exact_command", lambda _: (["marginals", "-"], WIDE))
        await pilot.press("escape", "equals_sign", "escape")
        await assert_shows("few: Tub", app, pilot)

    drive(steps, job="few")


@pytest.mark.slow
def test_it_comes_while_a_solution_is_played(home: Path) -> None:
    """A random walk found that the exact map, which has one generation, was played on."""
    finished("few", TUB, limit=3)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 3", app, pilot)
        # What the command answers comes between two generations.
        await pilot.press("space")
        answer = "x,y,live,total,probability\n" + "".join(
            f"{x},{y},1,2,0.5\n" for y in range(5) for x in range(5)
        )
        job_screen(app).post_message(Answered(answer, "", 0, 1.0))
        await assert_shows("of all 2 predecessors, counted", app, pilot)
        await pilot.pause(1.2)
        assert "of all 2 predecessors, counted" in screen_text(app)
        # A solution that was asked for before comes later.
        job_screen(app)._time = 1
        job_screen(app).show_solution()
        await pilot.press("h")
        await assert_shows("1 of 3", app, pilot)

    drive(steps, job="few")


def test_where_there_is_none(home: Path) -> None:
    Job.create("back", ListSolutions(replace(TUB, generations=2)), Options())
    Job.create("orphan", ListSolutions(Predecessor(Pattern.from_rows(["O"]), margin=0)), Options())

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("no predecessor yet", app, pilot)
        await pilot.press("equals_sign")
        await assert_shows("only predecessors one generation back can be counted", app, pilot)
        await pilot.press("escape")
        app.attach("orphan")
        await assert_shows("lifesat · orphan", app, pilot)
        await assert_shows("no predecessor yet", app, pilot)
        await pilot.press("equals_sign")
        await assert_shows("! no predecessor: proved", app, pilot)
        assert not job_screen(app).shows_heat

    drive(steps, job="back")


def test_the_reason_is_said_without_advice_for_the_command_line(home: Path) -> None:
    finished("few", TUB, limit=3)
    said = "lifesat: the frontier is too large\n--samples K estimates the probabilities\n"

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 3", app, pilot)
        job_screen(app).post_message(Answered("", said, 3, 1.0))
        await assert_shows("! lifesat: the frontier is too large", app, pilot)
        assert "--samples" not in screen_text(app)

    drive(steps, job="few")


def test_the_command_states_the_same_problem() -> None:
    problem = replace(TUB, margin=2, different=True, least=3, symmetry="D2_+")
    words, text = exact_command(problem)
    assert words[:2] == ["marginals", "-"]
    assert {"--different", "--to", "csv"} <= set(words)
    for flag, value in (("--margin", "2"), ("--min-population", "3"), ("--symmetry", "D2_+")):
        assert words[words.index(flag) + 1] == value
    assert "bo$obo$bo!" in text
    assert has_exact_map(problem)
    # A condition that the command cannot state is not left out.
    assert not has_exact_map(replace(problem, require=frozenset({(0, 0)})))
