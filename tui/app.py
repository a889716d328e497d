"""The application, which owns the screens and the settings."""

import os
import select
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import resource_tracker
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key, Paste
from textual.filter import ANSIToTruecolor, LineFilter, Monochrome, NoColor
from textual.message import Message
from textual.theme import Theme
from textual.widgets import Input, TextArea

from lifesat.errors import UserError
from lifesat.formats import write_file
from lifesat.jobs.job import Job, NothingLeftError
from lifesat.jobs.paths import is_job_name
from lifesat.jobs.trash import Trash, purge
from lifesat.system.processes import safe_path

from .form.costs import best_rate
from .form.recognise import draft_of_file, is_text_of_a_search
from .form.screen import New
from .job.screen import job_screen
from .jobs.screen import Jobs
from .jobs.watch import JobsWatch
from .shared import terminal
from .shared.actions import ASKING, of
from .shared.file_names import file_named, free_path
from .shared.in_order import InOrder
from .shared.picker import Entry, Palette
from .shared.screen import Base, too_small
from .shared.settings import Settings, remember

# How often to check whether the terminal has gone away without a signal.
_POLL_SECONDS = 2.0
# Keys wait at most this long for a task, such as a deletion; a long export does not hold them.
_TASK_SECONDS = 1.0
# Nobody types this many characters at once, except by holding down a few keys. Shorter text counts
# as pasted only if it is a pattern.
_LONG_TEXT = 16
_SHORT_TEXT = 5
_HELD_KEYS = 3
# Recognising longer text takes too long.
_TYPED_BY_NOBODY = 10_000
# The keys that work in a terminal that is too small, besides those that quit.
_WAYS_OUT = frozenset({"escape", "ctrl+c", "ctrl+q", "ctrl+z"})


@dataclass
class TaskEnded(Message):
    """A task of the user has succeeded or failed."""

    # The message to show.
    text: str
    failed: bool = False
    # Called in the thread of the screens.
    then: Callable[[], None] | None = None


