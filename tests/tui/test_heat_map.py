"""The heat map of a job: how often each cell is live, in numbers and on the screen."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesat.engines.options import Options
from lifesat.jobs.follow import found
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.life.pattern import UNKNOWN
from lifesat.life.rule import LIFE
from lifesat.problems.life.periodic import Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.solutions import BestSolution, ListSolutions
from lifesat_tui.board.panel import BoardPanel
from lifesat_tui.board.pictures import NOT_SHOWN, SHARE
from lifesat_tui.job.solutions import Heat, HeatCounter, Index, View, mark
from lifesat_tui.shared.settings import Settings
from tests.support.application import (
    ENDLESS,
    TUB,
    assert_hides,
    assert_says,
    assert_shows,
    drive,
    finished,
    job_screen,
    screen_text,
    until,
)
from tests.support.plain import next_cells

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

SUDOKU = Sudoku(((1, 2, 0, 0), (0, 4, 0, 0), (0, 0, 3, 0), (0, 0, 0, 2)))


def counted(job: Job, view: View | None = None) -> Heat:
    """The heat map of all solutions of a job that are in a view."""
    problem, index = job.problem(), Index()
    counter = HeatCounter(job, problem, view or View())
    with job.journal() as journal:
        while index.extend(journal, problem):
            pass
        while counter.extend(journal, index):
            pass
    return counter.result()


def boards(job: Job) -> NDArray[np.uint8]:
    return np.concatenate([each.boards for each in found(job)])


@pytest.mark.quick
@pytest.mark.parametrize("batch", [1000, 7])
def test_the_numbers_are_those_of_plain_life(
    tub: Job, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesat_tui.job.solutions._HEAT_BATCH", batch)
    heat = counted(tub)
    assert (heat.total, heat.read) == (74, 74)
    expected = np.zeros((2, 5, 5), dtype=int)
    for board in boards(tub):
        cells = {(x, y) for y, x in np.argwhere(board).tolist()}
        for generation in (cells, next_cells(cells, LIFE)):
            t = 0 if generation is cells else 1
            for x, y in generation:
                expected[t, y, x] += 1
    assert np.array_equal(np.array(heat.live), expected)
    assert expected[1].max() == 74
    shares = heat.board(0)
    assert np.array_equal(shares - SHARE, np.round(100 * expected[0] / 74))
    assert np.array_equal(heat.board(1), expected[1] > 0)


def test_cells_that_sometimes_differ_are_never_drawn_as_certain() -> None:
    live = np.array([[0, 1, 499, 501, 999, 1000, -UNKNOWN, -NOT_SHOWN]])
    board = Heat((live,), 1000, 1000).board(0)
    states = [0, SHARE + 1, SHARE + 50, SHARE + 50, SHARE + 99, 1, UNKNOWN, NOT_SHOWN]
    assert board.tolist() == [states]


@pytest.mark.parametrize("generations", [1, 2])
def test_up_to_symmetry_every_image_counts(home: Path, generations: int) -> None:
    problem = Predecessor(TUB.target, generations=generations, margin=1)
    every = counted(finished("all", problem))
    representatives = finished("some", problem, up_to_symmetry=True)
    heat = counted(representatives)
    assert heat.read < heat.total == every.total
    assert all(map(np.array_equal, heat.live, every.live))
    # The images of what a filter shows need not match the filter: they do not count.
    filtered = counted(representatives, View(least=0))
    assert filtered.total == filtered.read == heat.read
    assert np.array_equal(filtered.live[0], boards(representatives).sum(axis=0))


def test_a_filter_selects_what_counts(tub: Job) -> None:
    every = boards(tub)
    few = every[every.sum(axis=(1, 2)) <= 6]
    heat = counted(tub, View(order="-size", most=6))
    assert (heat.total, heat.read, heat.filtered) == (len(few), 74, True)
    assert 0 < len(few) < 74
    assert np.array_equal(heat.live[0], few.sum(axis=0))
    marked = counted(tub, View(favourites=frozenset({2, 70})))
    assert marked.total == 2
    assert np.array_equal(marked.live[0], every[[1, 69]].sum(axis=0))
    assert counted(tub, View(least=26)).total == 0


def test_what_a_filter_has_not_read_does_not_count_yet(tub: Job) -> None:
    counter = HeatCounter(tub, tub.problem(), View(least=0))
    with tub.journal() as journal:
        assert not counter.extend(journal, Index())
    assert counter.result() == Heat((), 0, 0, filtered=True)


def test_up_to_symmetry_every_image_of_a_state_counts(home: Path) -> None:
    states = replace(TUB, project=frozenset({(0, 0), (2, 0)}))
    every = counted(finished("all", states, method="sat"))
    merged = counted(finished("some", states, up_to_symmetry=True, method="sat"))
    assert merged.read == 3
    assert merged.total == every.total == every.read == 4
    assert np.array_equal(merged.live[0], every.live[0])
    # Of a search for the best, up to symmetry, no other images are known to be found.
    best = counted(finished("best", BestSolution(TUB, "most"), up_to_symmetry=True))
    assert best.total == best.read


def test_cells_that_are_not_known_are_not_counted(home: Path) -> None:
    heat = counted(
        finished("free", Predecessor(TUB.target, outside="free"), limit=20, method="sat")
    )
    first, second = heat.live
    assert (first.shape, first.min()) == ((5, 5), 0)
    assert second[0, 0] == -NOT_SHOWN
    assert np.array_equal(second[1:-1, 1:-1] == 20, [[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    corner = frozenset({(0, 0), (1, 0)})
    states = replace(TUB, project=corner)
    some = counted(finished("states", states, method="sat"))
    assert some.live[0].tolist()[0][:3] == [-UNKNOWN] * 3
    assert (some.live[0] >= 0).sum() == 2
    assert len(some.live) == 1
    ship = Spaceship(4, 4, 4, shift=(1, 1))
    glider = counted(finished("glider", ship, method="sat"))
    assert [live.sum() for live in glider.live] == [5 * glider.total] * 5


def words(heat: Heat, found: int, *, complete: bool) -> tuple[str, str]:
    return heat.words(TUB, found, complete=complete)


def test_the_words_say_which_solutions_count() -> None:
    heat = Heat((), 1234, 1234)
    assert words(heat, 1234, complete=True) == ("all 1,234 predecessors", "forced")
    so_far = ("the 1,234 predecessors found so far", "the same in all found so far")
    assert words(heat, 1234, complete=False) == so_far
    reading = ("the 1,234 predecessors read so far", "the same in all read so far")
    assert words(heat, 1235, complete=True) == reading
    one = Heat((), 1, 1)
    assert words(one, 1, complete=True) == ("the only predecessor", "forced")
    assert words(one, 1, complete=False)[0] == "the 1 predecessor found so far"
    some = Heat((), 3, 74, filtered=True)
    agree = "the same in all that match"
    assert words(some, 74, complete=True) == ("the 3 predecessors that match the filter", agree)
    assert words(some, 74, complete=False)[0].endswith("match the filter so far")
    assert words(some, 75, complete=True)[0].endswith("match the filter so far")


def backgrounds(app: "LifesatApp") -> set[str]:
    """The backgrounds of the heat map."""
    panel = app.screen.query_one("#parent", BoardPanel)
    strips = [panel.render_line(y) for y in range(panel.size.height)]
    styles = [segment.style for strip in strips for segment in strip]
    return {str(style.bgcolor.get_truecolor()) for style in styles if style and style.bgcolor}


@pytest.mark.quick
def test_the_key_switches_between_the_heat_map_and_one_solution(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        plain = len(backgrounds(app))
        await assert_shows("h heat map", app, pilot)
        await pilot.press("right", "h")
        await assert_shows("share in % of all 74 predecessors", app, pilot)
        await assert_shows("43 41 54 41 43", app, pilot)
        await assert_shows("generation 0 of 1; ██ ·: forced, 0 of 25 cells", app, pilot)
        assert len(backgrounds(app)) > plain + 3
        await pilot.press("right")
        await assert_shows("! this is the heat map; h shows single predecessors", app, pilot)
        await assert_hides("next", app, pilot)
        await pilot.press("full_stop")
        await assert_shows("generation 1 of 1; ██ ·: forced, 25 of 25 cells", app, pilot)
        await assert_shows("· ███ · ███ ·", app, pilot)
        await pilot.press("escape")
        await assert_shows("predecessor 2 of 74", app, pilot)
        await assert_shows("target", app, pilot)
        await pilot.press("h")
        await assert_shows("all 74", app, pilot)
        await pilot.press("h")
        await assert_shows("predecessor 2 of 74", app, pilot)

    drive(steps, job="tub")


def test_a_filter_and_the_heat_map(tub: Job) -> None:
    mark(tub, 5)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("h")
        await assert_shows("all 74", app, pilot)
        screen = job_screen(app)
        for view, title in (
            (View(favourites=frozenset({5})), "the 1 predecessor that matches the filter"),
            (View(order="population"), "all 74 predecessors"),
            (View(least=26), "no solution matches the filter"),
        ):
            screen.reader.view(view)
            await assert_shows(title, app, pilot)

    drive(steps, job="tub")


def test_a_list_that_is_not_complete_forces_nothing(home: Path) -> None:
    finished("some", TUB, limit=3)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 3", app, pilot)
        await pilot.press("h")
        await assert_shows("share in % of the 3 predecessors found so far", app, pilot)
        await assert_shows("██ ·: the same in all found so far,", app, pilot)

    drive(steps, job="some")


def test_when_the_best_is_found_not_all_are_listed(home: Path) -> None:
    job = finished("end", BestSolution(TUB, "fewest"))
    assert job.summary().state == "complete"

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        found = job.summary().progress.found
        await assert_shows(f"{found} of {found}", app, pilot)
        await pilot.press("h")
        await assert_shows("found so far", app, pilot)
        await assert_hides("forced", app, pilot)

    drive(steps, job="end")


def test_it_follows_a_search_until_its_end_unless_it_is_frozen(home: Path) -> None:
    job = finished("tub", TUB, limit=3, method="sat")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 3", app, pilot)
        await pilot.press("h")
        await assert_shows("of the 3 predecessors found so far", app, pilot)
        await pilot.press("z")
        await assert_shows("frozen", app, pilot)
        screen = job_screen(app)
        job.change(Options(method="sat", limit=None))
        for _ in work(job):
            pass
        await until(lambda: screen._latest_heat is not None and screen._latest_heat.total == 74,
                    pilot)  # fmt: skip
        assert "of the 3 predecessors found so far" in screen_text(app)
        await pilot.press("z")
        await assert_shows("of all 74 predecessors", app, pilot)
        await assert_shows(": forced", app, pilot)

    drive(steps, job="tub")


def test_it_grows_with_a_search_under_way(home: Path) -> None:
    job = Job.create("endless", ListSolutions(ENDLESS), Options(method="sat", limit=None))
    job.start()

    def total(app: "LifesatApp") -> int:
        heat = job_screen(app).heat_map.heat
        return heat.total if heat is not None else 0

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: job.summary().progress.found > 10, pilot)
        await assert_shows("predecessor 1 of", app, pilot)
        await pilot.press("h")
        await until(lambda: total(app) > 0, pilot)
        before = total(app)
        await until(lambda: total(app) > before, pilot)
        await assert_shows("so far", app, pilot)
        # Keys are answered while solutions are counted.
        await pilot.press("h", "right")
        await assert_shows("predecessor 2 of", app, pilot)

    drive(steps, job="endless")


def test_puzzles_have_none(home: Path) -> None:
    finished("puzzle", SUDOKU)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of", app, pilot)
        await assert_hides("heat map", app, pilot)
        await pilot.press("h")
        await assert_shows("! a heat map needs patterns that have been found", app, pilot)

    drive(steps, job="puzzle")


@pytest.mark.parametrize("system", ["standard", None])
def test_without_greys_there_are_numbers(
    tub: Job, system: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rich.console.Console.color_system", system)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        plain = backgrounds(app)
        await pilot.press("h")
        await assert_shows("43 41 54 41 43", app, pilot)
        assert backgrounds(app) == plain

    drive(steps, job="tub")


def test_without_greys_large_cells_are_shaded(tub: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rich.console.Console.color_system", None)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("h")
        await assert_shows("▒54▒", app, pilot)

    drive(steps, job="tub", size=(120, 40))


def test_in_ascii(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("h", "full_stop")
        await assert_shows("generation 1 of 1; O .: forced", app, pilot)
        await assert_shows(" .  O  .  O  .", app, pilot)

    drive(steps, job="tub", settings=Settings(pictures="ascii"))


def test_with_room_the_target_stays_beside_it(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("h")
        await assert_shows("share in % of all 74 predecessors", app, pilot)
        assert app.screen.query_one("#target").display
        await pilot.resize_terminal(60, 20)
        await until(lambda: not app.screen.query_one("#target").display, pilot)
        # The figures take one line, so that there is room for the whole board.
        await assert_shows("share in % of all 74 predecessors", app, pilot)
        for row in ("24 22 43 22 24", "22 20 41 20 22", "43 41 54 41 43"):
            await assert_says(row, app, pilot)

    drive(steps, job="tub", size=(120, 40))
