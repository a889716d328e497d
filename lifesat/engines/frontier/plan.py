"""The plan of a sweep: for each cell, the checks that it completes and the cells to forget.

The sweep visits the unknown cells of the first generation one by one. A cell of the second
generation constrains the unknowns in its 3x3 block; it is checked when the last of them is visited,
and an unknown is forgotten when no later check depends on it. The plan is derived from the
literals of space-time, so dead surroundings, unknown successors, given cells, a torus and cells
identified by a symmetry need no special cases.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import TRUE, Literals, SpaceTime, is_variable
from lifesat.errors import StoppedError
from lifesat.life.rule import Rule

# The values of constant cells in a check's shape. Others are the number of an unknown, twice, and 1
# more if the cell is its negation.
_DEAD, _LIVE = -1, -2


class Check(NamedTuple):
    """The constraint of one cell of the second generation on unknowns of the first."""

    # The variables, without repetitions.
    unknowns: tuple[int, ...]
    # Which combinations of their states are allowed, shape ``(2,) * len(unknowns)``.
    allowed: NDArray[np.bool_]


class Step(NamedTuple):
    """The visit of one unknown."""

    # The variable that is visited, and the number of its cells in the first generation.
    unknown: int
    cells: int
    # The checks that the visit completes.
    checks: tuple[Check, ...]
    # The variables that no later check depends on, in the order of their visits.
    forgotten: tuple[int, ...]

    @property
    def is_free(self) -> bool:
        """Whether no check depends on the unknown."""
        return not self.checks and self.unknown in self.forgotten


Images = Mapping[int, int]
"""For each unknown, another one that takes its place."""


@dataclass(frozen=True)
class Plan:
    """The steps of a sweep."""

    steps: tuple[Step, ...]
    # The number of known live cells of the first generation.
    given: int
    # False if the known cells alone contradict the second generation.
    possible: bool
    # The variables and constants in the order of their visits, without signs: shape
    # ``(lines, cells, generations + 1)``.
    lines: Literals = field(compare=False)
    # Whether edges are joined.
    joined: bool

    @cached_property
    def forgotten_after(self) -> Mapping[int, int]:
        """For each unknown, the index of the step that forgets it."""
        return {unknown: at for at, step in enumerate(self.steps) for unknown in step.forgotten}

    @cached_property
    def line_ends(self) -> tuple[int, ...]:
        """The numbers of steps after which whole lines have been visited."""
        seen: set[int] = set()
        ends = []
        for line in self.lines:
            seen.update(line[is_variable(line)].tolist())
            ends.append(len(seen))
        return tuple(ends)

    @cached_property
    def held_to_the_end(self) -> int:
        """The number of steps after which the frontier is held up to the last line.

        These are the first two lines of a torus. It is the number of all steps if there is no such
        frontier in the first half of them.
        """
        if not self.joined:
            return len(self.steps)
        last_line = max((end for end in self.line_ends if end < len(self.steps)), default=0)
        found = len(self.steps)
        for end in self.line_ends:
            held = [step.unknown for step in self.steps[:end]]
            left = [at for at in map(self.forgotten_after.__getitem__, held) if at >= end]
            if left and 2 * end <= len(self.steps) and min(left) >= last_line:
                found = end
        return found

    @cached_property
    def reflection(self) -> "Images | None":
        """What takes the place of each unknown when the lines are visited in the other order.

        None says that the checks are not the same then.
        """
        return self._images(self.lines[::-1])

    @cached_property
    def symmetries(self) -> "tuple[Images, ...]":
        """The other ways in which unknowns may take the places of others in the same lines.

        They form a group, without its identity: the cells of all lines in the other order or, on a
        torus, shifted, and the generations of an oscillator shifted. The checks stay the same.
        """
        generations, cells = self.lines.shape[2] - 1, self.lines.shape[1]
        moved = [
            np.roll(self.lines[:, ::turn, :-1], (shift, later), axis=(1, 2))
            for shift in range(cells if self.joined else 1)
            for later in range(generations)
            for turn in (1, -1)
        ]
        images = [images for lines in moved if (images := self._images(lines))]
        # Some may be the same, and the first is the identity.
        named = {tuple(sorted(each.items())): each for each in images}
        return tuple(each for pairs, each in named.items() if any(a != b for a, b in pairs))

    def _images(self, moved: Literals) -> "Images | None":
        """Return what takes the place of each unknown when lines are moved; None if checks change.

        The last generation may be left out.
        """
        pairs = np.stack([self.lines[..., : moved.shape[2]], moved]).reshape(2, -1)
        unknown = is_variable(pairs)
        if (unknown[0] != unknown[1]).any():
            return None
        named = pairs[:, unknown[0]].T.tolist()
        images = dict(named)
        if len(set(images.values())) < len(images) or any(
            images[one] != other for one, other in named
        ):
            return None
        if images.keys() != {step.unknown for step in self.steps}:
            return None
        moves = (
            _canonical(check, [images[each] for each in check.unknowns])
            for step in self.steps
            for check in step.checks
        )
        return images if all(check in self._checks for check in moves) else None

    @cached_property
    def _checks(self) -> "set[tuple[tuple[int, ...], bytes]]":
        return {_canonical(check, check.unknowns) for step in self.steps for check in step.checks}

    @cached_property
    def held(self) -> tuple[int, ...]:
        """The number of unknowns in the frontier before each step, and after the last."""
        changes = (1 - len(step.forgotten) for step in self.steps)
        return tuple(accumulate(changes, initial=0))

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """For each step, the largest frontier from there on, in unknowns."""
        during = [1 + held for held in self.held[:-1]]
        return tuple(accumulate(reversed(during), max))[::-1]


def make_plan(
    spacetime: SpaceTime,
    first: Literals,
    rule: Rule,
    stop: Callable[[], bool] = lambda: False,
) -> Plan:
    """Return the plan of a sweep along the shorter lines of a window.

    `first` is the window of the first generation, whose live cells may be counted if its variables
    are positive. The rule must have a table. Cells are visited line by line, and each in all
    generations. Raises StoppedError if `stop`, called for every row, returns true.
    """
    cells = np.abs(np.moveaxis(spacetime.literals, 0, -1))
    lines = cells.swapaxes(0, 1) if first.shape[1] > first.shape[0] else cells
    order = list(dict.fromkeys(lines[is_variable(lines)].tolist()))
    visit = {unknown: k for k, unknown in enumerate(order)}
    checks: list[list[Check]] = [[] for _ in order]
    last = list(range(len(order)))
    possible = True
    for check in _checks(spacetime, rule, stop):
        if not check.unknowns:
            possible &= bool(check.allowed)
            continue
        visits = [visit[unknown] for unknown in check.unknowns]
        checks[max(visits)].append(check)
        for k in visits:
            last[k] = max(last[k], *visits)
    forgotten: list[list[int]] = [[] for _ in order]
    for k, unknown in enumerate(order):
        forgotten[last[k]].append(unknown)
    number = np.bincount(np.abs(first[is_variable(first)]), minlength=max(order, default=0) + 1)
    steps = [
        Step(unknown, int(number[unknown]), tuple(checks[k]), tuple(forgotten[k]))
        for k, unknown in enumerate(order)
    ]
    given = int((first == TRUE).sum())
    return Plan(tuple(steps), given, possible, lines, spacetime.joined)


def _canonical(check: Check, unknowns: Sequence[int]) -> tuple[tuple[int, ...], bytes]:
    """Return what identifies a check, whatever the order of its unknowns, given other names."""
    order = sorted(range(len(unknowns)), key=unknowns.__getitem__)
    return tuple(unknowns[k] for k in order), check.allowed.transpose(order).tobytes()


def _checks(spacetime: SpaceTime, rule: Rule, stop: Callable[[], bool]) -> Iterator[Check]:
    """Yield the checks of all constrained cells of later generations."""
    for t in range(spacetime.generations):
        rows = spacetime.neighbourhoods(t), spacetime.literals[t + 1], spacetime.binds(t + 1)
        for around, after, bound in zip(*rows, strict=True):
            if stop():
                raise StoppedError
            for ten in np.column_stack([around, after])[bound].tolist():
                unknowns = tuple(dict.fromkeys(abs(cell) for cell in ten if abs(cell) < TRUE))
                number = {-TRUE: _DEAD, TRUE: _LIVE}
                for k, unknown in enumerate(unknowns):
                    number |= {unknown: 2 * k, -unknown: 2 * k + 1}
                yield Check(unknowns, _allowed(tuple(number[cell] for cell in ten), rule))


@lru_cache(maxsize=4096)
def _allowed(shape: tuple[int, ...], rule: Rule) -> NDArray[np.bool_]:
    """Return which states of the unknowns agree with a rule, as in `Check.allowed`.

    `shape` has the nine cells of a block, row by row, and the successor of its centre: for each its
    unknown, or `_DEAD` or `_LIVE`.
    """
    unknowns = max(0, *(cell // 2 + 1 for cell in shape))
    states = np.indices((2,) * unknowns, dtype=np.uint8).reshape(unknowns, 1 << unknowns)
    dead = np.zeros(states.shape[1:], dtype=np.uint8)
    constants = {_DEAD: dead, _LIVE: dead + 1}
    *nine, after = (
        constants[cell] if cell < 0 else states[cell // 2] ^ np.uint8(cell & 1) for cell in shape
    )
    table = np.frombuffer(rule.table, dtype=np.uint8).reshape((2,) * 9)
    agree: NDArray[np.bool_] = table[tuple(nine)] == after
    return agree.reshape((2,) * unknowns)
