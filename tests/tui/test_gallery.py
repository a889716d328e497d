"""The gallery of solutions, and generations that are played."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import MouseScrollDown
from textual.widgets import Static

from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.jobs.follow import solutions_of
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal, Row
from lifesat.problems.life.periodic import Oscillator
from lifesat.problems.life.predecessor import Predecessor
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.board.pictures import (
    MARKED_LIVE,
    STYLES,
    Picture,
    Styled,
    picture,
    spans_of,
    tile_size,
)
from lifesat_tui.job.gallery import SolutionTiles
from lifesat_tui.job.solutions import favourites
from lifesat_tui.kinds.registry import display_of
from lifesat_tui.puzzles.sokoban import positions
from tests.support.application import (
    ENDLESS,
    assert_hides,
    assert_shows,
    drive,
    finished,
    fits,
    job_screen,
    screen_text,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def chosen(app: "LifesatApp") -> int:
    """The number of the solution that is marked."""
    found = re.search(r"▸([\d,]+)\*?◂", screen_text(app))
    return int(found[1].replace(",", "")) if found else 0


@pytest.mark.quick
def test_pictures_in_the_gallery_are_those_of_the_solutions(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("v")
        await until(lambda: chosen(app) == 1, pilot)
        with tub.journal() as journal:
            live = [row.population for row in journal.solutions(0, 6)]

        def drawn() -> list[int]:
            lines = screen_text(app).split("\n")[2:7]
            # Two characters for a cell, 13 for a tile with its frame and the gap.
            start = lines[0].find("·")
            tiles = [[line[start + 13 * k :][:10] for line in lines] for k in range(6)]
            return [sum(line.count("█") for line in tile) for tile in tiles]

        await until(lambda: fits(app) and drawn() == [2 * each for each in live], pilot)

    drive(steps, job="tub")


def test_the_mouse_in_the_gallery(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("v")
        await until(lambda: chosen(app) == 1, pilot)
        await pilot.click("#thumbnails", offset=(30, 3))
        await until(lambda: chosen(app) == 3, pilot)
        await pilot._post_mouse_events([MouseScrollDown], "#thumbnails", offset=(30, 3))
        await until(lambda: chosen(app) == 9, pilot)
        await pilot.click("#thumbnails", offset=(30, 8))
        await assert_shows("9 of 74", app, pilot)

    drive(steps, job="tub")


def test_a_filter_selects_what_the_gallery_shows(tub: Job) -> None:
    with tub.journal() as journal:
        rows = journal.solutions(0, 100)
    few = [row.number for row in rows if row.population <= 5]

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("slash", "tab", "tab", "5", "enter")
        await assert_shows(f"{len(few)} of 74", app, pilot)
        await pilot.press("v")
        await assert_shows(f"of {len(few)}", app, pilot)
        await until(lambda: chosen(app) == few[0], pilot)
        await pilot.press("end")
        await until(lambda: chosen(app) == few[-1], pilot)

    drive(steps, job="tub")


def test_a_number_leads_to_that_solution_in_a_filtered_view(tub: Job) -> None:
    with tub.journal() as journal:
        rows = journal.solutions(0, 100)
    few = [row.number for row in rows if row.population <= 5]
    other = next(row.number for row in rows if row.population > 5)
    assert few.index(few[-1]) + 1 != few[-1]

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("slash", "tab", "tab", "5", "enter")
        await assert_shows(f"{len(few)} of 74", app, pilot)
        await pilot.press("g", *str(few[-1]), "enter")
        await assert_shows(f"{len(few)} of {len(few)}, number {few[-1]}", app, pilot)
        await pilot.press("g", *str(other), "enter")
        await assert_shows(f"enter the number of one of the {len(few)} shown", app, pilot)

    drive(steps, job="tub")


def test_only_visible_solutions_are_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal with many solutions: each page asks for what is on it."""
    many = 20_000
    journal_of(many)
    asked: list[tuple[int, int]] = []
    read = Journal.solutions

    def solutions(self: Journal, after: int = 0, most: int = 4096) -> list[Row]:
        asked.append((after, most))
        return read(self, after, most)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows(f"1 of {many:,}", app, pilot)
        monkeypatch.setattr(Journal, "solutions", solutions)
        await pilot.press("v")
        await until(lambda: chosen(app) == 1, pilot)
        await pilot.press("end")
        await until(lambda: chosen(app) == many, pilot)
        await pilot.press("pageup")
        await until(lambda: chosen(app) < many, pilot)

    drive(steps, job="many")
    assert asked
    assert sum(most for _, most in asked) < 500


