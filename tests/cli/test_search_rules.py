"""``lifesat search`` with rules that are known in part: what is read and what is written."""

import io
import itertools
import json
import re
from pathlib import Path

import numpy as np
import pytest

from lifesat import read_all, search_block, search_file
from lifesat.cli import main
from lifesat.formats import space_time_text
from lifesat.life.rule import parse_rule
from lifesat.life.rule_pattern import parse_rule_pattern
from tests.support import plain

ROOT = Path(__file__).parents[2]
SHIP = ROOT / "examples" / "ship-in-any-rule.toml"
BLOCK = "* * *\n\n0 1 0\n"


def array(generation: tuple[tuple[str, ...], ...]) -> plain.Boards:
    return np.array([[int(cell) for cell in row] for row in generation], np.uint8)


@pytest.mark.quick
def test_the_smallest_spaceship_in_any_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", str(SHIP), "--smallest", "--all-generations"]) == 0
    out, err = capsys.readouterr()
    assert "with 3 live cells, the fewest, which is proved" in err
    generations, name = space_time_text.read(out), space_time_text.rule_of(out)
    assert name is not None
    layers = [array(generation) for generation in generations]
    assert layers[0].sum() == 3
    assert (layers[2] == np.roll(layers[0], 1, axis=1)).all()
    also = re.search("# any rule of (.*)", out)
    assert also is not None
    pattern = parse_rule_pattern(also[1])
    for rule in (parse_rule(name)[0], pattern.rule([True] * pattern.variables)):
        assert pattern.contains(rule)
        assert parse_rule_pattern("pB2345678/S012345678").contains(rule)
        for before, after in itertools.pairwise(layers):
            assert (plain.next_boards(before[None], rule, torus=False)[0] == after).all()


@pytest.mark.quick
def test_the_header_has_the_rule_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "file").write_text(BLOCK)
    words = ["search", "file", "--outside", "bounded", "--rule", "pB1-c2-acekn/S0"]
    assert main([*words, "--all", "-o", "all.rle"]) == 0
    assert "4 solutions, and no others" in capsys.readouterr().err
    assert sorted(
        ([x for x, _, _ in pattern.cells()], str(pattern.rule), pattern.comments)
        for pattern in read_all(folder / "all.rle")
    ) == [
        ([0], "B1e/S", ("any rule of pB1e-c2-acekn/S",)),
        ([0, 2], "B2i/S", ("any rule of pB1-c2i-acekn/S",)),
        ([1], "B/S0", ("any rule of pB2-acekn/S0c",)),
        ([2], "B1e/S", ("any rule of pB1e-c2-acekn/S",)),
    ]


@pytest.mark.parametrize(
    ("rule", "printed"),
    [
        ('"pB3a-c/S23"', '"pB3a-c/S23"'),
        ('{ B2a = "x", base = "B3/S23", S2a = "-x" }', None),
        ('{ B8 = "*", S7 = 1 }', '"pB8/S7ce"'),
        ('{ B3 = "1", S2 = 1, S3 = "1" }', '"B3/S23"'),
    ],
)
def test_a_printed_file_states_the_same_rules(
    rule: str, printed: str | None, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "file").write_text(f'rule = {rule}\ncells = "* *"\n')
    assert main(["search", "file", "--print-config", "-o", "printed"]) == 0
    text = (folder / "printed").read_text()
    expected = printed or '{ base = "B3/S2-a3", B2a = "v1", S2a = "-v1" }'
    assert f"rule = {expected}\n" in text
    assert main(["search", "printed", "--print-config"]) == 0
    assert capsys.readouterr().out == text


@pytest.mark.quick
def test_the_formula_names_the_transitions(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "file").write_text("# Rule = {base: B3/S23, 'B2a': 'x', \"S2a\": '-x'}\n* 0\n\n* 0\n")
    assert main(["search", "file", "--encode"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line[:13] == "c transition "][1:] == [
        "c transition 3 B2a",
        "c transition -3 S2a",
    ]
    assert "c p show 1 2 0" in lines
    assert any(line.startswith("p cnf 3 ") for line in lines)


def test_a_proof_that_no_rule_will_do(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A live cell that stays and one that dies have the same neighbours."""
    text = "1 0 0 0 1\n\n1 0 0 0 0\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["search", "-", "--rule", "pB/S0", "--proof", "proof"]) == 1
    assert "proved for" in capsys.readouterr().err
    assert main(["check-proof", "proof.cnf", "proof"]) == 0


def test_a_job_has_the_rules(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(folder / "home"))
    (folder / "file").write_text(BLOCK)
    words = [
        "search",
        "file",
        "--rule",
        "pB1-c2-acekn/S0",
        "--all",
        "--jsonl",
        "--outside",
        "bounded",
    ]
    assert main(words) == 0
    alone = capsys.readouterr().out.splitlines()
    assert main([*words, "--job", "rules"]) == 0
    job = capsys.readouterr().out.splitlines()
    texts = [
        sorted(json.loads(line)["rle"] for line in lines if '"solution"' in line)
        for lines in (alone, job)
    ]
    assert texts[0] == texts[1]
    assert len(texts[0]) == 4


def test_python_says_the_rule() -> None:
    for rule in (None, "pB2cek3/S0123"):
        for history in search_file(SHIP, rule=rule, limit=5, max_population=4):
            assert len({pattern.rule for pattern in history}) == 1
            assert history[0].evolve() == history[1]
            assert history[1].evolve() == history[2]
    assert not list(search_block("1 0 0 1\n\n1 0 0 0\n", rule="pB/S0"))


@pytest.mark.parametrize(
    ("words", "text", "sentence"),
    [
        (["--rule", "pB3z"], "0", "lifesat: invalid rule 'pB3z', column 4: 'z' after 3"),
        (
            ["--rule", "pB3/S23", "--encoding", "column_triples"],
            "0",
            "lifesat: rule pB3/S23 cannot",
        ),
        (["--rule", "{B0: 1, S8: *}"], "0", "lifesat: rule pB0c/S8 has births without"),
        ([], "\nRule = pB9/S\n0", "lifesat: file:2:8: invalid rule 'pB9/S', column 3: a cell has"),
        ([], 'rule = "pB3/S2/3"\ncells = "0"', "lifesat: file:1:1: invalid rule 'pB3/S2/3', col"),
        ([], "rule = 3\ncells = '0'", "lifesat: file:1:1: rule has the wrong type; give a string"),
        (
            [],
            'cells = "0"\n[rule]\nB2a = "x"\nB2z = 1',
            "lifesat: file:4:1: invalid transition 'B2z': 'z' after 2; use one of aceikn",
        ),
        (
            [],
            'cells = "0"\nrule = { B2a = "x", B2 = "y" }',
            "lifesat: file:2:21: B2a has two values; the second is at 'B2'",
        ),
        ([], 'cells = "0"\nrule.B2a = 2', "lifesat: file:2:6: B2a is '2'; it can be 0, 1, * or"),
        ([], 'cells = "0"\nrule = {base = 2}', "lifesat: file:2:9: base is 2; give a rule as"),
    ],
)
def test_mistakes(
    words: list[str],
    text: str,
    sentence: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (folder / "file").write_text(text)
    assert main(["search", "file", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith(sentence)
    assert err.count("\n") == 1
