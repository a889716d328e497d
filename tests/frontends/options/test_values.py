"""Values that a user types."""

import re
from collections.abc import Callable

import pytest

from lifesat.errors import UserError
from lifesat.frontends.options.option import (
    parse_block_size,
    parse_disk,
    parse_integer,
    parse_memory,
    parse_offset,
    parse_picture_size,
    parse_rule_of_objects,
    parse_seconds,
    parse_shift,
    parse_size,
    whole_number,
)

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("parse", "text", "value"),
    [
        (whole_number("limit", 1), "1", 1),
        (whole_number("limit", 1), "007", 7),
        (whole_number("number", 0, digits=30), "9" * 30, 10**30 - 1),
        (parse_seconds, "0", 0.0),
        (parse_seconds, "90s", 90.0),
        (parse_seconds, "5m", 300.0),
        (parse_seconds, "2d", 172_800.0),
        (parse_seconds, "1.5h", 5400.0),
        (parse_integer, "-2", -2),
        (parse_size, "999999x1", (999_999, 1)),
        (parse_picture_size, "25,20", (25, 20)),
        (parse_picture_size, "25", (25, None)),
        (parse_block_size, "8x5,3", (8, 5, 3)),
        (parse_shift, "0,-3", (0, -3)),
        (parse_offset, "1,0", (1, 0, 0)),
        (parse_offset, "0,-2,1", (0, -2, 1)),
        (parse_rule_of_objects, "b36s23", "B36/S23"),
        (parse_memory, "12", 12),
        (parse_memory, "1.5K", 1536),
        (parse_disk, "20G", 20 << 30),
        (parse_disk, "0", 0),
        (parse_memory, "2kb", 2048),
        (parse_memory, "1.5T", 3 << 39),
    ],
)
def test_values(parse: Callable[[str], object], text: str, value: object) -> None:
    assert parse(text) == value


@pytest.mark.parametrize(
    ("parse", "text", "sentence"),
    [
        (whole_number("limit", 1), "0", "invalid limit '0': give a whole number from 1"),
        (whole_number("limit", 1), "", "invalid limit '': give a whole number from 1"),
        (whole_number("limit", 1), "-1", "invalid limit '-1': give a whole number from 1"),
        (whole_number("limit", 1), "\N{SUPERSCRIPT TWO}", "invalid limit"),
        (
            whole_number("seed"),
            "1" * 10,
            "invalid seed '1111111111': give a whole number from 0 of at most 9 digits",
        ),
        (parse_seconds, "soon", "invalid time 'soon': give seconds such as 30, or 5m, 2h, 1d"),
        (parse_seconds, "-1", "invalid time"),
        (parse_seconds, "1e400", "invalid time"),
        (parse_size, "3", "invalid size '3': give width and height such as 25,20"),
        (parse_size, "0,3", "invalid size"),
        (parse_size, "3,3\n", "invalid size"),
        (
            parse_block_size,
            "3,3",
            "invalid block '3,3': give width, height and number of generations such as 8,5,3",
        ),
        (parse_shift, "1", "invalid shift '1': give cells right and down such as 2,0"),
        (parse_memory, "0", "invalid memory size '0': give a size such as 500M or 8G"),
        (parse_memory, "8 G", "invalid memory size"),
    ],
)
def test_mistakes(parse: Callable[[str], object], text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=f"^{re.escape(sentence)}"):
        parse(text)
