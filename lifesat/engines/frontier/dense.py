"""Dense frontiers: one number for every state, one axis for every unknown.

The array has as many axes of length 2 as the frontier is wide. An axis that is not in use holds its
numbers at index 0 and zeros at index 1, so a visit copies, a check writes zeros, and forgetting
adds. Nothing is sorted, and states are implicit.
"""

from dataclasses import replace

import numpy as np

from lifesat.engines.frontier.blocks import Block, Blocks
from lifesat.engines.frontier.plan import Check, Step
from lifesat.engines.frontier.weights import Weights, padded

# Axes before those of the unknowns: populations and limbs.
_LEADING = 2
# When space for populations runs out, it grows by this fraction.
_SPARE = 8


class Dense:
    """A dense frontier, updated in place.

    `width` is the largest number of unknowns in the frontier from here on.
    """

    def __init__(self, sparse: Blocks, width: int) -> None:
        like = sparse.blocks[0].weights.limbs
        populations = len(like)
        most = max(block.weights.limbs.shape[1] for block in sparse.blocks)
        limbs = np.zeros((populations, most, 1 << width), dtype=like.dtype)
        for keys, weights in sparse.blocks:
            limbs[:, : weights.limbs.shape[1], keys] = weights.limbs
        free = width - len(sparse.held)
        self._axes: list[int | None] = [None] * free + list(sparse.held)
        self._visited = list(sparse.held)
        # The array has spare room for larger populations, to avoid a copy at every visit.
        self._populations = populations
        ceiling = max(block.weights.ceiling for block in sparse.blocks)
        self.weights = Weights(limbs.reshape(populations, most, *(2,) * width), ceiling)

    def __len__(self) -> int:
        return 1 << sum(unknown is not None for unknown in self._axes)

    def step(self, step: Step, *, by_population: bool) -> None:
        """Visit the unknown of a step, apply its checks and forget its variables."""
        self._visit(step, by_population=by_population)
        for check in step.checks:
            self._check(check)
        for unknown in step.forgotten:
            self._forget(unknown)

    def occupied(self) -> int:
        """Return the number of states with a nonzero weight."""
        return int(np.count_nonzero(self.weights.limbs.any(axis=(0, 1))))

    def to_sparse(self) -> Blocks:
        """Convert to a sparse frontier."""
        held = [unknown for unknown in self._visited if unknown in self._axes]
        free = [k for k, unknown in enumerate(self._axes) if unknown is None]
        axes = [*free, *(self._axes.index(unknown) for unknown in held)]
        limbs = self.weights.limbs[: self._populations]
        limbs = limbs.transpose(0, 1, *(_LEADING + axis for axis in axes))
        limbs = limbs.reshape(*limbs.shape[:_LEADING], -1)
        keys = np.flatnonzero(limbs.any(axis=(0, 1)))
        weights = replace(self.weights, limbs=limbs[:, :, keys])
        return Blocks(tuple(held), [Block(keys, weights)] if len(keys) else [])

    def _visit(self, step: Step, *, by_population: bool) -> None:
        if by_population:
            self._populations += step.cells
            if (missing := self._populations - len(self.weights.limbs)) > 0:
                more = missing + self._populations // _SPARE
                limbs = padded(self.weights.limbs, more)
                self.weights = replace(self.weights, limbs=limbs)
        limbs = self.weights.limbs
        self._axes[self._axes.index(None)] = step.unknown
        self._visited.append(step.unknown)
        dead, live = (limbs[self._at({step.unknown: state})] for state in (0, 1))
        if by_population:
            live[step.cells :] = dead[: -step.cells]
        else:
            live[...] = dead

    def _check(self, check: Check) -> None:
        for states in np.argwhere(~check.allowed).tolist():
            wrong = self._at(dict(zip(check.unknowns, states, strict=True)))
            self.weights.limbs[wrong] = 0

    def _forget(self, unknown: int) -> None:
        weights = self.weights.room(2)
        dead, live = (weights.limbs[self._at({unknown: state})] for state in (0, 1))
        dead += live
        live[...] = 0
        self.weights = replace(weights, ceiling=2 * weights.ceiling)
        self._axes[self._axes.index(unknown)] = None

    def _at(self, states: dict[int, int]) -> tuple[slice | int, ...]:
        """Return the index of all states with the given values of some unknowns."""
        axes = [slice(None) if axis not in states else states[axis] for axis in self._axes]
        return (slice(None),) * _LEADING + tuple(axes)
