"""A beam search for orphans: it keeps the targets whose parents have the fewest continuations.

The cells of a target are chosen in reading order. The parents of a target so far are a set of
profiles. Both states of the next cell are tried for each target, and the targets are kept whose
profiles have the least total weight: how many continuations they have, in the mean, if the next
rows were chosen at random. A target whose set is empty has no parent, whatever follows and whatever
surrounds it. That none was found proves nothing.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.orphans.profiles import Profiles, ProfileSets, Split, everything

Cells = NDArray[np.uint8]

# Added to weights, so that they have logarithms.
_TINY = 1e-30


class Reached(NamedTuple):
    """How far a search has come."""

    # The number of cells chosen.
    cells: int
    # The number of targets kept.
    targets: int
    # The fewest profiles of a target.
    fewest: int
    # The states of the first cells of an orphan, shape ``(cells,)``, or None.
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
    # The standard deviation of the noise on the logarithm to base 2 of a weight, and its seed.
    noise: float = 0.0
    seed: int = 0


def search(
    profiles: Profiles,
    height: int,
    beam: Beam,
    pool: Executor,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[Reached]:
    """Yield how far the search has come after each cell; an orphan ends it.

    Raises StoppedError if `stop` returns true, before the first cell.
    """
    weights = profiles.weights(beam.live, beam.rows, stop)
    random = np.random.default_rng(beam.seed)
    sets: ProfileSets = everything(profiles)
    targets = np.zeros((1, 0), dtype=np.uint8)
    for _ in range(height):
        for column in range(profiles.width):
            split = sets.split(weights[(column + 3) % profiles.shape.columns], pool)
            children = np.column_stack([targets.repeat(2, axis=0), np.arange(2 * len(targets)) % 2])
            empty = np.flatnonzero(split.sets.sizes == 0)
            if len(empty):
                yield Reached(children.shape[1], len(targets), 0, children[empty[0]])
                return
            noise = beam.noise * random.standard_normal(len(children))
            kept = _best(split, np.log2(split.measures.weights + _TINY) + noise, beam)
            sets, targets = split.sets.some(kept), children[kept]
            yield Reached(targets.shape[1], len(targets), int(sets.sizes.min()))
        sets = sets.free(pool).free(pool)


def _best(split: Split, keys: NDArray[np.float64], beam: Beam) -> NDArray[np.int64]:
    """Return the numbers of the best sets that the beam has room for, equal ones once."""
    order = np.argsort(keys, kind="stable")
    _, first = np.unique(split.measures.hashes[order], return_index=True)
    order = order[np.sort(first)]
    fits = np.cumsum(split.sets.work[order]) <= beam.work
    fits &= np.cumsum(split.sets.bytes[order]) <= beam.memory
    return order[: max(1, int(fits.sum()))]
