"""``lifesat self-forcing`` and the functions in Python, as their users meet them."""

import signal
from pathlib import Path

import numpy as np
import pytest

from lifesat import (
    UNKNOWN,
    Pattern,
    Progress,
    ProofError,
    TimeLimitError,
    UserError,
    check_proof,
    is_self_forcing,
    prove_self_forcing,
    read_file,
    read_text,
    self_forcing,
)
from lifesat.cli import main
from lifesat.engines.patches.self_forcing import Witness
from lifesat.engines.sat.minimisation import Minimisation
from tests.support import plain
from tests.support.environment import PATIENCE_SECONDS
from tests.support.processes import at_work, loaded

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# Under this rule, 13 of the 25 cells of the file dense.cells are the largest self-forcing patch in
# it, and 5 of these are a minimal one.
DENSE = "B567/S01234567"
DENSE_WORDS = ["self-forcing", "dense.cells", "--rule", DENSE, "--workers", "1"]
# Live cells stay, so whatever is dead was dead before.
GROWTH = "x = 3, y = 1, rule = B1/S012345678\nobo!\n"

Out = pytest.CaptureFixture[str]


@pytest.fixture
def patterns(folder: Path) -> Path:
    cells = np.random.default_rng(2).random((5, 5)) < 0.5
    rows = ["".join(".O"[int(cell)] for cell in row) for row in cells]
    (folder / "dense.cells").write_text("\n".join(rows) + "\n")
    (folder / "growth.rle").write_text(GROWTH)
    (folder / "dead.rle").write_text("x = 2, y = 1, rule = B1/S012345678\n2b!\n")
    return folder


def known(pattern: Pattern) -> int:
    return int((pattern.to_array() < UNKNOWN).sum())


