"""Targets: pattern files in every format, compressed or not, their detection, and rules."""

import gzip
from collections.abc import Callable
from contextlib import suppress

from lifesat.errors import UserError
from lifesat.formats import FORMATS, detect, read_all, read_text, write_text
from lifesat.formats.apgcode import code_of
from lifesat.formats.detection import plain_text
from lifesat.formats.registry import EXTENSIONS
from lifesat.life.neighbourhood import BLOCKS
from lifesat.life.pattern import Pattern
from lifesat.life.rule import parse_rule
from tests.fuzz.target import Target, choice, examples, scratch_file, text_of

_GLIDER = Pattern.from_rows([".O.", "..O", "OOO"], name="Glider", comments=("a comment",))
_WRITTEN = [name for name in FORMATS if name in EXTENSIONS]

_TEXTS = {
    "rle": [
        *examples("examples/*.rle"),
        b"#CXRLE Pos=-5,7 Gen=12\n#N Name\n#O Author\n#C Comment\n#P 1 2\nx = 3, y = 3\no!\nmore",
        b"x = 3, y = 3, rule = B36/S23:T30+7,20\nbo$2b2o$3o!",
        b"#CLL state-numbering golly\n#r 23/3\nx=5,y = 1\n.Axyz!",
        b"x = 4, y = 2, rule = LifeHistory\n.A2BE$C.D!",
        b"x = 3, y = 1, rule = Codd\npAyO.!",
        b"x = 2, y = 2\n?o$o?!",
        b"x = 1, y = 1\no!\n#C second\nx = 2, y = 1\n2o!",
        b"3b2o5$o!",
        b"x = 3, y = 3\nbo\\$2bo\\$3o\\!\n",
        b"x = 3, y = 3, rule = B36/S23 bo$2bo$3o!\n",
        "x\xa0=\u30003,\u2009y = 3\nbo$\xa02bo$3o!\n".encode(),
        "x = 3, y = 3\nbo$2bo$3o!\n".encode("utf-16"),
        b"x = 80, y = 1\n" + b"bo" * 34 + b"b1\n2o!",
    ],
    "cells": [b"!Name: Glider\n!Author: A\n!Rule: B36/S23:T9,9\n! comment\n.O.\n..O\nOOO\n?*\n"],
    "picture": [b".O.\n..o\n***\n", b"?O\n\n.?", b".X?\nXX\n", b"#.\n##\n?#\n"],
    "life-1.05": [b"#Life 1.05\n#D Name\n#N\n#R 23/36\n#P -1 -1\n.*.\n..*\n***\n#P 5,5\n**\n"],
    "life-1.06": [b"#Life 1.06\n#C comment\n0 -1\n1 0\n-1 1\n0,1\n+1 1\n"],
    "macrocell": [
        b"[M2] (golly)\n#R B3/S23\n#G 12\n#C words\n$$..*$...*$.***$$$$\n4 0 1 0 1\n5 2 0 0 2\n",
        b"[M2]\n#R WireWorld\n1 0 1 2 3\n2 1 0 1 0\n3 0 2 2 0\n",
        write_text(_GLIDER.replace(position=(-70, 10**6)), "macrocell").encode(),
    ],
    "apgcode": [b"xs4_33", b"xp2_7/b36s23", b"xq4_153", b"xp15_4r4z4r4", b"xs16_69egmiczx1221"],
    "grid": [b"# comment\n0 1,*\n1,1,0\n\n", b"010\n001\n111\n"],
    "mcell": [
        b"#MCell 4.00\n#GAME Life\n#RULE 23/3\n#BOARD 80x80\n#WRAP 1\n#D words\n#L .A$..A$AAA\n",
        b"#MCell 2.0\n#GAME Generations\n#RULE 345/2/4\n#L 2ABC$.aA\n",
        b"#MCell 4.0\n#GOLLY WireWorld\n#L ABC\n",
    ],
    "lifelib": [write_text(_GLIDER, "lifelib").encode()],
    "gol-sat": [b"3 3\n.X.\n..X\nXX?\n", b"3 2\n0 1 0\n1 1 1\n"],
    "pbm": [
        b"P1\n# comment\n3 3\n010 0 0 1\n# comment\n111\n",
        b"P4\n# comment\n3 3\n\x40\x20\xe0",
        b"P4 9 2 \r\xff\n\x80",
    ],
    "kaggle": [
        write_text(_GLIDER, "kaggle").encode(),
        b"id,delta,stop_0,stop_1,stop_2,stop_3\n7,2,0,1,1,0\n8,1,1,1,1,1\n",
        b'"id","delta","start.1","stop.1"\n3,4,0,1\n',
    ],
    "forum": [write_text(_GLIDER, "forum").encode(), b"[code]bo$2bo$3o!"],
}

