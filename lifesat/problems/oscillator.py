"""Oscillators and spaceships: the last layer of space-time is the first one, moved."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.encodings import encode
from lifesat.encodings.cardinality import bound_population
from lifesat.errors import UserError
from lifesat.evolution import step
from lifesat.formula import Formula
from lifesat.pattern import TRANSFORMS, Pattern
from lifesat.problems.box import (
    MATRICES,
    Shift,
    add_difference,
    commute,
    filled,
    inverse,
    object_pattern,
    order,
    permutations,
    rule_words,
    searched_rule,
    shifted,
    symmetric,
    symmetry_fault,
    symmetry_words,
    turned,
    turned_shift,
    turns_fault,
    turns_of,
)
from lifesat.problems.life import Populated
from lifesat.problems.population import bounded, population_faults, population_words
from lifesat.problems.problem import MOST_LITERALS, Boards
from lifesat.problems.stated import Stated
from lifesat.problems.symmetry import kept
from lifesat.rules import LIFE, Rule
from lifesat.spacetime import FALSE, Literals, SpaceTime


@dataclass(frozen=True)
class Periodic(Stated, Populated):
    """Patterns that come back, perhaps elsewhere, after a number of generations and no sooner.

    Attributes
    ----------
    width, height
        The size of the box in which all generations lie, the first and the last included.
    period
        After how many generations the pattern is there again for the first time.
    shift
        How far right and down it has moved by then.
    symmetry
        What every generation has at least, about the middle of the box or of the way, by a name in
        `lifesat.problems.box.SYMMETRIES`.
    glide
        A turn in `lifesat.pattern.TRANSFORMS` that is done in equal steps until the period is over:
        after half of it the pattern is its mirror image, say.
    least, most
        Bounds on the live cells of the first generation; no upper one when `most` is None.
    rule
        The rule, of two states and 3x3 cells, by any of its names; the canonical one is kept.

    Raises
    ------
    UserError
        If the parts do not fit together.
    """

    width: int
    height: int
    period: int
    shift: Shift = (0, 0)
    symmetry: str = "C1"
    glide: str = "identity"
    least: int = 0
    most: int | None = None
    rule: str = LIFE.name

    def __post_init__(self) -> None:
        object.__setattr__(self, "rule", searched_rule(self.rule).name)
        for fault in _faults(self):
            raise UserError(fault)

    # ---------------------------------------------------------------- what stands where

    @property
    def evolves_under(self) -> Rule:
        """The rule that every generation follows."""
        return searched_rule(self.rule)

    @property
    def steps(self) -> int:
        """After how many generations the pattern is its own turned image."""
        return self.period // order(self.glide)

    @cached_property
    def layers(self) -> list[Literals]:
        """The generations before the pattern is its turned image, shape ``(height, width)`` each.

        Cells are dead whose images would leave the box before the period is over.
        """
        layers: list[Literals] = []
        used, turns = 0, turns_of(self.symmetry, self.shift)
        for t in range(self.steps):
            stays = self._stay(order(self.glide) - (t > 0))
            layers.append(symmetric(stays, turns, used))
            used = max(used, int(layers[-1].max()))
        return layers

    @cached_property
    def spacetime(self) -> SpaceTime:
        """The layers in a ring of dead cells, and then the first one turned and moved."""
        literals = np.stack([*self.layers, self._at(self.steps)])
        return SpaceTime(np.pad(literals, ((0, 0), (1, 1), (1, 1)), constant_values=FALSE))

    @property
    def projection(self) -> int:
        """How many variables, from 1, tell solutions apart: those of the first generation."""
        return int(max(self.layers[0].max(), 0))

    @property
    def counted(self) -> Literals:
        """The cells that the bounds are about."""
        return self.layers[0]

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the histories of what comes back."""
        formula = encode(self.spacetime, self.evolves_under, encoding)
        first = self.layers[0]
        for earlier, shift in self._sooner():
            add_difference(formula, self._at(earlier), shifted(first, shift, FALSE))
        bound_population(formula, self.counted, max(self.least, 1), self.most)
        return formula

    def symmetries(self) -> NDArray[np.intp]:
        """Return the turns that leave the box, the rule and the movement, as permutations.

        Returns
        -------
        ndarray
            Shape ``(order, projection)``, the identity among them.
        """
        move = _step_shift(self)
        turns = [
            turn
            for turn in self.evolves_under.turns
            if turned_shift(move, turn) == move and commute(turn, self.glide)
        ]
        return permutations(self.layers[0], turns)

    # ---------------------------------------------------------------- reading a model back

    def boards(self, models: Literals) -> Boards:
        """Return the first generations that models stand for, shape ``(models, height, width)``."""
        return filled(self.layers[0], models)

    def holds(self, boards: Boards) -> NDArray[np.bool_]:
        """Run boards forward and say which are solutions."""
        good = bounded(boards, max(self.least, 1), self.most)
        good &= kept(boards, turns_of(self.symmetry, self.shift))
        sooner, rule = dict(self._sooner()), self.evolves_under
        now = boards
        for t in range(1, self.period + 1):
            around = step(np.pad(now, ((0, 0), (1, 1), (1, 1))), rule)
            now = around[:, 1:-1, 1:-1]
            good &= around.sum(axis=(1, 2)) == now.sum(axis=(1, 2))
            if t == self.steps:
                good &= _same(now, self._image(boards, 0))
            if t in sooner:
                good &= ~_same(now, shifted(boards, sooner[t], 0))
        back = shifted(boards, self.shift, 0)
        good &= _same(now, back) & (back.sum(axis=(1, 2)) == boards.sum(axis=(1, 2)))
        return good

    def pattern(self, board: Boards) -> Pattern:
        """Return the pattern of one first generation, its apgcode as a comment."""
        return object_pattern(board, self.evolves_under)

    def conditions(self) -> str:
        """Return the words for what a proof of "none" holds for."""
        words = [f"{self.width}x{self.height} cells in which all happens", *rule_words(self.rule)]
        words.append(f"period {self.period}")
        if self.shift != (0, 0):
            words.append("moving by {},{}".format(*self.shift))
        if self.glide != "identity":
            words.append(f"{self.glide} after {self.steps} generation{'s' * (self.steps > 1)}")
        words += symmetry_words(self.symmetry) + population_words(self.least, self.most)
        return ", ".join(words)

    def advice(self) -> str:
        """Return what to try when there is none."""
        return "a larger box or fewer conditions may still have one"

    # ---------------------------------------------------------------- the parts of the above

    def _image(self, cells: NDArray[Any], fill: int) -> NDArray[Any]:
        """Return boards as they are `steps` generations later."""
        return shifted(turned(cells, self.glide), _step_shift(self), fill)

    def _at(self, t: int) -> Literals:
        """Return the literals of a generation up to the period."""
        times, t = divmod(t, self.steps)
        layer = self.layers[t]
        for _ in range(times):
            layer = self._image(layer, FALSE)
        return layer

    def _stay(self, times: int) -> NDArray[np.bool_]:
        """Return which cells have so many images in the box, each the image of the one before."""
        dx, dy = _step_shift(self)
        stays = np.ones((self.height, self.width), dtype=bool)
        for _ in range(times):
            stays = turned(shifted(stays, (-dx, -dy), 0), inverse(self.glide))
        return stays

    def _sooner(self) -> list[tuple[int, Shift]]:
        """Return the greatest parts of the period, and how far a shorter one would move by then."""
        dx, dy = self.shift
        parts = [part for part in range(2, self.period + 1) if self.period % part == 0]
        primes = [part for part in parts if all(part % less for less in range(2, part))]
        return [
            (self.period // prime, (dx // prime, dy // prime))
            for prime in primes
            if dx % prime == dy % prime == 0
        ]


class Oscillator(Periodic):
    """What comes back in its place."""

    kind: ClassVar[str] = "oscillator"
    noun: ClassVar[str] = "oscillator"
    nouns: ClassVar[str] = "oscillators"


class Spaceship(Periodic):
    """What comes back elsewhere."""

    kind: ClassVar[str] = "spaceship"
    noun: ClassVar[str] = "spaceship"
    nouns: ClassVar[str] = "spaceships"


def _same(some: Boards, others: Boards) -> NDArray[np.bool_]:
    same: NDArray[np.bool_] = (some == others).all(axis=(1, 2))
    return same


def _step_shift(problem: Periodic) -> Shift:
    """Return how far a pattern moves, after each turn, between two of its turned images.

    Of the moves that add up to the shift the most even one is taken; others only lay the axis of
    the glide elsewhere.

    Raises
    ------
    ValueError
        If no move adds up to the shift.
    """
    times, (dx, dy) = order(problem.glide), problem.shift
    if times == 1:
        return problem.shift
    for move in ((dx - dx // 2, dy // 2), (dx - dx // 2, dy - dy // 2)):
        at = (0, 0)
        for _ in range(times):
            x, y = turned_shift(at, problem.glide)
            at = x + move[0], y + move[1]
        if at == problem.shift:
            return move
    raise ValueError("no move in equal steps")


def _faults(problem: Periodic) -> list[str]:
    """Return what is wrong with the problem, one sentence each."""
    found = []
    width, height, period = problem.width, problem.height, problem.period
    if min(width, height) < 1:
        found.append(f"a box of {width}x{height} has no cells")
    if (width + 2) * (height + 2) * (period + 1) > MOST_LITERALS:
        found.append(
            f"a box of {width}x{height} over {period} generations is too large; the limit is "
            f"{MOST_LITERALS:,} cells in all"
        )
    found += population_faults(max(problem.least, 1), problem.most)
    rule = problem.evolves_under
    if fault := symmetry_fault(problem.symmetry, width, height, problem.shift, rule):
        found.append(fault)
    return found + _movement_faults(problem)


def _movement_faults(problem: Periodic) -> list[str]:
    """Return what is wrong with period, shift and glide."""
    found = []
    period, shift, glide = problem.period, problem.shift, problem.glide
    words = "{},{}".format(*shift)
    still = shift == (0, 0)
    if period < (2 if problem.kind == Oscillator.kind else 1):
        found.append(f"period is {period}; `lifesat still-lifes` finds what stays as it is")
    if still != (problem.kind == Oscillator.kind):
        found.append(f"the shift is {words}; spaceships have one, and oscillators have none")
    if max(map(abs, shift)) > period:
        found.append(f"nothing moves by {words} in {period} generations: one cell each at most")
    if glide not in MATRICES:
        return [*found, f"{glide!r} is no turn; there are {', '.join(TRANSFORMS)}"]
    if MATRICES[glide][0] == 0 and problem.width != problem.height:
        found.append(f"{glide} needs a square box, not {problem.width}x{problem.height}")
    if fault := turns_fault(problem.evolves_under, [glide], f"glide {glide}"):
        found.append(fault)
    if period % order(glide):
        found.append(
            f"{glide} takes {order(glide)} equal steps; period {period} does not divide so"
        )
    try:
        _step_shift(problem)
    except ValueError:
        found.append(f"no pattern moves by {words} in {order(glide)} equal steps with {glide}")
    return found
