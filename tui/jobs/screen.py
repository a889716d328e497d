"""The list of all jobs, actions on several of them, and the list of the deleted ones."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from textual import on
from textual.containers import Container, Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Label, OptionList, Static

from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.jobs.listing import BadJob
from lifesat.jobs.paths import jobs_folder
from lifesat.jobs.summary import Summary
from lifesat.jobs.trash import KEPT_SECONDS, Deleted, deleted_jobs
from lifesat.system.printing import printable

from ..form.draft import Draft
from ..form.recognise import PasteScreen
from ..form.screen import START
from ..job.actions import JobActions, JobView, met_needs
from ..shared.actions import BY_NAME, Action, beside_the_line, of, those_met
from ..shared.picker import Picker, has_words
from ..shared.progress_text import counted, duration
from ..shared.settings import JobOrder, remember
from .begin import Begin, BeginPanel, beginning, draft_of_target, words_about
from .examples import Welcome
from .job_list import ORDERS, FilterLine, Headings, JobList, Rows, Seen
from .preview import Preview, PreviewRead, PreviewReader
from .watch import JobsListed, JobsUnread

_READING = "reading the jobs …"
# The preview is beside the list, or below it, or nowhere.
_BESIDE_WIDTH = 110
_BELOW_HEIGHT = 34
# The preconditions of actions that do not need a job that can be read.
_WITHOUT_A_JOB = ("", "deleted", "jobs", "filter", "target", "subject")


class Jobs(JobView[None], PasteScreen[None]):
    """The list of all jobs, with a cursor."""

    scope = "jobs"
    AUTO_FOCUS = "#jobs"

    def __init__(self, order: JobOrder, *, preview: bool, animation: bool) -> None:
        super().__init__()
        self._selection = SelectedJobs(self, self.summaries)
        self._begin = Begin(self, self.focus_list)
        self.parts = (self._selection, self._begin)
        self._rows = Rows(order)
        self._silent: Mapping[str, int] = {}
        self._latest: JobsListed | None = None
        self._frozen = False
        self._seen = ""
        self._with_preview = preview
        self._animation = animation
        self._reader = PreviewReader(self.post_message)
        # The job in the preview, as it was read last.
        self._previewed: Summary | None = None
        # Whether there were deleted jobs to restore when the list was read.
        self._kept = False

    def contents(self) -> Iterable[Widget]:
        """Return the table, what is shown if it is empty, and the line about the current job."""
        with Horizontal(id="filter-row"):
            yield Label("filter")
            yield FilterLine()
            yield Static("", id="count", markup=False)
        with Container(id="browser"):
            with Vertical(id="table"):
                yield Headings("", markup=False)
                yield Static("", id="no-match", markup=False)
                yield JobList(self._rows)
            yield Preview()
        yield Welcome(self.key_labels, self.lifesat.pictures, animation=self._animation)
        yield Static(_READING, id="what", markup=False)
        yield BeginPanel(self.lifesat.settings.keys["begin"][0])

    def on_mount(self) -> None:
        """Write the title, and start the thread that reads previews."""
        self._write_title()
        self._reader.start()

    def on_unmount(self) -> None:
        """Stop the thread that reads previews."""
        self._reader.end()

    def laid_out(self) -> None:
        """Place the preview, and the line where a search begins."""
        self._write_title()
        self._arrange()
        self._begin.fit_panel()

    def _write_title(self) -> None:
        """Name the folder of the jobs, or say how far reading them has come."""
        reading = "" if self._latest is None else self._latest.reading
        self.set_title("lifesat · jobs", reading or str(jobs_folder()))

    def _arrange(self) -> None:
        width, height = self.app.size
        beside = self._with_preview and width >= _BESIDE_WIDTH
        self.set_class(beside, "-beside")
        self.set_class(self._with_preview and not beside and height >= _BELOW_HEIGHT, "-below")
        self._ask_for_preview()

    def on_job_list_fitted(self, _event: JobList.Fitted) -> None:
        """Write the names of the columns that fit now."""
        self._write_headings()

    def _write_headings(self) -> None:
        for jobs in self.query(JobList):
            self._write("Headings", jobs.heading())

    # ---------------------------------------------------------------- display

    def on_jobs_listed(self, message: JobsListed) -> None:
        """Show the list, but not in the background, where that redraws the whole screen."""
        self._latest = message
        if self.is_active and not self._frozen:
            self._show(self._latest)

    def on_jobs_unread(self, message: JobsUnread) -> None:
        """Show why there is no list, or why it is out of date."""
        if self._latest is None:
            self._write("#what", message.reason)
        else:
            self.say(message.reason, error=True)

    def on_screen_resume(self) -> None:
        """Show the changes since another screen was in front."""
        if self._latest is not None and not self._frozen:
            self._show(self._latest)

    def _show(self, listed: JobsListed) -> None:
        if not self.query(JobList):
            return  # the screen is not composed yet, or is being removed
        self._kept = bool(deleted_jobs())
        self._write_title()
        self._silent = listed.silent
        jobs: list[Seen] = [*listed.summaries, *listed.bad]
        self._rows.set_jobs({job.name: job for job in jobs})
        empty = not self._rows.jobs
        if empty != self.has_class("-empty"):
            self.set_class(empty, "-empty")
            if not self._begin.typing:
                self.focus_list()
        self._show_rows()
        if self._seen in self._rows.jobs:
            self.query_one(JobList).choose(self._seen)
            self._seen = ""

    def _show_rows(self) -> None:
        """Show the rows after the jobs, the order or the filter have changed."""
        self.query_one(JobList).show(self._silent)
        self._write_headings()
        query = self._rows.query
        lost = bool(query and self._rows.jobs and not self._rows.shown)
        self.set_class(lost, "-no-match")
        clear = self.key_labels["show_all"]
        self._write("#no-match", f"No job matches {query!r}. {clear} shows all jobs." * lost)
        self._write("#count", f"{self._rows.shown:,} of {len(self._rows.jobs):,} jobs")
        self._describe_chosen()
        self.refresh_keys()

    def follow(self, name: str) -> None:
        """Move the cursor to a job as soon as it is in the list."""
        self._seen = name

    def _describe_chosen(self) -> None:
        job = self._rows.jobs.get(self._chosen_name())
        words = f"{job.name}: {job.reason}" if isinstance(job, BadJob) else ""
        if isinstance(job, Summary) and self.silent():
            resume = self.key_labels["resume"]
            words = f"{job.name}: the process does not respond; {resume} replaces it"
        elif isinstance(job, Summary):
            words = f"{job.name}: {job.label}; created {job.created.replace('T', ' ')[:16]}"
            words += f"; {printable(job.answer)}" if job.answer else ""
            words += f"; {job.reason}" if job.reason else ""
        self._write("#what", words)
        self._ask_for_preview()

    def _ask_for_preview(self) -> None:
        """Request the preview of the chosen job, if it is another one or its journal changed."""
        shown = self.has_class("-beside") or self.has_class("-below")
        wanted = self.chosen() if shown else None
        if wanted == self._previewed:
            return
        self._previewed = wanted
        if wanted is None:
            self._show_preview(None)
        else:
            self._reader.ask(wanted.name, wanted.solutions)

    def on_preview_read(self, message: PreviewRead) -> None:
        """Show the preview, unless the cursor has moved on."""
        if self._previewed is not None and message.name == self._previewed.name:
            self._show_preview(message)

    def _show_preview(self, read: PreviewRead | None) -> None:
        for preview in self.query(Preview):
            preview.show(read, self.lifesat.pictures)

    def on_job_list_highlighted(self, _event: JobList.Highlighted) -> None:
        """Describe the chosen job and show the keys that work on it."""
        self._describe_chosen()
        self.refresh_keys()

    def on_job_list_selected(self, _event: JobList.Selected) -> None:
        """Open the job that was clicked."""
        self.do_open()

    # ---------------------------------------------------------------- keys

    def chosen(self) -> Summary | None:
        """Return the job under the cursor."""
        job = self._rows.jobs.get(self._chosen_name())
        return job if isinstance(job, Summary) else None

    def summaries(self) -> Sequence[Summary]:
        """Return all jobs as they were read last."""
        return () if self._latest is None else self._latest.summaries

    def _chosen_name(self) -> str:
        """Return the name of the row under the cursor, or ""."""
        return next((jobs.chosen for jobs in self.query(JobList)), "")

    @property
    def filtering(self) -> bool:
        """Whether keys go to the filter."""
        return isinstance(self.focused, FilterLine)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave keys to a text field while it has the focus."""
        if action == "press" and (self.filtering or self._begin.typing):
            return False
        return super().check_action(action, parameters)

    def footer_actions(self) -> list[Action]:
        """Return the actions of the list, or of the text field that has the focus."""
        scope = "filter" if self.filtering else "begin" if self._begin.typing else "jobs"
        return [a for a in of(scope) if scope == "begin" or not beside_the_line(a)]

    def on_descendant_focus(self) -> None:
        """Show the keys of the line, or of the list again."""
        self.refresh_keys()

    def focus_list(self) -> None:
        """Let keys go to the list, or to the examples if there are no jobs."""
        empty = self.has_class("-empty")
        self.set_focus(self.query_one(Welcome).choices if empty else self.query_one(JobList))

    def action_press(self, name: str) -> None:
        """Perform an action, or say why it is not possible."""
        bad = self._rows.jobs.get(self._chosen_name())
        if isinstance(bad, BadJob) and name == "delete":
            self._selection.delete_bad(bad)
        elif isinstance(bad, BadJob) and BY_NAME[name].needs not in _WITHOUT_A_JOB:
            self.say(f"{bad.name} cannot be read as a job: {bad.reason}", error=True)
        else:
            super().action_press(name)

    def silent(self) -> int:
        """Return for how many seconds the process of the chosen job has not responded."""
        chosen = self.chosen()
        return 0 if chosen is None else self._silent.get(chosen.name, 0)

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the list and its job meet."""
        # What was deleted a moment ago is not in the list that was read last.
        deleted, met = self._kept or self.lifesat.trash.last, super().met_needs()
        conditions = {
            "deleted": deleted,
            "filter": self._rows.query or self._selection.selected(),
            "jobs": self._rows.jobs,
            "idle": isinstance(self._rows.jobs.get(self._chosen_name()), BadJob),
            "row": "job" in met or self.has_class("-empty"),
        }
        return met | those_met(conditions)

    def do_open(self) -> None:
        """Show the job, or the form with the chosen example."""
        chosen = self.chosen()
        if chosen is not None:
            self.lifesat.attach(chosen.name)
        elif self.has_class("-empty"):
            self._begin.open_form(self.query_one(Welcome).draft(), focus=START)

    def do_undo(self) -> None:
        """Restore what was deleted last; list the deleted jobs if that was in another session."""
        trash = self.lifesat.trash
        if not trash.last:
            self.do_deleted()
            return
        self._seen = trash.last
        self.lifesat.begin(lambda: f"restored {trash.restore()}")

    def do_deleted(self) -> None:
        """List the deleted jobs and restore the one that is chosen."""

        def chosen(deleted: Deleted) -> None:
            self._seen = deleted.name
            self.lifesat.begin(lambda: _restore(deleted))

        self.open(DeletedJobs(), chosen)

    def do_freeze(self) -> None:
        """Freeze or unfreeze the list."""
        self._frozen = not self._frozen
        self.say("the display is frozen; searches continue" if self._frozen else "")
        if not self._frozen:
            self.lifesat.refresh_jobs()

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Show the form with the example that was clicked."""
        self.do_open()

    # ---------------------------------------------------------------- the line for a new search

    @on(Input.Changed, "#begin-line")
    def describe_beginning(self, event: Input.Changed) -> None:
        """Show what the search would begin with, and which names match."""
        self.query_one(BeginPanel).show_names(event.value)
        self._write("#begin-words", words_about(beginning(event.value)))

    def action_tab(self) -> None:
        """Complete the name in the line, or go to the next widget."""
        if self._begin.typing:
            self.action_press("complete")
        else:
            super().action_tab()

    def action_press_in_line(self, name: str) -> None:
        """Perform an action of a line."""
        self.action_press(name)

    def take_pasted(self, text: str) -> None:
        """Open the form with a pasted pattern, puzzle, search file or name of a file."""
        self.recognise(text, draft_of_target())

    def take_recognised(self, draft: Draft) -> None:
        """Open the form with what was pasted."""
        self._begin.open_form(draft)

    # ---------------------------------------------------------------- filter, order, preview

    def do_find(self) -> None:
        """Let the user type a filter."""
        self.add_class("-filtering")
        self.set_focus(self.query_one(FilterLine))

    def do_show_all(self) -> None:
        """Remove the filter; before that, deselect the jobs if some are selected."""
        if self._selection.selected() and not self.filtering:
            self._selection.select_none()
            return
        self.query_one(FilterLine).value = ""
        self._filter("")
        self._leave_filter()

    @on(Input.Changed, "#filter")
    def filter_typed(self, event: Input.Changed) -> None:
        """Filter while the user types."""
        self._filter(event.value)

    def action_move(self, by: int) -> None:
        """Move the cursor of the list without leaving the filter."""
        self.say("")
        self.query_one(JobList).move(by)

    def action_page(self, by: int) -> None:
        """Move the cursor of the list by a page."""
        self.say("")
        self.query_one(JobList).page(by)

    def do_keep_filter(self) -> None:
        """Go back to the list, which stays filtered."""
        self._filter(self.query_one(FilterLine).value)
        self._leave_filter()

    def _filter(self, query: str) -> None:
        query = query.strip()
        if query != self._rows.query:
            self._rows.query = query
            self._rows.arrange()
            self._show_rows()

    def _leave_filter(self) -> None:
        self.set_class(bool(self._rows.query), "-filtering")
        self.set_focus(self.query_one(JobList))
        self.refresh_keys()

    def do_order(self) -> None:
        """Sort by the next order."""
        names = list(ORDERS)
        self._sort(names[(names.index(self._rows.order) + 1) % len(names)])

    def on_headings_clicked(self, event: Headings.Clicked) -> None:
        """Sort by the column, or by its next order if it is sorted by that already."""
        column = self.query_one(JobList).column_at(event.x)
        names = [name for name, order in ORDERS.items() if order.column == column]
        if names:
            at = names.index(self._rows.order) + 1 if self._rows.order in names else 0
            self._sort(names[at % len(names)])

    def _sort(self, order: JobOrder) -> None:
        self._rows.order = order
        self._rows.arrange()
        self._show_rows()
        place = list(ORDERS).index(order) + 1
        self.say(f"each group is sorted {ORDERS[order].words} (order {place} of {len(ORDERS)})")
        self._remember("order", self._rows.order)

    def do_preview(self) -> None:
        """Show or hide the preview."""
        self._with_preview = not self._with_preview
        self._arrange()
        if self._with_preview and self._previewed is None:
            self.say(f"a preview needs {_BESIDE_WIDTH} columns or {_BELOW_HEIGHT} rows, and a job")
        self._remember("preview", self._with_preview)

    def _remember(self, name: str, value: str | bool) -> None:
        try:
            remember(name, value)
        except (UserError, OSError) as error:
            self.say(f"this is not remembered: {error}", error=True)


