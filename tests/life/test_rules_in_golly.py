"""Rules that are no counts of eight neighbours, against bgolly: their tables, and soups run."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from lifesat.formats import read_text, write_text
from lifesat.life.evolution import evolve
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, parse_rule
from tests.support import plain
from tests.support.golly import Bgolly, run_by_golly
from tests.support.plain import BASE64, LETTERS

LIFE_AS_MAP = (
    "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA"
)
KNOWN = [
    *plain.KNOWN_RULES,
    "B245/S3H",
    "B2/S013V",
    LIFE_AS_MAP,
]


def random_map(rng: random.Random, characters: int) -> str:
    """A MAP rule without births on dead ground."""
    return "MAP" + rng.choice(BASE64[:32]) + "".join(rng.choices(BASE64, k=characters - 1))


def random_side(rng: random.Random) -> str:
    """Some numbers from 1 to 8, with letters to take or to leave."""
    text = ""
    for count in rng.sample(range(1, 9), rng.randint(1, 4)):
        known = LETTERS.get(min(count, 8 - count), "")
        chosen = "".join(rng.sample(known, rng.randint(0, len(known))))
        text += f"{count}{rng.choice(['', '-']) if chosen else ''}{chosen}"
    return text


def rules() -> Iterator[str]:
    yield from KNOWN
    for count, letters in LETTERS.items():
        for letter in letters:
            side = f"{count}{letter}{8 - count}{letter}"
            yield f"B{side}/S{side}"
    rng = random.Random(20)
    for letter, most in (("H", 6), ("V", 4)):
        for _ in range(6):
            birth, survival = (rng.sample(range(start, most + 1), 2) for start in (1, 0))
            yield "B{}{}/S{}{}".format(*birth, *survival) + letter
    for characters in (86, 22, 6):
        for _ in range(6):
            yield random_map(rng, characters)
    for _ in range(6):
        yield f"B{random_side(rng)}/S{random_side(rng)}"


@pytest.fixture(scope="module")
def every_block() -> plain.Boards:
    """All blocks of 3x3 cells, each in a square of 6x6: 32 in a row."""
    blocks = np.arange(512)[:, None, None] >> np.arange(9).reshape(3, 3)[::-1, ::-1] & 1
    apart = np.pad(blocks.astype(np.uint8), ((0, 0), (2, 1), (2, 1))).reshape(16, 32, 6, 6)
    cells: plain.Boards = apart.transpose(0, 2, 1, 3).reshape(16 * 6, 32 * 6)
    return cells


def test_tables_are_those_of_golly(
    bgolly: Bgolly, tmp_path: Path, every_block: plain.Boards
) -> None:
    for text in rules():
        rule, _ = parse_rule(text)
        before = Pattern.from_array(every_block, rule=rule, position=(0, 0))
        after = run_by_golly(bgolly, tmp_path, before, 1)
        assert after.rule == rule
        live = set(_placed(after))
        theirs = [(6 * (n % 32) + 3, 6 * (n // 32) + 3) in live for n in range(512)]
        assert list(rule.table) == theirs, text


def test_soups_run_as_in_golly(bgolly: Bgolly, tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    for text in [*KNOWN, *(random_map(random.Random(n), 86) for n in range(4))]:
        rule, _ = parse_rule(text)
        soup = np.pad((rng.random((30, 40)) < 0.4).astype(np.uint8), 12)
        ours = Pattern.from_array(evolve(soup, rule, 12), rule=rule, position=(0, 0)).crop()
        theirs = run_by_golly(
            bgolly, tmp_path, Pattern.from_array(soup, rule=rule, position=(0, 0)), 12
        )
        assert set(_placed(ours)) == set(_placed(theirs)), text


@pytest.mark.parametrize("text", ["/2/3", "345/2/4", "23/36/8", "2-a/13/3", "1/2/5H", "12/23/4V"])
def test_generations_rules_run_as_in_golly(bgolly: Bgolly, tmp_path: Path, text: str) -> None:
    rule, _ = parse_rule(text)
    cells = np.random.default_rng(6).integers(0, rule.states, (20, 30)).astype(np.uint8)
    soup = Pattern.from_array(cells, rule=rule, position=(0, 0))
    for generations in (1, 2, 7):
        theirs = run_by_golly(bgolly, tmp_path, soup, generations)
        ours = soup.evolve(generations)
        assert set(_states(ours)) == set(_states(theirs))


@pytest.mark.parametrize("text", ["B05/S234", "B04/S03V", "B035/S1238", "B0/S06H", "MAP9vp/3w"])
def test_what_golly_makes_of_births_without_neighbours(
    bgolly: Bgolly, tmp_path: Path, text: str
) -> None:
    rule, grid = parse_rule(f"{text}:T15,14")
    soup = (np.random.default_rng(5).random((14, 15)) < 0.4).astype(np.uint8)
    source, target = tmp_path / "source.rle", tmp_path / "target.rle"
    source.write_text(write_text(Pattern.from_array(soup, rule=rule, grid=grid, position=(-7, -7))))
    opposite = rule.table[-1] == 1
    for generations in (1, 2, 3):
        theirs = read_text(bgolly(source, target, "-m", str(generations)))
        ours = evolve(soup ^ opposite, rule, generations, "torus")
        ours ^= opposite or generations % 2 == 1
        assert list(theirs.crop().dense_rows()) == list(
            Pattern.from_array(ours).crop().dense_rows()
        )


def _states(pattern: Pattern) -> Iterator[tuple[int, int, int]]:
    left, top = pattern.position or (0, 0)
    return ((x + left, y + top, state) for x, y, state in pattern.cells())


def _placed(pattern: Pattern) -> Iterator[tuple[int, int]]:
    left, top = pattern.position or (0, 0)
    return ((x + left, y + top) for x, y, _ in pattern.cells())


def test_life_as_a_map_is_life() -> None:
    rule, _ = parse_rule(LIFE_AS_MAP)
    assert rule.table == LIFE.table
    assert not rule.is_life_like
