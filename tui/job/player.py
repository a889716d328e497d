"""Playing the generations of one solution; saving, copying, printing and marking it."""

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.jobs.summary import Summary

from ..board.panel import BoardPanel
from ..board.pictures import STYLES
from ..kinds.registry import display_of
from ..shared.file_names import free_path
from ..shared.screen import Base, Result
from .actions import JobActions
from .solutions import View, favourites, mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.timer import Timer

    from lifesat.queries.events import Solutions

    from ..board.pictures import Picture
    from ..kinds.display import Display


# Few generations are played slowly, so that each is seen.
_FEW = 8
_STEP_SECONDS, _SLOW_STEP_SECONDS = 0.25, 0.5


class Player(Base[Result]):
    """A screen that shows one step of a solution at a time."""

    kind: "Display[Any]"

    def __init__(self) -> None:
        super().__init__()
        self.actions = JobActions(self, self.chosen, self.silent, self.shown_solutions)
        self.parts = (self.actions,)
        self._history: Sequence[Picture] = []
        self._time = 0
        self._timer: Timer | None = None

    @abstractmethod
    def chosen(self) -> Summary | None:
        """Return the job."""

    @abstractmethod
    def silent(self) -> int:
        """Return for how many seconds its process has not responded; 0 if it responds."""

    def shown_solutions(self) -> tuple[View, str]:
        """Return the order and filter of the solutions, and in words which they are, "" for all."""
        return View(), ""

    @abstractmethod
    def show_solution(self) -> None:
        """Draw the current step."""

    @abstractmethod
    def update_frames(self) -> None:
        """Write the texts of the frames, which say which part of a picture is visible."""

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the job and the steps meet."""
        met = super().met_needs()
        time = self.next_time()
        met |= {"later"} if time + 1 < len(self._history) else set()
        met |= {"earlier"} if time > 0 and self._history else set()
        met |= {"generations"} if len(self._history) > 1 else set()
        return met

    def next_time(self) -> int:
        """Return the step that is shown, or will be once everything requested is read."""
        return self._time

    def when(self, room: int) -> str:
        """Return which step is shown, and how to play them or what the last one has reached."""
        last = len(self._history) - 1
        if last < 1:
            return ""
        when, more = self.kind.step_words(self._time, last), ""
        if self._time == last:
            more = self.kind.reached
        elif self._time == 0:
            pauses = "pausable" in self.met_needs()
            more = f"{self.key_labels['animate' if pauses else 'pause']} plays"
        both = f"{when} · {more}"
        return both if more and len(both) <= room else when

    # ---------------------------------------------------------------- keys

    def action_press(self, name: str) -> None:
        """Perform an action; the key for a pause plays the generations of a search at rest."""
        met = self.met_needs()
        if name == "pause" and "pausable" not in met and "generations" in met:
            name = "animate"
        super().action_press(name)

    def do_forward(self) -> None:
        """Show the next generation."""
        self.go_in_time(1)

    def do_back(self) -> None:
        """Show the previous generation."""
        self.go_in_time(-1)

    def go_in_time(self, by: int) -> None:
        """Show another step."""
        self._time += by
        self.show_solution()

    def do_animate(self) -> None:
        """Play the generations until the last, or in a loop, or stop."""
        if self._timer is not None:
            self.stop_playing()
            return
        if self._time + 1 >= len(self._history):
            self._time = 0
            self.show_solution()
        seconds = _SLOW_STEP_SECONDS if len(self._history) <= _FEW else _STEP_SECONDS
        self._timer = self.set_interval(seconds, self._play)

    def _play(self) -> None:
        """Show the next generation, and stop after the last unless they are played in a loop."""
        if len(self._history) > 1:
            # Where the last generation is the first one again, it is shown once.
            again = not self.kind.reached and np.array_equal(self._history[0], self._history[-1])
            self._time = (self._time + 1) % (len(self._history) - again)
            self.show_solution()
        last = self._time + 1 >= len(self._history)
        if last and (self.kind.reached or len(self._history) < 2):
            self.stop_playing()
            self.play_ended()
        self.refresh_keys()

    def play_ended(self) -> None:
        """Say what the last step has reached."""
        self.say(f"{self.kind.steps} {self._time}: {self.kind.reached}")

    def stop_playing(self) -> None:
        """Stay at the step that is shown."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    # ---------------------------------------------------------------- keys: style, scrolling

    def do_pictures(self) -> None:
        """Change the style of the pictures."""
        styles = list(STYLES)
        style = styles[(styles.index(self.lifesat.pictures) + 1) % len(styles)]
        self.lifesat.pictures = style
        self.say({"auto": "pictures: automatic"}.get(style, f"pictures: {style}"))
        self.show_solution()

    def _pan(self, dx: int, dy: int) -> None:
        for panel in self.query(BoardPanel):
            panel.pan(dx, dy)
        self.update_frames()

    def do_pan_left(self) -> None:
        """Scroll left."""
        self._pan(-1, 0)

    def do_pan_right(self) -> None:
        """Scroll right."""
        self._pan(1, 0)

    def do_pan_up(self) -> None:
        """Scroll up."""
        self._pan(0, -1)

    def do_pan_down(self) -> None:
        """Scroll down."""
        self._pan(0, 1)


class OneSolution(Player[Result]):
    """A screen on which one solution is shown or chosen."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.job = job
        self.problem = job.problem()
        self.kind = display_of(self.problem)
        self._solution: Solutions | None = None
        self._marks = favourites(job)

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the job and the solution meet."""
        met = super().met_needs()
        return met if self._solution is None else met | {"solution"}

    @property
    def _text(self) -> str:
        """The text of the solution, or ""."""
        if self._solution is None:
            return ""
        return "".join(self._solution.texts(self.problem.first_form))

    def steps_of(self, solution: "Solutions") -> "Sequence[Picture]":
        """Return the pictures of the steps of a solution."""
        return self.kind.history(self.problem, solution.boards[0])

    @abstractmethod
    def marks_changed(self) -> None:
        """Show which solutions are marked."""

    def do_favourite(self) -> None:
        """Mark or unmark the solution as a favourite."""
        if self._solution is None:
            return
        try:
            self._marks = mark(self.job, self._solution.first)
        except UserError as error:
            self.say(str(error), error=True)
            return
        marked = self._solution.first in self._marks
        self.say("marked as a favourite" if marked else "no longer marked as a favourite")
        self.marks_changed()

    def do_save(self) -> None:
        """Ask for a file and write the solution."""
        if self._solution is None:
            return
        ending = self.problem.forms[self.problem.first_form]
        name = free_path(f"{self.job.name}-{self._solution.first}", ending)
        self.actions.save_text("Save the solution", name, self._text)

    def do_copy(self) -> None:
        """Copy the solution to the clipboard."""
        self.lifesat.copy_text(self._text)

    def do_print(self) -> None:
        """Mark or unmark the solution for printing when the application ends."""
        text = self._text
        if text in self.lifesat.to_print:
            self.lifesat.to_print.remove(text)
            self.say("the solution will not be printed")
        else:
            self.lifesat.to_print.append(text)
            self.say("the solution will be printed when the application ends")
