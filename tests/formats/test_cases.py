"""Texts that people have, with what must become of each; Golly's reading stands beside ours."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from lifesat.errors import UserError
from lifesat.formats import detect, read_text, write_text
from lifesat.formats.errors import FormatError


def live_cells(body: str) -> set[tuple[int, int]]:
    """Read a plain RLE body one run at a time, as the definition says it."""
    cells = set()
    x = y = 0
    for digits, tag in re.findall(r"([0-9]*)([bo$])", body):
        count = int(digits or 1)
        if tag == "$":
            x, y = 0, y + count
            continue
        if tag == "o":
            cells |= {(x + i, y) for i in range(count)}
        x += count
    return cells


@pytest.fixture(scope="module")
def cases(oracles: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((oracles / "rle-cases.json").read_text())
    assert len(found) >= 57
    return found


def test_every_pattern_is_read_as_expected(cases: list[dict[str, Any]]) -> None:
    for case in cases:
        expect = case["expect"]
        if expect["result"] != "pattern":
            continue
        pattern = read_text(case["text"])
        rule = f"{pattern.rule}:{pattern.grid}" if pattern.grid else pattern.rule.name
        found = {
            "cells": {(x, y) for x, y, _ in pattern.cells()},
            "rule": rule,
            "warning": bool(pattern.warnings),
            "position": list(pattern.position) if pattern.position else None,
            "generation": pattern.generation,
            "format": detect(case["text"])[0],
        }
        wanted = {
            "cells": live_cells(expect["body"]),
            "rule": expect["rule"],
            # Golly 3.3 takes the second rule, others the first.
            "warning": expect["warning"] or case["name"] == "header rule then #r",
            "position": expect.get("position", found["position"]),
            "generation": expect.get("generation"),
            "format": expect.get("format", "rle"),
        }
        assert found == wanted, case["name"]


def test_every_wrong_text_is_refused_with_its_place(cases: list[dict[str, Any]]) -> None:
    for case in cases:
        if case["expect"]["result"] != "error":
            continue
        with pytest.raises(FormatError) as rule_error:
            read_text(case["text"], source="case.rle")
        assert re.match(r"case\.rle:[0-9]+:[0-9]+: .+", str(rule_error.value)), case["name"]


def test_our_writing_of_a_case_is_what_golly_writes(cases: list[dict[str, Any]]) -> None:
    """Where Golly reads the same cells under the same rule, the written body is the same, too."""
    compared = 0
    for case in cases:
        expect = case["expect"]
        if expect["result"] != "pattern" or case["golly"].startswith("error"):
            continue
        header, golly_body = case["golly"].split("\n", 1)
        ours = write_text(read_text(case["text"]))
        body = ours[ours.index("\nx = ") + 1 if "\nx = " in ours else 0 :].split("\n", 1)[1]
        same_rule = header.endswith(f"rule = {expect['rule']}")
        if same_rule and live_cells(golly_body) == live_cells(expect["body"]):
            compared += 1
            assert body.split("!")[0] + "!" == golly_body, case["name"]
    assert compared > 20


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("bob$2bo$3O!", "3:10: 'O' is state 15, but the rule has two states"),
        ("bob$2bo$3c!", "3:10: invalid cell 'c'"),
        ("bob$2bo$3?!", "--unknown"),
        ("bob$2bo$3 o!", "3:9: white space after the count 3"),
        ("bob$2bo$03o!", "3:9: a count begins with 0"),
        ("bob$2bo$3", "3:9: white space after the count 3"),
        ("b\N{LATIN SMALL LETTER O WITH DIAERESIS}b!", "3:2: invalid cell 'ö'"),
        ("1" + 100 * "0" + "o!", "3:1: the count has 101 digits"),
        ("9$bo$268435455o!", "3:6: the pattern exceeds the limit of 268,435,456 cells"),
    ],
)
def test_errors_name_place_and_remedy(body: str, said: str) -> None:
    with pytest.raises(FormatError) as rule_error:
        read_text(f"#C one\nx = 3, y = 3\n{body}\n")
    assert said in str(rule_error.value)


def test_rows_of_bare_letters_are_read_once_the_format_is_named() -> None:
    assert read_text("bo$ooo\n", format="rle") == read_text("bo$ooo!")
    with pytest.raises(UserError, match="unknown format"):
        read_text("bo$ooo!", format="rel")
