"""Find what could have come before the selection and put it into a layer of its own."""

from __future__ import annotations

import importlib
import json
import math
import time

import golly as g
import lifesat_golly
from lifesat_golly import patterns, process, questions, running

importlib.reload(lifesat_golly)  # as changed since Golly's interpreter first read it

WORDS = ("grid", "unknown", "different", "smallest", "largest", "up-to-symmetry")
KEYS = "space: next, backspace: previous, enter: keep this one, Esc: keep the first"
BETWEEN_SHOWS = 0.2  # seconds


def main() -> None:
    """Ask, search, show."""
    target, alive = patterns.selection()
    name = "parents of " + g.getname()
    patterns.check_layer(name)
    question = questions.ask_question("Find predecessors", WORDS, several=True)
    if not alive and "different" not in question.words:
        raise running.UserError("the selection is empty, and so is a parent (or say: different)")
    if "grid" in question.words and question.outside == "torus":
        raise running.UserError("a torus holds one parent at a time; leave out the word grid")
    boards, verdict, stopped = search(target, question)
    if boards:
        with running.Undisturbed():
            patterns.open_layer(name, boards[0].rule)
            side_by_side = "grid" in question.words or stopped
            if side_by_side and question.outside != "torus":
                show_grid(boards, question.generations)
            else:
                show(boards[0])
        if len(boards) > 1 and not side_by_side:
            browse(boards)
    g.show("lifesat: " + verdict)


def search(target: str, question: questions.Question) -> tuple[list[patterns.Board], str, bool]:
    """Return the parents, a sentence about the end, and whether the user has stopped the search."""
    boards: list[patterns.Board] = []
    options = [*question.options(), *how_many(question), "--jsonl"]
    with process.Lifesat(target, "predecessors", *options) as lifesat:
        shown = 0.0
        try:
            for line in lifesat.lines():
                event = json.loads(line or "{}")
                if event.get("type") == "solution":
                    boards.append(patterns.Board.read(event["rle"]))
                if event.get("type") == "done":
                    break
                if lifesat.seconds > shown + BETWEEN_SHOWS:
                    shown = lifesat.seconds
                    g.show("lifesat: " + progress(len(boards), question.limit, shown))
            return boards, lifesat.says(), False
        except KeyboardInterrupt:
            found = format(len(boards), ",")
            return boards, "%s found when stopped; there may be more" % found, True


def how_many(question: questions.Question) -> list[str]:
    """Return the options of lifesat that say how many parents are wanted."""
    if "smallest" in question.words or "largest" in question.words:
        return []
    return ["--all"] if question.limit is None else ["--limit", str(question.limit)]


def progress(found: int, limit: int | None, seconds: float) -> str:
    """Return the line for the status bar while the search runs."""
    parts = [format(found, ",") + " found", "%.1f/s" % (found / seconds), "%d s" % seconds]
    if limit and limit > 1:
        parts.append("%d%%" % (100 * found // limit))
    return ", ".join([*parts, "Escape stops"])


def show(board: patterns.Board) -> None:
    """Show one parent in the current layer, which is empty."""
    board.put()
    patterns.show_box(board.box())


def show_grid(boards: list[patterns.Board], generations: int) -> None:
    """Show all parents side by side, so far apart that they do not meet on the way."""
    columns = math.ceil(math.sqrt(len(boards)))
    gap = 2 * generations + 2
    right = bottom = 0
    for n, board in enumerate(boards):
        left = board.left + n % columns * (board.width + gap)
        top = board.top + n // columns * (board.height + gap)
        board._replace(left=left, top=top).put()
        right, bottom = max(right, left + board.width), top + board.height
    first = boards[0]
    patterns.show_box([first.left, first.top, right - first.left, bottom - first.top])


def browse(boards: list[patterns.Board]) -> None:
    """Let keys choose the parent that stays."""
    shown = chosen = 0
    moves = {"key space none": 1, "key delete none": -1}
    g.getevent()  # from now on keys come here
    try:
        while True:
            g.show("lifesat: parent %d of %d; %s" % (chosen + 1, len(boards), KEYS))
            running.repaint()
            event = g.getevent()
            while not event:
                time.sleep(process.PAUSE)
                event = g.getevent()
            if event == "key return none":
                return
            chosen = (chosen + moves.get(event, 0)) % len(boards)
            shown = exchange(boards, shown, chosen)
    except KeyboardInterrupt:
        exchange(boards, shown, 0)
    finally:
        g.getevent(False)


def exchange(boards: list[patterns.Board], shown: int, chosen: int) -> int:
    """Put another parent in the place of the one that is shown, and return its number."""
    if shown != chosen:
        with running.Undisturbed():
            patterns.empty_layer()
            show(boards[chosen])
    return chosen


running.start(main)
