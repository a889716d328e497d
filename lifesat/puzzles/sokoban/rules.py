"""Literals that the encodings share, and the rules from one layer to the next."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size, Template
from lifesat.cnf.spacetime import FALSE, TRUE, Literals
from lifesat.puzzles.sokoban.distances import alive
from lifesat.puzzles.sokoban.level import BACK, Level

WAYS = "udlr"


def known(true: NDArray[np.bool_]) -> Literals:
    """Return `TRUE` where an array is true, and `FALSE` elsewhere."""
    return np.where(true, TRUE, FALSE).astype(np.int32)


def fresh_where(formula: Formula, unknown: NDArray[np.bool_]) -> Literals:
    """Return new variables where something is unknown, and `FALSE` elsewhere."""
    literals = np.full(unknown.shape, FALSE, dtype=np.int32)
    literals[unknown] = formula.fresh(int(unknown.sum()))
    return literals


def read_moves(moves: Literals, model: list[int]) -> str:
    """Return a model's moves as letters of ``udlr``; `moves` has shape ``(times, 4)``."""
    true = np.array(model)[moves - 1] > 0
    return "".join(WAYS[way] for way in np.nonzero(true)[1].tolist())


_Clauses = Iterator[list[int]]


# Memory for each clause while a template is generated, and for each square in each step.
TEMPLATE_BYTES = 300
_STEP_BYTES = 1200


def rules_size(level: Level, steps: int, standing: int) -> Size:
    """Return a bound on the size of the clauses of some steps, without computing distances.

    `standing` is the most squares on which the player may be at one time.
    """
    squares = len(level.squares)
    ends = squares - len(level.goals) if level.spare_goals else len(level.goals)
    moving = Size(standing, 11 + 9 * standing, 25 + 26 * standing)
    pushing = Size(4 * standing, 29 * standing, 66 * standing)
    staying = Size(squares, 3 * squares, 15 * squares)
    ending = Size(5, 2 + ends, 3 + 3 * ends)
    # A connected floor has at most this many corners; each square has four.
    stuck = Size(0, 2 * squares + 2, 4 * squares)
    made = Size(arrays=_STEP_BYTES * squares)
    template = Size(arrays=TEMPLATE_BYTES * 50 * squares)
    return (moving + pushing + staying + ending + stuck + made) * steps + template


class Rules:
    """The clauses between two layers, over numbered inputs.

    The inputs are, in this order: the player and the boxes, with a literal for each square; the
    moves up, down, left and right; whether the game is over; the player and the boxes after the
    move; whether the game is over then; the pushes.
    """

    def __init__(self, level: Level) -> None:
        self._beside = level.beside
        self._goals = level.goals.tolist()
        living = alive(level)
        pushes = [
            (square, way)
            for square in np.flatnonzero(living).tolist()
            for way in range(4)
            if self._beside[square][BACK[way]] >= 0
            and (ahead := self._beside[square][way]) >= 0
            and living[ahead]
        ]
        # The square of the box and the direction of each push, shape ``(pushes,)``.
        self.squares, self.ways = np.array(pushes, dtype=np.intp).reshape(-1, 2).T
        self._behind = level.neighbours[self.squares, np.array(BACK)[self.ways]]
        self._ahead = level.neighbours[self.squares, self.ways]
        count = len(living)
        places = np.cumsum([1, count, count, 4, 1, count, count, 1]).tolist()
        self._player, self._box, self._move, self._over = places[:4]
        self._player_after, self._box_after, self._over_after, self._push = places[4:]
        self._number = {push: self._push + k for k, push in enumerate(pushes)}
        self.template = Template(
            [
                *self._moving(),
                *self._pushing(),
                *self._staying(),
                *self._ending(level),
                *self._stuck(level),
            ]
        )

    def possible(
        self, players: Literals, boxes: Literals, players_after: Literals, boxes_after: Literals
    ) -> NDArray[np.bool_]:
        """Return which pushes the literals known to be false allow, shape ``(steps, pushes)``.

        The inputs have shape ``(steps, squares)``.
        """
        can: NDArray[np.bool_] = players[:, self._behind] != FALSE
        can &= players_after[:, self.squares] != FALSE
        can &= boxes[:, self.squares] != FALSE
        can &= boxes_after[:, self._ahead] != FALSE
        return can

    def _moving(self) -> _Clauses:
        """Yield clauses: there is one move, unless the game is over, and it moves the player."""
        acts = [self._over, *range(self._move, self._move + 4)]
        yield acts
        for k, act in enumerate(acts):
            for other in acts[:k]:
                yield [-act, -other]
        for square, beside in enumerate(self._beside):
            here, there = self._player + square, self._player_after + square
            yield [-self._over, -there]
            for way in range(4):
                move = self._move + way
                ahead, behind = beside[way], beside[BACK[way]]
                yield [-here, -move, *([self._player_after + ahead] if ahead >= 0 else [])]
                yield [-there, -move, *([self._player + behind] if behind >= 0 else [])]

    def _pushing(self) -> _Clauses:
        """Yield clauses: a box in the way is pushed, which needs a free square behind it."""
        for square, beside in enumerate(self._beside):
            box, there = self._box + square, self._player_after + square
            yield [-there, -(self._box_after + square)]
            for way in range(4):
                push = self._number.get((square, way))
                move = self._move + way
                if push is None:
                    yield [-there, -move, -box]
                    continue
                yield [-there, -move, -box, push]
                behind = self._player + beside[BACK[way]]
                yield from ([-push, each] for each in (there, move, box, behind))
                yield [-push, self._box_after + beside[way]]
                yield [-push, -(self._box + beside[way])]

    def _staying(self) -> _Clauses:
        """Yield clauses: a box stays unless it is pushed."""
        number = self._number
        for square, beside in enumerate(self._beside):
            before, after = self._box + square, self._box_after + square
            away = [number[square, way] for way in range(4) if (square, way) in number]
            origins = [(beside[BACK[way]], way) for way in range(4)]
            yield [-before, after, self._player_after + square]
            yield [-before, after, *away]
            yield [before, -after, *(number[push] for push in origins if push in number)]

    def _ending(self, level: Level) -> _Clauses:
        """Yield clauses: the game is over when every box is on a goal."""
        if level.spare_goals:
            away = set(np.flatnonzero(alive(level)).tolist()) - set(self._goals)
            ended = [-(self._box_after + square) for square in sorted(away)]
        else:
            # Every goal has a box, which takes fewer literals.
            ended = [self._box_after + goal for goal in self._goals]
        yield [-self._over, self._over_after]
        yield [self._over_after, *(-literal for literal in ended)]
        yield from ([-self._over_after, literal] for literal in ended)

    def _stuck(self, level: Level) -> _Clauses:
        """Yield clauses: walls and boxes do not fill a 2x2 square, where no box can be pushed."""
        number = {square: k for k, square in enumerate(level.squares)}
        corners = {(y - up, x - left) for y, x in number for up in (0, 1) for left in (0, 1)}
        for y, x in sorted(corners):
            four = [number.get((y + down, x + right)) for down in (0, 1) for right in (0, 1)]
            floor = [square for square in four if square is not None]
            if set(floor) - set(self._goals):
                yield [-(self._box_after + square) for square in floor]
