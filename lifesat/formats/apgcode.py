"""apgcodes, read only: still lifes (xs), oscillators (xp) and spaceships (xq) as single words.

Source: Adam P. Goucher's apgsearch, whose codes hold a phase of the object in extended Wechsler
format: each letter is five cells of a column, strips of five rows are separated by ``z``.
"""

from __future__ import annotations

import re

from lifesat.formats.errors import FormatError, place
from lifesat.pattern import Pattern

CODE = re.compile(r"x([spq])([0-9]{1,18})_([0-9a-z]+)")

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


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