def _restore(deleted: Deleted) -> str:
    deleted.restore()
    return f"restored {printable(deleted.name)}"


class DeletedJobs(Picker[Deleted, Deleted]):
    """The deleted jobs that are still kept, latest first; the result is one to restore."""

    scope = "deleted"
    heading = "lifesat · deleted jobs"
    prompt = "type to filter by name"
    nothing = "no deleted job matches"
    pictured = False

    def __init__(self) -> None:
        super().__init__()
        self._kept = deleted_jobs()
        if not self._kept:
            self.nothing = "no job was deleted in the last seven days"

    def matching(self, typed: str) -> list[Deleted]:
        """Return the jobs whose names have all words of the filter."""
        return [each for each in self._kept if has_words(typed, each.name)]

    def text(self, row: Deleted) -> str:
        """Return when a job was deleted, and its name."""
        return f"{datetime.fromtimestamp(row.time / 1e9):%Y-%m-%d %H:%M}  {row.name}"

    def describe(self) -> None:
        """Show how long the job is kept."""
        if self.chosen is None:
            self._write("#about", "")
            return
        left = max(0.0, KEPT_SECONDS - (time.time_ns() - self.chosen.time) / 1e9)
        choose = self.key_labels["choose"]
        words = f"{choose} restores {printable(self.chosen.name)}; it is kept for {duration(left)}"
        self._write("#about", words)

    def take(self, row: Deleted) -> None:
        """Return the job to restore."""
        self.dismiss(row)


