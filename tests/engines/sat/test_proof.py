"""Proofs: made by every prover, checked, and rejected when damaged."""

import signal
import subprocess
import sys
from collections.abc import Iterable
from io import BytesIO, TextIOWrapper
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat.cli import main
from lifesat.cnf.formula import Formula
from lifesat.defaults import PROVERS
from lifesat.engines.sat.drat_check import (
    Checked,
    Dimacs,
    ProofError,
    check_proof,
    read_dimacs,
)
from lifesat.errors import UserError
from lifesat.queries.solving import Prover
from tests.support.environment import PATIENCE_SECONDS
from tests.support.processes import at_work, started

Clauses = list[list[int]]

_HOLES = 4


def pigeons() -> Clauses:
    """One pigeon more than there are holes: no model."""
    sits = np.arange(1, _HOLES * (_HOLES + 1) + 1).reshape(_HOLES + 1, _HOLES)
    clauses: Clauses = sits.tolist()
    for hole in sits.T.tolist():
        clauses += [[-a, -b] for a, b in combinations(hole, 2)]
    return clauses


def formula_of(clauses: Clauses) -> Formula:
    formula = Formula(max(abs(literal) for clause in clauses for literal in clause))
    for clause in clauses:
        formula.add(np.array([clause], dtype=np.int32))
    return formula


def proof_of(clauses: Clauses, solver: str = "glucose4") -> list[str]:
    with Prover(formula_of(clauses), solver) as prover:
        while prover.proved is None:
            prover.advance(1)
        assert prover.proved
        return prover.lines()


def check(clauses: Clauses, proof: Iterable[str]) -> Checked:
    variables = max(abs(literal) for clause in clauses for literal in clause)
    *_, last = check_proof(Dimacs(variables, clauses), proof, "proof")
    assert last.complete
    return last


def propagates_to_conflict(clauses: Clauses, literals: Iterable[int]) -> bool:
    """Unit propagation the slow way."""
    true = set(literals)
    while not any(-literal in true for literal in true):
        found = set()
        for clause in clauses:
            if not true.intersection(clause):
                free = [literal for literal in clause if -literal not in true]
                if not free:
                    return True
                if len(free) == 1:
                    found.add(free[0])
        if not found:
            return False
        true |= found
    return True


def holds(clauses: Clauses, proof: Iterable[str]) -> bool:
    known = list(clauses)
    for line in proof:
        lemma = [int(word) for word in line.split()[:-1]]
        if not propagates_to_conflict(known, [-literal for literal in lemma]):
            return False
        if not lemma:
            return True
        known.append(lemma)
    return propagates_to_conflict(known, [])


@pytest.mark.quick
@pytest.mark.parametrize("solver", PROVERS)
def test_every_prover_proves_what_the_checker_takes(solver: str) -> None:
    proof = proof_of(pigeons(), solver)
    done = check(pigeons(), proof)
    assert done.lemmas == sum(not line.startswith("d") for line in proof[: done.line])
    assert done.deletions == sum(line.startswith("d") for line in proof[: done.line])


@given(data=st.data())
def test_damaged_proofs_are_judged_as_by_slow_propagation(data: st.DataObject) -> None:
    clauses = pigeons()
    proof = [line for line in proof_of(clauses) if not line.startswith("d")]
    place = data.draw(st.integers(0, len(proof) - 1))
    variables = st.integers(1, _HOLES * (_HOLES + 1))
    literals = st.builds(
        lambda variable, sign: variable * sign, variables, st.sampled_from((-1, 1))
    )
    lemma = data.draw(st.lists(literals, max_size=3, unique_by=abs))
    proof[place] = " ".join(map(str, [*lemma, 0]))
    if holds(clauses, proof):
        check(clauses, proof)
    else:
        with pytest.raises(ProofError, match=r"does not follow|without a contradiction"):
            check(clauses, proof)


def test_what_follows_the_contradiction_is_not_read() -> None:
    square = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    assert check(square, ["2 0", "0", *["no lemma"] * 1000]) == Checked(2, 2, 0, complete=True)


def test_what_was_deleted_is_not_used() -> None:
    square = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    assert check(square, ["2 0", "0"]).lemmas == 2
    with pytest.raises(ProofError, match=r"proof:4: lemma 1 \(2\) does not follow"):
        check(square, ["d 2 1 0", "d -1 2 0", "d 1 -2 0", "2 0"])
    # One of two equal clauses is left, and one that is not there is no loss.
    twice = [[1, 2], *square]
    assert check(twice, ["d 2 1 0", "d 1 0", "d 1 0", "d 1 0", "2 0", "0"]).deletions == 4


