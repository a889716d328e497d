"""``lifesat search --given``: known cells in addition to those of a block."""

from pathlib import Path

import pytest

from lifesat import search_block
from lifesat.cli import main
from lifesat.formats import space_time_text
from tests.support.commands import listed

# Names in several generations, an opposite, and cells that the rule does not bind.
BLOCK = "a * *\n* -a 0\n* * *\n\n* a' *\n* * *'\n1 * -b\n\n* b *\n* * *\n* * *\n"
Captured = pytest.CaptureFixture[str]


def found(out: str) -> list[space_time_text.Generations]:
    return [space_time_text.read(f"# {text}") for text in out.split("# solution")[1:]]


@pytest.mark.parametrize(
    ("given", "known"),
    [
        ("1 *\n* *\n", {(0, 0, 0): "1"}),
        ("* * 1\n* 0 0\n", {(0, 0, 2): "1", (0, 1, 1): "0", (0, 1, 2): "0"}),
        ("* 0 *\n\n* 1 *\n\n* 1 *\n", {(0, 0, 1): "0", (1, 0, 1): "1", (2, 0, 1): "1"}),
        ("* *\n* *\n* *\n\n* *\n* 0\n* 1\n", {(1, 1, 1): "0", (1, 2, 1): "1"}),
        (
            "x = 3, y = 3, rule = B3/S23\n?bo$?b?$3?!\n",
            {(0, 0, 1): "0", (0, 0, 2): "1", (0, 1, 1): "0"},
        ),
        ("!Name: row\n.O\n", {(0, 0, 0): "0", (0, 0, 1): "1"}),
    ],
)
def test_the_solutions_are_those_with_the_given_cells(
    given: str, known: dict[tuple[int, int, int], str], folder: Path, capsys: Captured
) -> None:
    (folder / "block.csv").write_text(BLOCK)
    (folder / "given").write_text(given)
    words = ["search", "block.csv", "--outside", "bounded", "--all", "--all-generations", "-q"]
    assert main(words) == 0
    every = found(capsys.readouterr().out)
    assert main([*words, "--given", "given"]) == 0
    some = found(capsys.readouterr().out)
    expected = [
        cells for cells in every if all(cells[t][y][x] == known[t, y, x] for t, y, x in known)
    ]
    assert 0 < len(expected) < len(every)
    assert sorted(some) == sorted(expected)


@pytest.mark.quick
def test_a_printed_search_has_the_given_cells(folder: Path, capsys: Captured) -> None:
    (folder / "block.csv").write_text(BLOCK)
    (folder / "one").write_text("1 *\n")
    (folder / "other").write_text("* 0\n")
    words = ["search", "block.csv", "--given", "one", "--given", "other", "--print-config"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "\n 1, 0, *\n *, 0, 0\n *, *, *\n\n *,1', *\n" in printed
    assert "a" not in printed.partition('"""')[2]
    assert list(search_block(printed, outside="bounded"))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("* 0\n* 0\n\n* *\n* *\n", "the cell in column 1, row 1, generation 0 is given as 0"),
        ("0 *\n\n* 1\n", "the cell in column 1, row 0, generation 1 is given as 1"),
        ("* * * 1\n", "the given cells are 4x1 cells over 1 generation; the block is only 3x3"),
        ("* 1\n\n" * 4, "the given cells are 2x1 cells over 4 generations; the block is only"),
        ("", "given:1:1: "),
    ],
)
def test_mistakes(given: str, sentence: str, folder: Path, capsys: Captured) -> None:
    (folder / "block.csv").write_text(BLOCK.replace("* -a 0", "* 1 0"))
    (folder / "given").write_text(given)
    assert main(["search", "block.csv", "--given", "given"]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"lifesat: {sentence}")
    assert err.count("\n") == 1


def test_a_search_with_known_cells(folder: Path, capsys: Captured) -> None:
    """The first row of a blinker; what its RLE leaves out is not dead, as it is with --given."""
    (folder / "known.rle").write_text("x = 3, y = 3\n$o!\n\nx = 3, y = 1\nbo!\n")
    words = ["search", "--blank", "3,3,2", "--outside", "torus", "--all", "-q"]
    assert main([*words, "--known-cells", "known.rle"]) == 0
    some = listed(capsys.readouterr().out)
    assert main(words) == 0
    every = listed(capsys.readouterr().out)
    expected = [
        each
        for each in every
        if each.to_array()[1, 0] and each.evolve().to_array()[0, :2].tolist() == [0, 1]
    ]
    assert len(some) == len(expected) > 4
    assert main([*words, "--known-cells", "missing.rle"]) == 2
    (folder / "wrong.rle").write_text("2o$o;!")
    assert main([*words, "--known-cells", "wrong.rle"]) == 2
    assert "wrong.rle:1:5: invalid cell ';'" in capsys.readouterr().err
    (folder / "large.rle").write_text("4o!")
    assert main([*words, "--known-cells", "large.rle"]) == 2
    assert (
        "the given cells are 4x1 cells over 1 generation; the block is" in capsys.readouterr().err
    )
