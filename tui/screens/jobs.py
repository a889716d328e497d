"""The list of all jobs."""

from collections.abc import Container, Iterable, Mapping
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import DataTable, Static
from textual.widgets.data_table import CellDoesNotExist

from lifesat.jobs.home import jobs_folder
from lifesat.jobs.listing import BadJob
from lifesat.jobs.summary import Summary
from lifesat.printing import printable
from lifesat.reporting.clock import clock

from ..actions import BY_NAME, bindings
from ..draft import Draft, free_name
from ..figures import BAD, SILENT, expected_solutions, rate, state_label
from ..messages import JobsListed
from .job_actions import JobActions

# Each column with its width; a narrow terminal omits the last ones.
_COLUMNS = {"state": 11, "name": 19, "found": 11, "elapsed": 9, "done": 5, "per second": 10}
_NARROWEST = 4
_WHAT = 30

_WELCOME = """\
There are no jobs yet. {new} starts a search.

A search continues when this application ends, when the terminal is closed and when the \
connection is lost. Start the application again from anywhere: this list shows every job, and \
{open} opens one.

{help} lists all keys, and ^p searches the actions by name."""


class JobsTable(DataTable[Text]):
    """The table of jobs; the registry has the actions on them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", show=False),
        Binding("down", "cursor_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="jobs", cursor_type="row", zebra_stripes=False)


JobsTable._inherit_bindings = False  # noqa: SLF001 - enter belongs to an action


class Jobs(JobActions[None]):
    """The list of all jobs, with a cursor."""

    scope = "jobs"
    BINDINGS: ClassVar[list[BindingType]] = bindings("jobs")
    AUTO_FOCUS = "#jobs"

    def __init__(self) -> None:
        super().__init__()
        self._summaries: dict[str, Summary] = {}
        self._bad: dict[str, BadJob] = {}
        self._silent: Mapping[str, int] = {}
        self._latest: JobsListed | None = None
        self._frozen = False
        self._columns: list[str] = []
        self._rows: dict[str, list[str]] = {}

    def contents(self) -> Iterable[Widget]:
        """Return the table, the text for an empty list, and the line about the current job."""
        yield JobsTable()
        yield Static(_WELCOME.format_map(self.key_labels), id="welcome", markup=False)
        yield Static("", id="what", markup=False)

    def on_mount(self) -> None:
        """Write the title."""
        super().on_mount()
        self.set_title("lifesat · jobs", str(jobs_folder()))

    def laid_out(self) -> None:
        """Make the columns that fit."""
        self.set_title("lifesat · jobs", str(jobs_folder()))
        room = self.app.size.width - 2
        columns: list[str] = []
        used = 0
        for name, width in _COLUMNS.items():
            if len(columns) < _NARROWEST or used + width + 2 <= room:
                columns.append(name)
                used += width + 2
        if used + _WHAT <= room:
            columns.append("what")
        if columns == self._columns:
            return
        self._columns = columns
        table = self.query_one(JobsTable)
        chosen = self._chosen_name()
        table.clear(columns=True)
        for name in columns:
            table.add_column(name, width=_COLUMNS.get(name, room - used - 2), key=name)
        self._rows = self._all_rows()
        for name, row in self._rows.items():
            table.add_row(*map(_cell, row), key=name)
        if chosen:
            table.move_cursor(row=table.get_row_index(chosen))

    # ---------------------------------------------------------------- display

    def on_jobs_listed(self, message: JobsListed) -> None:
        """Show the list; in the background that would redraw the whole screen, so do it later."""
        self._latest = message
        if self.is_active and not self._frozen:
            self._show(self._latest)

    def on_screen_resume(self) -> None:
        """Show the changes since another screen was in front."""
        if self._latest is not None and not self._frozen:
            self._show(self._latest)

    def _show(self, listed: JobsListed) -> None:
        if not self.query(JobsTable):
            return  # the screen is not composed yet, or is being removed
        self._summaries = {summary.name: summary for summary in listed.summaries}
        self._bad = {job.name: job for job in listed.bad}
        self._silent = listed.silent
        before, self._rows = self._rows, self._all_rows()
        table = self.query_one(JobsTable)
        if list(before) == list(self._rows):
            for name, row in self._rows.items():
                self._update(table, name, before[name], row)
        else:
            self._refill(table, list(before))
        self.set_class(not self._rows, "-empty")
        self._describe_chosen()
        self.refresh_keys()

    def _refill(self, table: JobsTable, before: list[str]) -> None:
        """Fill the table again; the cursor stays on its job, or on its row if the job is gone."""
        row = table.cursor_row
        name = before[row] if 0 <= row < len(before) else None
        table.clear()
        for key, cells in self._rows.items():
            table.add_row(*map(_cell, cells), key=key)
        names = list(self._rows)
        table.move_cursor(row=names.index(name) if name in names else min(row, len(names) - 1))

    def _update(self, table: JobsTable, name: str, old: list[str], new: list[str]) -> None:
        for column, was, is_now in zip(self._columns, old, new, strict=True):
            if was != is_now:
                table.update_cell(name, column, _cell(is_now))

    def _all_rows(self) -> dict[str, list[str]]:
        """Return the cells of each row by its name; unreadable jobs come last."""
        rows = {name: self._row(each, self._silent) for name, each in self._summaries.items()}
        return rows | {name: self._bad_row(each) for name, each in self._bad.items()}

    def _bad_row(self, job: BadJob) -> list[str]:
        cells = {"state": " ".join(BAD), "name": job.name, "what": job.reason}
        return [cells.get(name, "") for name in self._columns]

    def _row(self, summary: Summary, silent: Container[str]) -> list[str]:
        sign, state = SILENT if summary.name in silent else state_label(summary)
        end = expected_solutions(summary)
        cells = {
            "state": f"{sign} {state}"[:11],
            "name": summary.name,
            "found": f"{summary.found:,}",
            "elapsed": clock(summary.seconds),
            "done": f"{summary.found / end:.0%}" if end else "",
            "per second": rate(summary.found / summary.seconds if summary.seconds > 0 else 0.0),
            "what": summary.label,
        }
        return [cells[name] for name in self._columns]

    def _describe_chosen(self) -> None:
        chosen, bad = self.chosen(), self._bad.get(self._chosen_name())
        words = "" if bad is None else f"{bad.name}: {bad.reason}"
        if chosen is not None and self.silent():
            resume = self.key_labels["resume"]
            words = f"{chosen.name}: the process does not respond; {resume} replaces it"
        elif chosen is not None:
            words = (
                f"{chosen.name}: {chosen.label}; created {chosen.created.replace('T', ' ')[:16]}"
            )
            words += f"; {chosen.settled}" if chosen.settled else ""
            words += f"; {chosen.reason}" if chosen.reason else ""
        self._write("#what", words)

    def on_data_table_row_highlighted(self, _event: JobsTable.RowHighlighted) -> None:
        """Describe the chosen job and show the keys that work on it."""
        self._describe_chosen()
        self.refresh_keys()

    def on_data_table_row_selected(self, _event: JobsTable.RowSelected) -> None:
        """Open the job that was clicked."""
        self.do_open()

    # ---------------------------------------------------------------- keys

    def chosen(self) -> Summary | None:
        """Return the job under the cursor."""
        return self._summaries.get(self._chosen_name())

    def _chosen_name(self) -> str:
        """Return the name of the row under the cursor, or ""."""
        table = self.query_one(JobsTable)
        try:
            key = table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value
        except CellDoesNotExist:
            return ""
        return key or ""

    def action_press(self, name: str) -> None:
        """Perform an action, or say why it is not possible."""
        bad = self._bad.get(self._chosen_name())
        if bad is not None and BY_NAME[name].needs:
            self.say(f"{bad.name} cannot be read as a job: {bad.reason}", fault=True)
        else:
            super().action_press(name)

    def silent(self) -> int:
        """Return for how many seconds the process of the chosen job has not responded."""
        chosen = self.chosen()
        return 0 if chosen is None else self._silent.get(chosen.name, 0)

    def do_open(self) -> None:
        """Show the job."""
        chosen = self.chosen()
        if chosen is not None:
            self.lifesat.attach(chosen.name)

    def do_new(self) -> None:
        """Show an empty form."""
        from .new import New

        self.app.push_screen(New(Draft(typed={"name": free_name("search")})))

    def do_freeze(self) -> None:
        """Freeze or unfreeze the list."""
        self._frozen = not self._frozen
        self.say("the display is frozen; searches continue" if self._frozen else "")
        if not self._frozen:
            self.lifesat.look_now()


def _cell(text: str) -> Text:
    """Return the contents of a cell, without interpreting brackets as markup."""
    return Text(printable(text), no_wrap=True, end="")
