"""Search files of other commands: the block has as many solutions, and the same ones."""

import shlex
from collections.abc import Iterable
from pathlib import Path

import pytest

from lifesat import agars
from lifesat.cli import main
from lifesat.formats import read_all, read_file
from lifesat.frontends.input.blocks import block_of
from lifesat.frontends.input.search_file import SearchRequest, write_search
from lifesat.life.pattern import Pattern
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.periodic import Oscillator
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Problem

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BLOCK = EXAMPLES / "block.rle"
SEARCHES = [
    f"predecessors {BLOCK} --margin 0 -g 2",
    f"predecessors {BLOCK} --margin 1 --different --max-population 4",
    f"predecessors {BLOCK} --margin 1 --symmetry D4_+",
    "still-lifes 4,3 --min-population 5",
    "oscillators 5,3 --period 2 --rule B36/S23",
    "spaceships 4,4 --period 4 --shift 1,1",
    f"complete {BLOCK} --margin 2 --max-population 6",
    f"complete {EXAMPLES / 'beacon-with-eaters.rle'} --period 2 --max-population 8",
    f"predecessors {BLOCK} --margin 0 --outside free",
    f"predecessors {BLOCK} --outside torus --size 5,4 --max-population 4",
    f"catalysts {EXAMPLES / 'glider-and-free-cells.rle'} -g 12 --margin 2 --max-population 7",
    pytest.param("oscillators 6,6 --period 4", marks=pytest.mark.weekly),
    "spaceships 6,6 --period 4 --shift 1,1 --glide transpose",
]


def solutions(path: Path) -> list[frozenset[tuple[int, int]]]:
    """Return the live cells of the patterns in a file, at their positions."""
    return sorted(map(placed, read_all(path)), key=sorted)


def placed(pattern: Pattern) -> frozenset[tuple[int, int]]:
    """Return the live cells at the pattern's position."""
    left, top = pattern.position or (0, 0)
    return frozenset((left + x, top + y) for x, y, _ in pattern.cells())


@pytest.mark.parametrize("words", SEARCHES)
def test_the_file_asks_for_the_same(words: str, tmp_path: Path) -> None:
    config, patterns, found = (tmp_path / name for name in ("a.toml", "b.rle", "c.rle"))
    command = shlex.split(words)
    assert main([*command, "--all", "-q", "-o", str(patterns)]) == 0
    assert main([*command, "--print-config", "-o", str(config)]) == 0
    assert main(["search", str(config), "--all", "-q", "-o", str(found)]) == 0
    assert solutions(found) == solutions(patterns) != []


@pytest.mark.parametrize(
    ("problem", "maps"),
    [
        (
            StillLife(4, 4, symmetry="D8"),
            ("(x, y, t) = (3 - y, x, t)", "(x, y, t) = (3 - x, y, t)"),
        ),
        (Predecessor(read_file(BLOCK), symmetry="C2"), ("(x, y, t) = (3 - x, 3 - y, t)",)),
        (Oscillator(3, 3, 4, glide="rot90"), ("(x, y, t) = (2 - y, x, t + 1)",)),
        (Agar(3, 2, 2, (1, 0)), ("(x, y, t) = (x + 1, y, t + 2)",)),
    ],
)
def test_equations_stand_for_names(problem: Problem, maps: tuple[str, ...]) -> None:
    block = block_of(problem)
    assert set(maps) <= set(block.symmetry)
    assert {cell for rows in block.cells for row in rows for cell in row.split()} <= {"*", "0", "1"}


@pytest.mark.parametrize(
    ("words", "every"),
    [
        ("4,3 --min-population 5", agars(4, 3, min_population=5, up_to_symmetry=False)),
        (
            "4,4 --period 2 --max-population 6",
            agars(4, 4, period=2, max_population=6, up_to_symmetry=False),
        ),
        (
            "4,4 --period 2 --shift 2,0 --min-population 2",
            agars(4, 4, period=2, shift=(2, 0), min_population=2, up_to_symmetry=False),
        ),
    ],
)
def test_agars_with_all_their_images(words: str, every: Iterable[Pattern], tmp_path: Path) -> None:
    config, found = tmp_path / "a.toml", tmp_path / "found.rle"
    assert main(["agars", *words.split(), "--print-config", "-o", str(config)]) == 0
    assert main(["search", str(config), "--all", "-q", "-o", str(found)]) == 0
    boards = sorted(str(each) for each in every)
    assert sorted(str(each) for each in read_all(found)) == boards != []


def test_the_file_is_written_as_it_is_read() -> None:
    text = write_search(SearchRequest(blank=(2, 2, 2)).problem())
    assert write_search(SearchRequest(text=text).problem()) == text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("still-lifes 4,4 --connected strict", "a search file cannot say what strict still lifes"),
        ("still-lifes 4,4 --density 3", "a search file cannot say that no line is empty"),
        ("agars 4,4 --self-forcing", "--print-config cannot be combined with --self-forcing"),
        (f"predecessors {BLOCK} --project {BLOCK}", "a search file cannot say what"),
    ],
)
def test_what_a_file_cannot_say(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*shlex.split(words), "--print-config"]) == 2
    assert capsys.readouterr().err.startswith(f"lifesat: {sentence}")


@pytest.mark.parametrize("instead", ["--print-config", "--encode"])
@pytest.mark.parametrize(
    "option",
    [["--limit", "2"], ["--all"], ["--count"], ["--smallest"], ["--up-to-symmetry"],
     ["--job", "some"], ["--jsonl"], ["--to", "cells"]],
)  # fmt: skip
def test_without_a_search_nothing_is_said_about_its_solutions(
    option: list[str],
    instead: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    assert main(["search", "--blank", "2,2,2", *option, instead]) == 2
    said = capsys.readouterr().err
    assert said == f"lifesat: {option[0]} cannot be combined with {instead}\n"
    assert not list(tmp_path.iterdir())
