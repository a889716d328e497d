"""Knuth's programs: their output byte for byte, and the same formula in DIMACS."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from lifesat.errors import UserError
from lifesat.knuth.program import PROGRAMS, dimacs, symbolic
from lifesat.knuth.step import GridStep

# The output of his programs for sizes beyond 50, with maxx and maxy raised.
LARGER = {
    "sat-life-grid 12 5 83": "244c6ad7f96f5753c1de93c3fc5a940d29ebb26f3edbe38bb56a29ab7cb4b9f1",
    "sat-life-grid 97 51 2": "ab1451f6113c6f4e0ccd69ac7b9eaeffb8f477f82bb6236f019f051796986990",
    "sat-life-grid 5 900 1": "828769fefb30d2dfa758899915061dd7a7d7ac3fdec501f6855221f578965430",
    "sat-life-grid 997 8 2": "3dbe2dc3f6ed2f63199babbc2305786dea7e841a56598b9289b7fc01552a95af",
    "sat-life-grid 97 300 1": "6296cad4e37c95e038e1f350eabfff0b5a0002dd6409405ff2e19c0725157a85",
    "sat-life-grid-eater 12 5 83": (
        "7d587605373cbe8f7992bfe60f9a6394141ef0579ba553152311dc5766ef7f12"
    ),
    "sat-life-grid-eater 60 70 3": (
        "6adb1718bbcee9bf25f5a643f1597f44b09a88d3cfdb1573233b2fa1ca4bf9dc"
    ),
    # Grids so small that nothing, or nearly nothing, can happen.
    "sat-life-grid 1 1 2": "292552034e1d4c29767d2f76e4e3762eb91b3368449828c75d6d3e523343fa05",
    "sat-life-grid 1 3 2": "f1d03ce135d42a72cc1e730f0782581fa5da243b47936be29bbe1e0a4734f398",
    "sat-life-grid 3 2 0": "3c7e3199c72f5f3dc607fcdd70515af5fdd8a769c064f830e4366a19055e293b",
}


def output(title: str) -> str:
    name, *sizes = title.split()
    return "".join(symbolic(PROGRAMS[name](*map(int, sizes))))


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def test_output_has_the_sums_of_the_originals(oracles: Path) -> None:
    oracle = json.loads((oracles / "knuth.json").read_text())
    for name in PROGRAMS:
        for sizes, expected in oracle[name].items():
            text = output(f"{name} {sizes}")
            assert sha256(text) == expected["sha256"], f"{name} {sizes}"
            clauses = [line.split() for line in text.splitlines()[1:]]
            counted = {
                "lines": len(clauses) + 1,
                "clauses": len(clauses),
                "literals": sum(map(len, clauses)),
                "vars": len({word.lstrip("~") for clause in clauses for word in clause}),
            }
            for what, number in counted.items():
                assert expected.get(what, number) == number, f"{name} {sizes}: {what}"


@pytest.mark.parametrize(("title", "expected"), LARGER.items())
def test_sizes_beyond_the_published_programs(title: str, expected: str) -> None:
    assert sha256(output(title)) == expected


@pytest.mark.quick
@pytest.mark.parametrize(
    "title",
    ["sat-life-grid 3 4 1", "sat-life-grid 7 5 3", "sat-life-grid-eater 6 5 2"],
)
def test_dimacs_is_the_same_formula(title: str) -> None:
    name, *sizes = title.split()
    lines = "".join(dimacs(PROGRAMS[name](*map(int, sizes)))).splitlines()
    assert lines[:2] == [f"c {title}", "c VARIABLE NAME"]
    names = {}
    for line in lines[2:]:
        if line.startswith("c "):
            _, variable, cell = line.split()
            names[variable] = cell
    header = next(i for i, line in enumerate(lines) if line.startswith("p"))
    assert lines[header].split() == ["p", "cnf", str(len(names)), str(len(lines) - header - 1)]
    assert len(set(names.values())) == len(names)
    assert list(names.values())[:2] == ["1a1", "1a2"]

    translated = []
    for line in lines[header + 1 :]:
        *literals, end = line.split()
        assert end == "0"
        translated.append(
            [("~" if word[0] == "-" else "") + names[word.lstrip("-")] for word in literals]
        )
    assert translated == [line.split() for line in output(title).splitlines()[1:]]


def test_bands_of_rows_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = output("sat-life-grid 13 9 2")
    in_dimacs = "".join(dimacs(PROGRAMS["sat-life-grid"](13, 9, 2)))
    monkeypatch.setattr("lifesat.knuth.step._BAND_CELLS", 40)
    assert output("sat-life-grid 13 9 2") == whole
    banded = "".join(dimacs(PROGRAMS["sat-life-grid"](13, 9, 2)))
    # The numbers are others; the lengths of the clauses are not.
    assert Counter(map(len, map(str.split, banded.splitlines()))) == Counter(
        map(len, map(str.split, in_dimacs.splitlines()))
    )


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("sat-life-grid 5 5 84", "variable names exist only up to time 83, not 84"),
        ("sat-life-grid-eater 5 5 90", "up to time 83, not 90"),
        ("sat-life-grid 99 101 1", "99 rows and 101 columns needs names of 9 characters"),
        ("sat-life-grid 1000 98 1", "needs names of 10 characters; the longest"),
        ("sat-life-grid 999999999 999999999 1", "needs names of 23 characters"),
        ("sat-life-grid-eater 30000 30000 3", "needs names of 13 characters"),
        (
            "sat-life-grid-eater 4 9 3",
            "4 rows and 9 columns is too small for a glider and an eater",
        ),
    ],
)
def test_what_has_no_name_is_said(title: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        output(title)


@pytest.mark.parametrize("rows", [1, 2, 5, 7, 9, 10, 99, 100])
@pytest.mark.parametrize("columns", [3, 5, 8, 9, 98, 99, 100])
def test_the_longest_name_is_known_beforehand(rows: int, columns: int) -> None:
    step = GridStep(rows, columns)
    used = [(step.cell_names > 0).sum(axis=1).max()]
    used += [(band.names > 0).sum(axis=1).max() for band in step.bands()]
    assert step.longest_name() == max(used)
