"""Rules: every spelling gives the name that Golly gives; bgolly 3.3 wrote those below."""

import pickle

import pytest

from lifesat.life.rule import LIFE, BoundedGrid, Rule, RuleError, parse_rule

GOLLY_NAMES = {
    "B3/S23": "B3/S23",
    "S23/B3": "B3/S23",
    "23/3": "B3/S23",
    "3/23": "B23/S3",
    "b3s23": "B3/S23",
    "23/B3": "B3/S23",
    "B3": "B3/S",
    "S23": "B/S23",
    "/": "B/S",
    "bs": "B/S",
    "bsv": "B/SV",
    "SBh": "B/SH",
    "/2": "B2/S",
    "B333/S3232": "B3/S23",
    "b3 / s23": "B3/S23",
    "B08/S08": "B08/S08",
    "12/34v": "B34/S12V",
    "B2/S34h": "B2/S34H",
    "B3-c/S23": "B3-c/S23",
    "B3ceaikn/S23": "B3-jqry/S23",
    "B3ceaiknjqry/S2ceaikn": "B3/S2",
    "B4ceaiknjqr/S4ceaikn": "B4-twyz/S4aceikn",
    "B3/S4cikrtz2": "B3/S24cikrtz",
    "5-ce1/4yqeactw": "B4aceqtwy/S15-ce",
    "B5-ceai/S5ceaikn": "B5-acei/S5-jqry",
    "B1-ce/S2": "B/S2",
    "B3-a3/S": "B3-a/S",
    "B2cek3i_S12cei": "B2cek3i/S12cei",
    "B2cek3iS12cei": "B2cek3i/S12cei",
    "b2-a3s12": "B2-a3/S12",
    "S12B2ae": "B2ae/S12",
    "S23-aB3": "B3/S23-a",
    "w30": "W30",
    "B3/S2/3": "2/3/3",
    "23/3/3": "23/3/3",
    "/2/3": "/2/3",
    "B2-i/S6-k/3": "6-k/2-i/3",
    "23/3/4H": "23/3/4H",
    "R5,C1,M1,S34..58,B34..45,NM": "R5,C0,M1,S34..58,B34..45,NM",
    "5,34,45,33,57": "R5,C0,M1,S33..57,B34..45,NM",
    "jvn29": "JvN29",
    "B3/S23:t30": "B3/S23:T30,30",
    "B3/S23:T0,0": "B3/S23",
    "B3/S23:T": "B3/S23",
    "B3/S23:T,30": "B3/S23:T0,30",
    "B3/S23:T30+40,20": "B3/S23:T30+10,20",
    "B3/S23:T30-37,20": "B3/S23:T30-7,20",
    "B3/S23:T30,20-2": "B3/S23:T30,20-2",
    "B3/S23:K40,20": "B3/S23:K40,20*",
    "B3/S23:K40*+3,20": "B3/S23:K40*+1,20",
    "B3/S23:K41*+1,20": "B3/S23:K41*,20",
    "B3/S23:K40*": "B3/S23:K40*,40",
    "B3/S23:C40": "B3/S23:C40,40",
    "B3/S23:S30": "B3/S23:S30",
    "W22:P10,1": "W22:P10,1",
}


@pytest.mark.parametrize(("spelling", "name"), GOLLY_NAMES.items())
def test_names_are_those_that_golly_gives(spelling: str, name: str) -> None:
    rule, grid = parse_rule(spelling)
    assert (f"{rule}:{grid}" if grid else str(rule)) == name
    assert parse_rule(name) == (rule, grid)


