"""A particle filter over the cells of a first generation: sequential Monte Carlo [1]_.

A particle is a board whose cells are set one by one in the order of a plan. A check that is not yet
complete has a potential: the probability that it will hold if its other cells are live
independently of each other, each with its own chance. The next state of a cell is drawn in
proportion to the potentials that follow, so particles avoid what is about to fail ("twisting",
[2]_). Particles with small weights make room for copies of those with large ones.

Whatever the chances are, the product of the mean weights is an unbiased estimate of the number of
predecessors, and so is the part of it with a certain cell live. Good chances only make the
estimates scatter less.

References
----------
.. [1] A. Doucet and A. M. Johansen, "A Tutorial on Particle Filtering and Smoothing: Fifteen Years
   Later", Handbook of Nonlinear Filtering, 2011.
.. [2] P. Guarniero, A. M. Johansen and A. Lee, "The Iterated Auxiliary Particle Filter", Journal of
   the American Statistical Association 112, 2017.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.frontier.plan import Check, Plan

Floats = NDArray[np.float64]

# Particles are resampled when fewer than this share of them is effective.
_EFFECTIVE = 0.5


class Particles(NamedTuple):
    """The particles at the end of a run."""

    # 0 or 1 for each unknown, in the order of the plan; shape ``(particles, steps)``.
    states: NDArray[np.uint8]
    # Their mean is 1.
    weights: Floats
    # The natural logarithm of the estimated number of assignments that pass all checks.
    log_total: float


@dataclass(frozen=True, eq=False)
class _Visit:
    """How one visit changes the potential of one check."""

    # The index of the check.
    check: int
    # The new potential divided by the old one, shape ``(assignments, 2)``: for each assignment of
    # the unknowns visited before, as a binary number, and each state of the cell.
    ratios: Floats
    # Whether the visit completes the check.
    last: bool


class ParticleFilter:
    """Draws boards that pass all checks of a plan.

    `chances` holds, indexed by unknown, the assumed probability that it is live; between 0 and 1.
    """

    def __init__(self, plan: Plan, chances: Floats) -> None:
        self._visits: list[list[_Visit]] = [[] for _ in plan.steps]
        self._log_start = 0.0 if plan.possible else -math.inf
        place = {step.unknown: k for k, step in enumerate(plan.steps)}
        checks = [check for step in plan.steps for check in step.checks]
        for number, check in enumerate(checks):
            order = sorted(check.unknowns, key=place.__getitem__)
            potentials = _potentials(check, order, chances)
            start = potentials[0].item()
            self._log_start += math.log(start) if start else -math.inf
            for k, (unknown, before) in enumerate(zip(order, potentials, strict=False)):
                after = potentials[k + 1].reshape(-1, 2)
                ratios = np.zeros_like(after)
                np.divide(after, before[:, None], out=ratios, where=before[:, None] > 0)
                visit = _Visit(number, ratios, last=k + 1 == len(order))
                self._visits[place[unknown]].append(visit)

    def run(self, number: int, generator: np.random.Generator) -> Particles | None:
        """Draw `number` particles; return None if none of them reaches the end."""
        if self._log_start == -math.inf:
            return None
        run = _Run(number, generator, self._log_start)
        for visits in self._visits:
            if not run.visit(visits):
                return None
        return run.end()


@dataclass
class _Run:
    """The particles during a run."""

    number: int
    generator: np.random.Generator
    log_total: float
    weights: Floats = field(init=False)
    # For each incomplete check, the assignments of its unknowns as binary numbers.
    assignments: dict[int, NDArray[np.int16]] = field(default_factory=dict)
    # For each visit, the state of the cell in each particle.
    drawn: list[NDArray[np.bool_]] = field(default_factory=list)
    # For each visit, the originals of the particles, or None if they were not resampled.
    ancestors: list[NDArray[np.intp] | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.weights = np.ones(self.number)

    def visit(self, visits: Sequence[_Visit]) -> bool:
        """Draw the state of the next cell in all particles; return whether one is left."""
        ways = np.ones((self.number, 2))
        for visit in visits:
            if visit.check not in self.assignments:
                self.assignments[visit.check] = np.zeros(self.number, dtype=np.int16)
            ways *= visit.ratios[self.assignments[visit.check]]
        both = ways.sum(axis=1)
        live = self.generator.random(self.number) * both < ways[:, 1]
        self.drawn.append(live)
        self.weights *= both
        for visit in visits:
            before = self.assignments.pop(visit.check)
            if not visit.last:
                self.assignments[visit.check] = 2 * before + live
        mean = float(self.weights.mean())
        if not mean:
            return False
        self.log_total += math.log(mean)
        self.weights /= mean
        poor = self.number / float(np.square(self.weights).sum()) < _EFFECTIVE
        self.ancestors.append(self._draw_again() if poor else None)
        return True

    def _draw_again(self) -> NDArray[np.intp]:
        """Resample the particles in proportion to their weights; return the originals."""
        ends = np.cumsum(self.weights)
        marks = (np.arange(self.number) + self.generator.random()) * (ends[-1] / self.number)
        chosen: NDArray[np.intp] = np.searchsorted(ends, marks, side="right")
        # A mark may be rounded up to the very end.
        chosen = np.minimum(chosen, self.number - 1)
        for check, assignments in self.assignments.items():
            self.assignments[check] = assignments[chosen]
        self.weights = np.ones(self.number)
        return chosen

    def end(self) -> Particles:
        """Return the particles, traced back through all resampling."""
        states = np.empty((self.number, len(self.drawn)), dtype=np.uint8)
        who = np.arange(self.number)
        for k in reversed(range(len(self.drawn))):
            ancestors = self.ancestors[k]
            who = who if ancestors is None else ancestors[who]
            states[:, k] = self.drawn[k][who]
        return Particles(states, self.weights, self.log_total)


def _potentials(check: Check, order: Sequence[int], chances: Floats) -> list[Floats]:
    """Return the probabilities that a check holds once 0, 1, 2, ... of its unknowns are known.

    Each is an array over the states of the known ones, read as a binary number.
    """
    axes = [check.unknowns.index(unknown) for unknown in order]
    holds = check.allowed.transpose(axes).astype(np.float64)
    potentials = [holds.ravel()]
    for unknown in reversed(order):
        chance = chances[unknown]
        holds = (1 - chance) * holds[..., 0] + chance * holds[..., 1]
        potentials.append(holds.ravel())
    return potentials[::-1]
