"""The encoding by pushes: one layer for each push; walks in between are checked separately.

A model says where the player stands before each push. The clauses do not say that the player can
walk there, because they would need a layer for each step. If the player cannot, some boxes separate
the two squares. Clauses about these boxes, added for every layer, exclude the model and many
others.
"""

from collections import deque
from collections.abc import Collection
from math import comb

import numpy as np

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import Literals
from lifesat.puzzles.sokoban.distances import FAR, alive, fewest, from_boxes
from lifesat.puzzles.sokoban.level import BACK, Level
from lifesat.puzzles.sokoban.rules import WAYS, Rules, fresh_where, known, read_moves, rules_size


def region(level: Level, square: int, boxes: Collection[int]) -> set[int]:
    """Return the squares that the player can walk to from a square; boxes block the way."""
    neighbours = level.beside
    inside = {square}
    frontier = [square]
    while frontier:
        for beside in neighbours[frontier.pop()]:
            if beside >= 0 and beside not in inside and beside not in boxes:
                inside.add(beside)
                frontier.append(beside)
    return inside


def walk(level: Level, origin: int, end: int, boxes: Collection[int]) -> str:
    """Return a shortest walk between two squares, which must exist, as letters of ``udlr``."""
    neighbours = level.beside
    walks = {origin: ""}
    frontier = deque([origin])
    while frontier:
        square = frontier.popleft()
        if square == end:
            return walks[square]
        for way, beside in zip(WAYS, neighbours[square], strict=True):
            if beside >= 0 and beside not in walks and beside not in boxes:
                walks[beside] = walks[square] + way
                frontier.append(beside)
    raise ValueError("there is no path between these squares")


_Cut = tuple[frozenset[int], frozenset[int]]


def pushes_size(level: Level, pushes: int) -> Size:
    """Return a bound on the size of the formula with a layer for each push, without cuts."""
    squares = len(level.squares)
    rows, columns = (int(places.max()) + 1 for places in np.array(level.squares).T)
    pairs = comb(rows, 2) + comb(columns, 2)
    one_start = Size(rows + columns, 2 * squares + pairs, 4 * squares + 2 * pairs)
    pushed = Size(0, 1 + squares, 4 * squares + 1 + 2 * squares)
    return rules_size(level, pushes, squares) + (one_start + pushed) * pushes


