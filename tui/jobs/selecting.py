"""Several jobs of the list, selected to be deleted, paused or stopped together."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.jobs.summary import Summary
from lifesat.jobs.trash import Deleted, Trash

from ..job.actions import JobActions, met_needs
from ..shared.progress_text import solutions_words
from ..shared.screen import Base
from .job_list import JobList

# The preconditions that one of the selected jobs is enough for.
_OF_SOME = frozenset({"idle", "at work", "pausable"})


class SelectedJobs(JobActions):
    """The actions on the selected jobs; without a selection, they act on the chosen one."""

    def __init__(
        self,
        screen: Base[Any],
        chosen: Callable[[], Summary | None],
        silent: Callable[[], int],
        summaries: Callable[[], Sequence[Summary]],
    ) -> None:
        super().__init__(screen, chosen, silent)
        # All jobs as they were read last.
        self._summaries = summaries

    def selected(self) -> list[Summary]:
        """Return the selected jobs."""
        names = {name for jobs in self.screen.query(JobList) for name in jobs.selected}
        return [summary for summary in self._summaries() if summary.name in names]

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the chosen or the selected jobs meet."""
        met, selected = super().met_needs(), self.selected()
        if not selected:
            return met
        some = set().union(*(met_needs(summary, 0) for summary in selected))
        return (met - _OF_SOME) | (some & _OF_SOME)

    def do_select(self) -> None:
        """Select or deselect the job, and go to the next one."""
        jobs = self.screen.query_one(JobList)
        jobs.select()
        jobs.move(1)
        self._say_selected()

    def select_none(self) -> None:
        """Deselect all jobs."""
        for jobs in self.screen.query(JobList):
            jobs.selected.clear()
            jobs.refresh()
        self.screen.say("no job is selected")

    def _say_selected(self) -> None:
        keys, many = self.screen.key_labels, len(self.selected())
        self.screen.say(
            f"{_jobs(many)} selected: {keys['delete']} deletes, {keys['pause']} pauses, "
            f"{keys['stop']} stops; {keys['show_all']} selects none"
            if many
            else "no job is selected"
        )

    def do_delete(self) -> None:
        """Ask for confirmation and delete the selected jobs, or the chosen one."""
        selected = self.selected()
        if not selected:
            super().do_delete()
            return
        many, solutions = len(selected), sum(summary.progress.found for summary in selected)
        what = f"the {_jobs(many)} that are selected and their {solutions_words(solutions)}"

        # All of them are restored together.
        group: list[Deleted] = []
        done = f"deleted; {self.screen.key_labels['undo']} restores"
        task = partial(_take, self.screen.lifesat.trash, group)
        self.ask_to_delete(
            what,
            solutions,
            (str(many), str(many), f"{many}, the number of jobs"),
            lambda: self._begin_all("deleting", done, selected, task),
        )

    def do_pause(self) -> None:
        """Pause or continue the selected jobs, or the chosen one."""
        pausable = [each for each in self.selected() if "pausable" in met_needs(each, 0)]
        if not pausable:
            super().do_pause()
        elif all(each.state == "paused" for each in pausable):
            self._begin_all("continuing", "continued", pausable, lambda job: job.request("work"))
        else:
            self._begin_all("pausing", "asked to pause", pausable, lambda job: job.request("pause"))

    def do_stop(self) -> None:
        """Stop the processes of the selected jobs, or of the chosen one."""
        at_work = [each for each in self.selected() if "at work" in met_needs(each, 0)]
        if at_work:
            self._begin_all("stopping", "stopped", at_work, Job.stop)
        else:
            super().do_stop()

    def _begin_all(
        self, doing: str, done: str, jobs: Sequence[Summary], task: Callable[[Job], None]
    ) -> None:
        """Run a task with several jobs in a thread, and report the errors."""

        def run() -> str:
            rejected = []
            for summary in jobs:
                try:
                    task(Job(summary.name))
                except UserError as error:
                    rejected.append(str(error))
            words = f"{_jobs(len(jobs) - len(rejected))} {done}"
            if rejected:
                raise UserError("; ".join([words, *rejected]))
            return words

        self.select_none()
        self.screen.say(f"{doing} {_jobs(len(jobs))} …")
        self.screen.lifesat.begin(run)


def _take(trash: Trash, group: list[Deleted], job: Job) -> None:
    trash.take(job.name, group)


def _jobs(number: int) -> str:
    return f"{number:,} job{'s' * (number != 1)}"
