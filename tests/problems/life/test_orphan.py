"""Orphans against all boards of small rules, and against published ones."""

from collections.abc import Iterable
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from pysat.solvers import Solver

from lifesat import Pattern
from lifesat.cli import main
from lifesat.cnf.bit_sets import mask
from lifesat.defaults import ENCODING, ENCODINGS, PROVERS, SOLVER
from lifesat.engines.patches import minimal_orphan as orphan_minimisation_module
from lifesat.engines.patches.minimal_orphan import orphan_minimisation
from lifesat.engines.sat import executors
from lifesat.engines.sat.executors import GrowingPool
from lifesat.engines.sat.minimisation import Minimisation, Outcome, Trial
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.formats import read_file, read_text
from lifesat.life.arrays import transform
from lifesat.life.life_history import life_history_target
from lifesat.life.pattern import UNKNOWN
from lifesat.life.rule import Rule, parse_rule
from lifesat.life.symmetry import symmetry_group
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.required_cells import RequiredCells, life_history
from tests.support.commands import listed
from tests.support.plain import all_boards, next_boards


def minimal(
    problem: Predecessor,
    encoding: str = ENCODING,
    solver: str = SOLVER,
    workers: int = 1,
    group: Iterable[str] = ("identity",),
) -> Minimisation[None]:
    setup = SolverSetup(problem, encoding, solver, ONE_FORMULA)
    with GrowingPool(workers) as pool:
        search = orphan_minimisation(setup, pool, group=group)
        while not search.complete:
            search.advance(1)
    return search


def part(problem: Predecessor, search: Minimisation[None]) -> Predecessor:
    """Return the problem of the smallest orphan so far."""
    cells = RequiredCells(problem)
    return cells.part(mask(search.current, len(cells)))


def target_of(path: Path) -> Pattern:
    pattern = read_file(str(path), unknown=True)
    if pattern.rule.family == "life-history":
        return life_history_target(pattern, unknown=True)
    return pattern


def has_parent(target: Pattern) -> bool:
    """By another solver, encoding and search than those under test."""
    formula = Predecessor(target, outside="free").formula("bailleux_boufkhad")
    with Solver(
        "glucose3", [clause for block in formula.blocks() for clause in block.tolist()]
    ) as s:
        return bool(s.solve())


def reached(rule: Rule) -> set[tuple[int, ...]]:
    """All 2x2 blocks that some 4x4 board becomes, its surroundings cut off."""
    inner = next_boards(all_boards(4, 4), rule, torus=False)[:, 1:3, 1:3]
    return {tuple(row) for row in np.unique(inner.reshape(-1, 4), axis=0).tolist()}


@pytest.mark.parametrize("name", ["B8/S", "B/S8", "B07/S8", "B34678/S5678", "B5/S", "B1/S0"])
def test_small_orphans_are_those_of_all_boards(name: str) -> None:
    rule = parse_rule(name)[0]
    blocks = reached(rule)
    for states in product((0, 1), repeat=4):
        problem = Predecessor(
            Pattern.from_array(np.array(states).reshape(2, 2), rule=rule), outside="free"
        )
        search = minimal(problem, encoding="truth_table")
        assert search.exists == (states not in blocks)
        if search.exists:
            assert search.minimal
            cells = np.flatnonzero(mask(search.best, 4)).tolist()
            assert not agreeing(blocks, states, cells)
            for left_out in cells:
                assert agreeing(blocks, states, [cell for cell in cells if cell != left_out])


