"""The Python functions about orphans."""

from pathlib import Path

import numpy as np
import pytest

from lifesat import (
    UNKNOWN,
    Pattern,
    Progress,
    ProofError,
    check_proof,
    is_orphan,
    life_history_target,
    minimal_orphan,
    prove,
    read_file,
)

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BLOCK = Pattern.from_rows(["OO", "OO"])
GARDEN = life_history_target(read_file(EXAMPLES / "garden-of-eden-10.rle"), unknown=True)


def test_an_orphan_minimised_and_proved() -> None:
    target = GARDEN
    assert is_orphan(target)
    events: list[Progress] = []
    proof = prove(target, progress=events.append)
    assert proof is not None
    assert events[-1].conflicts > 0
    checked = check_proof(proof.formula, proof.drat.splitlines())
    assert checked.complete
    assert checked.lemmas > 0
    with pytest.raises(ProofError, match="without a contradiction"):
        check_proof(proof.formula, "")
    part = minimal_orphan(target)
    assert part is not None
    assert is_orphan(part)
    known = np.argwhere(part.to_array() != UNKNOWN)
    assert 0 < len(known) < target.width * target.height
    for y, x in known[:3]:
        cells = part.to_array()
        cells[y, x] = UNKNOWN
        assert not is_orphan(Pattern.from_array(cells))


def test_progress_of_a_minimal_orphan() -> None:
    events: list[Progress] = []
    part = minimal_orphan(Pattern.from_rows(["OOO"], rule="B8/S"), progress=events.append)
    assert part is not None
    assert (events[-1].found, events[-1].total) == (part.population, part.population)
    assert events[-1].seconds > 0


def test_what_has_a_parent_is_no_orphan() -> None:
    assert not is_orphan(BLOCK)
    assert minimal_orphan(BLOCK) is None
    assert prove(BLOCK) is None
