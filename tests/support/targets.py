"""Targets with known numbers of parents."""

from pathlib import Path

OBJECTS = {
    "empty1x1": ["."],
    "block": ["OO", "OO"],
    "beehive": [".OO.", "O..O", ".OO."],
    "ship": ["OO.", "O.O", ".OO"],
    "tub": [".O.", "O.O", ".O."],
    "pond": [".OO.", "O..O", "O..O", ".OO."],
    "blinker": ["OOO"],
    "beacon": ["OO..", "O...", "...O", "..OO"],
    "dot": ["O"],
    "domino": ["OO"],
    "eater1": ["OO..", "O.O.", "..O.", "..OO"],
}
SEED_TARGETS = {
    "tub 3x3": OBJECTS["tub"],
    "bar (live column) 3x3": [".O."] * 3,
    "question mark 6x5": ["..O..", ".....", ".OO..", "..O..", "..O..", ".OOO."],
    "space invader 10x13": [
        *[".............", "...O.....O...", "....O...O....", "...OOOOOOO...", "..OO.OOO.OO.."],
        *[".OOOOOOOOOOO.", ".O.OOOOOOO.O.", ".O.O.....O.O.", "....OO.OO....", "............."],
    ],
}
LIFE_TARGET = [
    *[
        "...............",
        ".O...O.OOO.OOO.",
        ".O...O.O...O...",
        ".O...O.OO..OO..",
        ".O...O.O...O...",
    ],
    *[".OOO.O.O...OOO.", "..............."],
]


def orphans(folder: Path) -> list[Path]:
    return [
        *sorted(folder.glob("gardenofeden*.rle")),
        folder / "orphan_GoE10_89cells_LifeHistory.rle",
    ]
