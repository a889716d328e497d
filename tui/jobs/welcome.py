"""What the list shows while there are no jobs: chaos that becomes a picture, and examples."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..board.panel import BoardPanel
from ..form.draft import Draft
from ..form.examples import EXAMPLES, Example, before_the_invader

if TYPE_CHECKING:
    from textual.timer import Timer

_WELCOME = """\
There are no jobs yet. {open} starts an example, {new} a search of your own, and {help} lists all \
keys."""
_GOES_ON = """\
A search continues when this application ends, when the terminal is closed and when the \
connection is lost."""
# For how many ticks the first generation, each further one, and the last one are shown.
_TICK_SECONDS = 0.5
_FIRST, _EACH, _LAST = 3, 1, 8
_ROUNDS = 5


class Examples(OptionList):
    """The examples. Their keys have priority, so that all keys of a burst take effect in order."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", show=False, priority=True),
        Binding("down", "cursor_down", show=False, priority=True),
        Binding("home", "first", show=False, priority=True),
        Binding("end", "last", show=False, priority=True),
    ]

    def action_page_up(self) -> None:
        """Go up a page, once there are lines; Textual fails without."""
        if self.size:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """Go down a page, once there are lines."""
        if self.size:
            super().action_page_down()  # type: ignore[no-untyped-call]


class Welcome(Horizontal):
    """The first screen: a picture that moves, or its last generation, and examples."""

    DEFAULT_CSS = """
    Welcome { height: 1fr; display: none; }
    Welcome #cinema { color: $accent; }
    Welcome #beside { width: 1fr; padding: 1 1 0 1; }
    Welcome OptionList {
        height: auto; margin: 1 0; background: $background; scrollbar-size-vertical: 1;
    }
    Welcome OptionList:nocolor > .option-list--option-highlighted { text-style: bold reverse; }
    Welcome #goes-on { color: $text-muted; }
    """

    def __init__(self, keys: Mapping[str, str], style: str, *, animation: bool) -> None:
        super().__init__(id="welcome")
        self._keys = keys
        self._style = style
        self._animation = animation
        self._generations = before_the_invader()
        last = len(self._generations) - 1
        # The generation at each tick of a round.
        self._film = [0] * _FIRST + [t for t in range(1, last) for _ in range(_EACH)]
        self._film += [last] * _LAST
        self._tick = 0
        self._timer: Timer | None = None

    def compose(self) -> Iterable[Widget]:
        """Return the picture, the words and the examples."""
        yield BoardPanel(id="cinema")
        with Vertical(id="beside"):
            yield Static(_WELCOME.format_map(self._keys), id="hello", markup=False)
            yield Examples(*map(_option, EXAMPLES), id="examples", compact=True)
            yield Static(_GOES_ON, id="goes-on", markup=False)

    @property
    def choices(self) -> OptionList:
        """The list of examples."""
        return self.query_one(OptionList)

    def draft(self) -> Draft:
        """Return the draft of the chosen example."""
        return EXAMPLES[self.choices.highlighted or 0].draft()

    def on_mount(self) -> None:
        """Choose the first example, and show the picture."""
        self.choices.highlighted = 0
        if self._animation:
            self._timer = self.set_interval(_TICK_SECONDS, self._advance)
            self._draw(0)
        else:
            self._draw(len(self._generations) - 1)

    def _advance(self) -> None:
        """Show the next generation, unless something else is on the screen."""
        if not (self.display and self.screen.is_active):
            return
        self._tick += 1
        self._draw(self._film[self._tick % len(self._film)])
        if self._tick + 1 == _ROUNDS * len(self._film) and self._timer is not None:
            self._timer.stop()

    def _draw(self, time: int) -> None:
        last = len(self._generations) - 1
        cinema = self.query_one("#cinema", BoardPanel)
        cinema.show(self._generations[time], style=self._style)
        before = f"{last - time} generation{'s' * (last - time > 1)} before the invader"
        cinema.set_titles("the space invader" if time == last else before)


def _option(example: Example) -> Option:
    """Return an entry of the list."""
    return Option(Content.assemble((f"{example.title:<14}", "bold"), example.words))
