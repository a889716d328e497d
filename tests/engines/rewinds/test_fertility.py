"""Which parents have many parents themselves; all boards of a small size are tried."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesat.engines.rewinds.fertility import fertile, sterility
from lifesat.life.pattern import UNKNOWN
from lifesat.life.rule import LIFE, Rule, parse_rule
from tests.support import plain
from tests.support.rules import LOPSIDED

Cells = NDArray[np.uint8]
RULES = [LIFE, parse_rule(LOPSIDED)[0]]


def successors(parents: Cells, rule: Rule) -> Cells:
    """The next generation where it depends on no cell outside."""
    return plain.next_boards(parents, rule, torus=False)[:, 1:-1, 1:-1]


def logarithm_of_parents(block: Cells, rule: Rule) -> float:
    """The logarithm of how many parents a block has, by trying all."""
    height, width = block.shape
    later = successors(plain.all_boards(height + 2, width + 2), rule)
    return math.log((later == block).all(axis=(1, 2)).sum())


def parents_of(child: Cells, rule: Rule) -> Cells:
    """All parents of 4x5 cells."""
    every = plain.all_boards(4, 5)
    later = successors(every, rule)
    found: Cells = every[((later == child) | (child == UNKNOWN)).all(axis=(1, 2))]
    return found


@pytest.mark.parametrize("rule", RULES, ids=["life", "lopsided"])
def test_the_numbers_of_parents_of_small_blocks_are_exact(rule: Rule) -> None:
    """What the estimate of a block adds up to is a number of parents."""
    dead = np.zeros((3, 3), dtype=np.uint8)
    one = sterility(dead, rule)
    # Of a block of 3x3: all, less half of each side, and a quarter of each corner back.
    wide = logarithm_of_parents(dead[:2], rule)
    tall = logarithm_of_parents(dead[:, :2], rule)
    corner = logarithm_of_parents(dead[:2, :2], rule)
    whole = -one + wide + tall - corner
    exact = math.exp(whole)
    assert exact == pytest.approx(round(exact), rel=1e-4)
    assert 1 < exact < 2**25


@pytest.mark.parametrize("rule", RULES, ids=["life", "lopsided"])
@pytest.mark.parametrize("seed", range(3))
def test_the_best_of_all_parents_of_a_small_board(rule: Rule, seed: int) -> None:
    rng = np.random.default_rng(seed)
    parent = rng.integers(0, 2, (4, 5), dtype=np.uint8)
    child = successors(parent[None], rule)[0].copy()
    child[0, seed] = UNKNOWN
    every = parents_of(child, rule)
    if len(every) > 3000:
        every = rng.choice(every, 3000)
    found = fertile(parent, child, rule)
    least = min(sterility(each, rule) for each in every)
    assert sterility(found, rule) <= least + 1e-4
    later = successors(found[None], rule)[0]
    assert ((later == child) | (child == UNKNOWN)).all()


@pytest.mark.quick
@pytest.mark.parametrize("shape", [(3, 3), (3, 9), (12, 5), (11, 14)])
def test_a_parent_stays_a_parent_and_becomes_no_worse(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    for rule in RULES:
        parent = (rng.random(shape) < 0.4).astype(np.uint8)
        child = successors(parent[None], rule)[0]
        before = parent.copy()
        found = fertile(parent, child, rule)
        assert (successors(found[None], rule)[0] == child).all()
        assert sterility(found, rule) <= sterility(parent, rule) + 1e-3
        assert (parent == before).all()


@pytest.mark.quick
def test_columns_and_rows_count_alike() -> None:
    """Life has all symmetries, so the transposed board has as many parents."""
    board = np.random.default_rng(2).integers(0, 2, (7, 9), dtype=np.uint8)
    assert sterility(board, LIFE) == pytest.approx(sterility(board.T, LIFE), abs=1e-3)
    assert sterility(board, LIFE) == pytest.approx(sterility(board[::-1], LIFE), abs=1e-3)


def test_sparse_boards_have_more_parents_than_dense_ones() -> None:
    rng = np.random.default_rng(3)
    sparse, dense = (rng.random((20, 20)) < density for density in (0.2, 0.5))
    assert sterility(sparse.astype(np.uint8), LIFE) < 0 < sterility(dense.astype(np.uint8), LIFE)
