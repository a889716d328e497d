"""What puzzles add to lifesat."""

from lifesat.plugins import Plugin

PLUGIN = Plugin(
    problems={
        "sudoku": "lifesat.puzzles.sudoku.problem:Sudoku",
        "sokoban": "lifesat.puzzles.sokoban.problem:Sokoban",
    },
    queries={"best_sokoban": "lifesat.puzzles.sokoban.best:BestSokoban"},
    commands={
        "sudoku": (
            "puzzles", "solve Sudokus, count their solutions", "lifesat.puzzles.sudoku.command"
        ),
        "sokoban": (
            "puzzles",
            "solve Sokoban levels, with the fewest moves or pushes",
            "lifesat.puzzles.sokoban.command",
        ),
    },
    options="lifesat.puzzles.options",
    forms=(
        "lifesat_tui.puzzles.sudoku:Sudokus",
        "lifesat_tui.puzzles.sudoku:SudokuCount",
        "lifesat_tui.puzzles.sokoban:SokobanLevels",
        "lifesat_tui.puzzles.sokoban:BestSokoban",
    ),
    main_forms=("sudoku", "sokoban"),
)  # fmt: skip
