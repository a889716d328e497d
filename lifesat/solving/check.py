"""A checker of DRAT proofs: every lemma has to follow by unit propagation (RUP).

No search is made, and nothing is learned that the proof does not say. Of a lemma all literals are
taken to be false; if the clauses so far do not lead to a contradiction by unit propagation alone,
the proof is refused. Lemmas that only keep the formula satisfiable (RAT) are not known here and are
refused too; the solvers that lifesat has proofs written by learn none.

What the proof deletes is left out when the propagation is set up anew, which happens as soon as
half of its clauses are deleted ones. Literals that follow from the clauses alone stay, as in
DRAT-trim.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from lifesat.errors import UserError
from lifesat.solving.solver import Propagation, apart

# How many lines are checked between two reports; an interrupt waits until they are.
_SLICE_LINES = 100
_HEADER = re.compile(r"p\s+cnf\s+([0-9]{1,9})\s+([0-9]{1,9})\s*")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_NUMBERS = re.compile(r"(?:-?[0-9]{1,9} )*")
# What would be right where a literal is none.
_IN_A_FORMULA = "after the header there are numbers alone, 0 at the end of each clause"
_IN_A_PROOF = "what is read is text, not binary DRAT"
# They take some GB of memory.
_MOST_VARIABLES = 1 << 25
# So many literals of a refused lemma are shown.
_SHOWN = 12


class RefusedError(UserError):
    """A proof that does not prove what it should."""


class Dimacs(NamedTuple):
    """A formula as it was read.

    Attributes
    ----------
    variables
        As many as the header says.
    clauses
        Rows of literals.
    """

    variables: int
    clauses: list[list[int]]


class Checked(NamedTuple):
    """How far a check has come.

    Attributes
    ----------
    line
        The line of the proof.
    lemmas, deletions
        How many of each there were.
    complete
        Whether the contradiction has been reached.
    """

    line: int
    lemmas: int
    deletions: int
    complete: bool


def read_dimacs(lines: Iterable[str], name: str) -> Dimacs:
    """Read a formula in DIMACS CNF.

    Parameters
    ----------
    lines
        The text.
    name
        What errors call it.

    Raises
    ------
    UserError
        If it is no such formula; with the line.
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
    """Return the numbers of variables and clauses that the first line says."""
    header = _HEADER.fullmatch(line)
    if not header:
        raise UserError(f"{at}: 'p cnf VARIABLES CLAUSES' has to come first")
    variables, clauses = map(int, header.groups())
    if variables > _MOST_VARIABLES:
        most = f"at most {_MOST_VARIABLES:,} can be checked"
        raise UserError(f"{at}: {variables:,} variables; {most}")
    return variables, clauses


def check_proof(formula: Dimacs, lines: Iterable[str], name: str) -> Iterator[Checked]:
    """Check a proof line by line.

    Parameters
    ----------
    formula
        What the proof refutes.
    lines
        DRAT as text: the literals of a lemma and 0, or ``d``, those of a clause and 0.
    name
        What errors call the proof.

    Yields
    ------
    Checked
        Now and then how far it has come; the last one is complete.

    Raises
    ------
    RefusedError
        If a lemma does not follow, or if the proof ends without a contradiction.
    UserError
        If the text is no proof; with the line.
    """
    clauses, at = _Clauses(formula.clauses), Checked(0, 0, 0, complete=False)
    numbered = enumerate(lines, 1)
    while not at.complete and (part := list(islice(numbered, _SLICE_LINES))):
        at = apart(partial(_checked, clauses, formula.variables, part, name, at))
        yield at
    if not at.complete:
        if not apart(partial(clauses.imply, ())):
            raise RefusedError(f"{name}: the proof ends without a contradiction")
        yield at._replace(complete=True)


def _checked(
    clauses: "_Clauses", variables: int, part: list[tuple[int, str]], name: str, before: Checked
) -> Checked:
    """Check numbered lines of a proof, and return how far it has come then."""
    _, lemmas, deletions, _ = before
    for number, line in part:
        words = line.split()
        if not words or words[0] == "c":
            continue
        deletion = words[0] == "d"
        literals = _clause(words[deletion:], variables, f"{name}:{number}")
        if deletion:
            deletions += 1
            clauses.delete(literals)
            continue
        lemmas += 1
        if not clauses.imply(literals):
            lemma = f"lemma {lemmas:,} ({_shown(literals)})"
            raise RefusedError(f"{name}:{number}: {lemma} does not follow by unit propagation")
        if not literals:
            return Checked(number, lemmas, deletions, complete=True)
        clauses.add(literals)
    return Checked(part[-1][0], lemmas, deletions, complete=False)


def _shown(lemma: Sequence[int]) -> str:
    """Return the words for a lemma."""
    if not lemma:
        return "the contradiction"
    return " ".join(map(str, lemma[:_SHOWN])) + " ..." * (len(lemma) > _SHOWN)


def _numbers(words: Sequence[str], variables: int, place: str, right: str) -> list[int]:
    """Return literals and zeros; `right` says what words should be that are none."""
    # Python alone would read 1_0 as well, and the digits of all scripts.
    if not _NUMBERS.fullmatch(" ".join([*words, ""])):
        wrong = next(word for word in words if not _NUMBER.fullmatch(word))
        raise UserError(f"{place}: {wrong[:20]!r} is no literal; {right}")
    numbers = list(map(int, words))
    for literal in numbers:
        if abs(literal) > variables:
            raise UserError(f"{place}: literal {literal}, but the last variable is {variables}")
    return numbers


def _clause(words: Sequence[str], variables: int, place: str) -> list[int]:
    """Return the literals of a line of a proof, without the closing 0."""
    numbers = _numbers(words, variables, place, _IN_A_PROOF)
    if 0 not in numbers or numbers.index(0) + 1 != len(numbers):
        raise UserError(f"{place}: a line of a proof is a clause that ends with 0")
    return numbers[:-1]


class _Clauses:
    """Clauses that come and go, under unit propagation.

    Parameters
    ----------
    clauses
        Those to start with.
    """

    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        self._kept = Counter(map(_key, clauses))
        self._count = self._kept.total()
        self._deleted = 0
        self._propagation = Propagation(map(_literals, self._kept.elements()))

    def imply(self, clause: Sequence[int]) -> bool:
        """Whether a clause follows by unit propagation."""
        return self._propagation.fails([-literal for literal in clause])

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._kept[_key(clause)] += 1
        self._count += 1
        self._propagation.add(clause)

    def delete(self, clause: Sequence[int]) -> None:
        """Delete a clause; one that is not there is no matter, since it cannot be used."""
        key = _key(clause)
        if key not in self._kept:
            return
        self._kept[key] -= 1
        if not self._kept[key]:
            del self._kept[key]
        self._count -= 1
        self._deleted += 1
        if self._deleted > self._count:
            self._set_up()

    def _set_up(self) -> None:
        units = self._propagation.units()
        self._propagation = Propagation(map(_literals, self._kept.elements()))
        for unit in units:
            self._propagation.add([unit])
        self._deleted = 0


def _key(clause: Sequence[int]) -> bytes:
    """Return a clause, whatever the order of its literals, in little memory."""
    return array("i", sorted(clause)).tobytes()


def _literals(key: bytes) -> list[int]:
    literals = array("i")
    literals.frombytes(key)
    return literals.tolist()
