"""Texts as people copy them from other programs, shells and pages: what is read, and said."""

import gzip
from pathlib import Path

import pytest

from lifesat.cli import main
from lifesat.formats import FormatError, detect, read_all, read_file, read_text

GLIDER = ".O.\n..O\nOOO"
LIVE = "'{}' is read as a live cell, and so are all further"
PLAIN = "the character U+{:04X} is read as a plain space"
ESCAPED = "the backslash is ignored, and so are all further before $ and !"
BEHIND = "cells are read on the line of the header; they belong on the next"
LIFE_105 = "read as Life 1.05 without its first line"
RLE = "x = 3, y = 3\nbo$2bo$3o!\n"

GLIDERS: dict[str, tuple[str | bytes, str, list[str]]] = {  # the text, its format, the warnings
    "gol-sat": ("3 3\n.X.\n..X\nXXX\n", "gol-sat", []),
    "gol-sat in digits": ("3 3\n0 1 0\n0 0 1\n1 1 1\n", "gol-sat", []),
    "gol-sat in one line": ("\n3 3 \n.X...XXXX", "gol-sat", []),
    "X": (".X.\n..X\nXXX\n", "picture", [f"1:2: {LIVE.format('X')}"]),
    "#": (".#.\n..#\n###\n", "picture", [f"1:2: {LIVE.format('#')}"]),
    "# at the beginning": ("\n###\n#..\n.#.\n"[::-1], "picture", [f"2:2: {LIVE.format('#')}"]),
    "P1": ("P1\n3 3\n0 1 0\n0 0 1\n1 1 1\n", "pbm", []),
    "P1 without spaces": ("P1 # a\n#b\n3 # c\n3\n010001111", "pbm", []),
    "P1 with a comment": ("P1\n3 3\n010 # 1 1\n001\n111\n", "pbm", []),
    "P4": (b"P4\n3 3\n\x40\x20\xe0", "pbm", []),
    "P4 with bits to spare": (b"P4\n# c\r\n3 3\r\x5f\x3f\xff", "pbm", []),
    "the link above code": (f"Code: Select all\n{RLE}", "rle", []),
    r"\$": ("x = 3, y = 3\nbo\\$2bo\\$3o!\n", "rle", [f"2:3: {ESCAPED}"]),
    r"\!": ("#C \\$\nx = 3, y = 3\n#C \\$\nbo$2bo$3o\\!\n", "rle", [f"4:10: {ESCAPED}"]),
    r"\$ without a header": ("bo\\$2bo\\$3o\\!\n", "rle", [f"1:3: {ESCAPED}"]),
    "one line": ("x = 3, y = 3, rule = B3/S23 bo$2bo$3o!\n", "rle", [f"1:29: {BEHIND}"]),
    "one line, no rule": ("x = 3, y = 3 bo$ 2bo$ 3o!\n", "rle", [f"1:14: {BEHIND}"]),
    "one line at first": ("x = 3, y = 3 bo$2bo\n$3o!\n", "rle", [f"1:14: {BEHIND}"]),
    "one line in tags": (f"[code]{RLE.replace(chr(10), ' ')}[/code]", "rle", [f"1:20: {BEHIND}"]),
    "no-break spaces": (RLE.replace(" ", "\xa0"), "rle", [f"1:2: {PLAIN.format(0xA0)}"]),
    "a thin space": (f"#C \xa0\n\u2009{RLE}", "rle", [f"2:1: {PLAIN.format(0x2009)}"]),
    "a space of no width": (
        f"Look\xa0here:\n[code]{RLE}[/code]".replace("$", "\u200b$"),
        "rle",
        [f"3:3: {PLAIN.format(0x200B)}"],
    ),
    "a space after a row": (".O.\xa0\n..O\nOOO", "cells", [f"1:4: {PLAIN.format(0xA0)}"]),
    "UTF-16, little-endian": (b"\xff\xfe" + RLE.encode("utf-16-le"), "rle", []),
    "UTF-16, big-endian": (b"\xfe\xff" + RLE.encode("utf-16-be"), "rle", []),
    "Life 1.05, #D": ("#D Name\n.*.\n..*\n***\n", "life-1.05", [f"1:1: {LIFE_105}"]),
    "Life 1.05, #N": ("\n#N\n.*.\n..*\n***\n", "life-1.05", [f"2:1: {LIFE_105}"]),
    "Life 1.05, #R": ("#R 23/3\n.*.\n..*\n***\n", "life-1.05", [f"1:1: {LIFE_105}"]),
    "Life 1.05, O": ("#C a\n.O.\n..O\nOOO\n", "life-1.05", [f"1:1: {LIFE_105}"]),
}


