"""The encoding `occupied`: which squares have a box, where the player is, and the moves.

Boxes are not numbered, so exchanging two boxes does not give another model. A box is never on a
square from which it cannot be pushed to any goal. Walls and boxes never fill a 2x2 square unless
all its boxes are on goals. Literals that the rules and distances determine, such as the colour of
the player's square at each time, are constants.
"""

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.puzzles.sokoban.distances import alive, fewest, from_boxes, to_goals, walks
from lifesat.puzzles.sokoban.level import Level
from lifesat.puzzles.sokoban.rules import Rules, fresh_where, known, read_moves, rules_size


def occupied_size(level: Level, moves: int) -> Size:
    """Return a bound on the size of the formula with a layer for each move."""
    # At each time the player is on squares of one colour.
    one_colour = int(np.bincount(level.colours).max())
    return rules_size(level, moves, one_colour) + Size(clauses=1, literals=1)


class Occupied:
    """The game as layers of literals, one for each move; `grow` adds more.

    The game is over as soon as every box is on a goal. After that there are no moves, and the
    player is on no square. If the last time, `horizon`, is given, positions of boxes too far from
    the goals are left out.
    """

    def __init__(self, level: Level, formula: Formula, horizon: int | None = None) -> None:
        self.formula = formula
        # "The player moves up, down, left, right", shape ``(depth, 4)``.
        self.moves = self.formula.fresh(0, 4)
        self._level = level
        self._horizon = horizon
        self._rules = Rules(level)
        places = np.arange(len(level.squares))
        self._player = known(places == level.player)
        self._boxes = known(np.isin(places, level.boxes))
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
        times = np.arange(self.depth + 1, self.depth + layers + 1)
        moves = self.formula.fresh(layers, 4)
        players = fresh_where(self.formula, self._reached(times[:, None]))
        boxes = fresh_where(self.formula, self._occupied(times[:, None]))
        over = fresh_where(self.formula, times >= fewest(self._level))
        earlier = (
            np.concatenate([self._player[None], players[:-1]]),
            np.concatenate([self._boxes[None], boxes[:-1]]),
        )
        pushes = fresh_where(self.formula, self._rules.possible(*earlier, players, boxes))
        before = np.concatenate([self._over[-1:], over[:-1]])[:, None]
        inputs = [*earlier, moves, before, players, boxes, over[:, None], pushes]
        self.formula.add_template(self._rules.template, np.concatenate(inputs, axis=1))
        self.moves = np.concatenate([self.moves, moves])
        self._player, self._boxes = players[-1], boxes[-1]
        self._over = np.concatenate([self._over, over])

    def accept(self, model: list[int]) -> int:
        """Return the number of moves in a model."""
        return len(read_moves(self.moves, model))

    def lurd(self, model: list[int]) -> str:
        """Return the moves in a model, as letters of ``udlr``."""
        return read_moves(self.moves, model)

    def _reached(self, times: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return where the player can be at some times, shape ``(times, squares)``."""
        colours = self._level.colours
        same: NDArray[np.bool_] = (colours + times) % 2 == colours[self._level.player]
        return same & (walks(self._level) <= times)

    def _occupied(self, times: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return where boxes can be at some times, shape ``(times, squares)``."""
        can: NDArray[np.bool_] = alive(self._level) & (from_boxes(self._level) <= times)
        if self._horizon is not None:
            can &= to_goals(self._level).min(axis=1) <= self._horizon - times
        return can
