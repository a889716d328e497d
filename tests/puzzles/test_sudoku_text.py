"""Sudokus in the formats of other programs."""

import json

import pytest

from lifesat.formats.errors import FormatError
from lifesat.puzzles.sudoku.reading import parts, read

LINE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL = ["12..", "....", "....", "...4"]


def dotted(rows: list[str]) -> list[str]:
    return [row.replace("0", ".") for row in rows]


def separated(separator: str, empty: str = "0", end: str = "") -> str:
    return "".join(
        separator.join(row.replace("0", "\0")).replace("\0", empty) + end + "\n" for row in ROWS
    )


def framed(top: str, middle: str, bottom: str) -> str:
    """Rows between rulers, as .ss files have them."""
    barred = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in dotted(ROWS)]
    return "\n".join([top, *barred[:3], middle, *barred[3:6], middle, *barred[6:], bottom, ""])


SECTIONS = "#A me\n#D 2006-01-01\n[Puzzle]\n{}\n[State]\n1234\nanything ?\n[PencilMarks]\n1,2,,3\n"


@pytest.mark.parametrize(
    "text",
    [
        framed("*-----------*", "|---+---+---|", "*-----------*"),
        framed(" *-----------*", " |-----------|", " *-----------*"),
        framed("*===*===*===*", "*===*===*===*", "*===*===*===*"),
        framed(".---.---.---.", ":---+---+---:", "'---'---'---'"),
        framed("+---+---+---+", "+---+---+---+", "+---+---+---+"),
        "#A me\n[Puzzle]\n" + "\n".join(dotted(ROWS)),
        SECTIONS.format("\n".join(ROWS)),
        f"[ puzzle ]  # ours\n{LINE}\n[STATE]\n",
        ".".join(ROWS),
        "/".join(ROWS),
        "/".join(dotted(ROWS)),
        ":".join(ROWS) + "  # rows",
        "-".join(ROWS),
        ",".join(ROWS),
        ",".join(LINE),
        separated(","),
        separated(", "),
        separated(" ; "),
        separated(",", end=","),
        separated(",", empty="."),
        separated(",", empty=""),
        separated(";", empty=" "),
        separated(",", empty="", end=","),
        separated("|", end="|"),
    ],
)
def test_formats_of_other_programs(text: str) -> None:
    (puzzle,) = read(text)
    assert puzzle.sudoku == read(LINE)[0].sudoku


def listed(empty: object) -> list[list[object]]:
    return [[int(cell) or empty for cell in row] for row in ROWS]


@pytest.mark.parametrize(
    "text",
    [
        f"quizzes,solutions\n{LINE},{SOLUTION}\n",
        f"puzzle,solution,difficulty\n{dotted([LINE])[0]},{SOLUTION},4.5\n",
        f"solution;puzzle\n{SOLUTION};{LINE}\n",
        f"{LINE} {SOLUTION}\n",
        f"quizzes\n{LINE}\n",
        f"{LINE},easy,24\n",
        f'<opensudoku>\n<name>a 1</name>\n<game data="{LINE}" />\n</opensudoku>\n',
        f":0000:x:{LINE}:::\n",
        f"https://www.sudokuwiki.org/sudoku.htm?bd={LINE}\n",
        f"https://a.org/#{LINE}\n",
        "Grid 01\n" + "\n".join(ROWS),
        *(json.dumps(listed(empty)) for empty in (0, None, "", ".")),
        f"board = {listed(None)}\n",
        f"array({listed(0)})\n".replace(",", ""),
        f"int grid[9][9] = {listed(0)};\n".replace("[", "{")
        .replace("]", "}")
        .replace("{9}", "[9]"),
        json.dumps([int(cell) for cell in LINE]),
        json.dumps(ROWS),
        json.dumps([LINE], indent=1),
        json.dumps({"board": listed(0)}),
        json.dumps({"solution": SOLUTION, "value": LINE, "difficulty": "easy", "size": 9}),
    ],
)
def test_a_sudoku_among_other_things(text: str) -> None:
    (puzzle,) = read(text)
    assert "".join(str(cell) for row in puzzle.sudoku.clues for cell in row) == LINE


@pytest.mark.parametrize("size", [4, 16, 25])
def test_other_sizes_in_a_table(size: int) -> None:
    line = "1" + "." * (size * size - 1)
    puzzles = read(f"puzzle,n\n{line},1\n{line},2\n")
    assert [(puzzle.line, puzzle.sudoku.size) for puzzle in puzzles] == [(2, size), (3, size)]


