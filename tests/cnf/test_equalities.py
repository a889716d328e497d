"""Equal literals against all assignments of their variables."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.cnf.spacetime import FALSE, TRUE, Equalities

pytestmark = pytest.mark.quick

VARIABLES = 5
LITERALS = st.sampled_from([FALSE, TRUE, *range(1, VARIABLES + 1), *range(-VARIABLES, 0)])
PAIRS = st.lists(st.tuples(LITERALS, LITERALS), max_size=6)


def value(literal: int, states: tuple[bool, ...]) -> bool:
    true = abs(literal) == TRUE or states[abs(literal) - 1]
    return true == (literal > 0)


@given(PAIRS, PAIRS)
def test_literals_are_equal_that_are_so_in_every_assignment(
    first: list[tuple[int, int]], second: list[tuple[int, int]]
) -> None:
    equal = Equalities(VARIABLES)
    for pairs in (first, second):
        array = np.array(pairs, dtype=np.int32).reshape(-1, 2)
        equal.merge(array[:, 0], array[:, 1])
    allowed = [
        states
        for states in itertools.product([False, True], repeat=VARIABLES)
        if all(value(a, states) == value(b, states) for a, b in first + second)
    ]
    assert equal.consistent == bool(allowed)
    literals = [FALSE, TRUE, *range(1, VARIABLES + 1), *range(-VARIABLES, 0)]
    resolved = equal.resolve(np.array(literals, dtype=np.int32)).tolist()
    for (a, to_a), (b, to_b) in itertools.combinations(zip(literals, resolved, strict=True), 2):
        same = all(value(a, states) == value(b, states) for states in allowed)
        assert not allowed or (to_a == to_b) == same
    for literal, root in zip(literals, resolved, strict=True):
        assert abs(root) == TRUE or abs(root) <= abs(literal)


def test_a_long_chain_in_any_order() -> None:
    order = np.random.default_rng(1).permutation(np.arange(1, 20_000, dtype=np.int32))
    equal = Equalities(20_000)
    equal.merge(order, -(order + 1))
    resolved = equal.resolve(np.arange(1, 20_001, dtype=np.int32))
    assert resolved.tolist() == [1, -1] * 10_000
