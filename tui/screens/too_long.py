"""What to do instead of a list that takes too long: a sample, or the number only."""

from dataclasses import replace

from lifesat.jobs.summary import Summary
from lifesat.queries.solutions import ListSolutions

from ..costs import best_rate, cost
from ..draft import draft_about
from ..exact import has_exact_map
from ..progress_text import duration, size
from .wide import WideBrowsing

# The columns of the frame of the figures that are not for its text.
_FRAME = 6


class TooLong(WideBrowsing):
    """A screen of a job that says if its list takes too long, and offers other searches."""

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the job meets."""
        met = super().met_needs()
        return met | {"countable"} if has_exact_map(self.problem) else met

    def too_long_words(self, summary: Summary) -> str:
        """Return what to do instead of a list that takes too long; "" if it does not."""
        if summary.nothing_left or not has_exact_map(self.problem):
            return ""
        options = replace(self.job.options(), limit=summary.limit)
        per_second = best_rate([summary]) if summary.progress.found else self.lifesat.best_rate()
        known = cost(ListSolutions(self.problem), options, summary.progress.total, per_second)
        if known is None or not known.large:
            return ""
        keys = self.key_labels
        ways = f"{keys['sample']} sample 1,000  {keys['count_only']} count only"
        costs = f"too long to list, at least {duration(known.seconds)} and {size(known.bytes)}"
        words = f"{costs}: {ways}  {keys['limit']} limit"
        fits = len(words) <= self.app.size.width - _FRAME
        return words if fits else f"too long to list: {ways}"

    def do_sample(self) -> None:
        """Draw predecessors of the same target at random, as a job of its own."""
        self._start_about("sample")

    def do_count_only(self) -> None:
        """Count the predecessors of the same target, as a job of its own."""
        self._start_about("count")

    def _start_about(self, kind: str) -> None:
        from .new import New

        problem = self.problem
        draft = draft_about(kind, self.job.name, problem) if has_exact_map(problem) else None
        if draft is not None:
            if self.job.options().up_to_symmetry:
                draft = draft.changed("up_to_symmetry", "yes")
            self.app.push_screen(New(draft, "start"))
