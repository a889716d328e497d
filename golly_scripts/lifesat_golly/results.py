"""Run a search and show its results."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Sequence

import golly as g

from lifesat_golly.patterns import NOT_UNDERSTOOD, Board, put
from lifesat_golly.process import KilledError
from lifesat_golly.running import Undisturbed, UserError, beginning, repaint

if TYPE_CHECKING:
    from lifesat_golly.layers import Destination
    from lifesat_golly.patterns import Verification
    from lifesat_golly.process import Lifesat
    from lifesat_golly.questions import Question

MOST_FOUND = 10_000
"""The largest number of results; more could not be looked at."""

_BETWEEN_SHOWS = 0.2  # seconds
_DEAD = [2, 120, 120, 255]  # state 2 and its colour; Golly's blue cannot be seen in a selection


class Found(NamedTuple):
    """The results of a search."""

    # In the order found.
    boards: list[Board]
    # How the search ended, in a sentence.
    verdict: str
    # Whether the search was stopped, so that there may be more.
    stopped: bool
    # Whether to show all of them, not only the first.
    side_by_side: bool = False


def search(lifesat: Lifesat, total: int | None, *, best: bool = False) -> Found:
    """Collect results until lifesat ends or the user stops it.

    `total` is the number of results to find, for the progress in the status bar; None means all. If
    `best` is true, each result is better than those before, and only the last is returned.
    """
    events = _Events(total, lifesat.says if best else None)
    shown = 0.0
    try:
        for line in lifesat.lines():
            events.take(line)
            if events.failure:
                verdict = "%s found, then the search failed: %s"
                verdict %= (_count(events.boards), events.failure)
                return events.results(verdict, stopped=False)
            if len(events.boards) >= MOST_FOUND:
                verdict = "stopped at %s; there may be more" % _count(events.boards)
                return events.results(verdict, stopped=False)
            if lifesat.seconds > shown + _BETWEEN_SHOWS:
                shown = lifesat.seconds
                g.show(beginning("lifesat: " + events.progress(shown)))
        return events.results(lifesat.says(), stopped=False)
    except KilledError as error:
        if not events.boards:
            raise
        verdict = "%s found, then %s" % (_count(events.boards), error)
        return events.results(verdict, stopped=True)
    except KeyboardInterrupt:
        with Undisturbed():
            for line in lifesat.last_lines():
                events.take(line)
        verdict = events.when_stopped()
        if lifesat.ended():
            verdict = re.sub(r" \([0-9.]+ s\)", "", lifesat.says())
        return events.results(verdict, stopped=True)


class _Events:
    """What the events of a search have said so far.

    `says` returns lifesat's last words if each result is better than those before; otherwise it is
    None.
    """

    def __init__(self, total: int | None, says: Callable[[], str] | None) -> None:
        self.boards: list[Board] = []
        self._says = says
        self.failure = ""
        self._latest: dict[str, Any] = {"total": total}  # of the latest events that have them

    def take(self, line: str | None) -> None:
        """Record a line of the output."""
        event = read_event(line or "{}")
        if event.get("type") == "solution":
            self.boards.append(Board.read(str(event.get("rle"))))
        if event.get("status") == "failed":
            self.failure = str(event.get("reason", "no reason is known"))
        self._latest.update((name, each) for name, each in event.items() if each is not None)

    def progress(self, seconds: float) -> str:
        """Return the line for the status bar while the search runs."""
        latest = self._latest
        if self._says and (self.boards or not latest.get("rows")):
            return "%s, %d s, Escape stops" % (self._best_so_far(self._says()), seconds)
        if latest.get("rows"):
            return "row %s of %s, %d s, Escape stops" % (latest.get("row"), latest["rows"], seconds)
        reported = latest.get("found")
        found = max(len(self.boards), reported if isinstance(reported, int) else 0)
        parts = ["searching"]
        if found:
            parts = ["%s found" % format(found, ",")]
            parts += ["%.1f/s" % (found / seconds)] if self.boards else []
        parts.append("%d s" % seconds)
        total = latest["total"]
        if isinstance(total, int) and total > 1 and found:
            parts.append("%d%%" % (100 * found // total))
        note = "; %s" % latest["note"] if latest.get("note") else ""
        return ", ".join([*parts, "Escape stops"]) + note

    def _best_so_far(self, said: str) -> str:
        """Return how good the best result is, which some commands report for each."""
        if not self.boards:
            return "searching"
        if said.endswith(" so far"):
            return re.sub(r", the [a-z ]+ so far$", " so far", said)
        number = self._latest.get("population")
        if number is None:
            return "%s found" % _count(self.boards)
        return "%s live cell%s so far" % (format(number, ","), "s" * (number != 1))

    def when_stopped(self) -> str:
        """Return the verdict on a search that has been stopped and reports none itself."""
        if self._says and self.boards:
            return "stopped: " + self._best_so_far(self._says())
        return "%s found when stopped; there may be more" % _count(self.boards)

    def results(self, verdict: str, *, stopped: bool) -> Found:
        """Return all results, or the best one unless all its cells are dead, with a verdict."""
        if not self._says:
            return Found(self.boards, verdict, stopped)
        boards = [board for board in self.boards[-1:] if board.alive]
        if self.boards and stopped and not boards:
            verdict = "nothing but the empty pattern was found when stopped"
        return Found(boards, verdict, stopped)


def read_event(line: str) -> dict[str, Any]:
    """Return the event in a line of lifesat's output."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise UserError(NOT_UNDERSTOOD)
    return event


