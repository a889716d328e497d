"""A beam search for orphans: it keeps the targets whose parents have the fewest continuations.

The cells of a target are chosen in reading order. The parents of a target so far are a set of
profiles. Both states of the next cell are tried for each target, and the targets are kept whose
profiles have the least total weight: how many continuations they have, in the mean, if the next
rows were chosen at random. A target whose set is empty has no parent, whatever follows and whatever
surrounds it. That none was found proves nothing. In a symmetric target a cell has the state of the
first cell of its orbit.

Nothing is known at first of the rows that will follow. Once all cells are chosen, the targets with
the fewest endings tell how probable a live cell is at each place, and the search begins again with
weights by these probabilities, over all rows to the last (the cross-entropy method [1]_). If a row
ended in an orphan, it goes on with the rows before it, for a smaller orphan.

References
----------
.. [1] R. Y. Rubinstein, "The cross-entropy method for combinatorial and continuous optimization",
   Methodology and Computing in Applied Probability 1, 1999.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.orphans.profiles import Profiles, ProfileSets, Split, Weights, everything
from lifesat.life.arrays import least_of_orbits
from lifesat.life.pattern import UNKNOWN

Cells = NDArray[np.uint8]

# Added to weights, so that they have logarithms.
_TINY = 1e-30
# A search learns from so many targets, and doubts what they have in common so much.
_BEST = 1000
_DOUBT = 0.3


class Reached(NamedTuple):
    """How far a search has come."""

    # How many times all cells have been chosen before, and the number of cells chosen since.
    sweeps: int
    cells: int
    # The number of targets kept.
    targets: int
    # The fewest profiles of a target.
    fewest: int
    # An orphan, shape ``(height, width)``, or None; `UNKNOWN` cells may have any state.
    orphan: Cells | None = None


@dataclass(frozen=True)
class Beam:
    """How wide a beam is, and how it weighs targets."""

    # The work for each cell, in profiles.
    work: int
    # The memory of all sets, in bytes.
    memory: int
    # The probability that a cell of the following rows is live, and the number of these rows.
    live: float
    rows: int
    # How many times it begins again, with what it has learned.
    again: int = 0
    # The standard deviation of the noise on the logarithm to base 2 of a weight, and its seed;
    # what is learned has no noise.
    noise: float = 0.0
    seed: int = 0


def search(
    profiles: Profiles,
    height: int,
    beam: Beam,
    pool: Executor,
    stop: Callable[[], bool] = lambda: False,
    group: Iterable[str] = ("identity",),
) -> Iterator[Reached]:
    """Yield how far the search has come after each cell; each orphan is smaller than the last one.

    The targets are unchanged by the transforms `group`; then the first orphan ends the search.
    Raises StoppedError if `stop` returns true while it weighs profiles.
    """
    cells = np.arange(height * profiles.width).reshape(height, profiles.width)
    sweep = _Sweep(profiles, least_of_orbits(cells, group), beam, pool)
    # No name refers to the weights, which take much memory, once they are used.
    known = yield from sweep.run(
        0, repeat(profiles.weights(beam.live, beam.rows, stop)), beam.noise
    )
    for number in range(1, beam.again + 1):
        rows = known.targets.shape[1]
        if not rows or (rows < height and {*group} != {"identity"}):
            return
        known = known.best(_BEST)
        live = (1 - _DOUBT) * known.targets.mean(axis=0) + _DOUBT * beam.live
        others = yield from sweep.run(number, profiles.weights_of_rows(live, stop))
        known = others if others.targets.shape[1] < rows else known.and_others(others)


class _Known(NamedTuple):
    """Targets of some complete rows, shape ``(targets, rows, width)``, and their endings."""

    targets: Cells
    sizes: NDArray[np.int64]

    def best(self, number: int) -> "_Known":
        """Return those with the fewest endings."""
        order = np.argsort(self.sizes, kind="stable")[:number]
        return _Known(self.targets[order], self.sizes[order])

    def and_others(self, others: "_Known") -> "_Known":
        """Return these and others, each once."""
        targets = np.concatenate([self.targets, others.targets])
        targets, first = np.unique(targets, axis=0, return_index=True)
        return _Known(targets, np.concatenate([self.sizes, others.sizes])[first])


@dataclass(frozen=True)
class _Sweep:
    """Chooses the cells of targets, row by row."""

    profiles: Profiles
    # The first cell of the orbit of each cell, shape ``(height, width)``.
    firsts: NDArray[np.intp]
    beam: Beam
    pool: Executor

    def run(
        self, number: int, weights: Iterable[list[Weights]], noise: float = 0.0
    ) -> Generator[Reached, None, _Known]:
        """Choose cells by the weights of each row, up to the last one or to an orphan.

        What is known of the last complete row is returned.
        """
        random = np.random.default_rng(self.beam.seed)
        sets: ProfileSets = everything(self.profiles)
        targets = np.zeros((1, 0), dtype=np.uint8)
        known = _Known(targets.reshape(1, 0, self.profiles.width), sets.sizes)
        for row, row_weights in zip(self.firsts, weights, strict=False):
            if targets.size:
                sets = sets.free(self.pool).free(self.pool)
            for column, first in enumerate(row):
                split = sets.split(row_weights[(column + 3) % len(row_weights)], self.pool)
                states = np.arange(2 * len(targets), dtype=np.uint8) & 1
                children = np.column_stack([targets.repeat(2, axis=0), states])
                allowed = children[:, first] == states
                empty = np.flatnonzero(allowed & (split.sets.sizes == 0))
                if len(empty):
                    orphan = self._orphan(children[empty[0]])
                    yield Reached(number, children.shape[1], len(targets), 0, orphan)
                    return known
                keys = np.log2(split.measures.weights + _TINY)
                keys += noise * random.standard_normal(len(children))
                kept = _best(split, keys, np.flatnonzero(allowed), self.beam)
                sets, targets = split.sets.some(kept), children[kept]
                yield Reached(number, targets.shape[1], len(targets), int(sets.sizes.min()))
            known = _Known(targets.reshape(len(targets), -1, len(row)), sets.sizes)
        return known

    def _orphan(self, chosen: Cells) -> Cells:
        """Return the orphan whose first cells are chosen."""
        states = np.full(self.firsts.size, UNKNOWN, dtype=np.uint8)
        states[: len(chosen)] = chosen
        return states[self.firsts]


def _best(
    split: Split, keys: NDArray[np.float64], allowed: NDArray[np.int64], beam: Beam
) -> NDArray[np.int64]:
    """Return the numbers of the best allowed sets that the beam has room for, equal ones once."""
    order = allowed[np.argsort(keys[allowed], kind="stable")]
    _, first = np.unique(split.measures.hashes[order], return_index=True)
    order = order[np.sort(first)]
    fits = np.cumsum(split.sets.work[order]) <= beam.work
    fits &= np.cumsum(split.sets.bytes[order]) <= beam.memory
    return order[: max(1, int(fits.sum()))]
