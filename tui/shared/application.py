"""The part of the application that screens use."""

from collections.abc import Callable
from typing import Protocol

from lifesat.jobs.trash import Trash

from .settings import Settings


class Application(Protocol):
    """The application as screens see it; `lifesat_tui.app` documents each part."""

    settings: Settings
    pictures: str
    to_print: list[str]
    trash: Trash

    def attach(self, name: str) -> None:
        """Show a job."""

    def best_rate(self) -> float:
        """Return how many solutions per second the fastest job has found."""

    def begin(self, task: Callable[[], str], then: Callable[[], None] | None = None) -> None:
        """Run a task in a thread and show its result."""

    def copy_text(self, text: str) -> None:
        """Copy a text to the clipboard."""

    def drop_characters(self) -> None:
        """Drop the characters that arrived with a key whose text field did not open."""

    def refresh_jobs(self) -> None:
        """Read the list of jobs now."""

    def say_later(self, sentence: str, *, error: bool = True) -> None:
        """Show a message on the screen that is in front after all pending events."""

    def show_page(self, heading: str, text: str, *opened_by: str) -> None:
        """Show a scrollable text, which the keys of the actions `opened_by` close."""
