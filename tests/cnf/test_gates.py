"""Gates against all assignments of their inputs."""

import itertools
import operator
from collections.abc import Callable

import numpy as np
import pytest

from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import FALSE, TRUE, Literals
from lifesat.problems.life.constraints import both, differ

pytestmark = pytest.mark.quick

LITERALS = [FALSE, TRUE, 1, -1, 2, -2]


@pytest.mark.parametrize(("gate", "means"), [(both, operator.and_), (differ, operator.xor)])
def test_outputs_are_what_the_inputs_say(
    gate: Callable[[Formula, Literals, Literals], Literals],
    means: Callable[[bool, bool], bool],
) -> None:
    pairs = np.array(list(itertools.product(LITERALS, repeat=2)), dtype=np.int32)
    formula = Formula(2)
    outputs = gate(formula, pairs[:, 0], pairs[:, 1]).tolist()
    # Gates of variables alone, each input once or negated.
    assert formula.variables == 2 + 8
    clauses = [clause for chunk in formula.chunks() for clause in chunk]
    models = 0
    for states in itertools.product([False, True], repeat=formula.variables):
        true = {TRUE, *(v if state else -v for v, state in enumerate(states, 1))}
        if all(true & set(clause) for clause in clauses):
            models += 1
            for (a, b), output in zip(pairs.tolist(), outputs, strict=True):
                assert (output in true) == means(a in true, b in true)
    assert models == 4
