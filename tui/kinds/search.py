"""Blocks of space-time, which search files state."""

import re

import numpy as np

from lifesat.frontends.input.search_file import SearchRequest, write_search
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.problem import Boards

from ..board.pictures import Picture
from .fields import Values, form, given_text
from .kind import Display, Kind, emblem
from .targets import shown_states

_SEARCH_FILE = re.compile(r"^\s*(?:width|height|generations|cells)\s*=", re.MULTILINE)
# A live, a dead and an unknown cell.
_CELLS = ("0", "1", "*")


class BlockDisplay(Display[SpaceTimeSearch]):
    """The generations of a block."""

    reached = "the end of the block"

    def generations(self, problem: SpaceTimeSearch, boards: Boards) -> list[Boards]:
        """Return the live cells of each generation of the block."""
        live = boards if problem.last_state == 1 else (boards == 1).astype(np.uint8)
        return [live[:, t] for t in range(problem.shape[0])]

    def history(self, problem: SpaceTimeSearch, board: Boards) -> list[Picture]:
        """Return the generations of one solution, with all states."""
        return [*shown_states(board, problem.rule)]


class Blocks(Kind[SpaceTimeSearch]):
    """The patterns that a block of space-time allows."""

    name = "search file"
    description = "what a search file asks for"
    details = (
        "Any search: a file states which cells are known, unknown or equal, in every generation."
    )
    emblem = emblem("OO..????", "O.O.????", "????????", "????????")
    command = "search"
    problem_class = SpaceTimeSearch
    display = BlockDisplay()
    resembling = _SEARCH_FILE
    read_noun = "search file"
    file_ending = ".toml"
    as_block = True
    fields = form(
        "name target objects.limit up_to_symmetry time_limit effort",
        source={"label": "from", "hint": "pasted text, or a file"},
        path={"hint": "a search file: TOML or cells as text"},
        text={"label": "search file", "missing": "paste a search file: TOML or cells"},
    )

    def read(self, values: Values) -> SpaceTimeSearch:
        """Return the block."""
        if values["source"] == "file":
            return SearchRequest(path=values["path"] or "").problem()
        return SearchRequest(text=values["text"] or "").problem()

    def takes(self, values: Values) -> dict[str, str] | None:
        """Read the block, but reject sentences, whose words could be names of cells."""
        if _SEARCH_FILE.search(given_text(values)):
            self.read(values)
            return {}
        words = self.read(values).cells[0][0].split()
        return {} if any(word in _CELLS or len(word) == 1 for word in words) else None

    def texts_of(self, problem: SpaceTimeSearch) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        return {"text": write_search(problem)}

    def draw(self, subject: SpaceTimeSearch) -> tuple[Picture, str]:
        """Return the known cells of the first generation, and the size."""
        generations, height, width = subject.shape
        shown = shown_states(subject.block.states[0], subject.rule)
        picture = np.where(subject.block.known[0], shown, np.uint8(UNKNOWN))
        return picture, f"{width}x{height}x{generations}"
