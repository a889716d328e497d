"""The list of the kinds of search."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from textual.screen import Screen

from lifesat.errors import UserError

from ..board.panel import BoardPanel
from ..kinds.kind import ICON_WIDTH, Kind, icon
from ..kinds.registry import KINDS
from ..shared.picker import Picker, has_words
from .draft import Draft
from .kept import keep_form
from .recognise import Pasting

_NAME_WIDTH = max(map(len, KINDS)) + 2


class Kinds(Picker[Kind[Any], None]):
    """The kinds of search; choosing one opens the form.

    With `back`, the form was open before, and opens again if no kind is chosen.
    """

    scope = "kinds"
    heading = "lifesat · what to search for"
    prompt = "type to filter, such as orphan"
    nothing = "no kind of search matches"

    def __init__(
        self, draft: Draft, form: Callable[[Draft], Screen[None]], *, back: bool = False
    ) -> None:
        super().__init__()
        self._draft, self._form, self._back = draft, form, back
        self._pasting = Pasting(self, self._open)

    def on_unmount(self) -> None:
        """Keep the form that was open before if the application ends here."""
        if self._back and self._draft.edited and not self._dismissed:
            with suppress(UserError, OSError):
                keep_form(self._draft)

    def matching(self, typed: str) -> list[Kind[Any]]:
        """Return the kinds whose name, words or command have all words of the filter."""
        return [kind for kind in KINDS.values() if has_words(typed, _words(kind))]

    def first_place(self, rows: Sequence[Kind[Any]]) -> int:
        """Return the place of the kind whose name begins with the filter, or of the chosen one."""
        typed = self.typed.lower().split()
        chosen = self.chosen or self._draft.search
        names = [kind.name for kind in rows]
        begun = (place for place, name in enumerate(names) if typed and name.startswith(typed[0]))
        return next(begun, names.index(chosen.name) if chosen in rows else 0)

    def text(self, row: Kind[Any]) -> str:
        """Return the icon of a kind, its name and what it finds."""
        dots = self.lifesat.pictures != "ascii" or isinstance(row.emblem, str)
        shown = icon(row.emblem) if dots else ""
        return f"{shown:<{ICON_WIDTH}}  {row.name:<{_NAME_WIDTH}}{row.description}"

    def describe(self) -> None:
        """Show the picture of the kind, what it finds, and its command."""
        kind = self.chosen
        panel = self.query_one("#example", BoardPanel)
        panel.show(kind.emblem if kind else None, style=self.lifesat.pictures)
        panel.set_titles(kind.name if kind else "", f"lifesat {kind.command}" if kind else "")
        self._write("#about", kind.details if kind else "")

    def take(self, row: Kind[Any]) -> None:
        """Open the form for the kind."""
        self._open(replace(self._draft, kind=row.name))

    def take_pasted(self, text: str) -> None:
        """Open the form with what was pasted, of the kind under the cursor if that takes it."""
        kind = self._draft.kind if self.chosen is None else self.chosen.name
        self._pasting.read(text, replace(self._draft, kind=kind))

    def on_screen_resume(self) -> None:
        """Take a long text that was read while another screen was in front."""
        self._pasting.resume()

    def do_leave(self) -> None:
        """Go back to where the user came from."""
        if self._back:
            self._open(self._draft)
        else:
            self.dismiss()

    def _open(self, draft: Draft) -> None:
        if not self._dismissed:
            self._dismissed = True
            self.app.switch_screen(self._form(draft))


def _words(kind: Kind[Any]) -> str:
    return f"{kind.name} {kind.description} {kind.command} {kind.details}"