@pytest.mark.quick
@pytest.mark.parametrize("name", GLIDERS)
def test_what_is_read_as_a_glider(name: str, tmp_path: Path) -> None:
    text, form, warnings = GLIDERS[name]
    pattern = read_text(text)
    assert str(pattern) == GLIDER
    assert [str(warning) for warning in pattern.warnings] == warnings
    assert detect(text)[0] == form
    path = tmp_path / "pattern"
    path.write_bytes(gzip.compress(text if isinstance(text, bytes) else text.encode()))
    assert read_file(path) == pattern
    assert [each.warnings for each in read_all(path)] == [pattern.warnings]


@pytest.mark.parametrize("name", ["gol-sat", "X", "#", "P1", "P4", r"\$", "one line"])
def test_the_same_in_its_format(name: str) -> None:
    text, form, _ = GLIDERS[name]
    pattern = read_text(text, format=form)
    assert (str(pattern), pattern.warnings) == (GLIDER, read_text(text).warnings)


def test_what_else_is_kept() -> None:
    one_line = read_text("x = 3, y = 3, rule = B36/S23:T9,9 bo$2bo$3o! words\nmore\n")
    assert (str(one_line.rule), str(one_line.grid)) == ("B36/S23", "T9,9")
    assert one_line.trailing == " words\nmore"
    assert read_text("x = 3, y = 3, rule = B36/S23 !").width == 3
    ignored = read_text("x = 1, y = 1, rule = B36/S23, oo!\no!\n")
    assert (ignored.population, len(ignored.warnings)) == (1, 1)
    assert read_text("x = 1, y = 1\no\\!\n\\$\n").trailing == "\\$"
    named = read_text("#N a\xa0b\nx = 1, y = 1\no!\nand\xa0so on\n")
    assert (named.name, named.warnings) == ("a\xa0b", ())
    rule = read_text("#R 23/36\n#N Name\n.*\n")
    assert (str(rule.rule), rule.name) == ("B36/S23", "Name")
    macrocell = "[M2] (golly 4.2)\n$$$$$$$.*$\n4 0 0 1 0\n"
    assert read_text(f"\n \n{macrocell}") == read_text(macrocell)
    assert read_text(f"\n{macrocell}", format="macrocell") == read_text(macrocell)


def test_unknown_cells() -> None:
    assert str(read_text("2 2\n.X\n?X\n", unknown=True)) == ".O\n?O"
    assert str(read_text(".X\n?X\n", unknown=True)) == ".O\n?O"
    assert str(read_text("#.\n?#\n", unknown=True)) == "O.\n?O"


