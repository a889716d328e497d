"""The encoding `kumari_sagar`: a literal for each box, or the player, on each square.

It comes from a course report by T. Kumari and S. Sagar, with two additions. Literals for the moves
distinguish solutions. The player waits if and only if all boxes are on goals, so that each solution
occurs once. The report also has squares for walls, which are always empty.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np

from lifesat.cnf.formula import Formula, Size, Template
from lifesat.puzzles.sokoban.level import Level
from lifesat.puzzles.sokoban.rules import TEMPLATE_BYTES, known, read_moves

_Clauses = Iterator[list[int]]

# Memory for each box or player on each square, for each layer, while layers are generated.
_THING_BYTES = 50


def kumari_sagar_size(level: Level, moves: int) -> Size:
    """Return a bound on the size of the formula with a layer for each move."""
    squares, boxes = len(level.squares), len(level.boxes)
    things = boxes + 1
    standing = Size(
        things * squares,
        things * (1 + comb(squares, 2)) + comb(things, 2) * squares,
        things * squares**2 + things * boxes * squares,
    )
    walking = Size(4, 11 + 11 * squares, 25 + 36 * squares)
    pushing = Size(0, 9 * boxes * squares, 38 * boxes * squares)
    ending = Size(1, boxes + 1, 1 + boxes * (squares + 1 + boxes))
    layer = standing + walking + pushing + ending
    arrays = TEMPLATE_BYTES * layer.clauses + _THING_BYTES * moves * things * squares
    return layer * moves + Size(clauses=1, literals=1, arrays=arrays)


class KumariSagar:
    """The game as layers of literals, one for each move; `grow` adds more."""

    def __init__(self, level: Level, formula: Formula) -> None:
        self.formula = formula
        # "The player moves up, down, left, right", shape ``(depth, 4)``.
        self.moves = self.formula.fresh(0, 4)
        self._squares = len(level.squares)
        self._template = _template(level)
        # The player's square, then the squares of the boxes.
        stand = np.concatenate([[level.player], level.boxes])
        self._last = known(np.arange(self._squares) == stand[:, None])
        self._over = known(np.array([level.solved]))

    @property
    def depth(self) -> int:
        """The number of layers, one for each move."""
        return len(self.moves)

    def goal(self, depth: int) -> int:
        """Return the literal "every box is on a goal after `depth` moves"."""
        return int(self._over[depth])

    def grow(self, layers: int) -> None:
        """Add layers, one move each; the literals of the moves are the next variables."""
        moves = self.formula.fresh(layers, 4)
        things = len(self._last)
        after = self.formula.fresh(layers, things, self._squares)
        over = self.formula.fresh(layers)
        before = np.concatenate([self._last[None], after[:-1]])
        over_before = np.concatenate([self._over[-1:], over[:-1]])
        inputs = [
            before.reshape(layers, -1),
            moves,
            over_before[:, None],
            after.reshape(layers, -1),
            over[:, None],
        ]
        self.formula.add_template(self._template, np.concatenate(inputs, axis=1))
        self.moves = np.concatenate([self.moves, moves])
        self._last = after[-1]
        self._over = np.concatenate([self._over, over])

    def accept(self, model: list[int]) -> int:
        """Return the number of moves in a model."""
        return len(self.lurd(model))

    def lurd(self, model: list[int]) -> str:
        """Return the moves in a model, as letters of ``udlr``."""
        return read_moves(self.moves, model)


def _template(level: Level) -> Template:
    """Return the clauses from one time to the next.

    The inputs are the squares of the player and of each box, the moves, and whether the game is
    over; then the same without moves for the next time.
    """
    squares, boxes = len(level.squares), len(level.boxes)
    stood = 1 + np.arange((boxes + 1) * squares).reshape(boxes + 1, squares)
    moves = stood.size + 1 + np.arange(4)
    over = stood.size + 5
    stands = stood + over
    ended = 2 * stood.size + 6
    return Template(
        [
            *_one_place(stands.tolist()),
            *_walking(level, stood[0].tolist(), stands[0].tolist(), moves.tolist(), over),
            *_boxes(level, stood.tolist(), stands.tolist()),
            *_goals(level, stands[1:].tolist(), ended),
        ]
    )


def _one_place(stands: list[list[int]]) -> _Clauses:
    """Yield clauses: each box, and the player, is on one square, and no two on the same."""
    for squares in stands:
        yield squares
        yield from ([-one, -other] for one, other in combinations(squares, 2))
    for one, other in combinations(stands, 2):
        yield from ([-a, -b] for a, b in zip(one, other, strict=True))


def _walking(
    level: Level, stood: list[int], stands: list[int], moves: list[int], over: int
) -> _Clauses:
    """Yield clauses: the player moves to a neighbouring square, or waits after the end."""
    acts = [*moves, over]
    yield acts
    yield from ([-one, -other] for one, other in combinations(acts, 2))
    for here, (square, beside) in zip(stood, enumerate(level.beside), strict=True):
        yield [-here, stands[square], *(stands[other] for other in beside if other >= 0)]
        yield [-here, -stands[square], over]
        yield [-here, -over, stands[square]]
        for move, other in zip(moves, beside, strict=True):
            if other < 0:
                yield [-here, -move]
                continue
            yield [-here, -stands[other], move]
            yield [-here, -move, stands[other]]


def _boxes(level: Level, stood: list[list[int]], stands: list[list[int]]) -> _Clauses:
    """Yield clauses: a box stays unless the player pushes it."""
    neighbours = level.beside
    for was, now in zip(stood[1:], stands[1:], strict=True):
        for square, beside in enumerate(neighbours):
            near = [stood[0][other] for other in beside if other >= 0]
            yield [-was[square], *near, now[square]]
            for way, other in enumerate(beside):
                if other < 0:
                    continue
                beyond = neighbours[other][way]
                behind, box, stays = stood[0][square], was[other], now[other]
                yield [-behind, -box, stays, *([now[beyond]] if beyond >= 0 else [])]
                yield [-behind, -box, stays, stands[0][other]]


def _goals(level: Level, stands: list[list[int]], ended: int) -> _Clauses:
    """Yield clauses: the game is over when every box is on a goal."""
    goals = set(level.goals.tolist())
    away = [square for square in range(len(level.squares)) if square not in goals]
    for squares in stands:
        yield [-ended, *(squares[goal] for goal in sorted(goals))]
    yield [ended, *(squares[square] for squares in stands for square in away)]
