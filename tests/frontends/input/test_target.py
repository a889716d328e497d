"""Targets and what is asked about them."""

from pathlib import Path

import pytest

from lifesat import read_file
from lifesat.errors import UserError
from lifesat.frontends.input.target import PredecessorRequest, TargetRequest
from lifesat.life.pattern import Pattern
from lifesat.life.rule import BoundedGrid

pytestmark = pytest.mark.quick

BLOCK = "x = 2, y = 2, rule = B3/S23\n2o$2o!\n"
TORUS = "x = 3, y = 1, rule = B3/S23:T4,5\n3o!\n"


def test_a_file_and_a_text_are_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "block.rle"
    path.write_text(BLOCK)
    assert TargetRequest(str(path)).read() == TargetRequest(text=BLOCK).read()


def test_errors_name_the_file_or_the_text(tmp_path: Path) -> None:
    path = tmp_path / "bad.rle"
    path.write_text(BLOCK.replace("2o$", "2q$"))
    with pytest.raises(UserError, match=r"bad\.rle:2:2: "):
        TargetRequest(str(path)).read()
    with pytest.raises(UserError, match=r"^text:2:2: "):
        TargetRequest(text=path.read_text()).read()


def test_a_rule_replaces_that_of_the_file_and_its_grid() -> None:
    target = TargetRequest(text=TORUS, rule="B36/S23").read()
    assert (target.rule.name, target.grid) == ("B36/S23", None)
    target = TargetRequest(text=BLOCK, rule="B36/S23:T6,7").read()
    assert target.grid == BoundedGrid("T", 6, 7)


@pytest.mark.parametrize("unknown", [False, True])
def test_life_history_becomes_a_target_of_two_states(unknown: bool) -> None:
    text = "x = 4, y = 1, rule = LifeHistory\nABC.!\n"
    target = TargetRequest(text=text, unknown=unknown).read()
    expected = Pattern.from_rows(["O.O?" if unknown else "O.O."])
    assert (target.rule, list(target.dense_rows())) == (
        expected.rule,
        list(expected.dense_rows()),
    )


@pytest.mark.parametrize(
    ("text", "request_", "outside", "grid"),
    [
        (BLOCK, PredecessorRequest(), "dead", None),
        (TORUS, PredecessorRequest(), "torus", BoundedGrid("T", 4, 5)),
        (TORUS, PredecessorRequest(outside="dead"), "dead", None),
        (TORUS, PredecessorRequest(outside="free"), "free", None),
        (BLOCK, PredecessorRequest(size=(3, 6)), "torus", BoundedGrid("T", 3, 6)),
        (TORUS, PredecessorRequest(size=(4, 5)), "torus", BoundedGrid("T", 4, 5)),
    ],
)
def test_what_lies_outside(
    text: str, request_: PredecessorRequest, outside: str, grid: BoundedGrid | None
) -> None:
    problem = request_.problem(TargetRequest(text=text).read())
    assert (problem.outside, problem.target.grid) == (outside, grid)


@pytest.mark.parametrize("outside", ["dead", "free"])
def test_a_size_needs_a_torus(outside: str) -> None:
    request = PredecessorRequest(outside=outside, size=(3, 3))  # type: ignore[arg-type]
    with pytest.raises(UserError, match="needs --outside torus"):
        request.problem(TargetRequest(text=BLOCK).read())


def test_a_size_does_not_replace_a_grid() -> None:
    request = PredecessorRequest(size=(9, 9))
    with pytest.raises(UserError, match="has the grid T4,5, but --size says T9,9; leave out"):
        request.problem(TargetRequest(text=TORUS).read())
    other = TargetRequest(text=TORUS, rule="B3/S23:T9,9").read()
    assert request.problem(other).target.grid == BoundedGrid("T", 9, 9)


def test_an_encoding_has_to_express_the_rule() -> None:
    target = TargetRequest(text=BLOCK, rule="B36/S23").read()
    with pytest.raises(UserError, match="it supports only Life"):
        PredecessorRequest(encoding="bailleux_boufkhad").problem(target)


@pytest.mark.parametrize(
    ("position", "placed", "expected"),
    [
        ("#CXRLE Pos=7,3\n", "#CXRLE Pos=5,4\n", {(2, -1), (3, -1)}),
        ("", "#CXRLE Pos=5,4\n", {(0, 0), (1, 0)}),
        ("#CXRLE Pos=1,-1\n", "", {(1, -1), (2, -1)}),
    ],
)
def test_required_cells_lie_where_their_file_says(
    tmp_path: Path, position: str, placed: str, expected: set[tuple[int, int]]
) -> None:
    path = tmp_path / "cells.rle"
    path.write_text(f"{position}x = 2, y = 1\n2o!\n")
    target = TargetRequest(text=f"{placed}{BLOCK}").read()
    problem = PredecessorRequest(margin=2, require=read_file(path)).problem(target)
    assert (set(problem.require), set(problem.forbid)) == (expected, set())
    problem = PredecessorRequest(margin=2, forbid=read_file(path)).problem(target)
    assert (set(problem.require), set(problem.forbid)) == (set(), expected)
    problem = PredecessorRequest(
        margin=2, given=TargetRequest(str(path), unknown=True).read()
    ).problem(target)
    assert (set(problem.require), set(problem.forbid)) == (expected, set())


def test_given_cells_larger_than_the_window_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "cells.rle"
    path.write_text("x = 30000, y = 30000\n!\n")
    with pytest.raises(UserError, match=r"given cells is 30000x30000, .* first generation, 4x4"):
        PredecessorRequest(given=TargetRequest(str(path), unknown=True).read()).problem(
            TargetRequest(text=BLOCK).read()
        )


def test_given_cells_contradict_a_condition(tmp_path: Path) -> None:
    path = tmp_path / "cells.rle"
    path.write_text("x = 2, y = 1\nob!\n")
    target = TargetRequest(text=BLOCK).read()
    with pytest.raises(UserError, match=r"cell \(0, 0\) is both required and forbidden"):
        PredecessorRequest(
            given=TargetRequest(str(path), unknown=True).read(), forbid=read_file(path)
        ).problem(target)
