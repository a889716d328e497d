"""``lifesat forced``: the cells that have the same state in every predecessor."""

from __future__ import annotations

from lifesat.cli.arguments import whole_number
from lifesat.cli.searching import add_solver_options
from lifesat.cli.target import add_target_options, read_problem
from lifesat.defaults import BACKBONE_SOLVER
from lifesat.reporting import exit_codes

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import TextIO

    from lifesat.cli.status_line import StatusLine
    from lifesat.jobs.events import Status
    from lifesat.problems.life.predecessor import Predecessor
    from lifesat.sat.backbone import Backbone


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write the cells that have the same state in every predecessor of TARGET. All other cells "
        "are unknown: ? in RLE."
    )
    parser.set_defaults(run=run)
    add_target_options(parser)
    parser.add_argument(
        "--at",
        type=whole_number("generation", 0),
        default=0,
        metavar="T",
        help="the cells of generation T, before the last; the first is 0 (default 0)",
    )
    add_solver_options(parser, BACKBONE_SOLVER)
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    output.add_argument("--force", action="store_true", help="let -o replace a file")
    form = output.add_mutually_exclusive_group()
    form.add_argument(
        "--to", metavar="FORMAT", default="rle", help="write another format than RLE, such as cells"
    )
    form.add_argument("--jsonl", action="store_true", help="write events as JSON lines")


def run(options: argparse.Namespace) -> int:
    """Write the forced cells and return the exit code."""
    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.status_line import StatusLine
    from lifesat.formats import write_text
    from lifesat.reporting.files import open_text
    from lifesat.sat.backbone import Backbone

    problem = read_problem(options)
    # A format without unknown cells is refused before the work.
    write_text(Backbone(problem, options.at).pattern(), options.to)
    status = StatusLine(quiet=options.quiet)
    with open_text(options.output, force=options.force) as stream, Interrupt() as interrupt:
        return _answer(problem, options, stream, status, interrupt.came)


def _answer(
    problem: Predecessor,
    options: argparse.Namespace,
    stream: TextIO,
    status: StatusLine,
    came: Callable[[], bool],
) -> int:
    """Find the forced cells, write them, say how many there are, and return the exit code."""
    from lifesat.formats import write_text
    from lifesat.reporting.verdicts import Outcome, proved_none, verdict
    from lifesat.sat.executors import cores
    from lifesat.sat.forced import find_forced

    limit = options.time_limit
    events = _Events(stream, status) if options.jsonl else None

    def report(search: Backbone) -> None:
        settled = f"{search.cells - search.unsettled:,} of {search.cells:,} cells settled"
        status.show(settled)
        if events is not None:
            events.report(search)

    search = find_forced(
        problem,
        options.encoding or problem.encodings[0],
        options.solver,
        lambda: came() or (limit is not None and status.seconds > limit),
        report,
        at=options.at,
        memory=options.memory,
        workers=options.workers or cores(),
    )
    if events is not None:
        events.end(search, interrupted=came())
    if search.exists is False:
        status.say(proved_none(problem))
        return exit_codes.NONE
    if search.exists and events is None:
        stream.write(write_text(search.pattern(), options.to))
        stream.flush()
    if search.complete:
        status.say(_summary(search))
        return exit_codes.FOUND
    if search.exists:
        cause = "it was interrupted" if came() else "the time limit was reached"
        status.say(f"{_summary(search)}; {search.unsettled:,} cells not settled, since {cause}")
    else:
        status.say(verdict(problem, Outcome("stopped" if came() else "time_limit", 0, 0)))
    return exit_codes.INTERRUPTED if came() else exit_codes.UNDECIDED


class _Events:
    """Writes how far the search is, and the cells that are known to be forced."""

    def __init__(self, stream: TextIO, status: StatusLine) -> None:
        self._stream = stream
        self._status = status
        self._forced = -1

    def report(self, search: Backbone) -> None:
        """Write the progress, and the forced cells if there are more of them."""
        from lifesat.formats import write_text
        from lifesat.jobs.events import Forced, Progress, to_json
        from lifesat.life.pattern import UNKNOWN
        from lifesat.problems.life.orphan import life_history

        settled = search.cells - search.unsettled
        lines = to_json(Progress(settled, settled, 0, self._status.seconds, search.cells))
        board = search.board()
        forced = int((board != UNKNOWN).sum())
        if search.exists and forced > self._forced:
            self._forced = forced
            live, text = int((board == 1).sum()), write_text(life_history(search.pattern()), "rle")
            lines += to_json(Forced(live, forced - live, search.unsettled, text))
        self._stream.write(lines)
        self._stream.flush()

    def end(self, search: Backbone, *, interrupted: bool) -> None:
        """Write all that is known, and how the search ended."""
        from lifesat.jobs.events import Done, to_json

        self._forced = -1
        self.report(search)
        status: Status = "stopped" if interrupted else "time_limit"
        if search.complete:
            status = "complete" if search.exists else "none"
        settled = search.cells - search.unsettled
        self._stream.write(to_json(Done(status, settled, settled, 0, self._status.seconds)))
        self._stream.flush()


def _summary(search: Backbone) -> str:
    """Return how many cells are forced."""
    board = search.board()
    live, dead = int((board == 1).sum()), int((board == 0).sum())
    return f"forced: {live:,} live, {dead:,} dead, of {search.cells:,} cells"
