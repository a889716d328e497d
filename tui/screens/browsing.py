"""Going through the solutions of a job."""

import time
from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lifesat.errors import UserError
from lifesat.formats import write_file
from lifesat.jobs.job import Job

from ..favourites import favourites, mark
from ..kinds import kind_of
from ..messages import SolutionRead, ViewMade
from ..pictures import STYLES, Picture
from ..runner import JobWatch
from ..solutions import View
from ..widgets.board import BoardPanel
from .answer import new_file_fault
from .dialogs import Ask, ChooseView
from .seeing_to import SeeingTo

if TYPE_CHECKING:
    from lifesat.jobs.events import Solutions

# How many there are by now is written upon a picture that often; the figures above say it at once.
_STALE_SECONDS = 10.0
# In narrower terminals a picture's frame has room for the numbers alone.
_ROOM_FOR_THE_NOUN = 76


class Browsing(SeeingTo[None]):
    """A screen that shows one solution of a job at a time.

    Parameters
    ----------
    job
        The job.

    Attributes
    ----------
    job, problem, kind
        The job, what it looks for, and how that is shown.
    best_last
        Whether each solution is better than the one before, so that the last is shown.
    reader
        The thread that reads it.
    """

    reader: JobWatch

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.job = job
        self.problem = job.problem()
        self.kind = kind_of(self.problem)
        self.best_last = job.options().goal is not None
        self._solution: Solutions | None = None
        self._text = self._about = ""
        self._history: list[Picture] = []
        self._aim: tuple[str, Picture] | None = None
        self._time = 0
        self._named = 0.0
        self._place = self._places = 0
        self._view = View()
        self._marks = favourites(job)

    def holds(self) -> set[str]:
        """Return what holds of the job and of the solution that is shown."""
        holds = super().holds()
        if self._solution is not None:
            holds.add("solution")
            holds |= {"later"} if self._time + 1 < len(self._history) else set()
            holds |= {"earlier"} if self._time > 0 else set()
            holds |= {"generations"} if len(self._history) > 1 else set()
        return holds

    def view_words(self) -> str:
        """Return which solutions are shown, or "" if all are, as found."""
        return self._view.words(self.kind.measure)

    @abstractmethod
    def nothing(self) -> str:
        """Return the words for where no solution is."""

    @abstractmethod
    def view_changed(self) -> None:
        """Tell which solutions are shown now."""

    # ---------------------------------------------------------------- what is shown

    def grown(self, found: int, more: int) -> None:
        """Take note that the job has found more."""
        at_last = self._view.plain and self._place == self._places
        if self._view.plain:
            self._places = found
        if more and self._solution is None:
            self.reader.show(found if self.best_last else 1)
        elif more and self.best_last and at_last:
            self._place = found
            self.reader.show(found)
        if more and self._solution is not None and time.monotonic() > self._named + _STALE_SECONDS:
            self._name_panels()

    def on_solution_read(self, message: SolutionRead) -> None:
        """Show a solution, from its first generation on."""
        self._solution, self._place, self._places = message.solution, message.place, message.places
        self._time, self._history, self._aim = 0, [], None
        if self._solution is not None:
            board, number = self._solution.boards[0], self._solution.first
            self._history = self.kind.history(self.problem, board)
            self._aim = self.kind.aim(self.problem, board)
            self._about = self.kind.about_solution(self.problem, board)
            texts = self.problem.texts(board[None], number, self.problem.first_form)
            self._text = "".join(texts)
        self.show_solution()
        self.refresh_keys()

    def on_view_made(self, message: ViewMade) -> None:
        """Stay on the solution if it is among those that are shown now."""
        self._places = len(message.numbers)
        so_far = "" if message.whole else "; looking on …"
        self.say(f"{self._places:,} of {message.looked_at:,} {self.problem.nouns}{so_far}")
        number = 1 if self._solution is None else self._solution.first
        self.reader.show_number(number)

    def show_solution(self) -> None:
        """Draw the solution at the present generation."""
        if not self.query(BoardPanel):
            return  # the screen is being taken down
        shown, aim = self.query_one("#parent", BoardPanel), self.query_one("#target", BoardPanel)
        style = self.lifesat.pictures
        if self._solution is None:
            words = self.nothing() if self._view.plain else "no solution is among these"
            shown.show(None, words)
        else:
            shown.show(self._history[self._time], style=style)
        aim.display = self._aim is not None
        aim.show(None if self._aim is None else self._aim[1], style=style)
        self._name_panels()

    def _name_panels(self) -> None:
        """Write upon the frames; the terminal gets both pictures anew by that."""
        self._named = time.monotonic()
        shown, aim = self.query_one("#parent", BoardPanel), self.query_one("#target", BoardPanel)
        if self._solution is None:
            shown.name_it(self.problem.nouns)
            return
        number = self._solution.first
        marked = "* " if number in self._marks else ""
        which = f"{self._place:,} of {self._places:,}"
        if self.view_words():
            which += f", no. {number:,}"
        elif self.app.size.width >= _ROOM_FOR_THE_NOUN:
            which = f"{self.problem.noun} {which}"
        orbit = int(self._solution.orbits[0])
        about = self._about + (f", {orbit} images" if orbit > 1 else "")
        when = ""
        if len(self._history) > 1:
            when = f"{self.kind.steps} {self._time} of {len(self._history) - 1}"
        if self._aim is None:
            about = ", ".join(filter(None, (when, about)))
        else:
            aim.name_it(self._aim[0], aim.part() or when)
        shown.name_it(f"{marked}{which}", shown.part() or about)

    # ---------------------------------------------------------------- keys: which solution

    def do_next(self) -> None:
        """Go to the next solution."""
        self._go(self._place + 1, "this is the last solution so far")

    def do_previous(self) -> None:
        """Go to the solution before."""
        self._go(self._place - 1, "this is the first solution")

    def _go(self, place: int, otherwise: str) -> None:
        if 1 <= place <= self._places:
            # Keys come faster than solutions are read; each counts.
            self._place = place
            self.reader.show(place)
        else:
            self.say(otherwise)

    def do_first(self) -> None:
        """Go to the first solution."""
        self.reader.show(1)

    def do_last(self) -> None:
        """Go to the last solution so far."""
        self.reader.show(max(1, self._places))

    def do_go(self) -> None:
        """Ask for a number and go there."""

        def fault(text: str) -> str:
            if text.isdecimal() and len(text) < 16 and 1 <= int(text) <= self._places:
                return ""
            return f"there are the numbers 1 to {self._places:,}"

        def answered(text: str | None) -> None:
            if text:
                self.reader.show(int(text))

        question = f"Go to which solution, 1 to {self._places:,}?"
        self.app.push_screen(Ask(question, "", fault), answered)

    def do_filter(self) -> None:
        """Ask for an order and conditions."""

        def answered(view: View | None) -> None:
            if view is not None and view != self._view:
                self._view = view
                self.view_changed()
                self.reader.view(view)
                if view.plain:
                    self.reader.show_number(1 if self._solution is None else self._solution.first)
                else:
                    self.say("looking through the solutions …")

        self.app.push_screen(
            ChooseView(self._view, self._marks, self.problem, self.kind.measure), answered
        )

    # ---------------------------------------------------------------- keys: what is seen of it

    def do_forward(self) -> None:
        """Go one generation on."""
        self._time += 1
        self.show_solution()

    def do_back(self) -> None:
        """Go one generation back."""
        self._time -= 1
        self.show_solution()

    def step_on(self) -> None:
        """Go one generation on, from the last one to the first."""
        if self._history:
            self._time = (self._time + 1) % len(self._history)
            self.show_solution()

    def do_pictures(self) -> None:
        """Draw in another way."""
        styles = list(STYLES)
        style = styles[(styles.index(self.lifesat.pictures) + 1) % len(styles)]
        self.lifesat.pictures = style
        self.say({"auto": "pictures: the largest that fit"}.get(style, f"pictures: {style}"))
        self.show_solution()

    def _pan(self, dx: int, dy: int) -> None:
        for panel in self.query(BoardPanel):
            panel.pan(dx, dy)
        self._name_panels()

    def do_pan_left(self) -> None:
        """Show what lies left."""
        self._pan(-1, 0)

    def do_pan_right(self) -> None:
        """Show what lies right."""
        self._pan(1, 0)

    def do_pan_up(self) -> None:
        """Show what lies above."""
        self._pan(0, -1)

    def do_pan_down(self) -> None:
        """Show what lies below."""
        self._pan(0, 1)

    # ---------------------------------------------------------------- keys: what is done with it

    def toggle_mark(self) -> None:
        """Mark the solution, or take the mark away."""
        if self._solution is not None:
            self._marks = mark(self.job, self._solution.first)
            marked = self._solution.first in self._marks
            self.say("marked as a favourite" if marked else "no favourite any more")
            self._name_panels()

    def do_save(self) -> None:
        """Ask for a file and write the solution."""
        if self._solution is None:
            return
        text = self._text

        def answered(path: str | None) -> None:
            if path:
                self._try(lambda: write_file(Path(path).expanduser(), text), f"saved as {path}")

        ending = self.problem.forms[self.problem.first_form]
        name = f"{self.job.name}-{self._solution.first}{ending}"
        self.app.push_screen(
            Ask("Save the solution as which file?", name, new_file_fault), answered
        )

    def _try(self, task: Callable[[], Any], words: str) -> None:
        try:
            task()
        except (UserError, OSError) as error:
            self.say(str(error), fault=True)
        else:
            self.say(words)

    def do_copy(self) -> None:
        """Send the solution to the clipboard."""
        self.lifesat.copy_text(self._text)

    def do_print(self) -> None:
        """Keep the solution until the application ends, or not."""
        text = self._text
        if text in self.lifesat.to_print:
            self.lifesat.to_print.remove(text)
            self.say("will not be printed")
        else:
            self.lifesat.to_print.append(text)
            self.say("will be printed when the application ends")
