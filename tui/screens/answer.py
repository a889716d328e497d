"""The screen that runs a command and shows its answer, for searches that are not jobs."""

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from lifesat.errors import UserError
from lifesat.formats import write_file
from lifesat.reporting import exit_codes
from lifesat.reporting.clock import clock

from ..actions import bindings
from ..commands import CommandRun
from ..draft import Checked, Draft
from ..messages import Answered
from .base import Base
from .dialogs import Ask, Confirm

_UPDATE_SECONDS = 1.0


class Answer(Base[None]):
    """A command that runs while its screen is open.

    Parameters
    ----------
    draft, checked
        The search.
    """

    scope = "answer"
    BINDINGS: ClassVar[list[BindingType]] = bindings("answer")
    AUTO_FOCUS = "#page"

    def __init__(self, draft: Draft, checked: Checked) -> None:
        super().__init__()
        self._draft, self._checked = draft, checked
        self._run: CommandRun | None = None
        self._answered: Answered | None = None
        self._ended = False

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the command meets."""
        if self._answered is None:
            return {"unanswered"}
        return {"answer"} if self._answered.answer else set()

    def contents(self) -> Iterable[Widget]:
        """Return the command line, its state and its answer."""
        yield Static(self._checked.command, id="command", markup=False)
        yield Static("", id="verdict", markup=False)
        with VerticalScroll(id="page"):
            yield Static("", id="answer", markup=False)

    def on_mount(self) -> None:
        """Run the command."""
        super().on_mount()
        self.set_title(f"lifesat · {self._draft.kind}")
        search, texts = self._draft.search, self._draft.texts
        words = search.words(texts, self._checked.subject)[1:]
        try:
            self._run = CommandRun(words, search.piped(texts), self.post_message)
        except OSError as error:
            self.say(str(error), fault=True)
            return
        self._run.start()
        self.set_interval(_UPDATE_SECONDS, self._show_time)
        self._show_time()

    def on_unmount(self) -> None:
        """Stop the command, since nobody would see its answer."""
        if self._run is not None:
            self._run.end()

    def _show_time(self) -> None:
        if self._answered is None and self._run is not None:
            time = clock(self._run.seconds)
            self._write("#verdict", f"▸ running for {time}; it stops if you leave this screen")

    def on_answered(self, message: Answered) -> None:
        """Show the answer and the messages of the command."""
        self._answered = message
        endings = {
            exit_codes.FOUND: "the answer",
            exit_codes.NONE: self._draft.search.negative,
            exit_codes.UNDECIDED: "time limit reached",
        }
        words = "stopped" if self._ended else endings.get(message.code, "no answer")
        sign = "✓" if message.code in endings else "■" if self._ended else "✗"
        self._write("#verdict", f"{sign} {words}, after {clock(message.seconds)}")
        self._write("#answer", f"{message.answer}\n{message.said}".strip("\n"))
        self.refresh_keys()

    # ---------------------------------------------------------------- keys

    def do_end(self) -> None:
        """Stop the command."""
        self._ended = True
        if self._run is not None:
            self._run.end()

    def do_leave(self) -> None:
        """Go back; ask for confirmation if the command is still running."""
        if self._answered is not None or self._run is None:
            self.dismiss()
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss()

        self.app.push_screen(Confirm("Stop the command and go back without an answer?"), answered)

    def do_copy_answer(self) -> None:
        """Copy the answer to the clipboard."""
        if self._answered is not None:
            self.lifesat.copy_text(self._answered.answer)

    def do_save_answer(self) -> None:
        """Ask for a file and write the answer."""
        text = self._answered.answer if self._answered is not None else ""

        def answered(path: str | None) -> None:
            if path:
                try:
                    write_file(Path(path).expanduser(), text)
                except (UserError, OSError) as error:
                    self.say(str(error), fault=True)
                else:
                    self.say(f"saved as {path}")

        name = f"{self._draft.kind.replace(' ', '-')}{self._draft.search.answer_ending}"
        self.app.push_screen(Ask("Save the answer to this file:", name, new_file_fault), answered)


def new_file_fault(path: str) -> str:
    """Return an error message for the name of a new file, or ""."""
    if not path or Path(path).is_dir():
        return "enter the name of a file"
    return f"{path} already exists; enter another name" if Path(path).expanduser().exists() else ""
