"""The screen of one job: its progress and its solutions."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widget import Widget
from textual.widgets import Static

from lifesat.jobs.job import Job
from lifesat.jobs.stall import SILENT_SECONDS
from lifesat.jobs.summary import Summary
from lifesat.system.printing import clock

from ..keymap import bindings
from ..messages import HeatMade, JobGone, JobSeen, PartialRead
from ..progress_text import SILENT, ending_sentence, none_words, state_label
from ..runner import JobWatch
from ..widgets.board import BoardPanel
from ..widgets.progress import ProgressPanel
from .answer import AnswerScreen
from .base import shortened
from .too_long import TooLong

if TYPE_CHECKING:
    from lifesat.queries.events import Partial
    from lifesat.queries.forced_cells import Forced

    from ..heat import Heat


def job_screen(job: Job) -> "JobScreen | AnswerScreen":
    """Return the screen that shows a job; raise UserError if its journal cannot be read."""
    return AnswerScreen(job) if job.summary().in_words else JobScreen(job)


def _course(summary: Summary) -> tuple[str, int | None]:
    """Return the state of a job, and its number of solutions if no process is running it."""
    return summary.state, summary.solutions if summary.process is None else None


class JobScreen(TooLong):
    """The progress and the solutions of a job."""

    scope = "job"
    BINDINGS: ClassVar[list[BindingType]] = bindings("job")

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self._summary: Summary | None = None
        self._latest: JobSeen | None = None
        self._latest_partial: Partial | Forced | None = None
        self._latest_heat: Heat | None = None
        self._silent = 0
        self._replaced_process: int | None = None
        self._frozen = False
        self._gone = ""
        # What keys do depends on the state of the job and on its first solution.
        self.holds_keys = True

    def contents(self) -> Iterable[Widget]:
        """Return the sentence about the job, its figures and the pictures."""
        yield Static("", id="what", markup=False)
        yield ProgressPanel()
        with Horizontal(id="pictures"):
            yield BoardPanel(id="parent")
            yield BoardPanel(id="target")
            yield BoardPanel(id="heat")
        yield self.tiles

    def on_mount(self) -> None:
        """Start reading the job."""
        super().on_mount()
        self.set_title(f"lifesat · {self.job.name}")
        self.reader = JobWatch(self.job, self.post_message, self.lifesat.settings.updates)
        self.reader.start()
        if not self.best_last:
            self.reader.show(1)

    def on_unmount(self) -> None:
        """Stop reading; the job continues."""
        super().on_unmount()
        self.reader.end()

    def chosen(self) -> Summary | None:
        """Return the job."""
        return self._summary

    def silent(self) -> int:
        """Return for how many seconds its process has not responded."""
        return self._silent

    def laid_out(self) -> None:
        """Fit the title and the pictures."""
        super().laid_out()
        if self._summary is not None:
            self._show_state(self._summary)

    # ---------------------------------------------------------------- display

    def on_job_seen(self, message: JobSeen) -> None:
        """Show the progress of the job, unless the display is frozen."""
        samples = message.samples
        if samples is None and self._latest is not None:
            samples = self._latest.samples
        self._latest = JobSeen(message.summary, samples, message.silent)
        if message.silent >= SILENT_SECONDS and message.summary.process != self._replaced_process:
            self._replaced_process = message.summary.process
            self.restart()
        if not self._frozen:
            self._show(self._latest)

    def on_partial_read(self, message: PartialRead) -> None:
        """Show the partial predecessor, unless the display is frozen."""
        self._latest_partial = message.partial
        if not self._frozen:
            self.show_partial(message.partial)

    def on_heat_made(self, message: HeatMade) -> None:
        """Show the heat map, unless the display is frozen and already shows one."""
        self._latest_heat = message.heat
        if not (self._frozen and self.shows_heat):
            self.show_heat(message.heat)

    def _show(self, seen: JobSeen) -> None:
        before, self._summary = self._summary, seen.summary
        silent, self._silent = self._silent, seen.silent
        # The last message may arrive while the screen is being removed.
        if (before, silent) == (seen.summary, seen.silent) or not self.query(ProgressPanel):
            return
        self.state_seen(before, seen.summary)
        figures = self.query_one(ProgressPanel)
        figures.show(seen.summary, seen.samples)
        figures.advise(self.too_long_words(seen.summary))
        self._show_state(seen.summary)
        solutions = seen.summary.solutions
        self.update_found(solutions, solutions - (before.solutions if before else 0))
        if before is None and (not solutions or self._solution is not None):
            self.holds_keys = False
        # What the frames say depends on whether a process is at work. A job may also have been
        # resumed, and have ended, between two looks.
        if before is None or not before.solutions or _course(before) != _course(seen.summary):
            self.show_solution()
        self.refresh_keys()

    def _show_state(self, summary: Summary) -> None:
        sign, state = state_label(summary)
        if self._silent:
            sign, state = SILENT[0], f"{SILENT[1]} for {clock(self._silent)}"
        frozen = "frozen · " if self._frozen else ""
        view = f" · {self.view_words()}" if self.view_words() else ""
        self.set_title(f"lifesat · {self.job.name}{view}", f"{frozen}{sign} {state}")
        words = ending_sentence(summary, self.problem, self.key_labels)
        if self._silent and summary.process is None:
            words = (
                f"The process has not started. {self.key_labels['details']} shows its log, and "
                f"{self.key_labels['resume']} starts another process."
            )
        elif self._silent:
            words = (
                f"The process does not respond. After {clock(SILENT_SECONDS)} another one "
                f"replaces it, and no solution is lost; {self.key_labels['resume']} does so now."
            )
        note = f"; {summary.note}" if summary.note else ""
        problem = f"{self.nouns}: {self.problem.conditions()}{note}"
        self._write("#what", shortened(words or problem))

    def view_changed(self) -> None:
        """Show the order and the filter of the solutions."""
        if self._summary is not None:
            self._show_state(self._summary)

    def on_job_gone(self, message: JobGone) -> None:
        """Go back to the list, because the job can no longer be read."""
        self._gone = message.reason
        if self.app.screen is self:
            self._leave_gone()

    def on_screen_resume(self) -> None:
        """Go back if the job was removed while another screen was in front."""
        if self._gone:
            self.call_later(self._leave_gone)

    def _leave_gone(self) -> None:
        self.lifesat.say_later(self._gone)
        self.dismiss()

    def no_solution_words(self) -> str:
        """Return the message to show instead of a solution."""
        if self._summary is None:
            return ""
        words, phase = none_words(self.problem.noun, self._summary.state), self._summary.phase
        return f"{words}: {phase}" if phase else words

    # ---------------------------------------------------------------- keys and mouse

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go to the next solution."""
        event.stop()
        self.action_press("next")

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go to the previous solution."""
        event.stop()
        self.action_press("previous")

    def do_freeze(self) -> None:
        """Freeze or unfreeze the display."""
        self._frozen = not self._frozen
        if self._summary is not None:
            self._show_state(self._summary)
        if self._frozen:
            key = self.key_labels["freeze"]
            self.say(f"the display is frozen; the search continues; {key} unfreezes it")
        elif self._latest is not None:
            self._show(self._latest)
            self.show_partial(self._latest_partial)
            if self._latest_heat is not None:
                self.show_heat(self._latest_heat)

    def do_larger(self) -> None:
        """Show or hide the figures above the pictures."""
        self.toggle_class("-larger")
        self.show_solution()
