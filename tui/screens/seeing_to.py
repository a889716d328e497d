"""What can be done to a job, on the list as on its own screen."""

import shlex
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from lifesat.cli.jobs import clock
from lifesat.cli.output import csv_lines, solution_files
from lifesat.errors import UserError
from lifesat.formats.registry import format_of_name
from lifesat.jobs.follow import found
from lifesat.jobs.job import Job, State, Summary
from lifesat.problems.population import Goal

from ..draft import draft_of, free_name
from .base import Base, Result
from .dialogs import Ask, Confirm, Page


def holds_of(summary: Summary | None, silent: int) -> set[str]:
    """Return what holds of a job, of the needs that actions may have.

    Parameters
    ----------
    summary
        The job, or None if there is none.
    silent
        For how many seconds its process has given no sign of life, 0 if it is well.
    """
    if summary is None:
        return set()
    at_work = summary.process is not None
    holds = {"job", "at work" if at_work else "idle"}
    if summary.state not in ("complete", "none"):
        holds.add("unfinished")
    if silent or _can_go_on(summary):
        holds.add("resting")
    if summary.found:
        holds.add("found")
    return holds


def _can_go_on(summary: Summary) -> bool:
    """Whether a job rests, and has more to find within its limit."""
    if summary.state == "paused":
        return True
    ended = summary.process is None and summary.state in ("stopped", "failed", "killed")
    return ended and summary.found != summary.limit


class SeeingTo(Base[Result]):
    """Pause, resume, stop, limit, export, duplicate, delete, and the details."""

    @abstractmethod
    def chosen(self) -> Summary | None:
        """Return the job that is meant."""

    @abstractmethod
    def silent(self) -> int:
        """Return for how many seconds its process has given no sign of life, 0 if it is well."""

    def holds(self) -> set[str]:
        """Return what holds of the job."""
        return holds_of(self.chosen(), self.silent())

    def _begin(self, words: str, task: Callable[[Job], str]) -> None:
        """Do something to the job in a thread, and say so at once."""
        summary = self.chosen()
        if summary is not None:
            name = summary.name
            self.say(words.format(name))
            self.lifesat.begin(lambda: task(Job(name)))

    def do_pause(self) -> None:
        """Let the search rest, or go on."""
        summary = self.chosen()
        if summary is not None and summary.state == "paused":
            self._begin("{} goes on …", _request("work", "goes on"))
        else:
            self._begin("{} is asked to pause …", _request("pause", "rests as soon as it can"))

    def do_resume(self) -> None:
        """Go on, instead of a process that does not answer if there is one."""
        if self.silent():
            self.restart()
        else:
            self._begin("{} is started …", _resume)

    def restart(self) -> None:
        """Kill a process that does not answer, and go on with another."""
        self._begin("{} is started anew …", _restart)

    def do_stop(self) -> None:
        """End the process."""
        self._begin("{} is asked to stop …", _stop)

    def do_limit(self) -> None:
        """Ask for another limit, with which the job goes on."""
        summary = self.chosen()
        if summary is None:
            return
        if summary.goal is not None:
            self._go_on_to(summary.goal, summary.state)
            return
        now = "" if summary.limit is None else str(summary.limit)

        def answered(text: str | None) -> None:
            if text is not None:
                limit = int(text) if text else None
                self._begin("{} goes on with another limit …", lambda job: _limit(job, limit))

        question = f"How many solutions in all? Empty for all; {summary.found:,} are found."
        self.app.push_screen(Ask(question, now, lambda text: _limit_fault(text, summary)), answered)

    def _go_on_to(self, goal: Goal, state: State) -> None:
        """Go on after a time limit until the best is known, for which there is no other limit."""
        if state == "limit":
            self._begin("{} goes on without a limit …", lambda job: _limit(job, None))
        else:
            self.say(f"one with the {goal} live cells is sought; a limit is for lists", fault=True)

    def do_export(self) -> None:
        """Ask where to, and write all solutions."""
        summary = self.chosen()
        if summary is None:
            return

        def answered(text: str | None) -> None:
            if text:
                self._begin(f"writing {text} …", lambda job: _export(job, text))

        question = (
            "Write all solutions to which file? .rle, .cells and others by the name's ending; "
            ".csv for numbers; a name that ends in / is a folder with a file for each."
        )
        self.app.push_screen(Ask(question, f"{summary.name}.rle", _path_fault), answered)

    def do_duplicate(self) -> None:
        """Open the form with the job's search."""
        from .new import New

        summary = self.chosen()
        if summary is None:
            return
        try:
            job = Job(summary.name)
            draft = draft_of(free_name(job.name), job.problem(), job.options())
        except UserError as error:
            self.say(str(error), fault=True)
            return
        self.app.push_screen(New(draft))

    def do_delete(self) -> None:
        """Ask, and remove the job."""
        summary = self.chosen()
        if summary is None:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._begin("{} is deleted …", _delete)

        question = f"Delete the job {summary.name} and the {_solutions(summary.found)} it found?"
        self.app.push_screen(Confirm(question), answered)

    def do_details(self) -> None:
        """Show everything about the job."""
        summary = self.chosen()
        if summary is None:
            return
        try:
            text = _details(Job(summary.name), summary)
        except UserError as error:
            self.say(str(error), fault=True)
            return
        self.app.push_screen(Page(f"lifesat · {summary.name}", text))


