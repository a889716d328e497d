"""``@RULE`` blocks around RLE: tables and trees of rules with two states become MAP rules."""

import random
from pathlib import Path

import pytest

from lifesat import Pattern, read_text
from lifesat.cli import main
from lifesat.errors import UserError
from lifesat.formats import FormatError, write_text
from lifesat.life.rule import parse_rule
from tests.support.golly import Bgolly

CELLS = "x = 3, y = 3, rule = Mine\nbo$2bo$3o!\n"
LIFE = """\
@RULE Mine

Words about it.
@TABLE
# outer totalistic
n_states:2
neighborhood:Moore
symmetries:permute
var a={0,1}
var b = a
var c={a}
0,1,1,1,0,0,0,0,0,1
1,1,1,1,0,0,0,0,0,1
1,1,1,0,0,0,0,0,0,1
1,a,b,c,0,0,0,0,0,0
var d={1,a}
1 , 1,1,1,1,a,b,c,d,0
@COLORS
0 1 2 3
"""
# No symmetry but those that they name, variables that occur twice, and a next state that is one.
HEXAGONAL = """\
@RULE Mine
@TABLE
n_states:2
neighborhood:hexagonal
symmetries:rotate2
var a={0,1}
var b={0,1}
0,1,a,0,b,1,0,1
1,0,a,1,0,b,b,0
0,a,1,1,a,0,b,1
"""
MIRRORED = """\
@RULE Mine
@TABLE
n_states:2
neighborhood:Moore
symmetries:reflect_horizontal
var a={0,1}
var b={0,1}
0,1,1,0,1,0,1,0,1,0
1,0,a,1,0,b,b,0,a,0
0,a,1,1,a,0,b,1,1,a
"""
NEUMANN = """\
@RULE Mine
@TABLE
n_states:2
neighborhood:vonNeumann
symmetries:rotate4reflect
var a={0,1}
var b={0,1}
0,1,1,0,a,1
1,a,b,b,a,0
"""
COMPACT = """\
@RULE Mine
@TABLE
n_states:2
neighborhood:Moore
symmetries:rotate4
0110101011
1001100000
0100000001
"""
TREE = """\
@RULE Mine
@TREE
num_states=2
num_neighbors=4
num_nodes=9
1 0 1
1 1 0
2 0 1
2 1 0
3 2 3
3 3 2
4 4 5
4 5 4
5 6 7
"""


@pytest.mark.quick
@pytest.mark.parametrize(
    "text",
    [
        CELLS + LIFE,
        LIFE + CELLS,
        f"[code]{CELLS}[/code] with the rule [code]{LIFE}[/code]",
        f"```\n{LIFE}```\nA glider: {CELLS}",
        f"[code]{CELLS}{LIFE}[/code]",
        f"#r Mine\nbo$2bo$3o!\n{LIFE}",
    ],
)
def test_a_table_before_or_after_the_cells(text: str) -> None:
    pattern = read_text(text)
    life = read_text(CELLS.replace("Mine", "B3/S23"))
    assert (pattern.rule.family, pattern.rule.table) == ("map", life.rule.table)
    assert str(pattern.evolve(4).crop()) == str(life.evolve(4).crop())
    assert read_text(write_text(pattern)) == pattern


def test_a_block_right_after_the_cells_is_read_as_one_on_a_line_of_its_own() -> None:
    """Found by fuzzing: a pattern with such a block was not read again as it was written."""
    block = "@RULE A\n@TABLE\nn_states:2\nneighborhood:hexagonalTorus\n"
    pattern = read_text(f"x = 3, y = 1, rule = A\n3o!{block}")
    assert pattern.rule.states == 2
    assert read_text(write_text(pattern), format="rle") == pattern