_PASTED = [
    b"Look:\n[code]x = 3, y = 3\nbo$2bo$3o![/code]\n[CODE=b]\nx = 1, y = 1\no!",
    b"# Title\n```rle\nx = 3, y = 3, rule = B36/S23\nbo$2bo$3o!\n```\n~~~\n.O.\n~~~",
    b"{{LV:Viewer|bo$2bo$3o!|theme=6}} {{EmbedViewer\n|rle = #C c\nx = 3, y = 3\n3o!\n}}",
    b"https://catagolue.hatsya.com/object/xq4_153/b3s23",
    b"catagolue.appspot.com/object?apgcode=xp2_7&rule=b36s23",
    b"oops! Here: x = 3, y = 3\nbo$2bo$3o!\n\nand\n#C two\nx = 1, y = 1\no!",
    b"`bo$2bo$3o!` moves",
    b"Code: Select all\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n",
    b"#D Name: mine\n.**\n*.*\n",
    b"\n\n[M2] (golly)\n$$$$$$$.*$\n",
    b"1 0\n2 1\n0 2\n1 2\n2 2\n",
    b"[(0,1),(1,2),(2,0),(2,1),(2,2)]\n",
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    (
        b"x = 3, y = 1, rule = A\n3o!\n@RULE A\n@TABLE\nn_states:2\nneighborhood:Moore\n"
        b"symmetries:rotate4reflect\nvar a={0,1}\nvar b={a,1}\n0,1,1,a,0,0,b,0,0,a\n"
    ),
    (
        b"@RULE A\n@TABLE\nn_states:2\nneighborhood:hexagonal\nsymmetries:permute\n01110001\n"
        b"x = 3, y = 1, rule = A\n3o!\n"
    ),
    (
        b"@RULE A\n@TREE\nnum_states=2\nnum_neighbors=4\n1 0 1\n2 0 0\n3 1 1\n4 2 2\n5 3 3\n"
        b"#C c\nx = 3, y = 1, rule = A:T9,9\n3o!\n"
    ),
]
"""Patterns inside other text."""

_RULES = b"""\
B3/S23
b3s23
23/3
Day & Night
B2-a/S12
B2/S34H
B2/S013V
345/2/4
B2/S23/C25V
R5,C0,M1,S34..58,B34..45,NM
5,34,45,34,58
WireWorld
LifeHistory
B36/S23Super
W110
MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA
MAPlA==
MAPACgAKAAoACgACgAAA
B3/S23:T30,20
B3/S23:T30+7,0
345/2/4:K4*,6
B3/S23:K30,20*-3
B3/S23:C30,20
B3/S23:S30
B3/S23:P0,40""".split(b"\n")


def _check_pattern(pattern: Pattern, form: str, *, unknown: bool) -> None:
    """Check that a pattern is written and read again, as RLE and in another format."""
    again = read_text(write_text(pattern), format="rle", unknown=unknown)
    if again != pattern:
        raise AssertionError(f"{pattern!r} was written, but {again!r} read")
    with suppress(UserError):
        pattern.symmetry_class()
    try:
        written = write_text(pattern, form)
    except UserError:
        return
    again = read_text(written, format=form, unknown=unknown)
    if form == "apgcode":
        same = code_of(again) == written.strip()
    else:
        same = list(again.crop().cells()) == list(pattern.crop().cells())
    if not same:
        raise AssertionError(f"{pattern!r} was written as {form}, but {again!r} read")