@pytest.mark.parametrize(
    ("spelling", "name", "states"),
    [
        ("Life", "B3/S23", 2),
        ("Conway's Game of Life", "B3/S23", 2),
        ("high life", "B36/S23", 2),
        ("Day & Night", "B3678/S34678", 2),
        ("2x2", "B36/S125", 2),
        ("lifehistory", "LifeHistory", 7),
        ("B36/S23History", "B36/S23History", 7),
        ("B2-a/S12History", "B2-a/S12History", 7),
        ("B2/S34HSuper", "B2/S34HSuper", 26),
        ("b3s23history", "B3/S23History", 7),
        ("highlifesuper", "B36/S23Super", 26),
        ("wireworld", "WireWorld", 4),
        ("g3b2s345", "345/2/3", 3),
        ("g4b34s12V", "12/34/4V", 4),
        ("g5b2-ak3s12i", "12i/2-ak3/5", 5),
        ("r5b34t45s34t58", "R5,C0,M1,S34..58,B34..45,NM", 2),
        ("g4r2b3t5s3t6", "R2,C4,M1,S3..6,B3..5,NM", 4),
        ("r1b3t3s3t4", "B3/S23", 2),
        ("R2BFFB0S12", "r2bffb0s12", 2),
        ("g7r3b0as1cz", "g7r3b0as1cz", 7),
        ("r2d2", "r2d2", 256),
        ("glider3b2s4", "glider3b2s4", 256),
        ("g2b3s23", "B3/S23", 2),
        ("23/3/2", "B3/S23", 2),
        ("B2-a/S12/2", "B2-a/S12", 2),
        ("R1,C0,M0,S2..3,B3..3,NM", "B3/S23", 2),
        ("R1,C2,M1,S3..4,B3..3,NM", "B3/S23", 2),
        ("1,3,3,3,4", "B3/S23", 2),
        ("R1,C0,M0,S1..2,B1..9,NN", "B1234/S12V", 2),
        ("R1,C0,M1,S0..1,B2..1,NM", "B/S0", 2),
        ("R1,C3,M0,S2..3,B3..3,NM", "R1,C3,M0,S2..3,B3..3,NM", 3),
        ("R1,C0,M0,S2..3,B3..3,NC", "R1,C0,M0,S2..3,B3..3,NC", 2),
        ("Codd", "Codd", 256),
        ("R10,C255,M1,S2..3,B3..3,NM", "R10,C255,M1,S2..3,B3..3,NM", 255),
    ],
)
def test_names_in_use(spelling: str, name: str, states: int) -> None:
    rule, grid = parse_rule(spelling)
    assert (rule.name, rule.states, grid) == (name, states, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("23", "needs a slash"),
        ("B9/S23", "at most 8 neighbours, not 9"),
        ("B7/S34H", "at most 6 neighbours, not 7"),
        ("B2x/S23", "'x' after 2; use one of aceikn"),
        ("B0a/S", "'a' after 0; this number takes no letters"),
        ("B3/B23", "two B parts"),
        ("B3/S2.3", "'.' is not a number of neighbours"),
        ("23/3/1", "the number of states, as in 345/2/4 or g4b2s345, is 2 to 256"),
        ("23/3/257", "is 2 to 256"),
        ("g257b3s2", "is 2 to 256"),
        ("g300r2b3t5s3t6", "it has 2 to 255 states"),
        ("B456/S34L", r"triangular neighbourhoods \(L\) are not supported"),
        ("b45s3LE", r"triangular neighbourhoods \(LE\) are not supported"),
        ("W31", "even number"),
        ("MAPAA", "6, 22 or 86"),
        ("R5,M1", "looks like R5"),
        ("no rule at all!", "invalid rule"),
        ("B3/S23:X3", "invalid bounded grid"),
        ("B3/S23:T2000000001", "at most 2,000,000,000"),
        ("B3/S23:T30*,20", "only a Klein bottle"),
        ("B3/S23:K30*,20*", "cross-surface"),
        ("B3/S23:K0*,20", "unbounded"),
        ("B3/S23:P3+1,3", "only a torus"),
        ("B3/S23:T3+1,0", "unbounded grid has no shift"),
        ("B3/S23:T3+1,3+1", "only one pair"),
        ("B3/S23:K4*,4+1", "only along its twisted edges"),
        ("B3/S23:S3,3", "one length"),
    ],
)
def test_refusals_say_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(RuleError, match=said):
        parse_rule(text)


