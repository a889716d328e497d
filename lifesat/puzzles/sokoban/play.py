"""The game by its rules on the text of a level, which verifies solutions independently."""

from collections.abc import Iterable, Sequence

_WAYS = {"u": (0, -1), "d": (0, 1), "l": (-1, 0), "r": (1, 0)}


def play(rows: Sequence[str], moves: Iterable[str]) -> str | None:
    """Play moves, letters of ``udlr`` of either case, and return them with pushes in upper case.

    Return None if a move is impossible, if a box is not on a goal after the last move, or if all
    boxes are on goals before it.
    """
    squares = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    boxes = {square for square, letter in squares.items() if letter in "$*"}
    goals = {square for square, letter in squares.items() if letter in ".*+"}
    (player,) = (square for square, letter in squares.items() if letter in "@+")
    played = ""
    for move in moves:
        right, down = _WAYS[move.lower()]
        ahead = player[0] + right, player[1] + down
        beyond = ahead[0] + right, ahead[1] + down
        pushed = ahead in boxes
        blocked = squares.get(ahead, "#") == "#"
        held = pushed and (squares.get(beyond, " ") == "#" or beyond in boxes)
        if blocked or held or boxes <= goals:
            return None
        if pushed:
            boxes = boxes - {ahead} | {beyond}
        player = ahead
        played += move.upper() if pushed else move.lower()
    return played if boxes <= goals else None
