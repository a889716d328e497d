"""``lifesat orphans``, as its users meet it."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from pysat.solvers import Solver

from lifesat import UNKNOWN, Pattern, is_orphan, life_history_target, read_text
from lifesat.cli import main
from lifesat.life.arrays import transform
from lifesat.life.rule import Rule, parse_rule
from lifesat.life.symmetry import symmetry_group

# A cell is dead only if its block is: three dead cells in a row leave no way for a live one
# between them.
DILATION = "B12345678/S012345678"

Out = pytest.CaptureFixture[str]


def target(text: str) -> Pattern:
    return life_history_target(read_text(text), unknown=True)


def has_parent(pattern: Pattern, rule: Rule) -> bool:
    """Whether a target has a parent, by one clause for each block that a cell excludes."""
    states = pattern.to_array()
    height, width = states.shape
    cells = np.arange(1, (height + 2) * (width + 2) + 1).reshape(height + 2, width + 2)
    with Solver("minisat22") as solver:
        for y, x in np.argwhere(states != UNKNOWN).tolist():
            around = cells[y : y + 3, x : x + 3].ravel().tolist()
            for block in itertools.product((0, 1), repeat=9):
                live = sum(block) - block[4]
                after = live in (rule.survival if block[4] else rule.birth)
                if after != states[y, x]:
                    solver.add_clause([-c if s else c for c, s in zip(around, block, strict=True)])
        answer: bool = solver.solve()
        return answer


@pytest.mark.quick
def test_the_smallest_of_a_rule(capsys: Out) -> None:
    assert main(["orphans", "3,3", "--rule", DILATION, "--restarts", "2"]) == 0
    out, err = capsys.readouterr()
    found = target(out)
    rule = parse_rule(DILATION)[0]
    assert is_orphan(found)
    assert not has_parent(found, rule)
    assert err.splitlines()[-1].startswith("a minimal orphan of 3 cells, 1 of them live, in a box ")
    assert "after 3 searches" in err
    for y, x in np.argwhere(found.to_array() != UNKNOWN).tolist():
        states = found.to_array()
        states[y, x] = UNKNOWN
        assert has_parent(Pattern.from_array(states, rule=rule), rule)


@pytest.mark.quick
@pytest.mark.parametrize("symmetry", ["C2", "D2_+", "D4_+"])
def test_a_symmetric_one(symmetry: str, capsys: Out) -> None:
    assert main(["orphans", "6,3", "--rule", DILATION, "--symmetry", symmetry]) == 0
    found = target(capsys.readouterr().out)
    states = found.to_array()
    assert not has_parent(found, parse_rule(DILATION)[0])
    for name in symmetry_group(symmetry):
        assert np.array_equal(transform(states, name), states)


@pytest.mark.quick
def test_a_symmetric_target_keeps_its_symmetry(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "target.rle"
    path.write_text(f"x = 5, y = 2, rule = {DILATION}\nobobo$obobo!\n")
    for symmetry, cells in (("C1", 3), ("D2_+", 3), ("C2", 6)):
        assert main(["orphan", str(path), "--minimise", "--symmetry", symmetry]) == 0
        out, err = capsys.readouterr()
        assert int((target(out).to_array() != UNKNOWN).sum()) == cells
        assert f"a minimal orphan of {cells} of 10 known cells" in err
    assert "with symmetry C2: no other cell can be spared with its images" in out
    path.write_text(f"x = 5, y = 2, rule = {DILATION}\noboo$obobo!\n")
    assert main(["orphan", str(path), "--minimise", "--symmetry", "C2"]) == 2
    assert "the target does not have symmetry C2" in capsys.readouterr().err


@pytest.mark.quick
def test_none_was_found(capsys: Out) -> None:
    assert main(["orphans", "3,2", "--beam", "1"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    last = err.splitlines()[-1]
    assert last.startswith("no orphan was found in 1 search, which proves nothing; at best ")


@pytest.mark.quick
def test_json_lines(capsys: Out) -> None:
    words = ["orphans", "3,1", "--rule", DILATION, "--jsonl", "--fewest", "box"]
    assert main(words) == 0
    *events, done = map(json.loads, capsys.readouterr().out.splitlines())
    assert done["type"] == "done"
    assert done["status"] == "complete"
    (known,) = [event for event in events if event["type"] == "known" and event["final"]]
    assert (known["required"], known["live"], known["searches"]) == (3, 1, 1)
    assert target(known["rle"]).width == 3


@pytest.mark.quick
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["8,8", "--rule", "B2/S/3"], "Generations rule"),
        (["8,8", "--beam", "0"], "--beam: invalid beam '0'"),
        (["8,8", "--fewest", "rows"], "invalid choice"),
        (["0,8"], "invalid size '0,8'"),
        (["8,9", "--symmetry", "C4"], "symmetry C4 needs a square box, not 8x9"),
        (["8,9", "--symmetry", "D3"], "unknown symmetry 'D3'"),
    ],
)
def test_mistakes(words: list[str], message: str, capsys: Out) -> None:
    try:
        code = main(["orphans", *words])
    except SystemExit as left:
        code = int(str(left.code))
    assert code == 2
    assert message in capsys.readouterr().err


@pytest.mark.quick
def test_a_box_that_is_too_wide(capsys: Out) -> None:
    assert main(["orphans", "20,20"]) == 3
    assert capsys.readouterr().err.startswith("lifesat: this would take about 12,385 TB of memory")


def test_life(tmp_path: Path, capsys: Out) -> None:
    proof = str(tmp_path / "orphan.drat")
    assert main(["orphans", "8,18", "--beam", "1", "--proof", proof]) == 0
    found = target(capsys.readouterr().out)
    assert not has_parent(found, parse_rule("B3/S23")[0])
    assert main(["check-proof", f"{proof}.cnf", proof]) == 0
