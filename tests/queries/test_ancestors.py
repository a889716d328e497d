"""Whether one of two patterns is an ancestor of the other, compared with plain Life."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat import Ancestry, Pattern, UserError, ancestors, parse_rule
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.ancestors import Ancestors
from tests.support.plain import next_cells

BLOCK = Pattern.from_rows(["OO", "OO"])
CORNER = Pattern.from_rows([".O", "OO"])
R_PENTOMINO = Pattern.from_rows([".OO", "OO.", ".O."])


def live(pattern: Pattern) -> set[tuple[int, int]]:
    """The live cells of a pattern, moved to the origin."""
    cells = [(x, y) for x, y, _ in pattern.cells()]
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return {(x - left, y - top) for x, y in cells}


def evolved(cells: set[tuple[int, int]], generations: int) -> set[tuple[int, int]]:
    """Cells some generations later, by a program that shares nothing with the package."""
    for _ in range(generations):
        cells = next_cells(cells, LIFE)
    return cells


@pytest.mark.quick
@given(
    cells=st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1),
    later=st.integers(0, 4),
    name=st.sampled_from(["identity", "rot90", "flip_x", "transpose"]),
)
def test_a_pattern_is_an_ancestor_of_what_it_becomes(
    cells: set[tuple[int, int]], later: int, name: str
) -> None:
    end = evolved(cells, later)
    if not end:
        return
    old, new = (Pattern.from_cells(each) for each in (cells, end))
    found = ancestors(old, new.crop().transform(name), margin=0, generations=4)
    assert found.ancestor == "first"
    assert found.generations is not None
    assert found.generations <= later
    back = ancestors(new, old, margin=0, generations=4)
    assert back.generations == found.generations


@pytest.mark.quick
def test_a_common_parent_becomes_both() -> None:
    found = ancestors(BLOCK, CORNER)
    assert (found.ancestor, found.generations) == ("second", 1)
    assert found.parent is not None
    cells = {(x, y) for x, y, _ in found.parent.cells()}
    assert live(Pattern.from_cells(evolved(cells, 1))) == live(CORNER)
    assert live(Pattern.from_cells(evolved(cells, 2))) == live(BLOCK)


@pytest.mark.quick
def test_patterns_that_are_not_related() -> None:
    assert ancestors(R_PENTOMINO, BLOCK, generations=50) == Ancestry("neither")


@pytest.mark.quick
def test_more_generations_are_needed() -> None:
    later = R_PENTOMINO.evolve(5)
    assert ancestors(later, R_PENTOMINO, generations=4).ancestor == "neither"
    assert ancestors(later, R_PENTOMINO, generations=5).generations == 5


@pytest.mark.quick
def test_an_ancestor_without_a_parent(capsys: pytest.CaptureFixture[str]) -> None:
    file = "examples/garden-of-eden-10.rle"
    assert main(["ancestors", file, file, "--jsonl", "-q"]) == 0
    known = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    facts = next(each for each in known if each["type"] == "known" and each["final"])
    assert (facts["ancestor"], facts["generations"], facts["has_parent"]) == ("first", 0, False)


@pytest.mark.quick
def test_on_a_torus_patterns_are_compared_in_place() -> None:
    rule, grid = parse_rule("B3/S23:T8,8")
    row = Pattern.from_rows(["OOO"], rule=rule, grid=grid, position=(-1, 0))
    column = Pattern.from_rows(["O", "O", "O"], rule=rule, grid=grid, position=(0, -1))
    elsewhere = column.replace(position=(2, -1))
    assert ancestors(row, column).generations == 1
    assert ancestors(row, elsewhere).ancestor == "neither"


@pytest.mark.quick
@pytest.mark.parametrize(
    ("first", "second", "error"),
    [
        (Pattern.from_rows(["O?"]), BLOCK, "the 2x1 first pattern has unknown cells"),
        (BLOCK, BLOCK.replace(rule=parse_rule("B36/S23")[0]), "different rules or grids"),
    ],
)
def test_patterns_that_cannot_be_compared(first: Pattern, second: Pattern, error: str) -> None:
    with pytest.raises(UserError, match=error):
        ancestors(first, second)


@pytest.mark.quick
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = tmp_path / "both.rle"
    both.write_text("#N corner\nx = 2, y = 2\nbo$2o!\n#N block\nx = 2, y = 2\n2o$2o!\n")
    assert main(["ancestors", str(both)]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[1] == "#N common parent of corner and block"
    assert err.startswith("corner becomes block after 1 generation, and they have a common parent")
    assert main(["ancestors", "examples/tub.rle", str(both)]) == 2
    assert "compares two patterns; the files have 3" in capsys.readouterr().err
    assert main(["ancestors", "examples/tub.rle", "examples/pond.rle"]) == 1
    assert capsys.readouterr().err.startswith("neither Tub nor Pond becomes the other: no common")


@pytest.mark.quick
def test_a_job_keeps_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    job = Job.create("both", Ancestors(Predecessor(CORNER), Predecessor(BLOCK)), Options())
    list(work(job))
    known = job.known()
    assert known.query.final(known.state)
    assert job.summary().answer.endswith("and they have a common parent")
