"""The screen of jobs whose answer is not a list: their state and the answer so far."""

import textwrap
from collections.abc import Iterable

from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from lifesat.jobs.job import Job
from lifesat.jobs.summary import Summary
from lifesat.queries.query import ProblemQuery
from lifesat.system.printing import clock

from ..board.panel import BoardPanel
from ..board.pictures import style_of
from ..kinds.kind import Display, Step, describe_board
from ..kinds.registry import display_of_answer, target_of
from ..shared.file_names import free_path
from ..shared.progress_text import state_label
from .player import OneJob
from .progress import RunningClock
from .watch import AnswerRead, AnswerWatch, JobSeen

# The columns of a picture's frame that are not for its title.
_FRAME = 6


class AnswerScreen(OneJob):
    """The state of a job and its answer so far."""

    scope = "answer"
    AUTO_FOCUS = "#page"

    def __init__(self, job: Job) -> None:
        self._asked = job.query()
        display = display_of_answer(self._asked)
        self._drawn = display is not None
        super().__init__(job, display or Display())
        self.parts = (self.film, self.actions)
        self._answer = ""
        self._steps: list[Step] = []
        # What is shown before there is an answer with a picture.
        self._asked_about: list[Step] = []
        if isinstance(self._asked, ProblemQuery) and (about := target_of(self._asked.problem)):
            self._asked_about = [Step(about[1], about[0])]
        self._clock = RunningClock()

    def contents(self) -> Iterable[Widget]:
        """Return the query in words, the state and the answer."""
        yield Static("", id="what", markup=False)
        yield Static("", id="verdict", markup=False)
        with Horizontal(id="pictures"):
            yield BoardPanel(id="parent")
            yield BoardPanel(id="target")
        with VerticalScroll(id="page"):
            yield Static("", id="answer", markup=False)

    def on_mount(self) -> None:
        """Start reading the job."""
        self.reader = AnswerWatch(self.job, self.post_message, self.lifesat.settings.updates)
        self.read_with(self.reader)
        self._write("#what", f"{self._asked.label}: {self._asked.conditions()}")
        self.show_solution()

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the job and its answer meet."""
        met = super().met_needs()
        return met | {"answer"} if self._answer else met

    # ---------------------------------------------------------------- display

    def on_job_seen(self, message: JobSeen) -> None:
        """Show the state of the job."""
        if not self.query("#verdict"):
            return  # the screen is being removed
        self.actions.state_seen(self._summary, message.summary)
        self._summary, self._silent = message.summary, message.silent
        self._show_state(message.summary)
        self.refresh_keys()

    def on_answer_read(self, message: AnswerRead) -> None:
        """Show the answer."""
        self._answer = message.text
        if not self.query("#answer"):
            return
        self._write("#answer", self._answer.strip("\n"))
        if self._drawn:
            self._steps = self.look.answer_steps(self._asked, message.state)
            self.film.steps = [step.picture for step in self._steps]
            # A better answer may have fewer steps.
            self.film.time = max(0, min(self.film.time, len(self._steps) - 1))
        self.show_solution()
        if self._summary is not None:
            self._show_state(self._summary)
        self.refresh_keys()

    def _show_state(self, summary: Summary) -> None:
        sign, state = state_label(summary)
        self.set_title(f"lifesat · {self.job.name}", f"{sign} {state}")
        after = f"after {clock(summary.progress.seconds)}"
        answer = self._answer
        if summary.state == "new":
            words = f"{sign} starting"
        elif summary.state == "running":
            phase, known = summary.phase, summary.answer
            # How far a sweep is stands in both.
            known = f"{known}; " if known and known not in phase else ""
            time = clock(self._clock.seconds(summary))
            words = f"{sign} {known}{phase}, {time}; it goes on if you leave this screen"
        elif summary.state == "failed":
            words = f"{sign} failed: {summary.reason}"
        elif not answer:
            key = self.key_labels["resume"]
            words = f"{sign} {state}, {after}; {key} begins again"
        else:
            words = f"{sign} {summary.answer}, {after}"
        lines = textwrap.wrap(
            words, max(20, self.app.size.width - 2), max_lines=3, placeholder=" …"
        )
        self._write("#verdict", "\n".join(lines))
        self._show_page()

    def show_solution(self) -> None:
        """Draw the current step of the answer, if it has pictures."""
        if not self.query(BoardPanel):
            return
        steps = self._steps or self._asked_about
        self.query_one("#pictures").display = bool(steps)
        self.set_class(bool(steps), "-pictured")
        self._show_page()
        if not steps:
            return
        shown, target = self.query_one("#parent", BoardPanel), self.query_one("#target", BoardPanel)
        style, step = self.lifesat.pictures, steps[self.film.time]
        shown.show(step.picture, style=style_of(step.picture, style))
        target.display = step.reference is not None
        if step.reference is not None:
            target.show(step.reference[1], style=style)
        self.update_frames()

    def _show_page(self) -> None:
        """Show the text of the answer, unless a picture or the line above says the same."""
        said = self._summary is not None and self._answer.strip() == self._summary.answer
        self.query_one("#page").display = not (self._steps and (self.look.answer_drawn or said))

    def on_board_panel_fitted(self) -> None:
        """Write the frames, which say which part is visible."""
        if self.query(BoardPanel):
            self.update_frames()

    def update_frames(self) -> None:
        """Write the texts of the frames."""
        steps = self._steps or self._asked_about
        if not steps:
            return
        shown, target = self.query_one("#parent", BoardPanel), self.query_one("#target", BoardPanel)
        step = steps[self.film.time]
        about = step.about or describe_board(step.picture)
        room = shown.outer_size.width - _FRAME
        when = self.film.words(room)
        both = ", ".join(filter(None, (when, about)))
        shown.set_titles(step.title, shown.part() or (both if len(both) <= room else when or about))
        if step.reference is not None:
            title, picture = step.reference
            target.set_titles(title, target.part() or describe_board(picture))

    def laid_out(self) -> None:
        """Fit the verdict to the new size."""
        if self._summary is not None:
            self._show_state(self._summary)

    # ---------------------------------------------------------------- keys

    def do_copy_answer(self) -> None:
        """Copy the answer to the clipboard."""
        self.lifesat.copy_text(self._answer)

    def do_save_answer(self) -> None:
        """Ask for a file and write the answer."""
        name = free_path(self.job.name, self.look.answer_ending)
        self.save_text("Save the answer", name, self._answer)