def test_what_is_done_with_a_solution_is_done_in_the_gallery(tub: Job, tmp_path: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("v", "right", "right")
        await until(lambda: chosen(app) == 3, pilot)
        await pilot.press("f")
        await assert_shows("▸3*◂", app, pilot)
        await pilot.press("s", "enter")
        await assert_shows("saved as tub-3.rle", app, pilot)
        await pilot.press("p")
        await assert_shows("will be printed", app, pilot)
        await pilot.press("full_stop")
        await assert_shows("generation 1 of 1", app, pilot)
        # All of them have become the target.
        assert screen_text(app).count("██· ██") == app.screen.query_one(SolutionTiles).page
        await pilot.press("v")
        await assert_shows("predecessor 1 of 74", app, pilot)
        await pilot.press("right", "right")
        await assert_shows("* predecessor 3 of 74", app, pilot)

    app = drive(steps, job="tub")
    saved = (tmp_path / "tub-3.rle").read_text()
    assert app.to_print == [saved]
    assert favourites(tub) == {3}


def test_what_differs_from_the_chosen_solution_is_marked(tub: Job) -> None:
    with tub.journal() as journal:
        first, second = solutions_of(tub.problem(), journal.solutions(0, 2)).boards
    live = int(((first != second) & (second == 1)).sum())
    assert live

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("v", "d")
        await assert_shows("what differs from 1", app, pilot)
        tiles = app.screen.query_one(SolutionTiles)
        assert (tiles._tile_at(1).shown == first).all()
        assert np.count_nonzero(np.equal(tiles._tile_at(2).shown, MARKED_LIVE)) == live
        await assert_shows("▓▓", app, pilot)
        await pilot.press("d")
        await assert_hides("▓▓", app, pilot)

    drive(steps, job="tub")


def journal_of(many: int) -> None:
    """Make a job that has found many."""
    job = Job.create("many", ListSolutions(ENDLESS), Options(method="sat", limit=None))
    width = (ENDLESS.projection + 7) // 8
    rows = [Row(n, n.to_bytes(width, "big"), 1, 0) for n in range(1, many + 1)]
    with job.journal() as journal:
        journal.record(values={"state": "stopped", "found": many, "covered": many}, solutions=rows)


def test_moves_are_not_compared_in_a_gallery(home: Path) -> None:
    finished("level", Sokoban(("######", "#@ $.#", "######"), 2), method="sat", limit=1)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 1", app, pilot)
        await pilot.press("v")
        await assert_shows("no pictures of solutions to compare", app, pilot)
        await pilot.press("space")
        await assert_shows("move 2: solved", app, pilot)

    drive(steps, job="level")


def test_a_space_plays_into_the_target(tub: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("generation 0 of 1 · space plays", app, pilot)
        await pilot.press("space")
        await assert_shows("generation 1: the target is reached", app, pilot)
        shown, target = (str(job_screen(app).query_one(f"#{name}", Static).render())
                         for name in ("parent", "target"))  # fmt: skip
        assert shown == target
        # Played again, so slowly that each generation can be seen.
        monkeypatch.setattr("lifesat_tui.job.player._SLOW_STEP_SECONDS", 1000.0)
        await pilot.press("a")
        await assert_shows("generation 0 of 1", app, pilot)
        await pilot.press("a")
        assert job_screen(app).film._timer is None
        await pilot.press("right")
        await assert_shows("generation 0 of 1", app, pilot)

    drive(steps, job="tub")


def test_oscillators_are_played_in_a_loop(home: Path) -> None:
    finished("blinkers", Oscillator(5, 5, 2), method="sat", limit=1)
    seen: list[int] = []

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("space plays", app, pilot)
        await pilot.press("space")

        def returned() -> bool:
            found = re.search(r"generation (\d)", screen_text(app))
            if found is not None and [int(found[1])] != seen[-1:]:
                seen.append(int(found[1]))
            return len(seen) > 4

        await until(returned, pilot)

    drive(steps, job="blinkers")
    # Generation 2 is generation 0 again.
    assert set(seen) == {0, 1}


@pytest.mark.quick
@given(st.integers(1, 300), st.integers(1, 300), st.sampled_from(sorted(STYLES)))
def test_tiles_are_drawn_in_their_size(width: int, height: int, style: str) -> None:
    board = np.ones((height, width), dtype=np.uint8)
    for room in ((78, 19), (58, 15), (198, 55)):
        size = tile_size(board, *room, style, 8)
        lines, _ = picture(board, *size, style)
        assert len(lines) <= size[1] < room[1]
        assert max(map(len, lines)) <= size[0] < room[0]


@pytest.mark.parametrize("style", sorted(STYLES))
@pytest.mark.parametrize("room", [(1, 1), (2, 9), (3, 2), (44, 1)])
def test_a_tile_without_room_is_one_character(room: tuple[int, int], style: str) -> None:
    """A random walk found a gallery in one row, whose tiles had no height."""
    board = np.ones((5, 5), dtype=np.uint8)
    lines, _ = picture(board, *tile_size(board, *room, style, 8), style)
    assert lines
    assert all(lines)


def test_a_large_board_leaves_one_line_for_the_figures(home: Path) -> None:
    """In 80 x 24 characters a board of 64 x 64 cells is visible as a whole."""
    target = Pattern.from_rows(["O" + "." * 61, *["." * 62] * 60, "." * 61 + "O"])
    finished("large", Predecessor(target), method="sat", limit=1)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("predecessor 1 of 1", app, pilot)
        await assert_shows("elapsed", app, pilot)
        await assert_hides("across", app, pilot)
        await assert_hides("overall", app, pilot)
        await pilot.resize_terminal(120, 50)
        await assert_shows("overall", app, pilot)
        await assert_hides("across", app, pilot)

    drive(steps, job="large")


def styled_parts(shown: Picture) -> list[tuple[str, str]]:
    """The parts of a text that have styles, each with its style."""
    assert isinstance(shown, Styled)
    lines = shown.splitlines()
    return [(lines[y][first:end], style) for style, y, first, end in shown.spans if style]


@pytest.mark.quick
def test_clues_stand_out_among_what_was_found() -> None:
    clues = ((1, 0, 0, 0), (0, 0, 0, 2), (0, 3, 0, 0), (0, 0, 4, 0))
    board = np.array([[1, 2, 3, 4], [3, 4, 1, 2], [4, 3, 2, 1], [2, 1, 4, 3]])
    problem = Sudoku(clues)
    (shown,) = display_of(problem).history(problem, board)
    assert [text for text, _ in styled_parts(shown)] == ["1", "2", "3", "4"]
    # Only what is visible is styled: here, the part to the right of the bar.
    lines, (x, y, *_) = picture(shown, 3, 9, corner=(6, 0))
    visible = "\n".join(lines)
    assert [visible[start:end] for _, start, end in spans_of(shown, lines, x, y)] == ["2", "4"]


@pytest.mark.quick
def test_what_is_on_the_squares_of_a_level_has_colours() -> None:
    before, after = positions(("#####", "#@$.#", "#####"), "R")
    styles = dict(styled_parts(before)) | dict(styled_parts(after))
    assert len({styles[sign] for sign in ("██", "@ ", "[]", "<>", "· ")}) == 5
    assert "<>" in after