@pytest.mark.parametrize(
    ("text", "block", "state"),
    [
        # Of two neighbours W and E, tlife's live cell dies; of N and E it lives.
        ("tlife", 0o070, 0),
        ("tlife", 0o230, 1),
        ("tlife", 0o700, 1),
        # Just Friends: two neighbours that touch sideways give no birth.
        ("B2-a/S12", 0o600, 0),
        ("B2-a/S12", 0o104, 1),
        ("B2-a/S12", 0o220, 1),
        # The corners in the upper right and lower left are none of six neighbours.
        ("B2/S34H", 0o600, 1),
        ("B2/S34H", 0o500, 0),
        ("B2/S34H", 0o705, 0),
        ("B2/S34H", 0o104, 0),
        # No corner is one of four.
        ("B2/S013V", 0o050, 1),
        ("B2/S013V", 0o505, 0),
        ("B2/S013V", 0o525, 1),
        # Of 32 digits the first is for five dead cells, the second for a live one below.
        ("MAPQAAAAA", 0o002, 1),
        ("MAPQAAAAA", 0o507, 1),
        ("MAPQAAAAA", 0o010, 0),
    ],
)
def test_what_comes_of_a_block(text: str, block: int, state: int) -> None:
    assert parse_rule(text)[0].table[block] == state


@pytest.mark.quick
def test_which_rules_have_a_table() -> None:
    for text in ("B3/S23", "B2-a/S12", "B2/S34H", "12/34V", "MAPARYXfw", "Day & Night", "B08/S08"):
        rule, _ = parse_rule(text)
        assert rule.has_table
        assert len(rule.table) == 512
        assert set(rule.table) <= {0, 1}
    for text in ("345/2/4", "W22", "WireWorld", "R5,C0,M1,S34..58,B34..45,NM", "LifeHistory"):
        rule, _ = parse_rule(text)
        assert not rule.has_table
        with pytest.raises(RuleError, match="not determined by the 3x3 block"):
            _ = rule.table


@pytest.mark.quick
def test_a_map_rule_may_have_states_that_are_history() -> None:
    rule, _ = parse_rule("MAPARYXfwHistory")
    assert (rule.name, rule.family, rule.states) == ("MAPARYXfwHistory", "life-history", 7)
    # These letters are digits.
    assert parse_rule(f"MAP{'A' * 79}History")[0].family == "map"
    assert parse_rule(f"MAP{'A' * 86}History")[0].family == "life-history"


@pytest.mark.quick
def test_rules_are_values() -> None:
    rule = parse_rule("s23b3")[0]
    assert rule == LIFE
    assert hash(rule) == hash(LIFE)
    assert rule != parse_rule("B36/S23")[0]
    assert pickle.loads(pickle.dumps(rule)) == LIFE  # noqa: S301
    with pytest.raises(AttributeError, match="cannot be changed"):
        rule.name = "B36/S23"


@pytest.mark.quick
def test_only_counts_of_eight_neighbours_make_a_rule_life_like() -> None:
    life_like = [text for text in GOLLY_NAMES if parse_rule(text)[0].is_life_like]
    assert "B2/S34h" not in life_like
    assert "B3-c/S23" not in life_like
    assert "23/3/3" not in life_like
    assert "B08/S08" in life_like


@pytest.mark.quick
def test_a_rule_and_a_grid_say_what_they_are() -> None:
    assert repr(LIFE) == "<Rule B3/S23>"
    assert str(BoundedGrid("K", 4, 5, twist_x=True, shift_x=1)) == "K4*+1,5"
    assert Rule("Codd", "named", 256) != BoundedGrid("T", 4, 5)