def _request(request: Any, words: str) -> Callable[[Job], str]:
    def ask(job: Job) -> str:
        job.request(request)
        return f"{job.name} {words}"

    return ask


def _resume(job: Job) -> str:
    job.resume()
    return f"{job.name} goes on"


def _restart(job: Job) -> str:
    job.kill()
    job.start()
    return f"{job.name} did not answer; it goes on with another process"


def _stop(job: Job) -> str:
    job.stop()
    return f"{job.name} has stopped"


def _limit(job: Job, limit: int | None) -> str:
    if job.at_work():
        job.stop()
    options = replace(job.options(), limit=limit)
    if options.seconds is not None and job.summary().seconds > options.seconds:
        options = replace(options, seconds=None)  # that time is over, and it is to go on
    job.change(options)
    job.resume()
    return f"{job.name} goes on, with {'no limit' if limit is None else f'the limit {limit:,}'}"


def _limit_fault(text: str, summary: Summary) -> str:
    if not text:
        return ""
    if not text.isdecimal() or len(text) > 12:
        return f"{text!r} is no limit: a whole number, or nothing"
    if int(text) <= summary.found:
        return f"{summary.found:,} are found already; the limit must be larger"
    return ""


def _path_fault(text: str) -> str:
    if not text:
        return "give the name of a file or a folder"
    path = Path(text).expanduser()
    if path.exists() and not path.is_dir():
        return f"{text} exists; give another name"
    return "" if path.parent.exists() else f"there is no folder {path.parent}"


def _export(job: Job, text: str) -> str:
    path = str(Path(text).expanduser()) + ("/" if text.endswith("/") else "")
    if path.endswith(".csv"):
        writer = csv_lines(path, force=False)
    else:
        form, problem = format_of_name(path), job.problem()
        writer = solution_files(path, form if form in problem.forms else None, problem, force=False)
    written = 0
    with writer as write:
        for solutions in found(job):
            write(solutions)
            written += len(solutions.boards)
    return f"{_solutions(written)} {'is' if written == 1 else 'are'} in {text}"


def _solutions(number: int) -> str:
    return f"{number:,} solution{'' if number == 1 else 's'}"


def _delete(job: Job) -> str:
    job.remove()
    return f"{job.name} is deleted"


def _details(job: Job, summary: Summary) -> str:
    lines = [f"{name.replace('_', ' '):<14} {'' if value is None else value}"
             for name, value in asdict(summary).items()]  # fmt: skip
    lines.append(f"{'time':<14} {clock(summary.seconds)}")
    lines += [f"{'sought':<14} {job.problem().conditions()}", f"{'folder':<14} {job.folder}", ""]
    lines += [f"{'option ' + name.replace('_', ' '):<24} {'' if value is None else value}"
              for name, value in asdict(job.options()).items()]  # fmt: skip
    log = job.log.read_text(errors="replace").splitlines() if job.log.exists() else []
    lines += ["", f"the end of {job.log}:" if log else "its process said nothing", ""]
    lines += [f"  {line}" for line in log[-40:]]
    lines += ["", "to follow it without this application:", ""]
    lines.append(f"  lifesat jobs follow {shlex.quote(job.name)}")
    return "\n".join(lines)
