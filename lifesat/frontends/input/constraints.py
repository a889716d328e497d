"""Constraints on blocks of space-time: keys of search files, and what options add to them."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from lifesat.errors import UserError
from lifesat.formats import known_cells, read_text, space_time_text
from lifesat.formats.detection import plain_text
from lifesat.formats.errors import FormatError
from lifesat.formats.reading import read_bytes, source_name
from lifesat.formats.space_time_text import Rows
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.cell_maps import Symmetry
from lifesat.problems.life.constraints import DifferentFrom, Population
from lifesat.problems.life.search import SpaceTimeSearch

LIMITS = ("max_change", "max_growth", "max_decay", "counted_generation")
"""The constraints that are numbers, and the generation whose cells are counted."""

_PARSERS: dict[str, Callable[[str], object]] = {
    "symmetry": Symmetry.parse,
    "asymmetry": Symmetry.parse,
    "population": Population.parse,
}
KEYS = {
    "symmetry": 'a string such as "D4x", or a list of them',
    "asymmetry": 'a string such as "D4x", or a list of them',
    "population": 'a string such as "<=12" or ">=3 0 1", or a list of them',
    "force_change": "a list of pairs of generations, as in [[0, 1]]",
    "different_from": 'the cells of generations between """ and """, or a list of such texts',
    "background": 'the cells of one generation between """ and """',
    "background_offset": "a list of columns, rows and generations, as in [1, 0, 0]",
    "position": "a list of a column and a row, as in [-4, -4]",
}
"""The other constraints of search files, each with a description of its value."""


@dataclass(frozen=True)
class AddedConstraints:
    """The constraints that options add to those of a search file.

    The fields are those of `lifesat.problems.life.constraints.ConstraintFields`. Tuples are
    added to those of the file; other values replace them unless they are None.
    """

    symmetry: tuple[str, ...] = ()
    asymmetry: tuple[str, ...] = ()
    force_change: tuple[tuple[int, int], ...] = ()
    population: tuple[str, ...] = ()
    max_change: int | None = None
    max_growth: int | None = None
    max_decay: int | None = None
    # Files with a pattern, or with known cells as text.
    different_from: tuple[str, ...] = ()
    # Such a file.
    background: str | None = None
    background_offset: tuple[int, int, int] | None = None
    counted_generation: int | None = None

    def added_to(self, stated: dict[str, Any], states: int) -> dict[str, Any]:
        """Return the fields of a problem with these constraints added.

        `states` is the number of states of a cell.
        """
        found: dict[str, Any] = {
            each.name: value
            for each in fields(AddedConstraints)
            if (value := getattr(self, each.name)) not in ((), None)
        }
        if self.different_from:
            given = (read_cells(path, states) for path in self.different_from)
            found["different_from"] = tuple(given)
        if self.background is not None:
            found["background"] = read_cells(self.background, states)[0]
            found.setdefault("background_offset", (0, 0, 0))
        for key in ("symmetry", "asymmetry", "force_change", "population", "different_from"):
            found[key] = (*stated.get(key, ()), *found.get(key, ()))
        return {**stated, **found}


def read_cells(path: str, states: int) -> Rows:
    """Read the known cells of a file: generations as text, or a pattern.

    If cells have two states, all cells of a pattern are live but those of state 0 and unknown ones.
    """
    text = plain_text(read_bytes(path))
    if _cells_as_text(states).match(text):
        with naming(path):
            return _rows(text, states)
    pattern = read_text(text, unknown=states == 2, source=source_name(path))
    words = list(map(str, range(256)))
    if states == 2:
        words = ["0", *["1"] * 255]
        words[UNKNOWN] = "*"
    rows = pattern.to_array().tolist()
    cells = tuple(" ".join(words[state] for state in row) for row in rows)
    return _with_states((cells,), states, path)


def read_known_cells(path: str, states: int) -> Rows:
    """Read a file in the format of `lifesat.formats.known_cells`."""
    text = plain_text(read_bytes(path))
    with naming(path):
        cells = known_cells.read(text)
    return _with_states(cells, states, path)


def _with_states(cells: Rows, states: int, path: str) -> Rows:
    """Return the cells, or reject a state that the rule does not have."""
    for t, rows in enumerate(cells):
        for y, row in enumerate(rows):
            for x, state in enumerate(row.split(" ")):
                if state != "*" and int(state) >= states:
                    where = f"the cell in column {x}, row {y}, generation {t}"
                    message = (
                        f"{where} has state {state}, but the rule has states 0 to {states - 1}"
                    )
                    raise UserError(f"{source_name(path)}: {message}")
    return cells


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Let format errors name the file that the text is from."""
    try:
        yield
    except FormatError as error:
        error.source = source_name(path)
        raise


