"""The list of all jobs."""

from collections.abc import Container, Iterable, Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import DataTable, Static
from textual.widgets.data_table import CellDoesNotExist

from lifesat.cli.jobs import clock
from lifesat.jobs.home import jobs_folder
from lifesat.jobs.job import Summary

from ..actions import bindings
from ..draft import Draft, free_name
from ..figures import SILENT, goal, rate, standing
from ..messages import JobsListed
from .seeing_to import SeeingTo

# Each column with its width; in a narrow terminal the last ones give way.
_COLUMNS = {"state": 11, "name": 19, "found": 11, "elapsed": 9, "done": 5, "per second": 10}
_NARROWEST = 4
_WHAT = 30

_WELCOME = """\
There are no jobs yet. {new} begins a search.

A search goes on when this application ends, when the terminal is closed and when the connection \
is lost. Come back from anywhere: its job is in this list, and {open} shows it.

{help} explains the keys, and ^p finds every action by its name."""


class JobsTable(DataTable[str]):
    """The table; what is done to jobs is in the registry of actions."""

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


JobsTable._inherit_bindings = False  # noqa: SLF001 - enter is in the registry


class Jobs(SeeingTo[None]):
    """All jobs; one is chosen."""

    scope = "jobs"
    BINDINGS: ClassVar[list[BindingType]] = bindings("jobs")
    AUTO_FOCUS = "#jobs"

    def __init__(self) -> None:
        super().__init__()
        self._summaries: dict[str, Summary] = {}
        self._silent: Mapping[str, int] = {}
        self._latest: JobsListed | None = None
        self._frozen = False
        self._columns: list[str] = []

    def contents(self) -> Iterable[Widget]:
        """Return the table, the words for an empty one, and the line about the chosen job."""
        yield JobsTable()
        yield Static(_WELCOME.format_map(self.spoken), id="welcome", markup=False)
        yield Static("", id="what", markup=False)

    def on_mount(self) -> None:
        """Make the columns."""
        super().on_mount()
        self.title_it("lifesat · jobs", str(jobs_folder()))

    def laid_out(self) -> None:
        """Make the columns that there is room for."""
        self.title_it("lifesat · jobs", str(jobs_folder()))
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
        chosen = self.chosen()
        table.clear(columns=True)
        for name in columns:
            table.add_column(name, width=_COLUMNS.get(name, room - used - 2), key=name)
        for summary in self._summaries.values():
            table.add_row(*self._row(summary, self._silent), key=summary.name)
        if chosen is not None:
            table.move_cursor(row=table.get_row_index(chosen.name))

    # ---------------------------------------------------------------- what is shown

    def on_jobs_listed(self, message: JobsListed) -> None:
        """Show how things are now; unseen changes too would have the whole screen sent anew."""
        self._latest = message
        if self.is_active and not self._frozen:
            self._show(self._latest)

    def on_screen_resume(self) -> None:
        """Show what changed while another screen was in front."""
        if self._latest is not None and not self._frozen:
            self._show(self._latest)

    def _show(self, listed: JobsListed) -> None:
        if not self.query(JobsTable):
            return  # the screen is not there yet, or is being taken down
        before, silent = self._summaries, self._silent
        self._summaries = {summary.name: summary for summary in listed.summaries}
        self._silent = listed.silent
        table = self.query_one(JobsTable)
        if list(before) == list(self._summaries):
            for name, old in before.items():
                self._update(
                    table,
                    name,
                    self._row(old, silent),
                    self._row(self._summaries[name], listed.silent),
                )
        else:
            self._list_anew(table, before)
        self.set_class(not self._summaries, "-empty")
        self._tell_chosen()
        self.refresh_keys()

    def _list_anew(self, table: JobsTable, before: dict[str, Summary]) -> None:
        """Fill the table; the cursor stays on its job, or where that was."""
        row = table.cursor_row
        name = list(before)[row] if 0 <= row < len(before) else None
        table.clear()
        for summary in self._summaries.values():
            table.add_row(*self._row(summary, self._silent), key=summary.name)
        names = list(self._summaries)
        table.move_cursor(row=names.index(name) if name in names else min(row, len(names) - 1))

    def _update(self, table: JobsTable, name: str, old: list[str], new: list[str]) -> None:
        for column, was, is_now in zip(self._columns, old, new, strict=True):
            if was != is_now:
                table.update_cell(name, column, is_now)

    def _row(self, summary: Summary, silent: Container[str]) -> list[str]:
        sign, state = SILENT if summary.name in silent else standing(summary)
        end = goal(summary)
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

    def _tell_chosen(self) -> None:
        chosen = self.chosen()
        words = ""
        if chosen is not None and self.silent():
            resume = self.spoken["resume"]
            words = f"{chosen.name}: its process does not answer; {resume} replaces it"
        elif chosen is not None:
            words = f"{chosen.name}: {chosen.label}; made {chosen.created.replace('T', ' ')[:16]}"
            words += f"; {chosen.reason}" if chosen.reason else ""
        self._write("#what", words)

    def on_data_table_row_highlighted(self, _event: JobsTable.RowHighlighted) -> None:
        """Tell what can be done to the chosen job."""
        self._tell_chosen()
        self.refresh_keys()

    def on_data_table_row_selected(self, _event: JobsTable.RowSelected) -> None:
        """Open the job that was clicked."""
        self.do_open()

    # ---------------------------------------------------------------- keys

    def chosen(self) -> Summary | None:
        """Return the job under the cursor."""
        table = self.query_one(JobsTable)
        try:
            key = table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value
        except CellDoesNotExist:
            return None
        return self._summaries.get(key or "")

    def silent(self) -> int:
        """Return for how many seconds the process of that job has given no sign of life."""
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
        """Leave the list as it is, or let it change again."""
        self._frozen = not self._frozen
        self.say("the display is frozen; searches go on" if self._frozen else "")
        if not self._frozen:
            self.lifesat.look_now()
