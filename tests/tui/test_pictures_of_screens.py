"""The screens as they look, compared with what was looked at and kept: SVG as Textual draws it.

Every test is a walk through the application with a picture at each stop. After a change that is
meant: pytest's ``--snapshot-update``, and a look at the files in ``__snapshots__``.
"""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
import pytest
from syrupy.assertion import SnapshotAssertion

from lifesat import Pattern
from lifesat.engines.backbone.backbone import Backbone
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Sample
from lifesat.jobs.listing import BadJob
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.replicator import Replicator
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Problem
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.forced_cells import ForcedCells
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.form.draft import Draft
from lifesat_tui.form.screen import New
from lifesat_tui.job.watch import JobSeen, PartialRead
from lifesat_tui.jobs.watch import JobsListed
from lifesat_tui.kinds.registry import KINDS
from tests.support.application import (
    TUB,
    answered,
    assert_shows,
    drive,
    end_watch,
    finished,
    job_screen,
)
from tests.support.environment import quick_first, weekly_after
from tests.support.forced import forced, state_of
from tests.support.pictures import EIGHTY, LARGE, SIXTY, WIDE, Camera, Stop, check_pictures
from tests.support.soups import partial_of, soup
from tests.support.summaries import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.pilot import Pilot

    from lifesat.jobs.summary import State
    from lifesat_tui.app import LifesatApp


@pytest.fixture
def short() -> "Iterator[Path]":
    """A folder whose name fits into a line: the details of a job say it."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


def write_proofs_into(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs, whose names are relative, go to a folder other than the current one."""
    absolute = Path.absolute
    monkeypatch.setattr(
        Path,
        "absolute",
        lambda path: folder / "one.drat" if path.suffix == ".drat" else absolute(path),
    )


