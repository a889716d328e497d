"""Patterns: the selection as RLE, and lifesat's output."""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple, Sequence

import golly as g

from lifesat_golly.running import RejectedError, UserError

NOT_UNDERSTOOD = "lifesat wrote output that these scripts cannot read; run: lifesat golly install"

LIFE = "B3/S23"
"""Life, as Golly names it."""

MOST_CELLS = 1_000_000
"""The largest box that is read from Golly's universe, in cells."""

_LARGE = 100 * 100  # cells, from which a search may take very long
_MOST_RUN = 1_000_000  # numbers in Golly's list of cells, times generations
_WITH_NOTES = ("History", "Super", "Investigator")


class Target(NamedTuple):
    """The cells in a box of the current layer, to search with."""

    box: list[int]
    # The cells as RLE, with their position and rule.
    text: str
    # The state of each cell that is not in state 0. Under a rule with states for notes, such as
    # LifeHistory, it is 1 if the cell is on and 0 if it is off.
    states: dict[tuple[int, int], int]

    @property
    def alive(self) -> bool:
        """Whether there is a live cell."""
        return any(self.states.values())

    @staticmethod
    def read(text: str) -> Target:
        """Return the target of an RLE text, under the current layer's rule."""
        board = Board.read(text)
        states = _without_notes(states_of(cells_of([board])))
        return Target([board.left, board.top, board.width, board.height], text, states)


def selection(*, grid: bool = True) -> Target:
    """Return the cells of the selection, or of the whole pattern if nothing is selected.

    The text names the bounded grid of the rule only if `grid` is true.
    """
    box = g.getselrect() or g.getrect()
    if not box:
        raise UserError("there is no pattern in this layer")
    return target_in(box, grid=grid)


def target_in(box: list[int], *, grid: bool = True) -> Target:
    """Return the cells in a box; see `selection`."""
    text, states = _read(box, grid=grid)
    rule = g.getrule().split(":")[0]
    if g.numstates() > 2 and rule.endswith(_WITH_NOTES):
        act = range(2, 256) if rule.endswith("Investigator") else (6,)
        for (x, y), state in states.items():
            if state in act:
                reason = "cell (%d, %d) has state %d, which is neither a live nor a dead cell of %s"
                raise UserError(reason % (x, y, state, two_state_rule()))
    return Target(box, text, _without_notes(states))


def _read(box: list[int], *, grid: bool) -> tuple[str, dict[tuple[int, int], int]]:
    """Return the cells in a box as RLE, and their states; reject a box that is too large."""
    left, top, width, height = box
    if width * height > MOST_CELLS:
        size = "%s x %s cells" % (format(width, ","), format(height, ","))
        limit = format(MOST_CELLS, ",")
        raise UserError("the pattern is too large: %s, and the limit is %s" % (size, limit))
    states = states_of(g.getcells(box))
    head = "#CXRLE Pos=%d,%d\nx = %d, y = %d" % (left, top, width, height)
    body = _rle(states, left, top, multistate=g.numstates() > 2)
    rule = g.getrule() if grid else g.getrule().split(":")[0]
    return head + ", rule = %s\n" % rule + body, states


def region(box: list[int]) -> str:
    """Return the cells in a box as RLE with position and rule; reject a box that is too large."""
    return _read(box, grid=True)[0]


def check_rule(*, generations: bool = False) -> None:
    """Reject a rule whose cells are more than live or dead, apart from states for notes.

    The dying cells of a Generations rule are accepted if `generations` is true.
    """
    rule = g.getrule().split(":")[0]
    if g.getalgo() == "Larger than Life":
        raise UserError("rule %s is a Larger than Life rule; this needs one on 3x3 cells" % rule)
    several = g.numstates() > 2 and not rule.endswith(_WITH_NOTES)
    if several and not (generations and g.getalgo() == "Generations"):
        reason = "rule %s has %d states; this needs a rule of two states"
        raise UserError(reason % (rule, g.numstates()))


def two_state_rule() -> str:
    """Return the layer's rule without its grid and without states for notes."""
    rule = g.getrule().split(":")[0]
    if g.numstates() > 2:
        rule = re.sub("(%s)$" % "|".join(_WITH_NOTES), "", rule)
    return LIFE if rule == "Life" else rule


def grid_kind() -> str:
    """Return the letter of the rule's bounded grid, such as T, or "" for the unbounded plane."""
    return g.getrule().partition(":")[2][:1]


def check_edges(box: list[int], reach: int) -> None:
    """Reject a bounded grid that ends less than `reach` cells from a box.

    Farther inside, everything happens as in the unbounded plane, which lifesat searches.
    """
    left, top, width, height = box
    if not _in_grid(left - reach, top - reach, width + 2 * reach, height + 2 * reach):
        reason = "the search needs %d cells around the pattern, and the grid of this rule ends"
        raise RejectedError((reason + " before") % reach)


