"""apgcodes: still lifes (xs), oscillators (xp) and spaceships (xq) as single words.

Source: Adam P. Goucher's apgsearch, whose codes hold a phase of the object in extended Wechsler
format: each letter is five cells of a column, strips of five rows are separated by ``z``. Under
another rule than Life's the rule follows, as in the addresses of Catagolue: ``xp2_7/b36s23``.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

from lifesat.errors import UserError
from lifesat.formats.errors import FormatError, place
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, RULES_WITH_TABLE, Rule, RuleError, parse_rule, rule_kind
from lifesat.life.symmetry import decompose

CODE = re.compile(r"x([spq])([0-9]{1,18})_([0-9a-z]+)(?:/(\S+))?")

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BITS = bytes.maketrans(b"\0\1", b"01")
# The limit on the rows evolved before a pattern counts as not periodic; it takes some seconds.
_MOST_ROWS = 1_000_000
# A row of this many cells counts once; wider rows count several times. The longer side counts as
# the rows, so that an object has a code in every orientation or in none.
_ROW_CELLS = 1024
# The time of a row under other rules, relative to Life.
_ROWS_OF_LIFE = 8

# Rows of cells from the top as numbers; the lowest bit is the rightmost column.
_Rows = list[int]


def read(text: str) -> Pattern:
    """Read the phase of the object that a code holds; its name is the code.

    A still life must have as many cells as its prefix says.
    """
    offset = len(text) - len(text.lstrip())
    word = text.strip()
    at = place(text, offset)
    code = CODE.fullmatch(word)
    if not code:
        hint = "apgcodes look like xs4_33, xp2_7 or xq4_153"
        if re.fullmatch(r"x[spq][0-9]+(_[0-9a-z]+){2,}", word):
            hint = "codes with several layers are for rules with more than two states"
        raise FormatError(f"invalid apgcode '{word[:40]}'", *at, word[:40], hint)
    pattern = Pattern.from_cells(_cells(code[3], text, offset + code.start(3)))
    population = pattern.population
    if code[1] == "s" and population != int(code[2]):
        message = f"the prefix says {int(code[2])} cells, but the code has {population}"
        raise FormatError(message, *at, word, "a letter is missing or wrong")
    rule = _read_rule(code[4], text, offset + code.start(4)) if code[4] else LIFE
    return pattern.replace(name=word, position=None, rule=rule)


def write(pattern: Pattern) -> str:
    """Write the code of a still life, an oscillator or a spaceship; reject other patterns."""
    return f"{code_of(pattern)}\n"


def code_of(pattern: Pattern) -> str:
    """Return the code that all phases, orientations and positions of an object share.

    It is the shortest text of all phases in all orientations, which are the symmetries of the rule,
    and of several shortest texts the lexicographically first. The pattern gets one code, even if
    apgsearch would separate it into several objects.

    Raises UserError if the pattern is not periodic, has unknown cells or a bounded grid, or if its
    rule has no table or births without neighbours.

    >>> code_of(Pattern.from_rows(["O.O", ".OO", ".O."]))
    'xq4_153'
    >>> code_of(Pattern.from_rows(["OOO"], rule="B36/S23"))
    'xp2_7/b36s23'
    """
    rule = pattern.rule
    if pattern.grid:
        raise UserError(f"apgcodes do not support bounded grids such as :{pattern.grid}")
    if not rule.has_table:
        raise UserError(f"{rule_kind(rule)}; an apgcode needs {RULES_WITH_TABLE}")
    if rule.table[0]:
        raise UserError(
            f"rule {rule} has births without neighbours (B0); apgcodes do not support it"
        )
    if pattern.has_unknown:
        raise UserError("apgcodes do not support unknown cells")
    suffix = rule_suffix(rule)
    if not pattern.population:
        return f"xs0_0{suffix}"
    rows = [int(row.translate(_BITS), 2) for row in pattern.crop().dense_rows()]
    phases, moved = _phases(rows, rule)
    body = min((_shortest(phase, rule) for phase in phases), key=sort_key)
    number = len(phases) if moved or len(phases) > 1 else pattern.population
    letter = "q" if moved else "p" if len(phases) > 1 else "s"
    return f"x{letter}{number}_{body}{suffix}"


def rule_suffix(rule: Rule) -> str:
    """Return the suffix of a code: nothing in Life, else the rule as in Catagolue's addresses.

    A MAP rule stays as it is.
    """
    if rule == LIFE:
        return ""
    return f"/{rule.name if rule.family == 'map' else rule.name.replace('/', '').lower()}"


def sort_key(body: str) -> tuple[int, str]:
    """Return the sort key of codes: the length, then the text."""
    return len(body), body


def shortened(strips: str) -> str:
    """Return strips of letters, with ``z`` between them, with runs of empty columns abbreviated.

    Several texts may be given on separate lines.
    """
    # Tried once for each run of zeros, not from each zero on: gaps may be long.
    return re.sub("00+", _gap, re.sub(r"(?<!0)0++(?=[z\n]|\Z)", "", strips))


# ---------------------------------------------------------------- reading


def _cells(body: str, text: str, offset: int) -> list[tuple[int, int]]:
    cells = []
    x = y = 0
    for token in re.finditer("y.|.", body):
        letter = token[0]
        if letter == "z":
            x, y = 0, y + 5
        elif letter == "w":
            x += 2
        elif letter == "x":
            x += 3
        elif letter == "y":
            message, hint = "y must be followed by a letter", "it gives the number of empty columns"
            raise FormatError(message, *place(text, offset + token.start()), letter, hint)
        elif letter[0] == "y":
            x += 4 + DIGITS.index(letter[1])
        else:
            bits = DIGITS.index(letter)
            cells += [(x, y + down) for down in range(5) if bits >> down & 1]
            x += 1
    return cells


def _read_rule(name: str, text: str, offset: int) -> Rule:
    at = place(text, offset)
    try:
        rule, grid = parse_rule(name)
    except RuleError as error:
        raise FormatError(str(error), *at, name) from error
    if grid:
        hint = f"write only the rule, {rule}"
        raise FormatError("apgcodes do not support bounded grids", *at, name, hint)
    if not rule.has_table:
        raise FormatError(rule_kind(rule), *at, name, f"use {RULES_WITH_TABLE}")
    return rule


# ---------------------------------------------------------------- writing


def _phases(rows: _Rows, rule: Rule) -> tuple[list[_Rows], bool]:
    """Return the phases of an object, each cropped, and whether it moves.

    Raises UserError if the pattern dies out or does not repeat.
    """
    following, cost = (_next, 1) if rule == LIFE else (_next_under(rule), _ROWS_OF_LIFE)
    phases: list[_Rows] = []
    now, left, top, work = rows, 0, 0, 0
    while not phases or now != rows:
        phases.append(now)
        short, long = sorted((len(now), max(map(int.bit_length, now), default=0)))
        work += cost * long * (1 + short // _ROW_CELLS)
        if not now or work > _MOST_ROWS:
            fate = "dies out" if not now else f"does not repeat within {len(phases)} generations"
            raise UserError(
                f"the pattern {fate}; only still lifes, oscillators and spaceships have an apgcode"
            )
        now, up, right = _cropped(following(now))
        left, top = left + right - 1, top + up - 1
    return phases, (left, top) != (0, 0)


def _next(rows: _Rows) -> _Rows:
    """Return the next generation of Life, with one more row and column on every side.

    Bits are cells, so that a whole row is added at once: first the triples of each row, as two
    binary digits, then three rows of them.
    """
    padded = [0, 0, *(row << 1 for row in rows), 0, 0]
    low = [row << 1 ^ row ^ row >> 1 for row in padded]
    high = [row << 1 & row | row << 1 & row >> 1 | row & row >> 1 for row in padded]
    following = []
    for y in range(1, len(padded) - 1):
        a, b, c = low[y - 1 : y + 2]
        d, e, f = high[y - 1 : y + 2]
        ones, carry = a ^ b ^ c, a & b | a & c | b & c
        left, right, both, twice = d ^ e, f ^ carry, d & e, f & carry
        one_two = (left ^ right) & ~(both | twice)
        two_twos = left & right | (both ^ twice) & ~(left | right)
        # Three live cells among the nine, or four with the one in the middle.
        following.append(ones & one_two | padded[y] & two_twos & ~ones)
    return following


def _next_under(rule: Rule) -> Callable[[_Rows], _Rows]:
    """Return a function that does what `_next` does under another rule."""
    choices, last = _choices(rule.table)

    def following(rows: _Rows) -> _Rows:
        padded = [0, 0, *(row << 1 for row in rows), 0, 0]
        after = []
        for y in range(1, len(padded) - 1):
            block = [each for row in padded[y - 1 : y + 2] for each in (row >> 1, row, row << 1)]
            values = [0, -1]  # every cell dead, every cell live
            for cell, dead, live in choices:
                values.append(values[dead] ^ block[cell] & (values[dead] ^ values[live]))
            after.append(values[last])
        return after

    return following


@cache
def _choices(table: bytes) -> tuple[list[tuple[int, int, int]], int]:
    """Return a table, as of `lifesat.life.rule.Rule`, as a binary decision diagram.

    For each node, numbered from 2, the list has a cell of the block and the nodes to follow if it
    is dead or live; nodes 0 and 1 are the states. The number is that of the root.
    """
    choices: list[tuple[int, int, int]] = []
    values = list(table)
    for cell in range(8, -1, -1):
        numbers: dict[tuple[int, int], int] = {}
        for dead, live in zip(values[::2], values[1::2], strict=True):
            if dead == live:
                numbers[dead, live] = dead
            elif (dead, live) not in numbers:
                choices.append((cell, dead, live))
                numbers[dead, live] = len(choices) + 1
        values = [numbers[pair] for pair in zip(values[::2], values[1::2], strict=True)]
    return choices, values[0]


def _cropped(rows: _Rows) -> tuple[_Rows, int, int]:
    """Return the rows without empty margins, and how many rows above and columns on the right went.

    If no cell is live, no row is left.
    """
    live = [y for y, row in enumerate(rows) if row]
    if not live:
        return [], 0, 0
    kept = rows[live[0] : live[-1] + 1]
    together = 0
    for row in kept:
        together |= row
    right = (together & -together).bit_length() - 1
    return [row >> right for row in kept], live[0], right


def _shortest(rows: _Rows, rule: Rule) -> str:
    """Return the first, by `sort_key`, of the texts of all orientations of a phase."""
    width = max(map(int.bit_length, rows))
    texts = [format(row, f"0{width}b") for row in rows]
    return min(map(_body, _orientations(texts, rule)), key=sort_key)


def _orientations(rows: list[str], rule: Rule) -> Iterator[list[str]]:
    """Yield the images of a phase under the symmetries of its rule."""
    rotations, symmetries = [rows], rule.symmetries
    if rule.family == "hexagonal":
        rotations += [once := _sheared(rows), _sheared(once)]
    for rotated in rotations:
        transposed = ["".join(column) for column in zip(*rotated, strict=True)]
        for transform in symmetries:
            transpose, flip_x, flip_y = decompose(transform)
            image = transposed if transpose else rotated
            if flip_x:
                image = [row[::-1] for row in image]
            yield image[::-1] if flip_y else image


def _sheared(rows: list[str]) -> list[str]:
    """Return rows rotated by 60 degrees in the hexagonal plane, where (1, 1) is next to (0, 0)."""
    live = [(x - y, x) for y, row in enumerate(rows) for x, bit in enumerate(row) if bit == "1"]
    left, top = min(x for x, _ in live), min(y for _, y in live)
    cells = {(x - left, y - top) for x, y in live}
    width, height = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    return ["".join("01"[(x, y) in cells] for x in range(width)) for y in range(height)]


def _body(rows: list[str]) -> str:
    strips = []
    for y in range(0, len(rows), 5):
        columns = zip(*rows[y + 4 : y - 1 if y else None : -1], strict=True)
        strips.append("".join([DIGITS[int("".join(column), 2)] for column in columns]))
    return shortened("z".join(strips))


def _gap(zeros: re.Match[str]) -> str:
    """Return the letters for two empty columns or more."""
    whole, rest = divmod(len(zeros[0]), 39)
    last = ("", "0", "w", "x")[rest] if rest < 4 else "y" + DIGITS[rest - 4]
    return "yz" * whole + last
