"""Sudoku: against a plain backtracking search, known puzzles and known numbers."""

import io
import json
import random
from pathlib import Path

import numpy as np
import pytest

from lifesat.cli import main
from lifesat.engines.sat.enumerate import Enumeration
from lifesat.engines.sat.solver import Solver
from lifesat.errors import UserError
from lifesat.formats.errors import FormatError
from lifesat.problems.problem import Boards
from lifesat.puzzles.sudoku.problem import Sudoku, write
from lifesat.puzzles.sudoku.reading import read
from tests.support.sudoku import Grid, completions

# Puzzles with their published solutions: Wikipedia's, "AI Escargot", Inkala's of 2012, and the
# first and third of Gordon Royle's collection of 17 clues.
PUBLISHED = {
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079": (
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    ),
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..41.....7..7...3..": (
        "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
    ),
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..": (
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
    ),
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000": (
        "693784512487512936125963874932651487568247391741398625319475268856129743274836159"
    ),
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600": (
        "673894512912735486845612973798261354526473891134589267469128735287356149351947628"
    ),
}
WIKIPEDIA, *_ = PUBLISHED
ENCODINGS = ("extended", "kumari_sagar")


def solutions(sudoku: Sudoku, encoding: str = "extended") -> list[Grid]:
    with Solver(sudoku.formula(encoding)) as solver:
        enumeration = Enumeration(solver, sudoku.projection)
        models = enumeration.advance(60).literals
        assert enumeration.complete
    boards = sudoku.boards(models)
    assert sudoku.verify(boards).all()
    return as_grids(boards)


def as_grids(boards: Boards) -> list[Grid]:
    return [tuple(map(tuple, board)) for board in boards.tolist()]


def only(text: str) -> Sudoku:
    (puzzle,) = read(text)
    return puzzle.sudoku


