"""Blocks whose rule is known in part, against every rule of the set and every assignment."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.life.rule import LIFE, Rule, parse_rule
from lifesat.life.rule_pattern import parse_rule_pattern
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.queries.events import Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support import plain
from tests.support.blocks import SIZES, block, blocks, by_brute_force
from tests.support.environment import few_and_many
from tests.support.found_blocks import assert_finds

# Sets of rules, each with the names of all its rules; some have births without neighbours.
SETS = {
    "pB1-e/S0": ["B/S", "B1c/S", "B/S0", "B1c/S0"],
    "pB2ae-cik/S1e": [f"B2ae{n}/S1{c}" for n in ("", "n") for c in ("e", "ce")],
    "{B1e: x, B2a: -x, S0: x, S1: 1}": ["B2a/S1", "B1e/S01"],
    "{base: B3/S23, B0: x, S8: -x}": ["B3/S238", "B03/S23"],
    "{S2: x, S3: y, B2i: x, B3: 1}": ["B3/S", "B3/S3", "B2i3/S2", "B2i3/S23"],
}
_GLIDER = [[0, 0, 1], [1, 0, 1], [0, 1, 1]]


def rules_of_boards(problem: SpaceTimeSearch, names: list[str]) -> dict[bytes, set[Rule]]:
    """Every solution with all rules of the set under which it is one."""
    found: dict[bytes, set[Rule]] = {}
    for name in names:
        rule = parse_rule(name)[0]
        if not (problem.outside == "dead" and rule.table[0]):
            for board in by_brute_force(replace(problem, rule_name=name)):
                found.setdefault(board, set()).add(rule)
    return found


def assert_rules(problem: SpaceTimeSearch, names: list[str]) -> None:
    """All solutions are found, each with the rules that it has, and no others."""
    expected = rules_of_boards(problem, names)
    assert_finds(problem, problem.encodings[0], set(expected))
    shape = (len(expected), *problem.shape)
    boards = np.frombuffer(b"".join(expected), np.uint8).reshape(shape)
    assert problem.verify(boards).all()
    for found, meant in zip(problem.rules_of(boards), expected.values(), strict=True):
        assert found.rule in meant
        for rule in map(parse_rule, names):
            assert parse_rule_pattern(found.name).contains(rule[0]) == (rule[0] in meant)


@pytest.mark.quick
@few_and_many(8, 500)
def test_all_solutions_and_rules_are_those_of_brute_force(examples: int) -> None:
    @settings(max_examples=examples)
    @given(blocks(SIZES), st.sampled_from(sorted(SETS)))
    def agree(problem: SpaceTimeSearch, rules: str) -> None:
        assert_rules(replace(problem, rule_name=rules), SETS[rules])

    agree()


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("* * *\n* * *\n\n* * *\n* * *", {"outside": "torus"}),
        ("* * *\n* * *\n\n* * *\n* * *", {}),
        ("1 0 *\n\n* *' *\n\n* 1 *", {"outside": "bounded"}),
        ("0 0 0\n\n0 0 0", {"outside": "torus"}),  # perhaps with births without neighbours
        ("* * a\n\n* *' -a\n\na b *", {"outside": "torus", "min_population": 1}),
    ],
)
def test_rare_blocks(rules: str, text: str, about: dict[str, Any]) -> None:
    assert_rules(block(text, rule_name=rules, **about), SETS[rules])


@pytest.mark.quick
def test_all_assignments_are_judged_by_the_rules() -> None:
    """What breaks every rule of the set is rejected, also if each cell alone could be explained."""
    text = "* *\n\n* *\n\n* *"
    for rules, names in SETS.items():
        problem = block(text, rule_name=rules, outside="bounded")
        boards = plain.all_boards(3, 2).reshape(-1, 3, 1, 2)
        good = {board.tobytes() for board in boards[problem.verify(boards)]}
        assert good == set(rules_of_boards(problem, names))


def glider_history() -> str:
    """Five generations of a glider in six by six cells."""
    board = np.pad(np.array(_GLIDER, np.uint8), ((1, 2), (1, 2)))
    layers = []
    for _ in range(5):
        layers.append("\n".join(" ".join(map(str, row)) for row in board.tolist()))
        board = plain.next_boards(board[None], LIFE, torus=False)[0]
    return "\n\n".join(layers)


def test_the_rules_of_the_glider() -> None:
    """A transition may be changed exactly if the glider goes on as before under the new rule."""
    problem = block(glider_history(), rule_name="p")
    event = next(
        each for each in search(ListSolutions(problem), Options()) if isinstance(each, Solutions)
    )
    rules = parse_rule_pattern(problem.rules_of(event.boards)[0].name)
    names = (
        "B3/S23",
        "B36/S23",
        "B3/S2",
        "B34/S23",
        "B3-y/S23",
        "B3/S23-a",
        "B3-a/S23",
        "B2c3/S23",
    )
    for name in names:
        rule = parse_rule(name)[0]
        layers = [plain.next_boards(event.boards[0, t][None], rule, torus=False) for t in range(4)]
        works = all((layers[t][0] == event.boards[0, t + 1]).all() for t in range(4))
        assert rules.contains(rule) == works, name


@pytest.mark.quick
@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            "{B0: 1, S8: *}",
            "rule pB0c/S8 has births without neighbours (B0), so cells outside a block",
        ),
        ("pB3z/S", "invalid rule 'pB3z/S', column 4: 'z' after 3"),
        ("{B3: 1", "invalid rule '{B3: 1', column 6: a '}' is missing"),
    ],
)
def test_mistakes(rule: str, sentence: str) -> None:
    with pytest.raises(UserError, match=f"^{re.escape(sentence)}"):
        block("*", rule_name=rule)
