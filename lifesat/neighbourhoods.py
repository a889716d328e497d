"""The 3x3 block: its turns, its neighbourhoods, and tables of what comes of each.

A block is a number of nine bits, row by row, the upper left cell on top and the cell itself as bit
4; written in octal, each digit is a row. A table is 512 bytes, 0 or 1: the next state of the cell
for each block. It is the order of MAP rules.
"""

from __future__ import annotations

from binascii import a2b_base64
from functools import cache

TYPE_CHECKING = False  # importing typing would cost a third of the start-up time
if TYPE_CHECKING:
    from collections.abc import Mapping, Set

BLOCKS = 512
CENTRE = 0o020

# Letters of Hensel's notation for each number of live neighbours, with one arrangement each; turned
# and reflected it keeps its letter.
_ARRANGEMENTS = {
    1: {"c": 0o400, "e": 0o200},
    2: {"a": 0o600, "c": 0o500, "e": 0o240, "i": 0o202, "k": 0o410, "n": 0o401},
    3: {"a": 0o640, "c": 0o504, "e": 0o250, "i": 0o700, "j": 0o610, "k": 0o412, "n": 0o604,
        "q": 0o601, "r": 0o602, "y": 0o502},
    4: {"a": 0o740, "c": 0o505, "e": 0o252, "i": 0o606, "j": 0o612, "k": 0o614, "n": 0o704,
        "q": 0o641, "r": 0o650, "t": 0o702, "w": 0o611, "y": 0o605, "z": 0o603},
}  # fmt: skip

# Which neighbours count, by the letter at the end of a rule.
NEIGHBOURS = {"": 0o757, "H": 0o653, "V": 0o252}

# Which cells of a block make the number that a MAP rule is read by, the highest first, by how many
# characters it has; of six neighbours Golly (3.3) takes the lowest row first.
_MAPPED = {
    86: (0, 1, 2, 3, 4, 5, 6, 7, 8),
    22: (7, 8, 3, 4, 5, 0, 1),
    6: (1, 3, 4, 5, 7),
}

# For each turn of the square, which cell of a block comes to each of its places; rotations are
# clockwise, and flip_x swaps left and right.
TURNS = {
    "identity": (0, 1, 2, 3, 4, 5, 6, 7, 8),
    "rot90": (6, 3, 0, 7, 4, 1, 8, 5, 2),
    "rot180": (8, 7, 6, 5, 4, 3, 2, 1, 0),
    "rot270": (2, 5, 8, 1, 4, 7, 0, 3, 6),
    "flip_x": (2, 1, 0, 5, 4, 3, 8, 7, 6),
    "flip_y": (6, 7, 8, 3, 4, 5, 0, 1, 2),
    "transpose": (0, 3, 6, 1, 4, 7, 2, 5, 8),
    "anti_transpose": (8, 5, 2, 7, 4, 1, 6, 3, 0),
}


def letters(count: int) -> str:
    """Return the letters for a number of live neighbours, the same for n and 8 - n."""
    return "".join(_ARRANGEMENTS.get(min(count, 8 - count), ""))


def counted(birth: Set[int], survival: Set[int], neighbourhood: str) -> bytes:
    """Return the table of a rule that counts the live cells of a neighbourhood in `NEIGHBOURS`."""
    mask = NEIGHBOURS[neighbourhood]
    return bytes(
        (block & mask).bit_count() in (survival if block & CENTRE else birth)
        for block in range(BLOCKS)
    )


def arranged(birth: Mapping[int, str], survival: Mapping[int, str]) -> bytes:
    """Return the table of a rule that says numbers of live neighbours, and letters for each.

    Parameters
    ----------
    birth, survival
        Letters of Hensel's notation by the number of live neighbours; all where there are none.
    """
    letter = _letters_of_blocks()
    table = bytearray(BLOCKS)
    for block in range(BLOCKS):
        side = survival if block & CENTRE else birth
        around = block & ~CENTRE
        count = around.bit_count()
        table[block] = count in side and (not side[count] or letter[around] in side[count])
    return bytes(table)


def mapped(code: str) -> bytes:
    """Return the table that a MAP rule spells: 86, 22 or 6 characters in base64."""
    lowest_first = _MAPPED[len(code)][::-1]
    octets = a2b_base64(code + "=" * (-len(code) % 4))
    table = bytearray(BLOCKS)
    for block in range(BLOCKS):
        number = sum((block >> (8 - cell) & 1) << k for k, cell in enumerate(lowest_first))
        table[block] = octets[number >> 3] >> (7 - number % 8) & 1
    return bytes(table)


def turns_of(table: bytes) -> tuple[str, ...]:
    """Return the turns after which a table says the same of every block; they are a group."""
    return tuple(turn for turn in TURNS if table == bytes(table[image] for image in _images(turn)))


@cache
def _images(turn: str) -> tuple[int, ...]:
    """Return every block after one of `TURNS`."""
    cells = TURNS[turn]
    return tuple(
        sum((block >> (8 - cell) & 1) << (8 - place) for place, cell in enumerate(cells))
        for block in range(BLOCKS)
    )


@cache
def _letters_of_blocks() -> dict[int, str]:
    """Return the letter of every arrangement of 1 to 7 live neighbours."""
    found = {}
    for count, arrangements in _ARRANGEMENTS.items():
        for letter, block in arrangements.items():
            for turn in TURNS:
                around = _images(turn)[block]
                found[around] = letter
                if count < 4:
                    found[around ^ NEIGHBOURS[""]] = letter
    return found
