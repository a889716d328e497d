"""The screens of jobs whose answer is a text: their state and the answer."""

import textwrap
from abc import abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from lifesat.errors import UserError
from lifesat.formats import write_file
from lifesat.jobs.answer import Answer
from lifesat.jobs.command import Command
from lifesat.jobs.job import Job
from lifesat.jobs.summary import Summary
from lifesat.queries.query import ProblemQuery
from lifesat.reporting.clock import clock

from ..answer_watch import AnswerWatch
from ..draft import kind_of_command, kind_of_query
from ..exports import free_path
from ..figures import state_label
from ..keymap import bindings
from ..messages import AnswerRead, JobGone, JobSeen
from ..widgets.board import BoardPanel
from .dialogs import Ask, new_file_fault
from .playing import Player

if TYPE_CHECKING:
    from ..kinds.kind import Kind
    from ..pictures import Picture

# The columns of a picture's frame that are not for its title.
_FRAME = 4


class AnswerScreen(Player[None]):
    """The state and the answer of a job.

    Parameters
    ----------
    job
        The job.
    kind
        The kind of search that draws its answer, or None.

    Attributes
    ----------
    ending
        The extension of the file to save the answer as.
    title_of_answer
        The title of the frame of its picture.
    """

    scope = "answer"
    BINDINGS: ClassVar[list[BindingType]] = bindings("answer")
    AUTO_FOCUS = "#page"
    ending = ".txt"
    title_of_answer = ""

    def __init__(self, job: Job, kind: "Kind[Any] | None") -> None:
        super().__init__()
        self.job = job
        self._asked = job.query()
        self._drawn = kind is not None
        if kind is not None:
            self.kind = kind
            self.ending, self.title_of_answer = kind.answer_ending, kind.answer_title
        self._summary: Summary | None = None
        self._answer: Answer | None = None
        self._reference: tuple[str, Picture] | None = None
        self._silent = 0

    @abstractmethod
    def heading(self) -> tuple[str, str]:
        """Return what is asked, and the command line that asks it or ""."""

    @abstractmethod
    def said(self, summary: Summary, answer: Answer) -> str:
        """Return the answer in one sentence."""

    def contents(self) -> Iterable[Widget]:
        """Return what is asked, the state and the answer."""
        yield Static("", id="what", markup=False)
        yield Static("", id="command", markup=False)
        yield Static("", id="verdict", markup=False)
        with Horizontal(id="pictures"):
            yield BoardPanel(id="parent")
            yield BoardPanel(id="target")
        with VerticalScroll(id="page"):
            yield Static("", id="answer", markup=False)

    def on_mount(self) -> None:
        """Start reading the job."""
        super().on_mount()
        self.set_title(f"lifesat · {self.job.name}")
        what, command = self.heading()
        self._write("#what", what)
        self._write("#command", command)
        self.query_one("#pictures").display = False
        self.reader = AnswerWatch(self.job, self.post_message, self.lifesat.settings.updates)
        self.reader.start()

    def on_unmount(self) -> None:
        """Stop reading; the job continues."""
        self.reader.end()

    def chosen(self) -> Summary | None:
        """Return the job."""
        return self._summary

    def silent(self) -> int:
        """Return for how many seconds its process has not responded."""
        return self._silent

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the job and its answer meet."""
        met = super().met_needs()
        return met | {"answer"} if self._answer is not None and self._answer.text else met

    # ---------------------------------------------------------------- display

    def on_job_seen(self, message: JobSeen) -> None:
        """Show the state of the job."""
        if not self.query("#verdict"):
            return  # the screen is being removed
        self._summary, self._silent = message.summary, message.silent
        self._show_state(message.summary)
        self.refresh_keys()

    def on_answer_read(self, message: AnswerRead) -> None:
        """Show the answer."""
        answer = self._answer = message.answer
        if answer is None or not self.query("#answer"):
            return
        self._write("#answer", f"{answer.text}\n{answer.messages}".strip("\n"))
        self._draw(answer)
        self.show_solution()
        if self._summary is not None:
            self._show_state(self._summary)
        self.refresh_keys()

    def on_job_gone(self, message: JobGone) -> None:
        """Go back to the list, because the job can no longer be read."""
        self.lifesat.say_later(message.reason)
        self.dismiss()

    def _draw(self, answer: Answer) -> None:
        """Take the pictures from an answer, if it has some."""
        if self._drawn and isinstance(self._asked, ProblemQuery):
            self._history = self.kind.answer_pictures(self._asked.problem, answer)
            self._reference = self.kind.answer_reference(self._asked.problem, answer)
            # A better answer may have fewer steps.
            self._time = max(0, min(self._time, len(self._history) - 1))

    def _show_state(self, summary: Summary) -> None:
        sign, state = state_label(summary)
        self.set_title(f"lifesat · {self.job.name}", f"{sign} {state}")
        after = f"after {clock(summary.progress.seconds)}"
        answer = self._answer
        if summary.state == "new":
            words = f"{sign} starting"
        elif summary.state == "running":
            known = "" if answer is None else f"{self.said(summary, answer)}; "
            time = clock(summary.progress.seconds)
            words = f"{sign} {known}running for {time}; it goes on if you leave this screen"
        elif summary.state == "failed":
            words = f"{sign} failed: {summary.reason}"
        elif answer is None:
            key = self.key_labels["resume"]
            words = f"{sign} {state}, {after}; {key} begins again"
        else:
            words = f"{sign} {self.said(summary, answer)}, {after}"
        lines = textwrap.wrap(
            words, max(20, self.app.size.width - 2), max_lines=3, placeholder=" …"
        )
        self._write("#verdict", "\n".join(lines))

    def show_solution(self) -> None:
        """Draw the current step of the answer, if it has pictures."""
        if not self.query(BoardPanel):
            return
        self.query_one("#pictures").display = bool(self._history)
        self.set_class(bool(self._history), "-pictured")
        if not self._history:
            return
        shown, target = self.query_one("#parent", BoardPanel), self.query_one("#target", BoardPanel)
        style = self.lifesat.pictures
        shown.show(self._history[self._time], style=style)
        target.display = self._reference is not None
        if self._reference is not None:
            target.show(self._reference[1], style=style)
        self.update_frames()

    def on_board_panel_fitted(self) -> None:
        """Write the frames, which say which part is visible."""
        if self.query(BoardPanel):
            self.update_frames()

    def update_frames(self) -> None:
        """Write the texts of the frames."""
        shown, target = self.query_one("#parent", BoardPanel), self.query_one("#target", BoardPanel)
        when = self.when(shown.size.width - _FRAME)
        shown.set_titles(self.title_of_answer, shown.part() or when)
        if self._reference is not None:
            target.set_titles(self._reference[0], target.part())

    def laid_out(self) -> None:
        """Fit the verdict to the new size."""
        if self._summary is not None:
            self._show_state(self._summary)

    # ---------------------------------------------------------------- keys

    def do_copy_answer(self) -> None:
        """Copy the answer to the clipboard."""
        if self._answer is not None:
            self.lifesat.copy_text(self._answer.text)

    def do_save_answer(self) -> None:
        """Ask for a file and write the answer."""
        text = self._answer.text if self._answer is not None else ""

        def answered(path: str | None) -> None:
            if path:
                try:
                    write_file(Path(path).expanduser(), text)
                except (UserError, OSError) as error:
                    self.say(str(error), fault=True)
                else:
                    self.say(f"saved as {path}")

        name = free_path(self.job.name, self.ending)
        self.app.push_screen(Ask("Save the answer to this file:", name, new_file_fault), answered)


class CommandScreen(AnswerScreen):
    """The state and the answer of a job that runs a command.

    Parameters
    ----------
    job, command
        The job and its command.
    """

    def __init__(self, job: Job, command: Command) -> None:
        self._command = command
        self._problem = job.problem()
        super().__init__(job, kind_of_command(command, self._problem))

    def heading(self) -> tuple[str, str]:
        """Return what is asked, and the command line."""
        piped = f"{self.kind.read_noun} | " if "-" in self._command.words else ""
        return f"{self.kind.name}: {self.kind.about(self._problem)}", piped + self._command.line

    def said(self, _summary: Summary, answer: Answer) -> str:
        """Return the answer in one sentence."""
        return self.kind.answer_words(self._command.words, answer)


class QueryScreen(AnswerScreen):
    """The state and the answer so far of a job whose query is answered in words.

    Parameters
    ----------
    job
        The job.
    """

    def __init__(self, job: Job) -> None:
        super().__init__(job, kind_of_query(job.query()))

    def heading(self) -> tuple[str, str]:
        """Return what is asked."""
        return f"{self._asked.label}: {self._asked.conditions()}", ""

    def said(self, summary: Summary, _answer: Answer) -> str:
        """Return the answer in one sentence."""
        return summary.answer
