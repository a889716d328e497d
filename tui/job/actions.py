"""The actions on a job, which the list and the screens of a job share; exports of what it found."""

import shlex
from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from lifesat.errors import UserError
from lifesat.formats import write_file, write_text
from lifesat.formats.registry import IMAGES, format_of_name
from lifesat.frontends.output.event_files import csv_lines, forms_of, solution_files
from lifesat.frontends.output.files import Output, open_pattern
from lifesat.frontends.output.job_details import job_details
from lifesat.frontends.output.marginals import marginals_file
from lifesat.jobs.follow import found, solutions_of
from lifesat.jobs.job import Job
from lifesat.jobs.listing import BadJob
from lifesat.jobs.summary import Summary
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.problem import Problem
from lifesat.queries.events import Solutions

from ..form.draft import draft_of, free_name
from ..form.screen import New
from ..shared.actions import those_met
from ..shared.file_names import file_error, file_path, free_path
from ..shared.progress_text import counted, state_label
from ..shared.screen import Base, Confirm, Page, Part, Result
from .solutions import Index, View

MANY = 10_000
"""Deleting a job with this many solutions requires that the user enters its name."""


def met_needs(summary: Summary | None, silent: int) -> set[str]:
    """Return the preconditions of actions that a job meets, none without a job.

    `silent` is for how many seconds its process has not responded; 0 if it responds.
    """
    if summary is None:
        return set()
    at_work = summary.process is not None
    conditions = {
        "at work": at_work,
        "pausable": at_work,
        "idle": not at_work,
        "unfinished": not summary.nothing_left,
        "resting": silent or _can_resume(summary),
        "found": summary.solutions,
        "result": summary.progress.found or summary.answer,
    }
    return {"job", "jobs"} | those_met(conditions)


def _can_resume(summary: Summary) -> bool:
    """Return whether a job is paused, or has ended before its limit and can be resumed."""
    return summary.state == "paused" or _ended(summary, "stopped", "failed", "killed")


def _ended(summary: Summary, *states: str) -> bool:
    """Return whether a job has ended in one of some states, before its limit."""
    at_rest = summary.process is None and summary.progress.found != summary.limit
    return at_rest and summary.state in states


class JobView(Base[Result]):
    """A screen with actions on a job."""

    @abstractmethod
    def chosen(self) -> Summary | None:
        """Return the job that the actions apply to, or None."""

    @abstractmethod
    def silent(self) -> int:
        """Return for how many seconds its process has not responded; 0 if it responds."""

    def shown_solutions(self) -> tuple[View, str]:
        """Return the order and filter of the solutions, and in words which they are, "" for all."""
        return View(), ""

    def save_text(self, what: str, name: str, text: str) -> None:
        """Ask for a file and write a text to it."""

        def write(path: str, force: bool) -> None:
            write_file(file_path(path), text, force=force)
            self.say(f"saved as {path}")

        self.ask_file(what, name, write)

    def ask_file(
        self,
        what: str,
        name: str,
        write: Callable[[str, bool], None],
        about: str = "",
        check: Callable[[str], str] = file_error,
    ) -> None:
        """Ask for a file and write it; ask again before one is replaced.

        `what` is an order, such as "Write the answer", and `about` adds sentences. `write` takes
        the name and whether it may replace a file. `check` returns an error message for a name, or
        "".
        """

        def answered(path: str) -> None:
            def replaced(answer: bool | None) -> None:
                if answer:
                    self.attempt(write, path, True)
                else:
                    self.ask_file(what, path, write, about, check)

            if file_path(path).is_file():
                self.app.push_screen(Confirm(f"{path} exists. Replace it?"), replaced)
            else:
                write(path, False)

        question = " ".join(filter(None, (f"{what} to this file in {Path.cwd()}.", about)))
        self.ask(question, name, check, answered)


