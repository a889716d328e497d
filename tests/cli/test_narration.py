"""Progress on a terminal."""

import io
import sys

import pytest

from lifesat.cli.narration import SearchReporter
from lifesat.jobs.events import Progress, Started
from tests.support.jobs import TUB
from tests.support.soups import soup


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Progress(3, 3, 1234, 2.0), "3 found, 1.5/s, 1,234 conflicts, 2 s"),
        (Progress(3, 3, 1234, 2.0, 12), "3 of 12 (25.0%) found, 1.5/s, 1,234 conflicts, 2 s"),
        (Progress(0, 0, 1234, 1500.0, members=2), "0 found, 2 solvers at work, 1,500 s"),
        (Progress(0, 0, 9, 7.0, row=37, rows=66, nogoods=1), "row 37 of 66, 1 nogood, 7 s"),
        (Progress(0, 0, 9, 7.0, row=37, rows=66, nogoods=2), "row 37 of 66, 2 nogoods, 7 s"),
        (Progress(0, 0, 0, 7.0, members=1), "0 found, 1 solver at work, 7 s"),
    ],
)
def test_progress(event: Progress, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    SearchReporter(TUB, quiet=False).report(event)
    assert terminal.getvalue() == line


def test_strips_of_a_wide_board_are_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    wide = SearchReporter(soup(20, 30), quiet=False)
    wide.report(Progress(0, 0, 9, 7.0, row=17, rows=36))
    assert terminal.getvalue() == "column 17 of 36, 0 nogoods, 7 s"


def test_strips_begin_with_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    started = Started(4, 0, 4, 1, "truth_table", "glucose4", strips=True)
    SearchReporter(TUB, quiet=False).report(started)
    assert capsys.readouterr().err == "4 unknown cells, strip by strip (truth_table, glucose4)\n"


@pytest.mark.parametrize(("note", "lines"), [("", 1), ("large boards take long", 2)])
def test_a_note_has_a_line_after_the_opening_line(
    note: str, lines: int, capsys: pytest.CaptureFixture[str]
) -> None:
    SearchReporter(TUB, quiet=False).report(Started(4, 9, 4, 1, "truth_table", "glucose4", note))
    said = capsys.readouterr().err.splitlines()
    assert len(said) == lines
    assert said[1:] == [note] * bool(note)
    SearchReporter(TUB, quiet=True).report(Started(4, 9, 4, 1, "truth_table", "glucose4", note))
    assert capsys.readouterr().err == ""