class Pushes:
    """The game as layers of literals, one for each push; `grow` adds more.

    The game is over as soon as every box is on a goal; after that nothing is pushed. The formula
    has the rules of all layers so far, and the cuts that were needed.
    """

    def __init__(self, level: Level, formula: Formula) -> None:
        self.formula = formula
        self._level = level
        self._rules = Rules(level)
        count = len(level.squares)
        places = np.arange(count)
        # Where the player is after each push and before each push, and where boxes are.
        self._arrivals = known(places == level.player)[None]
        self._starts = self.formula.fresh(0, count)
        self._boxes = known(np.isin(places, level.boxes))[None]
        self._moves = self.formula.fresh(0, 4)
        self._over = known(np.array([level.solved]))
        self._cuts: list[_Cut] = []

    @property
    def depth(self) -> int:
        """The number of layers, one for each push."""
        return len(self._moves)

    @property
    def stride(self) -> int:
        """A divisor of the differences between possible numbers of pushes.

        Every push changes the colour of a box's square, as on a chessboard. With spare goals of
        both colours, the colours of the boxes at the end are not known.
        """
        colours = np.unique(self._level.colours[self._level.goals])
        return 1 if self._level.spare_goals and len(colours) > 1 else 2

    def goal(self, depth: int) -> int:
        """Return the literal "every box is on a goal after `depth` pushes"."""
        return int(self._over[depth])

    def grow(self, layers: int) -> None:
        """Add layers, one push each."""
        formula, rules, first = self.formula, self._rules, self.depth
        times = np.arange(first + 1, first + layers + 1)
        can = alive(self._level) & (from_boxes(self._level) <= times[:, None])
        boxes = fresh_where(formula, can)
        self._boxes = np.concatenate([self._boxes, boxes])
        behind = np.zeros(len(self._level.squares), dtype=bool)
        behind[self._level.neighbours[rules.squares, np.array(BACK)[rules.ways]]] = True
        starts = fresh_where(formula, np.tile(behind, (layers, 1)))
        self._starts = np.concatenate([self._starts, starts])
        arrivals = fresh_where(formula, np.tile(alive(self._level), (layers, 1)))
        self._arrivals = np.concatenate([self._arrivals, arrivals])
        self._moves = np.concatenate([self._moves, formula.fresh(layers, 4)])
        over = fresh_where(formula, times >= fewest(self._level))
        self._over = np.concatenate([self._over, over])
        earlier = self._boxes[first:-1]
        pushes = fresh_where(formula, rules.possible(starts, earlier, arrivals, boxes))
        before = self._over[first:-1, None]
        inputs = [starts, earlier, self._moves[first:], before, arrivals, boxes, over[:, None]]
        formula.add_template(rules.template, np.concatenate([*inputs, pushes], axis=1))
        formula.add(np.concatenate([pushes, before], axis=1))
        formula.add(np.stack([-starts, -earlier], axis=2).reshape(-1, 2))
        self._one_start(starts)
        for cut in self._cuts:
            self._add_cut(cut, first)

    def accept(self, model: list[int]) -> int | None:
        """Return the number of pushes in a model, or None if the player cannot walk between them.

        In that case clauses that exclude the model are added to the formula.
        """
        boxes = set(self._level.boxes.tolist())
        player = self._level.player
        cuts: set[_Cut] = set()
        pushes = self._pushes(model)
        for start, way in pushes:
            if start not in region(self._level, player, boxes):
                cuts.add(self._cut(player, start, boxes))
            player = self._level.beside[start][way]
            boxes = boxes - {player} | {self._level.beside[player][way]}
        for cut in sorted(cuts, key=lambda cut: (len(cut[0]), sorted(cut[0]), sorted(cut[1]))):
            self._cuts.append(cut)
            self._add_cut(cut, 0)
        return None if cuts else len(pushes)

    def lurd(self, model: list[int]) -> str:
        """Return the moves of an accepted model, with shortest walks between the pushes."""
        boxes = set(self._level.boxes.tolist())
        player = self._level.player
        moves = ""
        for start, way in self._pushes(model):
            moves += walk(self._level, player, start, boxes) + WAYS[way]
            player = self._level.beside[start][way]
            boxes = boxes - {player} | {self._level.beside[player][way]}
        return moves

    def _pushes(self, model: list[int]) -> list[tuple[int, int]]:
        """Return the square of the player and the direction of each push of a model."""
        ways = read_moves(self._moves, model)
        true = np.array([0, *model])
        variables = np.where(self._starts > 0, self._starts, 0)
        starts = np.nonzero(true[variables] > 0)
        return [(int(s), WAYS.index(w)) for s, w in zip(starts[1][: len(ways)], ways, strict=True)]

    def _one_start(self, starts: Literals) -> None:
        """Add clauses: the player stands on at most one square, in one row and one column."""
        for places in np.array(self._level.squares, dtype=np.intp).T:
            lines = self.formula.fresh(len(starts), int(places.max()) + 1)
            self.formula.add(np.stack([-starts, lines[:, places]], axis=2).reshape(-1, 2))
            first, second = np.triu_indices(lines.shape[1], 1)
            pairs = np.stack([-lines[:, first], -lines[:, second]], axis=2)
            self.formula.add(pairs.reshape(-1, 2))

    def _cut(self, player: int, start: int, boxes: set[int]) -> _Cut:
        """Return one side of a minimal set of boxes that separates two squares, and these boxes."""
        level = self._level
        wall = boxes & _around(level, region(level, start, boxes))
        wall &= _around(level, region(level, player, wall))
        here, there = (region(level, square, wall) for square in (player, start))
        return frozenset(here if len(here) < len(there) else there), frozenset(wall)

    def _add_cut(self, cut: _Cut, first: int) -> None:
        """Add clauses, from layer `first` on, that boxes keep the player on one side."""
        side, wall = (np.array(sorted(part), dtype=np.intp) for part in cut)
        arrivals, starts = (
            self._arrivals[first : self.depth][:, side],
            self._starts[first:][:, side],
        )
        held = -self._boxes[first : self.depth, wall]
        over = self._over[first : self.depth, None]
        for square in range(len(side)):
            here, there = arrivals[:, square, None], starts[:, square, None]
            self.formula.add(np.concatenate([-here, held, over, starts], axis=1))
            self.formula.add(np.concatenate([-there, held, arrivals], axis=1))


def _around(level: Level, squares: set[int]) -> set[int]:
    """Return the squares next to some squares."""
    return set(level.neighbours[sorted(squares)].ravel().tolist()) - {-1}


# A search of this many squares takes half a second.
_MOST_SQUARES = 1 << 20


def hopeless(level: Level) -> bool:
    """Return whether the boxes cannot reach different goals even if none blocks another."""
    return fewest(level) >= FAR


def exhausted(level: Level) -> bool:
    """Return whether a search of all reachable positions proves that there is no solution.

    False if there is a solution, or if the positions are too many to search.
    """
    living = alive(level).tolist()
    goals = frozenset(level.goals.tolist())
    begin = frozenset(level.boxes.tolist())
    seen: set[tuple[int, frozenset[int]]] = set()
    frontier = [(level.player, begin)]
    effort = 0
    while frontier:
        player, boxes = frontier.pop()
        if boxes <= goals:
            return False
        around = region(level, player, boxes)
        position = min(around), boxes
        if position in seen:
            continue
        seen.add(position)
        effort += len(around)
        if effort > _MOST_SQUARES:
            return False
        frontier += _pushed(level, around, boxes, living)
    return True


def _pushed(
    level: Level, around: set[int], boxes: frozenset[int], living: list[bool]
) -> list[tuple[int, frozenset[int]]]:
    """Return the positions after one push: the square of the player, and the boxes."""
    after = []
    for box in boxes:
        beside = level.beside[box]
        for way, ahead in enumerate(beside):
            free = ahead >= 0 and living[ahead] and ahead not in boxes
            if free and beside[BACK[way]] in around:
                after.append((box, boxes - {box} | {ahead}))
    return after