@pytest.mark.parametrize("symmetry", ["C2", "D2_+", "D2_x", "C4"])
@pytest.mark.parametrize("name", ["B8/S", "B/S8", "B5/S", "B1/S0"])
def test_small_symmetric_orphans_lose_whole_orbits(name: str, symmetry: str) -> None:
    rule, group = parse_rule(name)[0], symmetry_group(symmetry)
    blocks = reached(rule)
    numbers = np.arange(4).reshape(2, 2)
    images = np.array([transform(numbers, each).ravel() for each in group])
    orbits = {frozenset(cells) for cells in images.T.tolist()}
    for states in product((0, 1), repeat=4):
        if states in blocks or any(len({states[k] for k in orbit}) > 1 for orbit in orbits):
            continue
        target = Pattern.from_array(np.array(states).reshape(2, 2), rule=rule)
        search = minimal(Predecessor(target, outside="free"), group=group)
        assert search.minimal
        cells = frozenset(np.flatnonzero(mask(search.best, 4)).tolist())
        assert not agreeing(blocks, states, [*cells])
        for orbit in orbits:
            assert orbit <= cells or orbit.isdisjoint(cells)
            assert orbit.isdisjoint(cells) or agreeing(blocks, states, [*cells - orbit])


def agreeing(
    blocks: set[tuple[int, ...]], states: tuple[int, ...], cells: list[int]
) -> list[tuple[int, ...]]:
    return [block for block in blocks if all(block[i] == states[i] for i in cells)]


@pytest.mark.parametrize(
    ("workers", "encoding", "solver"),
    [
        (1, ENCODING, SOLVER),
        (1, "truth_table", "minisat22"),
        (2, ENCODING, SOLVER),
    ],
)
def test_the_published_orphan_is_minimal(
    oracles: Path, monkeypatch: pytest.MonkeyPatch, workers: int, encoding: str, solver: str
) -> None:
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    published = target_of(oracles / "patterns" / "orphan_GoE10_89cells_LifeHistory.rle")
    box = target_of(oracles / "patterns" / "gardenofeden10_9x11_55cells.rle")
    assert minimal(Predecessor(published, outside="free")).best.bit_count() == 89
    problem = Predecessor(box, outside="free")
    search = minimal(problem, encoding, solver, workers)
    assert search.best.bit_count() == 89
    assert (part(problem, search).target.to_array() == published.to_array()).all()


