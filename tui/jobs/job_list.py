"""The list of jobs: its groups, order, filter and columns, and the widget that shows them."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from lifesat.jobs.listing import BadJob
from lifesat.jobs.summary import Summary
from lifesat.system.printing import clock, printable

from ..shared.actions import line_bindings
from ..shared.inputs import Line
from ..shared.progress_text import BAD, SILENT, expected_solutions, rate, state_label
from ..shared.settings import JobOrder

Seen = Summary | BadJob


@dataclass(frozen=True)
class Group:
    """A group of jobs in the list."""

    # The heading; the number of jobs stands after it.
    name: str
    # The component class of the state, without its prefix.
    style: str
    states: frozenset[str]


GROUPS = (
    Group("running", "running", frozenset({"new", "running"})),
    Group("paused or stopped", "paused", frozenset({"paused", "stopped"})),
    Group("finished", "found", frozenset({"complete", "none", "limit", "time_limit"})),
    Group("failed", "failed", frozenset({"failed", "killed", "bad"})),
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


_BETWEEN_COLUMNS = "  "


class Headings(Static):
    """The names of the columns."""

    @dataclass
    class Clicked(Message):
        """A heading was clicked, in this column of characters."""

        x: int

    def on_click(self, event: Click) -> None:
        """Sort by the column."""
        place = event.get_content_offset(self)
        if place is not None:
            self.post_message(self.Clicked(place.x))


class JobList(ScrollView, can_focus=True):
    """The jobs with a cursor; actions on them belong to the screen."""

    # With priority, like the screen's keys, so that all take effect in the order of a burst. They
    # are actions of the screen, which removes its message.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, action, show=False, priority=True)
        for key, action in {
            "up": "screen.move(-1)",
            "down": "screen.move(1)",
            "pageup": "screen.page(-1)",
            "pagedown": "screen.page(1)",
            "home": "screen.move(-1000000)",
            "end": "screen.move(1000000)",
        }.items()
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "job-list--cursor",
        "job-list--heading",
        "job-list--rule",
        "job-list--what",
        *(f"job-list--{group.style}" for group in GROUPS),
    }

    @dataclass
    class Highlighted(Message):
        """The cursor is on another job, or on none: ""."""

        name: str

    class Fitted(Message):
        """The columns may have changed."""

    @dataclass
    class Selected(Message):
        """The job under the cursor was clicked."""

        name: str

    def __init__(self, rows: Rows) -> None:
        super().__init__(id="jobs")
        self.rows = rows
        # The columns that fit.
        self.columns: list[Column] = []
        # The names of the selected jobs.
        self.selected: set[str] = set()
        self._silent: Mapping[str, int] = {}
        # What stands in each line: a group with its number of jobs, or the name of a job.
        self._lines: list[tuple[Group, int] | str] = []
        self._places: dict[str, int] = {}
        self._at = ""

    # ---------------------------------------------------------------- contents

    @property
    def chosen(self) -> str:
        """The name of the job under the cursor, or ""."""
        return self._at

    def show(self, silent: Mapping[str, int]) -> None:
        """Show the rows as they are now; the cursor stays on its job, or on its line."""
        self._silent = silent
        self.selected &= self.rows.jobs.keys()
        line = self._places.get(self._at, 0)
        self._lines = []
        for group, names in self.rows.groups:
            self._lines.append((group, len(names)))
            self._lines += names
        self._places = {
            name: place for place, name in enumerate(self._lines) if isinstance(name, str)
        }
        self.virtual_size = Size(self.size.width, len(self._lines))
        self._fit()
        if self._at not in self._places:
            self._go(min(line, len(self._lines) - 1))
        else:
            self._reveal()
        self.refresh()

    def choose(self, name: str) -> None:
        """Put the cursor on a job."""
        if name in self._places and name != self._at:
            self._at = name
            self._reveal()
            self.refresh()
            self.post_message(self.Highlighted(name))

    def select(self) -> None:
        """Select or deselect the job under the cursor."""
        if self._at:
            self.selected ^= {self._at}
            self.refresh()

    def _fit(self) -> None:
        longest = max(map(len, self.rows.jobs), default=0)
        self.columns = columns(self.size.width - 2 - self.scrollbar_size_vertical, longest)

    def heading(self) -> str:
        """Return the names of the columns; an arrow marks the order."""
        order = ORDERS[self.rows.order]
        mark = "▾" if order.reverse else "▴"
        names = (
            (column, f"{column.name} {mark}" if column.name == order.column else column.name)
            for column in self.columns
        )
        return _BETWEEN_COLUMNS.join(fitted(column, name) for column, name in names)

    def column_at(self, x: int) -> str:
        """Return the name of the column at a character of a row, or ""."""
        end = 0
        for column in self.columns:
            end += column.width + len(_BETWEEN_COLUMNS)
            if x < end:
                return column.name
        return ""

    # ---------------------------------------------------------------- display

    def on_resize(self, _event: Resize) -> None:
        """Fit the columns."""
        self._fit()
        self.virtual_size = Size(self.size.width, len(self._lines))
        self._reveal()
        self.refresh()
        self.post_message(self.Fitted())

    def render_line(self, y: int) -> Strip:
        """Draw one line of the visible part."""
        place, width = y + self.scroll_offset.y, self.size.width
        base = self.rich_style
        if place >= len(self._lines):
            return Strip.blank(width, base)
        line = self._lines[place]
        if not isinstance(line, str):
            group, number = line
            heading, rule = map(self._part, ("heading", "rule"))
            segments = [
                Segment(f" {group.name} {number:,} ", base + heading),
                Segment("─" * width, base + rule),
            ]
            return Strip(segments).crop(0, width)
        return self._row(line, width, base)

    def _row(self, name: str, width: int, base: Style) -> Strip:
        job, silent = self.rows.jobs[name], name in self._silent
        texts = cells(job, silent=silent)
        cursor = name == self._at
        if cursor:
            base += self._part("cursor")
        segments = [Segment("*" if name in self.selected else " ", base)]
        for column in self.columns:
            style = base if cursor else base + self._style(column.name, job, silent=silent)
            text = fitted(column, texts.get(column.name, ""))
            segments += [Segment(text, style), Segment(_BETWEEN_COLUMNS, base)]
        return Strip(segments).adjust_cell_length(width, base)

    def _style(self, column: str, job: Seen, *, silent: bool) -> Style:
        if column == "state":
            kind = "failed" if silent else _GROUP_OF[state_of(job)].style
        elif column == "name":
            return Style(bold=True)
        else:
            kind = "what"
        return self._part(kind)

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"job-list--{name}", partial=True)

    # ---------------------------------------------------------------- the cursor

    def move(self, by: int) -> None:
        """Move the cursor by some jobs."""
        names = list(self._places)
        if names:
            at = names.index(self._at) if self._at in self._places else 0
            self.choose(names[max(0, min(len(names) - 1, at + by))])

    def page(self, by: int) -> None:
        """Move the cursor by a page."""
        self.move(by * max(1, self.size.height - 1))

    def _go(self, line: int) -> None:
        """Put the cursor on a line, or on the job nearest to it."""
        nearest = min(self._places, key=lambda name: abs(self._places[name] - line), default="")
        if nearest != self._at:
            self._at = nearest
            self.post_message(self.Highlighted(nearest))
        self._reveal()

    def _reveal(self) -> None:
        """Scroll to the cursor, and to the heading above the first job."""
        line = self._places.get(self._at)
        if line is not None:
            top = 0 if line == 1 else line
            self.scroll_to_region(
                Region(0, top, 1, line - top + 1), animate=False, force=True, immediate=True
            )

    def on_click(self, event: Click) -> None:
        """Choose the job that was clicked; a click on the chosen one opens it."""
        place = event.y + self.scroll_offset.y
        line = self._lines[place] if 0 <= place < len(self._lines) else None
        if isinstance(line, str):
            if line == self._at:
                self.post_message(self.Selected(line))
            else:
                self.choose(line)


class FilterLine(Line):
    """The filter; the screen has its actions, and moves the cursor of the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *line_bindings("filter"),
        Binding("up", "screen.move(-1)", show=False),
        Binding("down", "screen.move(1)", show=False),
        Binding("pageup", "screen.move(-10)", show=False),
        Binding("pagedown", "screen.move(10)", show=False),
    ]

    def __init__(self) -> None:
        super().__init__("", "words of the name, the state or the problem", id="filter")