# The preconditions that one of the selected jobs is enough for.
_OF_SOME = frozenset({"idle", "at work", "pausable"})


class SelectedJobs(JobActions):
    """The actions on the selected jobs; without a selection, they act on the chosen one."""

    def __init__(self, screen: JobView[Any], summaries: Callable[[], Sequence[Summary]]) -> None:
        super().__init__(screen)
        # All jobs as they were read last.
        self._summaries = summaries

    def selected(self) -> list[Summary]:
        """Return the selected jobs."""
        names = {name for jobs in self.screen.query(JobList) for name in jobs.selected}
        return [summary for summary in self._summaries() if summary.name in names]

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the chosen or the selected jobs meet."""
        met, selected = super().met_needs(), self.selected()
        if not selected:
            return met
        some = set().union(*(met_needs(summary, 0) for summary in selected))
        return (met - _OF_SOME) | (some & _OF_SOME)

    def do_select(self) -> None:
        """Select or deselect the job, and go to the next one."""
        jobs = self.screen.query_one(JobList)
        jobs.select()
        jobs.move(1)
        self._say_selected()

    def select_none(self) -> None:
        """Deselect all jobs."""
        for jobs in self.screen.query(JobList):
            jobs.selected.clear()
            jobs.refresh()
        self.screen.say("no job is selected")

    def _say_selected(self) -> None:
        keys, many = self.screen.key_labels, len(self.selected())
        self.screen.say(
            f"{counted(many, 'job')} selected: {keys['delete']} deletes, {keys['pause']} pauses, "
            f"{keys['stop']} stops; {keys['show_all']} selects none"
            if many
            else "no job is selected"
        )

    def do_delete(self) -> None:
        """Ask for confirmation and delete the selected jobs, or the chosen one."""
        selected = self.selected()
        if not selected:
            super().do_delete()
            return
        many, solutions = len(selected), sum(summary.progress.found for summary in selected)
        jobs, found = counted(many, "job"), counted(solutions, "solution")
        what = f"the {jobs} that are selected and their {found}"

        # All of them are restored together.
        group: list[Deleted] = []
        done = f"deleted; {self.screen.key_labels['undo']} restores"
        take = self.screen.lifesat.trash.take
        self.ask_to_delete(
            what,
            solutions,
            (str(many), str(many), f"{many}, the number of jobs"),
            lambda: self._begin_all("deleting", done, selected, lambda job: take(job.name, group)),
        )

    def do_pause(self) -> None:
        """Pause or continue the selected jobs, or the chosen one."""
        pausable = [each for each in self.selected() if "pausable" in met_needs(each, 0)]
        if not pausable:
            super().do_pause()
        elif all(each.state == "paused" for each in pausable):
            self._begin_all("continuing", "continued", pausable, lambda job: job.request("work"))
        else:
            self._begin_all("pausing", "asked to pause", pausable, lambda job: job.request("pause"))

    def do_stop(self) -> None:
        """Stop the processes of the selected jobs, or of the chosen one."""
        at_work = [each for each in self.selected() if "at work" in met_needs(each, 0)]
        if at_work:
            self._begin_all("stopping", "stopped", at_work, Job.stop)
        else:
            super().do_stop()

    def _begin_all(
        self, doing: str, done: str, jobs: Sequence[Summary], task: Callable[[Job], None]
    ) -> None:
        """Run a task with several jobs in a thread, and report the errors."""

        def run() -> str:
            rejected = []
            for summary in jobs:
                try:
                    task(Job(summary.name))
                except UserError as error:
                    rejected.append(str(error))
            words = f"{counted(len(jobs) - len(rejected), 'job')} {done}"
            if rejected:
                raise UserError("; ".join([words, *rejected]))
            return words

        self.select_none()
        self.screen.say(f"{doing} {counted(len(jobs), 'job')} …")
        self.screen.lifesat.begin(run)
