"""The encoding for rules that are known in part: what it is for known rules, and its size."""

import numpy as np
import pytest

from lifesat.cnf.encodings import encode, partial_rule
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import SpaceTime, fresh
from lifesat.life.rule import parse_rule
from lifesat.life.rule_pattern import parse_rule_pattern
from tests.support import plain
from tests.support.encodings import solutions
from tests.support.grids import torus


def encoded(spacetime: SpaceTime, text: str) -> Formula:
    pattern = parse_rule_pattern(text)
    formula = Formula(spacetime.variables + pattern.variables)
    transitions = partial_rule.transition_literals(pattern, spacetime.variables)
    partial_rule.add_step(formula, spacetime, 0, transitions)
    return formula


def clauses(formula: Formula) -> list[tuple[int, ...]]:
    return sorted(tuple(sorted(clause)) for chunk in formula.chunks() for clause in chunk)


@pytest.mark.quick
@pytest.mark.parametrize("name", ["B3/S23", "B2-a/S12", "B0/S8"])
def test_a_known_rule_has_the_clauses_of_the_truth_table(name: str) -> None:
    spacetime = SpaceTime(fresh((2, 3, 4), 0))
    known = encode(spacetime, parse_rule(name)[0], "truth_table")
    assert clauses(encoded(spacetime, name)) == clauses(known)


@pytest.mark.parametrize("text", ["pB1-c2i/S0", "{B1e: x, B0: y, S1e: -x, S0: -y}"])
def test_models_are_the_successors_under_their_rules(text: str) -> None:
    """The variables of the transitions say the rule, as the comments in DIMACS have it."""
    pattern = parse_rule_pattern(text)
    spacetime = SpaceTime(fresh((2, 1, 3), 0))
    found = set()
    for model in solutions(encoded(spacetime, text), 6 + pattern.variables):
        rule = pattern.rule(model[6:])
        first, last = np.array(model[:6], np.uint8).reshape(2, 1, 1, 3)
        assert (plain.next_boards(first, rule, torus=False) == last).all()
        found.add((rule, first.tobytes()))
    assert len(found) == 8 << pattern.variables


def test_without_any_knowledge_each_block_has_a_clause_for_each_outcome() -> None:
    spacetime = SpaceTime(fresh((2, 3, 3), 0), torus(3, 3))
    assert len(encoded(spacetime, "p")) == 9 * 2 * 512
