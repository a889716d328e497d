"""One job on a screen: playing its steps; saving, copying, printing and marking a solution."""

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from lifesat.jobs.job import Job
from lifesat.jobs.summary import Summary
from lifesat.problems.problem import Problem

from ..board.panel import BoardPanel
from ..board.pictures import STYLES, Picture
from ..kinds.kind import Display
from ..shared.actions import WAYS, those_met
from ..shared.file_names import free_path
from ..shared.screen import Part, Result
from .actions import JobActions, JobView
from .solutions import favourites, mark
from .watch import JobGone, JobReader, JobWatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.timer import Timer

    from lifesat.queries.events import Solutions

# Few generations are played slowly, so that each is seen.
_FEW = 8
_STEP_SECONDS, _SLOW_STEP_SECONDS = 0.25, 0.5


class PlayedView(JobView[Result]):
    """A screen with the steps of a solution or of an answer, one of which is shown."""

    job: Job
    look: Display[Any]
    film: "Film"

    @abstractmethod
    def show_solution(self) -> None:
        """Draw the current step."""

    @abstractmethod
    def update_frames(self) -> None:
        """Write the texts of the frames, which say which part of a picture is visible."""

    @property
    def plays_solution(self) -> bool:
        """Whether to say what the last step has reached."""
        return True


class Film(Part[PlayedView[Any]]):
    """The steps of a solution or of an answer, one of which is shown."""

    def __init__(self, screen: PlayedView[Any]) -> None:
        super().__init__(screen)
        self.steps: Sequence[Picture] = []
        self.time = 0
        # The step to show once a solution that was requested is read; None if none is awaited.
        self.awaited: int | None = None
        self._timer: Timer | None = None

    @property
    def next_time(self) -> int:
        """The step that is shown, or will be once everything requested is read."""
        return self.time if self.awaited is None else self.awaited

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the steps meet."""
        time, many = self.next_time, len(self.steps)
        return those_met(
            {"later": time + 1 < many, "earlier": time > 0 and many, "generations": many > 1}
        )

    def instead(self, name: str) -> str:
        """Play the generations of a search at rest with the key for a pause."""
        met = self.screen.met_needs()
        plays = name == "pause" and "pausable" not in met and "generations" in met
        return "animate" if plays else name

    def words(self, room: int) -> str:
        """Return which step is shown, and how to play them or what the last one has reached."""
        last = len(self.steps) - 1
        if last < 1:
            return ""
        when, more = self.screen.look.step_words(self.time, last), ""
        if self.time == last:
            more = self.screen.look.reached
        elif self.time == 0:
            pauses = "pausable" in self.screen.met_needs()
            more = f"{self.screen.key_labels['animate' if pauses else 'pause']} plays"
        both = f"{when} · {more}"
        return both if more and len(both) <= room else when

    # ---------------------------------------------------------------- keys

    def do_forward(self) -> None:
        """Show the next generation."""
        self._go(1)

    def do_back(self) -> None:
        """Show the previous generation."""
        self._go(-1)

    def _go(self, by: int) -> None:
        """Show another step, at once or when the solution that was requested is read."""
        if self.awaited is None:
            self.time += by
            self.screen.show_solution()
        else:
            self.awaited += by

    def do_animate(self) -> None:
        """Play the generations until the last, or in a loop, or stop."""
        if self._timer is not None:
            self.stop()
            return
        if self.time + 1 >= len(self.steps):
            self.time = 0
            self.screen.show_solution()
        seconds = _SLOW_STEP_SECONDS if len(self.steps) <= _FEW else _STEP_SECONDS
        self._timer = self.screen.set_interval(seconds, self._play)

    def _play(self) -> None:
        """Show the next generation, and stop after the last unless they are played in a loop."""
        if len(self.steps) > 1:
            # Where the last generation is the first one again, it is shown once.
            again = not self.screen.look.reached and np.array_equal(self.steps[0], self.steps[-1])
            self.time = (self.time + 1) % (len(self.steps) - again)
            self.screen.show_solution()
        last = self.time + 1 >= len(self.steps)
        if last and (self.screen.look.reached or len(self.steps) < 2):
            self.stop()
            if self.screen.plays_solution:
                self.screen.say(f"{self.screen.look.steps} {self.time}: {self.screen.look.reached}")
        self.screen.refresh_keys()

    def stop(self) -> None:
        """Stay at the step that is shown."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    # ---------------------------------------------------------------- keys: style, scrolling

    def do_pictures(self) -> None:
        """Change the style of the pictures."""
        styles, application = list(STYLES), self.screen.lifesat
        style = styles[(styles.index(application.pictures) + 1) % len(styles)]
        application.pictures = style
        self.screen.say({"auto": "pictures: automatic"}.get(style, f"pictures: {style}"))
        self.screen.show_solution()

    def do_pan(self, way: str) -> None:
        """Scroll the pictures left, right, up or down."""
        for panel in self.screen.query(BoardPanel):
            panel.pan(*WAYS[way])
        self.screen.update_frames()


