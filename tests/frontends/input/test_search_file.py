"""Search files: either form states the same problem, and mistakes are named with their place."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from lifesat.errors import UserError
from lifesat.frontends.input.search_file import SearchRequest, write_search
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.search import SpaceTimeSearch
from tests.support.blocks import SIZES, as_stated, block, blocks, constrained

TEXT = "0 a -b'\n* 1 0\n\n0 0 0\na b *\n"


@pytest.mark.quick
@settings(max_examples=30)
@given(blocks(SIZES))
def test_what_is_written_is_read_again(problem: SpaceTimeSearch) -> None:
    assert SearchRequest(text=write_search(problem)).problem() == problem


@pytest.mark.quick
@settings(max_examples=30)
@given(constrained(SIZES))
def test_constraints_are_written_and_read_again(problem: SpaceTimeSearch) -> None:
    """Symmetries by names are read as equations, which say the same."""
    again = SearchRequest(text=write_search(problem)).problem()
    assert write_search(again) == write_search(problem)
    same = replace(again, symmetry=problem.symmetry, asymmetry=problem.asymmetry)
    assert same == problem
    boards = as_stated(problem)
    assert np.array_equal(again.verify(boards), problem.verify(boards))
    assert problem_from_json(problem.to_json()) == problem


@pytest.mark.quick
def test_options_add_to_the_constraints_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "found.rle").write_text("x = 3, y = 1\nobo!")
    (tmp_path / "found.csv").write_text("# solution\n1,*,1\n\n0,0,0\n")
    (tmp_path / "stripes").write_text("1\n0\n")
    text = """width = 3
        height = 1
        generations = 2
        symmetry = 'p1'
        population = [">0", "<5 0 1"]
        force_change = [[0, 1]]
        max_growth = 2
        different_from = ["0 0 0", "* 1 *"]
    """
    request = SearchRequest(
        text=text,
        symmetry=("d2|",),
        population=("=2",),
        max_growth=1,
        different_from=(str(tmp_path / "found.rle"), str(tmp_path / "found.csv")),
        background=str(tmp_path / "stripes"),
        background_offset=(0, 1, 0),
    )
    assert request.problem() == block(
        "* * *\n\n* * *",
        symmetry=("p1", "D2|"),
        population=(">=1", "<=4 0 1", "=2"),
        force_change=((0, 1),),
        max_growth=1,
        different_from=(
            (("0 0 0",),),
            (("* 1 *",),),
            (("1 0 1",),),
            (("1 * 1",), ("0 0 0",)),
        ),
        background=("1", "0"),
        background_offset=(0, 1, 0),
    )


@pytest.mark.quick
def test_both_forms_state_the_same(tmp_path: Path) -> None:
    expected = block(TEXT, rule_name="B36/S23")
    toml = f'# one\nrule = "B36/S23"\nwidth = 3\ncells = """\n{TEXT}"""\n'
    for text in (f"Rule = B36/S23\n{TEXT}", f"# Rule = B36/S23\r\n{TEXT}", toml):
        (tmp_path / "file").write_text(text)
        assert SearchRequest(path=str(tmp_path / "file")).problem() == expected
        assert SearchRequest(text=text.replace("\r", "")).problem() == expected
    torus = SearchRequest(
        text=toml, rule="B3/S23", outside="torus", min_population=2, max_population=3
    )
    assert torus.problem() == block(TEXT, outside="torus", min_population=2, max_population=3)


@pytest.mark.quick
def test_a_size_alone_is_a_block_of_unknown_cells() -> None:
    expected = block("* * *\n* * *")
    assert SearchRequest(blank=(3, 2, 1)).problem() == expected
    assert SearchRequest(text="width = 3\nheight = 2\ngenerations = 1").problem() == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('cells = """\n0 1\n1 ?\n"""', "text:3:3: invalid cell '?'; an unknown cell is *"),
        ('rule = "B3/S23"\ncells = """0 1 q-\n"""', "text:2:16: invalid cell 'q-'"),
        ('\n cells = "0 1\\n0"', "text:2:2: this row has 1 cell"),
        ("width = 3", "text:1:1: neither cells nor generations are given; give the cells, or"),
        ("rule = B3/S23\nwidth = 1", "text:1:8: invalid value; a search file is TOML"),
        ('cells = """', "text:1:12: unterminated string"),
        ("# Rule\nRule = B3/S23:T5,5\n0", "text:2:8: rule B3/S23:T5,5 has a bounded grid"),
        ('cells = "0"\nrule = "foo"', "text:2:1: rule foo has no table that is known here"),
        ("\nx = 3, y = 3\n3o!", "text:2:1: this is a pattern, not a search file"),
        ("rule = 2", "text:1:1: rule has the wrong type; give a string such as"),
        ("cells = '0'\n[rule]\nname = 2", "text:3:1: invalid transition 'name'; use B or S, a"),
        ("wide = 2", "text:1:1: unknown key 'wide'; the keys are width, height"),
        ("width = 0", "text:1:1: width is out of range; give a whole number from 1 to 134,217,728"),
        (
            f"min_population = 0x{'f' * 5000}",
            "text:1:1: min_population is out of range; give a whole number from 0 to 134,217,728",
        ),
        ("width = true", "text:1:1: width has the wrong type"),
        ("width = " + "9" * 5000, "text:1:1: "),
        (
            'outside = "free"\ncells = "0"',
            "text:1:1: outside is 'free'; it can be dead, bounded, torus, or a bounded grid",
        ),
        ('height = 2\ncells = "0"', "text:1:1: height is 2, but the cells have 1; write 1"),
        ("a = " + "[" * 3000, "text:"),
        ("width=99999\nheight=99999\ngenerations=9", "a block of 99999x99999 cells over 9"),
        ("width = 3\nsymmetry = 4", "text:2:1: symmetry has the wrong type; give a string such as"),
        ("symmetry = [4]", "text:1:1: symmetry has the wrong type; give a string such as"),
        ("symmetry = 'D5'", "text:1:1: invalid symmetry 'D5': unknown word 'D5'; give a class"),
        ("population = '3+'", "text:1:1: invalid population '3+': give a bound such as"),
        (
            "force_change = [0, 1]",
            "text:1:1: force_change has the wrong type; give a list of pairs",
        ),
        ("max_decay = -1", "text:1:1: max_decay is out of range; give a whole number from 0"),
        ("different_from = '0 q'", "text:1:1: a block to differ from has a cell 'q'"),
        ("background = '0 ?'", "text:1:1: background: invalid cell '?'; an unknown cell is *"),
        ("background = ['0', '0']", "text:1:1: background: there must be one background; give"),
        ("background_offset = [1, 2]", "text:1:1: background_offset has the wrong type; give a"),
        ('cells = "0"\nsymmetry = "p1"', "symmetry p1 compares generations 1 apart, so the block"),
        ('cells = "0"\nrule = "B03/S23"', "rule B03/S23 has births without neighbours"),
        ('cells = "0"\nmin_population = 3\nmax_population = 2', "the lower bound 3 on the"),
    ],
)
def test_mistakes(text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=f"^{re.escape(sentence)}"):
        SearchRequest(text=text).problem()
