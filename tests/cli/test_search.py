"""``lifesat search``: blocks of space-time from files and without."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from lifesat import read_all, read_text, search_block, search_file
from lifesat.cli import main
from lifesat.formats import space_time_text
from lifesat.life.rule import LIFE, parse_rule
from tests.support import plain

ROOT = Path(__file__).parents[2]
EXAMPLES = [ROOT / "examples" / "diagonal-end.csv", ROOT / "examples" / "flipping-centre.toml"]
NONE = "0 0 0\n0 1 0\n0 0 0\n\n0 0 0\n0 1 0\n0 0 0\n"


@pytest.mark.quick
def test_the_end_of_a_diagonal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", str(EXAMPLES[0]), "--all", "-o", str(tmp_path / "all.rle")]) == 0
    assert "4 solutions, and no others" in capsys.readouterr().err
    for pattern in read_all(tmp_path / "all.rle"):
        live = {(x, y) for x, y, _ in pattern.cells()}
        # With the rest of the line, it is still as far as the line reaches.
        line = live | {(-k, 5 + k) for k in range(1, 5)}
        assert {(x, y) for x, y in plain.next_cells(line, LIFE) ^ line if x > -4} == set()


@pytest.mark.quick
def test_a_cell_and_its_opposite(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", str(EXAMPLES[1]), "--all", "--all-generations"]) == 0
    out = capsys.readouterr().out
    for text in out.split("# solution")[1:]:
        generations = space_time_text.read(f"# solution{text}")
        cells = [
            {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "1"}
            for rows in generations
        ]
        assert space_time_text.rule_of(f"# solution{text}") == "B3/S23"
        assert [plain.next_cells(each, LIFE) for each in cells[:2]] == cells[1:]
        assert cells[0] == cells[2]
        assert ((2, 2) in cells[0]) != ((2, 2) in cells[1])
    assert out.count("# solution") == 48


@pytest.mark.quick
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.suffix)
def test_a_printed_file_states_the_same(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = tmp_path / "printed.toml"
    assert main(["search", str(path), "--print-config", "-o", str(printed)]) == 0
    for file in (path, printed):
        assert main(["search", str(file), "--all", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert out[: len(out) // 2] == out[len(out) // 2 :]
    assert main(["search", str(printed), "--print-config"]) == 0
    assert capsys.readouterr().out == printed.read_text()


@pytest.mark.quick
def test_without_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["search", "--blank", "3,3,2", "--outside", "torus", "--largest", "--rule", "HighLife"]
    assert main([*words, "--max-population", "4", "--jsonl"]) == 0
    solution = json.loads(capsys.readouterr().out.splitlines()[-2])
    assert solution["population"] == 4
    assert "B36/S23:T3,3" in solution["rle"]


@pytest.mark.parametrize("rule", ["B3/S23", "B36/S23", "B34/S12"])
def test_a_history_marks_what_is_live_later(rule: str, tmp_path: Path) -> None:
    words = ["search", "--blank", "5,4,3", "--rule", rule, "--force-change", "0", "2", "-q"]
    words += ["--max-population", "6", "--limit", "20", "--to", "life-history"]
    words += ["-o", str(tmp_path / "found.rle")]
    assert main(words) == 0
    patterns = list(read_all(tmp_path / "found.rle"))
    assert len(patterns) == 20
    for number, pattern in enumerate(patterns, 1):
        assert pattern.name == f"solution {number}"
        assert str(pattern.rule) == ("LifeHistory" if rule == "B3/S23" else f"{rule}History")
        live = {(x, y) for x, y, state in pattern.cells() if state == 1}
        ever = set(live)
        for _ in range(2):
            live = plain.next_cells(live, parse_rule(rule)[0])
            ever |= live
        assert ever == {(x, y) for x, y, _ in pattern.cells()}


def test_the_number_alone(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["search", "--blank", "4,4,3", "--outside", "torus", "--max-population", "3"]
    assert main([*words, "--count"]) == 0
    assert capsys.readouterr() == ("697\n", "")  # 1 + 16 + 120 + 560
    # A bound that no block exceeds, but that no sweep knows.
    assert main([*words, "--count", "--max-change", "16"]) == 0
    written = capsys.readouterr()
    assert written.out == "697\n"
    assert "a frontier sweep does not support all of these conditions" in written.err


def test_bounds_on_the_population_replace_those_of_the_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also a bound of 0, which is none."""
    sizes = "width = 2\nheight = 2\ngenerations = 1\n"
    (folder / "bounds.toml").write_text(f"{sizes}min_population = 2\nmax_population = 3\n")
    words = ["search", "bounds.toml"]
    for bounds, number in ([], 10), (["--min-population", "0"], 15), (["--max-population", "2"], 6):
        assert main([*words, "--count", *bounds]) == 0
        assert capsys.readouterr().out == f"{number}\n"
    assert main([*words, "--print-config", "--min-population", "0"]) == 0
    assert "min_population" not in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--to", "cells"], ["--workers", "2"], ["--proof", "x"]])
def test_what_is_not_for_a_number(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "--blank", "2,2,2", "--count", *words]) == 2
    assert f"{words[0]} cannot be combined with --count\n" in capsys.readouterr().err


def test_proof_of_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(NONE.encode())))
    proof = tmp_path / "proof"
    assert main(["search", "-", "--proof", str(proof)]) == 1
    assert "proved for 2 generations of 3x3 cells, 18 known" in capsys.readouterr().err
    assert main(["check-proof", f"{proof}.cnf", str(proof)]) == 0


