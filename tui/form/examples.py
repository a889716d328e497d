"""The examples: their drafts, the list of them, and the moving picture of the first screen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from lifesat.formats import read_file
from lifesat.life.evolution import step
from lifesat.problems.problem import Boards

from ..board.panel import BoardPanel
from ..kinds.registry import KINDS
from ..shared.picker import Picker, has_words
from .draft import Draft, check, free_name
from .screen import START, New

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
