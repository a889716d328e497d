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
.. [2] C. P. Gomes, J. Hoffmann, A. Sabharwal and B. Selman, "From Sampling to Model Counting",
   IJCAI 2007.
"""

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from lifesat.defaults import FEWEST_SAMPLES
from lifesat.engines.frontier.cell_filter import Floats, Particles
from lifesat.engines.frontier.samplers import Sampler, sampler_of
from lifesat.engines.frontier.support import OutOfReachError, supports_frontier
from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Cell

# The fewest particles that are worth a sample, those of the first samples, and the most.
_FEWEST_PARTICLES = 50
_FIRST_PARTICLES = 1000
_MOST_PARTICLES = 128_000
# This many samples show whether there are enough particles for all samples.
_PILOT = 16
# The share of samples that must be effective.
_EFFECTIVE = 0.5
# With at most this probability, the lower bound of the number is wrong. Each round of samples uses
# half of what is left of it, since the result decides whether there is another round.
_RISK = 0.05
# Boards are run forward in batches of this size.
_BATCH = 4096


class SampleProgress(NamedTuple):
    """How many of the samples, of `particles` particles each, have been drawn."""

    drawn: int
    samples: int
    particles: int

    @property
    def words(self) -> str:
        """The progress as a phrase, such as ``12 of 100 samples of 4,000 boards each``."""
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
        The number of equally weighted samples that they amount to: the square of the sum of their
        weights, divided by the sum of the squares.
    particles
        The number of boards in each sample.
    log10_least
        The logarithm to base 10 of a lower bound of the number, with a confidence of 95 %. It holds
        whatever the scatter of the samples is.
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
    log10_least: float
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
    """Estimate from independent samples how probable it is that a parent has each cell live.

    Every board in a sample is verified by plain Life. The errors fall with the square root of the
    number of samples.

    Raises OutOfReachError if the samples differ too much for an estimate with an error, if none has
    a parent, if the memory does not suffice, or if the problem goes back more than one generation;
    UserError for fewer than `FEWEST_SAMPLES`.
    """
    if samples < FEWEST_SAMPLES:
        raise UserError(f"{samples} samples are too few for an error: at least {FEWEST_SAMPLES}")
    check_estimated(problem)
    sampler = sampler_of(problem, most_bytes or sys.maxsize)
    if sampler.most < _FEWEST_PARTICLES:
        raise OutOfReachError(f"{most_bytes:,} bytes are too few for samples of this board")
    drawing = _Drawing(problem, sampler, np.random.default_rng(seed), report)
    most = min(sampler.most, _MOST_PARTICLES)
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
            sampler.learn(estimates.probabilities)
        number, particles = pilot, 2 * particles


def check_estimated(problem: Predecessor) -> None:
    """Raise OutOfReachError if a problem goes back more than one generation."""
    if not supports_frontier(problem):
        raise OutOfReachError("estimates go one generation back only")


class _Drawing:
    """Draws samples and combines them into estimates."""

    def __init__(
        self,
        problem: Predecessor,
        sampler: Sampler,
        generator: np.random.Generator,
        report: Report,
    ) -> None:
        self._problem = problem
        self._sampler = sampler
        self._generator = generator
        self._report = report
        self._risk = _RISK

    def draw(self, number: int, particles: int) -> MarginalEstimates | None:
        """Return the estimates from `number` samples, or None if none of them has a parent."""
        drawn: list[_Sample | None] = []
        for k in range(1, number + 1):
            found = self._sampler.run(particles, self._generator)
            drawn.append(self._sample(found) if found else None)
            self._report(SampleProgress(k, number, particles))
        self._risk /= 2
        return self._combined(drawn, particles) if any(drawn) else None

    def _sample(self, found: Particles) -> _Sample | None:
        """Run all boards forward, and take the weighted mean of those that meet the constraints."""
        live = np.zeros(self._problem.target_states.shape)
        weight = 0.0
        for first in range(0, len(found.states), _BATCH):
            batch = slice(first, first + _BATCH)
            visited = self._sampler.visited
            signs = np.where(found.states[batch], visited, -visited)
            literals = np.empty(signs.shape, dtype=np.int32)
            literals[:, visited - 1] = signs
            boards = self._problem.boards(literals)
            weights = np.where(self._problem.fulfilled(boards), found.weights[batch], 0)
            self._problem.verified(boards[weights > 0], "a drawn board")
            live += np.tensordot(weights, boards, axes=1)
            weight += float(weights.sum())
        if not weight:
            return None
        return _Sample(found.log_total + math.log(weight / len(found.states)), live / weight)

    def _combined(self, drawn: Sequence[_Sample | None], particles: int) -> MarginalEstimates:
        """Combine samples into estimates; those without a parent count as totals of zero."""
        good, number = [sample for sample in drawn if sample], len(drawn)
        logs = np.array([sample.log_total if sample else -np.inf for sample in drawn])
        highest = float(logs.max())
        all_totals = np.exp(logs - highest)
        totals = all_totals[np.isfinite(logs)]
        lives = np.array([sample.live for sample in good])
        probabilities = np.tensordot(totals, lives, axes=1) / totals.sum()
        deviations = np.square(totals[:, None, None] * (lives - probabilities)).sum(axis=0)
        # One degree of freedom is spent on the mean.
        unbiased = number / (number - 1)
        mean, squares = totals.sum() / number, float(np.square(totals).sum())
        variance = max(0.0, squares / number - mean**2) * unbiased
        row, column = self._problem.window.place(0, 0)
        return MarginalEstimates(
            probabilities,
            np.sqrt(deviations * unbiased) / totals.sum(),
            (highest + math.log(mean)) / math.log(10),
            math.sqrt(variance / number) / mean,
            number,
            totals.sum() ** 2 / squares,
            particles,
            max(0.0, highest + log_least(all_totals, self._risk)) / math.log(10),
            (-column, -row),
        )


def log_least(totals: Floats, risk: float) -> float:
    """Return the logarithm of a lower bound of a number, given unbiased estimates.

    The estimates are independent and not negative. The bound is larger than the number with at most
    the probability `risk`.

    The mean of the product of independent unbiased estimates of a number n is a power of n. So, by
    Markov's inequality, their geometric mean is hardly ever much larger than n ([2]_ has the bound
    for the least of them). The estimates here are means of some samples each.
    """
    groups = math.isqrt(len(totals))
    means = [float(totals[k::groups].mean()) for k in range(groups)]
    if not min(means) > 0:
        return -math.inf
    return (sum(map(math.log, means)) + math.log(risk)) / groups


def _disagreement(
    estimates: MarginalEstimates | None, number: int, particles: int
) -> OutOfReachError:
    """Return the error for samples that differ too much for an estimate."""
    each = f"{number:,} samples of {particles:,} boards each"
    if estimates is None:
        return OutOfReachError(
            f"none of {each} has a predecessor; this proves nothing, but a search may"
        )
    return OutOfReachError(
        f"{each} differ too much for an estimate: they amount to {estimates.effective:.1f}"
    )
