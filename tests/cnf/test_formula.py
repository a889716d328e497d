"""Folding constants: the clauses that stay say the same as those that came."""

import io
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.cnf.formula import Formula, Template, fold
from lifesat.cnf.spacetime import FALSE, TRUE

pytestmark = pytest.mark.quick

VARIABLES = 3
literals = st.sampled_from([*range(1, VARIABLES + 1), *range(-VARIABLES, 0), TRUE, FALSE])


def models(clauses: list[list[int]]) -> set[tuple[bool, ...]]:
    """Assignments of the variables that satisfy all clauses, constants understood."""
    found = set()
    for states in itertools.product((False, True), repeat=VARIABLES):
        value = {k + 1: state for k, state in enumerate(states)} | {TRUE: True}
        truth = value | {-k: not state for k, state in value.items()}
        if all(any(truth[literal] for literal in clause) for clause in clauses):
            found.add(states)
    return found


def clauses_of(formula: Formula) -> list[list[int]]:
    return [clause for block in formula.blocks() for clause in block.tolist()]


@given(st.lists(st.lists(literals, min_size=4, max_size=4), min_size=1))
def test_folding_keeps_the_meaning_and_no_constant(clauses: list[list[int]]) -> None:
    folded = [
        clause for block in fold(np.array(clauses, dtype=np.int32)) for clause in block.tolist()
    ]
    assert models(folded) == models(clauses)
    assert all(abs(literal) < TRUE for clause in folded for literal in clause)


template_clauses = st.lists(
    st.lists(st.sampled_from([1, -1, 2, -2, 3, -3, 4, -4]), min_size=1, max_size=4, unique_by=abs),
    min_size=1,
)


@given(template_clauses, st.lists(st.lists(literals, min_size=4, max_size=4), min_size=1))
def test_a_template_says_its_clauses_of_every_row(
    template: list[list[int]], rows: list[list[int]]
) -> None:
    formula = Formula(VARIABLES)
    formula.add_template(Template(template), np.array(rows, dtype=np.int32))
    meant = [
        [row[abs(k) - 1] * (1 if k > 0 else -1) for k in clause]
        for row in rows
        for clause in template
    ]
    stamped = clauses_of(formula)
    assert models(stamped) == models(meant)
    assert len(formula) == len(stamped)
    for clause in stamped:
        assert len({abs(literal) for literal in clause}) == len(clause)
        assert TRUE not in clause
        assert FALSE not in clause


def test_fresh_variables_continue() -> None:
    formula = Formula(5)
    assert formula.fresh(2, 2).tolist() == [[6, 7], [8, 9]]
    assert formula.variables == 9


def test_dimacs() -> None:
    formula = Formula(3)
    formula.add(np.array([[1, -2], [FALSE, 3]], dtype=np.int32))
    text = io.StringIO()
    text.writelines(formula.dimacs(["two clauses"]))
    assert text.getvalue() == "c two clauses\np cnf 3 2\n1 -2 0\n3 0\n"


def test_renumbered() -> None:
    formula = Formula(3)
    formula.add(np.array([[1, -2], [-3, 2]], dtype=np.int32))
    formula.add(np.array([[3]], dtype=np.int32))
    renumbered = formula.renumbered(np.array([2, 3, 1], dtype=np.int32))
    assert renumbered.variables == 3
    assert [block.tolist() for block in renumbered.blocks()] == [[[2, -3], [-1, 3]], [[1]]]
    assert [block.tolist() for block in formula.blocks()] == [[[1, -2], [-3, 2]], [[3]]]
