"""``lifesat self-forcing``: whether every predecessor of a pattern contains it."""

from __future__ import annotations

from lifesat.cli.arguments import whole_number
from lifesat.cli.deciding import Decision, add_proof_option, check_proof_options, proof_files
from lifesat.cli.pictures import add_picture_options, form_and_look
from lifesat.cli.searching import add_solver_options
from lifesat.cli.target import add_common_options, add_reading_options, read_target
from lifesat.defaults import PROVER, SOLVER
from lifesat.errors import UserError
from lifesat.reporting import exit_codes

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse

    from lifesat.life.pattern import Pattern
    from lifesat.problems.life.predecessor import Predecessor
    from lifesat.sat.method import Method
    from lifesat.sat.self_forcing_minimise import Minimisation

_NONE = "there is no self-forcing patch in it"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Say whether PATTERN is self-forcing: every pattern that becomes it, whatever surrounds "
        "both, contains it already. The exit code is 0 if it is, which is proved, and 1 if it is "
        "not; then a predecessor that differs is written. A bounded grid or a torus in the rule is "
        "ignored: the box is a patch of the plane. lifesat agars --self-forcing decides agars."
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "target",
        metavar="PATTERN",
        help="pattern file, or - for standard input; all cells of its box count, dead ones too",
    )
    parser.add_argument(
        "--period",
        "-p",
        type=whole_number("period", 1),
        default=1,
        metavar="P",
        help="predecessors P generations earlier, for patterns that come back after P (default 1)",
    )
    _add_part(parser)
    add_reading_options(parser)
    add_common_options(parser)
    add_solver_options(parser, f"{PROVER} for proofs, otherwise {SOLVER}")
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    add_proof_option(output, ", of the patch with --largest and --minimise")
    output.add_argument("--force", action="store_true", help="let files be replaced")
    output.add_argument(
        "--to",
        metavar="FORMAT",
        help="write another format than RLE, such as cells or png; or life-history: a patch as RLE "
        "for Golly, with state 1 live, 2 dead, 0 any",
    )
    add_picture_options(parser, generations=False)


def _add_part(parser: argparse.ArgumentParser) -> None:
    """Add the options that ask for a patch inside the pattern."""
    part = parser.add_mutually_exclusive_group()
    part.add_argument(
        "--largest",
        action="store_true",
        help="write the largest self-forcing patch inside it; the exit code is 1 if there is none",
    )
    part.add_argument(
        "--minimise",
        action="store_true",
        help="write a minimal self-forcing patch inside it: every cell is necessary",
    )
    parser.add_argument(
        "--restarts",
        type=whole_number("number of restarts", 0),
        metavar="N",
        help="with --minimise: change the smallest patch so far N times, and minimise again "
        "(default 0)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number("seed", 0),
        metavar="S",
        help="with --minimise: the seed of the order in which cells are tried (default 0)",
    )


def run(options: argparse.Namespace) -> int:
    """Answer, search and prove as the command line says, and return the exit code."""
    from contextlib import ExitStack

    from lifesat.cli.interruption import Interrupt
    from lifesat.life.pattern import Pattern
    from lifesat.problems.life.orphan import life_history
    from lifesat.problems.life.self_forcing import differing_predecessors
    from lifesat.reporting.files import check_form, open_pattern, open_text

    _check(options)
    problem = differing_predecessors(read_target(options), options.period)
    if options.encoding and (fault := problem.encoding_error(options.encoding)):
        raise UserError(fault)
    # A format that cannot hold the result is refused before the work.
    cell = "?" if options.largest or options.minimise else "O"
    form, look = form_and_look(options)
    as_history = form == "life-history"
    form = "rle" if form is None or as_history else form
    check_form(form, Pattern.from_rows([cell], rule=problem.rule))
    with ExitStack() as stack:
        # What stays empty leaves no file.
        place = open_pattern(options.output, form, force=options.force, look=look)
        write = stack.enter_context(place)
        proof = [
            stack.enter_context(open_text(each, force=options.force))
            for each in proof_files(options)
        ]
        work = _Work(options, stack.enter_context(Interrupt()).came)
        if options.largest or options.minimise:
            code, part = work.largest(problem) if options.largest else work.minimise(problem)
            if part is not None:
                write(life_history(part) if as_history else part)
            if part is not None and code == exit_codes.FOUND and proof:
                code = work.prove(differing_predecessors(part, options.period), *proof, known=True)
            return code
        code = work.prove(problem, *proof, known=False) if proof else work.decide(problem)
        if work.solution is not None:
            write(_named(problem.pattern(work.solution), problem))
    return code