def _in_grid(left: int, top: int, width: int, height: int) -> bool:
    """Return whether a box lies within the universe of the current layer."""
    sizes = g.getwidth(), g.getheight()
    return all(
        not size or -(size // 2) <= low <= size - size // 2 - extent
        for size, low, extent in zip(sizes, (left, top), (width, height))
    )


def states_of(cells: list[int]) -> dict[tuple[int, int], int]:
    """Return the state of each cell in Golly's list, which has states if its length is odd."""
    step = 3 if len(cells) % 2 else 2
    end = len(cells) - len(cells) % step
    states = cells[2:end:3] if step == 3 else [1] * (end // 2)
    return dict(zip(zip(cells[0:end:step], cells[1:end:step]), states))


def _without_notes(states: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Return on and off for cells under a rule whose further states are notes, else the states."""
    if g.numstates() > 2 and g.getrule().split(":")[0].endswith(_WITH_NOTES):
        return {cell: state % 2 for cell, state in states.items()}
    return states


class Verification(NamedTuple):
    """What a parent has to become when Golly runs it under the current layer's rule."""

    target: Target
    # The number of generations after which the target is there.
    generations: int
    # Whether cells outside the target's box do not count.
    free: bool = False
    # Whether only those of the target's cells count that are not in state 0.
    unknown: bool = False

    def holds(self, boards: Sequence[Board], moves: Sequence[tuple[int, int]]) -> bool:
        """Return whether parents that stand side by side become their targets.

        `moves` says how far each is from the place where it becomes the target itself. If running
        the parents would take long, they are assumed to do so.
        """
        cells = cells_of(boards)
        if len(cells) * self.generations > _MOST_RUN:
            return True
        after = _without_notes(states_of(g.evolve(cells, self.generations)))
        after = {cell: state for cell, state in after.items() if state}
        for dx, dy in moves:
            for (x, y), state in self.target.states.items():
                if after.pop((x + dx, y + dy), 0) != state:
                    return False
        left, top, width, height = self.target.box
        for x, y in after:
            inside = any(
                0 <= x - dx - left < width and 0 <= y - dy - top < height for dx, dy in moves
            )
            if not (self.unknown if inside else self.free):
                return False
        return True


def expectation(box: list[int]) -> list[str]:
    """Return lines about how long a search may take, if a target's box is large."""
    width, height = box[2:]
    if width * height < _LARGE:
        return []
    size = "The pattern has %d x %d cells: drawings of this size take seconds to minutes,"
    return [size % (width, height), "random soups perhaps hours. Escape stops.", ""]


def _rle(states: dict[tuple[int, int], int], left: int, top: int, *, multistate: bool) -> str:
    """Return cells as the body of RLE."""
    found = sorted((y, x, state) for (x, y), state in states.items())
    text, row = [], top
    for y, living in groupby(found, key=lambda cell: cell[0]):
        text.append(_run(y - row, "$"))
        row, column = y, left
        for x, state in [(x, state) for _, x, state in living]:
            text.append(_run(x - column, "." if multistate else "b"))
            text.append(_letters(state) if multistate else "o")
            column = x + 1
        text.append("\n")
    return "".join(text) + "!\n"


def _run(length: int, letter: str) -> str:
    return "%d%s" % (length, letter) if length else ""


def _letters(state: int) -> str:
    high, low = divmod(state - 1, 24)
    return (chr(ord("p") + high - 1) if high else "") + chr(ord("A") + low)


class Board(NamedTuple):
    """A pattern that lifesat wrote, with its position."""

    left: int
    top: int
    width: int
    height: int
    rule: str
    body: str

    @property
    def alive(self) -> bool:
        """Whether there is a live cell."""
        return bool(re.search("[oA-Xp-y]", self.body))

    @staticmethod
    def read(text: str) -> Board:
        """Read the RLE of an event."""
        place = re.search(r"^#CXRLE.*Pos=(-?[0-9]{1,18}),(-?[0-9]{1,18})", text, re.MULTILINE)
        size = r"^x = ([0-9]{1,18}), y = ([0-9]{1,18})"
        head = re.search(size + ", rule = (.*)\n", text, re.MULTILINE)
        if not head:
            raise UserError(NOT_UNDERSTOOD)
        left, top = map(int, place.groups()) if place else (0, 0)
        width, height, rule = int(head[1]), int(head[2]), head[3].strip()
        return Board(left, top, width, height, rule, text[head.end() :])


def put(boards: Sequence[Board]) -> None:
    """Put patterns into the current layer; put none if a cell lies outside its universe."""
    g.putcells(cells_of(boards))


def cells_of(boards: Sequence[Board]) -> list[int]:
    """Return patterns as Golly's list of cells; reject cells outside the layer's universe."""
    lists = []
    for board in boards:
        cells = g.parse(board.body, board.left, board.top)
        # Only live cells count: a margin may reach beyond a grid.
        if not _in_grid(*board[:4]) and not all(_in_grid(x, y, 1, 1) for x, y in states_of(cells)):
            raise UserError("the pattern reaches beyond the bounded grid of its rule")
        lists.append(cells)
    return _joined(lists)


def _joined(lists: Sequence[list[int]]) -> list[int]:
    """Join Golly's lists of cells; a list of an odd length has the states of its cells too."""
    cells: list[int] = []
    if not any(len(each) % 2 for each in lists):
        for each in lists:
            cells += each
        return cells
    for each in lists:
        if len(each) % 2:
            cells += each[: len(each) - len(each) % 3]
        else:
            for x, y in zip(each[::2], each[1::2]):
                cells += [x, y, 1]
    return cells if len(cells) % 2 else [*cells, 0]