@pytest.mark.quick
def test_numbers_of_two_digits_between_commas() -> None:
    numbers = [[(4 * (y % 4) + y // 4 + x) % 16 + 1 for x in range(16)] for y in range(16)]
    for empty in ("", "0"):
        text = "\n".join(",".join(str(n) if n > 3 else empty for n in row) for row in numbers)
        (puzzle,) = read(text)
        assert puzzle.sudoku.clues == tuple(
            tuple(n if n > 3 else 0 for n in row) for row in numbers
        )


@pytest.mark.quick
@pytest.mark.parametrize(("joint", "size"), [(".", 4), ("/", 4), (".", 9), (".", 16)])
def test_rows_joined_in_a_line(joint: str, size: int) -> None:
    rows = ["1" + "0" * (size - 1), *["0" * size] * (size - 1)]
    (puzzle,) = read(joint.join(rows))
    assert puzzle.sudoku.size == size
    assert puzzle.sudoku.clues[0][0] == 1
    assert sum(map(sum, puzzle.sudoku.clues)) == 1


def test_each_section_has_its_own_sudokus() -> None:
    text = "\n".join(["[Puzzle]", *SMALL, "[State]", *SMALL, "[Puzzle]", *SMALL, *SMALL])
    assert [puzzle.line for puzzle in read(text)] == [2, 12, 16]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("[Puzzel]\n12..\n", 1, 1, "unknown section [Puzzel]; the Sudoku is in [Puzzle]; [State]"),
        (f"{LINE}\n  [Colours]\n", 2, 3, "unknown section [Colours]"),
        (f"[State]\n{LINE}\n", 1, 1, "no Sudoku found"),
        # No Sudoku begins in one section and ends in another.
        ("\n".join(["[Puzzle]", *SMALL[:2], "[Puzzle]", *SMALL[2:]]), 4, 1, "row 3 of a 4x4"),
        ("[1,2,3,4]\n", 2, 1, "row 2 of a 4x4 Sudoku is missing"),
        ("[[1,2,?,4]]\n", 1, 7, "invalid '?,4]]' in a list of cells"),
        ("['1..4', '    ']\n", 1, 10, "no cells in this string; write an empty cell as"),
        ("[[1,2,3]]\n", 1, 8, "3 cells; a row of a 9x9 Sudoku"),
        (f"quizzes,solutions\n{LINE[:80]},{SOLUTION}\n", 2, 1, "80 cells; a Sudoku in such"),
        (f"{LINE[:80]},{SOLUTION}\n", 1, 1, "80 cells; a Sudoku in such"),
        (f"{LINE},{SOLUTION.replace('5', '6', 1)}\n", 1, 83, "several Sudokus in one line"),
        (f"{LINE},{LINE}\n", 1, 83, "several Sudokus in one line; none is a solution"),
        ("puzzle,level\nfoo,1\n", 2, 1, "no Sudoku in this line"),
        ("<opensudoku></opensudoku>\n", 1, 1, "no Sudoku found in XML"),
        ("https://a.org/sudoku?x=1\n", 1, 1, "no Sudoku in this line"),
        (
            json.dumps({"puzzle": LINE, "solution": SOLUTION.replace("5", "6", 1)}),
            1,
            13,
            "the cell is 5 here and 6 in the solution",
        ),
        (".".join(ROWS[:8]), 1, 80, "79 cells; a row of a 9x9 Sudoku"),
        (".".join(ROWS) + ".", 1, 91, "90 cells; a row of a 9x9 Sudoku"),
        (".".join(ROWS).replace("8", "?", 1), 1, 23, "invalid cell '?'"),
        ("*-*\n12..\n", 1, 2, "invalid cell '-'"),
        ("53--7----\n", 1, 3, "invalid cell '-'"),
        (",\n", 1, 2, "2 cells; a row of"),
        ("\u00a0,\u00a0\n", 1, 3, "2 cells; a row of"),
        ("5,3,,,7,,,,,,\n", 1, 14, "10 cells; a row of"),
        (" 1, | x? |,,\n", 1, 7, "invalid cell 'x?'"),
        (
            separated(",").replace("5,3,0,0", "5,3,,0"),
            1,
            1,
            "0 and nothing between commas are both",
        ),
        (separated(",").replace("5,3", "5,30"), 1, 3, "30 is too large; the numbers of a 9x9"),
        (
            separated(",", empty="").replace("5,3", "5,30"),
            1,
            3,
            "30 is too large; the numbers of a 9x9",
        ),
        # Without its last row, the first one would take a row of the second.
        ("\n".join([*SMALL[:3], "", *SMALL]), 9, 1, "row 4 of a 4x4 Sudoku is missing"),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError, match=r"^\d") as caught:
        next(iter(parts(text))).read()
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
