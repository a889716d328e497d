"""``lifesat rewind``: what it writes, says and rejects; answers are run forward by plain Life."""

import signal
from itertools import pairwise
from pathlib import Path

import pytest

from lifesat import Pattern
from lifesat.cli import main
from tests.support import plain
from tests.support.commands import listed
from tests.support.environment import PATIENCE_SECONDS
from tests.support.processes import loaded

Out = pytest.CaptureFixture[str]

TWO_BACK = "x = 4, y = 4, rule = B3/S23:T4,4\n2bo$$o!\n"

pytestmark = pytest.mark.usefixtures("folder")


def live(pattern: Pattern) -> set[tuple[int, int]]:
    left, top = pattern.position or (0, 0)
    return {(left + x, top + y) for x, y, _ in pattern.cells()}


def after(pattern: Pattern, generations: int) -> set[tuple[int, int]]:
    cells = live(pattern)
    for _ in range(generations):
        cells = plain.next_cells(cells, pattern.rule)
    return cells


@pytest.mark.quick
def test_the_oldest_becomes_the_target(capsys: Out) -> None:
    assert main(["rewind", "tub.rle", "-g", "3"]) == 0
    out, err = capsys.readouterr()
    (oldest,) = listed(out)
    assert oldest.name == "target, 3 generations before"
    assert after(oldest, 3) == {(1, 0), (0, 1), (2, 1), (1, 2)}
    assert [line[: line.index("(")] for line in err.splitlines()] == [
        "1 generation back ",
        "2 generations back ",
        "3 generations back ",
    ]


@pytest.mark.quick
def test_every_generation(capsys: Out) -> None:
    assert main(["rewind", "tub.rle", "-g", "3", "--all-generations", "-q"]) == 0
    out, err = capsys.readouterr()
    every = listed(out)
    assert [each.name for each in every] == [
        "target, 3 generations before",
        "target, 2 generations before",
        "target, 1 generation before",
        "target",
    ]
    for earlier, later in pairwise(every):
        assert after(earlier, 1) == live(later)
    assert err == ""


@pytest.mark.quick
def test_what_is_found_is_the_target_of_another_rewind(folder: Path, capsys: Out) -> None:
    """Also on a torus, whose cells have a position of their own."""
    (folder / "line.rle").write_text("x = 6, y = 6, rule = B3/S23:T6,6\nbo$bo$bo!\n")
    for name, more in (("tub", ["--outside", "free"]), ("line", [])):
        once, twice = f"{name}-once.rle", f"{name}-twice.rle"
        assert main(["rewind", f"{name}.rle", "-g", "2", "-o", once, *more]) == 0
        assert main(["rewind", once, "-g", "2", "-o", twice, *more]) in (0, 1)
    assert "lifesat:" not in capsys.readouterr().err


def test_no_predecessor(capsys: Out) -> None:
    assert main(["rewind", "dot.rle", "--margin", "0"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("no predecessor within margin 0: this is proved")


@pytest.mark.parametrize(("words", "code"), [([], 0), (["-g", "2"], 0), (["-g", "3"], 1)])
def test_none_is_older(words: list[str], code: int, folder: Path, capsys: Out) -> None:
    """Of the 65,536 boards of this torus, 3,172 have such a history."""
    (folder / "two.rle").write_text(TWO_BACK)
    assert main(["rewind", "two.rle", *words]) == code
    out, err = capsys.readouterr()
    assert len(listed(out)) == 1
    assert ("2 generations back, and no further: this is proved" in err) is (words != ["-g", "2"])


def test_a_margin_that_ends_it(folder: Path, capsys: Out) -> None:
    (folder / "corner.rle").write_text("x = 3, y = 3, rule = B3/S23\n3o$o$o!\n")
    assert main(["rewind", "corner.rle", "--margin", "0"]) == 3
    assert "; a larger margin may lead further" in capsys.readouterr().err


def test_a_still_life_has_other_ancestors_than_itself(capsys: Out) -> None:
    assert main(["rewind", "block.rle", "-g", "4", "--all-generations"]) == 0
    every = [frozenset(live(each)) for each in listed(capsys.readouterr().out)]
    assert len(set(every)) == 5


def test_a_still_life_that_has_none_but_itself(folder: Path, capsys: Out) -> None:
    (folder / "ship.rle").write_text("x = 3, y = 3, rule = B3/S23\nb2o$obo$2o!\n")
    assert main(["rewind", "ship.rle", "-g", "4", "--margin", "0"]) == 0
    (oldest,) = listed(capsys.readouterr().out)
    assert live(oldest) == {(1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2)}


def test_as_far_as_the_time_allows(capsys: Out) -> None:
    assert main(["rewind", "tub.rle", "--outside", "free", "-g", "1000", "--time-limit", "1"]) == 3
    out, err = capsys.readouterr()
    (oldest,) = listed(out)
    words = err.splitlines()[-1]
    assert "when the time limit was reached" in words
    number = int(words.split()[0])
    assert oldest.name == f"target, {number} generation{'s' * (number != 1)} before"
    box = {(x, y) for x in range(3) for y in range(3)}
    assert after(oldest, number) & box == {(1, 0), (0, 1), (2, 1), (1, 2)}


def test_an_interrupt_keeps_what_was_reached(folder: Path) -> None:
    words = ("rewind", "tub.rle", "--outside", "free", "-o", "oldest.rle")
    with loaded(*words) as running:
        assert running.stderr
        line = running.stderr.readline()
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 130
    assert line.startswith(b"1 generation back (")
    assert b"when interrupted" in err.splitlines()[-1]
    assert (folder / "oldest.rle").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-g", "0"], "--generations/-g: invalid number of generations '0'"),
        (["--all-generations", "--to", "svg"], "pictures show every generation; leave out"),
        (["--margin", "-1"], "--margin/-m: invalid margin '-1'"),
        (["-o", "tub.rle"], "tub.rle exists"),
    ],
)
def test_refused_before_the_work(words: list[str], sentence: str, capsys: Out) -> None:
    try:
        code = main(["rewind", "tub.rle", "-g", "1", *words])
    except SystemExit as end:
        code = int(str(end.code))
    assert code == 2
    assert sentence in capsys.readouterr().err


def test_a_picture_of_every_generation(folder: Path) -> None:
    assert main(["rewind", "tub.rle", "-g", "2", "--layout", "row", "-o", "rewind.svg"]) == 0
    assert (folder / "rewind.svg").read_text().startswith("<svg")