def _check_format(name: str | None) -> Callable[[bytes], None]:
    """Return the check for one format, or for the one that is detected."""

    def check(data: bytes) -> None:
        number, text = choice(data)
        unknown = bool(number & 1)
        try:
            pattern = read_text(text, format=name, unknown=unknown)
        except UserError:
            return
        _check_pattern(pattern, _WRITTEN[(number >> 1) % len(_WRITTEN)], unknown=unknown)

    return check


def _check_detection(data: bytes) -> None:
    """Detect the format; a detected one exists, and bytes and text are alike."""
    try:
        name, reason = detect(data)
    except UserError:
        return
    if name not in FORMATS or not reason or detect(plain_text(data)) != (name, reason):
        raise AssertionError(f"{name!r} was detected")


def _check_gzip(data: bytes) -> None:
    """Read a file of gzip members, cut or changed; whole ones hold what was compressed."""
    number, text = choice(data)
    kind, place = number % 4, number // 4
    if kind == 0:
        packed = text
    else:
        packed = b"".join(gzip.compress(part, mtime=0) for part in text.split(b"\0"))
    if kind == 2:
        packed = packed[: len(packed) - place]
    elif kind == 3:
        place = 10 + place % (len(packed) - 10)
        packed = packed[:place] + bytes([packed[place] ^ 1]) + packed[place + 1 :]
    found = _read_all(packed, "packed")
    plain = not text.replace(b"\0", b"").startswith((b"\x1f\x8b", b"PK\x03\x04"))
    if kind == 1 and plain and found != (expected := _read_all(text.replace(b"\0", b""), "plain")):
        raise AssertionError(f"{expected!r} was compressed, but {found!r} read")


def _read_all(data: bytes, name: str) -> object:
    """Return the patterns of a file, or the error without the file's name."""
    path = scratch_file(name, data)
    try:
        return list(read_all(path, unknown=True))
    except UserError as error:
        return str(error).replace(str(path), "")


def _check_rule(data: bytes) -> None:
    """Parse a rule; its canonical name means the same, and its table is one."""
    try:
        rule, grid = parse_rule(text_of(data))
    except UserError:
        return
    again = parse_rule(f"{rule}:{grid}" if grid else str(rule))
    if again != (rule, grid):
        raise AssertionError(f"{rule}:{grid} became {again}")
    if rule.has_table and (
        len(rule.table) != BLOCKS or set(rule.table) > {0, 1} or not rule.symmetries
    ):
        raise AssertionError(f"{rule} has the table {rule.table!r}")


def _seeds(texts: list[bytes]) -> tuple[bytes, ...]:
    """Return texts after the byte that chooses, among others, each format to write."""
    return tuple(bytes([2 * (n % len(_WRITTEN)) + 1]) + text for n, text in enumerate(texts * 3))


_ALL = [text for texts in _TEXTS.values() for text in texts] + _PASTED

TARGETS = (
    *(Target(name, _seeds(texts), _check_format(name)) for name, texts in _TEXTS.items()),
    Target("pasted", _seeds(_PASTED), _check_format(None)),
    Target("any-format", _seeds(_ALL), _check_format(None)),
    Target("detection", tuple(_ALL), _check_detection),
    Target(
        "gzip",
        (
            *(bytes([number]) + text for text in _ALL[::3] for number in (1, 22, 43)),
            *(b"\0" + gzip.compress(text, mtime=0) for text in (_ALL[0], bytes(1 << 22), b"")),
            b"\0PK\x03\x04zip",
        ),
        _check_gzip,
    ),
    Target("rule", tuple(_RULES), _check_rule),
)
