"""Pictures, orders, figures, settings: what needs no screen."""

import base64
import re
import subprocess
import sys
import threading
import tomllib
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from textual.message import Message

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.frontends.output.blocks import half_blocks
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Sample
from lifesat.jobs.stall import StallDetector
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.app import LifesatApp
from lifesat_tui.board.pictures import Board, Picture, braille, cells, picture
from lifesat_tui.job.actions import met_needs
from lifesat_tui.job.progress import sparkline
from lifesat_tui.job.solutions import Index, View, box_sizes, favourites, mark
from lifesat_tui.jobs.watch import JobsWatch
from lifesat_tui.kinds.registry import display_of
from lifesat_tui.shared import terminal
from lifesat_tui.shared.actions import ACTIONS, remapped
from lifesat_tui.shared.progress_text import short
from lifesat_tui.shared.screen import Page
from lifesat_tui.shared.settings import Settings, read_settings, settings_from
from lifesat_tui.shared.terminal import in_ascii
from tests.support.application import TUB, finished
from tests.support.plain import next_cells

ROOT = Path(__file__).resolve().parents[2]
BOARDS = arrays(
    np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9)), elements=st.integers(0, 1)
)


@pytest.mark.quick
@given(BOARDS)
def test_pictures_can_be_read_back(board: NDArray[np.uint8]) -> None:
    height, width = board.shape
    halves = {"·": (0, 0), "▄": (0, 1), "▀": (1, 0), "█": (1, 1), " ": (0, 0)}
    for y, line in enumerate(half_blocks(board)):
        for x, char in enumerate(line):
            assert halves[char][0] == board[2 * y, x]
            assert 2 * y + 1 >= height or halves[char][1] == board[2 * y + 1, x]
    # Unicode numbers the dots down the left column, then the right one, the last row apart.
    dots = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1)]
    seen = np.zeros((height + 4, width + 2), dtype=np.uint8)
    for y, line in enumerate(braille(board)):
        for x, char in enumerate(line):
            for bit, (row, column) in enumerate(dots):
                seen[4 * y + row, 2 * x + column] = (ord(char) - 0x2800) >> bit & 1
    assert np.array_equal(seen[:height, :width], board)
    assert not seen[height:].any()
    assert [[c == "O" for c in line] for line in cells(board, (".", "O"))] == board.astype(
        bool
    ).tolist()
    assert [line[::2] for line in cells(board, ("· ", "██"))] == [
        "".join("·█"[c] for c in row) for row in board
    ]


def test_a_picture_shows_the_part_that_fits() -> None:
    board = np.zeros((100, 200), dtype=np.uint8)
    board[99, 199] = 1
    lines, part = picture(board, 40, 10, "auto", (1000, 1000))
    assert part == (120, 60, 80, 40)
    assert len(lines) == 10
    assert all(len(line) == 40 for line in lines)
    assert lines[-1][-1] == "⢀"[0] or ord(lines[-1][-1]) == 0x2800 + 0x80


@given(arrays(np.uint8, (4, 5, 6), elements=st.integers(0, 1)))
def test_box_sizes_agree_with_patterns(boards: NDArray[np.uint8]) -> None:
    widths, heights = box_sizes(boards)
    for board, width, height in zip(boards, widths, heights, strict=True):
        box = TUB.pattern(board).bounding_box
        assert (box[2:] if box else (0, 0)) == (width, height)


