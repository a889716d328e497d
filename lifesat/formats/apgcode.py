"""apgcodes: still lifes (xs), oscillators (xp) and spaceships (xq) as single words.

Source: Adam P. Goucher's apgsearch, whose codes hold a phase of the object in extended Wechsler
format: each letter is five cells of a column, strips of five rows are separated by ``z``.
"""

from __future__ import annotations

import re

from lifesat.errors import UserError
from lifesat.formats.errors import FormatError, place
from lifesat.pattern import Pattern
from lifesat.rules import LIFE

TYPE_CHECKING = False  # importing typing would cost a third of the start-up time
if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = re.compile(r"x([spq])([0-9]{1,18})_([0-9a-z]+)")

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BITS = bytes.maketrans(b"\0\1", b"01")
# A soup that never settles is given up after so many rows have been run; it takes some seconds.
_MOST_ROWS = 1_000_000

# Rows of cells from the top as numbers; the lowest bit is the rightmost column.
_Rows = list[int]


def read(text: str) -> Pattern:
    """Read the phase of the object that a code of Life holds; its name is the code.

    Raises
    ------
    FormatError
        If the text is no such code, or if a still life has not as many cells as its code says.
    """
    offset = len(text) - len(text.lstrip())
    word = text.strip()
    at = place(text, offset)
    code = CODE.fullmatch(word)
    if not code:
        hint = "codes of objects look like xs4_33, xp2_7 or xq4_153"
        if re.fullmatch(r"x[spq][0-9]+(_[0-9a-z]+){2,}", word):
            hint = "a code with several layers belongs to a rule of more than two states"
        raise FormatError(f"'{word[:40]}' is no apgcode with cells", *at, word[:40], hint)
    pattern = Pattern.from_cells(_cells(code[3], text, offset + code.start(3)))
    population = pattern.population
    if code[1] == "s" and population != int(code[2]):
        message = f"the code says {int(code[2])} cells, but holds {population}"
        raise FormatError(message, *at, word, "a letter is missing or wrong")
    return pattern.replace(name=word, position=None)


def write(pattern: Pattern) -> str:
    """Write the code of a still life, an oscillator or a spaceship.

    Raises
    ------
    UserError
        If the pattern is none of them.
    """
    return f"{code_of(pattern)}\n"


def code_of(pattern: Pattern) -> str:
    """Return the code that all phases, images and places of an object of Life share.

    Of all phases in all orientations the shortest text is taken, of those the first in order. The
    pattern is named as a whole, also where apgsearch would see several objects.

    Raises
    ------
    UserError
        If the pattern is no still life, oscillator or spaceship of Life, or has unknown cells.

    Examples
    --------
    >>> code_of(Pattern.from_rows(["O.O", ".OO", ".O."]))
    'xq4_153'
    """
    if pattern.rule != LIFE or pattern.grid:
        raise UserError("an apgcode has no place for a rule or a grid; it is for B3/S23 alone")
    if pattern.has_unknown:
        raise UserError("an apgcode has no unknown cells")
    if not pattern.population:
        return "xs0_0"
    phases, moved = _phases([int(row.translate(_BITS), 2) for row in pattern.crop().dense_rows()])
    body = min(map(_shortest, phases), key=_rank)
    if moved:
        return f"xq{len(phases)}_{body}"
    if len(phases) > 1:
        return f"xp{len(phases)}_{body}"
    return f"xs{pattern.population}_{body}"


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
            message, hint = "y needs a letter", "it says how many columns are empty"
            raise FormatError(message, *place(text, offset + token.start()), letter, hint)
        elif letter[0] == "y":
            x += 4 + _DIGITS.index(letter[1])
        else:
            bits = _DIGITS.index(letter)
            cells += [(x, y + down) for down in range(5) if bits >> down & 1]
            x += 1
    return cells


# ---------------------------------------------------------------- writing


def _phases(rows: _Rows) -> tuple[list[_Rows], bool]:
    """Return the phases of an object, each cropped, and whether it comes back elsewhere."""
    phases: list[_Rows] = []
    now, left, top, work = rows, 0, 0, 0
    while not phases or now != rows:
        phases.append(now)
        work += len(now)
        if not now or work > _MOST_ROWS:
            fate = "dies out" if not now else f"does not come back in {len(phases)} generations"
            raise UserError(f"the pattern {fate}; an apgcode names what comes back")
        now, up, aside = _cropped(_next(now))
        left, top = left + aside - 1, top + up - 1
    return phases, (left, top) != (0, 0)


def _next(rows: _Rows) -> _Rows:
    """Return the next generation, with a row more above and below and a column more at each side.

    Bits are cells, so that a row is added up at once: first each row's triples, in two binary
    digits, then three rows of them.
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


def _cropped(rows: _Rows) -> tuple[_Rows, int, int]:
    """Return the rows without empty margins, and how many rows above and columns on the right went.

    All empty rows go; then nothing is left.
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


def _rank(body: str) -> tuple[int, str]:
    return len(body), body


def _shortest(rows: _Rows) -> str:
    """Return the best of the texts of the eight orientations of a phase."""
    width = max(map(int.bit_length, rows))
    return min(map(_body, _orientations([format(row, f"0{width}b") for row in rows])), key=_rank)


def _orientations(rows: list[str]) -> Iterator[list[str]]:
    for face in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
        mirrored = [row[::-1] for row in face]
        yield from (face, face[::-1], mirrored, mirrored[::-1])


def _body(rows: list[str]) -> str:
    strips = []
    for y in range(0, len(rows), 5):
        columns = zip(*rows[y + 4 : y - 1 if y else None : -1], strict=True)
        letters = "".join([_DIGITS[int("".join(column), 2)] for column in columns])
        strips.append(re.sub("00+", _gap, letters.rstrip("0")))
    return "z".join(strips)


def _gap(zeros: re.Match[str]) -> str:
    """Return the letters for two empty columns or more."""
    whole, rest = divmod(len(zeros[0]), 39)
    last = ("", "0", "w", "x")[rest] if rest < 4 else "y" + _DIGITS[rest - 4]
    return "yz" * whole + last
