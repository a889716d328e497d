"""What ten minutes of arbitrary bytes found, and texts made to be slow or large."""

import time
import tracemalloc
from contextlib import suppress

import pytest

from lifesat.errors import UserError
from lifesat.formats import FormatError, read_text, write_text
from lifesat.life.pattern import Pattern


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # White space that is none between the lines of a text.
        ("\x1f", "not recognised"),
        ("[M2] \n#G \x1f0\n#G 0\x1d\x1d\n3 1\n", "invalid node or leaf"),
        # A state that only stands for an unknown cell must not come from a file.
        ("[M2] \n1 0 0 1 2", "2:1: invalid state 2"),
        ("[M2] \n#R 2/3/3\n1 0 0 0 0\n1 3 0 0 1\n", "4:1: invalid state 3"),
        # A neighbourhood in the middle of a rule.
        ("x = 3, rule = 23/3v/3\n!", "belongs at the end"),
        ("#CLL state-numbering \nxlly\nx = !\n", "not recognised"),
    ],
)
def test_texts_that_were_not_refused_cleanly(text: str, said: str) -> None:
    with pytest.raises(FormatError) as rule_error:
        read_text(text)
    assert said in str(rule_error.value)


def test_a_numbering_of_states_that_is_not_known_is_noted() -> None:
    read = read_text("#CLL state-numbering \nx = 1, y = 1\no!")
    assert [warning.line for warning in read.warnings] == [1]
    assert not read_text("#CLL state-numbering golly\nx = 1, y = 1\no!").warnings


RLE = "x = 1, y = 1\n"
REPEATED = {  # what stands before, what is repeated, what stands after
    "runs": (RLE, "9b", "o!"),
    "rows": (RLE, "o$", "!"),
    "counts": (RLE, "17b", "o!"),
    "digits": (RLE, "9", "o!"),
    "comments": ("", "#C\n", "o!"),
    "comments between rows": (RLE, "#C\no$\n", "!"),
    "blank lines": ("", " \n", "o!"),
    "words after": (RLE + "!", "x x = ", ""),
    "survivals": ("x = 1, y = 1, rule = B3/S", "2", "\no!"),
    "letters of a rule": ("x = 1, y = 1, rule = B2", "a", "\no!"),
    "a name of a rule": ("x = 1, y = 1, rule = B", "ab-", "\no!"),
    "commas": ("x = 1, y = 1, rule = B3/S23", ",", "\no!"),
    "full lines broken in counts": (RLE, "b" * 69 + "1\n", "b!"),
    "a picture": ("", ".O", ""),
    "rows of a picture": ("", "*.\n", ""),
    "Life 1.05": ("#Life 1.05\n", "#P 1 1\n*\n", ""),
    "Life 1.06": ("#Life 1.06\n", "1 1\n", ""),
    "squares": ("[M2]\n", "4 0 0 0 0\n", ""),
    "an apgcode": ("xp2_", "y", ""),
    "a grid": ("", "0 1,\n", ""),
    "a list of cells": ("", "1 2\n", ""),
    "a list of cells and blank lines": ("1 2\n", " \n", "x"),
    "a board": ("3 3\n", ".X\n", ""),
    "a bitmap": ("P1\n3 3\n", "# \n1", ""),
    "gaps in a bitmap": ("P1\n", "# \n\n", ""),
    "pairs in brackets": ("[", "(1,2),", ""),
    "brackets": ("", "[", ""),
    "pictures of #": ("", "#", "."),
    "escapes": (RLE, r"o\$", "!"),
    "cells behind a header": ("x = 1, y = 1 ", "b 1o ", "q$"),
    "odd spaces": (RLE, "o\xa0", "!"),
    "MCell": ("#MCell 4.0\n", "#L .A$\n", ""),
    "nothing known": ("", "#\nx", ""),
    "headers": ("", "x = 3\n", ""),
    "rules": ("", "rule = x\n", ""),
    "headers in brackets": ("", "((x = 3 ", ""),
    "a long name": ("", "Aa", ""),
    "named rules": ("", "Rule 2/3 B3/S2 ", "\nbo$2bo$3o!"),
}


@pytest.mark.parametrize("name", REPEATED)
def test_time_grows_no_faster_than_the_text(name: str) -> None:
    """Eight times the text may take forty times as long; it would be 64 times with its square."""
    before, repeated, after = REPEATED[name]
    seconds = []
    for count in (20_000, 160_000):
        began = time.process_time()
        with suppress(UserError):
            read_text(before + repeated * count + after)
        seconds.append(time.process_time() - began)
    assert seconds[1] < max(40 * seconds[0], 1.0)


def test_what_is_too_large_is_refused_before_it_is_built() -> None:
    tracemalloc.start()
    try:
        for text in (
            "x = 1, y = 1\n268435457o!",
            "x = 1, y = 1\n9999999999999999o$" + "o$" * 9 + "!",
            "x = 1, y = 1, rule = 2/3/3\n999999999999B!",
            "[M2]\n*$*$*$*$*$*$*$*$\n"
            + "".join(
                f"{level} {level - 3} {level - 3} {level - 3} {level - 3}\n"
                for level in range(4, 60)
            ),
        ):
            with pytest.raises(FormatError, match=r"exceeds|at most"):
                read_text(text)
        far = Pattern.from_cells([(0, 0), (10**9, 10**9)])
        for name in ("cells", "picture", "grid", "life-1.05"):
            with pytest.raises(UserError, match="exceeds the limit"):
                write_text(far, name)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_reading_takes_a_small_multiple_of_the_cells_in_memory() -> None:
    text = "x = 1000, y = 1000\n" + ("bo2b3ob2o" * 100 + "$") * 1000 + "!"
    tracemalloc.start()
    try:
        pattern = read_text(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert pattern.width * pattern.height == 10**6
    assert peak < 4 * 10**6 + 2 * len(text)
