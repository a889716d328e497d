"""Files of every make: compressed, in old encodings, in formats that are only read."""

import gzip
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from lifesat.errors import UserError
from lifesat.formats import FormatError, detect, read_all, read_file, read_text

pytestmark = pytest.mark.quick

BLOCK = "x = 2, y = 2, rule = B3/S23\n2o$2o!\n"
PULSAR = "xp3_co9nas0san9oczgoldlo0oldlogz1047210127401"


def test_compressed_files(tmp_path: Path) -> None:
    packed = gzip.compress(BLOCK.encode())
    path = tmp_path / "block"
    path.write_bytes(packed)
    assert str(read_file(path)) == "OO\nOO"
    path.write_bytes(packed[:-9])
    with pytest.raises(UserError, match="the gzip file is damaged"):
        read_file(path)
    path.write_bytes(b"PK\x03\x04 and so on")
    with pytest.raises(UserError, match="zip archive"):
        read_file(path)
    with pytest.raises(UserError, match="No such file"):
        read_file(tmp_path / "none")


def test_an_archive_is_not_unpacked_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesat.formats.reading.MAX_BYTES", 1_000_000)
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(bytes(10_000_000)))
    with pytest.raises(UserError, match=r"bomb\.gz: more than 1,000,000 bytes when decompressed"):
        read_file(tmp_path / "bomb.gz")
    (tmp_path / "bomb.zip").write_bytes(b"PK\x03\x04")
    with pytest.raises(UserError, match="this is a zip archive"):
        read_file(tmp_path / "bomb.zip")


def test_a_file_is_not_read_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesat.formats.reading.MAX_BYTES", 1_000_000)
    (tmp_path / "long.rle").write_text("#C " + "x" * 1_000_000)
    with pytest.raises(UserError, match=r"long\.rle: more than 1,000,000 bytes$"):
        read_file(tmp_path / "long.rle")
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"." * 1_000_001)))
    with pytest.raises(UserError, match="<stdin>: more than 1,000,000 bytes"):
        read_file("-")


def test_encodings_and_ends_of_lines() -> None:
    assert read_text(f"#O Gösta\r\n{BLOCK}".encode("latin-1")).author == "Gösta"
    assert read_text(f"\ufeff#O Gösta\r{BLOCK}".encode()).author == "Gösta"


def test_several_patterns_keep_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "several.rle"
    path.write_text(f"#N one\n{BLOCK}Words.\n#N two\nx = 1, y = 1\n2o!\nx = 1, y = 1\n!")
    one, two, three = read_all(path)
    assert (one.name, one.trailing, one.warnings) == ("one", "Words.", ())
    assert (two.name, two.population, [w.line for w in two.warnings]) == ("two", 2, [6])
    assert three.population == 0
    with pytest.raises(
        FormatError, match=r"several\.rle:5:1: the second of 3 patterns begins here"
    ):
        read_file(path)


@pytest.mark.parametrize(
    ("code", "population", "symmetry"),
    [
        ("xs4_33", 4, "D8_4"),
        ("xp2_7", 3, "D4_+1"),
        ("xq4_153", 5, "C1"),
        ("xs8_6996", 8, "D8_4"),
        (PULSAR, 72, "D8_1"),
        ("xp2_w7", 3, "D4_+1"),
        ("xp2_y07", 3, "D4_+1"),
        ("xp2_7xz", 3, "D4_+1"),
    ],
)
def test_apgcodes(code: str, population: int, symmetry: str) -> None:
    pattern = read_text(f" {code}\n")
    assert detect(code)[0] == "apgcode"
    assert (pattern.name, pattern.population) == (code, population)
    assert pattern.symmetry_class() == symmetry


def test_empty_columns_of_an_apgcode() -> None:
    # w is two columns, x three, yz thirty-nine.
    assert str(read_text("xp2_1w1x1")) == "O..O...O"
    assert read_text("xp2_1yz1").width == 41


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("xs5_33", "says 5 cells, but the code has 4"),
        ("xs4_33_33", "more than two states"),
        ("xp2_7y", "1:6: y must be followed by a letter"),
        ("***\n***", "ambiguous"),
        ("10\n01\n\n11", "4:1: a second generation"),
        ("1*", "--unknown"),
        ("#MCell 4.0\n#GAME Weighted life\n#L A", "2:7: unknown game 'Weighted life'"),
        ("#MCell 4.0\n#BOARD 80\n#L A", "2:8: invalid board size '80'"),
        ("#MCell 4.0\n#L A$\n#L .qA", "3:5: 'qA' is state 49"),
        ("#Life 1.05\n#P 1\n*", "2:3: #P needs two numbers"),
        ("#Life 1.05\n.+", "2:2: invalid cell '+'"),
        ("#Life 1.06\n1 2\n3 x", "3:1: invalid cell"),
        ("!Name: a\n.O\n.x", "3:2: invalid cell 'x'"),
        ("!Rule: B9/S\nO", "1:7: invalid rule 'B9/S'"),
        ("[M2]\n4 0 0 7 0", "2:1: node 7 is not defined yet"),
        ("[M2]\n*$\n5 1 0 0 0", "3:1: node 1 has level 3, not 4"),
    ],
)
def test_errors_of_other_formats(text: str, said: str) -> None:
    with pytest.raises(FormatError) as rule_error:
        read_text(text)
    assert said in str(rule_error.value)
