"""The application, which owns the screens and the settings."""

import os
import select
import signal
import sys
from collections.abc import Callable, Iterable
from multiprocessing import resource_tracker
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.command import Provider
from textual.filter import LineFilter, Monochrome, NoColor
from textual.screen import Screen
from textual.system_commands import SystemCommandsProvider

from lifesat.errors import UserError
from lifesat.jobs.job import Job, NothingLeftError
from lifesat.processes import safe_path

from .clipboard import copy
from .messages import JobsListed, TaskEnded
from .palette import Actions
from .plain import PlainFilter, PrintableFilter, supports_utf_8
from .runner import JobsWatch
from .screens.base import Base
from .screens.dialogs import Page
from .screens.job import JobScreen
from .screens.jobs import Jobs
from .settings import Settings

# How often to check whether the terminal has gone away without a signal.
_POLL_SECONDS = 2.0


class LifesatApp(App[None]):
    """The terminal application.

    Parameters
    ----------
    settings
        The user's settings.
    job
        The name of the job to show first, or None for the list.
    utf_8
        Whether the terminal supports UTF-8; None to read it from the locale.

    Attributes
    ----------
    to_print
        The texts to print after the application has ended.
    pictures
        The current style of boards, a key of `lifesat_tui.pictures.STYLES`.
    failure
        The reason why the application could not start, or None.
    """

    CSS_PATH = "lifesat.tcss"
    TITLE = "lifesat"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {
        Actions,
        SystemCommandsProvider,
    }

    def __init__(
        self, settings: Settings, job: str | None = None, *, utf_8: bool | None = None
    ) -> None:
        self._plain = PlainFilter(enabled=not (supports_utf_8() if utf_8 is None else utf_8))
        self._printed = PrintableFilter()
        super().__init__()
        # The tracker inherits the descriptor of sys.stderr, which Textual replaces by an object
        # without one. Windows has no tracker.
        if sys.platform != "win32":
            with safe_path():
                resource_tracker.ensure_running()
        self.settings = settings
        self.to_print: list[str] = []
        self.pictures = "ascii" if self._plain.enabled else settings.pictures
        self.failure: UserError | None = None
        self._first = job
        self._jobs = Jobs()
        self._watch = JobsWatch(self.post_message)
        self._later = ""
        self.animation_level = "none"
        self.set_keymap({name: ",".join(keys) for name, keys in settings.keys.items()})

    def get_line_filters(self) -> list[LineFilter]:
        """Return the filters for all lines that go to the terminal."""
        filters = super().get_line_filters()
        if self.no_color:
            # Textual chooses its filter before it knows the theme, and makes colours grey.
            filters = [NoColor(), *(f for f in filters if not isinstance(f, Monochrome))]
        return [*filters, self._printed, *([self._plain] if self._plain.enabled else [])]

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the entries of the palette that are not actions."""
        for entry in super().get_system_commands(screen):
            if entry.title in ("Theme", "Screenshot"):
                yield entry

    def on_mount(self) -> None:
        """Show the list, and on top of it the job that the user named."""
        if self.settings.theme not in self.available_themes:
            known = ", ".join(sorted(self.available_themes))
            self._fail(UserError(f"unknown theme {self.settings.theme!r}; the themes are {known}"))
            return
        self.theme = self.settings.theme
        self.push_screen(self._jobs)
        if self._first is not None:
            try:
                self.push_screen(JobScreen(Job(self._first)))
            except UserError as error:
                self._fail(error)
                return
        self._watch.start()
        self.set_interval(_POLL_SECONDS, self._end_without_terminal)

    def _fail(self, failure: UserError) -> None:
        self.failure = failure
        self.exit()

    def on_unmount(self) -> None:
        """Stop the thread that reads the jobs."""
        self._watch.end()

    def _end_without_terminal(self) -> None:
        """Raise SIGHUP if the terminal has gone away; reading from it would keep a core busy."""
        if self.is_headless or not (hasattr(select, "poll") and hasattr(signal, "SIGHUP")):
            return
        poll = select.poll()
        poll.register(sys.__stdin__.fileno() if sys.__stdin__ else 0, 0)
        if any(event & select.POLLHUP for _, event in poll.poll(0)):
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGHUP)

    # ---------------------------------------------------------------- jobs

    def attach(self, name: str) -> None:
        """Show a job."""
        try:
            self.push_screen(JobScreen(Job(name)))
        except UserError as error:
            self.say_later(str(error))

    def show_page(self, heading: str, text: str) -> None:
        """Show a scrollable text."""
        self.push_screen(Page(heading, text))

    def look_now(self) -> None:
        """Read the list of jobs without delay."""
        self._watch.look_now()

    def on_jobs_listed(self, message: JobsListed) -> None:
        """Pass the list to its screen, even if another screen is in front."""
        self._jobs.on_jobs_listed(message)

    # ---------------------------------------------------------------- tasks

    def begin(self, task: Callable[[], str], then: Callable[[], None] | None = None) -> None:
        """Run a task in a thread and show its result.

        Parameters
        ----------
        task
            Returns the message to show.
        then
            Called on success.
        """

        def run() -> None:
            try:
                self.post_message(TaskEnded(task(), then=then))
            except NothingLeftError as error:
                self.post_message(TaskEnded(str(error)))
            except (UserError, OSError) as error:
                self.post_message(TaskEnded(str(error), failed=True))

        self.run_worker(run, thread=True)

    def on_task_ended(self, message: TaskEnded) -> None:
        """Show the result of a task."""
        if message.then is not None:
            message.then()
        self.say_later(message.text, fault=message.failed)
        self.look_now()

    def say_later(self, sentence: str, *, fault: bool = True) -> None:
        """Show a message on the screen that is in front after all pending events."""

        def say() -> None:
            if isinstance(self.screen, Base) and self.screen.is_mounted:
                self.screen.say(sentence, fault=fault)

        self.call_later(say)

    # ---------------------------------------------------------------- clipboard

    def copy_text(self, text: str) -> None:
        """Copy a text to the clipboard and show the result."""

        def task() -> str:
            sent, words = copy(text, self._write_to_terminal)
            if not sent:
                raise UserError(f"not copied: {words}")
            return words

        self.begin(task)

    def copy_to_clipboard(self, text: str) -> None:
        """Copy the selected text of a field."""
        self.copy_text(text)

    def _write_to_terminal(self, text: str) -> None:
        if self._driver is not None:
            self._driver.write(text)
