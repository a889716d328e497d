"""The cost of a solution: the number of its moves or of its pushes."""

from typing import Literal

Goal = Literal["moves", "pushes"]


def cost(moves: str, goal: Goal) -> int:
    """Return the number of moves, or of pushes, of a solution in LURD notation."""
    return len(moves) if goal == "moves" else sum(map(str.isupper, moves))


def moves_words(moves: str) -> str:
    """Return the numbers of moves and of pushes of a solution."""
    pushes = cost(moves, "pushes")
    return f"{len(moves)} move{'s' * (len(moves) != 1)}, {pushes} push{'es' * (pushes != 1)}"
