"""The list of deleted jobs."""

import time
from datetime import datetime
from typing import ClassVar

from textual.binding import BindingType

from lifesat.jobs.trash import KEPT_SECONDS, Deleted, deleted_jobs
from lifesat.system.printing import printable

from ..shared.keys import bindings
from ..shared.picker import Picker
from ..shared.progress_text import duration


class DeletedJobs(Picker[Deleted]):
    """The deleted jobs that are still kept, latest first; the result is one to restore."""

    scope = "deleted"
    BINDINGS: ClassVar[list[BindingType]] = bindings("deleted")
    prompt = "type to filter by name"
    nothing = "no deleted job matches"
    pictured = False

    def __init__(self) -> None:
        super().__init__()
        self._kept = deleted_jobs()
        self._shown: list[Deleted] | None = None
        if not self._kept:
            self.nothing = "no job was deleted in the last seven days"

    def on_mount(self) -> None:
        """Show all deleted jobs."""
        super().on_mount()
        self.laid_out()
        self.refilter()

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title("lifesat · deleted jobs")

    def refilter(self) -> None:
        """Show the jobs whose names have all words of the filter."""
        words = self.typed.lower().split()
        shown = [each for each in self._kept if all(word in each.name.lower() for word in words)]
        if shown != self._shown:
            self._shown = shown
            self.menu.show([_row(each) for each in shown])
            self.describe()

    @property
    def chosen(self) -> Deleted | None:
        """The job under the cursor."""
        return self._shown[self.menu.place] if self._shown else None

    def describe(self) -> None:
        """Show how long the job is kept."""
        if self.chosen is None:
            self._write("#about", "")
            return
        left = max(0.0, KEPT_SECONDS - (time.time_ns() - self.chosen.time) / 1e9)
        choose = self.key_labels["choose"]
        words = f"{choose} restores {printable(self.chosen.name)}; it is kept for {duration(left)}"
        self._write("#about", words)

    def do_choose(self) -> None:
        """Restore the job under the cursor."""
        self.refilter()
        if self.chosen is not None:
            self.dismiss(self.chosen)


def _row(deleted: Deleted) -> str:
    when = datetime.fromtimestamp(deleted.time / 1e9)
    return f"{when:%Y-%m-%d %H:%M}  {deleted.name}"
