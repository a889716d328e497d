"""``@RULE`` blocks of two-state rules on 3x3 cells: tables and trees, as Golly reads them.

Source: Golly's help, pages "File Formats" and "RuleLoader". Such a rule becomes a MAP rule.
"""

import re
from binascii import b2a_base64
from collections.abc import Iterator
from itertools import product

from lifesat.life.neighbourhood import BLOCKS
from lifesat.life.rule import Rule, RuleError, parse_rule

_BLOCK = re.compile(
    r"(?:^|(?<=[]`!]))@RULE\b[ \t]*(\S*).*?(?=^@RULE\b|\[/|`{3}|~{3}|\}\}|^[ \t]*x[ \t]*=|\Z)",
    re.MULTILINE | re.DOTALL,
)
# The bits of cells in a block of `lifesat.life.neighbourhood`.
_BIT = {"NW": 8, "N": 7, "NE": 6, "W": 5, "C": 4, "E": 3, "SW": 2, "S": 1, "SE": 0}
# The neighbours in the order of a transition, which is a cycle.
_TABLE_CELLS = {
    "moore": ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
    "vonneumann": ("N", "E", "S", "W"),
    "hexagonal": ("N", "E", "SE", "S", "W", "NW"),
}
_TREE_CELLS = {
    8: ("NW", "NE", "SW", "SE", "N", "W", "E", "S", "C"),
    4: ("N", "W", "E", "S", "C"),
}
_SYMMETRIES = re.compile(r"(none|permute|reflect_horizontal)|rotate([23468])(reflect)?")
_STATES = re.compile(r"^(?:n_states|num_states)\s*[:=]\s*([0-9]{1,3})\s*$", re.MULTILINE)
_MOST_TRANSITIONS = 10_000


def rule_blocks(text: str) -> list[str]:
    """Return the ``@RULE`` blocks of a text, up to the next pattern or closing tag."""
    return [block[0].strip() for block in _BLOCK.finditer(text)] if "@RULE" in text else []


