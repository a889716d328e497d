"""``lifesat orphan``: whether there is no parent at all, whatever surrounds the target."""

from __future__ import annotations

from lifesat.cli.arguments import whole_number
from lifesat.cli.searching import add_solver_options
from lifesat.cli.status_line import StatusLine
from lifesat.cli.target import (
    add_common_options,
    add_reading_options,
    add_target,
    read_target,
)
from lifesat.defaults import PROVER, PROVERS, SOLVER
from lifesat.errors import UserError
from lifesat.reporting import exit_codes

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import TextIO

    from lifesat.problems.life.predecessor import Predecessor

_OPEN = "it is not known whether it is an orphan"
_NO_PROOF = "there is no proof yet"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Say whether TARGET is an orphan: no pattern becomes it, whatever surrounds it. The exit "
        "code is 0 if it is one, which is proved, and 1 if it has a parent."
    )
    parser.set_defaults(run=run)
    add_target(parser)
    parser.add_argument(
        "--generations",
        "-g",
        type=whole_number("number of generations", 1),
        default=1,
        metavar="N",
        help="whether no pattern becomes TARGET after N generations (default 1)",
    )
    add_reading_options(parser)
    add_common_options(parser)
    add_solver_options(parser, f"{PROVER} for proofs, otherwise {SOLVER}")
    output = parser.add_argument_group("output")
    output.add_argument(
        "--minimise",
        action="store_true",
        help="write, as LifeHistory RLE, a minimal orphan inside it: every cell is necessary",
    )
    output.add_argument(
        "-o", "--output", default="-", metavar="FILE", help="with --minimise: write to a file"
    )
    output.add_argument(
        "--proof", metavar="FILE",
        help="write a DRAT proof, of the minimal orphan with --minimise, and the formula to "
        "FILE.cnf",
    )  # fmt: skip
    output.add_argument("--force", action="store_true", help="let files be replaced")


def run(options: argparse.Namespace) -> int:
    """Answer, minimise and prove as the command line says, and return the exit code."""
    from contextlib import ExitStack

    from lifesat.cli.interruption import Interrupt
    from lifesat.reporting.files import open_text

    _check(options)
    problem = _read_problem(options)
    names = [options.output] if options.minimise else []
    names += [options.proof, f"{options.proof}.cnf"] if options.proof else []
    with ExitStack() as stack:
        # What cannot be written is refused before the work; what stays empty leaves no file.
        streams = [stack.enter_context(open_text(name, force=options.force)) for name in names]
        work = _Work(options, stack.enter_context(Interrupt()).came)
        if options.proof and not options.minimise:
            return work.prove(problem, *streams)
        code = work.decide(problem)
        if code == exit_codes.FOUND and options.minimise:
            code, problem = work.minimise(problem)
            streams.pop(0).write(_life_history_rle(problem, minimal=code == exit_codes.FOUND))
        if code == exit_codes.FOUND and options.proof:
            code = work.prove(problem, *streams)
    return code


def _read_problem(options: argparse.Namespace) -> Predecessor:
    """Return the problem whose solutions are parents, with anything around them."""
    from lifesat.requests.target import PredecessorRequest

    request = PredecessorRequest(
        options.generations, outside="free", margin=0, encoding=options.encoding
    )
    return request.problem(read_target(options))


