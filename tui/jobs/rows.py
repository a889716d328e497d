"""The rows of the list of jobs: their groups, order, filter and columns."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from lifesat.jobs.listing import BadJob
from lifesat.jobs.summary import Summary
from lifesat.system.printing import clock, printable

from ..shared.progress_text import BAD, SILENT, expected_solutions, rate, state_label
from ..shared.settings import JobOrder

Seen = Summary | BadJob


@dataclass(frozen=True)
class Group:
    """A group of jobs in the list."""

    # The heading; the number of jobs stands after it.
    name: str
    states: frozenset[str]


GROUPS = (
    Group("running", frozenset({"new", "running"})),
    Group("paused or stopped", frozenset({"paused", "stopped"})),
    Group("finished", frozenset({"complete", "none", "limit", "time_limit"})),
    Group("failed", frozenset({"failed", "killed", "bad"})),
)
"""The groups, in the order of the list."""

_GROUP_OF = {state: group for group in GROUPS for state in group.states}


@dataclass(frozen=True)
class Order:
    """An order of the jobs within a group."""

    words: str
    # The column whose heading shows the order; "" for none.
    column: str
    key: Callable[[Summary], Any]
    # Whether the largest come first.
    reverse: bool = False


def _natural(summary: Summary) -> list[tuple[int, str]]:
    """Return a sort key by which ``search-2`` comes before ``search-10``."""
    parts = re.findall(r"\d+|\D+", summary.name.lower())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


ORDERS: dict[JobOrder, Order] = {
    "newest": Order("newest first", "created", lambda s: s.created, reverse=True),
    "oldest": Order("oldest first", "created", lambda s: s.created),
    "name": Order("by name", "name", _natural),
    "found": Order("most found first", "answer", lambda s: s.progress.found, reverse=True),
    "elapsed": Order("longest first", "elapsed", lambda s: s.progress.seconds, reverse=True),
    "what": Order("by problem", "what", lambda s: s.label.lower()),
}
"""The orders of the list."""


@dataclass(frozen=True)
class Column:
    """A column and its current width; numbers are aligned to the right."""

    name: str
    width: int
    number: bool = False


# In the order of the list; "what" takes what is left.
_WIDTHS = {
    "state": 11, "name": 12, "answer": 11, "done": 5, "elapsed": 9, "per second": 10,
    "created": 16, "what": 14,
}  # fmt: skip
_NUMBERS = frozenset({"done", "elapsed", "per second"})
_FIRST = ("state", "name", "answer", "what")
_THEN = ("elapsed", "done", "per second", "created")
_GAP = 2
_LONGEST_NAME, _LONGEST_ANSWER = 32, 28
# A further column must leave so much for longer names and descriptions.
_SPARE = 10


def columns(room: int, longest_name: int) -> list[Column]:
    """Return the columns that fit into `room` characters; `longest_name` is a length.

    Examples
    --------
    >>> [column.name for column in columns(76, 20)]
    ['state', 'name', 'answer', 'elapsed', 'what']
    """
    chosen: list[str] = []
    used = -_GAP
    for name in (*_FIRST, *_THEN):
        needed = _WIDTHS[name] + _GAP
        if used + needed + (_SPARE if name in _THEN else 0) > room:
            break
        chosen.append(name)
        used += needed
    left = max(0, room - used)
    widths = dict(_WIDTHS)
    for name, longest in (("name", min(longest_name, _LONGEST_NAME)), ("answer", _LONGEST_ANSWER)):
        more = min(left // 2, max(0, longest - widths[name]))
        widths[name], left = widths[name] + more, left - more
    widths["what"] += left
    return [Column(name, widths[name], name in _NUMBERS) for name in _WIDTHS if name in chosen]


def fitted(column: Column, text: str) -> str:
    """Pad or cut a text to the width of a column; a cut text ends in an ellipsis.

    Examples
    --------
    >>> fitted(Column("name", 5), "search-3"), fitted(Column("done", 5, number=True), "74%")
    ('sear…', '  74%')
    """
    if len(text) > column.width:
        return f"{text[: column.width - 1]}…"
    return text.rjust(column.width) if column.number else text.ljust(column.width)


def cells(job: Seen, *, silent: bool) -> dict[str, str]:
    """Return the texts of a row by column name."""
    if isinstance(job, BadJob):
        return {"state": " ".join(BAD), "name": job.name, "what": printable(job.reason)}
    sign, state = SILENT if silent else state_label(job)
    answered = job.in_words
    end = None if answered else expected_solutions(job)
    return {
        "state": f"{sign} {state}",
        "name": job.name,
        "answer": answer_words(job),
        "elapsed": clock(job.progress.seconds),
        "done": f"{job.progress.found / end:.0%}" if end else "",
        "per second": "" if answered else rate(job.progress.rate),
        "created": job.created.replace("T", " ")[:16],
        "what": printable(job.label),
    }


def answer_words(job: Summary) -> str:
    """Return the answer so far, or the number of solutions found."""
    if job.answer or job.in_words:
        return printable(job.answer)
    return f"{job.progress.found:,} found" if job.progress.found else ""


def state_of(job: Seen) -> str:
    """Return the state of a job; ``bad`` if it cannot be read."""
    return "bad" if isinstance(job, BadJob) else job.state


class Rows:
    """The jobs of the list, grouped, sorted and filtered."""

    def __init__(self, order: JobOrder) -> None:
        self.jobs: dict[str, Seen] = {}
        self.order = order
        # The words of the filter.
        self.query = ""
        # Each group with the names of its jobs that match the filter, in order.
        self.groups: list[tuple[Group, list[str]]] = []
        self._texts: dict[str, tuple[Seen, str]] = {}

    def set_jobs(self, jobs: Mapping[str, Seen]) -> None:
        """Replace the jobs, which are given newest first."""
        self.jobs = dict(jobs)
        self._texts = {name: text for name, text in self._texts.items() if name in jobs}
        self.arrange()

    def arrange(self) -> None:
        """Group, sort and filter the jobs."""
        good = [job for job in self.jobs.values() if isinstance(job, Summary)]
        bad = [job for job in self.jobs.values() if isinstance(job, BadJob)]
        order = ORDERS[self.order]
        good.sort(key=order.key, reverse=order.reverse)
        words = self.query.lower().split()
        jobs: list[Seen] = [*good, *bad]
        shown = [job for job in jobs if not words or self._matches(job, words)]
        names: dict[str, list[str]] = {group.name: [] for group in GROUPS}
        for job in shown:
            names[_GROUP_OF[state_of(job)].name].append(job.name)
        self.groups = [(group, names[group.name]) for group in GROUPS if names[group.name]]

    def _matches(self, job: Seen, words: Collection[str]) -> bool:
        """Return whether a job's name, state, description or answer contains all words."""
        known, text = self._texts.get(job.name, (None, ""))
        if known is not job:
            parts = [job.name, _GROUP_OF[state_of(job)].name, job.reason]
            parts += BAD if isinstance(job, BadJob) else [job.label, job.answer, *state_label(job)]
            text = " ".join(parts).lower()
            self._texts[job.name] = (job, text)
        return all(word in text for word in words)

    @property
    def shown(self) -> int:
        """The number of jobs that match the filter."""
        return sum(len(names) for _, names in self.groups)
