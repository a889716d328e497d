"""Slices that continue others: never with a solver that is not where the report says."""

import os

import numpy as np
import pytest

from lifesat import Pattern
from lifesat.engines.sat import tasks
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import Cube, Slice, SliceResult, run_slice
from lifesat.problems.life.predecessor import Predecessor

TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]))
PARENTS = 74
SETUP = SolverSetup(TUB, "column_triples", "cadical195", ONE_FORMULA)
NONE = np.zeros((0, (TUB.projection + 7) // 8), dtype=np.uint8)


def first_three(cube: Cube) -> SliceResult:
    report = run_slice(Slice(SETUP, cube, NONE, 60.0, 3, None))
    assert len(report.packed) == 3
    assert not report.complete
    return report


def rest(cube: Cube, before: SliceResult, setup: SolverSetup = SETUP) -> SliceResult:
    return run_slice(Slice(setup, cube, before.packed, 60.0, None, before.token))


def rows(*reports: SliceResult) -> list[bytes]:
    return [bytes(row) for report in reports for row in report.packed]


def test_two_machines_whose_processes_have_the_same_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in containers on two machines. Here the same thread works for both."""
    monkeypatch.setattr(os, "getpid", lambda: 1)
    first, second = tasks.SolverCache(), tasks.SolverCache()
    monkeypatch.setattr(tasks, "_CACHE", first)
    begun = first_three(())
    monkeypatch.setattr(tasks, "_CACHE", second)
    first_three((1,))
    ended = rest((), begun)
    first.clear()
    assert ended.complete
    assert len(rows(begun, ended)) == len(set(rows(begun, ended))) == PARENTS


def test_a_solver_is_kept_for_its_own_cube() -> None:
    elsewhere = rest((-1,), first_three((1,))._replace(packed=NONE))
    alone = run_slice(Slice(SETUP, (-1,), NONE, 60.0, None, None))
    assert elsewhere.complete
    assert sorted(rows(elsewhere)) == sorted(rows(alone))


def test_a_solver_is_kept_for_its_own_method() -> None:
    orbits = SolverSetup(
        SETUP.problem, SETUP.encoding, SETUP.solver, ONE_FORMULA, up_to_symmetry=True
    )
    one_of_each = rest((), first_three(())._replace(packed=NONE), orbits)
    assert one_of_each.complete
    assert one_of_each.orbit_sizes.sum() == PARENTS


def test_a_solver_goes_on_in_a_part_of_its_cube(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = first_three(())
    monkeypatch.setattr(SolverSetup, "new_solver", None)  # no new solver is needed
    ended = rest((), begun)
    assert ended.complete
    assert len(set(rows(begun, ended))) == PARENTS
