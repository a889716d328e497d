"""One solution for each orbit: clauses against groups of permutations, written out."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.cnf import lex_leader
from lifesat.cnf.formula import Formula
from lifesat.cnf.lex_leader import add_lex_leader
from lifesat.engines.sat.enumerate import Enumeration
from lifesat.engines.sat.solver import Solver

pytestmark = pytest.mark.quick

Permutation = tuple[int, ...]


@st.composite
def groups(draw: st.DrawFn) -> list[Permutation]:
    """All products of one to three permutations of two to five places."""
    places = draw(st.integers(2, 5))
    permutations = st.permutations(range(places)).map(tuple)
    generators = draw(st.lists(permutations, min_size=1, max_size=3))
    group = {tuple(range(places))}
    while True:
        products = {tuple(a[k] for k in b) for a in group for b in generators}
        if products <= group:
            return sorted(group)
        group |= products


@given(groups(), st.integers(0, 500))
def test_the_first_of_each_orbit_and_no_other_if_all_are_used(
    group: list[Permutation], most: int
) -> None:
    places = len(group[0])
    formula = Formula(places)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lex_leader, "_MOST_PAIRS", most)
        all_used = add_lex_leader(formula, np.array(group))
    assert all_used == (sum(a != b for each in group for a, b in enumerate(each)) <= most)
    assert len(formula) <= 3 * most
    with Solver(formula) as solver:
        found = Enumeration(solver, places).advance(60).literals
    models = {tuple(states) for states in (found > 0).tolist()}
    firsts = {
        states
        for states in itertools.product((False, True), repeat=places)
        if all(states <= tuple(states[k] for k in each) for each in group)
    }
    assert models == firsts if all_used else models >= firsts
