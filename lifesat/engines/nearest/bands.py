"""Bands of a nearest predecessor's target: formulas in which each of their cells may differ.

A band is some adjacent columns of the last generation, with all that these depend on. What its
formula excludes is excluded on the whole board, where there are only more constraints.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings import encode
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import ANY, Literals, SpaceTime, is_variable
from lifesat.life.arrays import Scalar
from lifesat.problems.life.nearest import NearestPredecessor


class Band(NamedTuple):
    """The formula of a band."""

    # Its models are the histories of the band, with any last generation.
    formula: Formula
    # The literal that gives each cell of the band its state in the target, or ANY if it has no
    # weight; shape (height, columns).
    literals: Literals


def weights_in_spacetime(problem: NearestPredecessor) -> NDArray[np.intp]:
    """Return the weight of each cell of the last generation, in the shape of space-time."""
    return _in_spacetime(problem, problem.window_weights)


def band(problem: NearestPredecessor, encoding: str, columns: range) -> Band:
    """Return the formula of adjacent columns of space-time, without bounds on the population.

    With dead cells outside, columns begin in the ring around the first generation.
    """
    literals, torus = problem.spacetime.literals, problem.spacetime.torus
    generations, (height, width) = problem.spacetime.generations, literals.shape[1:]
    # On a torus, cells beyond an edge are repetitions of those at the opposite edge.
    top = generations if torus else 0
    rows = np.arange(-top, height + top) % height
    around = np.arange(columns.start - generations, columns.stop + generations)
    around = around % width if torus else around[(around >= 0) & (around < width)]
    first = generations if torus else columns.start - int(around[0])
    literals = literals[:, rows[:, None], around]
    for t, layer in enumerate(literals):
        reach = generations - t
        needed = np.zeros(layer.shape, dtype=bool)
        across = slice(max(0, first - reach), first + len(columns) + reach)
        needed[max(0, top - reach) : top + height + reach, across] = True
        layer[~needed] = ANY
    free = is_variable(literals)
    _, numbers = np.unique(literals[free], return_inverse=True)
    literals[free] = numbers + 1
    formula = encode(SpaceTime(literals), problem.rule, encoding)
    last = literals[-1, top : top + height, first : first + len(columns)]
    target = _in_spacetime(problem, problem.exact.target_states)[:, columns]
    same = np.where(target == 1, last, -last)
    return Band(formula, np.where(is_variable(last), same, ANY))


def _in_spacetime(problem: NearestPredecessor, cells: NDArray[Scalar]) -> NDArray[Scalar]:
    """Return cells of the window with the ring that space-time has around it."""
    return np.pad(cells, (problem.spacetime.literals.shape[1] - len(cells)) // 2)