def _check(options: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    from pathlib import Path

    if options.output != "-" and not options.minimise:
        raise UserError("-o is for the orphan that --minimise writes")
    if options.proof and (options.proof == "-" or _among_devices(options.proof)):
        raise UserError("--proof needs the name of a file, since the formula is written beside it")
    if options.proof and options.solver and options.solver not in PROVERS:
        raise UserError(f"{options.solver} writes no proofs; use one of {', '.join(PROVERS)}")
    if options.proof and options.minimise and options.output != "-":
        files = {Path(name).resolve() for name in (options.proof, f"{options.proof}.cnf")}
        if Path(options.output).resolve() in files:
            raise UserError(f"--proof writes {options.output} too; give -o another name")


def _among_devices(path: str) -> bool:
    """Whether a path lies where files must not be created, such as ``/dev/null``."""
    from pathlib import Path

    folder = Path(path).absolute().parent.resolve()
    return folder.is_relative_to("/proc") or folder in (Path("/dev"), Path("/dev/fd"))


def _life_history_rle(problem: Predecessor, *, minimal: bool) -> str:
    """Return the target as LifeHistory RLE that says what it is."""
    from lifesat.formats import write_text
    from lifesat.problems.life.orphan import life_history

    back = problem.generations
    what = "orphan: no parent" if back == 1 else f"no ancestor {back} generations back"
    required = f"{what} whatever stands at the cells of state 0; 1 is live, 2 is dead"
    proved = "minimal: no cell of states 1 and 2 can be spared"
    comments = (required, proved if minimal else "not known to be minimal: cells may be spared")
    name = f"orphan in {problem.target.name or 'target'}"
    return write_text(life_history(problem.target).replace(name=name, comments=comments), "rle")


def _proved(problem: Predecessor) -> str:
    """Return the words for a target that is an orphan."""
    later = "" if problem.generations == 1 else f" {problem.generations} generations later"
    return f"orphan: no pattern becomes it{later}, whatever surrounds it"


class _Work:
    """The parts of the work, with progress on standard error.

    Parameters
    ----------
    options
        The parsed command line.
    came
        Whether there was an interrupt.
    """

    def __init__(self, options: argparse.Namespace, came: Callable[[], bool]) -> None:
        from lifesat.sat.executors import cores

        self._options = options
        self._came = came
        self._workers = options.workers or cores()
        self._status = StatusLine(quiet=options.quiet)

    def decide(self, problem: Predecessor) -> int:
        """Find out whether the target is an orphan, and return the exit code."""
        from lifesat.jobs.events import Done, Progress
        from lifesat.jobs.options import Options
        from lifesat.jobs.search import search

        how = Options(
            encoding=self._options.encoding,
            # With more workers another solver looks for a parent meanwhile.
            solver=self._options.solver or (PROVER if self._workers > 1 else SOLVER),
            seconds=self._options.time_limit,
            memory=self._options.memory,
            workers=self._workers,
        )
        for event in search(problem, how, self._came):
            if isinstance(event, Progress):
                self._status.show(f"{event.conflicts:,} conflicts")
            if isinstance(event, Done) and event.found:
                self._status.say("no orphan: `lifesat predecessors --outside free` writes a parent")
                return exit_codes.NONE
            if isinstance(event, Done) and event.status == "none":
                self._status.say(_proved(problem))
                return exit_codes.FOUND
        return self._broken_off(_OPEN)

    def minimise(self, problem: Predecessor) -> tuple[int, Predecessor]:
        """Return the exit code, and the problem of the smallest orphan that was found inside."""
        from lifesat.sat.orphans import minimise_orphan

        search = minimise_orphan(
            problem,
            self._encoding(problem),
            self._options.solver or SOLVER,
            self._over,
            lambda search: self._status.show(
                f"{search.required:,} required cells, {search.needed:,} of them needed"
            ),
            workers=self._workers,
            memory=self._options.memory,
        )
        verb = "is" if search.required == 1 else "are"
        found = f"{search.required:,} of {search.known:,} known cells {verb} required"
        if search.complete:
            self._status.say(f"{found}: a minimal orphan: every one is necessary")
            return exit_codes.FOUND, search.part()
        which = f"{found}; {search.needed:,} of them are necessary, others may not be"
        return self._broken_off(which), search.part()

    def prove(self, problem: Predecessor, proof: TextIO, formula: TextIO) -> int:
        """Find a proof, write it and the formula, and return the exit code."""
        from lifesat.problems.life.cell_comments import cell_comments
        from lifesat.sat.orphans import prove_orphan

        encoding = self._encoding(problem)
        found = prove_orphan(
            problem,
            encoding,
            self._options.solver or PROVER,
            self._over,
            lambda prover: self._status.show(f"{prover.conflicts:,} conflicts"),
            memory=self._options.memory,
        )
        if found is None:
            return self._broken_off(_NO_PROOF if self._options.minimise else _OPEN)
        if found.lines is None:
            return self.decide(problem)  # finds the parent again, and checks it
        proof.writelines(f"{line}\n" for line in found.lines)
        found.formula.write_dimacs(formula, cell_comments(problem, encoding))
        file = self._options.proof
        if not self._options.minimise:
            self._status.say(_proved(problem))
        length = "1 line" if len(found.lines) == 1 else f"{len(found.lines):,} lines"
        self._status.say(f"{length} of proof; `lifesat check-proof {file}.cnf {file}` checks")
        return exit_codes.FOUND

    def _encoding(self, problem: Predecessor) -> str:
        chosen: str = self._options.encoding or problem.encodings[0]
        return chosen

    def _over(self) -> bool:
        limit = self._options.time_limit
        return self._came() or (limit is not None and self._status.seconds > limit)

    def _broken_off(self, what: str) -> int:
        """Say what is known when an interrupt or the time limit came, and return the exit code."""
        cause = "it was interrupted" if self._came() else "the time limit was reached"
        self._status.say(f"{what}, since {cause}")
        return exit_codes.INTERRUPTED if self._came() else exit_codes.UNDECIDED
