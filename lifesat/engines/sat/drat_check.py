"""A checker of DRAT proofs: every lemma has to follow by unit propagation (RUP) [1]_ [2]_.

The checker does not search, and learns nothing that is not in the proof. It assumes that all
literals of a lemma are false; unit propagation must then lead to a contradiction, otherwise the
proof is rejected. RAT lemmas, which only preserve satisfiability, are not supported and are
rejected too; the solvers that write proofs for lifesat learn none.

Deleted clauses are removed when the propagation is set up again. That happens when half of its
clauses are deleted ones, but not for a few deletions among many variables. Unit clauses that follow
from the others stay, as in DRAT-trim.

References
----------
.. [1] E. Goldberg and Y. Novikov, "Verification of Proofs of Unsatisfiability for CNF Formulas",
   DATE 2003.
.. [2] N. Wetzler, M. Heule and W. Hunt, "DRAT-trim: Efficient Checking and Trimming Using
   Expressive Clausal Proofs", SAT 2014.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from lifesat.engines.sat.solver import Propagation, run_in_thread
from lifesat.errors import UserError

# Lines between two reports; an interrupt takes effect after them.
_SLICE_LINES = 100
_HEADER = re.compile(r"p\s+cnf\s+([0-9]{1,9})\s+([0-9]{1,9})\s*")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_NUMBERS = re.compile(r"(?:-?[0-9]{1,9} )*")
# Hints for errors about invalid literals.
_IN_A_FORMULA = "after the header there are only numbers, with 0 at the end of each clause"
_IN_A_PROOF = "a proof has to be text, not binary DRAT"
# The propagation is set up again after at least one deletion for this many variables.
_VARIABLES_A_DELETION = 16
# This many variables take some GB of memory.
_MOST_VARIABLES = 1 << 25
# The most literals of a rejected lemma that are shown.
_SHOWN = 12


class ProofError(UserError):
    """A proof that does not prove what it should."""


class Dimacs(NamedTuple):
    """A formula in DIMACS CNF."""

    # The number in the header.
    variables: int
    clauses: list[list[int]]


class Checked(NamedTuple):
    """The state of a check."""

    # The last line of the proof that was read.
    line: int
    lemmas: int
    deletions: int
    # Whether the empty clause has been derived.
    complete: bool


def read_dimacs(lines: Iterable[str], name: str) -> Dimacs:
    """Read a formula in DIMACS CNF.

    Raises UserError if the text is invalid; the message gives `name` and the line.
    """
    variables, promised = -1, 0
    clauses: list[list[int]] = []
    clause: list[int] = []
    for number, line in enumerate(lines, 1):
        if line.startswith("c") or not line.strip():
            continue
        if variables < 0:
            variables, promised = _header(line, f"{name}:{number}")
            continue
        for literal in _numbers(line.split(), variables, f"{name}:{number}", _IN_A_FORMULA):
            if literal:
                clause.append(literal)
            else:
                clauses.append(clause)
                clause = []
    if variables < 0:
        raise UserError(f"{name}: no formula; 'p cnf VARIABLES CLAUSES' is missing")
    if clause:
        raise UserError(f"{name}: the last clause does not end with 0")
    if len(clauses) != promised:
        found = f"the number of clauses is {len(clauses)}"
        raise UserError(f"{name}: {found}, but the header says {promised}")
    return Dimacs(variables, clauses)


def _header(line: str, at: str) -> tuple[int, int]:
    """Return the numbers of variables and clauses in the header."""
    header = _HEADER.fullmatch(line)
    if not header:
        raise UserError(f"{at}: 'p cnf VARIABLES CLAUSES' has to come first")
    variables, clauses = map(int, header.groups())
    if variables > _MOST_VARIABLES:
        most = f"at most {_MOST_VARIABLES:,} can be checked"
        raise UserError(f"{at}: {variables:,} variables; {most}")
    return variables, clauses


def check_proof(formula: Dimacs, lines: Iterable[str], name: str) -> Iterator[Checked]:
    """Check a proof in textual DRAT, and yield the state after every slice of lines.

    The last state is complete. Raises ProofError if a lemma does not follow or the proof ends
    without a contradiction, and UserError if the text is not a proof; messages give `name` and the
    line.
    """
    clauses, at = _Clauses(formula.clauses), Checked(0, 0, 0, complete=False)
    numbered = enumerate(lines, 1)
    while not at.complete and (part := list(islice(numbered, _SLICE_LINES))):
        at = run_in_thread(partial(_checked, clauses, formula.variables, part, name, at))
        yield at
    if not at.complete:
        if not run_in_thread(partial(clauses.imply, ())):
            raise ProofError(f"{name}: the proof ends without a contradiction")
        yield at._replace(complete=True)


def _checked(
    clauses: "_Clauses", variables: int, part: list[tuple[int, str]], name: str, before: Checked
) -> Checked:
    """Check numbered lines of a proof, and return the state after them."""
    _, lemmas, deletions, _ = before
    for number, line in part:
        tokens = line.split()
        if not tokens or tokens[0] == "c":
            continue
        deletion = tokens[0] == "d"
        literals = _clause(tokens[deletion:], variables, f"{name}:{number}")
        if deletion:
            deletions += 1
            clauses.delete(literals)
            continue
        lemmas += 1
        if not clauses.imply(literals):
            lemma = f"lemma {lemmas:,} ({_shown(literals)})"
            raise ProofError(f"{name}:{number}: {lemma} does not follow by unit propagation")
        if not literals:
            return Checked(number, lemmas, deletions, complete=True)
        clauses.add(literals)
    return Checked(part[-1][0], lemmas, deletions, complete=False)


def _shown(lemma: Sequence[int]) -> str:
    """Return a lemma as text, shortened if it is long."""
    if not lemma:
        return "the contradiction"
    return " ".join(map(str, lemma[:_SHOWN])) + " ..." * (len(lemma) > _SHOWN)


def _numbers(tokens: Sequence[str], variables: int, position: str, right: str) -> list[int]:
    """Return the literals and zeros in tokens; `right` describes valid tokens in errors."""
    # `int` alone would accept 1_0 as well, and the digits of all scripts.
    if not _NUMBERS.fullmatch(" ".join([*tokens, ""])):
        wrong = next(word for word in tokens if not _NUMBER.fullmatch(word))
        raise UserError(f"{position}: invalid literal {wrong[:20]!r}; {right}")
    numbers = list(map(int, tokens))
    for literal in numbers:
        if abs(literal) > variables:
            raise UserError(f"{position}: literal {literal}, but the last variable is {variables}")
    return numbers


def _clause(tokens: Sequence[str], variables: int, position: str) -> list[int]:
    """Return the literals of a line of a proof, without the final 0."""
    numbers = _numbers(tokens, variables, position, _IN_A_PROOF)
    if 0 not in numbers or numbers.index(0) + 1 != len(numbers):
        raise UserError(f"{position}: a line of a proof is a clause that ends with 0")
    return numbers[:-1]


class _Clauses:
    """Unit propagation over clauses that are added and deleted.

    Variables are numbered in order of appearance, so that large numbers cost no more memory.
    """

    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        self._numbers: dict[int, int] = {}
        self._kept = Counter(_key(self._numbered(clause)) for clause in clauses)
        self._count = self._kept.total()
        self._deleted = 0
        self._propagation = Propagation(map(_literals, self._kept.elements()))

    def imply(self, clause: Sequence[int]) -> bool:
        """Return whether a clause follows by unit propagation."""
        return self._propagation.fails([-literal for literal in self._numbered(clause)])

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        numbered = self._numbered(clause)
        self._kept[_key(numbered)] += 1
        self._count += 1
        self._propagation.add(numbered)

    def delete(self, clause: Sequence[int]) -> None:
        """Delete one copy of a clause; a clause that is not there is ignored."""
        key = _key(self._numbered(clause))
        if key not in self._kept:
            return
        self._kept[key] -= 1
        if not self._kept[key]:
            del self._kept[key]
        self._count -= 1
        self._deleted += 1
        # Setting up takes time for every clause and every variable.
        if self._deleted > max(self._count, len(self._numbers) // _VARIABLES_A_DELETION):
            self._set_up()

    def _numbered(self, clause: Sequence[int]) -> list[int]:
        """Return a clause in the internal numbering."""
        numbers = self._numbers
        return [
            numbers.setdefault(literal, len(numbers) + 1)
            if literal > 0
            else -numbers.setdefault(-literal, len(numbers) + 1)
            for literal in clause
        ]

    def _set_up(self) -> None:
        units = self._propagation.units()
        self._propagation = Propagation(map(_literals, self._kept.elements()))
        for unit in units:
            self._propagation.add([unit])
        self._deleted = 0


def _key(clause: Sequence[int]) -> bytes:
    """Return a compact key of a clause, the same for any order of its literals."""
    return array("i", sorted(clause)).tobytes()


def _literals(key: bytes) -> list[int]:
    literals = array("i")
    literals.frombytes(key)
    return literals.tolist()
