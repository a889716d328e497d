"""The screen for editing a pattern, a puzzle or a search file as text."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from textual.widget import Widget
from textual.widgets import Static, TextArea

from lifesat.formats import write_file

from ..shared.file_names import file_error, file_path
from ..shared.inputs import Lines
from ..shared.screen import Base

_PLACE = re.compile(r"line (\d+), column (\d+): ")


@dataclass(frozen=True)
class Edited:
    """The result of editing."""

    text: str
    # The file in which the text is saved, or "".
    path: str = ""


class Editor(Base[Edited]):
    """A text area that shows the error of its text and can be saved to a file.

    `error` returns the error message of a text, or "". `ending` is the extension of a new file.
    """

    scope = "edit"
    AUTO_FOCUS = "#lines"

    def __init__(
        self, edited: Edited, title: str, error: Callable[[str], str], ending: str
    ) -> None:
        super().__init__()
        self._saved, self._title, self._error, self._ending = edited, title, error, ending

    def contents(self) -> Iterable[Widget]:
        """Return the text and the verdict on it."""
        lines = Lines(self._saved.text, id="lines")
        lines.show_line_numbers = True
        yield lines
        yield Static("", id="verdict", markup=False)

    def on_mount(self) -> None:
        """Check the text."""
        self.laid_out()
        self._check()

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title(f"lifesat · {self._title}", self._saved.path)

    @property
    def _area(self) -> Lines:
        return self.query_one(Lines)

    def on_text_area_changed(self, _event: TextArea.Changed) -> None:
        """Check the text."""
        self._check()

    def on_text_area_selection_changed(self, _event: TextArea.SelectionChanged) -> None:
        """Show where the cursor is."""
        line, column = self._area.cursor_location
        self._area.border_subtitle = f"line {line + 1}, column {column + 1}"

    def _check(self) -> None:
        """Show the error with its line and column."""
        error = self._error(self._area.text)
        self._write("#verdict", f"! {error}" if error else "✓ no errors")

    # ---------------------------------------------------------------- keys

    def do_use(self) -> None:
        """Return the text to the form."""
        text = self._area.text
        self.dismiss(self._saved if text == self._saved.text else Edited(text))

    def do_to_error(self) -> None:
        """Move the cursor to the error."""
        place = _PLACE.match(self._error(self._area.text))
        if place is None:
            self.say("no place in this text is wrong")
            return
        last = self._area.document.line_count - 1
        line = min(int(place[1]) - 1, last)
        self._area.move_cursor((line, max(0, int(place[2]) - 1)))

    def do_save_text(self) -> None:
        """Ask for a file and write the text."""
        name = self._saved.path or f"{self._title.replace(' ', '-')}{self._ending}"
        self.ask("Save the text to this file:", name, file_error, self._save)

    def _save(self, name: str) -> None:
        if file_path(name).exists():
            question = f"{name} already exists. Replace it?"
            self.confirm(question, lambda: self._write_to(name, force=True))
        else:
            self._write_to(name)

    def _write_to(self, name: str, *, force: bool = False) -> None:
        text = self._area.text
        write_file(file_path(name), text if text.endswith("\n") else f"{text}\n", force=force)
        self._saved = Edited(text, name)
        self.laid_out()
        self.say(f"saved as {name}")
