"""Agreement with lifelib: each program reads what the other writes, as the same cells."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesat.errors import UserError
from lifesat.formats import read_file, read_text, write_text
from lifesat.formats.apgcode import code_of
from lifesat.life.evolution import evolve
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from tests.support import plain

FromRle = Callable[[str], Any]


def coordinates(theirs: Any) -> set[tuple[int, int]]:
    return {(x, y) for x, y in theirs.coords().tolist()}


@pytest.mark.weekly  # it compiles lifelib
def test_random_patterns(lifelib_pattern: FromRle) -> None:
    rng = random.Random(8)
    for number in range(200):
        side = rng.choice([3, 20, 100, 10**6])
        count = rng.randint(1, 400)
        cells = {(rng.randrange(side), rng.randrange(side)) for _ in range(count)}
        ours = Pattern.from_cells(cells).replace(position=None)
        theirs = lifelib_pattern(write_text(ours))
        assert coordinates(theirs) == {(x, y) for x, y, _ in ours.cells()}, number
        written = theirs.rle_string()
        assert read_text(written) == ours, number
        assert write_text(ours, "lifelib") == written, number


def test_the_patterns_of_golly(lifelib_pattern: FromRle, golly_patterns: Path) -> None:
    compared = 0
    for path in sorted(golly_patterns.rglob("*")):
        # lifelib takes minutes to write the largest.
        if path.is_dir() or path.stat().st_size > 20_000:
            continue
        try:
            ours = read_file(path)
        except UserError:
            continue
        if ours.rule != LIFE or ours.grid or not 0 < ours.population < 20_000:
            continue
        cropped = ours.crop()
        theirs = lifelib_pattern(write_text(cropped))
        assert theirs.population == ours.population, path
        read = read_text(theirs.rle_string())
        assert list(read.pieces()) == list(cropped.pieces()), path
        compared += 1
    assert compared > 100


# lifelib compiles another library for them.
@pytest.mark.weekly
def test_the_names_of_small_objects(lifelib_pattern: FromRle) -> None:
    named = 0
    boards = plain.all_boards(4, 4)
    for board in boards[::311]:
        settled = Pattern.from_array(evolve(np.pad(board, 40), LIFE, 60)).crop()
        if not settled.population:
            continue
        try:
            ours = code_of(settled)
        except UserError:
            continue
        assert lifelib_pattern(write_text(settled)).apgcode == ours
        named += 1
    assert named > 50