@lru_cache
def _cells_as_text(states: int) -> re.Pattern[str]:
    """Return an expression that matches the beginning of cells as text.

    This is a row of states and * with blanks or commas between them, or of a single state. Patterns
    have other letters, or nothing between, or a header such as #Life 1.06 before them.
    """
    state = f"[0-{states - 1}]"
    each = f"(?:{state}|\\*)"
    several = rf"{each}(?:[ \t]*[ \t,][ \t]*{each})+[ \t,]*"
    return re.compile(rf"(?!#Life)(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:{several}|{state}[ \t]*)(?:\n|\Z)")


def read_value(key: str, value: object, at: tuple[int, int], states: int) -> object:
    """Return the field of a problem that one of `KEYS` states.

    `at` is the line and column of the key, for errors; `states` is the number of states of a cell.
    """
    values = [value] if isinstance(value, str) else value
    wrong = FormatError(f"{key} has the wrong type", *at, key, f"give {KEYS[key]}")
    if not isinstance(values, list):
        raise wrong
    if key in ("background_offset", "position"):
        if not _are_integers(values, 3 if key == "background_offset" else 2):
            raise wrong
        return tuple(values)
    if key == "force_change":
        if not all(isinstance(each, list) and _are_integers(each, 2) for each in values):
            raise wrong
        return tuple(map(tuple, values))
    if not all(isinstance(each, str) for each in values):
        raise wrong
    try:
        return _read_texts(key, values, states)
    except FormatError as error:
        raise FormatError(f"{key}: {error.message}", *at, key, error.hint) from None
    except UserError as error:
        raise FormatError(str(error), *at, key) from None


def write_constraints(problem: SpaceTimeSearch) -> list[str]:
    """Return the lines of TOML that state the constraints of a problem.

    Symmetries are written as equations between cells.
    """
    lines = []
    for key in ("symmetry", "asymmetry"):
        found = map(Symmetry.parse, getattr(problem, key))
        maps = [
            str(each)
            for wanted in found
            for each in wanted.maps(problem.shape)
            if not each.is_trivial
        ]
        if maps:
            lines.append(f"{key} = {_list(maps)}")
    lines += [
        f"{key} = {json.dumps(value)}"
        for key in ("population", "force_change", *LIMITS)
        if (value := getattr(problem, key)) not in ((), None)
    ]
    if problem.different_from:
        texts = [f'"""\n{_text(rows)}"""' for rows in problem.different_from]
        lines.append(f"different_from = [{', '.join(texts)}]")
    if problem.background:
        lines.append(f'background = """\n{_text((problem.background,))}"""')
        lines.append(f"background_offset = {list(problem.background_offset)}")
    if problem.position is not None:
        lines.append(f"position = {list(problem.position)}")
    return lines


def _list(texts: list[str]) -> str:
    """Return a list of texts in TOML, one on each line."""
    return "[\n" + "".join(f"    {json.dumps(text)},\n" for text in texts) + "]"


def _read_texts(key: str, texts: list[str], states: int) -> object:
    if key in _PARSERS:
        for text in texts:
            _PARSERS[key](text)
        return tuple(texts)
    if key == "different_from":
        return tuple(DifferentFrom(_rows(text, states), states - 1).cells for text in texts)
    if len(texts) != 1:
        raise FormatError("there must be one background", 1, 1, hint=f"give {KEYS[key]}")
    return _rows(texts[0], states)[0]


def _are_integers(values: list[Any], number: int) -> bool:
    return len(values) == number and all(type(each) is int for each in values)


def _rows(text: str, states: int) -> Rows:
    generations = space_time_text.read(text, states)
    return tuple(tuple(" ".join(row) for row in rows) for rows in generations)


def _text(rows: Rows) -> str:
    return space_time_text.write([[row.split() for row in one] for one in rows])