@given(data=st.data())
def test_lemmas_among_deletions_are_judged_as_by_slow_propagation(data: st.DataObject) -> None:
    """What follows from the clauses left is taken; what follows from none that ever was is not."""
    clause = st.lists(st.sampled_from([1, 2, 3, -1, -2, -3]), max_size=3, unique_by=abs)
    clauses = data.draw(st.lists(clause.filter(bool), min_size=4, max_size=10))
    left, ever = list(map(sorted, clauses)), list(clauses)
    proof: list[str] = []
    short = [list(each) for size in range(3) for each in combinations([1, 2, 3, -1, -2, -3], size)]
    judged = None
    while judged is None and len(proof) < 12:
        following = [each for each in short if propagates_to_conflict(left, [-k for k in each])]
        lemma = data.draw(st.one_of(clause, *[st.sampled_from(following)] * bool(following)))
        if data.draw(st.booleans()):
            gone = data.draw(st.sampled_from([lemma, *left]))
            proof.append(" ".join(map(str, ["d", *gone, 0])))
            if sorted(gone) in left:
                left.remove(sorted(gone))
            continue
        proof.append(" ".join(map(str, [*lemma, 0])))
        opposite = [-literal for literal in lemma]
        if not propagates_to_conflict(ever, opposite):
            judged = False
        elif not propagates_to_conflict(left, opposite):
            return  # it depends on whether what was deleted is forgotten yet
        elif not lemma:
            judged = True
        left.append(sorted(lemma))
        ever.append(lemma)
    if judged is None:
        if propagates_to_conflict(left, []) != propagates_to_conflict(ever, []):
            return
        judged = propagates_to_conflict(ever, [])
    formula = Dimacs(3, clauses)
    if judged:
        assert [*check_proof(formula, proof, "proof")][-1].complete
    else:
        with pytest.raises(ProofError):
            list(check_proof(formula, proof, "proof"))


def test_literals_that_followed_once_stay() -> None:
    chain = [[1], [-1, 2], [-2, 3], [-3, 4], [-4, -1]]
    with pytest.raises(ProofError, match="without a contradiction"):
        check(chain[:4], [])
    ladder = [[1], [-1, 2], [-2, 3, 4], [-3, 4], [-4, 3], [-3, -4]]
    # So many deletions that the rest is set up anew, without the two that gave 2.
    others = [[5, 6], [5, 7], [5, 8], [6, 7], [6, 8]]
    deletions = [f"d {' '.join(map(str, clause))} 0" for clause in [*others, *ladder[:2]]]
    assert check([*ladder, *others], [*deletions, "3 0", "0"]).lemmas == 2
    with pytest.raises(ProofError, match=r"lemma 1 \(3\) does not follow"):
        check([*ladder[2:], *others], ["3 0", "0"])