class LifesatApp(InOrder[None]):
    """The terminal application.

    It first shows the job named `begin`, the form with the file of that name, or else the list. If
    `utf_8` is None, the locale says whether the terminal supports UTF-8.
    """

    CSS_PATH = "lifesat.tcss"
    TITLE = "lifesat"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend_process", "suspend", show=False),
    ]

    def __init__(
        self, settings: Settings, begin: str | None = None, *, utf_8: bool | None = None
    ) -> None:
        self._plain = terminal.PlainFilter(
            enabled=not (terminal.supports_utf_8() if utf_8 is None else utf_8)
        )
        self._printed = terminal.PrintableFilter()
        super().__init__()
        # The tracker inherits the descriptor of sys.stderr, which Textual replaces by an object
        # without one. Windows has no tracker.
        if sys.platform != "win32":
            with safe_path():
                resource_tracker.ensure_running()
        self.settings = settings
        # Texts to print after the application has ended.
        self.to_print: list[str] = []
        # The current style of boards, a key of `lifesat_tui.board.pictures.STYLES`.
        self.pictures = "ascii" if self._plain.enabled else settings.pictures
        # Why the application could not start.
        self.failure: UserError | None = None
        # The jobs deleted since the application was started.
        self.trash = Trash()
        self._first = begin
        self._tasks = 0
        self._last_task = 0.0
        self._jobs = Jobs(settings.order, preview=settings.preview, animation=settings.animation)
        self._watch = JobsWatch(self._jobs.post_message)
        for theme in terminal.THEMES:
            self.register_theme(theme)
        auto = terminal.suitable(self.console.color_system, os.environ)
        self._theme = auto if settings.theme == terminal.AUTO else settings.theme
        self.animation_level = "none"
        self.set_keymap({name: ",".join(keys) for name, keys in settings.keys.items()})

    def drops(self, event: Key | Paste) -> bool:
        """Return whether the terminal is too small to show the effect of a key or text."""
        if not too_small(*self.size):
            return False
        screen = self.screen
        quits = isinstance(screen, Base) and any(a.name == "quit" for a in of(screen.scope))
        keys = _WAYS_OUT.union(self.settings.keys["quit"] if quits else ())
        return isinstance(event, Paste) or event.key not in keys

    @property
    def holds_keys(self) -> bool:
        """Whether the next key has to wait for a task to end or for the screen."""
        if self._tasks and time.monotonic() < self._last_task + _TASK_SECONDS:
            return True
        return isinstance(self.screen, Base) and self.screen.holds_keys

    def is_pasted(self, text: str, key: str) -> bool:
        """Return whether characters that arrived in one piece are pasted text rather than keys.

        Keys that a slow connection delivers in one piece are few, begin with one that opens a text
        field, or go to such a field. A pattern or a puzzle is text even where its characters are
        keys.
        """
        focused, screen = self.focused, self.screen
        several = any(end in text.strip() for end in "\r\n")
        if isinstance(focused, TextArea):
            return len(text) >= _LONG_TEXT
        if len(text) < _SHORT_TEXT or (isinstance(focused, Input) and not several):
            return False
        if len(text) >= _TYPED_BY_NOBODY:
            return True
        if is_text_of_a_search(text, mistakes=len(text) >= _LONG_TEXT):
            return True
        keys = self.settings.keys
        asks = (
            isinstance(screen, Base)
            and not too_small(*self.size)
            and any(
                key in keys[action.name] for action in of(screen.scope) if action.name in ASKING
            )
        )
        few = len(text) < _LONG_TEXT or len(set(text)) <= _HELD_KEYS
        return not (isinstance(focused, Input) or asks or few)

    def get_line_filters(self) -> list[LineFilter]:
        """Return the filters for all lines that go to the terminal."""
        filters = super().get_line_filters()
        if self.no_color:
            # Textual chooses its filter before it knows the theme, and makes colours grey.
            grey = (ANSIToTruecolor, Monochrome)
            filters = [NoColor(), *(f for f in filters if not isinstance(f, grey))]
        return [*filters, self._printed, *([self._plain] if self._plain.enabled else [])]

    def action_command_palette(self) -> None:
        """Show the palette of actions and perform the one chosen, or close the palette."""
        screen = self.screen
        if isinstance(screen, Palette):
            screen.do_leave()
        elif isinstance(screen, Base):
            palette = Palette(screen, self.available_themes, self.theme)
            self.push_screen(palette, self._chosen_in_palette)

    def _chosen_in_palette(self, entry: Entry | None) -> None:
        screen = self.screen
        if entry is None or not isinstance(screen, Base):
            return
        if entry.action is not None:
            screen.action_press(entry.action.name)
        elif entry.theme:
            self.theme = entry.theme
        else:
            self.call_after_refresh(self._save_screen)

    def _save_screen(self) -> None:
        """Save a picture of the screen in the current folder."""
        name, picture = free_path("lifesat", ".svg"), self.export_screenshot()

        def save() -> str:
            write_file(Path(name), picture)
            return f"saved as {name}"

        self.begin(save)

    def on_mount(self) -> None:
        """Show the list, and on top of it the job or file that the user named."""
        if self._theme not in self.available_themes:
            known = ", ".join(sorted(self.available_themes))
            self._fail(UserError(f"unknown theme {self._theme!r}; the themes are {known}"))
            return
        self.theme = self._theme
        self.theme_changed_signal.subscribe(self, self._theme_chosen)
        self.push_screen(self._jobs)
        try:
            if self._first is not None:
                self._show_first(self._first)
        except UserError as error:
            self._fail(error)
            return
        self._watch.start()
        self.run_worker(purge, thread=True)
        self.set_interval(_POLL_SECONDS, self._end_without_terminal)

    def _show_first(self, name: str) -> None:
        """Show the job of this name, or the form with the file; raise UserError without either."""
        try:
            self.push_screen(job_screen(Job(name)))
        except UserError as error:
            path = file_named(name)
            if path:
                self.push_screen(New(draft_of_file(path)))
            elif is_job_name(name):
                raise
            else:
                raise UserError(f"there is no job and no file {name!r}") from error
        else:
            self._jobs.follow(name)

    def _fail(self, failure: UserError) -> None:
        self.failure = failure
        self.exit()

    def on_unmount(self) -> None:
        """Stop the thread that reads the jobs."""
        self._watch.end()

    def _theme_chosen(self, theme: Theme) -> None:
        """Remember a theme that was chosen in the palette."""
        if theme.name == self._theme:
            return
        self._theme = theme.name
        try:
            remember("theme", theme.name)
        except (UserError, OSError) as error:
            self.say_later(f"the theme is not remembered: {error}")

    def action_help_quit(self) -> None:
        """Show which key quits; ctrl+c does so in other programs."""
        screen = self.screen
        if isinstance(screen, Base):
            listed = any(action.name == "quit" for action in of(screen.scope))
            key = screen.key_labels["quit"] if listed else "^q"
            screen.say(f"{key} quits the application; searches continue")

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
        self._jobs.follow(name)
        try:
            self.push_screen(job_screen(Job(name)))
        except UserError as error:
            self.say_later(str(error))

    def best_rate(self) -> float:
        """Return how many solutions per second the fastest job has found."""
        return best_rate(self._jobs.summaries())

    def refresh_jobs(self) -> None:
        """Read the list of jobs now."""
        self._watch.read_now()

    # ---------------------------------------------------------------- tasks

    def begin(self, task: Callable[[], str], then: Callable[[], None] | None = None) -> None:
        """Run a task in a thread and show the message that it returns; call `then` on success."""

        def run() -> None:
            try:
                self.post_message(TaskEnded(task(), then=then))
            except NothingLeftError as error:
                self.post_message(TaskEnded(str(error)))
            except UserError as error:
                self.post_message(TaskEnded(str(error), failed=True))
            except OSError as error:
                where = f"{error.filename}: " if error.filename else ""
                words = f"{where}{error.strerror or error}"
                self.post_message(TaskEnded(words, failed=True))

        self._tasks += 1
        self._last_task = time.monotonic()
        self.run_worker(run, thread=True)

    def on_task_ended(self, message: TaskEnded) -> None:
        """Show the result of a task."""
        self._tasks -= 1
        if message.then is not None:
            message.then()
        self.say_later(message.text, error=message.failed)
        self.refresh_jobs()

    def say_later(self, sentence: str, *, error: bool = True) -> None:
        """Show a message on the screen that is in front after all pending events."""

        def say() -> None:
            screen = self.screen
            if isinstance(screen, Base) and screen.is_mounted:
                screen.say(sentence, error=error)
                if not error:
                    # The result of a task may soon be out of date.
                    seconds = self.settings.message_seconds
                    self.set_timer(seconds, lambda: screen.unsay(sentence))

        self.call_later(say)

    # ---------------------------------------------------------------- clipboard

    def copy_text(self, text: str) -> None:
        """Copy a text to the clipboard and show the result."""

        def task() -> str:
            sent, words = terminal.copy(text, self._write_to_terminal)
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
