"""Sets of isotropic rules: what the notations mean, and what mistakes lead to."""

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.life.rule import LIFE, RuleError, parse_rule
from lifesat.life.rule_pattern import (
    DEAD,
    LIVE,
    RulePattern,
    is_rule_pattern,
    parse_rule_pattern,
    pattern_of_table,
)

pytestmark = pytest.mark.quick

_ENTRIES = st.lists(
    st.sampled_from([DEAD, DEAD, DEAD, LIVE, LIVE, 1, -1, 2, -2, 3]) | st.integers(4, 200),
    min_size=102,
    max_size=102,
)


def members(pattern: RulePattern) -> list[str]:
    """Every rule of a set, by its name."""
    states = itertools.product([False, True], repeat=pattern.variables)
    return sorted(pattern.rule(chosen).name for chosen in states)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        # As in Logic Life Search: letters before the minus are births, those after it are not,
        # others may be; a number that is not there is none.
        ("pB3a-ceijknqr/S", ["B3a/S", "B3ay/S"]),
        ("pB/S08", ["B/S", "B/S0", "B/S08", "B/S8"]),
        ("pS08", ["B/S", "B/S0", "B/S08", "B/S8"]),
        ("pB1c s_8", ["B1/S", "B1/S8", "B1c/S", "B1c/S8"]),
        ("PS8/B2cekina", ["B2/S", "B2/S8"]),
        ("pB2cekian3aceijknqry/S", ["B23/S"]),
        ("pB3-aceijknqry/S", ["B/S"]),
        # Tables: letters or none, names, their opposites, and what holds for the rest.
        ("{base: B3/S23, B6: 1, S8: x}", ["B36/S23", "B36/S238"]),
        ("{'B8': 'a', 'B7c': '-a', \"S8c\": --a}", ["B7c/S", "B8/S8"]),
        ("{B8: *, S8: *, S7: 0}", ["B/S", "B/S8", "B8/S", "B8/S8"]),
        ("{base: pB8/S, B8: x, S8: -x}", ["B/S8", "B8/S"]),
        ("{}", ["B/S"]),
        ("B3/S23", ["B3/S23"]),
        ("HighLife", ["B36/S23"]),
    ],
)
def test_what_a_set_has(text: str, names: list[str]) -> None:
    assert members(parse_rule_pattern(text)) == sorted(names)


@pytest.mark.parametrize(
    ("text", "number"), [("p", 102), ("pB2-a3/S23", 5 + 10 + 6 + 10), ("pB2a3/S23", 31)]
)
def test_how_many_transitions_are_open(text: str, number: int) -> None:
    pattern = parse_rule_pattern(text)
    assert pattern.variables == number
    assert pattern.contains(LIFE) == ("2a" not in text)
    assert not pattern.contains(parse_rule("B3/S23H")[0])
    assert not pattern.contains(parse_rule("W110")[0])


@settings(max_examples=20)
@given(_ENTRIES, st.data())
def test_what_is_written_is_read_again(entries: list[int], data: st.DataObject) -> None:
    pattern = RulePattern(entries)
    assert parse_rule_pattern(str(pattern)) == pattern
    assert pattern_of_table(pattern.table()) == pattern
    assert is_rule_pattern(str(pattern)) == (pattern.variables > 0)
    states = st.lists(st.booleans(), min_size=pattern.variables, max_size=pattern.variables)
    assert pattern.contains(pattern.rule(data.draw(states)))


@pytest.mark.parametrize("name", ["B3/S23", "pseudolife", "Pedestrian Life", "B2-a/S12", "paleo"])
def test_what_is_no_set(name: str) -> None:
    assert not is_rule_pattern(name)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("p3/23", "invalid rule 'p3/23', column 2: a number without B or S before it"),
        ("pB33", "invalid rule 'pB33', column 4: a second 3; write each number once"),
        ("pB3a-a", "invalid rule 'pB3a-a', column 6: a second 'a'"),
        ("pB3-a-c", "invalid rule 'pB3-a-c', column 6: a minus belongs between"),
        ("pB-", "invalid rule 'pB-', column 3: a minus belongs between"),
        ("pB3z", "invalid rule 'pB3z', column 4: 'z' after 3; use one of aceijknqry"),
        ("pB8a", "invalid rule 'pB8a', column 4: 'a' after 8; use c"),
        ("pB9", "invalid rule 'pB9', column 3: a cell has at most 8 neighbours"),
        ("pBB", "invalid rule 'pBB', column 3: a second B"),
        ("pB3/S2/3", "invalid rule 'pB3/S2/3', column 7: a second slash"),
        ("pS/a", "invalid rule 'pS/a', column 4: 'a' without a number before it"),
        ("{B2a: x", "invalid rule '{B2a: x', column 7: a '}' is missing"),
        ("{B8: 1, B2a}", "invalid rule '{B8: 1, B2a}', column 8: there is no pair such as B2a: x"),
        ("{B2a: x, B2a: y}", "invalid rule '{B2a: x, B2a: y}', column 9: 'B2a' is there twice"),
        ("{S1: 1, B2z: 1}", "invalid rule '{S1: 1, B2z: 1}', column 9: invalid transition 'B2z'"),
        ("{B2: x, B2a: y}", "B2a has two values; the second is at 'B2a'"),
        ("{B2a: 2x}", "B2a is '2x'; it can be 0, 1, * or a name such as x or -x"),
        ("{base: B2/S34H}", "rule B2/S34H is not isotropic"),
        ("B3/S23:T5,5", "rule B3/S23:T5,5 has a bounded grid"),
    ],
)
def test_mistakes(text: str, sentence: str) -> None:
    with pytest.raises(RuleError, match=f"^{re.escape(sentence)}"):
        parse_rule_pattern(text)
