"""Targets: formulas in DIMACS, DRAT proofs, and solvers' models."""

from argparse import ArgumentParser
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from itertools import product

from lifesat.cli import decode, parser
from lifesat.engines.sat.drat_check import Dimacs, check_proof, read_dimacs
from lifesat.engines.sat.solver import Solver
from lifesat.errors import UserError
from lifesat.formats import read_text, write_text
from lifesat.life.evolution import step
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from tests.fuzz.target import Target, choice, parts, scratch_file, text_of

_MOST_TRIED = 10
_PIGEONS = b"""c three pigeons, two holes
p cnf 6 9
1 2 0
3 4 0 5 6 0
-1 -3 0
-1 -5 0
-3 -5 0
-2 -4 0
-2 -6 0
-4 -6
0
"""
_PIGEONS_PROOF = b"-1 0\n-3 0\nd -1 -3 0\n-5 0\n0\n"
_SATISFIABLE = b"p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n"
_TARGET = Pattern.from_rows(["OO", "O."])
_PROBLEM = Predecessor(_TARGET)


def _lines(data: bytes) -> list[str]:
    return text_of(data).splitlines(keepends=True)


def _check_dimacs(data: bytes) -> None:
    """Read a formula; it is the same when written and read again."""
    try:
        formula = read_dimacs(_lines(data), "formula")
    except UserError:
        return
    rows = [" ".join(map(str, (*clause, 0))) for clause in formula.clauses]
    text = [f"p cnf {formula.variables} {len(rows)}", *rows]
    again = read_dimacs(text, "formula")
    if again != formula:
        raise AssertionError(f"{formula} was written, but {again} read")


def _check_drat(data: bytes) -> None:
    """Check a proof; none is accepted for a formula that has a model."""
    formula_text, proof = parts(data, 2)
    try:
        formula = read_dimacs(_lines(formula_text), "formula")
        *_, last = check_proof(formula, _lines(proof), "proof")
    except UserError:
        return
    if not last.complete:
        raise AssertionError("a proof was neither accepted nor refused")
    if formula.variables <= _MOST_TRIED and _has_model(formula):
        raise AssertionError(f"{formula} has a model, but {proof!r} was accepted")


def _has_model(formula: Dimacs) -> bool:
    """Say by trying all whether an assignment satisfies every clause."""
    return any(
        all(any(signs[abs(k) - 1] == (k > 0) for k in clause) for clause in formula.clauses)
        for signs in product((False, True), repeat=formula.variables)
    )


def _check_model(data: bytes) -> None:
    """Decode a model; what is decoded becomes the target."""
    number, text = choice(data)
    target = scratch_file("target.rle", write_text(_TARGET).encode())
    model = scratch_file("model", text)
    words = ["decode", str(target), str(model), *["--quiet"] * (number & 1)]
    written = StringIO()
    try:
        with redirect_stdout(written):
            code = decode.run(_parser().parse_args(words))
    except UserError:
        return
    if code == 1:
        return
    parent = read_text(written.getvalue()).to_array()
    child = step(parent, _TARGET.rule)
    expected = _TARGET.pad(_PROBLEM.margin).to_array()
    if (child != expected).any():
        raise AssertionError(f"{parent} does not become the target")


@cache
def _parser() -> ArgumentParser:
    return parser(["decode"])


def _models() -> list[bytes]:
    """Return what solvers would print."""
    formula = _PROBLEM.formula(_PROBLEM.encodings[0])
    with Solver(formula) as solver:
        solver.solve(1000)
        model = solver.model(formula.variables)
    bare = " ".join(map(str, model)).encode()
    return [
        b"c comment\ns SATISFIABLE\nv " + bare + b" 0\n",
        b"SAT\n" + bare + b" 0\n",
        bare.replace(b" ", b"\n"),
        b"s UNSATISFIABLE\n",
        b"UNSAT\n",
    ]


TARGETS = (
    Target(
        "dimacs", (_PIGEONS, _SATISFIABLE, b"p cnf 0 0\n", b"p cnf 1 2\n1 0 -1 0"), _check_dimacs
    ),
    Target(
        "drat",
        (
            _PIGEONS + b"\0" + _PIGEONS_PROOF,
            _SATISFIABLE + b"\0d 1 2 0\n-1 0\n0\n",
            b"p cnf 1 2\n1 0 -1 0\0",
            b"p cnf 2 1\n0\n\0c comment\n1 -1 0\n0\n",
        ),
        _check_drat,
    ),
    Target("model", tuple(b"\1" + model for model in _models()), _check_model),
)