def test_every_byte_of_a_raw_bitmap_is_pixels() -> None:
    """Also those that end lines elsewhere, begin other formats or are no UTF-8."""
    for data in (b"\r\n", b"\r\r", b"\xc3\xa9", b"\xa0\xff", b"#!", b"\n\n"):
        rows = [f"{byte:08b}".replace("0", ".").replace("1", "O") for byte in data]
        assert str(read_text(b"P4\n8 2\n" + data)) == "\n".join(rows)
    data = b"\n#Life 1.06\n1 1\n"
    assert read_text(b"P4 8 %d\n%b" % (len(data), data)).population == sum(
        byte.bit_count() for byte in data
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 3\n.X.\n..X\nXX\n", "4:3: the size is 3 x 3, 9 cells, but there are 8"),
        ("3 3\n.X.\n..X\nXXX\n.\n", "5:1: the size is 3 x 3, and here is one more cell than 9"),
        ("3 3\n.X.\n..X\nXX?\n", "4:3: invalid cell '?'; use --unknown"),
        ("0 3\n.X.\n", "1:1: the size is 0 x 3 cells; both must be at least 1"),
        ("99999 99999\n.X.\n", "1:1: the size is 99,999 x 99,999 cells; at most 268,435,456"),
        ("10 1\n0101010101\n", "1:1: ambiguous format: the first line may be the size"),
        ("P1\n3 3\n010\n00Q\n111", "4:3: invalid cell 'Q'; cells are '0', '1'"),
        ("P1\n3 3\n010\n001\n11", "5:3: the size is 3 x 3, 9 cells, but there are 8"),
        ("P1\n3 3\n010\n001\n111 # 1\n1", "6:1: the size is 3 x 3, and here is one more cell"),
        ("P1\n99999 99999\n1", "2:1: the size is 99,999 x 99,999 cells; at most"),
        (b"P4\n9 2\n\0\0\0", "2:4: 9 x 2 pixels are 4 bytes, not 3; save the whole picture"),
        (b"P4\n99999 99999\n\0", "2:1: the size is 99,999 x 99,999 cells; at most"),
        ("P4\n8 1\n\u0100", "3:1: this character is not a byte of a raw bitmap; give the bytes"),
        ("P2\n2 1\n255\n0 255\n", "1:1: this is a picture in shades of grey, not a pattern"),
        (b"P6\n1 1\n255\n\0\0\0", "1:1: this is a picture in colours, not a pattern; `lifesat"),
        (
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            "1:1: this is a PNG picture, not a pattern; `lifesat draw",
        ),
        (b"GIF89a\1\0\1\0", "1:1: this is a GIF picture, not a pattern"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "1:1: this is a JPEG picture, not a pattern"),
        ("[(0,1),(1,2),(2,0)]\n", "1:1: this is a list of pairs of numbers in brackets; write x"),
        ("cells = {(0, 1), (-1, 2),}\n", "1:1: this is a list of pairs of numbers in brackets"),
        ("[[0, 1, 0],\n [0, 0, 1]]\n", "1:1: this is a list of numbers in brackets; write rows of"),
        ("1 0\n2 1\n0 2\n", "1:1: this may be a list of live cells in Life 1.06, but its first"),
        ("# a\n-1, 0\n0, 1\n", "2:1: this may be a list of live cells in Life 1.06, but"),
        ("0 1\n1 0\n", "1:1: ambiguous format: these may be rows of a grid or a list"),
        ("#D a\n**\n", "2:1: ambiguous format: * is a live cell in a picture but an unknown"),
        ("\n##\n##\n", "2:1: ambiguous format: rows of # may be live cells or comments"),
        ("#\n#\n", "3:1: no pattern found"),
        (".X\nO.\n", "1:1: the format is not recognised; a pattern begins with a header such as"),
        ("x = 3, y = 3 rule = B3/S23 bo$!", "1:30: '$' in the header; the cells begin on the line"),
        ("x = 3, y = 3, rule = Day & Night bo$3o!", "1:36: '$' in the header; the cells begin on"),
        ("3 3 1\n.O.\n..O\nOOO\n", "1:1: this line of numbers is not a row of cells; leave it out"),
        ("# a\n.X.\n", "1:1: invalid cell '#'; cells are '.' and 'O', 'o' or '*', or all live"),
        (RLE.encode("utf-16-le"), "1:1: there is a null character, as in UTF-16 without a mark"),
        ("x = 3, y = 3\nbo\\q!", "2:3: invalid cell '\\\\'"),
    ],
)
def test_what_is_refused(text: str | bytes, said: str) -> None:
    with pytest.raises(FormatError) as rule_error:
        read_text(text)
    assert str(rule_error.value).startswith(f"<text>:{said}")


@pytest.mark.parametrize(
    ("text", "form", "said"),
    [
        (f"```\n{RLE}```\n", "rle", "1:1: invalid cell '`'; without --from rle the rle on line 2"),
        (f"[code]{RLE}[/code]", "rle", "1:1: invalid cell '['; without --from rle the rle on lin"),
        (RLE, "cells", "1:1: invalid cell 'x'; without --from cells the rle on line 1 is read"),
        ("x = 1, y = 1\nq!", "cells", "1:1: invalid cell 'x'; cells are '.' and 'O'"),
        ("x = 1, y = 1\n?!", "rle", "2:1: invalid cell '?'; use --unknown"),
        (b"\x89PNG\r\n", "rle", "1:1: this is a PNG picture, not a pattern; `lifesat draw"),
        (".+\n", "picture", "1:2: invalid cell '+'; cells are '.' and 'O', 'o'"),
        (".X\nO\n", "gol-sat", "1:1: the size is missing; the first line of a board of gol-sat"),
        ("P3\n", "pbm", "1:1: not a PBM file; a bitmap begins with P1 or P4"),
        (f"{RLE}{RLE}#C\nx = 1\nq!", "cells", "1:1: invalid cell 'x'; cells are"),
    ],
)
def test_what_a_named_format_is_not(text: str | bytes, form: str, said: str) -> None:
    with pytest.raises(FormatError) as rule_error:
        read_text(text, format=form)
    assert str(rule_error.value).startswith(f"<text>:{said}")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("1 0\n2 1\n0 2\n", ["--from", "life-1.06"]),
        ("0 1\n1 0\n", ["--from", "life-1.06"]),
        ("0 1\n1 0\n", ["--from", "grid"]),
        ("10 1\n0101010101\n", ["--from", "gol-sat"]),
        ("10 1\n0101010101\n", ["--from", "grid"]),
        ("#D a\n**\n", ["--from", "life-1.05"]),
        ("**\n", ["--from", "picture"]),
        ("##\n", ["--from", "picture"]),
        ("# a\n**\n", ["--from", "grid", "--unknown"]),
        ("2bo$\n", ["--from", "rle"]),
    ],
)
def test_hints_lead_to_a_pattern(
    text: str, options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pattern"
    path.write_text(text)
    assert main(["convert", str(path)]) == 2
    said = capsys.readouterr().err
    assert all(option in said for option in options)
    assert main(["convert", str(path), *options]) == 0