def test_a_proof_fails_if_there_are_solutions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = tmp_path / "proof"
    assert main(["search", str(EXAMPLES[0]), "--proof", str(proof), "--all"]) == 0
    assert capsys.readouterr().out.count("#N solution") == 4
    assert not list(tmp_path.iterdir())


def test_the_formula_names_the_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("a 0\n\n-a' *\n")
    assert main(["search", str(tmp_path / "file"), "--encode"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("c cell -") or line[:8] == "c cell 1"] == [
        "c cell 1 0 0 0",
        "c cell -1 0 0 1",
    ]
    assert "c cell 2 1 0 1" in lines
    assert "c p show 1 0" in lines


def test_the_background_is_around_the_block(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "zebra.rle").write_text("x = 1, y = 2\no!")
    words = ["search", "--blank", "4,4,2", "--background", str(tmp_path / "zebra.rle"), "--all"]
    words += ["--background-offset", "0,1", "--force-change", "0", "1", "-q", "--all-generations"]
    assert main([*words, "--symmetry", "D2|", "--asymmetry", "D2-"]) == 0
    histories = capsys.readouterr().out.split("# solution")[1:]
    assert histories
    for text in histories:
        generations = space_time_text.read(f"# solution{text}")
        planes = []
        for rows in generations:
            # Far stripes end in the plane, whose ends are dead; what they do does not come near.
            cells = {(x, y) for x in range(-20, 24) for y in range(-19, 24, 2)}
            cells -= {(x, y) for x in range(4) for y in range(4)}
            cells |= {(x, y) for y in range(4) for x in range(4) if rows[y][x] == "1"}
            planes.append(cells)
        changed = plain.next_cells(planes[0], LIFE) ^ planes[1]
        assert all(not (-9 < x < 13 and -9 < y < 13) for x, y in changed)


def test_constraints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["search", "--blank", "4,4,3", "--symmetry", "p2", "--force-change", "0", "1"]
    words += ["--population", "<7", "--max-change", "6", "--up-to-symmetry", "--all"]
    assert main([*words, "--symmetry", "D4x", "-o", str(tmp_path / "all.rle")]) == 0
    assert "solution" in capsys.readouterr().err
    for pattern in read_all(tmp_path / "all.rle"):
        live = {(x, y) for x, y, _ in pattern.cells()}
        assert {(y, x) for x, y in live} == {(3 - y, 3 - x) for x, y in live} == live
        assert plain.next_cells(plain.next_cells(live, LIFE), LIFE) == live
        assert 0 < len(plain.next_cells(live, LIFE) ^ live) <= 6


@pytest.mark.parametrize(("goal", "best"), [("--smallest", min), ("--largest", max)])
def test_the_live_cells_of_a_later_generation(
    goal: str, best: Callable[[list[int]], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["search", "--blank", "4,4,3", "--symmetry", "p2", "--force-change", "0", "1"]
    words += ["--counted-generation", "1", "--min-population", "5"]
    assert main([*words, "--all", "-q", "-o", str(tmp_path / "all.rle")]) == 0
    every = [pattern.evolve().population for pattern in read_all(tmp_path / "all.rle")]
    assert min(every) >= 5
    assert len(set(every)) > 1
    assert main([*words, goal]) == 0
    out, err = capsys.readouterr()
    found = read_text(out).evolve().population
    assert found == best(every)
    assert f"with {found} live cells" in err
    assert main([*words, "--print-config"]) == 0
    assert "\ncounted_generation = 1\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "lifesat: give either a search file or --blank W,H,T"),
        (["file", "--blank", "1,1,1"], "lifesat: give either a search file or --blank W,H,T"),
        (["file"], "lifesat: file:2:3: invalid cell '.'; a dead cell is 0 and a live one is 1"),
        (["nowhere"], "lifesat: nowhere: No such file or directory"),
        (["--blank", "2,2,2", "--rule", "B0/S"], "lifesat: rule B0/S has births without"),
        (["--blank", "2,2,2", "--symmetry", "D5"], "lifesat: invalid symmetry 'D5': unknown word"),
        (["--blank", "2,2,2", "--population", "x"], "lifesat: invalid population 'x': give a"),
        (["--blank", "2,2,2", "--background", "file"], "lifesat: file:2:3: "),
        (["--blank", "2,2,2", "--proof", "-"], "lifesat: --proof needs the name of a file"),
        (["--blank", "2,2,2", "--up-to-symmetry", "--smallest"], "lifesat: --up-to-symmetry"),
        (
            ["--blank", "2,2,2", "--rule", "B2-a/S12", "--encoding", "column_triples"],
            "lifesat: rule B2-a/S12 cannot be encoded with column_triples",
        ),
    ],
)
def test_mistakes(
    folder: Path, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "file").write_text("0 0\n0 .\n")
    assert main(["search", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith(sentence)
    assert err.count("\n") == 1


def test_every_generation_has_its_pattern() -> None:
    histories = list(search_file(EXAMPLES[1]))
    assert len(histories) == 48
    assert all(first.evolve() == middle for first, middle, _ in histories)
    text = EXAMPLES[1].read_text()
    small = list(search_block(text, max_population=3))
    assert small
    assert all([each.population for each in history] == [3, 3, 3] for history in small)
