"""LifeHistory targets and orphans of rules that count no eight neighbours, against all boards."""

import random
from pathlib import Path

import numpy as np
import pytest

from lifesat import Pattern
from lifesat.cli import main
from lifesat.formats import read_text
from lifesat.life.life_history import life_history_target
from lifesat.life.rule import parse_rule
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.required_cells import life_history
from tests.support import plain
from tests.support.commands import listed as patterns_of
from tests.support.plain import BASE64
from tests.support.predecessors import brute_force

MAP_RULE = "MAP" + "".join(random.Random(6).choices(BASE64[:32], k=86))


@pytest.mark.parametrize("rule", ["B2-a/S12", "B2/S34H", "B13/S012V", MAP_RULE])
def test_a_target_in_the_history_of_a_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rule: str
) -> None:
    """States 1 and 3 are live, 2 is dead, 0 may be anything."""
    path = tmp_path / "target.rle"
    path.write_text(f"x = 4, y = 1, rule = {rule}History\nA.BC!\n")
    target = Pattern.from_rows(["O?.O"], rule=rule)
    expected = brute_force(Predecessor(target, margin=1))
    words = ["predecessors", str(path), "--unknown", "--all", "--solver", "glucose4"]
    assert main(words) == (0 if expected else 1)
    found = patterns_of(capsys.readouterr().out)
    assert {pattern.to_array().tobytes() for pattern in found} == expected
    assert main(["count", str(path), "--unknown", "--outside", "free"]) == 0
    free = Predecessor(target, outside="free")
    assert capsys.readouterr().out == f"{len(brute_force(free))}\n"


def test_a_minimal_orphan_of_each_family(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of rules under which four live cells have no parent; which of them are enough differs."""
    for rule in ("B2c/S", "B4/SH", "B4/SV", "MAPAAAgAA"):
        path = tmp_path / "orphan.rle"
        path.write_text(f"x = 2, y = 2, rule = {rule}\n2o$2o!\n")
        assert main(["orphan", str(path), "--minimise", "--workers", "1"]) == 0
        written = read_text(capsys.readouterr().out)
        assert written.rule.name == f"{parse_rule(rule)[0]}History"
        target = life_history_target(written, unknown=True)
        assert life_history(target).rule == written.rule
        known = [(x, y) for x, y, state in written.cells() if state]
        assert without_parent(target)
        for x, y in known:
            fewer = Pattern.from_cells(
                [(u, v, 2 if (u, v) == (x, y) else s) for u, v, s in target.cells()],
                size=(2, 2),
                rule=target.rule,
            )
            assert not without_parent(fewer)


def without_parent(target: Pattern) -> bool:
    """Whether none of the boards around a target becomes it."""
    cells = target.to_array()
    rows, columns = np.nonzero(cells < 2)
    box = cells[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    boards = plain.all_boards(box.shape[0] + 2, box.shape[1] + 2)
    after = plain.next_boards(boards, target.rule, torus=False)[:, 1:-1, 1:-1]
    return not ((after == box) | (box == 2)).all(axis=(1, 2)).any()
