"""The list of deleted jobs."""

import time
from datetime import datetime
from typing import ClassVar

from textual.binding import BindingType

from lifesat.jobs.trash import KEPT_SECONDS, Deleted, deleted_jobs
from lifesat.system.printing import printable

from ..shared.keys import bindings
from ..shared.picker import Picker, has_words
from ..shared.progress_text import duration


class DeletedJobs(Picker[Deleted, Deleted]):
    """The deleted jobs that are still kept, latest first; the result is one to restore."""

    scope = "deleted"
    BINDINGS: ClassVar[list[BindingType]] = bindings("deleted")
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