class SolutionsView(PlayedView[Result]):
    """A screen with solutions of a job."""

    problem: Problem
    one: "OneSolution"
    reader: JobWatch

    @abstractmethod
    def marks_changed(self) -> None:
        """Show which solutions are marked."""


class OneSolution(Part[SolutionsView[Any]]):
    """The solution that is shown or chosen, and the favourites of its job."""

    def __init__(self, screen: SolutionsView[Any]) -> None:
        super().__init__(screen)
        self.solution: Solutions | None = None
        self.marks = favourites(screen.job)

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that a solution meets."""
        return set() if self.solution is None else {"solution"}

    def numbered(self, number: int) -> str:
        """Return the number of a solution, with a star if it is marked."""
        return f"{number:,}{'*' * (number in self.marks)}"

    @property
    def _text(self) -> str:
        """The text of the solution, or ""."""
        if self.solution is None:
            return ""
        return "".join(self.solution.texts(self.screen.problem.first_form))

    def read_marks(self) -> None:
        """Read the favourites again, since another screen may have changed them."""
        self.marks = favourites(self.screen.job)
        self.screen.marks_changed()

    def do_favourite(self) -> None:
        """Mark or unmark the solution as a favourite."""
        if self.solution is None:
            return
        number = self.solution.first
        self.marks = mark(self.screen.job, number)
        marked = number in self.marks
        self.screen.say("marked as a favourite" if marked else "no longer marked as a favourite")
        self.screen.marks_changed()

    def do_save(self) -> None:
        """Ask for a file and write the solution."""
        if self.solution is None:
            return
        ending = self.screen.problem.forms[self.screen.problem.first_form]
        name = free_path(f"{self.screen.job.name}-{self.solution.first}", ending)
        self.screen.save_text("Save the solution", name, self._text)

    def do_copy(self) -> None:
        """Copy the solution to the clipboard."""
        self.screen.lifesat.copy_text(self._text)

    def do_print(self) -> None:
        """Mark or unmark the solution for printing when the application ends."""
        text, to_print = self._text, self.screen.lifesat.to_print
        if text in to_print:
            to_print.remove(text)
            self.screen.say("the solution will not be printed")
        else:
            to_print.append(text)
            self.screen.say("the solution will be printed when the application ends")


class OneJob(PlayedView[None]):
    """A screen about one job, which a thread reads."""

    def __init__(self, job: Job, look: Display[Any]) -> None:
        super().__init__()
        self.job, self.look = job, look
        self.actions, self.film = JobActions(self), Film(self)
        self._summary: Summary | None = None
        self._silent = 0
        # Why the job can no longer be read.
        self._gone = ""

    def read_with(self, reader: JobReader) -> None:
        """Write the title, and start the thread that reads the job."""
        self.set_title(f"lifesat · {self.job.name}")
        self._reading = reader
        reader.start()

    def on_unmount(self) -> None:
        """Stop reading; the job continues."""
        self._reading.end()

    def chosen(self) -> Summary | None:
        """Return the job."""
        return self._summary

    def silent(self) -> int:
        """Return for how many seconds its process has not responded."""
        return self._silent

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