def test_a_proof_of_an_orphan_and_its_damage(
    oracles: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(oracles / "patterns" / "orphan_GoE10_89cells_LifeHistory.rle")
    proof, formula = tmp_path / "proof", tmp_path / "proof.cnf"
    assert main(["orphan", target, "--unknown", "--proof", str(proof)]) == 0
    assert "lines of proof; `lifesat check-proof" in capsys.readouterr().err
    assert "c cell 1 -1 -1 0" in formula.read_text().splitlines()
    assert main(["check-proof", str(formula), str(proof)]) == 0
    output, errors = capsys.readouterr()
    assert output == ""
    assert "lemmas follow by unit propagation" in errors
    assert "the formula has no model" in errors
    lines = proof.read_text().splitlines()
    proof.write_text("\n".join(["40 0", *lines[1:]]))
    assert main(["check-proof", str(formula), str(proof), "--quiet"]) == 1
    assert f"rejected: {proof}:1: lemma 1 (40) does not follow" in capsys.readouterr().err
    proof.write_text("\n".join(lines[: len(lines) // 2]))
    assert main(["check-proof", str(formula), str(proof), "--quiet"]) == 1
    assert "the proof ends without a contradiction" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 0\n", "f:1: 'p cnf VARIABLES CLAUSES' has to come first"),
        ("c\n", "f: no formula; 'p cnf"),
        ("p cnf 2 1\n1 x 0\n", "f:2: invalid literal 'x'; after the header there are only numbers"),
        ("p cnf 20 1\n1_0 0\n", "f:2: invalid literal '1_0'"),
        ("p cnf 2 1\n\N{FULLWIDTH DIGIT ONE} 0\n", "invalid literal"),
        ("p cnf 2 1\n\n1 3 0\n", "f:3: literal 3, but the last variable is 2"),
        ("p cnf 99999999 0\n", "f:1: 99,999,999 variables; at most 33,554,432 can be checked"),
        ("p cnf 2 2\n1 2 0\n", "f: the number of clauses is 1, but the header says 2"),
        ("p cnf 2 1\n1 2\n", "f: the last clause does not end with 0"),
        ("p cnf 2 1\n1 0\n2\n", "f: the last clause does not end with 0"),
    ],
)
def test_formulas_that_cannot_be_read(text: str, sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        read_dimacs(text.splitlines(keepends=True), "f")
    assert sentence in str(caught.value)


def test_clauses_may_span_lines() -> None:
    text = ["c note\n", "p cnf 3 2\n", "1 -2\n", "0 3\n", "0\n"]
    assert read_dimacs(text, "f") == Dimacs(3, [[1, -2], [3]])


@given(data=st.data())
def test_a_formula_is_read_as_it_was_written(data: st.DataObject) -> None:
    """With any number of variables, none among them, and whatever parts the words."""
    variables = data.draw(st.integers(0, 4))
    literals = [*range(1, variables + 1), *range(-variables, 0)]
    clause = st.lists(st.sampled_from(literals), max_size=3) if literals else st.just([])
    clauses = data.draw(st.lists(clause, max_size=5))
    text = data.draw(st.sampled_from(["", "c note\n\n"])) + f"p cnf {variables} {len(clauses)}\n"
    for word in [word for clause in clauses for word in (*clause, 0)]:
        text += f"{word}" + data.draw(st.sampled_from([" ", "\t", "\n", "\n\n", "\nc 1 0\n"]))
    assert read_dimacs(text.splitlines(keepends=True), "f") == Dimacs(variables, clauses)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1 2", "proof:2: a line of a proof is a clause that ends with 0"),
        ("1 0 2 0", "proof:2: a line of a proof is a clause"),
        ("d", "proof:2: a line of a proof is a clause"),
        ("a\ufffd", "proof:2: invalid literal 'a\ufffd'; a proof has to be text, not binary DRAT"),
        ("1_0 0", "proof:2: invalid literal '1_0'"),
        ("+1 0", "proof:2: invalid literal '+1'"),
        ("9 0", "proof:2: literal 9, but the last variable is 2"),
    ],
)
def test_proofs_that_cannot_be_read(line: str, sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        check([[1, 2]], ["c note", line])
    assert sentence in str(caught.value)
    assert not isinstance(caught.value, ProofError)


def test_what_is_refused_is_shown_in_one_short_sentence() -> None:
    with pytest.raises(ProofError, match=r"proof:1: lemma 1 \(the contradiction\) does not"):
        check([[1, 2]], ["0"])
    clause = list(range(1, 101))
    with pytest.raises(ProofError, match=r"lemma 1 \(1 2 .* 11 12 \.\.\.\) does not follow"):
        check([[-1, 100]], [" ".join(map(str, [*clause, 0]))])


@pytest.mark.parametrize(
    ("proof", "sentence"),
    [
        ("", "no lemma is needed: the contradiction follows by unit propagation; 0 deletions"),
        ("d 1 2 0\n0\n", "the lemma follows by unit propagation; 1 deletion\n"),
        ("2 1 0\n0\n", "all 2 lemmas follow by unit propagation; 0 deletions"),
    ],
)
def test_lemmas_and_deletions_are_counted(
    proof: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    formula, lemmas = tmp_path / "formula", tmp_path / "proof"
    formula.write_text("p cnf 2 3\n1 2 0\n1 0\n-1 0\n")
    lemmas.write_text(proof)
    assert main(["check-proof", str(formula), str(lemmas)]) == 0
    assert sentence in capsys.readouterr().err


def test_progress_on_a_terminal_is_erased(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    formula, lemmas = tmp_path / "formula", tmp_path / "proof"
    formula.write_text("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")
    lemmas.write_text("2 0\n0\n")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["check-proof", str(formula), str(lemmas)]) == 0
    *shown, reported = capsys.readouterr().err.split("\r\x1b[K")
    assert shown[-1].endswith(" lemmas checked")
    assert reported.count("\n") == len(reported.splitlines()) == 2
    assert main(["check-proof", str(formula), str(lemmas), "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_an_interrupt_is_no_bug(tmp_path: Path) -> None:
    """Ctrl-C while literals are propagated, which is nearly all the time here."""
    length = 30_000
    chain = [f"{-before} {before + 1} 0\n" for before in range(1, length)]
    proof = tmp_path / "proof"
    proof.write_text(f"-1 {length} 0\n" * 300_000)
    words = [sys.executable, "-m", "lifesat", "check-proof", "-", str(proof)]
    pipe = subprocess.PIPE
    with started(*words, stdin=pipe, stderr=pipe, text=True) as running:
        assert running.stdin
        running.stdin.write(f"p cnf {length} {length - 1}\n" + "".join(chain))
        running.stdin.close()
        at_work(running, 1.0)
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=PATIENCE_SECONDS) == 130
        assert running.stderr
        assert "Traceback" not in running.stderr.read()


def test_standard_input_that_is_no_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    strict = TextIOWrapper(BytesIO(b"p cnf 1 1\n\xff 0\n"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", strict)
    assert main(["check-proof", "-", "nowhere"]) == 2
    assert "-:2: invalid literal '\ufffd'" in capsys.readouterr().err


def test_one_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-proof", "-", "-"]) == 2
    assert "only one of FORMULA and PROOF" in capsys.readouterr().err
    assert main(["check-proof", "nowhere.cnf", "-"]) == 2
    assert "cannot read nowhere.cnf: No such file" in capsys.readouterr().err
