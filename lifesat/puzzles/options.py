"""The options of the commands about puzzles."""

from lifesat.frontends.options.option import Option

SUDOKU_ENCODINGS = ("extended", "kumari_sagar")
"""Encodings of a Sudoku; the first is the default."""

SOKOBAN_ENCODINGS = ("occupied", "kumari_sagar")
"""Encodings of a Sokoban level; the first is the default."""

# CaDiCaL takes twice as long for the fewest moves of Microban's first levels, or longer.
SOKOBAN_SOLVER = "glucose4"

OPTIONS = (
    Option("file", "{what}; or -", metavar="FILE", positional=True),
    Option("puzzle", "only the N-th Sudoku of the file", metavar="N", least=1),
    Option("level", "only the N-th level of the file", metavar="N", least=1),
    Option("moves", "solutions with at most T moves",
           metavar="T", least=1, noun="number of moves"),
    Option("shortest", "a solution with the fewest moves, proved"),
    # These have an encoding of their own.
    Option("fewest_pushes", "one with the fewest pushes, proved", excludes=("encoding",)),
    Option("unique",
           "print for each whether it has no solution, one or several: none, unique, several"),
    Option("sudoku.count", "print how many solutions each has, nothing else"),
    Option("sudoku.encoding", f"one of {{choices}} (default {SUDOKU_ENCODINGS[0]})",
           choices=SUDOKU_ENCODINGS),
    Option("sokoban.encoding",
           f"one of {{choices}} (default {SOKOBAN_ENCODINGS[0]}); not for --fewest-pushes",
           choices=SOKOBAN_ENCODINGS),
    Option("sudoku.to", "a solution in one line (default), or a line for each row",
           choices=("line", "grid")),
)  # fmt: skip
