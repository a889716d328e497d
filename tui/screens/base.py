"""What all screens have: a title, a line for what is said, the footer, the keys."""

import re
from abc import abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.events import Resize
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from ..actions import BY_NAME, NEEDS, Scope, of, spoken
from ..help import explained
from ..widgets.keys import Keys

if TYPE_CHECKING:
    from ..app import LifesatApp

LEAST_WIDTH, LEAST_HEIGHT = 60, 20
NARROW = 81

TOO_SMALL = "lifesat tui needs a terminal of 60 x 20 characters at least; this one has {} x {}."

Result = TypeVar("Result")

# More than most words, less than a line.
_LONG_WORD = 40


def shortened(text: str) -> str:
    """Return a text in which of every long word the middle is left out, such as of a MAP rule.

    Examples
    --------
    >>> shortened("rule " + "a" * 50 + "z" * 50)
    'rule aaaaaaaaaaaaaaaaaaaa…zzzzzzzzzzzzzzzzzzzz'
    """
    half = _LONG_WORD // 2
    return re.sub(rf"\S{{{_LONG_WORD},}}", lambda word: f"{word[0][:half]}…{word[0][-half:]}", text)


class Base(Screen[Result]):
    """A screen whose keys are in the registry.

    Attributes
    ----------
    scope
        Which actions of the registry it has; each is a method ``do_`` and the action's name.
    """

    scope: ClassVar[Scope]
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[str, str] = {}
        self._left = False

    @property
    def lifesat(self) -> "LifesatApp":
        """The application."""
        return cast("LifesatApp", self.app)

    @property
    def narrow(self) -> bool:
        """Whether there is little room."""
        return self.app.size.width < NARROW

    def compose(self) -> ComposeResult:
        """Lay out the title, the contents, the line for what is said, and the footer."""
        yield Static("", id="title", markup=False)
        yield from self.contents()
        yield Static("", id="said", markup=False)
        yield Keys()
        yield Static("", id="too-small", markup=False)

    @abstractmethod
    def contents(self) -> Iterable[Widget]:
        """Return what is between title and footer."""

    def holds(self) -> set[str]:
        """Return what holds now, of the needs that actions may have."""
        return set()

    # ---------------------------------------------------------------- what is shown

    def title_it(self, left: str, right: str = "") -> None:
        """Write the first line; of a right half that is too long the end is seen."""
        half = self.app.size.width // 2
        right = right if len(right) <= half else "…" + right[1 - half :]
        room = self.app.size.width - 2 - len(right)
        left = left if len(left) <= room else left[: max(0, room - 1)] + "…"
        self._write("#title", left.ljust(room) + right)

    def say(self, sentence: str, *, fault: bool = False) -> None:
        """Say something above the footer until the next key."""
        self._write("#said", f"! {sentence}" if fault and sentence else sentence)

    def refresh_keys(self) -> None:
        """Show in the footer what can be pressed now."""
        keys = self.lifesat.settings.keys
        for footer in self.query(Keys):
            footer.show(of(self.scope), self.holds(), keys, self.app.size.width)

    def on_mount(self) -> None:
        """Lay out for the size that the terminal has."""
        self._fit()

    def on_resize(self, _event: Resize) -> None:
        """Lay out anew; one sentence where there is no room."""
        self._fit()
        self.laid_out()

    def _fit(self) -> None:
        width, height = self.app.size
        small = width < LEAST_WIDTH or height < LEAST_HEIGHT
        self.set_class(small, "-too-small")
        self.set_class(width < NARROW, "-narrow")
        self._write("#too-small", TOO_SMALL.format(width, height))
        self.refresh_keys()

    def laid_out(self) -> None:
        """Fit the contents to another size."""

    def _write(self, where: str, text: str) -> None:
        """Write a text, unless it is there already: what is drawn again is sent again."""
        if self._written.get(where) != text:
            self._written[where] = text
            # What a job said may come when the screen is being taken down.
            for line in self.query(where).results(Static):
                line.update(Text(text))

    # ---------------------------------------------------------------- keys

    def action_press(self, name: str) -> None:
        """Do what a key is for, or say why that cannot be."""
        action = BY_NAME[name]
        self.say("")
        if action.needs and action.needs not in self.holds():
            self.say(NEEDS[action.needs].format_map(self.spoken), fault=True)
        else:
            getattr(self, action.handler)()
        if self.is_mounted:
            self.refresh_keys()

    @property
    def spoken(self) -> dict[str, str]:
        """The first key of each action, as it is written."""
        return {name: spoken(keys[0]) for name, keys in self.lifesat.settings.keys.items()}

    def do_help(self) -> None:
        """Explain the keys."""
        from .dialogs import Page

        text = explained(self.scope, self.lifesat.settings.keys)
        self.app.push_screen(Page("lifesat · keys", text))

    def do_help_form(self) -> None:
        """Explain the keys."""
        self.do_help()

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Go back to the screen before; once, however fast the keys come."""
        if self._left:
            return AwaitComplete()
        self._left = True
        return super().dismiss(result)

    def do_leave(self) -> None:
        """Go back to the screen before."""
        self.dismiss()

    def do_quit(self) -> None:
        """End the application."""
        self.app.exit()


class Dialog(Base[Result], ModalScreen[Result]):
    """A question upon another screen."""

    scope = "dialog"
