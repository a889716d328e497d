"""Estimates of marginals, for boards that no frontier fits.

Each sample is a run of a particle filter of its own. Samples are independent, and each gives an
unbiased estimate Z of the number of predecessors and of the number of those with a cell live, so
the quotient of the two sums is an estimate of the cell's probability, and its standard error
follows from the scatter of the samples (the ratio estimator, [1]_).

If few samples carry nearly all of the sum, this error would be too small. Then all samples are
drawn again with twice as many particles, whose chances are the probabilities estimated so far.

References
----------
.. [1] W. G. Cochran, "Sampling Techniques", 3rd edition, Wiley 1977, chapter 6.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from lifesat.cnf.spacetime import is_variable
from lifesat.defaults import FEWEST_SAMPLES
from lifesat.errors import UserError
from lifesat.frontier.memory import OutOfReachError
from lifesat.frontier.particles import Floats, ParticleFilter, Particles
from lifesat.frontier.plan import Plan, make_plan
from lifesat.frontier.support import PLAN_BYTES, supports_frontier
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Cell

# The fewest particles that are worth a sample, those of the first samples, and the most.
_FEWEST_PARTICLES = 50
_FIRST_PARTICLES = 1000
_MOST_PARTICLES = 128_000
# So many samples say whether there are enough particles for all samples.
_PILOT = 16
# The share of samples that must be effective.
_EFFECTIVE = 0.5
# What is assumed of a cell at first, how much of it is kept when its probability is estimated, and
# the range of what is assumed then: no state is ever ruled out.
_CHANCE = 0.35
_KEPT = 0.3
_RANGE = (0.03, 0.97)
# Boards are run forward in batches of so many.
_BATCH = 4096


class SampleProgress(NamedTuple):
    """How far the samples are.

    Attributes
    ----------
    drawn
        The number of samples drawn with so many particles.
    samples
        How many are to be drawn.
    particles
        The number of particles in each.
    """

    drawn: int
    samples: int
    particles: int

    @property
    def words(self) -> str:
        """A sentence without its end, such as ``12 of 100 samples of 4,000 boards each``."""
        return f"{self.drawn:,} of {self.samples:,} samples of {self.particles:,} boards each"


Report = Callable[[SampleProgress], None]


@dataclass(frozen=True, eq=False)
class MarginalEstimates:
    """For each cell, an estimate of how probable it is that a predecessor has it live.

    Attributes
    ----------
    probabilities
        The estimates, shape ``(height, width)``, indexed ``[row, column]``.
    standard_errors
        Their standard errors, in the same shape.
    log10_total
        The logarithm to base 10 of the estimated number of predecessors.
    total_error
        The standard error of this number, relative to it.
    samples
        The number of independent samples.
    effective
        To how many equally weighted samples they amount: the square of the sum of their weights by
        the sum of the squares.
    particles
        The number of boards in each sample.
    corner
        The column and row ``(x, y)`` of the window's top left cell, as in `Marginals`.
    """

    probabilities: Floats
    standard_errors: Floats
    log10_total: float
    total_error: float
    samples: int
    effective: float
    particles: int
    corner: Cell


class _Sample(NamedTuple):
    """An estimate of the logarithm of the total, and of the probabilities in the window."""

    log_total: float
    live: Floats


def estimate_marginals(
    problem: Predecessor,
    samples: int,
    seed: int = 0,
    most_bytes: int | None = None,
    report: Report = lambda _: None,
) -> MarginalEstimates:
    """Estimate how many parents have each cell live from independent samples.

    Every board in a sample is run forward by plain Life.

    Parameters
    ----------
    problem
        A predecessor problem that goes back one generation.
    samples
        The number of samples, at least `FEWEST_SAMPLES`. The errors fall with its square root.
    seed
        The seed; the same seed gives the same estimates.
    most_bytes
        The memory limit, or None.
    report
        Called after every sample.

    Raises
    ------
    OutOfReachError
        If the samples differ too much for an estimate with an error, if none has a predecessor, if
        the memory does not suffice, or if the problem goes back more than one generation.
    UserError
        If there are too few samples.
    """
    if samples < FEWEST_SAMPLES:
        raise UserError(f"{samples} samples are too few for an error: at least {FEWEST_SAMPLES}")
    if not supports_frontier(problem):
        raise OutOfReachError("marginals are estimated one generation back only")
    plan = make_plan(problem.spacetime, problem.first, problem.target.rule)
    drawing = _Drawing(problem, plan, np.random.default_rng(seed), report)
    most = _most_particles(problem, most_bytes)
    particles = min(_FIRST_PARTICLES, most)
    number = pilot = min(samples, _PILOT)
    while True:
        estimates = drawing.draw(number, particles)
        if estimates and estimates.effective >= _EFFECTIVE * number:
            if number == samples:
                return estimates
            number = samples
            continue
        if 2 * particles > most:
            raise _disagreement(estimates, number, particles)
        if estimates:
            drawing.learn(estimates)
        number, particles = pilot, 2 * particles


class _Drawing:
    """Draws samples, and learns what to assume of the cells."""

    def __init__(
        self, problem: Predecessor, plan: Plan, generator: np.random.Generator, report: Report
    ) -> None:
        self._problem = problem
        self._plan = plan
        self._generator = generator
        self._report = report
        self._visited = np.array([step.unknown for step in plan.steps], dtype=np.intp)
        self._chances: Floats = np.full(problem.projection + 1, _CHANCE)

    def draw(self, number: int, particles: int) -> MarginalEstimates | None:
        """Return the estimates of so many samples, or None if none of them has a parent."""
        particle_filter = ParticleFilter(self._plan, self._chances)
        drawn: list[_Sample] = []
        for k in range(1, number + 1):
            found = particle_filter.run(particles, self._generator)
            sample = self._sample(found) if found else None
            drawn += [sample] if sample else []
            self._report(SampleProgress(k, number, particles))
        return self._combined(drawn, number, particles) if drawn else None

    def learn(self, estimates: MarginalEstimates) -> None:
        """Assume of each cell what has been estimated."""
        first = self._problem.first
        sought = is_variable(first)
        learned = _KEPT * _CHANCE + (1 - _KEPT) * estimates.probabilities[sought]
        self._chances[first[sought]] = np.clip(learned, *_RANGE)

    def _sample(self, found: Particles) -> _Sample | None:
        """Run all boards forward, and weigh those that satisfy the constraints."""
        live = np.zeros(self._problem.window.shape)
        weight = 0.0
        for first in range(0, len(found.states), _BATCH):
            batch = slice(first, first + _BATCH)
            signs = np.where(found.states[batch], self._visited, -self._visited)
            literals = np.empty(signs.shape, dtype=np.int32)
            literals[:, self._visited - 1] = signs
            boards = self._problem.boards(literals)
            weights = np.where(self._problem.fulfilled(boards), found.weights[batch], 0)
            if not self._problem.verify(boards[weights > 0]).all():
                raise AssertionError("a drawn board does not evolve into the target")
            live += np.tensordot(weights, boards, axes=1)
            weight += float(weights.sum())
        if not weight:
            return None
        return _Sample(found.log_total + math.log(weight / len(found.states)), live / weight)

    def _combined(self, drawn: list[_Sample], number: int, particles: int) -> MarginalEstimates:
        """Return what samples say together; those without a parent count as totals of zero."""
        logs = np.array([sample.log_total for sample in drawn])
        totals = np.exp(logs - logs.max())
        lives = np.array([sample.live for sample in drawn])
        probabilities = np.tensordot(totals, lives, axes=1) / totals.sum()
        deviations = np.square(totals[:, None, None] * (lives - probabilities)).sum(axis=0)
        # One degree of freedom is spent on the mean.
        unbiased = number / (number - 1)
        mean, squares = totals.sum() / number, float(np.square(totals).sum())
        variance = max(0.0, squares / number - mean**2) * unbiased
        row, column = self._problem.frame.place(0, 0)
        return MarginalEstimates(
            probabilities,
            np.sqrt(deviations * unbiased) / totals.sum(),
            float(logs.max() + math.log(mean)) / math.log(10),
            math.sqrt(variance / number) / mean,
            number,
            totals.sum() ** 2 / squares,
            particles,
            (-column, -row),
        )


def _most_particles(problem: Predecessor, most_bytes: int | None) -> int:
    """Return how many particles fit in memory, at most the usual limit."""
    if most_bytes is None:
        return _MOST_PARTICLES
    # The states twice, and the ancestor of each; the assignments of all checks that are open.
    each = 16 * problem.window.size + 500
    fitting = (most_bytes - PLAN_BYTES * problem.window.size) // each
    if fitting < _FEWEST_PARTICLES:
        raise OutOfReachError(f"{most_bytes:,} bytes are too few for samples of this board")
    return min(_MOST_PARTICLES, fitting)


def _disagreement(
    estimates: MarginalEstimates | None, number: int, particles: int
) -> OutOfReachError:
    """Return the error of samples from which nothing can be concluded."""
    each = f"{number:,} samples of {particles:,} boards each"
    if estimates is None:
        return OutOfReachError(
            f"none of {each} has a predecessor; this proves nothing, but a search may"
        )
    return OutOfReachError(
        f"{each} differ too much for an estimate: they amount to {estimates.effective:.1f}"
    )
