"""``lifesat search`` under Generations rules as its users meet it."""

import json
from pathlib import Path

import numpy as np
import pytest

from lifesat import count_block, read_text, search_block
from lifesat.cli import main
from lifesat.formats import space_time_text
from tests.support.commands import listed
from tests.support.generations import BRAIN, WARS

Captured = pytest.CaptureFixture[str]
SHIPS = ["search", "--blank", "6,5,2", "--rule", BRAIN, "--symmetry", "p1 x1", "-q"]


def test_a_photon_of_brian_s_brain(capsys: Captured) -> None:
    """The smallest pattern that moves by one cell in each generation has four cells."""
    assert main([*SHIPS, "--min-population", "1", "--smallest", "--to", "rle"]) == 0
    (ship,) = listed(capsys.readouterr().out)
    assert ship.crop().to_array().tolist() == [[2, 1], [2, 1]]
    assert ship.rule.name == BRAIN
    later = ship.evolve()
    moved = np.roll(ship.to_array(), 1, axis=1)
    x, y = later.position or (0, 0)
    cells = np.zeros_like(moved)
    part = later.to_array()
    left, top = x - (ship.position or (0, 0))[0], y - (ship.position or (0, 0))[1]
    cells[top : top + part.shape[0], left : left + part.shape[1]] = part
    assert (cells == moved).all()


def test_all_generations_are_written_and_read(folder: Path, capsys: Captured) -> None:
    (folder / "wars.csv").write_text(f"Rule = {WARS}\n* a 2\n* * *\n\n3 * *\n* a' 3\n")
    assert main(["search", "wars.csv", "--outside", "bounded", "--all", "--to", "lls", "-q"]) == 0
    texts = capsys.readouterr().out.split("# solution")[1:]
    assert texts
    for text in texts:
        first, last = space_time_text.read(f"#{text}", states=4)
        assert space_time_text.rule_of(f"#{text}") == WARS
        assert (first[0][2], first[0][0], last[1][2]) == ("2", "2", "3")
        assert first[0][1] == last[1][1]
    assert main(["search", "wars.csv", "--outside", "bounded", "--count", "-q"]) == 0
    assert int(capsys.readouterr().out) == len(texts)


def test_the_printed_search_has_the_same_solutions(folder: Path, capsys: Captured) -> None:
    (folder / "given.rle").write_text(f"x = 2, y = 2, rule = {BRAIN}\n.B$A!\n")
    words = ["search", "--blank", "3,2,2", "--rule", BRAIN, "--given", "given.rle"]
    words += ["--outside", "torus", "--max-growth", "2", "--max-population", "4"]
    assert main([*words, "--all", "-q"]) == 0
    found = listed(capsys.readouterr().out)
    assert main([*words, "--print-config"]) == 0
    printed = capsys.readouterr().out
    assert "\n0,2,*\n1,0,*\n" in printed
    blocks = list(search_block(printed))
    assert [first.to_array().tolist() for first, _ in blocks] == [
        each.to_array().tolist() for each in found
    ]
    assert all((last.to_array() > 0).sum() for _, last in blocks)
    assert count_block(printed) == len(blocks) > 0


def test_an_oscillator_is_a_job(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(folder))
    words = ["--blank", "6,6,4", "--rule", BRAIN, "--symmetry", "p3", "--asymmetry", "p1"]
    assert main(["search", *words, "--min-population", "1", "--smallest", "--job", "three"]) == 0
    assert "1 solution with 8 live cells, the fewest, which is proved" in capsys.readouterr().err
    assert main(["jobs", "export", "three"]) == 0
    (found,) = listed(capsys.readouterr().out)
    assert found.evolve(3).crop().to_array().tolist() == found.crop().to_array().tolist()
    assert found.evolve().crop() != found.crop()


def test_events_and_formula(folder: Path, capsys: Captured) -> None:
    (folder / "one.csv").write_text(f"Rule = {WARS}\n* 0\n\n3 0\n")
    assert main(["search", "one.csv", "--jsonl", "-q"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (solution,) = [event for event in events if event["type"] == "solution"]
    assert read_text(solution["rle"]).to_array().tolist() == [[2, 0]]
    assert main(["search", "one.csv", "--encode"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("c cell")] == [
        "c cell VARIABLE X Y T STATE: (0, 0) is the block's top left cell, T = 0 the first layer",
        "c cell 1 0 0 0 1",
        "c cell 2 0 0 0 2",
        "c cell 3 0 0 0 3",
    ]


def test_a_proof_that_there_is_none(folder: Path, capsys: Captured) -> None:
    (folder / "none.csv").write_text(f"Rule = {BRAIN}\n* *\n* *\n\n1 1\n1 1\n")
    assert main(["search", "none.csv", "--proof", "none.drat"]) == 1
    assert "16 unknown states of cells" not in capsys.readouterr().err
    assert main(["check-proof", "none.drat.cnf", "none.drat"]) == 0


@pytest.mark.parametrize(
    ("text", "words", "sentence"),
    [
        ("* 3\n", ["--rule", BRAIN], "bad.csv:1:3: invalid cell '3'; a cell is 0 to 2, * or a"),
        (f"Rule = {BRAIN}\n\n* -a\n", [], "bad.csv:3:3: invalid cell '-a'; a cell is 0 to 2, *"),
        ("* 2\n", [], "bad.csv:1:3: invalid cell '2'; a cell is 0, 1, * or a name"),
        ("* *\n", ["--rule", "/2/9"], "rule /2/9 is a Generations rule of 9 states; this needs"),
        ("* *\n", ["--rule", "/02/3"], "rule /02/3 has births without neighbours (B0)"),
        ("* *\n", ["--rule", BRAIN, "--to", "life-history"], "LifeHistory needs a rule of two st"),
        ("* *\n", ["--rule", BRAIN, "--background", "bad.csv"], "a background needs a rule of tw"),
        (
            "* *\n",
            ["--rule", BRAIN, "--different-from", "bad.rle"],
            "bad.rle: the cell in column 1",
        ),
        ("* *\n", ["--rule", BRAIN, "--given", "bad.rle"], "row 0, generation 0 has state 4, but"),
        ("* *\n", ["--rule", BRAIN, "--known-cells", "bad.rle"], "the rule has states 0 to 2"),
        ("* *\n", ["--known-cells", "bad.rle"], "has state 4, but the rule has states 0 to 1"),
    ],
)
def test_refusals(
    text: str, words: list[str], sentence: str, folder: Path, capsys: Captured
) -> None:
    (folder / "bad.csv").write_text(text)
    (folder / "bad.rle").write_text("x = 2, y = 1, rule = /2/5\nAD!\n")
    (folder / "zero.csv").write_text("0 1\n")
    if "--background" in words:
        words[-1] = "zero.csv"
    assert main(["search", "bad.csv", *words]) == 2
    assert sentence in capsys.readouterr().err