@pytest.mark.quick
@pytest.mark.parametrize(
    "view",
    [
        View("population"),
        View("-population", least=5),
        View("size", most=9),
        View("-size", width=4, height=5),
        View(favourites=frozenset({3, 70, 71})),
    ],
    ids=str,
)
def test_views_agree_with_sorting_patterns(tub: Job, view: View) -> None:
    problem = tub.problem()
    index = Index()
    with tub.journal() as journal:
        while index.extend(journal, problem):
            pass
    from lifesat.jobs.follow import found  # noqa: PLC0415

    patterns = [
        pattern
        for solutions in found(tub)
        for pattern in TUB.named_patterns(solutions.boards, solutions.first)
    ]
    expected = []
    for number, pattern in enumerate(patterns, 1):
        box = pattern.bounding_box
        width, height = box[2:] if box else (0, 0)
        marked = view.favourites is None or number in view.favourites
        fits = (view.width is None or width <= view.width) and (
            view.height is None or height <= view.height
        )
        many = pattern.population
        if marked and fits and (view.least or 0) <= many <= (view.most or 999):
            keys = {"population": many, "size": width * height, "number": number}
            key = keys[view.order.removeprefix("-")]
            expected.append((-key if view.order.startswith("-") else key, number))
    assert index.numbers(view).tolist() == [number for _, number in sorted(expected)]


def boards_of(pictures: list[Picture]) -> list[Board]:
    return [picture for picture in pictures if not isinstance(picture, str)]


@pytest.mark.quick
def test_generations_agree_with_plain_life(tub: Job, home: Path) -> None:
    free = Predecessor(TUB.target, outside="free", generations=2)
    for job in (tub, finished("free", free, limit=3, method="sat")):
        problem = job.problem()
        assert isinstance(problem, Predecessor)
        from lifesat.jobs.follow import found  # noqa: PLC0415

        board = next(iter(found(job))).boards[0]
        history = boards_of(display_of(problem).history(problem, board))
        assert len(history) == problem.generations + 1
        window = problem.target_states
        known = (history[-1] < 2) & (window < 2)
        assert known.sum() >= 9
        assert np.array_equal(history[-1][known], window[known])
        live = {(x, y) for y, x in np.argwhere(board == 1).tolist()}
        inside = history[1] < 2
        after = next_cells(live, LIFE)
        assert all((history[1][y, x] == 1) == ((x, y) in after) for y, x in np.argwhere(inside))


def test_states_of_cells_have_no_later_generations() -> None:
    problem = replace(TUB, project=frozenset({(0, 0), (1, 0), (2, 0)}))
    (board,) = problem.boards(np.array([[1, -2, 3]], dtype=np.int32))
    kind = display_of(problem)
    (shown,) = boards_of(kind.history(problem, board))
    assert shown[1].tolist() == [2, 1, 0, 1, 2]
    assert kind.describe_solution(problem, board) == "2 of 3 cells live"
    assert [int(sizes[0]) for sizes in box_sizes(board[None])] == [3, 1]


@pytest.mark.parametrize(("target", "differ"), [("OO.", "2 cells"), ("O", "1 cell")])
def test_a_nearest_target_is_described_by_its_distance(target: str, differ: str) -> None:
    problem = NearestPredecessor(Predecessor(Pattern.from_rows([target]), margin=0))
    dead = np.zeros(problem.exact.target_states.shape, dtype=np.uint8)
    words = display_of(problem).describe_solution(problem, dead)
    assert words.startswith(f"differs in {differ}, 0 cells, ")


def test_the_history_of_an_eater_ends_with_the_still_life(home: Path) -> None:
    problem = Eater(8, 8, 6)
    job = finished("eater", problem, limit=1, method="sat")
    from lifesat.jobs.follow import found  # noqa: PLC0415

    board = next(iter(found(job))).boards[0]
    history = boards_of(display_of(problem).history(problem, board))
    assert np.array_equal(history[-1][1:-1, 1:-1], board)
    assert history[0].sum() == board.sum() + 5


def test_favourites_are_kept(tub: Job) -> None:
    assert mark(tub, 5) == {5}
    assert mark(tub, 2) == {2, 5}
    assert mark(tub, 5) == {2}
    assert favourites(Job("tub")) == {2}


