"""Yes or no, with a proof, as ``orphan``, ``self-forcing`` and ``complete`` need it.

They state a problem that has no solution if the answer is yes.
"""

from __future__ import annotations

from lifesat.cli.status_line import StatusLine
from lifesat.defaults import PROVER, PROVERS, SOLVER
from lifesat.errors import UserError
from lifesat.reporting import exit_codes

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import Any, TextIO

    from lifesat.problems.life.cell_comments import PlacedProblem
    from lifesat.problems.problem import Boards

_NO_PROOF = "there is no proof yet"


def add_proof_option(output: argparse._ActionsContainer, what: str) -> None:
    """Add ``--proof``; `what` says what is proved."""
    output.add_argument(
        "--proof",
        metavar="FILE",
        help=f"write a DRAT proof{what}, and the formula to FILE.cnf",
    )


def check_proof_options(options: argparse.Namespace, *, output: bool) -> None:
    """Refuse a proof that cannot be written.

    Parameters
    ----------
    options
        The parsed command line.
    output
        Whether the file of ``-o`` is written beside the proof.
    """
    from pathlib import Path

    if not options.proof:
        return
    if options.proof == "-" or _among_devices(options.proof):
        raise UserError("--proof needs the name of a file, since the formula is written beside it")
    if options.solver and options.solver not in PROVERS:
        raise UserError(f"{options.solver} writes no proofs; use one of {', '.join(PROVERS)}")
    if output and options.output != "-":
        files = {Path(name).resolve() for name in proof_files(options)}
        if Path(options.output).resolve() in files:
            raise UserError(f"--proof writes {options.output} too; give -o another name")


def proof_files(options: argparse.Namespace) -> list[str]:
    """Return the files that ``--proof`` writes: the proof and the formula."""
    return [options.proof, f"{options.proof}.cnf"] if options.proof else []


def _among_devices(path: str) -> bool:
    """Whether a path lies where files must not be created, such as ``/dev/null``."""
    from pathlib import Path

    folder = Path(path).absolute().parent.resolve()
    return folder.is_relative_to("/proc") or folder in (Path("/dev"), Path("/dev/fd"))


class Decision:
    """Decides and proves, with progress on standard error.

    Parameters
    ----------
    options
        The parsed command line.
    came
        Whether there was an interrupt.

    Attributes
    ----------
    solution
        The solution that was found, if the answer is no.
    """

    # Each command has its own kind of problem.
    yes: Callable[[Any], str]
    """Returns the words for a problem without a solution."""
    no: str
    """The words for one with a solution."""
    open: str
    """The words for one of which that is not known."""
    proved: int = exit_codes.FOUND
    """The exit code for a problem without a solution."""

    def __init__(self, options: argparse.Namespace, came: Callable[[], bool]) -> None:
        from lifesat.machine import cores

        self.solution: Boards | None = None
        self.options = options
        self.workers: int = options.workers or cores()
        self.status = StatusLine(quiet=options.quiet)
        self._came = came

    def decide(self, problem: PlacedProblem) -> int:
        """Find out whether there is no solution, and return the exit code."""
        from lifesat.queries.events import Done, Progress, Solutions
        from lifesat.queries.list_solutions import ListSolutions
        from lifesat.queries.options import Options
        from lifesat.queries.search import search

        how = Options(
            encoding=self.options.encoding,
            # With more workers another solver looks for a solution meanwhile.
            solver=self.options.solver or (PROVER if self.workers > 1 else SOLVER),
            seconds=self.options.time_limit,
            memory=self.options.memory,
            workers=self.workers,
        )
        for event in search(ListSolutions(problem), how, self._came):
            if isinstance(event, Progress):
                self.status.show(f"{event.conflicts:,} conflicts")
            if isinstance(event, Solutions):
                self.solution = event.boards[0]
            if isinstance(event, Done) and event.found:
                self.status.say(self.no)
                return exit_codes.NONE
            if isinstance(event, Done) and event.status == "none":
                self.status.say(self.yes(problem))
                return self.proved
        return self.broken_off(self.open)

    def prove(self, problem: PlacedProblem, proof: TextIO, formula: TextIO, *, known: bool) -> int:
        """Find a proof, write it and the formula, and return the exit code.

        Parameters
        ----------
        problem
            What has no solution.
        proof, formula
            Where to write them.
        known
            Whether the answer is known and has been said.
        """
        from lifesat.problems.life.cell_comments import cell_comments
        from lifesat.sat.proof import find_proof

        encoding = self.encoding(problem)
        found = find_proof(
            problem,
            encoding,
            self.options.solver or PROVER,
            self.over,
            lambda prover: self.status.show(f"{prover.conflicts:,} conflicts"),
            memory=self.options.memory,
        )
        if found is None:
            return self.broken_off(_NO_PROOF if known else self.open)
        if found.lines is None:
            return self.decide(problem)  # finds the solution again, and checks it
        proof.writelines(f"{line}\n" for line in found.lines)
        found.formula.write_dimacs(formula, cell_comments(problem, encoding))
        file = self.options.proof
        if not known:
            self.status.say(self.yes(problem))
        length = "1 line" if len(found.lines) == 1 else f"{len(found.lines):,} lines"
        self.status.say(f"{length} of proof; `lifesat check-proof {file}.cnf {file}` checks")
        return self.proved

    def encoding(self, problem: PlacedProblem) -> str:
        """Return the encoding to use."""
        chosen: str = self.options.encoding or problem.encodings[0]
        return chosen

    def over(self) -> bool:
        """Return whether an interrupt or the time limit came."""
        limit = self.options.time_limit
        return self._came() or (limit is not None and self.status.seconds > limit)

    def broken_off(self, what: str) -> int:
        """Say what is known when an interrupt or the time limit came, and return the exit code."""
        cause = "it was interrupted" if self._came() else "the time limit was reached"
        self.status.say(f"{what}, since {cause}")
        return exit_codes.INTERRUPTED if self._came() else exit_codes.UNDECIDED
