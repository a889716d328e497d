"""Search files: a block of space-time as TOML, or as the text of Logic Life Search."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lifesat.errors import UserError
from lifesat.formats import space_time_text
from lifesat.formats.detection import plain_text
from lifesat.formats.errors import FormatError, place
from lifesat.formats.reading import read_bytes, source_name
from lifesat.formats.space_time_text import Rows
from lifesat.frontends.input.constraints import (
    KEYS,
    LIMITS,
    AddedConstraints,
    read_cells,
    read_known_cells,
    read_value,
    write_constraints,
)
from lifesat.life.rule import LIFE, RuleError
from lifesat.life.rule_pattern import is_rule_pattern, parse_rule_pattern, pattern_of_table
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.life.search_rules import search_rules
from lifesat.problems.life.surroundings import OUTSIDE_WORDS, grid_outside
from lifesat.problems.problem import MOST_LITERALS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lifesat.formats.space_time_text import Rows


RULE_WORDS = 'a string such as "B3/S23" or "pB3a-c/S23", or a table such as { B3 = "1", B2a = "x" }'
_NUMBER = "a whole number"
_BOUNDS = ("min_population", "max_population")
_KEYS: dict[str, tuple[type, str]] = {
    "width": (int, _NUMBER),
    "height": (int, _NUMBER),
    "generations": (int, _NUMBER),
    "rule": (str, RULE_WORDS),
    "outside": (str, OUTSIDE_WORDS),
    **dict.fromkeys((*_BOUNDS, *LIMITS), (int, _NUMBER)),
    "cells": (str, 'the cells of all generations between """ and """'),
}
"""The keys of a TOML file, each with the type and a description of its value; see also `KEYS`."""

_LEAST = {"width": 1, "height": 1, "generations": 1, **dict.fromkeys((*_BOUNDS, *LIMITS), 0)}
_SIZES = ("generations", "height", "width")
_FIRST = re.compile(r"(?:[ \t]*(?:#.*)?\n)*[ \t]*")
# Logic Life Search writes a line such as Rule = B3/S23, which is no TOML.
_TOML = re.compile(r"""\[|(?!Rule\b)["']?[A-Za-z_][A-Za-z0-9_-]*["']?\s*=""")
_WHERE = re.compile(r"(?P<message>.*) \(at (?:line (\d+), column (\d+)|end of document)\)")
_HINT = "a search file is TOML, or the cells of generations as text"


@dataclass(frozen=True)
class SearchRequest(AddedConstraints):
    """A block: a file, a text or a size, what replaces parts of it, and more constraints."""

    # ``-`` for standard input; None if there is `blank` or `text`.
    path: str | None = None
    text: str = ""
    # Width, height and number of generations of a block of unknown cells.
    blank: tuple[int, int, int] | None = None
    # The next four replace what the file says, unless they are None. The rule may be a set of rules
    # in the notation of `lifesat.life.rule_pattern`; the others are as for
    # `lifesat.problems.life.search.SpaceTimeSearch`.
    rule: str | None = None
    outside: str | None = None
    min_population: int | None = None
    max_population: int | None = None
    # Files of cells that are known too, for `lifesat.frontends.input.constraints.read_cells`, and
    # for `lifesat.frontends.input.constraints.read_known_cells`.
    given: tuple[str, ...] = ()
    known_cells: tuple[str, ...] = ()

    def problem(self) -> SpaceTimeSearch:
        """Return the search for the block, with its parts replaced."""
        if self.blank:
            width, height, generations = self.blank
            stated: dict[str, Any] = {"cells": blank_rows(generations, height, width)}
        elif self.path is None:
            stated = read_search(self.text, "text", self.rule)
        else:
            text = plain_text(read_bytes(self.path))
            stated = read_search(text, source_name(self.path), self.rule)
        states = _states(self.rule or stated.get("rule_name"))
        stated = self.added_to(stated, states)
        given = [read_cells(path, states) for path in self.given]
        given += [read_known_cells(path, states) for path in self.known_cells]
        for cells in given:
            stated["cells"] = with_given(stated["cells"], cells)
        changes = {
            "rule_name": self.rule,
            "outside": self.outside,
            "min_population": self.min_population,
            "max_population": self.max_population,
        }
        return SpaceTimeSearch(
            **{**stated, **{key: value for key, value in changes.items() if value is not None}}
        )


def read_search(text: str, source: str, rule: str | None = None) -> dict[str, Any]:
    """Return the fields of the problem that a text in either form states.

    Lines end in line feeds. `rule` replaces the rule of the text; errors name `source`.
    """
    try:
        return _read(text, rule)
    except FormatError as error:
        error.source = source
        raise


def blank_rows(generations: int, height: int, width: int) -> Rows:
    """Return a block of unknown cells, or reject one that is too large."""
    if generations * height * width > MOST_LITERALS:
        raise UserError(
            f"a block of {width}x{height} cells over {generations} generations is too large; the "
            f"limit is {MOST_LITERALS:,} cells in all"
        )
    return ((" ".join("*" * width),) * height,) * generations


def write_search(problem: SpaceTimeSearch) -> str:
    """Return the TOML that states a problem."""
    generations, height, width = problem.shape
    lines = [f"width = {width}", f"height = {height}", f"generations = {generations}"]
    lines += [f"rule = {rule_in_toml(problem.rule_name)}", f'outside = "{problem.outside}"']
    if problem.min_population:
        lines.append(f"min_population = {problem.min_population}")
    if problem.max_population is not None:
        lines.append(f"max_population = {problem.max_population}")
    lines += write_constraints(problem)
    cells = space_time_text.write([[row.split() for row in rows] for rows in problem.cells])
    return "\n".join([*lines, 'cells = """', f'{cells}"""', ""])


def _read(text: str, rule: str | None) -> dict[str, Any]:
    begin = _begin(text)
    rest = text[begin:]
    if re.match(r"x\s*=", rest):
        hint = "--blank with --given takes it, and so do `lifesat predecessors` and other commands"
        raise FormatError("this is a pattern, not a search file", *place(text, begin), hint=hint)
    if _TOML.match(rest):
        return _read_toml(text, rule)
    stated: dict[str, Any] = {}
    if (found := space_time_text.rule_of(text)) is not None:
        stated["rule_name"] = read_rule(found, text, place(text, text.index(found)))
    states = _states(rule or stated.get("rule_name"))
    return {**stated, "cells": _rows(space_time_text.read(text, states))}


def _states(rule: str | None) -> int:
    """Return the number of states of a cell under a rule or a set of rules; None means Life."""
    return search_rules(rule or LIFE.name, outside_stays_dead=False).rule.states


def _begin(text: str) -> int:
    """Return the offset of the first line that is neither blank nor a comment."""
    match = _FIRST.match(text)
    return match.end() if match else 0


def _rows(generations: space_time_text.Generations) -> Rows:
    return tuple(tuple(" ".join(row) for row in rows) for rows in generations)


def _read_toml(text: str, rule: str | None) -> dict[str, Any]:
    """Return the fields of the problem that a TOML text states."""
    try:
        values = tomllib.loads(text)
    except ValueError as error:  # a TOMLDecodeError, or that a number has too many digits
        raise _toml_error(error, text) from None
    except RecursionError:
        raise FormatError("the TOML is nested too deeply", 1, 1, hint=_HINT) from None
    for key, value in values.items():
        _check_value(key, value, text)
    stated: dict[str, Any] = {}
    if "rule" in values:
        stated["rule_name"] = read_rule(values["rule"], text, _place(text, "rule"))
    states = _states(rule or stated.get("rule_name"))
    for key in (each for each in KEYS if each in values):
        stated[key] = read_value(key, values[key], _place(text, key), states)
    stated["cells"] = _block(values, text, states)
    if "outside" in values:
        stated["outside"] = outside = values["outside"]
        try:
            grid_outside(outside, *space_time_text.shape_of(stated["cells"])[1:])
        except UserError as error:
            raise FormatError(str(error), *_place(text, "outside"), "outside") from None
    stated |= {key: values[key] for key in (*_BOUNDS, *LIMITS) if key in values}
    return stated


def _check_value(key: str, value: object, text: str) -> None:
    """Reject an invalid key or value."""
    if key in KEYS:
        return  # read_value checks it
    at = _place(text, key)
    if key not in _KEYS:
        keys = ", ".join([*_KEYS, *KEYS])
        raise FormatError(f"unknown key {key!r}", *at, key, f"the keys are {keys}")
    expected, words = _KEYS[key]
    if type(value) is not expected and not (key == "rule" and isinstance(value, dict)):
        raise FormatError(f"{key} has the wrong type", *at, key, f"give {words}")
    least = _LEAST.get(key)
    if least is not None and isinstance(value, int) and not least <= value <= MOST_LITERALS:
        hint = f"give {words} from {least} to {MOST_LITERALS:,}"
        raise FormatError(f"{key} is out of range", *at, key, hint)


def _block(values: dict[str, Any], text: str, states: int) -> Rows:
    """Return the cells that the values of a TOML text state."""
    if "cells" not in values:
        for key in _SIZES:
            if key not in values:
                hint = "give the cells, or width, height and generations"
                raise FormatError(f"neither cells nor {key} are given", 1, 1, hint=hint)
        return blank_rows(*(values[key] for key in _SIZES))
    try:
        generations = space_time_text.read(values["cells"], states)
    except FormatError as error:
        _move(error, text)
        raise
    shape = len(generations), len(generations[0]), len(generations[0][0])
    for key, size in zip(_SIZES, shape, strict=True):
        if values.get(key, size) != size:
            hint = f"write {size}, or leave {key} out"
            message = f"{key} is {values[key]}, but the cells have {size}"
            raise FormatError(message, *_place(text, key), key, hint)
    return _rows(generations)


def _place(text: str, key: str) -> tuple[int, int]:
    """Return the line and column of a key of a TOML text."""
    match = re.search(rf"^[ \t]*[\[\"']*({re.escape(key)})\b", text, re.MULTILINE)
    return place(text, match.start(1)) if match else (1, 1)


def _move(error: FormatError, text: str) -> None:
    """Change the place of an error from the cells to the whole of a TOML text."""
    match = re.search(r"^[ \t]*[\"']?cells[\"']?\s*=\s*(\"\"\"|''')\n?", text, re.MULTILINE)
    line, column = place(text, match.end()) if match else _place(text, "cells")
    if error.line == 1 or not match:
        error.column = column if not match else error.column + column - 1
    error.line = line if not match else error.line + line - 1


def _toml_error(error: ValueError, text: str) -> FormatError:
    match = _WHERE.fullmatch(str(error))
    if not match:
        return FormatError(str(error), 1, 1, hint=_HINT)
    at = (int(match[2]), int(match[3])) if match[2] else place(text, len(text))
    message = match["message"]
    return FormatError(message[:1].lower() + message[1:], *at, hint=_HINT)


def read_rule(value: str | Mapping[str, object], text: str, at: tuple[int, int]) -> str:
    """Return the canonical text of the rule, or of the set of rules, of a search file.

    `at` is the line and column of the rule; an error in a table gives the place of the wrong
    transition instead.
    """
    try:
        rule = value if isinstance(value, str) else str(pattern_of_table(value))
        return search_rules(rule, outside_stays_dead=False).name
    except UserError as error:
        if not isinstance(value, str):
            at = _rule_place(text, _first_error(value)) or at
        raise FormatError(str(error), *at, "rule") from None


def rule_in_toml(rule: str) -> str:
    """Return the TOML value for the canonical text of a rule or a set of rules."""
    table = parse_rule_pattern(rule).table() if is_rule_pattern(rule) else {"base": rule}
    if len(table) == 1:
        return f'"{table["base"]}"'
    pairs = ", ".join(f'{key} = "{word}"' for key, word in table.items())
    return f"{{ {pairs} }}"


def _first_error(table: Mapping[str, object]) -> str:
    """Return the first key at which a table becomes invalid."""
    items = list(table.items())
    for end in range(1, len(items)):
        try:
            pattern_of_table(dict(items[:end]))
        except RuleError:
            return items[end - 1][0]
    return items[-1][0] if items else ""


def _rule_place(text: str, key: str) -> tuple[int, int] | None:
    """Return the line and column of a key of a table, or None if it cannot be found."""
    match = re.search(rf"(?<!\w){re.escape(key)}[\"']?\s*=", text)
    return place(text, match.start()) if match and key else None


_OPPOSITE = {"0": "1", "1": "0"}


def with_given(cells: Rows, given: Rows) -> Rows:
    """Return a block with some of its cells known.

    `given` holds the first generations of the block, or the upper left part of them; ``*`` is not
    given. A cell with a name becomes known wherever the name stands; a cell that the rule does not
    bind stays so. Raises UserError if the given cells do not fit into the block or contradict it.
    """
    block = [[row.split() for row in rows] for rows in cells]
    _check_size(block, given)
    names: dict[str, str] = {}
    for t, rows in enumerate(given):
        for y, row in enumerate(rows):
            for x, state in enumerate(row.split()):
                if state != "*":
                    _give(block[t][y], x, state, names, f"column {x}, row {y}, generation {t}")
    return tuple(
        tuple(" ".join(_known(cell, names) for cell in row) for row in rows) for rows in block
    )


def _check_size(block: list[list[list[str]]], given: Rows) -> None:
    """Reject cells that lie outside the block."""
    shape = len(block[0][0]), len(block[0]), len(block)
    size = max(len(row.split()) for rows in given for row in rows), len(given[0]), len(given)
    if any(part > whole for part, whole in zip(size, shape, strict=True)):
        sizes = [
            "{}x{} cells over {} generation{}".format(*each, "s" * (each[2] > 1))
            for each in (size, shape)
        ]
        raise UserError(f"the given cells are {sizes[0]}; the block is only {sizes[1]}")


def _give(row: list[str], x: int, state: str, names: dict[str, str], where: str) -> None:
    """Record the state of a cell: in its row, or for its name."""
    literal = row[x].rstrip("'")
    if literal == "*":
        row[x] = row[x].replace("*", state)
        return
    name = literal.removeprefix("-")
    value = _OPPOSITE[state] if name != literal else state
    known = name if name.isdigit() else names.setdefault(name, value)
    if known != value:
        raise UserError(f"the cell in {where} is given as {state}, which contradicts other cells")


def _known(cell: str, names: dict[str, str]) -> str:
    """Return a cell with the state of its name, if that is known."""
    literal = cell.rstrip("'")
    name = literal.removeprefix("-")
    if name not in names:
        return cell
    value = _OPPOSITE[names[name]] if name != literal else names[name]
    return value + cell[len(literal) :]