class JobActions(Part[JobView[Any]]):
    """Pause, resume, stop, limit, export, duplicate, delete, and the details."""

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the job meets."""
        return met_needs(self.screen.chosen(), self.screen.silent())

    def instead(self, name: str) -> str:
        """Resume a search that was stopped with the key for a pause."""
        summary = self.screen.chosen()
        stopped = summary is not None and _ended(summary, "stopped")
        return "resume" if name == "pause" and stopped else name

    def declined(self, name: str) -> str:
        """Return that the job is finished, if so."""
        summary = self.screen.chosen()
        return summary.nothing_left if summary and name in ("resume", "limit") else ""

    @property
    def _summary(self) -> Summary:
        """The job, which every action here needs."""
        return cast("Summary", self.screen.chosen())

    def _begin(
        self,
        doing: str,
        task: Callable[[Job], object],
        done: str = "",
        asked: Summary | None = None,
    ) -> None:
        """Show a message with the job's name, and run a task with the job in a thread.

        `done` follows the name in the message at the end; if it is "", the task returns a message.
        After a dialog, `asked` is the job that it was about, since the cursor may have moved.
        """
        name = (asked or self._summary).name

        def run() -> str:
            said = task(Job(name))
            return f"{name} {done}" if done else str(said)

        self.screen.say(doing.format(name))
        self.screen.lifesat.begin(run)

    def state_seen(self, before: Summary | None, now: Summary) -> None:
        """Remove a message about the job, such as that it will pause, once its state changes."""
        if before is not None and before.state != now.state:
            self.screen.unsay_about(now.name)

    def do_pause(self) -> None:
        """Pause or continue the search."""
        if self._summary.state == "paused":
            self._begin("continuing {} …", lambda job: job.request("work"), "continues")
        else:
            self._begin("pausing {} …", lambda job: job.request("pause"), "will pause shortly")

    def do_resume(self) -> None:
        """Resume the job, or replace a process that does not respond."""
        if self.screen.silent():
            self.restart()
        else:
            self._begin("resuming {} …", Job.resume, "continues")

    def restart(self) -> None:
        """Kill a process that does not respond and start another."""
        done = "did not respond; it continues in a new process"
        self._begin("restarting {} …", _restart, done)

    def do_stop(self) -> None:
        """Stop the process."""
        self._begin("stopping {} …", Job.stop, "has stopped")

    def do_limit(self) -> None:
        """Ask for another limit and continue the job with it."""
        summary = self._summary
        if summary.shape != "solutions" or summary.goal is not None:
            self._continue_without_limit(summary)
            return
        now = "" if summary.limit is None else str(summary.limit)

        def change(text: str) -> None:
            limit = int(text) if text else None
            words = "changing the limit of {} …"
            self._begin(words, lambda job: _limit(job, limit), asked=summary)

        question = (
            f"New limit on the number of solutions ({summary.progress.found:,} found; empty: none):"
        )
        self.screen.ask(question, now, lambda text: _limit_error(text, summary), change)

    def _continue_without_limit(self, summary: Summary) -> None:
        """Continue after a time limit, the only limit of a search that lists nothing."""
        if summary.state == "time_limit":
            self._begin("continuing {} without a time limit …", lambda job: _limit(job, None))
        else:
            words = "this search has no limit on the number of solutions"
            self.screen.decline("limit", words, error=True)

    def do_export(self) -> None:
        """Ask for a file or a folder and write all solutions, or those that a filter shows."""
        summary = self._summary
        view, which = self.screen.shown_solutions()

        def write(path: str, force: bool) -> None:
            words = f"writing {path} …"
            self._begin(words, lambda job: export(job, path, view, force=force), asked=summary)

        if summary.in_words:
            name = free_path(summary.name, ".txt")
            self.screen.ask_file("Write the answer", name, write)
            return
        if summary.settled:
            name = free_path(f"{summary.name}-forced", ".rle")
            about = "The extension selects the format, such as .rle or .cells."
            self.screen.ask_file("Write the forced cells", name, write, about)
            return
        problem = Job(summary.name).problem()
        every = (
            f"all {counted(summary.progress.found, 'solution')}"
            if summary.progress.found > 1
            else "the only solution"
        )
        stem = f"{summary.name}-{problem.nouns.replace(' ', '-')}"
        name = free_path(stem, problem.forms[problem.first_form])
        self.screen.ask_file(
            f"Write {which or every}", name, write, _formats_words(problem), check=_path_error
        )

    def do_duplicate(self) -> None:
        """Open the form with the search of the job."""
        summary = self._summary
        job = Job(summary.name)
        draft = draft_of(free_name(job.name), job.query(), job.options())
        self.screen.app.push_screen(New(draft))

    def do_delete(self) -> None:
        """Ask for confirmation and delete the job."""
        summary = self._summary
        name = summary.name
        self.ask_to_delete(
            f"the job {name} and its {_found(summary)}",
            summary.progress.found,
            (name, "its name", f"{name}, or press {self.screen.key_labels['leave']}"),
            lambda: self._begin("deleting {} …", self._delete, asked=summary),
        )

    def ask_to_delete(
        self, what: str, solutions: int, typed: tuple[str, str, str], delete: Callable[[], object]
    ) -> None:
        """Ask for confirmation; with many solutions, the user has to enter a text.

        `typed` is that text, what it is, and what to enter instead of another one.
        """
        text, wanted, hint = typed
        if solutions < MANY:
            self.screen.confirm(f"Delete {what}?", delete)
        else:
            question = f"To delete {what}, enter {wanted}:"
            error = f"enter {hint}"
            self.screen.ask(question, "", lambda t: "" if t == text else error, lambda _: delete())

    def delete_bad(self, bad: BadJob) -> None:
        """Ask whether to delete a folder that cannot be read as a job."""

        def delete() -> str:
            self.screen.lifesat.trash.take(bad.folder or bad.name)
            return f"deleted {bad.name}; {self.screen.key_labels['undo']} restores it"

        question = f"Delete {bad.name}, which cannot be read as a job?"
        self.screen.confirm(question, lambda: self.screen.lifesat.begin(delete))

    def _delete(self, job: Job) -> str:
        self.screen.lifesat.trash.take(job.name)
        return (
            f"deleted {job.name}; {self.screen.key_labels['undo']} in the list of jobs restores it"
        )

    def do_details(self) -> None:
        """Show all details of the job."""
        summary = self._summary
        text = _details(Job(summary.name), summary)
        self.screen.app.push_screen(Page(f"lifesat · {summary.name}", text, "details"))


def _restart(job: Job) -> None:
    job.kill()
    job.start()


def _limit(job: Job, limit: int | None) -> str:
    if job.at_work():
        job.stop()
    options = replace(job.options(), limit=limit)
    if options.time_limit is not None and job.summary().progress.seconds > options.time_limit:
        # The time limit has expired, but the user wants to continue.
        options = replace(options, time_limit=None)
    job.change(options)
    job.resume()
    return f"{job.name} continues with {'no limit' if limit is None else f'the limit {limit:,}'}"


def _limit_error(text: str, summary: Summary) -> str:
    if not text:
        return ""
    if not text.isdecimal() or len(text) > 12:
        return f"invalid limit {text!r}: enter a whole number, or nothing"
    if int(text) <= summary.progress.found:
        return f"the limit must be larger than {summary.progress.found:,}, the number found already"
    return ""


def _formats_words(problem: Problem) -> str:
    """Return how the name of a file selects its format."""
    table = "With the extension .csv it is a table"
    if isinstance(problem, LifeProblem):
        table = (
            "The extension selects the format, such as .rle, .cells or .png; .csv writes a table"
        )
    return f"{table}; a name that ends in / is a folder with one file each."


def _path_error(text: str) -> str:
    if not text:
        return "enter the name of a file or a folder"
    try:
        path = file_path(text)
    except UserError as error:
        return str(error)
    return "" if path.parent.exists() else f"the folder {path.parent} does not exist"


def _found(summary: Summary) -> str:
    if summary.in_words:
        return "answer"
    return "forced cells" if summary.settled else counted(summary.progress.found, "solution")


def _details(job: Job, summary: Summary) -> str:
    """Return all details of a job, how to follow it in a shell, and the end of its log."""
    rows = job_details(job, summary)
    # In the words of the list.
    rows["state"] = state_label(summary)[1]
    rows["in a shell"] = f"lifesat jobs follow {shlex.quote(job.name)}"
    width = max(map(len, rows))
    lines = [f"{name:<{width}}  {value}" for name, value in rows.items()]
    log = job.log.read_text("locale", "replace").splitlines() if job.log.exists() else []
    if log:
        lines += ["", f"the end of {job.log}:", ""]
        lines += [f"  {line}" for line in log[-40:]]
    return "\n".join(lines)


def export(job: Job, text: str, view: View | None = None, *, force: bool = False) -> str:
    """Write what a job has found to a file or a folder, and return what was written in words.

    The extension selects the format; a name that ends in a slash is a folder. Without a view, all
    solutions are written in the order in which they were found.
    """
    path = str(file_path(text)) + ("/" if text.endswith("/") else "")
    summary = job.summary()
    if summary.in_words:
        return _export_answer(job, path, text, force=force)
    if summary.shape == "cells":
        return _export_cells(job, path, text, force=force)
    if path.endswith(".csv"):
        writer = csv_lines(Output(path, force))
    else:
        form, problem = format_of_name(path), job.problem()
        form = form if form in forms_of(problem) else None
        writer = solution_files(Output(path, force, form), problem)
    written = 0
    with writer as write:
        for solutions in found(job) if view is None or view.plain else _viewed(job, view):
            write(solutions)
            written += len(solutions.boards)
    return f"wrote {counted(written, 'solution')} to {text}"


def _viewed(job: Job, view: View) -> Iterator[Solutions]:
    """Yield the solutions in a view, in its order, each with its own number."""
    problem, index = job.problem(), Index()
    with job.journal() as journal:
        while index.extend(journal, problem):
            pass
        for number in index.numbers(view).tolist():
            yield solutions_of(problem, journal.solutions(number - 1, 1))


def _export_answer(job: Job, path: str, text: str, *, force: bool) -> str:
    query, known = job.query(), job.known()
    answer = query.text(known.state)
    if not answer:
        raise UserError(f"the job {job.name!r} has no answer to write")
    if query.shape == "probabilities":
        with marginals_file(Output(path, force)) as write:
            write(known)
    else:
        write_file(path, answer, force=force)
    return f"wrote the answer to {text}"


def _export_cells(job: Job, path: str, text: str, *, force: bool) -> str:
    query, state = job.query(), job.known().state
    pattern, partial = query.pattern(state), query.partial(state)
    if pattern is None or partial is None:
        raise UserError(f"no {job.problem().noun} is known yet, so there are no cells to write")
    form = format_of_name(path) or "rle"
    if form in IMAGES:
        with open_pattern(Output(path, force, form)) as draw:
            draw(pattern)
    else:
        write_file(path, write_text(pattern, form), force=force)
    return f"wrote {text}: {partial.titles[0]}"
