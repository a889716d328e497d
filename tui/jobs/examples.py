"""The examples: their drafts, their list, and the first screen, with a picture that moves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lifesat.formats import read_file
from lifesat.life.evolution import step
from lifesat.problems.problem import Boards

from ..board.panel import BoardPanel
from ..form.draft import Draft, check, free_name
from ..form.screen import START, New
from ..kinds.registry import KINDS
from ..shared.picker import Picker, has_words

if TYPE_CHECKING:
    from textual.timer import Timer

_INSTALLED = Path(__file__).parents[1] / "examples"
_IN_A_CHECKOUT = Path(__file__).resolve().parents[2] / "examples"
FOLDER = _INSTALLED if _INSTALLED.is_dir() else _IN_A_CHECKOUT
"""The folder of the examples."""

_GENERATIONS = 5


@dataclass(frozen=True)
class Example:
    """A search to begin with."""

    title: str
    # What the search finds.
    words: str
    kind: str
    # The file whose text is the target or the puzzle; "" for none.
    file: str = ""
    # The texts of some fields.
    texts: Mapping[str, str] = field(default_factory=dict)

    def draft(self) -> Draft:
        """Return the draft of the search, with an unused name."""
        typed = {"name": free_name(self.title.lower().replace(" ", "-")), **self.texts}
        if self.file:
            typed |= {"source": "text", "text": (FOLDER / self.file).read_text(encoding="utf-8")}
        return Draft(self.kind, typed)


_EXAMPLES = (
    Example("Space invader", "what came before it", "predecessors", "space-invader.rle"),
    Example("Sudoku", "that is hard for people", "sudoku", "sudoku.txt", {"puzzle": "1"}),
    Example("Sokoban", "in at most 33 moves", "sokoban", "microban.xsb",
            {"level": "1", "moves": "33"}),
    Example("Spaceships", "from a search file", "search file", "ship-in-any-rule.toml"),
    Example("Still lifes", "in a box of 5x5", "still lifes", "", {"box": "5,5"}),
    Example("Replicators", "under HighLife", "replicators", "",
            {"rule": "HighLife", "symmetry": "D4_x"}),
    Example("Eater", "that eats a glider", "eaters"),
)  # fmt: skip

EXAMPLES = tuple(each for each in _EXAMPLES if each.kind in KINDS)
"""The examples, in order; those of plug-ins that are missing are left out."""


def before_the_invader() -> list[Boards]:
    """Return boards of one size, in which chaos becomes the space invader."""
    cells = np.pad(read_file(FOLDER / "before-space-invader.rle").to_array(), 1)[None]
    rule = read_file(FOLDER / "space-invader.rle").rule
    generations = [cells[0]]
    for _ in range(_GENERATIONS):
        cells = step(cells, rule, "dead")
        generations.append(cells[0])
    return generations


_TITLE_WIDTH = max(len(example.title) for example in EXAMPLES) + 2


class ExampleList(Picker[Example, None]):
    """The examples; the chosen one is shown in the form, where enter starts it."""

    scope = "examples"
    heading = "lifesat · examples"
    prompt = "type to filter, such as eater"
    nothing = "no example matches"

    def matching(self, typed: str) -> list[Example]:
        """Return the examples that have all words of the filter."""
        return [each for each in EXAMPLES if has_words(typed, f"{each.title} {each.words}")]

    def text(self, row: Example) -> str:
        """Return the title of an example and what it finds."""
        return f"{row.title:<{_TITLE_WIDTH}}{row.words}"

    def describe(self) -> None:
        """Show the target or the puzzle of the example, and its command."""
        panel = self.query_one("#example", BoardPanel)
        if self.chosen is None:
            panel.show(None)
            self._write("#about", "")
            return
        draft = self.chosen.draft()
        checked = check(draft)
        shown, words = draft.search.preview(checked.subject)
        panel.show(draft.search.emblem if shown is None else shown, style=self.lifesat.pictures)
        panel.set_titles(draft.kind, words)
        self._write("#about", draft.search.details)

    def take(self, row: Example) -> None:
        """Show the form with the example."""
        if not self._dismissed:
            self._dismissed = True
            self.app.switch_screen(New(row.draft(), focus=START))


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