def written(lifesat: Lifesat, doing: str) -> Found:
    """Collect the one pattern that a command writes, until lifesat ends or the user stops it.

    `doing` says what lifesat does, for the status bar.
    """
    lines, stopped = [], False
    try:
        for line in lifesat.lines():
            lines += [] if line is None else [line]
            g.show("lifesat: %s, %d s, Escape stops" % (doing, lifesat.seconds))
    except KeyboardInterrupt:
        stopped = True
        with Undisturbed():
            lines += lifesat.last_lines()
    verdict = lifesat.says() if lifesat.ended() else "stopped before anything was proved"
    boards = [Board.read("\n".join([*lines, ""]))] if lines else []
    return Found(boards, verdict, stopped)


def counted(lifesat: Lifesat, question: Question) -> Found:
    """Return the number of parents that a process of ``lifesat count`` finds, in words."""
    number, doing = None, "counting"
    try:
        for line in lifesat.lines():
            event = read_event(line or "{}")
            doing = event.get("phase", doing)
            number = event.get("number", number)
            g.show("lifesat: %s, %d s, Escape stops" % (doing, lifesat.seconds))
    except KeyboardInterrupt:
        return Found([], "stopped; the number is not known", stopped=True)
    what = "orbits of parents" if "up-to-symmetry" in question.words else "parents"
    conditions = " ".join(question.options()).replace("--", "")
    if number is None:
        return Found([], "the number of %s is not known (%s)" % (what, conditions), stopped=False)
    verdict = "%s %s (%s)" % (format(number, ","), what, conditions)
    return Found([], verdict, stopped=False)


def forced(lifesat: Lifesat) -> Found:
    """Collect the cells of ``lifesat forced`` until it ends or the user stops it."""
    known: dict[str, Any] = {}
    progress = "searching"
    try:
        for line in lifesat.lines():
            event = read_event(line or "{}")
            if event.get("type") == "progress":
                settled = "{found:,} of {total:,} cells settled"
                progress = settled.format_map(event)
            if event.get("type") == "known":
                known = event
            if line is None:
                g.show("lifesat: %s, %d s, Escape stops" % (progress, lifesat.seconds))
        return Found(_forced_cells(known), lifesat.says(), False)
    except KilledError as error:
        if not known:
            raise
        verdict = "forced: {live:,} live, {dead:,} dead, then ".format_map(known)
        return Found(_forced_cells(known), verdict + str(error), True)
    except KeyboardInterrupt:
        with Undisturbed():
            for line in lifesat.last_lines():
                event = read_event(line)
                known = event if event.get("type") == "known" else known
        if not known:
            return Found([], "stopped before any predecessor was found or ruled out", True)
        verdict = (
            "forced: {live:,} live, {dead:,} dead; {unsettled:,} cells not settled when stopped"
        )
        return Found(_forced_cells(known), verdict.format_map(known), True)


def _forced_cells(known: dict[str, Any]) -> list[Board]:
    """Return the cells of an event, if any is forced."""
    if not known.get("live") and not known.get("dead"):
        return []
    return [Board.read(str(known.get("life_history")))]


def show(
    found: Found, results: Destination, gap: int = 0, becomes: Verification | None = None
) -> None:
    """Show results in their layer, and say how the search ended.

    Without results, no layer is added. Raises UserError if one becomes something else than
    `becomes` says.
    """
    if found.boards:
        boards = found.boards if found.side_by_side else found.boards[:1]
        placed = arranged(boards, gap)
        with Undisturbed():
            check = becomes and (lambda: verify(boards, placed, becomes))
            results.open(boards[0].rule, check)
            if boards[0].rule.endswith("History"):
                g.setcolors(_DEAD)
            lay_out(placed)
            results.remember()
            repaint_and_say(found)
    say(found)


def repaint_and_say(found: Found) -> None:
    """Show a pattern before the words about it.

    Golly sees Escape while it repaints, even where it handles no other events; the words come then
    too.
    """
    try:
        repaint()
        say(found)
    except KeyboardInterrupt:
        say(found)
        raise


def say(found: Found) -> None:
    """Show how a search ended."""
    g.show(beginning("lifesat: " + found.verdict))


def _count(boards: Sequence[Board]) -> str:
    return format(len(boards), ",")


def arranged(boards: Sequence[Board], gap: int) -> list[Board]:
    """Return patterns in rows and columns, with `gap` cells between two of them."""
    columns = math.ceil(math.sqrt(len(boards)))
    return [
        board._replace(
            left=board.left + n % columns * (board.width + gap),
            top=board.top + n // columns * (board.height + gap),
        )
        for n, board in enumerate(boards)
    ]


def verify(boards: Sequence[Board], placed: Sequence[Board], becomes: Verification) -> None:
    """Verify with Golly itself that results become their target where they will stand."""
    moves = [(new.left - old.left, new.top - old.top) for old, new in zip(boards, placed)]
    if not becomes.holds(placed, moves):
        raise UserError("Golly runs what was found to another pattern than the target: a bug")


def lay_out(placed: Sequence[Board], *, fit: bool = True) -> None:
    """Put patterns that `arranged` has placed into the current, empty layer; select them.

    The view changes only if `fit` is true.
    """
    put(placed)
    left, top = placed[0].left, placed[0].top
    right = max(board.left + board.width for board in placed)
    box = [left, top, right - left, placed[-1].top + placed[-1].height - top]
    g.select(box)
    if fit:
        g.fitsel()
