"""The list of the kinds of search."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.screen import Screen

from lifesat.errors import UserError

from ..board.panel import BoardPanel
from ..kinds.kind import ICON_WIDTH, Kind, icon
from ..kinds.registry import KINDS
from ..shared.keys import bindings
from ..shared.picker import Picker
from .draft import Draft
from .kept import keep_form
from .recognise import Pasting

_NAME_WIDTH = max(map(len, KINDS)) + 2


class Kinds(Picker[None]):
    """The kinds of search; choosing one opens the form.

    With `back`, the form was open before, and opens again if no kind is chosen.
    """

    scope = "kinds"
    BINDINGS: ClassVar[list[BindingType]] = bindings("kinds")
    prompt = "type to filter, such as orphan"
    nothing = "no kind of search matches"

    def __init__(
        self, draft: Draft, form: Callable[[Draft], Screen[None]], *, back: bool = False
    ) -> None:
        super().__init__()
        self._draft, self._form, self._back = draft, form, back
        self._kinds: list[Kind[Any]] | None = None
        self._pasting = Pasting(self, self._open)

    def on_mount(self) -> None:
        """Show all kinds, with the cursor on that of the draft."""
        super().on_mount()
        self.laid_out()
        self.refilter()

    def on_unmount(self) -> None:
        """Keep the form that was open before if the application ends here."""
        if self._back and self._draft.edited and not self._dismissed:
            with suppress(UserError, OSError):
                keep_form(self._draft)

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title("lifesat · what to search for")

    def refilter(self) -> None:
        """Show the kinds whose name, words or command have all words of the filter."""
        words = self.typed.lower().split()
        kinds = [kind for kind in KINDS.values() if all(word in _words(kind) for word in words)]
        if kinds == self._kinds:
            return
        # The best match begins with what was typed; without a filter, the cursor stays.
        chosen = self.chosen or self._draft.search
        first = next((k for k in kinds if words and k.name.startswith(words[0])), None)
        chosen = first or (chosen if chosen in kinds else kinds[0] if kinds else chosen)
        self._kinds = kinds
        self.menu.show([self._row(kind) for kind in kinds], kinds.index(chosen) if kinds else 0)
        self.describe()

    def _row(self, kind: Kind[Any]) -> str:
        dots = self.lifesat.pictures != "ascii" or isinstance(kind.emblem, str)
        shown = icon(kind.emblem) if dots else ""
        return f"{shown:<{ICON_WIDTH}}  {kind.name:<{_NAME_WIDTH}}{kind.description}"

    @property
    def chosen(self) -> Kind[Any] | None:
        """The kind under the cursor."""
        return self._kinds[self.menu.place] if self._kinds else None

    def describe(self) -> None:
        """Show the picture of the kind, what it finds, and its command."""
        kind = self.chosen
        panel = self.query_one("#example", BoardPanel)
        panel.show(kind.emblem if kind else None, style=self.lifesat.pictures)
        panel.set_titles(kind.name if kind else "", f"lifesat {kind.command}" if kind else "")
        self._write("#about", kind.details if kind else "")

    def do_choose(self) -> None:
        """Open the form for the kind under the cursor."""
        self.refilter()
        if self.chosen is not None:
            self._open(replace(self._draft, kind=self.chosen.name))

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
    return f"{kind.name} {kind.description} {kind.command} {kind.details}".lower()
