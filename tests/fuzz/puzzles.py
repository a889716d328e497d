"""Targets: Sokoban levels and Sudokus."""

from lifesat.errors import UserError
from lifesat.formats.detection import plain_text
from lifesat.problems.kinds import problem_from_json
from lifesat.puzzles.sokoban import text as sokoban_text
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku import reading as sudoku_reading
from lifesat.puzzles.sudoku.problem import SYMBOLS
from tests.fuzz.target import Target, examples

_LEVELS = (
    *(level for file in examples("examples/*.xsb") for level in file.split(b"\n\n")[:12]),
    b"; 1\nTitle: one\n#####\n#@$.#\n#####\n\n; 2\n  ####\n###  #\n#@$* #\n# . ##\n#####\n",
    b"4#|#@-#|#$-#|#.-#|4#",
    b"2(7#|)#+-2(-$)#|#-.#_-#|7#",
    b"Bob #1\n#######\n#PBb-o#\n#-p b3o#\n#######\npop\n\n7#|#p 2b3o#|7#|\nTitle: Po\n",
    b"<a><Level Id='1'><L>#####</L><L>#@$.#</L>\n<L>#####</L></Level></a>",
    b"\t#####\n\t#&BX#\n\t# .%#\n\t#####\n",
    b"######\n#@$..#\n######\n\n#####\n#@x.#\n#####\n",
)
_SUDOKUS = (
    *examples("examples/sudoku.txt"),
    b"1..4\n....\n....\n4..1\n",
    b"1......4.......2",
    b"1",
    b" 5 3 _ | _ 7 _ | _ _ _\n" * 9,
    b"-------+---\n" + b"..3|.2.|6..\n" * 3 + b"-=+\n" + b"9..|3.5|..1\n" * 6,
    b"0 0 0 0 5 0 0 0 0 0 0 12 0 0 0 16\n" * 16,
    b"." * 25 * 25 + b"  # comment",
    b"*-----*\n|12|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.4|\n*-----*\n",
    b"#A me\n[Puzzle]\n12..\n....\n....\n...4\n[State]\n1234\n[Puzzle]\n1...\n" + b"....\n" * 3,
    b"puzzle,solution,n\n12..3..2.14...21,1234341221434321,3\n",
    b'x = [[1, 0, None, \'\'], ["..3."], {"solution": [1, 2]}]',
    b'<a><game data="12..3..2.14...21" /></a>\n',
    b"1200.0000.0000.0004\n12../..../..../...4\n",
    b"1,,,2,\n,,,\n,,3,\n ;4;|;1\n1,2,0,0\n" + b"0,0,0,0\n" * 3 + b"1,2.." + b",...." * 3,
)


def _check_sokoban(data: bytes) -> None:
    """Read levels; each is the same when written and read again."""
    try:
        entries = sokoban_text.read(plain_text(data))
    except UserError:
        return
    for entry in entries:
        # An empty line would end a level.
        text = "\n".join(row or "-" for row in entry.level.rows)
        (again,) = sokoban_text.read(text)
        if again.level != entry.level:
            raise AssertionError(f"{entry.level} was written, but {again.level} read")
        try:
            problem = Sokoban(entry.level.rows, moves=3)
        except UserError:
            continue
        if problem_from_json(problem.to_json()) != problem:
            raise AssertionError(f"{problem} changes in JSON")


def _check_sudoku(data: bytes) -> None:
    """Read Sudokus; each is the same when written and read again."""
    try:
        puzzles = sudoku_reading.read(plain_text(data))
    except UserError:
        return
    for puzzle in puzzles:
        sudoku = puzzle.sudoku
        if problem_from_json(sudoku.to_json()) != sudoku:
            raise AssertionError(f"{sudoku} changes in JSON")
        ((_, again),) = sudoku_reading.read(_written(sudoku.clues))
        if again != sudoku:
            raise AssertionError(f"{sudoku} was written, but {again} read")


def _written(clues: tuple[tuple[int, ...], ...]) -> str:
    """Return clues in one line: 16 small numbers in a line of their own are a 4x4 Sudoku."""
    numbers = [number for row in clues for number in row]
    if len(clues) > len(SYMBOLS):
        return " ".join(map(str, numbers))
    return "".join((".", *SYMBOLS)[number] for number in numbers)


TARGETS = (
    Target("sokoban", _LEVELS, _check_sokoban),
    Target("sudoku", _SUDOKUS, _check_sudoku),
)
