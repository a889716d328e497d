"""Decide whether a problem has a solution, and prove that it has none."""

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from lifesat.cnf.formula import Formula, interruptible
from lifesat.defaults import PROVER, PROVERS, SOLVER
from lifesat.errors import StoppedError, UserError
from lifesat.problems.problem import Boards, Problem
from lifesat.queries.event_loop import search_events
from lifesat.queries.events import Done, Progress, Solutions
from lifesat.queries.memory import check_memory
from lifesat.queries.options import Options
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import PROGRESS_SECONDS, Run
from lifesat.sat.memory import check
from lifesat.sat.one_formula import ONE_FORMULA
from lifesat.sat.proof import Prover
from lifesat.sat.search import SearchProgress
from lifesat.sat.solver_setup import SolverSetup
from lifesat.system.files import NewFile, refuse_existing


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

    def keep(self, path: str, note: Callable[[bool], None], *, begun: bool, replace: bool) -> None:
        """Write the files for a job, which writes again what it may have written before.

        Parameters
        ----------
        path, replace
            As for `write`.
        note
            Called with whether the files may have been written; keeps that for later runs.
        begun
            Whether an earlier run of the same job may have written the files.

        Raises
        ------
        UserError
            As for `write`.
        """
        note(True)
        try:
            self.write(path, replace=replace or begun)
        except UserError:
            # A file that came meanwhile is not replaced in another run either.
            note(begun)
            raise

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


class _Paused(Recorder):
    """Keeps nothing of a search, which rests while its job is paused."""

    def __init__(self, run: Run, outer: Recorder) -> None:
        super().__init__(run)
        self._outer = outer

    def wait(self, suspended: Callable[[], AbstractContextManager[None]]) -> None:
        """Wait for as long as the job is paused."""
        self._outer.wait(suspended)


def decide(
    problem: Problem, run: Run, over: Callable[[], bool], recorder: Recorder
) -> Generator[Progress, None, Boards | None]:
    """Search for a solution, and return it; None if it is proved that there is none.

    Parameters
    ----------
    problem
        The problem.
    run, recorder
        As for `lifesat.queries.query.Query.events`.
    over
        Returns whether to stop.

    Yields
    ------
    Progress
        Four times a second.

    Raises
    ------
    StoppedError
        If `over` returned true.
    MemoryLimitError
        If the formula would take too much memory.
    """
    inner = Run(_deciding(run.options))
    for event in search_events(problem, None, inner, over, _Paused(inner, recorder)):
        if isinstance(event, Solutions):
            board: Boards = event.boards[0]
            return board
        if isinstance(event, Progress):
            run.observe(SearchProgress(event.conflicts))
            recorder.settle({})
            yield run.progress()
        elif isinstance(event, Done) and event.status != "none":
            raise StoppedError
    return None


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
    return replace(options, limit=1, time_limit=None, solver=options.solver_if_named or usual)


def prove(
    problem: Problem, run: Run, over: Callable[[], bool], recorder: Recorder
) -> Generator[Progress, None, FoundProof]:
    """Prove that a problem has no solution.

    Parameters, errors
        As for `try_to_prove`.

    Raises
    ------
    AssertionError
        If it has a solution.
    """
    proof = yield from try_to_prove(problem, run, over, recorder)
    if proof is None:
        raise AssertionError("a problem that has no solution has one")
    return proof


def try_to_prove(
    problem: Problem,
    run: Run,
    over: Callable[[], bool],
    recorder: Recorder,
    how: Options | None = None,
) -> Generator[Progress, None, FoundProof | None]:
    """Search for a proof that a problem has no solution; return None if it has one.

    Parameters, errors
        As for `decide`.
    how
        How to search, or None for the options of the run.

    Yields
    ------
    Progress
        Four times a second.
    """
    options = how or run.options
    encoding, solver = options.encoding_of(problem), options.solver_if_named or PROVER
    check(SolverSetup(problem, encoding, solver, ONE_FORMULA).bytes, options.memory)
    with interruptible(over):
        formula = problem.formula(encoding)
        prover = Prover(formula, solver)
    with prover:
        while prover.proved is None:
            recorder.wait(nullcontext)
            if over():
                raise StoppedError
            prover.advance(PROGRESS_SECONDS)
            run.observe(SearchProgress(prover.conflicts))
            recorder.settle({})
            yield run.progress()
        return FoundProof(problem, encoding, formula, prover.lines()) if prover.proved else None
