"""The list of jobs: groups of rows; only the visible ones are drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from .rows import ORDERS, Column, Group, Rows, Seen, cells, columns, fitted, state_of

_GAP = "  "
_STYLES = {
    "new": "running", "running": "running", "paused": "paused", "stopped": "paused",
    "complete": "found", "none": "found", "limit": "found", "time_limit": "found",
    "failed": "failed", "killed": "failed", "bad": "failed", "silent": "failed",
}  # fmt: skip
"""The component class for each state, without its prefix."""


class Headings(Static):
    """The names of the columns."""

    DEFAULT_CSS = "Headings { height: 1; padding: 0 1; color: $text-muted; text-style: bold; }"

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
        *(f"job-list--{name}" for name in _STYLES.values()),
    }
    DEFAULT_CSS = """
    JobList {
        height: 1fr; scrollbar-size-vertical: 1; overflow-x: hidden;
        & > .job-list--heading { text-style: bold; }
        & > .job-list--rule { color: $secondary; }
        & > .job-list--what { color: $foreground 75%; }
        &:ansi > .job-list--what { color: ansi_default; }
        & > .job-list--running { color: $success; }
        & > .job-list--paused { color: $warning; }
        & > .job-list--found { color: $accent; }
        & > .job-list--failed { color: $error; }
        & > .job-list--cursor {
            background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;
        }
        &:nocolor > .job-list--cursor, &:ansi > .job-list--cursor { text-style: bold reverse; }
        &:ansi > .job-list--cursor { background: ansi_default; color: ansi_default; }
    }
    """

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
        return _GAP.join(fitted(column, name) for column, name in names)

    def column_at(self, x: int) -> str:
        """Return the name of the column at a character of a row, or ""."""
        end = 0
        for column in self.columns:
            end += column.width + len(_GAP)
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
            segments += [Segment(text, style), Segment(_GAP, base)]
        return Strip(segments).adjust_cell_length(width, base)

    def _style(self, column: str, job: Seen, *, silent: bool) -> Style:
        if column == "state":
            kind = _STYLES["silent" if silent else state_of(job)]
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