def _check(options: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    for name in ("restarts", "seed"):
        if getattr(options, name) is not None and not options.minimise:
            raise UserError(f"--{name} needs --minimise")
    check_proof_options(options, output=True)


def _named(predecessor: Pattern, problem: Predecessor) -> Pattern:
    """Return a predecessor with a name and a comment that says what it is."""
    back = problem.generations
    later = "one generation later" if back == 1 else f"{back} generations later"
    comment = f"becomes the pattern {later} and differs from it in a known cell"
    return predecessor.replace(
        name=f"{problem.target.name or 'pattern'}, predecessor that differs", comments=(comment,)
    )


def _proved(problem: Predecessor) -> str:
    """Return the words for a self-forcing patch."""
    from lifesat.sat.self_forcing import survives

    if not survives(problem, problem.encodings[0]):
        return "self-forcing, since it is an orphan: it has no predecessor at all"
    back = "" if problem.generations == 1 else f" {problem.generations} generations back"
    return f"self-forcing: every predecessor{back} contains it"


class _Work(Decision):
    """The parts of the work, with progress on standard error."""

    yes = staticmethod(_proved)
    no = "not self-forcing: a predecessor differs from it"
    open = "it is not known whether it is self-forcing"

    def largest(self, problem: Predecessor) -> tuple[int, Pattern | None]:
        """Return the exit code, and the largest self-forcing patch if it is known."""
        from lifesat.errors import StoppedError
        from lifesat.sat.self_forcing import largest_self_forcing

        try:
            found = largest_self_forcing(
                self._method(problem),
                self.over,
                lambda cells: self.status.show(f"at most {cells:,} cells"),
                memory=self.options.memory,
            )
        except StoppedError:
            return self.broken_off("the largest self-forcing patch is not known"), None
        if found is None:
            self.status.say(_NONE)
            return exit_codes.NONE, None
        left = f"{_cells(found)} of {_cells(problem.target)}"
        self.status.say(f"{left} cells: the largest self-forcing patch")
        name = f"largest self-forcing patch in {problem.target.name or 'pattern'}"
        return exit_codes.FOUND, found.replace(name=name)

    def minimise(self, problem: Predecessor) -> tuple[int, Pattern | None]:
        """Return the exit code, and the smallest self-forcing patch that was found."""
        from lifesat.sat.self_forcing_minimise import minimise_self_forcing

        search = minimise_self_forcing(
            self._method(problem),
            self.over,
            lambda search: self.status.show(_so_far(search)),
            seed=self.options.seed or 0,
            restarts=self.options.restarts or 0,
            workers=self.workers,
            memory=self.options.memory,
        )
        if search.exists is None:
            return self.broken_off("no self-forcing patch is known"), None
        if not search.exists:
            self.status.say(_NONE)
            return exit_codes.NONE, None
        part, code = search.pattern(), exit_codes.FOUND
        found = f"{_cells(part)} of {_cells(problem.target)} cells: a"
        if search.complete:
            self.status.say(f"{found} minimal self-forcing patch")
        else:
            kind = "minimal" if search.minimal else "perhaps not minimal"
            code = self.broken_off(f"{found} self-forcing patch, {kind}, after {_restarts(search)}")
        kind = "minimal: no cell can be spared"
        comment = kind if search.minimal else "not known to be minimal: cells may be spared"
        name = f"self-forcing patch in {problem.target.name or 'pattern'}"
        return code, part.replace(name=name, comments=(comment,))

    def _method(self, problem: Predecessor) -> Method:
        """Return how to search for patches."""
        from lifesat.sat.method import Method

        return Method(problem, self.encoding(problem), self.options.solver or SOLVER)


def _so_far(search: Minimisation) -> str:
    """Return how far a search is."""
    if not search.best:
        return "looking for a self-forcing patch"
    best = f"{search.best.bit_count():,} cells"
    return f"{best}; now {search.cells:,}, {search.needed:,} of them needed"


def _restarts(search: Minimisation) -> str:
    """Return how many descents there were."""
    done = max(0, search.restarts - 1)
    return f"{done:,} restart{'s' * (done != 1)}"


def _cells(pattern: Pattern) -> str:
    """Return the number of known cells."""
    from lifesat.life.arrays import to_array
    from lifesat.life.pattern import UNKNOWN

    return f"{int((to_array(pattern) < UNKNOWN).sum()):,}"