def test_another_block_says_nothing() -> None:
    assert read_text(CELLS + LIFE.replace("Mine", "Other")).rule.family == "named"
    assert read_text(CELLS + "@RULE Mine\nwords\n").rule.states == 256
    assert read_text(CELLS.replace("Mine", "HighLife") + LIFE).rule == parse_rule("B36/S23")[0]


def test_rules_that_cannot_be_searched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are read, and converted with their block; a search rejects them."""
    path = tmp_path / "many.rle"
    path.write_text(CELLS + LIFE.replace("n_states:2", "n_states:4"))
    assert main(["convert", str(path)]) == 0
    written = capsys.readouterr().out
    assert read_text(written) == read_text(path.read_text())
    assert read_text(written).rule.states == 4
    for text in (path.read_text(), CELLS + LIFE.replace("Moore", "oneDimensional")):
        path.write_text(text)
        assert main(["predecessors", str(path)]) == 2
        said = capsys.readouterr().err
        assert "rule Mine" in said
        assert "this needs a rule of two states and 3x3 cells" in said


@pytest.mark.parametrize(
    ("line", "wrong", "said"),
    [
        ("0,1,1,1,0,0,0,0,0,1", "0,1,1,0,1", "a transition has 10 states, not 5"),
        ("var b = a", "var b", "a variable looks like"),
        ("var b = a", "var b={0,2}", "'2' is neither a state nor a variable"),
        ("1,a,b,c,0", "1,z,b,c,0", "'z' is neither a state nor a variable"),
        ("symmetries:permute", "symmetries:rotate3", "these symmetries are unknown"),
    ],
)
def test_faulty_tables(line: str, wrong: str, said: str) -> None:
    with pytest.raises(FormatError, match=rf"1:22: rule Mine, line '.*' of its @TABLE: {said}"):
        read_text(CELLS + LIFE.replace(line, wrong))


@pytest.mark.parametrize(
    ("line", "wrong", "said"),
    [
        ("5 6 7\n", "", "the last node must have level 5"),
        ("3 2 3", "3 2 4", "there are no such nodes of level 2"),
        ("1 0 1", "1 0 2", "there are no such nodes of level 0"),
        ("1 0 1", "1 0", "a node of two states has a level and two numbers"),
    ],
)
def test_faulty_trees(line: str, wrong: str, said: str) -> None:
    with pytest.raises(FormatError, match=rf"rule Mine, line '.*' of its @TREE: {said}"):
        read_text(CELLS + TREE.replace(line, wrong))


def test_a_tree_is_followed() -> None:
    """Its next state is the parity of the cell with N, W, E and S."""
    table = read_text(CELLS + TREE).rule.table
    assert list(table) == [(block & 0b010_111_010).bit_count() % 2 for block in range(512)]


def test_hidden_sizes() -> None:
    with pytest.raises(UserError, match="at most 10,000 lines"):
        read_text(CELLS + LIFE.replace("@COLORS", "0,1,1,1,0,0,0,0,0,1\n" * 10_001 + "@COLORS"))


@pytest.mark.parametrize("block", [LIFE, HEXAGONAL, MIRRORED, NEUMANN, COMPACT, TREE])
def test_golly_runs_the_same_rule(block: str, bgolly: Bgolly, tmp_path: Path) -> None:
    draw = random.Random(5)
    rows = ["".join(draw.choice(".O") for _ in range(24)) for _ in range(24)]
    soup = write_text(Pattern.from_rows(rows)).replace("B3/S23", "Mine")
    ours = read_text(f"{soup}{block}").evolve(4)
    (tmp_path / "Mine.rule").write_text(block)
    source, target = tmp_path / "in.rle", tmp_path / "out.rle"
    source.write_text(soup)
    words = ("-s", f"{tmp_path}/", "-a", "RuleLoader", "-r", "Mine", "-m", "4")
    text = bgolly(source, target, *words)
    found = [(x, y) for x, y, _ in read_text(text).crop().cells()]
    assert found == [(x, y) for x, y, _ in ours.crop().cells()]
