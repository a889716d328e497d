"""One job: how far it is, and what it found."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static

from lifesat.cli.jobs import clock
from lifesat.errors import UserError
from lifesat.jobs.follow import SILENT_SECONDS
from lifesat.jobs.job import Job, Summary

from ..actions import bindings
from ..figures import SILENT, ending, standing
from ..messages import JobGone, JobSeen
from ..runner import JobWatch
from ..widgets.board import BoardPanel
from ..widgets.progress import Progress
from .base import shortened
from .browsing import Browsing

if TYPE_CHECKING:
    from textual.timer import Timer

_STEPS_A_SECOND = 4


class JobScreen(Browsing):
    """A job that is watched.

    Parameters
    ----------
    job
        The job.
    """

    scope = "job"
    BINDINGS: ClassVar[list[BindingType]] = bindings("job")

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self._summary: Summary | None = None
        self._latest: JobSeen | None = None
        self._silent = 0
        self._given_up: int | None = None
        self._frozen = False
        self._gone = ""
        self._animation: Timer | None = None

    def contents(self) -> Iterable[Widget]:
        """Return the sentence about the job, its figures and the pictures."""
        yield Static("", id="what", markup=False)
        yield Progress()
        with Horizontal(id="pictures"):
            yield BoardPanel(id="parent")
            yield BoardPanel(id="target")

    def on_mount(self) -> None:
        """Begin to watch the job."""
        super().on_mount()
        self.title_it(f"lifesat · {self.job.name}")
        self.reader = JobWatch(self.job, self.post_message, self.lifesat.settings.updates)
        self.reader.start()
        if not self.best_last:
            self.reader.show(1)

    def on_unmount(self) -> None:
        """End watching; the job goes on."""
        self.reader.end()

    def chosen(self) -> Summary | None:
        """Return the job."""
        return self._summary

    def silent(self) -> int:
        """Return for how many seconds its process has given no sign of life."""
        return self._silent

    def laid_out(self) -> None:
        """Fit the title."""
        if self._summary is not None:
            self._tell(self._summary)

    # ---------------------------------------------------------------- what is shown

    def on_job_seen(self, message: JobSeen) -> None:
        """Show how far the job is, unless the display is frozen."""
        samples = message.samples
        if samples is None and self._latest is not None:
            samples = self._latest.samples
        self._latest = JobSeen(message.summary, samples, message.silent)
        if message.silent >= SILENT_SECONDS and message.summary.process != self._given_up:
            self._given_up = message.summary.process
            self.restart()
        if not self._frozen:
            self._show(self._latest)

    def _show(self, seen: JobSeen) -> None:
        before, self._summary = self._summary, seen.summary
        silent, self._silent = self._silent, seen.silent
        # The last news may come when the screen is being taken down.
        if (before, silent) == (seen.summary, seen.silent) or not self.query(Progress):
            return
        self.query_one(Progress).show(seen.summary, seen.samples)
        self._tell(seen.summary)
        grown = seen.summary.found - (before.found if before else 0)
        self.grown(seen.summary.found, grown)
        if before is None or before.state != seen.summary.state or not before.found:
            self.show_solution()
        self.refresh_keys()

    def _tell(self, summary: Summary) -> None:
        sign, state = standing(summary)
        if self._silent:
            sign, state = SILENT[0], f"{SILENT[1]} for {clock(self._silent)}"
        frozen = "frozen · " if self._frozen else ""
        view = f" · {self.view_words()}" if self.view_words() else ""
        self.title_it(f"lifesat · {self.job.name}{view}", f"{frozen}{sign} {state}")
        words = ending(summary, self.problem, self.spoken)
        if self._silent and summary.process is None:
            words = (
                f"Its process has not started. {self.spoken['details']} shows what it said, and "
                f"{self.spoken['resume']} starts another."
            )
        elif self._silent:
            words = (
                f"Its process does not answer. After {clock(SILENT_SECONDS)} it is killed and "
                f"another goes on, nothing being lost; {self.spoken['resume']} does so now."
            )
        best = f"{self.problem.noun} with the {summary.goal} live cells"
        sought = best if summary.goal else self.problem.nouns
        self._write("#what", shortened(words or f"{sought}: {self.problem.conditions()}"))

    def view_changed(self) -> None:
        """Tell which solutions are shown now."""
        if self._summary is not None:
            self._tell(self._summary)

    def on_job_gone(self, message: JobGone) -> None:
        """Go back to the list: there is nothing more to see here."""
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

    def nothing(self) -> str:
        """Return the words for where no solution is."""
        if self._summary is None:
            return ""
        if self._summary.state in ("new", "running", "paused"):
            return f"no {self.problem.noun} yet"
        return f"no {self.problem.noun}"

    # ---------------------------------------------------------------- keys

    def do_freeze(self) -> None:
        """Leave the display as it is, or let it go on."""
        self._frozen = not self._frozen
        if self._summary is not None:
            self._tell(self._summary)
        if self._frozen:
            self.say(f"the display is frozen; the search goes on; {self.spoken['freeze']} again")
        elif self._latest is not None:
            self._show(self._latest)

    def do_larger(self) -> None:
        """Give the pictures the whole screen, or not."""
        self.toggle_class("-larger")

    def do_animate(self) -> None:
        """Run through the generations, or stop."""
        if self._animation is not None:
            self._animation.stop()
            self._animation = None
        else:
            self._animation = self.set_interval(1 / _STEPS_A_SECOND, self.step_on)

    def do_favourite(self) -> None:
        """Mark the solution, or take the mark away."""
        try:
            self.toggle_mark()
        except UserError as error:
            self.say(str(error), fault=True)
