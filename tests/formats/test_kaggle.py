"""Boards of the contests on Kaggle: rows of CSV, read and written."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from lifesat import FormatError, Pattern, UserError, predecessors, read_all, read_text, write_text
from lifesat.cli import main
from lifesat.formats import detect

CHANCE = np.random.default_rng(2020)


def names(kind: str, side: int) -> list[str]:
    """The names of the columns of a board, as in the contest of 2020, or as in that of 2014."""
    first = 1 if kind.endswith(".") else 0
    return [f"{kind}{k}" for k in range(first, side * side + first)]


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """The text of a table; without a header if there is none."""
    return "".join(f"{','.join(map(str, row))}\n" for row in ([head] if head else []) + list(rows))


def soups(number: int, side: int) -> np.ndarray:
    return CHANCE.integers(0, 2, (number, side, side), dtype=np.uint8)


def read(tmp_path: Path, text: str, **how: str) -> list[Pattern]:
    path = tmp_path / "boards.csv"
    path.write_text(text)
    return list(read_all(path, **how))  # type: ignore[arg-type]


@pytest.mark.parametrize("side", [3, 4, 5, 20, 25])
@pytest.mark.parametrize("mark", ["_", "."], ids=["2020", "2014"])
@pytest.mark.parametrize("kinds", [("stop",), ("start", "stop"), ("start",)], ids="-".join)
def test_the_tables_of_the_contests(
    tmp_path: Path, side: int, mark: str, kinds: tuple[str, ...]
) -> None:
    """Those of tests have the stop, those for training the start too, and answers the start."""
    boards = soups(3, side)
    head, about = ["id", "delta"], [[50000, 1], [50001, 5], [7, 2]]
    if kinds == ("start",):
        head, about = head[:1], [row[:1] for row in about]
    for kind in kinds:
        head += names(f"{kind}{mark}", side)
    others = [soups(1, side).ravel().tolist() if len(kinds) > 1 else [] for _ in boards]
    rows = [a + o + b.ravel().tolist() for a, o, b in zip(about, others, boards, strict=True)]
    found = read(tmp_path, table(head, rows))
    assert [each.to_array().tolist() for each in found] == boards.tolist()
    assert [each.name for each in found] == ["50000", "50001", "7"]
    deltas = [None] * 3 if kinds == ("start",) else [1, 5, 2]
    assert [each.delta for each in found] == [each.generation for each in found] == deltas
    grid = f"T{side},{side}" if mark == "_" else "None"
    assert [str(each.grid) for each in found] == [grid] * 3
    said = [len(each.warnings) for each in found]
    assert said == ([0, 0, 0] if kinds == ("start",) else [1, 0, 0])


@pytest.mark.parametrize(("side", "grid"), [(20, "None"), (25, "T25,25"), (5, "T5,5")])
def test_rows_without_a_header(tmp_path: Path, side: int, grid: str) -> None:
    boards = soups(3, side)
    rows = [[300 + k, 1, *board.ravel().tolist()] for k, board in enumerate(boards)]
    found = read(tmp_path, table([], rows))
    assert [each.to_array().tolist() for each in found] == boards.tolist()
    assert [(each.name, str(each.grid)) for each in found] == [
        (str(300 + k), grid) for k in (0, 1, 2)
    ]
    bare = table([], [row[2:] for row in rows])
    assert [e.to_array().tolist() for e in read(tmp_path, bare, format="kaggle")] == boards.tolist()


def test_numbers_that_may_be_a_grid(tmp_path: Path) -> None:
    """Rows of 625 may be boards or a wide grid; a square of numbers, and one row, are a grid."""
    bare = table([], soups(3, 25).reshape(3, -1).tolist())
    with pytest.raises(FormatError, match="rows of a grid or boards of 25x25 cells; give --from"):
        read(tmp_path, bare)
    (grid,) = read(tmp_path, bare, format="grid")
    assert (grid.width, grid.height) == (625, 3)
    assert detect(bare.split("\n")[0])[0] == "grid"
    assert detect(table([], [[1] * 400] * 400))[0] == "grid"
    assert detect("0,1,1,0\n1,1,1,1\n")[0] == "grid"


def test_quotes_and_blank_lines(tmp_path: Path) -> None:
    head = '"id","delta","stop.1","stop.2","stop.3","stop.4"\r\n'
    found = read(tmp_path, head + '1, 3, 0, 1, 1, 0\r\n\r\n"b",4,1,1,1,1\r\n')
    assert [(each.name, each.delta, str(each)) for each in found] == [
        ("1", 3, ".O\nO."), ("b", 4, "OO\nOO"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,delta,stop_0,stop_1,stop_2,stop_3\n", "1:1: no pattern found"),
        ("id,delta,stop_0,stop_1\n1,1,0,1\n", "2:1: a row of 4 columns has no board"),
        ("id,delta,stop_0\n1,1,0\n2,1,0,1\n", "3:1: this row has 4 columns; those above have 3"),
        ("id,delta,stop_0\n1,1,0\n2,1,2\n", "3:1: invalid cell '2' in column 3"),
        ("id,delta,stop_0\n1,1,0\n2,0,1\n", "3:1: invalid delta '0' in column 2"),
        ("id,delta,stop_0\n1,1,\n", "2:1: invalid cell '' in column 3"),
    ],
)
def test_faults_have_their_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"boards.csv:{message}"):
        read(tmp_path, text)


@pytest.mark.parametrize(("side", "first"), [(3, "start_0"), (20, "start.1"), (25, "start_0")])
def test_answers_are_written_as_the_contests_want_them(side: int, first: str) -> None:
    board = soups(1, side)[0]
    text = write_text(Pattern.from_array(board, name="50000, predecessor 1"), "kaggle")
    head, row = text.splitlines()
    assert head.split(",")[:2] == ["id", first]
    assert row.split(",") == ["50000", *map(str, board.ravel().tolist())]
    assert read_text(text).to_array().tolist() == board.tolist()


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        (Pattern.from_rows(["OOO"]), "squares; this pattern is 3x1"),
        (Pattern.from_rows(["?"]), "does not support unknown cells"),
        (Pattern.from_rows(["O"], rule="B36/S23"), "does not support rules other than Life"),
    ],
)
def test_what_is_no_board(pattern: Pattern, message: str) -> None:
    with pytest.raises(UserError, match=message):
        write_text(pattern, "kaggle")


def test_parents_of_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each row goes back by its own delta, and --generations replaces it."""
    starts = soups(4, 6)
    deltas = [1, 2, 3, 1]
    stops = [
        Pattern.from_array(start, rule="B3/S23:T6,6").evolve(delta).to_array()
        for start, delta in zip(starts, deltas, strict=True)
    ]
    rows = [[k, d, *s.ravel()] for k, (d, s) in enumerate(zip(deltas, stops, strict=True), 10)]
    path, answer = tmp_path / "test.csv", tmp_path / "answer.csv"
    path.write_text(table(["id", "delta", *names("stop_", 6)], rows))
    for more, back in (([], deltas), (["-g", "1"], [1] * 4)):
        words = ["predecessors", str(path), "--to", "kaggle", "-o", str(answer), "--force", *more]
        assert main(words) == 0
        assert f"{path}:1:1: the column delta says" in capsys.readouterr().err
        found = {int(each.name): each for each in read_all(answer)}
        assert found.keys() == {10, 11, 12, 13}
        for k, delta in enumerate(back):
            assert found[10 + k].evolve(delta).to_array().tolist() == stops[k].tolist()
    for board, stop in zip(read_all(path), stops, strict=True):
        parent = next(predecessors(board))
        assert parent.evolve(board.delta or 0).to_array().tolist() == stop.tolist()


def test_a_row_that_does_not_fit_its_torus(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "row.csv"
    path.write_text(",".join("01" * 312 + "0") + "\n")
    assert main(["predecessors", str(path), "--outside", "torus", "--size", "25,25"]) == 2
    said = "--from kaggle reads a row of numbers as 25x25 cells"
    assert said in capsys.readouterr().err