@pytest.mark.parametrize(
    ("state", "found", "at_work", "offered"),
    [
        ("new", 0, False, False),  # a process is about to begin
        ("new", 0, True, False),
        ("running", 3, True, False),
        ("paused", 3, True, True),
        ("running", 3, False, True),  # its process died
        ("running", 5, False, False),  # the same, with all that is wanted
        ("stopped", 3, True, False),  # about to end
        ("stopped", 3, False, True),
        ("failed", 0, False, True),
        ("limit", 5, False, False),
        ("time_limit", 3, False, False),
        ("complete", 3, False, False),
        ("none", 0, False, False),
    ],
)
def test_resume_is_offered_where_it_does_something(
    state: str,
    found: int,
    at_work: bool,
    offered: bool,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = Job.create("tub", ListSolutions(TUB), Options(limit=5, time_limit=10.0))
    spent = 10.5 if state.endswith("limit") and found == 3 else 1.0
    with job.journal() as journal:
        journal.record(values={"state": state, "found": found, "process": 1, "seconds": spent})
    job.request("pause" if state == "paused" else "work")
    did: list[str] = []
    monkeypatch.setattr(Job, "start", lambda _: did.append("started"))
    with job.lock() if at_work else nullcontext():
        resting = "resting" in met_needs(job.summary(), silent=0)
        with suppress(UserError):
            job.resume()
    did += ["goes on"] * (state == "paused" and job.requested() == "work")
    assert resting == offered
    assert state in ("new", "stopped") or bool(did) == offered


def test_a_process_that_goes_after_it_has_told_its_end_is_seen_to_go(home: Path) -> None:
    job = Job.create("stopped", ListSolutions(TUB), Options())
    watch = JobsWatch(lambda _: None)
    with job.lock():
        with job.journal() as journal:
            journal.record(values={"state": "stopped", "process": 7})
        (seen,), _, _ = watch.read()
        assert "at work" in met_needs(seen, 0)
    (seen,), _, _ = watch.read()
    assert {"idle", "resting"} <= met_needs(seen, 0)


def test_a_process_that_does_not_begin_can_be_replaced(home: Path) -> None:
    summary = Job.create("tub", ListSolutions(TUB), Options()).summary()
    stalled = StallDetector()
    assert [stalled.look(summary, now) for now in (5.0, 34.0, 36.0)] == [0, 0, 31]
    assert "resting" in met_needs(summary, silent=31)


@pytest.mark.quick
@given(st.lists(st.tuples(st.floats(0.01, 1e5), st.integers(0, 10**9)), max_size=50))
@example([(1.0, 0), (1.0, 1)])  # two moments that the clock does not tell apart
def test_sparklines_have_their_width(pairs: list[tuple[float, int]]) -> None:
    times = sorted(seconds for seconds, _ in pairs)
    counts = sorted(found for _, found in pairs)
    samples = [Sample(t, n, n, 0) for t, n in zip(times, counts, strict=True)]
    line = sparkline(samples, 40, times[-1] if times else 1.0)
    assert len(line) == (40 if samples else 0)
    assert not samples or counts[-1] == 0 or "█" in line


@given(st.integers(0, 10**18))
def test_short_numbers_are_short(value: int) -> None:
    text = short(value)
    assert len(text) <= 7
    factor = {"M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15, "E": 10**18}.get(text[-1], 1)
    number = float(text.rstrip("MGTPE").replace(",", "")) * factor
    assert abs(number - value) <= max(0.01 * value, 0)


def test_osc_52(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    sent, _ = terminal.copy("bo$2bo$3o!", written.append)
    assert sent
    code = written[0].removeprefix("\x1b]52;c;").removesuffix("\a")
    assert base64.b64decode(code) == b"bo$2bo$3o!"
    pieces = terminal.sequence("o" * 1000, in_screen=True)
    assert pieces.replace("\x1bP", "").replace("\x1b\\", "") == terminal.sequence("o" * 1000)
    monkeypatch.setenv("TERM", "linux")
    assert terminal.copy("o!", written.append) == (
        False, "the Linux console does not let programs use the clipboard",
    )  # fmt: skip
    monkeypatch.setenv("TERM", "xterm")
    assert not terminal.copy("o" * 10**5, written.append)[0]
    assert len(written) == 1


def test_everything_on_the_screens_has_a_likeness_in_ascii() -> None:
    files = [*(ROOT / "tui").rglob("*.py")]
    letters = {c for file in files for c in file.read_text() if not c.isascii()}
    unlike = {c for c in letters if in_ascii(c) == "?"} - {"⠑", "é"}
    assert not unlike


# -------------------------------------------------------------------- settings


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[keys]\nnext = "k"', "the key k has two meanings in a job: 'next' and 'previous'"),
        ('[keys]\nnxt = "n"', "unknown action 'nxt'"),
        ('[keys]\nnext = "ctrl+b"', "is reserved"),
        ('[keys]\nnext = ""', "needs a key"),
        ('[keys]\nstart = "s"', "has another use in a new search"),
        ('[keys]\nnew = "down"', "has another use in the list of jobs"),
        ("[keys]\nnext = 3", "a table of strings"),
        ("updates = 60", "invalid value 60 of updates; it must be 1, 2, 3 or 4"),
        ("mouse = 1", "invalid value 1 of mouse; it must be true or false"),
        ('pictures = "sixel"', "invalid value 'sixel' of pictures; it must be one of auto"),
        ("colour = 1", "unknown setting 'colour'"),
        ("message_seconds = 0", "it must be a number of seconds, such as 5"),
        ("theme = ", "tui.toml: "),
    ],
)
def test_settings_that_cannot_be(text: str, words: str, home: Path) -> None:
    home.mkdir()
    (home / "tui.toml").write_text(text)
    with pytest.raises(UserError) as error:
        read_settings()
    assert words in str(error.value)


@pytest.mark.quick
def test_settings(home: Path) -> None:
    assert read_settings().theme == "auto"
    chosen = settings_from({"updates": 2, "mouse": False, "keys": {"next": "n, right"}})
    assert (chosen.updates, chosen.mouse, chosen.keys["next"]) == (2, False, ("n", "right"))


def test_no_key_of_ours_is_taken() -> None:
    assert remapped({}) == {action.name: action.keys for action in ACTIONS}
    keys = {key for action in ACTIONS for key in action.keys}
    assert not keys & {"ctrl+a", "ctrl+b", "ctrl+c", "ctrl+z", "ctrl+p"}


@pytest.mark.quick
def test_every_package_is_installed() -> None:
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    folders = {file.parent for top in ("lifesat", "tui") for file in (ROOT / top).rglob("*.py")}
    folders |= {file.parent for file in (ROOT / "golly_scripts").rglob("*.py")}
    there = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    # The examples, which are data only.
    there.add("lifesat_tui.examples")
    assert set(named) == {re.sub("^tui", "lifesat_tui", name) for name in there}


def test_windows_keeps_no_account_of_semaphores(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There, what would start that process is missing."""
    monkeypatch.setattr("lifesat_tui.app.sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr("lifesat_tui.app.resource_tracker", None)
    assert LifesatApp(Settings()).title == "lifesat"


def test_the_program_of_its_own_is_the_command() -> None:
    """The two programs write the same, and end with the same exit code."""
    for words, code in ((["--help"], 0), (["nothing", "--no-mouse"], 2), (["--mouse"], 2)):
        programs = (["-m", "lifesat", "tui"], ["-c", "import lifesat_tui as t; exit(t.main())"])
        ours, other = (
            subprocess.run(
                [sys.executable, "-P", *program, *words],
                capture_output=True,
                check=False,
                stdin=subprocess.DEVNULL,
            )
            for program in programs
        )
        assert (ours.returncode, ours.stdout, ours.stderr) == (
            other.returncode,
            other.stdout,
            other.stderr,
        )
        assert ours.returncode == code


def test_a_message_from_a_thread_that_outlives_its_screen_is_dropped() -> None:
    page = Page("title", "text")
    posted: list[bool] = []
    thread = threading.Thread(target=lambda: posted.append(page.post_message(Message())))
    thread.start()
    thread.join()
    assert posted == [False]
