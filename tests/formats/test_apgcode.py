"""Writing apgcodes: the census's own words, lifelib's answers, every phase and orientation."""

from base64 import b64encode
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.errors import UserError
from lifesat.formats import read_text, write_text
from lifesat.formats.apgcode import code_of
from lifesat.life.evolution import evolve
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from lifesat.life.symmetry import TRANSFORMS
from tests.support import plain

KNOWN = {
    "xs0_0": 1,
    "xs4_33": 1,
    "xs4_252": 1,
    "xs6_696": 1,
    "xs7_2596": 1,
    "xs7_178c": 1,
    "xs12_raar": 1,
    "xp2_7": 2,
    "xp2_7e": 2,
    "xp2_318c": 2,
    "xp3_co9nas0san9oczgoldlo0oldlogz1047210127401": 3,
    "xp15_4r4z4r4": 15,
    "xq4_153": 4,
    "xq4_6frc": 4,
    "xq4_27dee6": 4,
    "xq4_27deee6": 4,
}


@pytest.fixture(autouse=True, scope="module")
def soon_given_up() -> Iterator[None]:
    """Soups that never settle take seconds otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lifesat.formats.apgcode._MOST_ROWS", 3000)
        yield


@pytest.mark.quick
@pytest.mark.parametrize("code", KNOWN)
def test_every_phase_in_every_orientation_has_the_known_code(code: str) -> None:
    start = read_text(code).pad(8).to_array()
    for t in range(KNOWN[code]):
        phase = Pattern.from_array(evolve(start, LIFE, t))
        for turn in TRANSFORMS:
            assert code_of(phase.transform(turn)) == code


small = st.integers(0, 2**30 - 1).map(
    lambda bits: Pattern.from_array(np.array([bits >> k & 1 for k in range(30)]).reshape(5, 6))
)


@given(small)
@settings(max_examples=40)
def test_a_code_holds_a_phase_of_what_it_names(soup: Pattern) -> None:
    cells = {(x, y) for x, y, _ in soup.cells()}
    for _ in range(200):
        cells = plain.next_cells(cells, LIFE)
    try:
        code = code_of(Pattern.from_cells(cells))
    except UserError:
        return  # it sends gliders in several ways, or has not settled
    kind, number = code[1], int(code[2 : code.index("_")])
    start = {(x, y) for x, y, _ in read_text(code).cells()}
    now = start
    if kind == "s":
        assert len(start) == number
    for _ in range(1 if kind == "s" else number):
        now = plain.next_cells(now, LIFE)
    assert normal(now) == normal(start)
    assert (now == start) == (kind != "q")
    assert code_of(Pattern.from_cells(start)) == code


def normal(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    left, top = (min((cell[k] for cell in cells), default=0) for k in (0, 1))
    return {(x - left, y - top) for x, y in cells}


# As lifelib names them, in some phase and orientation.
ELSEWHERE = {
    "xs11_2596x33/b36s23": ".OO....OO$O..O...OO$.O.O.....$..O......",
    "xp2_33x7/b36s23": "O...OO$O...OO$O.....",
    "xs7_2596/b3s2-i34q": "..O.$.O.O$O..O$.OO.",
    "xq5_27/b3s2-i34q": "O..$OOO$O..",
    "xp4_ah/b2s": "..O..$O.O.O$.OOO.",
    "xq1_186/b2s": "O..$..O$..O$.O.",
    "xp2_145/b2s34h": "O.O.$....$..OO",
    "xp3_356/b2s34h": ".O...$O..O.$.....$.O..O$...O.",
    "xp4_12x842/b2s34h": "O...$.O..$....$....$....$.O.O$....$.O.O",
}


@pytest.mark.parametrize("code", ELSEWHERE)
def test_codes_under_other_rules_are_those_of_lifelib(code: str) -> None:
    rule = code.partition("/")[2]
    pattern = Pattern.from_rows(ELSEWHERE[code].split("$"), rule=rule)
    assert code_of(pattern) == code
    named = read_text(f" {code}\n")
    assert (named.name, named.rule) == (code, pattern.rule)
    for phase in (named, pattern):
        for turn in pattern.rule.symmetries:
            start = phase.transform(turn).pad(4).to_array()
            assert (
                code_of(Pattern.from_array(evolve(start, pattern.rule, 3), rule=pattern.rule))
                == code
            )


@pytest.mark.quick
def test_only_what_a_rule_does_not_tell_apart_has_one_code() -> None:
    # Every cell becomes what its left neighbour was: whatever there is moves right.
    octets = np.packbits(np.array([block >> 5 & 1 for block in range(512)], dtype=np.uint8))
    rule = f"MAP{b64encode(octets.tobytes()).decode().rstrip('=')}"
    two = Pattern.from_rows(["O.", "..", ".O"], rule=rule)
    assert two.rule.symmetries == ("identity", "flip_y")
    for turn in TRANSFORMS:
        code = code_of(two.transform(turn))
        lying = turn in ("transpose", "anti_transpose", "rot90", "rot270")
        assert code == ("xq1_102" if lying else "xq1_14") + f"/{rule}"
        assert code_of(read_text(code)) == code


@pytest.mark.quick
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("xp2_7/b9s23", "1:7: invalid rule 'b9s23': a cell has at most 8 neighbours, not 9"),
        (
            "xp2_7/345/2/4",
            "1:7: rule 345/2/4 is a Generations rule of 4 states; use a rule of two states",
        ),
        ("xp2_7/b36s23:T9,9", "1:7: apgcodes do not support bounded grids; write only the rule"),
        ("xp2_7/", "1:1: the format is not recognised"),
    ],
)
def test_what_follows_the_slash_is_a_rule(text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=f"^<text>:{sentence}"):
        read_text(text)


def test_far_apart_cells_need_many_letters() -> None:
    blocks = [(x + dx, y) for x in (0, 4, 9, 100) for dx in (0, 1) for y in (0, 1)]
    code = code_of(Pattern.from_cells(blocks))
    assert code == "xs16_33w33x33yzyzy733"
    assert code_of(read_text(code)) == code


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1, y = 1\no!", "dies out"),
        ("x = 3, y = 3\nb2o$2o$bo!", "does not repeat within"),
        ("x = 2, y = 2, rule = B2/S\n2o$2o!", "does not repeat within"),
        ("x = 2, y = 2, rule = B03/S23\n2o$2o!", r"B03/S23 has births without neighbours \(B0"),
        (
            "x = 2, y = 2, rule = 23/3/4\n2A$2A!",
            "23/3/4 is a Generations rule of 4 states; an apgcode needs",
        ),
        ("x = 2, y = 2, rule = B3/S23:T9,9\n2o$2o!", "do not support bounded grids such as :T9,9"),
    ],
)
def test_what_is_no_object_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        code_of(read_text(text))
    with pytest.raises(UserError, match="unknown cells"):
        write_text(Pattern.from_rows(["?"]), "apgcode")
