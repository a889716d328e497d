"""Encodings: their sizes as published, and their meaning against brute force."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lifesat import defaults
from lifesat.cnf.cardinality import bound_population
from lifesat.cnf.encodings import column_triples, encode, truth_table
from lifesat.cnf.encodings.transition import Transition
from lifesat.cnf.formula import Formula
from lifesat.cnf.minimal_cover import minimal_cover
from lifesat.cnf.spacetime import ANY, FALSE, TRUE, SpaceTime, fresh, is_variable
from lifesat.errors import UserError
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, BoundedGrid, Rule, parse_rule
from lifesat.problems.life.predecessor import Predecessor
from tests.support import plain
from tests.support.encodings import solutions
from tests.support.environment import few_and_many
from tests.support.grids import torus
from tests.support.rules import CROOKED_LIFE
from tests.support.symmetries import HEXAGONAL, MEANT, sets_of_cells

digits = st.lists(st.integers(0, 8), unique=True).map(lambda ds: "".join(map(str, sorted(ds))))
rules = st.builds(lambda born, stays: parse_rule(f"B{born}/S{stays}")[0], digits, digits)


def size_of_inner_cell(encoding: str, successor: int) -> tuple[int, int]:
    """Variables and clauses that a row more of unknown cells on a torus adds, for each cell."""
    sizes = []
    for height in (40, 44):
        literals = np.stack([fresh((height, 40), 0), np.full((height, 40), successor, np.int32)])
        formula = encode(SpaceTime(literals, torus(height, 40)), LIFE, encoding)
        sizes.append(np.array([formula.variables, len(formula)]))
    variables, clauses = (sizes[1] - sizes[0]) / (4 * 40)
    assert variables == int(variables)
    return int(variables), int(clauses)


@pytest.mark.quick
def test_truth_table_has_the_published_number_of_clauses() -> None:
    dead, live = truth_table.outcome_templates(LIFE)
    assert (len(dead), len(live)) == (84, 106)
    assert size_of_inner_cell("truth_table", FALSE) == (1, 84)
    assert size_of_inner_cell("truth_table", TRUE) == (1, 106)


@pytest.mark.quick
def test_bailleux_boufkhad_has_the_published_size() -> None:
    literals = fresh((2, 48, 48), 0)
    formula = encode(SpaceTime(literals), LIFE, "bailleux_boufkhad")
    smaller = encode(SpaceTime(fresh((2, 48, 44), 0)), LIFE, "bailleux_boufkhad")
    smallest = encode(SpaceTime(fresh((2, 44, 44), 0)), LIFE, "bailleux_boufkhad")
    middle = encode(SpaceTime(fresh((2, 44, 48), 0)), LIFE, "bailleux_boufkhad")
    # The mixed difference over both sizes leaves the inner cells alone: 4 x 4 of them.
    clauses = len(formula) - len(smaller) - len(middle) + len(smallest)
    variables = formula.variables - smaller.variables - middle.variables + smallest.variables
    assert variables == 16 * (2 + 13)
    assert clauses == 16 * (57 + 5)


@pytest.mark.quick
def test_column_triples_has_three_auxiliary_variables_a_cell() -> None:
    variables, _ = size_of_inner_cell("column_triples", FALSE)
    assert variables == 1 + 3


def check_templates_forbid_just_the_wrong_transitions(rule: Rule) -> None:
    blocks = plain.all_boards(3, 3)
    alive = plain.next_boards(blocks, rule, torus=False)[:, 1, 1] == 1
    cells = blocks.reshape(-1, 9).astype(bool)
    columns = blocks.sum(axis=1)
    unary = np.concatenate([columns[:, [k]] >= [1, 2, 3] for k in range(3)], axis=1)
    triples = np.column_stack([unary, cells[:, 4]])
    for module, inputs in ((truth_table, cells), (column_triples, triples)):
        dead_template, live_template = module.outcome_templates(rule)
        truth = np.where(inputs, 1, -1) * np.arange(1, inputs.shape[1] + 1)
        for template, allowed in ((dead_template, ~alive), (live_template, alive)):
            holds = np.ones(512, dtype=bool)
            for group in template.stamp(np.arange(1, inputs.shape[1] + 1, dtype=np.int32)[None]):
                for clause in group:
                    holds &= np.isin(truth, clause).any(axis=1)
            assert (holds == allowed).all()


@pytest.mark.quick
@few_and_many(4, 25)
def test_templates_forbid_just_the_wrong_transitions(examples: int) -> None:
    check = given(rules)(check_templates_forbid_just_the_wrong_transitions)
    settings(max_examples=examples)(check)()


@st.composite
def spacetimes(draw: st.DrawFn) -> tuple[SpaceTime, Rule]:
    """Small blocks of one step in which any cell may be known, unknown, or unsaid at the end."""
    joined = draw(st.booleans())
    height, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    cells = height * width
    first = np.array(
        draw(st.lists(st.sampled_from([0, 0, 0, TRUE, FALSE]), min_size=cells, max_size=cells))
    )
    last = np.array(
        draw(st.lists(st.sampled_from([0, 0, 1, TRUE, FALSE]), min_size=cells, max_size=cells))
    )
    literals = np.concatenate([first, last]).astype(np.int32)
    unknown = literals == 0
    literals[unknown] = fresh((int(unknown.sum()),), 0)
    literals[cells:][last == 1] = ANY
    around = torus(height, width) if joined else None
    return SpaceTime(literals.reshape(2, height, width), around), draw(rules)


def check_models_are_the_boards_that_obey_the_rule(case: tuple[SpaceTime, Rule], data: Any) -> None:
    spacetime, rule = case
    encoding = data.draw(st.sampled_from(defaults.ENCODINGS))
    if encoding == "bailleux_boufkhad":
        rule = LIFE
    first, last = spacetime.literals
    used = np.unique(np.abs(spacetime.literals[is_variable(spacetime.literals)]))
    renumbered = spacetime.literals.copy()
    for new, old in enumerate(used.tolist(), 1):
        renumbered[spacetime.literals == old] = new
    formula = encode(SpaceTime(renumbered, spacetime.around), rule, encoding)
    found = solutions(formula, len(used))

    boards = plain.all_boards(*first.shape)
    boards = boards[(boards[:, first == TRUE] == 1).all(axis=1)]
    boards = boards[(boards[:, first == FALSE] == 0).all(axis=1)]
    children = plain.next_boards(boards, rule, torus=spacetime.around is not None)
    good = (children[:, last == TRUE] == 1).all(axis=1)
    good &= (children[:, last == FALSE] == 0).all(axis=1)
    histories = np.concatenate(
        [boards[:, is_variable(first)], children[:, is_variable(last)]], axis=1
    )[good]
    assert sorted(found) == sorted(tuple(row) for row in histories.astype(bool).tolist())


@few_and_many(25, 150)
def test_models_are_the_boards_that_obey_the_rule(examples: int) -> None:
    check = given(spacetimes(), st.data())(check_models_are_the_boards_that_obey_the_rule)
    settings(max_examples=examples)(check)()


def test_knuth_encoding_refuses_other_rules() -> None:
    with pytest.raises(UserError, match=r"B36/S23 cannot be encoded with bailleux_boufkhad.*Life"):
        encode(SpaceTime(fresh((2, 3, 3), 0)), parse_rule("B36/S23")[0], "bailleux_boufkhad")


@pytest.mark.parametrize(
    ("name", "others"),
    [("B2-a/S12", "truth_table"), ("B2/S34H", "truth_table"), ("23/3/4", "none")],
)
def test_every_encoding_refuses_what_it_cannot_express(name: str, others: str) -> None:
    rule, _ = parse_rule(name)
    for encoding in set(defaults.ENCODINGS) - {others}:
        with pytest.raises(UserError, match=f"cannot be encoded with {encoding}: .*; {others} can"):
            encode(SpaceTime(fresh((2, 3, 3), 0)), rule, encoding)


@pytest.mark.quick
@settings(max_examples=60)
@given(
    st.integers(0, 7),
    st.integers(-1, 8),
    st.integers(-1, 8),
    st.lists(st.sampled_from([TRUE, FALSE]), max_size=2),
)
def test_population_bounds(unknowns: int, least: int, most: int, known: list[int]) -> None:
    formula = Formula(unknowns)
    cells = np.concatenate([fresh((unknowns,), 0), np.array(known, dtype=np.int32)])
    bound_population(formula, cells, least, None if most < 0 else most)
    live = known.count(TRUE)
    expected = [
        states
        for states in map(tuple, plain.all_boards(1, unknowns)[:, 0].astype(bool).tolist())
        if least <= sum(states) + live and (most < 0 or sum(states) + live <= most)
    ]
    assert sorted(solutions(formula, unknowns)) == sorted(expected)


rows_of_sets = st.integers(1, 8).flatmap(
    lambda elements: st.lists(
        st.lists(st.booleans(), min_size=elements, max_size=elements), min_size=1, max_size=8
    )
)


@settings(max_examples=60)
@given(rows_of_sets)
# After the second set, which is as large as any, the first and the fourth are taken: all it has.
@example([[1, 0, 1, 0, 0], [0, 1, 1, 1, 0], [1, 0, 0, 1, 0], [0, 1, 0, 1, 1], [0, 0, 1, 0, 1]])
def test_a_cover_covers_and_has_nothing_to_spare(rows: list[list[bool]]) -> None:
    sets = np.array([*rows, [True] * len(rows[0])], dtype=bool)
    costs = np.array([1] * len(rows) + [50])
    for some in (slice(None), slice(len(rows))):
        elements = sets[some].any(axis=0)
        chosen = minimal_cover(sets[some][:, elements], costs[some])
        assert (sets[chosen].any(axis=0) == elements).all()
        for number in chosen:
            rest = [other for other in chosen if other != number]
            assert not (sets[rest].any(axis=0) >= elements).all()


@settings(max_examples=60)
@given(st.data())
def test_no_set_of_a_cover_has_a_cheaper_one_around_it(data: Any) -> None:
    elements = data.draw(st.integers(1, 8))
    row = st.lists(st.booleans(), min_size=elements, max_size=elements)
    sets = np.array([*data.draw(st.lists(row, max_size=12)), [True] * elements])
    costs = np.array(data.draw(st.lists(st.integers(1, 5), min_size=len(sets), max_size=len(sets))))
    for number in minimal_cover(sets, costs):
        around = (sets >= sets[number]).all(axis=1)
        assert costs[around].min() == costs[number]


SQUARE_AND_HEXAGONAL = [
    *(("B3/S23", name, ways[0]) for name, ways in MEANT.items()),
    *(("B2/S34H", name, ways[0]) for name, ways in MEANT.items() if HEXAGONAL.issuperset(ways[0])),
]


@pytest.mark.parametrize(("rule", "name", "turns"), SQUARE_AND_HEXAGONAL)
def test_equal_cells_are_asked_for_once(rule: str, name: str, turns: list[str]) -> None:
    grid = BoundedGrid("T", 5, 5)
    target = Pattern.from_array(
        np.zeros((5, 5), dtype=np.uint8), rule=parse_rule(rule)[0], grid=grid
    )
    problem = Predecessor(target, 2, outside="torus", symmetry=name)
    for t in range(2):
        constrained = Transition.of(problem.spacetime, t, target.rule).constrained
        assert constrained.sum() == len(sets_of_cells(5, 5, turns))


@pytest.mark.quick
def test_cells_are_the_same_only_under_turns_that_the_rule_does_not_tell_apart() -> None:
    """A layer that is its own mirror image, under Life and under a rule that has no turns."""
    half = fresh((3, 2), 0)
    layer = np.hstack([half, half[:, ::-1]])
    spacetime = SpaceTime(np.stack([layer, np.full_like(layer, TRUE)]))
    crooked, _ = parse_rule(CROOKED_LIFE)
    assert crooked.symmetries == ("identity",)
    constrained = [Transition.of(spacetime, 0, rule).constrained for rule in (LIFE, crooked)]
    assert constrained[0].tolist() == [[True, True, False, False]] * 3
    assert constrained[1].all()
