"""The game played by its rules on the text of a level: the independent check of every solution."""

from collections.abc import Iterable, Sequence

_WAYS = {"u": (0, -1), "d": (0, 1), "l": (-1, 0), "r": (1, 0)}


def play(rows: Sequence[str], moves: Iterable[str]) -> str | None:
    """Play some moves and say how they are written.

    Parameters
    ----------
    rows
        Lines of the letters of XSB.
    moves
        Letters of ``udlr``, of either case.

    Returns
    -------
    str or None
        The moves, pushes in upper case, as is usual (LURD); None if one cannot be made, if a box is
        on no goal after the last, or if all were on goals before.
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