def rule_of_block(text: str, name: str) -> Rule | None:
    """Return the rule that the block of this name in a text defines, or None without such a block.

    A rule of two states on 3x3 cells becomes a MAP rule; of others, only the number of states is
    read. Raises RuleError if the block of a rule of two states is invalid.
    """
    block = next((each[0] for each in _BLOCK.finditer(text) if each[1] == name), "")
    states = _STATES.search(block)
    if not states or not 2 <= int(states[1]) <= 256:
        return None
    if int(states[1]) > 2:
        return Rule(name, "named", int(states[1]))
    section, lines = _section(block)
    try:
        table = (_read_table if section == "@TABLE" else _read_tree)(lines)
    except _LineError as error:
        raise RuleError(
            f"rule {name}, line '{error.args[0][:40]}' of its {section}: {error.args[1]}"
        ) from None
    if table is None:
        return Rule(name, "named", 2)
    octets = int("".join(map(str, table)), 2).to_bytes(BLOCKS // 8, "big")
    return parse_rule(f"MAP{b2a_base64(octets, newline=False).decode('ascii')}")[0]


class _LineError(Exception):
    """A line, and what is wrong with it."""


def _section(block: str) -> tuple[str, list[str]]:
    """Return the name of the section with the transitions, and its lines without comments."""
    found = re.search(r"^(@TABLE|@TREE)\b(.*?)(?=^@|\Z)", block, re.MULTILINE | re.DOTALL)
    if not found:
        return "@TABLE", []
    lines = (line.partition("#")[0].strip() for line in found[2].split("\n"))
    return found[1], [line for line in lines if line]


# ---------------------------------------------------------------- tables


def _read_table(lines: list[str]) -> list[int] | None:
    """Return the next state of each block, or None if the neighbourhood is not supported."""
    cells, symmetries = _TABLE_CELLS["moore"], "none"
    variables: dict[str, tuple[int, ...]] = {}
    table: dict[int, int] = {}
    for number, line in enumerate(lines):
        key, colon, value = (word.strip() for word in line.partition(":"))
        if key == "neighborhood" and colon:
            if value.lower() not in _TABLE_CELLS:
                return None
            cells = _TABLE_CELLS[value.lower()]
        elif key == "symmetries" and colon:
            symmetries = value
        elif line.startswith("var "):
            _read_variable(line, variables)
        elif not colon:
            if number > _MOST_TRANSITIONS:
                raise _LineError(line, f"at most {_MOST_TRANSITIONS:,} lines are read")
            for centre, around, after in _transitions(line, variables, len(cells)):
                for image in _images(around, symmetries):
                    table.setdefault(_number(cells, image) | centre << _BIT["C"], after)
    seen = sum(1 << _BIT[cell] for cell in (*cells, "C"))
    # What no transition names stays as it is.
    return [table.get(block & seen, block >> _BIT["C"] & 1) for block in range(BLOCKS)]


def _read_variable(line: str, variables: dict[str, tuple[int, ...]]) -> None:
    found = re.fullmatch(r"var\s+(\w+)\s*=\s*(?:\{([\w\s,]*)\}|(\w+))", line)
    if not found:
        raise _LineError(line, "a variable looks like var a={0,1}")
    values: list[int] = []
    for word in re.split(r"[\s,]+", (found[2] or found[3] or "").strip()):
        values += _values(word, variables, line)
    variables[found[1]] = tuple(sorted(set(values)))


def _values(word: str, variables: dict[str, tuple[int, ...]], line: str) -> tuple[int, ...]:
    if word in ("0", "1"):
        return (int(word),)
    if word not in variables:
        raise _LineError(line, f"'{word}' is neither a state nor a variable")
    return variables[word]


def _transitions(
    line: str, variables: dict[str, tuple[int, ...]], neighbours: int
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield the state, the neighbours and the next state, for all values of the variables."""
    words = list(line) if line.isdigit() else [word.strip() for word in line.split(",")]
    if len(words) != neighbours + 2:
        raise _LineError(line, f"a transition has {neighbours + 2} states, not {len(words)}")
    names = dict.fromkeys(words)
    for values in product(*(_values(name, variables, line) for name in names)):
        value = dict(zip(names, values, strict=True))
        centre, *around, after = (value[word] for word in words)
        yield centre, tuple(around), after


def _images(around: tuple[int, ...], symmetries: str) -> Iterator[tuple[int, ...]]:
    """Yield all arrangements of the neighbours that are equivalent under the symmetries."""
    known = _SYMMETRIES.fullmatch(symmetries)
    count = len(around)
    if not known or (known[2] and count % int(known[2])):
        raise _LineError(f"symmetries:{symmetries}", "these symmetries are unknown")
    if symmetries == "permute":
        yield from (each for each in product((0, 1), repeat=count) if sum(each) == sum(around))
        return
    shift = count // int(known[2]) if known[2] else count
    for begin in range(0, count, shift):
        turned = around[begin:] + around[:begin]
        yield turned
        if known[3] or symmetries == "reflect_horizontal":
            yield turned[:1] + turned[:0:-1]


def _number(cells: tuple[str, ...], states: tuple[int, ...]) -> int:
    return sum(state << _BIT[cell] for cell, state in zip(cells, states, strict=True))


# ---------------------------------------------------------------- trees


def _read_tree(lines: list[str]) -> list[int] | None:
    """Return the next state of each block, or None if the neighbourhood is not supported."""
    nodes: list[tuple[int, int, int]] = []
    cells = _TREE_CELLS[8]
    for line in lines:
        key, equals, value = (word.strip() for word in line.partition("="))
        if equals:
            if key == "num_neighbors" and value not in ("4", "8"):
                return None
            if key == "num_neighbors":
                cells = _TREE_CELLS[int(value)]
            continue
        words = re.fullmatch(r"([0-9])\s+([0-9]{1,6})\s+([0-9]{1,6})", line)
        if not words:
            raise _LineError(line, "a node of two states has a level and two numbers")
        level, low, high = map(int, words.groups())
        below = [nodes[each][0] if each < len(nodes) else -1 for each in (low, high)]
        if below != [level - 1] * 2 if level > 1 else max(low, high) > 1:
            raise _LineError(line, f"there are no such nodes of level {level - 1}")
        nodes.append((level, low, high))
    if not nodes or nodes[-1][0] != len(cells):
        raise _LineError(lines[-1] if lines else "", f"the last node must have level {len(cells)}")
    return [_follow(nodes, cells, block) for block in range(BLOCKS)]


def _follow(nodes: list[tuple[int, int, int]], cells: tuple[str, ...], block: int) -> int:
    at = len(nodes) - 1
    for cell in cells:
        at = nodes[at][1 + (block >> _BIT[cell] & 1)]
    return at