def latin(side: int) -> list[list[int]]:
    """A filled grid: each row the one above moved by a box, each band by one more."""
    size = side * side
    return [
        [(side * (y % side) + y // side + x) % size + 1 for x in range(size)] for y in range(size)
    ]


# ---------------------------------------------------------------- solutions


@pytest.mark.quick
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_there_are_288_grids_of_4x4(encoding: str) -> None:
    empty = Sudoku(((0,) * 4,) * 4)
    found = solutions(empty, encoding)
    assert len(found) == len(set(found)) == 288
    assert set(found) == set(completions([[0] * 4 for _ in range(4)], 2))


@pytest.mark.quick
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_small_puzzles_have_the_solutions_of_a_plain_search(encoding: str) -> None:
    chance = random.Random(4)
    counts = set()
    for _ in range(40):
        clues = [[0] * 4 for _ in range(4)]
        for _ in range(chance.randrange(2, 7)):
            clues[chance.randrange(4)][chance.randrange(4)] = chance.randrange(1, 5)
        sudoku = Sudoku(tuple(map(tuple, clues)))
        # The plain search does not look whether clues agree with each other.
        plainly = [grid for grid in completions(clues, 2) if sudoku.verify(np.array([grid]))[0]]
        found = solutions(sudoku, encoding)
        assert sorted(found) == sorted(plainly)
        counts.add(min(len(found), 2))
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("puzzle", PUBLISHED)
def test_published_puzzles_have_their_solution_alone(puzzle: str) -> None:
    assert solutions(only(puzzle)) == [only(PUBLISHED[puzzle]).clues]


@pytest.mark.quick
def test_the_report_encoding_solves_wikipedias_puzzle() -> None:
    sudoku = only(WIKIPEDIA)
    assert solutions(sudoku, "kumari_sagar") == [only(PUBLISHED[WIKIPEDIA]).clues]
    # The report: 3 x 81 clauses of nine literals, 81 x 36 of two, and the clues.
    assert len(sudoku.formula("kumari_sagar")) == 243 + 2916 + 30
    assert sudoku.formula("kumari_sagar").variables == 729


def test_the_default_encoding_has_variables_only_for_what_is_open() -> None:
    sudoku = only(WIKIPEDIA)
    grid = sudoku.clues
    open_pairs = 0
    for y in range(9):
        for x in range(9):
            box = {grid[y // 3 * 3 + i][x // 3 * 3 + j] for i in range(3) for j in range(3)}
            seen = {*grid[y], *(row[x] for row in grid), *box} - {0}
            open_pairs += 0 if grid[y][x] else 9 - len(seen)
    assert sudoku.formula("extended").variables == sudoku.projection == open_pairs


@pytest.mark.parametrize("side", [1, 2, 3, 4, 5, 6, 7])
def test_every_size(side: int) -> None:
    """A filled grid with a line of each kind emptied has only completions that keep the rest."""
    grid = latin(side)
    full = Sudoku(tuple(map(tuple, grid)))
    assert full.verify(np.array([grid])).all()
    assert solutions(full) == [full.clues]
    grid[0] = [0] * side**2
    assert solutions(Sudoku(tuple(map(tuple, grid)))) == [full.clues]


def test_clues_that_contradict_have_no_solution() -> None:
    for clues in ("11..............", "1...1...........", "1....1.........."):
        for encoding in ENCODINGS:
            assert solutions(only(clues), encoding) == []


def test_the_rules_refuse_what_breaks_them() -> None:
    good = np.array([latin(3)], dtype=np.uint8)
    empty = Sudoku(((0,) * 9,) * 9)
    assert empty.verify(good).tolist() == [True]
    for y, x in np.ndindex(9, 9):
        wrong = good.copy()
        wrong[0, y, x] = wrong[0, y, x] % 9 + 1
        assert not empty.verify(wrong)[0]
    # Rows and columns in order, boxes not.
    cyclic = np.array([[[(x + y) % 9 + 1 for x in range(9)] for y in range(9)]])
    assert not empty.verify(cyclic)[0]
    assert not only(WIKIPEDIA).verify(good)[0]


# ---------------------------------------------------------------- text


def test_ways_of_writing() -> None:
    line = WIKIPEDIA
    rows = [line[k : k + 9] for k in range(0, 81, 9)]
    spaced = [" ".join(row) for row in rows]
    barred = [f"| {row[:3]} | {row[3:6]} | {row[6:]} |" for row in rows]
    ruled = [*barred[:3], "+-----+-----+-----+", *barred[3:6], "", *barred[6:]]
    for lines in ([line], rows, spaced, barred, ruled, [" ".join(line)], [f"# x\n{line} # easy"]):
        text = "\n".join(lines)
        for empty in ".0_*":
            assert only(text.replace("0", empty)) == only(line)


def test_many_in_one_text() -> None:
    small = "12.. .... .... ...4\n"
    rows = "12..\n....\n....\n...4\n"
    large = write(np.array(latin(4)), lines=True)
    puzzles = read(f"{WIKIPEDIA}\n{small}{small}{rows}{rows}{large}{large}{WIKIPEDIA}\n{WIKIPEDIA}")
    assert [puzzle.sudoku.size for puzzle in puzzles] == [9, 4, 4, 4, 4, 16, 16, 9, 9]
    assert [puzzle.line for puzzle in puzzles] == [1, 2, 3, 4, 8, 12, 29, 46, 47]


@pytest.mark.parametrize("side", [1, 2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("lines", [False, True])
def test_what_is_written_can_be_read(side: int, *, lines: bool) -> None:
    grid = latin(side)
    text = write(np.array(grid), lines=lines)
    assert text.count("\n") == (side**2 + 1 if lines else 1)
    assert only(text).clues == tuple(map(tuple, grid))


def test_16x16_by_letters_and_by_numbers() -> None:
    grid = latin(4)
    numbers = "\n".join(" ".join(f"{number:02}" for number in row) for row in grid)
    letters = "\n".join("".join(".123456789ABCDEFG"[n] for n in row) for row in grid)
    assert only(numbers) == only(letters) == only(letters.lower())


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "no Sudoku found; a 9x9 Sudoku is"),
        ("# nothing\n---\n", 1, 1, "no Sudoku"),
        (f"{WIKIPEDIA}\n{WIKIPEDIA[:-1]}", 2, 81, "80 cells; a row of a 9x9 Sudoku has 9"),
        (f"{WIKIPEDIA}1", 1, 83, "82 cells; a row of"),
        (WIKIPEDIA.replace("8", "?", 1), 1, 21, "invalid cell '?'; cells are 1 to 9"),
        (WIKIPEDIA.replace("8", "A", 1), 1, 21, "10 is too large; the numbers of a 9x9"),
        ("12..\n....\n..\n...4\n", 3, 3, "2 cells in row 3 of a 4x4 Sudoku; each row has 4"),
        ("12..\n....\n| .. | 1.1 |\n", 3, 10, "5 cells in row 3 of a 4x4 Sudoku"),
        ("12..\n....\n....\n", 4, 1, "row 4 of a 4x4 Sudoku is missing; it has 4 rows"),
        ("1 2 . .\n. . . .\n. . . .\n. . . 12\n", 4, 7, "12 is too large; the numbers of a 4x4"),
        ("10..\n....\n....\n...4\n", 1, 1, ". and 0 are both used for empty cells"),
        ("00 1 2 3\n1 2 3 .\n. . . .\n. . . .\n", 1, 1, ". and 0 are both used for empty cells"),
        (".0 1 2 3\n1 2 3 .\n. . . .\n. . . .\n", 1, 9, "5 cells; a row of"),
        ("\ufb06...\n" * 4, 1, 1, "invalid cell '\ufb06'"),
        (" ".join("1" * 64), 1, 128, "64 cells; a row of"),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError, match=r"^\d") as caught:
        read(text)
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("clues", [((0, 0),) * 2, ((0,) * 4,) * 3, ((5, 0, 0, 0),) * 4, ()])
def test_no_sudoku(clues: Grid) -> None:
    with pytest.raises(UserError, match=r"^(a Sudoku has as many|the numbers of a 4x4)"):
        Sudoku(clues)


# ---------------------------------------------------------------- the command


def run(
    capsys: pytest.CaptureFixture[str], path: Path, text: str, *words: str
) -> tuple[int, str, str]:
    file = path / "in.txt"
    file.write_text(text)
    code = main(["sudoku", str(file), *words])
    output, errors = capsys.readouterr()
    return code, output, errors.replace(str(file), "in.txt")


def test_one_solution_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "".join(f"{puzzle}\n" for puzzle in PUBLISHED)
    code, output, errors = run(capsys, tmp_path, text)
    assert code == 0
    assert output.split() == list(PUBLISHED.values())
    assert errors.splitlines()[4].startswith("in.txt:5: 1 solution (")
    assert run(capsys, tmp_path, text, "-q") == (0, output, "")
    assert run(capsys, tmp_path, text, "-q", "--solver", "minisat22") == (0, output, "")


def test_all_limit_count_unique(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # One with several solutions, one with one, one with none.
    text = "12..............\n12..34..2...4...\n12..21..........\n11..............\n"
    sudokus = [puzzle.sudoku for puzzle in read(text)]
    plainly = [
        [grid for grid in completions([*map(list, s.clues)], 2) if s.verify(np.array([grid]))[0]]
        for s in sudokus
    ]
    counts = [len(grids) for grids in plainly]
    words = {0: "none", 1: "unique"}
    assert run(capsys, tmp_path, text, "--count", "-q") == (
        1,
        "".join(f"{n}\n" for n in counts),
        "",
    )
    code, output, _ = run(capsys, tmp_path, text, "--unique")
    assert code == 1
    assert output.split() == [words.get(n, "several") for n in counts]
    code, output, errors = run(capsys, tmp_path, text, "--all")
    assert code == 1
    listed = [only(line).clues for line in output.split()]
    assert sorted(listed) == sorted(grid for grids in plainly for grid in grids)
    assert f"in.txt:1: {counts[0]} solutions, and no others" in errors
    assert errors.splitlines()[3].startswith("in.txt:4: no solution (")
    assert errors.endswith("proved for a 4x4 Sudoku with 2 clues\n")
    first = text.splitlines()[0]
    code, output, _ = run(capsys, tmp_path, first, "--limit", "3", "--encoding", "kumari_sagar")
    assert (code, len(set(output.split()))) == (0, 3)
    assert run(capsys, tmp_path, first, "--unique", "-q")[:2] == (1, "several\n")
    assert run(capsys, tmp_path, WIKIPEDIA, "--unique", "-q")[:2] == (0, "unique\n")


def test_the_time_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, output, errors = run(capsys, tmp_path, "." * 81, "--time-limit", "0")
    assert (code, output) == (3, "")
    assert "stopped before this one" in errors
    code, output, errors = run(capsys, tmp_path, "." * 81, "--count", "--time-limit", "1")
    assert (code, output) == (3, "")
    assert "solutions so far, since the time limit was reached" in errors


def test_grids_and_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, output, _ = run(capsys, tmp_path, WIKIPEDIA, "--to", "grid")
    solution = PUBLISHED[WIKIPEDIA]
    assert output.splitlines() == [*(solution[k : k + 9] for k in range(0, 81, 9)), ""]
    out = tmp_path / "out.txt"
    assert run(capsys, tmp_path, WIKIPEDIA, "-o", str(out))[:2] == (0, "")
    assert out.read_text() == solution + "\n"
    code, _, errors = run(capsys, tmp_path, WIKIPEDIA, "-o", str(out))
    assert code == 2
    assert "exists; --force replaces it" in errors
    assert run(capsys, tmp_path, WIKIPEDIA, "-o", str(out), "--force")[0] == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(WIKIPEDIA.encode())))
    assert main(["sudoku", "-", "-q"]) == 0
    assert capsys.readouterr().out == solution + "\n"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_job(
    encoding: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    text = "12..............\n"
    _, alone, _ = run(capsys, tmp_path, text, "--all")
    how = ["--job", "small", "--all", "--encoding", encoding, "--workers", "1"]
    code, output, errors = run(capsys, tmp_path, text, *how, "--to", "grid")
    assert code == 0
    grids = output.split("\n\n")[:-1]
    assert sorted(grid.replace("\n", "") for grid in grids) == sorted(alone.split())
    assert "candidates" in errors
    assert "solutions, and no others" in errors
    assert "a 4x4 Sudoku with 2 clues" in errors
    assert main(["jobs", "export", "small"]) == 0
    assert sorted(capsys.readouterr().out.split()) == sorted(alone.split())
    assert run(capsys, tmp_path, text, *how)[0] == 2


def test_the_sudoku_that_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"?{WIKIPEDIA[1:]}\n{WIKIPEDIA}\n"
    answer = (0, f"{PUBLISHED[WIKIPEDIA]}\n", "")
    assert run(capsys, tmp_path, text, "--puzzle", "2", "-q") == answer
    for words in ([], ["--puzzle", "1"]):
        code, output, errors = run(capsys, tmp_path, text, *words)
        assert (code, output) == (2, "")
        assert errors.startswith("lifesat: in.txt:1:1: invalid cell '?'")


def test_events_of_one_sudoku_after_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"{WIKIPEDIA}\n{WIKIPEDIA}\n"
    code, output, errors = run(capsys, tmp_path, text, "--jsonl", "--workers", "2")
    events = [json.loads(line) for line in output.splitlines()]
    events = [event for event in events if event["type"] != "progress"]
    assert code == 0
    assert [event["type"] for event in events] == ["started", "solution", "done"] * 2
    assert {event["line"] for event in events[1::3]} == {f"{PUBLISHED[WIKIPEDIA]}\n"}
    assert len(errors.splitlines()) == 2
    _, output, _ = run(capsys, tmp_path, text, "--jsonl", "--count")
    events = [json.loads(line) for line in output.splitlines()]
    assert [event["number"] for event in events if event["type"] == "known"] == [1, 1]


def test_what_does_not_go_with_a_job(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, sentence in (
        (["--job", "x"], "in.txt: 2 Sudokus; choose one by its number"),
        (["--job", "x", "--count"], "in.txt: 2 Sudokus; choose one by its number"),
        (["--job", "", "--count", "--puzzle", "1"], "invalid job name ''"),
        (["--detach"], "--detach needs --job NAME"),
        (["--cluster", "tcp://host:1"], "--cluster needs --job NAME"),
    ):
        code, output, errors = run(capsys, tmp_path, f"{WIKIPEDIA}\n{WIKIPEDIA}\n", *words)
        assert (code, output) == (2, "")
        assert sentence in errors


def test_unreadable_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"{WIKIPEDIA}\n12x4\n"
    code, output, errors = run(capsys, tmp_path, text)
    assert (code, output) == (2, "")
    assert errors.startswith("lifesat: in.txt:2:3: 33 is too large; the numbers of a 4x4 Sudoku")
    assert main(["sudoku", str(tmp_path / "nowhere")]) == 2
    assert "nowhere: No such file" in capsys.readouterr().err