@pytest.fixture(autouse=True)
def known_folder(home: Path, short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The title of the list names a folder, and the details one of a length that never differs."""
    monkeypatch.setenv("LIFESAT_HOME", str(short))
    folder = Path("/home/somebody/.local/share/lifesat/jobs")
    monkeypatch.setattr("lifesat_tui.jobs.screen.jobs_folder", lambda: folder)
    monkeypatch.setattr(Path, "cwd", lambda: Path("/home/somebody"))
    # That folder cannot be written.
    write_proofs_into(home.parent, monkeypatch)


def kept(name: str, problem: Problem = TUB, **values: object) -> Job:
    """A job that does not differ from run to run, in a state that may be given."""
    how = {"limit": None} if problem is TUB else {"limit": 3, "method": "sat"}
    job = finished(name, problem, **{"method": "sat", **how})
    found, begun = job.summary().progress.found, "2026-01-01T00:00:00+00:00"
    fixed = {"seconds": 61.5, "created": begun, "conflicts": 10, "total": None}
    with job.journal() as journal:
        journal._connection.execute("DELETE FROM samples")
        journal.record(values=fixed | values, sample=Sample(61.5, found, found, 10))
    return job


JOB = Stop("job", (), "1 of 74")


@pytest.mark.parametrize("size", [SIXTY, EIGHTY, WIDE, LARGE])
def test_no_jobs(home: Path, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    check_pictures(snapshot, size, Stop("no-jobs", (), "There are no jobs yet"))


@pytest.mark.parametrize("size", [EIGHTY, WIDE, *weekly_after(0, [LARGE, SIXTY])])
def test_the_list(home: Path, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    summary = kept("tub").summary()
    states: dict[str, State] = {
        "invader": "running", "soup-16": "paused", "soup-17": "stopped", "tub": "complete",
        "orphan": "none", "a-job-with-a-name-that-is-long": "limit", "power-cut": "killed",
    }  # fmt: skip
    listed = [
        at(
            replace(summary, name=name, state=state),
            found=0 if state == "none" else summary.progress.found,
        )
        for name, state in states.items()
    ]
    bad = [BadJob("tub (copy)", "invalid job name 'tub (copy)'")]

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await end_watch(app._watch, pilot)
        app._jobs.follow("tub")
        app._jobs.on_jobs_listed(JobsListed(listed, {}, bad))
        seen = "predecessor 74" if size in (WIDE, LARGE) else "tub: predecessors of Tub"
        camera = Camera(app, pilot, snapshot)
        await camera.check_screen("jobs", seen)
        await camera.check_stops(
            Stop("filter", ("slash", *"soup"), "2 of 8 jobs"),
            Stop("sort", ("escape", "o", "o"), "by name"),
        )

    drive(steps, size=size)


def test_the_list_with_a_job_that_does_not_answer(home: Path, snapshot: SnapshotAssertion) -> None:
    job = kept("tub", found=70)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await end_watch(app._watch, pilot)
        summary = replace(job.summary(), state="running", process=1)
        app._jobs.on_jobs_listed(JobsListed([summary], {"tub": 12}))
        await Camera(app, pilot, snapshot).check_screen("jobs-silent", "does not respond")

    drive(steps, size=SIXTY)


@pytest.mark.parametrize("size", quick_first(1, [SIXTY, WIDE, LARGE]))
def test_a_job(home: Path, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    kept("tub")
    check_pictures(snapshot, size, JOB, Stop("larger", ("m",), "1 of 74"), job="tub")


@pytest.mark.parametrize("size", [EIGHTY, WIDE, LARGE])
def test_a_heat_map(home: Path, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    kept("tub")
    stop = Stop("heat", ("h",), "% of all 74")
    check_pictures(snapshot, size, stop, job="tub", begin="1 of 74")


@pytest.mark.parametrize("size", [EIGHTY, WIDE])
@pytest.mark.parametrize(("name", "shape"), [("rows", (64, 48)), ("columns", (40, 90))])
def test_a_partial_predecessor(
    size: tuple[int, int],
    name: str,
    shape: tuple[int, int],
    home: Path,
    snapshot: SnapshotAssertion,
) -> None:
    problem = soup(*shape)
    fixed = {"created": "2026-01-01T00:00:00+00:00", "seconds": 61.5}
    job = Job.create("soup", ListSolutions(problem), Options())
    with job.journal() as journal:
        journal.record(values=fixed)
    partial = partial_of(problem, 37)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        screen = job_screen(app)
        await end_watch(screen.reader, pilot)
        summary = replace(job.summary(), state="running", process=1)
        summary = at(summary, members=2, row=partial.row, rows=partial.rows)
        screen.on_job_seen(JobSeen(summary, []))
        screen.on_partial_read(PartialRead(partial))
        seen = f"{name[:-1]} 37 of {partial.rows} "
        await Camera(app, pilot, snapshot).check_screen(f"partial-{name}", seen)

    drive(steps, job="soup", size=size)


@pytest.mark.parametrize("size", quick_first(1, [EIGHTY, WIDE]))
def test_forced_cells(size: tuple[int, int], home: Path, snapshot: SnapshotAssertion) -> None:
    """Three cells of a ship are settled, and one of them is forced."""
    ship = Predecessor(Pattern.from_rows(["OO.", "O.O", ".OO"]), margin=0)
    job = Job.create("ship", ForcedCells(ship), forced())
    search = Backbone(ship)
    literals = np.where(ship.target_states.ravel(), 1, -1) * np.arange(1, 10, dtype=np.int32)
    assert search.restore(literals, "F--??????")
    fixed = {"created": "2026-01-01T00:00:00+00:00", "seconds": 61.5, "state": "stopped"}
    with job.journal() as journal:
        journal.record(values={**fixed, "found": 3, "covered": 3, **state_of(search)})
    seen = "forced: 1 live, 0 dead"
    check_pictures(snapshot, size, Stop("forced", (), seen), job="ship")


def test_a_job_and_its_dialogs(home: Path, snapshot: SnapshotAssertion) -> None:
    kept("tub")
    check_pictures(
        snapshot, EIGHTY, JOB,
        Stop("generation-1", ("full_stop",), "generation 1 of 1"),
        Stop("favourite", ("f",), "marked as a favourite"),
        Stop("half-blocks", ("b",), "pictures: half-block"),
        Stop("larger", ("b", "b", "b", "m"), "* predecessor 1 of 74"),
        Stop("sort-and-filter", ("m", "slash"), "favourites only"),
        Stop("go-to", ("escape", "g"), "Go to solution number"),
        Stop("not-there", ("9", "9"), "enter a number from 1 to 74"),
        Stop("save", ("escape", "s"), "tub-1.rle"),
        Stop("export", ("escape", "e"), "Write all 74 solutions"),
        Stop("delete", ("escape", "d"), "Delete the job"),
        Stop("details", ("escape", "i"), "conditions"),
        Stop("keys", ("escape", "question_mark"), "the next solution"),
        job="tub",
    )  # fmt: skip


@pytest.mark.parametrize(
    "state", quick_first(1, ["none", "silent", "failed", "limit", "time_limit", "stopped"])
)
def test_ends(state: str, home: Path, snapshot: SnapshotAssertion) -> None:
    job = kept("tub", state="running" if state == "silent" else state, reason="the disk is full")
    if state == "none":
        with job.journal() as journal:
            journal.record(values={"found": 0, "covered": 0})
            journal._connection.execute("DELETE FROM solutions")
            journal._connection.execute("UPDATE samples SET found = 0")
    words = {"limit": "changes the limit", "time_limit": "within the time limit",
             "stopped": "when interrupted", "failed": "failed: the",
             "none": "no predecessor within margin", "silent": "does not respond"}  # fmt: skip

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("elapsed 1:01", app, pilot)
        if state == "silent":
            screen = job_screen(app)
            await end_watch(screen.reader, pilot)
            summary = replace(job.summary(), state="running", process=1)
            screen.on_job_seen(JobSeen(summary, None, silent=12))
        await Camera(app, pilot, snapshot).check_screen(state, words[state])

    drive(steps, job="tub")


SOLUTIONS: dict[str, Problem] = {
    "still-life": StillLife(5, 4, min_population=6),
    "oscillator": Oscillator(5, 5, 2),
    "spaceship": Spaceship(4, 4, 4, shift=(1, 1)),
    "spaceship-of-seeds": Spaceship(3, 4, 1, shift=(1, 0), rule_name="B2/S"),
    "replicator": Replicator(5, 3, 2, (1, 0), rule_name="B2/S"),
    "eater": Eater(8, 8, 6),
    "sudoku": Sudoku(((1, 2, 0, 0), (0, 4, 0, 0), (0, 0, 3, 0), (0, 0, 0, 2))),
    "sokoban": Sokoban(("######", "#@ $.#", "######"), 6),
}


def test_solutions(home: Path, snapshot: SnapshotAssertion) -> None:
    for name, problem in SOLUTIONS.items():
        kept(name, problem)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        camera = Camera(app, pilot, snapshot)
        for name, problem in SOLUTIONS.items():
            app.attach(name)
            await pilot.pause()
            await camera.check_screen(name, f"{problem.noun} 1 of")
            if name == "sokoban":
                await camera.check_stops(
                    Stop("sort-and-filter-moves", ("slash",), "moves, at least")
                )
                await pilot.press("escape")
            await pilot.press("escape")

    drive(steps)


@pytest.mark.parametrize("size", [EIGHTY, WIDE])
def test_the_kinds(home: Path, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    check_pictures(
        snapshot, size,
        Stop("kinds", ("n", "down"), "Goes back from a target"),
        Stop("kinds-filtered", tuple("sokoban"), "Ways to push all boxes"),
    )  # fmt: skip


@pytest.mark.parametrize("size", [EIGHTY, WIDE])
def test_the_files_and_the_editor(
    size: tuple[int, int],
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    monkeypatch.setattr(Path, "cwd", lambda: Path("/home/somebody"))
    # That folder cannot be written.
    write_proofs_into(home.parent, monkeypatch)
    (tmp_path / "glider.rle").write_text("x = 3, y = 3\nbo$2bo$3o!\n")
    (tmp_path / "patterns").mkdir()
    check_pictures(
        snapshot, size,
        Stop("files", ("n", "enter", "f6", "down"), "5 live"),
        Stop("editor", ("enter", "f8"), "no errors"),
    )  # fmt: skip


@pytest.mark.parametrize("size", [SIXTY, EIGHTY])
def test_the_form_and_the_drawing_board(
    home: Path, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    kept("tub")
    check_pictures(
        snapshot, size,
        Stop("form", ("c",), "exactly 74"),
        Stop("draw", ("f2",), "draw the target"),
        Stop("form-advanced", ("escape", "f4", *["tab"] * 10), "solver" if size == EIGHTY else ""),
        job="tub",
        begin="1 of 74",
    )  # fmt: skip


TYPED = {
    "text": "x = 3, y = 3\nbo$obo$bo!",
    "search file": "0 a b 0\n0 c d 0\n\n0 b a 0\n0 1' c 0",
    "sudoku": "12..\n.4..\n..3.\n...2",
    "sudoku count": "1...\n....\n....\n...2",
    "sokoban": "######\n#@ $.#\n######",
    "best sokoban": "#######\n#    @#\n#   # #\n#   $ #\n#   . #\n#######",
}
MEASURED = {
    "best sokoban": "depends on the number of moves",
    "orphans": "depends on the cells that are chosen",
} | dict.fromkeys(("predecessors", "orphan proof", "count", "minimal orphan"), "exactly")


def test_the_form_of_each_kind(home: Path, snapshot: SnapshotAssertion) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        camera = Camera(app, pilot, snapshot)
        for name in KINDS:
            typed = {"name": "one", "workers": "1", "text": TYPED.get(name, TYPED["text"])}
            await app.push_screen(New(Draft(name, typed)))
            await camera.check_screen(
                f"form-{name.replace(' ', '-')}", MEASURED.get(name, "clauses")
            )
            await pilot.press("escape")

    drive(steps)


def test_the_rule_of_objects(home: Path, snapshot: SnapshotAssertion) -> None:
    named = {"name": "one", "workers": "1"}
    drafts = {
        "form-rule": (Draft("spaceships", named | {"rule": "tlife"}), "clauses"),
        "mistake-rule": (Draft("oscillators", named | {"rule": "B03/S23"}), "(B0)"),
    }

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        for name, (draft, seen) in drafts.items():
            await app.push_screen(New(draft))
            await Camera(app, pilot, snapshot).check_screen(name, seen)
            await pilot.press("escape")

    drive(steps)


def test_a_form_with_a_mistake(home: Path, snapshot: SnapshotAssertion) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed={"name": "one", "text": "x = 3\nbob$2bq$3o!"})))
        await Camera(app, pilot, snapshot).check_screen("mistake", "line 2, column")

    drive(steps)


# Under this rule nothing is born and nothing dies, so every pattern is its only predecessor.
STILL = "x = 3, y = 1, rule = B/S012345678\nobo!"
BARREN = "x = 3, y = 1, rule = B/S\nobo!"
ANSWERS = {
    # 74 in all, as the independent table says.
    "answer": (Draft("count", {"text": TYPED["text"], "by_population": "yes"}), "10   4 █"),
    "answer-sudoku-count": (Draft("sudoku count", {"text": TYPED["sudoku count"]}), "18 solutions"),
    "answer-best-sokoban": (
        Draft("best sokoban", {"text": TYPED["best sokoban"], "fewest": "pushes"}),
        "3 pushes: the fewest pushes",
    ),
    "answer-self-forcing": (Draft("self-forcing", {"text": STILL}), "largest self-forcing patch"),
    "answer-minimal-orphan": (Draft("minimal orphan", {"text": BARREN}), "1 of 3 known cells"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer(name: str, home: Path, snapshot: SnapshotAssertion) -> None:
    draft, seen = ANSWERS[name]
    with answered("one", draft).journal() as journal:
        journal.record(values={"seconds": 61.5})
    check_pictures(snapshot, EIGHTY, Stop(name, (), seen), job="one")


def test_a_terminal_that_is_too_small(home: Path, snapshot: SnapshotAssertion) -> None:
    check_pictures(snapshot, (50, 10), Stop("too-small", (), "needs a terminal of"))
