"""Progress on a terminal."""

import io
import sys

import pytest

from lifesat.cli import main, narration
from lifesat.cli.narration import Reporter
from lifesat.engines.options import Options
from lifesat.problems.problem import Problem
from lifesat.queries.events import Progress, Started
from lifesat.queries.solutions import ListSolutions
from tests.support.jobs import TUB
from tests.support.soups import soup


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def reporter(problem: Problem = TUB, *, quiet: bool = False) -> Reporter:
    return Reporter(ListSolutions(problem), Options(), quiet=quiet)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Progress(3, 3, 1234, 2.0), "3 found, 1.5/s, 1,234 conflicts"),
        (Progress(3, 3, 1234, 2.0, 12), "3 of 12 (25.0%) found, 1.5/s, 1,234 conflicts"),
        (Progress(0, 0, 1234, 1500.0, members=2), "0 found, 2 solvers at work"),
        (Progress(0, 0, 9, 7.0, row=37, rows=66, nogoods=1), "row 37 of 66, 1 nogood"),
        (Progress(0, 0, 9, 7.0, row=37, rows=66, nogoods=2), "row 37 of 66, 2 nogoods"),
        (Progress(0, 0, 0, 7.0, row=0, rows=66, particles=1), "row 0 of 66, 1 particle"),
        (Progress(0, 0, 0, 7.0, row=9, rows=66, particles=99), "row 9 of 66, 99 particles"),
        (Progress(0, 0, 0, 7.0, members=1), "0 found, 1 solver at work"),
    ],
)
def test_progress(event: Progress, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    reporter().report(event)
    assert terminal.getvalue() == f"{line}, 0 s"


def test_strips_of_a_wide_board_are_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    reporter(soup(20, 30)).report(Progress(0, 0, 9, 7.0, row=17, rows=36))
    assert "column 17 of 36, 0 nogoods, " in terminal.getvalue()


@pytest.mark.parametrize(
    ("scope", "part"),
    [
        ("strips", "strip by strip"),
        ("windows", "window by window"),
        ("generation", "one generation at a time"),
        ("particles", "row by row with particles, or strip by strip"),
    ],
)
def test_what_formulas_are_about(scope: str, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    started = Started(4, 0, 4, 1, "truth_table", "glucose4", scope=scope)
    reporter().report(started)
    assert capsys.readouterr().err == f"4 unknown cells, {part} (truth_table, glucose4)\n"


@pytest.mark.parametrize(("note", "lines"), [("", 1), ("large boards take long", 2)])
def test_a_note_has_a_line_after_the_opening_line(
    note: str, lines: int, capsys: pytest.CaptureFixture[str]
) -> None:
    reporter().report(Started(4, 9, 4, 1, "truth_table", "glucose4", note))
    said = capsys.readouterr().err.splitlines()
    assert len(said) == lines
    assert said[1:] == [note] * bool(note)
    reporter(quiet=True).report(Started(4, 9, 4, 1, "truth_table", "glucose4", note))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("command", "last"),
    [
        ("count", "counting predecessors: 9 of 9 cells, 1 state, "),
        ("marginals", "counting predecessors: going back: 0 of 9 cells, 1 state, "),
        ("sample", "1 drawn, "),
    ],
)
@pytest.mark.usefixtures("folder")
def test_sweeps_on_a_terminal(
    command: str, last: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", -1.0)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        assert main([command, "tub.rle", "-m0"]) == 0
        shown = terminal.getvalue()
        assert main([command, "tub.rle", "-m0", "--quiet"]) == 0
        assert terminal.getvalue() == shown
    *_, progress, rest = shown.split("\r\x1b[K")
    assert progress.startswith(last)
    assert rest == ""
    capsys.readouterr()
    assert main([command, "tub.rle", "-m0"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("folder")
def test_a_long_sweep_says_a_word_in_a_file_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(narration, "_FIRST_LINE", 0)
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", -1.0)
    now = 0
    monkeypatch.setattr("time.perf_counter", lambda: now)
    status = narration.StatusLine(quiet=False)
    for now in (0, 1, 31, 35, 63, 70, 130):
        status.show(f"{now} of 200")
    said = capsys.readouterr().err
    assert said == "".join(f"{n} of 200, {n} s\n" for n in (0, 1, 31, 63, 130))
    assert main(["count", "tub.rle", "-m0"]) == 0
    assert " of 9 cells, " in capsys.readouterr().err
    assert main(["count", "tub.rle", "-m0", "--quiet"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("folder")
def test_the_line_of_a_sweep_is_removed_before_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", -1.0)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["marginals", "empty.rle", "-m0", "--memory", "1MB"]) == 3
    *_, progress, sentence = terminal.getvalue().split("\r\x1b[K")
    assert " cells, " in progress
    assert sentence.startswith("lifesat: ")