@pytest.mark.parametrize("form", ["rle", "cells", "picture", "grid"])
def test_a_minimal_orphan_in_every_format_that_can_say_it(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Nothing is born, so that any live cell is an orphan.
    (tmp_path / "target.rle").write_text("x = 3, y = 2, rule = B/S\n3o$3o!\n")
    words = ["orphan", str(tmp_path / "target.rle"), "--minimise", "--to", form, "-q"]
    assert main(words) == 0
    written = read_text(capsys.readouterr().out, format=form, unknown=True)
    if form == "rle":
        written = life_history_target(written, unknown=True)
    assert sorted(written.to_array().ravel().tolist()) == [1, *[UNKNOWN] * 5]


@pytest.mark.parametrize("form", ["life-1.06", "apgcode"])
def test_formats_without_unknown_cells(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["orphan", "no-such-file", "--minimise", "--to", form]) == 2
    assert f"{form} cannot say which cells may be anything; write rle" in capsys.readouterr().err


@pytest.mark.parametrize(("number", "cells", "most"), [(5, 121, 105), (6, 100, 92)])
def test_gardens_of_eden_shrink_to_minimal_orphans(
    oracles: Path, number: int, cells: int, most: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path = oracles / "patterns" / f"gardenofeden{number}.rle"
    assert main(["orphan", str(path), "--minimise", "--workers", "1"]) == 0
    output, errors = capsys.readouterr()
    assert f"a minimal orphan of {most} of {cells} known cells" in errors
    (written,) = listed(output)
    assert written.rule.name == "LifeHistory"
    assert "minimal: no other cell can be spared" in written.comments
    states = life_history_target(written, unknown=True).to_array()
    required = states < UNKNOWN
    assert required.sum() == most
    assert (states == target_of(path).to_array())[required].all()
    assert not has_parent(Pattern.from_array(states))
    for y, x in np.argwhere(required)[::30]:
        fewer = states.copy()
        fewer[y, x] = UNKNOWN
        assert has_parent(Pattern.from_array(fewer))


@pytest.mark.quick
def test_what_is_left_is_an_orphan_at_any_time(oracles: Path) -> None:
    target = target_of(oracles / "patterns" / "gardenofeden6.rle")
    problem = Predecessor(target, outside="free")
    with GrowingPool(1) as pool:
        search = orphan_minimisation(SolverSetup(problem, ENCODING, SOLVER, ONE_FORMULA), pool)
        assert (part(problem, search).target.to_array() == target.to_array()).all()
        while search.needed.bit_count() < 20:
            search.advance(0.05)
        assert not search.complete
    assert not has_parent(part(problem, search).target)


def test_hard_trials_wait_until_the_others_are_done(
    oracles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = target_of(oracles / "patterns" / "gardenofeden6.rle")
    problem = Predecessor(target, outside="free")
    at_once = minimal(problem)
    oracle = orphan_minimisation_module._OrphanOracle
    monkeypatch.setattr(oracle, "conflicts", 10)
    trials: list[tuple[float, Outcome[None]]] = []

    def run_and_note(trial: Trial) -> Outcome[None]:
        outcome = run(trial)
        trials.append((trial.conflicts, outcome))
        return outcome

    run = oracle.run
    monkeypatch.setattr(oracle, "run", staticmethod(run_and_note))
    later = minimal(problem)
    assert later.minimal
    assert abs(later.best.bit_count() - at_once.best.bit_count()) <= 5
    assert not has_parent(part(problem, later).target)
    # The first trial has no limit.
    rounds = [conflicts for conflicts, outcome in trials[1:] if outcome.good is not None]
    assert rounds == sorted(rounds)
    assert len(set(rounds)) > 2
    assert any(outcome.good is None for _, outcome in trials)


def test_nothing_is_left_of_one_minimisation_in_the_next(oracles: Path) -> None:
    target = target_of(oracles / "patterns" / "gardenofeden6.rle")
    first, second = (minimal(Predecessor(target, outside="free")) for _ in range(2))
    assert second.minimal
    assert second.best == first.best


@pytest.mark.quick
def test_life_history_says_the_same() -> None:
    for rule, name in (("B3/S23", "LifeHistory"), ("B36/S23", "B36/S23History")):
        target = Pattern.from_rows(["O.?", "???"], rule=rule, position=(3, -4), name="part")
        written = life_history(target)
        assert written.rule.name == name
        assert written.to_array().tolist() == [[1, 2, 0], [0, 0, 0]]
        assert life_history_target(written, unknown=True) == target


@pytest.mark.parametrize("name", ["gardenofeden1", "gardenofeden2", "gardenofeden5"])
def test_banks_and_others_are_orphans(
    oracles: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["orphan", str(oracles / "patterns" / f"{name}.rle"), "--workers", "1"]) == 0
    output, errors = capsys.readouterr()
    assert output == ""
    assert "orphan: no pattern becomes it, whatever surrounds it" in errors


@pytest.mark.quick
def test_a_garden_of_eden_on_a_dead_plane_need_be_no_orphan(
    oracles: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(oracles / "patterns" / "f1_witness_W_11x11_69cells.rle")
    files = ["-o", str(tmp_path / "orphan.rle"), "--proof", str(tmp_path / "proof")]
    assert main(["orphan", path, "--minimise", *files]) == 1
    assert "no orphan: " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_cell_with_a_parent_and_no_grandparent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Under B8/S a live cell comes from a full ring, and two cells side by side from nothing.
    path = tmp_path / "dot.rle"
    path.write_text("x = 1, y = 1, rule = B8/S\no!\n")
    for encoding in set(ENCODINGS) - {"bailleux_boufkhad"}:
        assert main(["orphan", str(path), "--encoding", encoding]) == 1
        assert main(["orphan", str(path), "--encoding", encoding, "-g", "2"]) == 0
    assert "no pattern becomes it 2 generations later" in capsys.readouterr().err
    assert main(["orphan", str(path), "--rule", "B3/S23", "-g", "2", "--quiet"]) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.weekly
def test_the_grandfatherless_pattern(oracles: Path) -> None:
    path = str(oracles / "patterns" / "grandfatherless_mtve2016.rle")
    assert main(["orphan", path]) == 1
    assert main(["orphan", path, "--generations", "2"]) == 0


@pytest.mark.quick
def test_unknown_cells_ask_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.rle"
    path.write_text("x = 3, y = 1, rule = B/S\n??o!\n")
    assert main(["orphan", str(path), "--unknown", "--minimise"]) == 0
    assert "A!" in capsys.readouterr().out
    path.write_text("x = 3, y = 1, rule = B/S\n???!\n")
    assert main(["orphan", str(path), "--unknown", "--minimise"]) == 1


def test_there_is_no_proof_for_what_has_a_parent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, proof = tmp_path / "block.rle", tmp_path / "proof"
    path.write_text("x = 2, y = 2\n2o$2o!\n")
    assert main(["orphan", str(path), "--proof", str(proof)]) == 1
    assert "no orphan: `lifesat predecessors --outside free`" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["block.rle"]


@pytest.mark.parametrize("solver", PROVERS)
def test_a_proof_that_needs_no_lemma_but_the_last(
    tmp_path: Path, solver: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path, proof = tmp_path / "cell.rle", tmp_path / "proof"
    path.write_text("x = 1, y = 1, rule = B/S\no!\n")
    assert main(["orphan", str(path), "--minimise", "--proof", str(proof), "--solver", solver]) == 0
    assert "a minimal orphan of 1 of 1 known cells" in capsys.readouterr().err
    assert proof.read_text().splitlines()[-1] == "0"
    assert main(["check-proof", f"{proof}.cnf", str(proof)]) == 0
    assert "the lemma follows by unit propagation" in capsys.readouterr().err


@pytest.mark.quick
def test_time_that_is_over(oracles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(oracles / "patterns" / "gardenofeden1.rle")
    assert main(["orphan", path, "--time-limit", "0", "--solver", "glucose4"]) == 3
    assert "it is not known whether it is an orphan, since the time limit was reached" in (
        capsys.readouterr().err
    )


def test_work_that_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    late: list[bool] = []
    monkeypatch.setattr(Minimisation, "advance", lambda *_: late.append(True))
    monkeypatch.setattr("lifesat.queries.run.Run.late", lambda _: bool(late))
    path, proof = tmp_path / "cells.rle", tmp_path / "proof"
    path.write_text("x = 3, y = 1, rule = B8/S\n3o!\n")
    assert main(["orphan", str(path), "--minimise", "--proof", str(proof)]) == 3
    output, errors = capsys.readouterr()
    (written,) = listed(output)
    assert written.population == 3
    assert "not known to be minimal: cells may be spared" in written.comments
    assert "at most 3 of 3 known cells are needed, not proved minimal; 0 of them" in errors
    assert main(["orphan", str(path), "--proof", str(proof)]) == 3
    assert (
        "not known whether it is an orphan, since the time limit was reached"
        in capsys.readouterr().err
    )
    assert [each.name for each in tmp_path.iterdir()] == ["cells.rle"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-o", "orphan.rle"], "-o is for the orphan that --minimise writes"),
        (["--proof", "-"], "--proof needs the name of a file"),
        (["--proof", "p", "--solver", "minisat22"], "minisat22 writes no proofs; use one of cadi"),
        (["--proof", "tub.rle"], "tub.rle exists; --force replaces it"),
        (["--minimise", "-o", "tub.rle"], "tub.rle exists; --force replaces it"),
        (["--minimise", "-o", "p", "--proof", "./p"], "--proof writes p too; give -o another name"),
        (
            ["--minimise", "-o", "p.cnf", "--proof", "p"],
            "--proof writes p.cnf too; give -o another",
        ),
    ],
)
def test_mistakes_are_explained(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tub.rle").write_text("x = 3, y = 3\nbo$obo$bo!\n")
    assert main(["orphan", "tub.rle", *words]) == 2
    assert sentence in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["tub.rle"]
