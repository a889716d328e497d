"""``lifesat orphan``: whether there is no parent at all, whatever surrounds the target."""

from __future__ import annotations

from lifesat.cli.arguments import whole_number
from lifesat.cli.deciding import Decision, add_proof_option, check_proof_options, proof_files
from lifesat.cli.pictures import add_picture_options, form_and_look
from lifesat.cli.searching import add_solver_options
from lifesat.cli.target import (
    add_common_options,
    add_reading_options,
    add_target,
    read_target,
)
from lifesat.defaults import PROVER, SOLVER
from lifesat.errors import UserError
from lifesat.reporting import exit_codes

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse

    from lifesat.formats.images import Look
    from lifesat.life.pattern import Pattern
    from lifesat.problems.life.predecessor import Predecessor


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
    add_proof_option(output, ", of the minimal orphan with --minimise")
    output.add_argument("--force", action="store_true", help="let files be replaced")
    output.add_argument(
        "--to", metavar="FORMAT", help="with --minimise: write another format than RLE, such as png"
    )
    add_picture_options(parser, generations=False)


def run(options: argparse.Namespace) -> int:
    """Answer, minimise and prove as the command line says, and return the exit code."""
    from contextlib import ExitStack

    from lifesat.cli.interruption import Interrupt
    from lifesat.reporting.files import open_pattern, open_text

    form, look = _form_and_look(options)
    check_proof_options(options, output=options.minimise)
    problem = _read_problem(options)
    with ExitStack() as stack:
        # What cannot be written is refused before the work; what stays empty leaves no file.
        place = open_pattern(options.output, form, force=options.force, look=look)
        write = stack.enter_context(place) if options.minimise else None
        streams = [
            stack.enter_context(open_text(name, force=options.force))
            for name in proof_files(options)
        ]
        work = _Work(options, stack.enter_context(Interrupt()).came)
        if options.proof and not options.minimise:
            return work.prove(problem, *streams, known=False)
        code = work.decide(problem)
        if code == exit_codes.FOUND and write:
            code, problem = work.minimise(problem)
            write(_life_history(problem, minimal=code == exit_codes.FOUND))
        if code == exit_codes.FOUND and options.proof:
            code = work.prove(problem, *streams, known=True)
    return code


def _read_problem(options: argparse.Namespace) -> Predecessor:
    """Return the problem whose solutions are parents, with anything around them."""
    from lifesat.requests.target import PredecessorRequest

    request = PredecessorRequest(
        options.generations, outside="free", margin=0, encoding=options.encoding
    )
    return request.problem(read_target(options))


def _form_and_look(options: argparse.Namespace) -> tuple[str, Look]:
    """Return the format of a minimal orphan, and how a picture of it looks."""
    from lifesat.life.life_history import history_rule
    from lifesat.life.pattern import Pattern
    from lifesat.life.rule import LIFE
    from lifesat.reporting.files import check_form

    for name in ("output", "to"):
        if getattr(options, name) not in ("-", None) and not options.minimise:
            option = "-o" if name == "output" else f"--{name}"
            raise UserError(f"{option} is for the orphan that --minimise writes")
    form, look = form_and_look(options)
    check_form(form or "rle", Pattern.from_cells([(0, 0)], rule=history_rule(LIFE)))
    return form or "rle", look


def _life_history(problem: Predecessor, *, minimal: bool) -> Pattern:
    """Return the target as a pattern of LifeHistory that says what it is."""
    from lifesat.problems.life.orphan import life_history

    back = problem.generations
    what = "orphan: no parent" if back == 1 else f"no ancestor {back} generations back"
    required = f"{what} whatever stands at the cells of state 0; 1 is live, 2 is dead"
    proved = "minimal: no cell of states 1 and 2 can be spared"
    comments = (required, proved if minimal else "not known to be minimal: cells may be spared")
    name = f"orphan in {problem.target.name or 'target'}"
    return life_history(problem.target).replace(name=name, comments=comments)


def _proved(problem: Predecessor) -> str:
    """Return the words for a target that is an orphan."""
    later = "" if problem.generations == 1 else f" {problem.generations} generations later"
    return f"orphan: no pattern becomes it{later}, whatever surrounds it"


class _Work(Decision):
    """The parts of the work, with progress on standard error."""

    yes = staticmethod(_proved)
    no = "no orphan: `lifesat predecessors --outside free` writes a parent"
    open = "it is not known whether it is an orphan"

    def minimise(self, problem: Predecessor) -> tuple[int, Predecessor]:
        """Return the exit code, and the problem of the smallest orphan that was found inside."""
        from lifesat.sat.orphans import minimise_orphan

        search = minimise_orphan(
            problem,
            self.encoding(problem),
            self.options.solver or SOLVER,
            self.over,
            lambda search: self.status.show(
                f"{search.required:,} required cells, {search.needed:,} of them needed"
            ),
            workers=self.workers,
            memory=self.options.memory,
        )
        verb = "is" if search.required == 1 else "are"
        found = f"{search.required:,} of {search.known:,} known cells {verb} required"
        if search.complete:
            self.status.say(f"{found}: a minimal orphan: every one is necessary")
            return exit_codes.FOUND, search.part()
        which = f"{found}; {search.needed:,} of them are necessary, others may not be"
        return self.broken_off(which), search.part()
