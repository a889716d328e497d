"""The application: its screens, its settings, and what ends it."""

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
from lifesat.jobs.job import Job

from .clipboard import copy
from .messages import JobsListed, TaskEnded
from .palette import Actions
from .plain import PlainFilter, knows_utf_8
from .runner import JobsWatch
from .screens.base import Base
from .screens.job import JobScreen
from .screens.jobs import Jobs
from .settings import Settings

# A terminal that went away without a signal is noticed after this time.
_LOOK_SECONDS = 2.0


class LifesatApp(App[None]):
    """The terminal application.

    Parameters
    ----------
    settings
        What the user has chosen.
    job
        The name of the job to show at first, or None for the list.
    utf_8
        Whether the terminal shows more than ASCII; found out if None.

    Attributes
    ----------
    to_print
        What is to be printed when the application has ended.
    pictures
        How boards are drawn now, a key of `lifesat_tui.pictures.STYLES`.
    failure
        Why the application could not begin, or None.
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
        self._plain = PlainFilter(enabled=not (knows_utf_8() if utf_8 is None else utf_8))
        super().__init__()
        # It passes on the number of sys.stderr, and while the application runs that has none.
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
        """Return what lines pass through on their way to the terminal."""
        filters = super().get_line_filters()
        if self.no_color:
            # Textual decides before it knows the theme, and then makes colours grey.
            filters = [NoColor(), *(f for f in filters if not isinstance(f, Monochrome))]
        return [*filters, *([self._plain] if self._plain.enabled else [])]

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield what the palette offers besides the actions."""
        for entry in super().get_system_commands(screen):
            if entry.title in ("Theme", "Screenshot"):
                yield entry

    def on_mount(self) -> None:
        """Show the list, and the job that was asked for upon it."""
        if self.settings.theme not in self.available_themes:
            known = ", ".join(sorted(self.available_themes))
            self._fail(UserError(f"there is no theme {self.settings.theme!r}; there are {known}"))
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
        self.set_interval(_LOOK_SECONDS, self._end_without_terminal)

    def _fail(self, failure: UserError) -> None:
        self.failure = failure
        self.exit()

    def on_unmount(self) -> None:
        """End what runs beside."""
        self._watch.end()

    def _end_without_terminal(self) -> None:
        """End as a lost terminal would: reading from one that is gone would take a whole core."""
        if self.is_headless or not hasattr(select, "poll"):
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

    def look_now(self) -> None:
        """Read the list of jobs without delay."""
        self._watch.look_now()

    def on_jobs_listed(self, message: JobsListed) -> None:
        """Pass the list on, seen or not."""
        self._jobs.on_jobs_listed(message)

    # ---------------------------------------------------------------- tasks

    def begin(self, task: Callable[[], str], then: Callable[[], None] | None = None) -> None:
        """Do something that may take seconds in a thread, and say what became of it.

        Parameters
        ----------
        task
            Returns the sentence to say.
        then
            Called on success.
        """

        def run() -> None:
            try:
                self.post_message(TaskEnded(task(), then=then))
            except (UserError, OSError) as error:
                self.post_message(TaskEnded(str(error), failed=True))

        self.run_worker(run, thread=True)

    def on_task_ended(self, message: TaskEnded) -> None:
        """Say what became of a task."""
        if message.then is not None:
            message.then()
        self.say_later(message.text, fault=message.failed)
        self.look_now()

    def say_later(self, sentence: str, *, fault: bool = True) -> None:
        """Say something on the screen that is in front when this is done."""

        def say() -> None:
            if isinstance(self.screen, Base) and self.screen.is_mounted:
                self.screen.say(sentence, fault=fault)

        self.call_later(say)

    # ---------------------------------------------------------------- clipboard

    def copy_text(self, text: str) -> None:
        """Send a text to the clipboard, and say what became of it."""

        def task() -> str:
            sent, words = copy(text, self._write_to_terminal)
            if not sent:
                raise UserError(f"not copied: {words}")
            return words

        self.begin(task)

    def copy_to_clipboard(self, text: str) -> None:
        """Copy what was selected in a field."""
        self.copy_text(text)

    def _write_to_terminal(self, text: str) -> None:
        if self._driver is not None:
            self._driver.write(text)
