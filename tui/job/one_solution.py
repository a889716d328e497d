"""Actions on one solution of a job: play, save, copy, print and mark it."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.jobs.job import Job

from ..kinds.registry import display_of
from ..shared.file_names import free_path
from ..shared.screen import Result
from .favourites import favourites, mark
from .playing import Player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lifesat.queries.events import Solutions

    from ..board.pictures import Picture


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
        self.save_text("Save the solution", name, self._text)

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