@pytest.mark.quick
def test_yes(patterns: Path, capsys: Out) -> None:
    assert main(["self-forcing", "dead.rle"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("self-forcing: every predecessor contains it (")
    assert main(["self-forcing", "dead.rle", "-q"]) == 0
    assert capsys.readouterr() == ("", "")
    words = ["--rule", "B012345678/S", "--period", "2"]
    assert main(["self-forcing", "block.rle", *words]) == 0
    assert "self-forcing: every predecessor 2 generations back" in capsys.readouterr().err


@pytest.mark.quick
@pytest.mark.parametrize("part", [[], ["--largest"], ["--minimise", "--workers", "1"]])
def test_an_orphan(patterns: Path, capsys: Out, part: list[str]) -> None:
    """Under B/S no pattern with a live cell has a predecessor."""
    assert main(["self-forcing", "dot.rle", "--rule", "B/S", *part]) == 0
    assert ", since it is an orphan: it has no predecessor at all" in capsys.readouterr().err
    assert main(["self-forcing", "dead.rle", *part]) == 0
    assert "orphan" not in capsys.readouterr().err


@pytest.mark.quick
@pytest.mark.parametrize("words", [[], ["--period", "2"], ["--proof", "proof"]])
def test_no(patterns: Path, capsys: Out, words: list[str]) -> None:
    """The predecessor is run forward by plain Life."""
    assert main(["self-forcing", "block.rle", *words]) == 1
    out, err = capsys.readouterr()
    assert err.startswith("not self-forcing: a predecessor differs from it (")
    period = 2 if "--period" in words else 1
    before = read_text(out)
    assert (before.width, before.position) == (2 + 2 * period, (-period, -period))
    cells = before.to_array()
    later = np.pad(cells, 1)[None]
    for _ in range(period):
        later = plain.next_boards(later, before.rule, torus=False)
    assert later[0, 1 + period : -1 - period, 1 + period : -1 - period].tolist() == [[1, 1], [1, 1]]
    assert not cells[period:-period, period:-period].all()
    assert not (patterns / "proof").exists()


def test_the_largest(patterns: Path, capsys: Out) -> None:
    assert main([*DENSE_WORDS, "--largest", "-o", "part.cells", "--to", "cells"]) == 0
    assert capsys.readouterr().err.startswith("13 of 25 cells: the largest self-forcing patch (")
    part = read_file(patterns / "part.cells", unknown=True).replace(rule=DENSE)
    assert known(part) == 13
    assert is_self_forcing(part)
    assert main(["self-forcing", "part.cells", "--unknown", "--rule", DENSE]) == 0


def test_a_patch_for_golly(patterns: Path, capsys: Out) -> None:
    assert main([*DENSE_WORDS, "--largest", "-q"]) == 0
    patch = read_text(capsys.readouterr().out, unknown=True)
    assert main([*DENSE_WORDS, "--largest", "-q", "--to", "life-history"]) == 0
    history = read_text(capsys.readouterr().out)
    assert history.rule.name == f"{patch.rule}History"
    meaning = np.array([2, 1, 0])  # dead, live, any
    assert np.array_equal(history.to_array(), meaning[patch.to_array()])


@pytest.mark.parametrize("option", ["--largest", "--minimise"])
def test_none(patterns: Path, capsys: Out, option: str) -> None:
    assert main(["self-forcing", "block.rle", option, "-o", "part.rle", "--workers", "1"]) == 1
    assert capsys.readouterr().err.startswith("there is no self-forcing patch in it (")
    assert not (patterns / "part.rle").exists()


def test_a_minimal_patch(patterns: Path, capsys: Out) -> None:
    words = [*DENSE_WORDS, "--minimise", "--restarts", "2", "--seed", "3", "--proof", "proof"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert "5 of 25 cells: a minimal self-forcing patch (" in err
    part = read_text(out, unknown=True)
    assert part.comments == ("minimal: no cell can be spared",)
    assert known(part) == 5
    assert is_self_forcing(part)
    assert main(["check-proof", "proof.cnf", "proof"]) == 0
    assert main([*DENSE_WORDS, "--proof", "proof2"]) == 1
    assert not (patterns / "proof2").exists()


def test_unknown_cells_are_no_part_of_it(patterns: Path, capsys: Out) -> None:
    (patterns / "gap.cells").write_text(".?O?.\n")
    words = ["self-forcing", "gap.cells", "--rule", "B1/S012345678", "--unknown", "--largest"]
    assert main(words) == 0
    assert read_text(capsys.readouterr().out, unknown=True).to_array().tolist() == [[0, 2, 2, 2, 0]]
    (patterns / "history.rle").write_text("x = 2, y = 1, rule = LifeHistory\nB.!\n")
    assert main(["self-forcing", "history.rle", "--unknown", "--rule", "B1/S012345678"]) == 0


def test_a_proof_is_of_the_formula(patterns: Path, capsys: Out) -> None:
    """A proof for one patch is rejected for a formula without the last clause."""
    assert main([*DENSE_WORDS, "--largest", "--proof", "proof", "-q", "-o", "part.rle"]) == 0
    words = ["self-forcing", "part.rle", "--unknown", "--workers", "1"]
    assert main([*words, "--proof", "again"]) == 0
    assert main(["check-proof", "again.cnf", "again"]) == 0
    formula = Path("again.cnf").read_text().splitlines()
    assert any(line.startswith("c cell ") for line in formula)
    header = next(k for k, line in enumerate(formula) if line.startswith("p cnf"))
    number = int(formula[header].split()[3])
    formula[header] = formula[header].replace(f" {number}", f" {number - 1}")
    # The last clause says that a cell of the first generation differs.
    Path("weaker.cnf").write_text("\n".join(formula[:-1]) + "\n")
    assert main(["check-proof", "weaker.cnf", "again"]) == 1
    assert "rejected" in capsys.readouterr().err


def test_the_time_limit(patterns: Path, capsys: Out) -> None:
    for option, sentence in [
        ([], "it is not known whether it is self-forcing, since the time limit"),
        (["--proof", "proof"], "it is not known whether it is self-forcing, since the time limit"),
        (["--largest"], "the largest self-forcing patch is not known, since the time limit"),
        (["--minimise"], "no self-forcing patch is known, since the time limit was reached"),
    ]:
        assert main([*DENSE_WORDS, *option, "--time-limit", "0", "-o", "late.rle"]) == 3
        assert sentence in capsys.readouterr().err
        assert not (patterns / "late.rle").exists()


def test_the_smallest_so_far(patterns: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still until there is a patch."""
    over: list[bool] = []
    shrink = Minimisation._shrink

    def shrink_and_stop(self: Minimisation[Witness], cells: int) -> None:
        shrink(self, cells)
        over.append(True)

    monkeypatch.setattr(Minimisation, "_shrink", shrink_and_stop)
    monkeypatch.setattr("lifesat.queries.run.Run.late", lambda _: bool(over))
    monkeypatch.setattr(Minimisation, "advance", one_step)
    assert main([*DENSE_WORDS, "--minimise", "--time-limit", "0.5"]) == 3
    over.clear()
    out, err = capsys.readouterr()
    part = read_text(out, unknown=True)
    assert is_self_forcing(part)
    assert part.comments == ("not known to be minimal: cells may be spared",)
    assert "self-forcing patch, perhaps not minimal, after 0 restarts, since the time" in err


def one_step(self: Minimisation[Witness], seconds: float) -> None:
    self._send()
    for piece, result in self._trials.completed(0):
        self._learn(piece, result)


def test_ctrl_c(patterns: Path) -> None:
    """There is no end of restarts."""
    words = ["--minimise", "--restarts", "100000000", "--workers", "1"]
    with loaded(*DENSE_WORDS, *words) as running:
        at_work(running, 1.0)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 130
    assert known(read_text(out.decode(), unknown=True)) == 5
    assert b"5 of 25 cells: a self-forcing patch, minimal, after" in err
    assert b"since the search was interrupted" in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seed", "1"], "--seed needs --minimise"),
        (["--restarts", "1", "--largest"], "--restarts needs --minimise"),
        (["--largest", "--minimise"], "not allowed with"),
        (["--period", "0"], "invalid period"),
        (["--to", "apgcode", "--largest"], "unknown"),
        (["--to", "nothing"], "nothing"),
        (["--proof", "-"], "--proof needs the name of a file"),
        (["-o", "p", "--proof", "./p"], "--proof writes p too; give -o another name"),
        (["-o", "tub.rle"], "tub.rle exists; --force replaces it"),
        (["--encoding", "bailleux_boufkhad", "--rule", "B1/S"], "cannot be encoded"),
        (["--proof", "p", "--solver", "minisat22"], "minisat22 writes no proofs"),
    ],
)
def test_mistakes(patterns: Path, capsys: Out, words: list[str], sentence: str) -> None:
    try:
        code = main(["self-forcing", "block.rle", *words])
    except SystemExit as exit_:
        code = int(str(exit_.code))
    assert code == 2
    assert sentence in capsys.readouterr().err
    assert not (patterns / "p").exists()


def test_no_known_cell(patterns: Path, capsys: Out) -> None:
    (patterns / "gap.cells").write_text("??\n")
    assert main(["self-forcing", "gap.cells", "--unknown"]) == 2
    assert "all cells are unknown" in capsys.readouterr().err


def test_memory(patterns: Path, capsys: Out) -> None:
    for words in ([], ["--largest"], ["--minimise"], ["--proof", "p"]):
        assert main(["self-forcing", "block.rle", "--memory", "1K", *words]) == 3
        assert "more than the limit" in capsys.readouterr().err


def test_python() -> None:
    growth = read_text(GROWTH).replace(position=(7, 8))
    reported: list[Progress] = []
    found = self_forcing(growth, progress=reported.append)
    assert found is not None
    assert str(found) == "?.?"
    assert found.position == (7, 8)
    assert reported[0].total == 3
    small = self_forcing(growth, minimise=True, progress=reported.append)
    assert small == found.replace(comments=())
    assert (reported[-1].found, reported[-1].total) == (1, 1)
    assert not is_self_forcing(growth, workers=2)
    proof = prove_self_forcing(found)
    assert proof is not None
    assert check_proof(proof.formula, proof.drat).complete
    assert prove_self_forcing(growth) is None
    block = Pattern.from_rows(["OO", "OO"])
    assert self_forcing(block) is None
    assert self_forcing(block, minimise=True) is None
    for minimise in (False, True):
        with pytest.raises(TimeLimitError, match="the time limit of 0 s passed before the"):
            self_forcing(block, time_limit=0, minimise=minimise)


def test_mistakes_in_python() -> None:
    block = Pattern.from_rows(["OO", "OO"])
    with pytest.raises(UserError, match="target is 3; it must be a Pattern"):
        is_self_forcing(3)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="period is 0"):
        self_forcing(block, period=0)
    with pytest.raises(UserError, match="restarts is -1"):
        self_forcing(block, restarts=-1)
    with pytest.raises(UserError, match="seed is -1"):
        self_forcing(block, seed=-1)
    with pytest.raises(UserError, match="minimise is 1"):
        self_forcing(block, minimise=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="workers"):
        prove_self_forcing(block, workers=2)  # type: ignore[call-arg]
    with pytest.raises(ProofError):
        check_proof("p cnf 1 1\n1 0\n", "0\n")


@pytest.mark.weekly
def test_the_unique_father_problem() -> None:
    """The window of the agar has the patch of 584 cells that solved the problem."""
    found = self_forcing(read_file(EXAMPLES / "kynnos.rle"))
    assert found is not None
    assert known(found) == 584


@pytest.mark.weekly
def test_a_small_patch_of_a_still_life() -> None:
    still_life = read_file(EXAMPLES / "unsynthesizable.rle")
    found = self_forcing(still_life, minimise=True, seed=1)
    assert found is not None
    assert known(found) <= 273
    assert is_self_forcing(found, encoding="truth_table", solver="glucose4")


@pytest.mark.weekly
def test_the_smallest_known_patch() -> None:
    patch = read_file(EXAMPLES / "self-forcing.rle", unknown=True)
    still_life = read_file(EXAMPLES / "unsynthesizable.rle").to_array()
    cells = patch.to_array()
    assert ((cells == still_life) | (cells == UNKNOWN)).all()
    assert known(patch) == 269
    proof = prove_self_forcing(patch)
    assert proof is not None
    assert check_proof(proof.formula, proof.drat).complete
    minimal = self_forcing(patch, minimise=True)
    assert minimal is not None
    assert minimal.to_array().tolist() == cells.tolist()
