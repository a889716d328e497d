"""Decide whether a problem has a solution, and prove that it has none."""

import os
from collections.abc import Generator, Iterator
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from dataclasses import replace as changed
from pathlib import Path
from typing import TypeVar

from lifesat.cnf.formula import Formula, interruptible
from lifesat.defaults import PROVER, PROVERS, SOLVER
from lifesat.errors import StoppedError, UserError
from lifesat.problems.problem import Boards, Problem
from lifesat.queries.memory import check_memory
from lifesat.queries.options import Options
from lifesat.queries.run import PROGRESS_SECONDS, InnerRun, Run, Slice
from lifesat.queries.solution_search import solution_steps
from lifesat.queries.state import ProvedState
from lifesat.sat.memory import check
from lifesat.sat.one_formula import ONE_FORMULA
from lifesat.sat.proof import Prover
from lifesat.sat.search import SearchProgress
from lifesat.sat.solver_setup import SolverSetup
from lifesat.system.files import NewFile, refuse_existing

Provable = TypeVar("Provable", bound=ProvedState)


@dataclass(frozen=True)
class FoundProof:
    """A proof that a problem has no solution.

    Attributes
    ----------
    problem, encoding
        The problem, and the name of the encoding.
    formula
        Its formula, which has no model.
    lines
        The proof in DRAT.
    """

    problem: Problem
    encoding: str
    formula: Formula
    lines: list[str]

    def proof_lines(self) -> Iterator[str]:
        """Yield the lines of the proof, each with its line feed."""
        return (f"{line}\n" for line in self.lines)

    def formula_lines(self) -> Iterator[str]:
        """Yield the formula in DIMACS CNF, with comments that say what its variables are."""
        from lifesat.problems.life.cell_comments import (  # noqa: PLC0415  # slow to load
            PlacedProblem,
            cell_comments,
        )

        problem = self.problem
        if isinstance(problem, PlacedProblem):
            return self.formula.dimacs(cell_comments(problem, self.encoding))
        return self.formula.dimacs()

    def keep(self, path: str, state: Provable, run: Run, *, replace: bool) -> Provable:
        """Write the files, again those that an earlier run of a job may have written.

        Parameters
        ----------
        path, replace
            As for `write`.
        state, run
            What is known, and what keeps it.

        Returns
        -------
        Provable
            The state with the length of the proof.

        Raises
        ------
        UserError
            As for `write`.
        """
        run.keep(changed(state, writing=True))
        try:
            self.write(path, replace=replace or state.writing)
        except UserError:
            # A file that came meanwhile is not replaced in another run either.
            run.keep(state)
            raise
        return changed(state, writing=True, lemmas=len(self.lines))

    def write(self, path: str, *, replace: bool) -> None:
        """Write the proof to a file, and the formula to one with ``.cnf`` after its name.

        Raises
        ------
        UserError
            If they cannot be written, or would replace a file although that is not wanted.
        """
        contents = self.proof_lines(), self.formula_lines()
        with ExitStack() as stack:
            files = [stack.enter_context(NewFile(name, force=replace)) for name in files_of(path)]
            for new, lines in zip(files, contents, strict=True):
                new.stream.writelines(line.encode() for line in lines)
            for new in files:
                new.commit()


def files_of(proof: str) -> tuple[str, str]:
    """Return the files in which a proof and its formula are kept."""
    return proof, f"{proof}.cnf"


def check_proof(path: str, options: Options, *, replace: bool) -> None:
    """Refuse what cannot be written, or cannot be proved, before the work begins.

    Raises
    ------
    UserError
        If a file exists and is not to be replaced, or cannot be written; if the solver writes no
        proofs.
    """
    if (solver := options.solver_if_named) is not None and solver not in PROVERS:
        raise UserError(f"{solver} writes no proofs; use one of {', '.join(PROVERS)}")
    for name in files_of(path):
        if not replace:
            refuse_existing(name)
        folder = Path(name).absolute().parent
        if Path(name).is_dir() or not os.access(folder, os.W_OK):
            with NewFile(name, force=replace):  # says what is wrong
                pass


def decide(problem: Problem, run: Run) -> Generator[None, None, Boards | None]:
    """Search for a solution, and return it; None if it is proved that there is none.

    Raises
    ------
    StoppedError
        If the run is over before that.
    MemoryLimitError
        If the formula would take too much memory.
    """
    inner = InnerRun(run, _deciding(run.options))
    steps = solution_steps(problem, None, inner)
    while True:
        try:
            step = next(steps)
        except StopIteration as ended:
            if ended.value.status != "none":
                raise StoppedError from None
            return None
        if isinstance(step, Slice):
            boards = inner.count(step).boards
            if len(boards):
                board: Boards = boards[0]
                return board
        run.observe(SearchProgress(inner.conflicts))
        run.phase = f"deciding, {run.conflicts:,} conflicts"
        yield None


def check_decision(problem: Problem, options: Options) -> None:
    """Refuse to decide whether there is a solution if the formula would take too much memory.

    Raises
    ------
    MemoryLimitError
        If it would take too much.
    UserError
        If the problem has no such encoding.
    """
    check_memory(problem, _deciding(options))


def _deciding(options: Options) -> Options:
    """Return how to search for one solution."""
    # With more workers, another solver looks for a solution meanwhile.
    usual = PROVER if options.workers > 1 else SOLVER
    return changed(options, limit=1, time_limit=None, solver=options.solver_if_named or usual)


def prove(problem: Problem, run: Run) -> Generator[None, None, FoundProof]:
    """Prove that a problem has no solution.

    Raises
    ------
    AssertionError
        If it has a solution.
    StoppedError, MemoryLimitError
        As for `try_to_prove`.
    """
    proof = yield from try_to_prove(problem, run)
    if proof is None:
        raise AssertionError("a problem that has no solution has one")
    return proof


def try_to_prove(
    problem: Problem, run: Run, how: Options | None = None
) -> Generator[None, None, FoundProof | None]:
    """Search for a proof that a problem has no solution; return None if it has one.

    Parameters
    ----------
    problem, run
        The problem, and the limits and counts.
    how
        How to search, or None for the options of the run.

    Raises
    ------
    StoppedError
        If the run is over before that.
    MemoryLimitError
        If the formula would take too much memory.
    """
    options = how or run.options
    encoding, solver = options.encoding_of(problem), options.solver_if_named or PROVER
    check(SolverSetup(problem, encoding, solver, ONE_FORMULA).bytes, options.memory)
    with interruptible(run.over):
        formula = problem.formula(encoding)
        prover = Prover(formula, solver)
    with prover:
        while prover.proved is None:
            run.wait(nullcontext)
            if run.over():
                raise StoppedError
            prover.advance(PROGRESS_SECONDS)
            run.observe(SearchProgress(prover.conflicts))
            run.phase = f"looking for a proof, {run.conflicts:,} conflicts"
            yield None
        return FoundProof(problem, encoding, formula, prover.lines()) if prover.proved else None
