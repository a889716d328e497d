"""The 3x3 block of cells: its neighbourhoods, and tables of the next state for each block.

A block is a number of nine bits, row by row: the upper left cell is the highest bit and the cell
itself is bit 4, so each octal digit is a row. A table is 512 bytes, 0 or 1: the next state of the
cell for each block, in the order of MAP rules.
"""

from binascii import a2b_base64
from collections.abc import Mapping, Set
from functools import cache

from lifesat.life.symmetry import TRANSFORMS, source_cells

BLOCKS = 512
CENTRE = 0o020

# The letters of Hensel's notation for each number of live neighbours, with one arrangement each;
# rotated or reflected arrangements have the same letter.
_ARRANGEMENTS = {
    1: {"c": 0o400, "e": 0o200},
    2: {"a": 0o600, "c": 0o500, "e": 0o240, "i": 0o202, "k": 0o410, "n": 0o401},
    3: {"a": 0o640, "c": 0o504, "e": 0o250, "i": 0o700, "j": 0o610, "k": 0o412, "n": 0o604,
        "q": 0o601, "r": 0o602, "y": 0o502},
    4: {"a": 0o740, "c": 0o505, "e": 0o252, "i": 0o606, "j": 0o612, "k": 0o614, "n": 0o704,
        "q": 0o641, "r": 0o650, "t": 0o702, "w": 0o611, "y": 0o605, "z": 0o603},
}  # fmt: skip

# The neighbourhood as a block, by the letter at the end of a rule.
NEIGHBOURS = {"": 0o757, "H": 0o653, "V": 0o252}

# The cells whose states form the index into a MAP rule, highest bit first, by the number of
# base64 characters; with six neighbours Golly (3.3) takes the lowest row first.
_MAPPED = {
    86: (0, 1, 2, 3, 4, 5, 6, 7, 8),
    22: (7, 8, 3, 4, 5, 0, 1),
    6: (1, 3, 4, 5, 7),
}


def letters(count: int) -> str:
    """Return Hensel's letters for a number of live neighbours, the same for n and 8 - n."""
    return "".join(_ARRANGEMENTS.get(min(count, 8 - count), ""))


@cache
def transition_names() -> tuple[str, ...]:
    """Return the names of the 102 isotropic transitions, such as ``B3a`` or ``S0c``.

    Births come before survivals, each by the number of live neighbours and then by Hensel's letter;
    no neighbours and eight have the letter c.
    """
    return tuple(
        f"{side}{count}{letter}"
        for side in "BS"
        for count in range(9)
        for letter in letters(count) or "c"
    )


@cache
def transitions_of_blocks() -> bytes:
    """Return for each block the index of its transition in `transition_names`."""
    index = {name: number for number, name in enumerate(transition_names())}
    letter = _letters_of_blocks()
    return bytes(
        index[
            f"{'S' if block & CENTRE else 'B'}{(block & ~CENTRE).bit_count()}"
            f"{letter.get(block & ~CENTRE, 'c')}"
        ]
        for block in range(BLOCKS)
    )


def counting_table(birth: Set[int], survival: Set[int], neighbourhood: str) -> bytes:
    """Return the table of an outer-totalistic rule for a neighbourhood in `NEIGHBOURS`."""
    mask = NEIGHBOURS[neighbourhood]
    return bytes(
        (block & mask).bit_count() in (survival if block & CENTRE else birth)
        for block in range(BLOCKS)
    )


def isotropic_table(birth: Mapping[int, str], survival: Mapping[int, str]) -> bytes:
    """Return the table of an isotropic non-totalistic rule.

    The mappings give Hensel's letters for each number of live neighbours; "" means all of them.
    """
    letter = _letters_of_blocks()
    table = bytearray(BLOCKS)
    for block in range(BLOCKS):
        side = survival if block & CENTRE else birth
        around = block & ~CENTRE
        count = around.bit_count()
        table[block] = count in side and (not side[count] or letter[around] in side[count])
    return bytes(table)


def map_table(code: str) -> bytes:
    """Return the table of a MAP rule from its 86, 22 or 6 base64 characters."""
    lowest_first = _MAPPED[len(code)][::-1]
    octets = a2b_base64(code + "=" * (-len(code) % 4))
    table = bytearray(BLOCKS)
    for block in range(BLOCKS):
        number = sum((block >> (8 - cell) & 1) << k for k, cell in enumerate(lowest_first))
        table[block] = octets[number >> 3] >> (7 - number % 8) & 1
    return bytes(table)


def symmetries_of(table: bytes) -> tuple[str, ...]:
    """Return the transforms under which a table is invariant; they form a group."""
    return tuple(
        transform
        for transform in TRANSFORMS
        if table == bytes(table[image] for image in _images(transform))
    )


@cache
def _images(transform: str) -> tuple[int, ...]:
    """Return the image of every block under a transform."""
    image_of = {1 << (8 - cell): 1 << (8 - k) for k, cell in enumerate(source_cells(transform, 3))}
    images = [0]
    for block in range(1, BLOCKS):
        # The image of the lowest live cell, and that of the rest, which is a smaller number.
        images.append(image_of[block & -block] | images[block & (block - 1)])
    return tuple(images)


@cache
def _letters_of_blocks() -> dict[int, str]:
    """Return the letter of every arrangement of 1 to 7 live neighbours."""
    found = {}
    for count, arrangements in _ARRANGEMENTS.items():
        for letter, block in arrangements.items():
            for transform in TRANSFORMS:
                around = _images(transform)[block]
                found[around] = letter
                if count < 4:
                    found[around ^ NEIGHBOURS[""]] = letter
    return found
