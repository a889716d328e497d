"""Blocks of space-time against every assignment of states to their cells, and known answers."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.life.rule import LIFE
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.blocks import SIZES, block, blocks, listed, of_several_states
from tests.support.environment import few_and_many
from tests.support.found_blocks import assert_agrees
from tests.support.plain import next_cells

_ALL = [*SIZES, (2, 3, 3), (4, 2, 2), (2, 2, 4)]


@pytest.mark.quick
@few_and_many(40, 1500)
def test_all_solutions_are_those_of_brute_force(examples: int) -> None:
    @settings(max_examples=examples)
    @given(blocks(SIZES if examples < 100 else _ALL), st.data())
    def agree(problem: SpaceTimeSearch, data: st.DataObject) -> None:
        assert_agrees(problem, data.draw(st.sampled_from(problem.encodings)))

    agree()


@few_and_many(40, 600)
def test_all_solutions_under_generations_rules_are_those_of_brute_force(examples: int) -> None:
    @settings(max_examples=examples)
    @given(of_several_states(), st.data())
    def agree(problem: SpaceTimeSearch, data: st.DataObject) -> None:
        assert_agrees(problem, data.draw(st.sampled_from(problem.encodings)))

    agree()


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("1 1 1\n\n0 1 0", {}),  # births beside the block
        ("1 1 1\n\n0 1 0", {"outside": "bounded"}),
        ("* * *\n\n0' a' a", {}),  # a name that the rule binds in one place only
        ("* * *\n\n0' a a'", {"outside": "bounded"}),
        ("* * *\n\n-a b' a'\n\n* a b", {"outside": "torus"}),
        ("a -a", {}),  # the mirror image needs the opposite name
        ("* *\n\n*' *", {}),  # the mirror image has another cell free of the rule
        ("0 0 0\n\n0 0 0", {"outside": "torus", "rule_name": "B03/S23"}),
        ("0 0 0\n\n1 1 1", {"outside": "torus", "rule_name": "B03/S23"}),
        ("0 1 0", {}),
        ("* *", {"min_population": 5}),
        (
            "* * *\n\n* * *",
            {
                "min_population": 1,
                "max_population": 2,
                "counted_generation": 1,
                "outside": "bounded",
            },
        ),
        ("* 1\n* *\n\n* *\n0 *", {"min_population": 2, "counted_generation": 1}),
    ],
)
def test_rare_blocks(text: str, about: dict[str, Any]) -> None:
    problem = block(text, **about)
    for encoding in problem.encodings:
        assert_agrees(problem, encoding)


def names(y: int, x: int) -> str:
    """A name for both images of a cell at the diagonal."""
    return f"c{min(y, x)}_{max(y, x)}"


def in_ring(rows: list[list[str]]) -> str:
    """A generation with a border of dead cells."""
    width = len(rows[0]) + 2
    inner = [f"0 {' '.join(row)} 0" for row in rows]
    return "\n".join([" ".join("0" * width), *inner, " ".join("0" * width)])


@pytest.mark.quick
def test_a_still_life_with_all_symmetries_in_three_by_three() -> None:
    """As of Logic Life Search: symmetry D8, period 1, three by three cells."""
    rows = [[*"aba"], [*"bcb"], [*"aba"]]
    problem = block(f"{in_ring(rows)}\n\n{in_ring(rows)}")
    tub = np.zeros((2, 5, 5), dtype=np.uint8)
    tub[:, [1, 2, 2, 3], [2, 1, 3, 2]] = 1
    assert listed(problem) == {np.zeros_like(tub).tobytes(), tub.tobytes()}


@pytest.mark.quick
def test_no_small_spaceship_of_a_third_of_the_speed_of_light() -> None:
    """As of Logic Life Search: six by six cells that are one further right after three steps."""
    first = [[f"n{y}_{x}" for x in range(5)] + ["0"] for y in range(6)]
    last = [["0", *row[:-1]] for row in first]
    between = in_ring([["*"] * 6] * 6)
    parts = [in_ring(first), between, between, in_ring(last)]
    problem = block("\n\n".join(parts), min_population=1)
    *_, done = search(ListSolutions(problem), Options())
    assert isinstance(done, Done)
    assert done.status == "none"


@pytest.mark.quick
def test_a_symmetric_end_of_a_line_whose_first_cell_is_free_of_the_rule() -> None:
    """As the example of Logic Life Search: symmetric at the diagonal, the line at the corner."""
    rows = [[names(y, x) for x in range(8)] for y in range(8)]
    for k in range(8):
        for y, x in ((0, k), (7, k), (k, 0), (k, 7)):
            rows[y][x] = "0"
    rows[6][6], rows[7][7] = "1", "1'"
    text = "\n".join(" ".join(row) for row in rows)
    *events, done = search(
        ListSolutions(block(f"{text}\n\n{text}")), Options(method="sat", limit=None)
    )
    assert isinstance(done, Done)
    assert done.status == "complete"
    assert done.found
    for board in [board for e in events if isinstance(e, Solutions) for board in e.boards]:
        live = {(x, y) for y, x in np.argwhere(board[0]).tolist()} | {(8, 8), (9, 9), (10, 10)}
        assert {(y, x) for x, y in live} == live
        assert all(max(cell) > 9 for cell in next_cells(live, LIFE) ^ live)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"cells": (("0 b-",),)}, "invalid cell 'b-'; a cell is 0, 1, \\* or a name"),
        ({"cells": ()}, "a block needs a cell at least"),
        ({"cells": (("",),)}, "a block needs a cell at least"),
        ({"cells": (("0", "0 1"),)}, "the generations and rows of a block must all have the same"),
        ({"cells": (("0",), ("0", "0"))}, "the generations and rows of a block must all have the"),
        ({"outside": "free"}, "outside is 'free'; it can be dead, bounded, torus"),
        (
            {"min_population": 3, "max_population": 1},
            "the lower bound 3 on the population exceeds the upper bound 1",
        ),
        ({"counted_generation": -1}, "counted_generation is -1; it must be an int of at least 0"),
        ({"counted_generation": 2}, "generation 2 is counted, but the last one is 1"),
        ({"rule_name": "B0/S"}, "rule B0/S has births without neighbours"),
        ({"rule_name": "B0/S:T3,3", "outside": "torus"}, "has a bounded grid"),
    ],
)
def test_what_makes_no_sense(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=f"^{sentence}" if sentence[0] != "h" else sentence):
        SpaceTimeSearch(**{"cells": (("*",), ("*",)), **change})


@pytest.mark.quick
def test_equal_problems_have_equal_json() -> None:
    assert block("*\n\n*", counted_generation=0).to_json() == block("*\n\n*").to_json()
    first, second = block("--a -0 0''\n\n-* 0 1"), block("a  1 0'\n\n* 0   -0")
    assert first == second
    assert first.to_json() == second.to_json()


@pytest.mark.parametrize("outside", ["dead", "bounded", "torus"])
@pytest.mark.parametrize(
    ("text", "without_signs"),
    [
        ("-a *\n* *\n\n* *\n* *", "* *\n* *\n\n* *\n* *"),
        ("-a *\n* -a\n\n* *\n* *", "a *\n* a\n\n* *\n* *"),
        ("c 0\n* -b\n\n* *\n0 a", "* 0\n* *\n\n* *\n0 *"),
    ],
)
def test_a_name_that_is_negated_everywhere_is_as_without_signs(
    text: str, without_signs: str, outside: str
) -> None:
    """Also for symmetries, which would not know the sign."""
    signed, plain = (block(each, outside=outside) for each in (text, without_signs))
    assert listed(signed) == listed(plain)
    orbits = listed(plain, up_to_symmetry=True)
    assert len(listed(signed, up_to_symmetry=True)) == len(orbits) < len(listed(plain))
