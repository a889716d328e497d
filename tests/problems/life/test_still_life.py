"""Still lifes: against every board of a small box, the seed's numbers, the OEIS, brute division."""

import itertools
import json
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.cli import main
from lifesat.defaults import ENCODINGS
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.formats.apgcode import code_of
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import classify
from lifesat.problems.problem import Boards
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support import plain
from tests.support.commands import listed as patterns_of
from tests.support.still_lifes import (
    TRANSFORMS_OF,
    as_set,
    kind_by_brute_force,
    listed,
    still_lifes,
)


def chunks(cells: list[int], length: int) -> list[list[int]]:
    """The row-major list in parts as equal as can be; a half is rounded up."""
    number = len(cells) // length
    size = len(cells) / number
    return [cells[int(size * i + 0.5) : int(size * (i + 1) + 0.5)] for i in range(number)]


def fits(problem: StillLife, board: Boards) -> bool:
    """Whether a still life is as the problem asks, cell by cell."""
    cells = board.ravel().tolist()
    if not problem.min_population <= sum(cells) <= (problem.max_population or math.inf):
        return False
    if problem.no_empty_lines and not all(map(any, [*board.tolist(), *board.T.tolist()])):
        return False
    if problem.density and not all(map(any, chunks(cells, problem.density))):
        return False
    return TRANSFORMS_OF[problem.symmetry] <= set(Pattern.from_array(board).symmetries())


@pytest.mark.quick
@pytest.mark.parametrize(
    "fields",
    [
        {"no_empty_lines": True},
        {"density": 4},
        {"density": 5},
        {"min_population": 7, "max_population": 8},
        {"density": 3, "no_empty_lines": True, "min_population": 8},
        *[{"symmetry": name} for name in TRANSFORMS_OF],
    ],
)
def test_every_option_against_all_boards(fields: dict[str, Any]) -> None:
    for size in [(4, 4)] if "symmetry" in fields else [(4, 4), (4, 3), (3, 3)]:
        problem = StillLife(size[1], size[0], **fields)
        plainly = [board for board in still_lifes(*size) if fits(problem, board)]
        found, done = listed(problem)
        assert done.status == ("complete" if plainly else "none")
        assert as_set(found) == as_set(np.array(plainly))
        _, orbits = listed(problem, up_to_symmetry=True)
        assert orbits.covered == done.found


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_lists_the_same(encoding: str, counts: dict[str, Any]) -> None:
    for n, term in enumerate(counts["A136278"]["terms"][:6], 1):
        if n < 6 or encoding == ENCODINGS[0]:
            assert listed(StillLife(n, n), encoding=encoding)[1].found == term


@pytest.mark.quick
def test_up_to_symmetry_is_up_to_all_turns_that_leave_the_problem() -> None:
    for width, height, density, order in [
        (4, 4, None, 8),
        (4, 4, 4, 4),
        (4, 4, 8, 4),
        (4, 4, 5, 2),
        (4, 3, None, 4),
        (4, 3, 4, 4),
        (4, 3, 5, 2),
    ]:
        assert len(StillLife(width, height, density=density).symmetries()) == order
    # Boards that are their own mirror image have three images that are so too, two of them new.
    assert len(StillLife(4, 4, symmetry="D2_+").symmetries()) == 2
    assert len(StillLife(4, 4, symmetry="D8").symmetries()) == 1
    boards = still_lifes(4, 4)
    turned = [[np.rot90(face, k).tobytes() for face in (b, b.T) for k in range(4)] for b in boards]
    assert listed(StillLife(4, 4), up_to_symmetry=True)[1].found == len({min(t) for t in turned})


@pytest.mark.quick
def test_the_numbers_of_the_seed(counts: dict[str, Any]) -> None:
    oracle = counts["seed_still_lifes"]
    for n, bare in ((2, "empty allowed"), (3, "empty allowed"), (3, "no empty row or column")):
        problem = StillLife(n, n, no_empty_lines=bare.startswith("no"))
        found = listed(problem, up_to_symmetry=True)[1].found
        assert found == oracle[f"{n}x{n}"][f"{bare}, up to symmetry"]
        assert found == seen_by_the_seed(listed(problem)[0])
    # The seed blocks no reflections at the diagonals, so it sees the eater twice.
    four = StillLife(4, 4, no_empty_lines=True)
    expected = oracle["4x4"]["no empty row or column, up to symmetry"]
    assert seen_by_the_seed(listed(four)[0]) == expected
    assert listed(four, up_to_symmetry=True)[1].found == expected - 1
    for length in (5, 4, 3, 2):
        exists = listed(StillLife(20, 20, density=length), limit=1)[1].found == 1
        assert exists == (length > 2)


def test_a_cell_takes_as_many_clauses_as_in_the_seed(counts: dict[str, Any]) -> None:
    sizes = [len(StillLife(n, n).formula("truth_table")) for n in (9, 10, 11)]
    cells = [n * n for n in (9, 10, 11)]
    second_differences = [a - 2 * b + c for a, b, c in (sizes, cells)]
    each = counts["seed_still_lifes"]["clauses per cell, truth table"]
    assert second_differences[0] == each * second_differences[1]


def seen_by_the_seed(boards: Boards) -> int:
    """How many boards are seen when each blocks its rotations and two of its reflections."""
    left, seen = as_set(boards), 0
    for board in boards:
        if board.tobytes() in left:
            seen += 1
            rotations = [np.rot90(board, turns) for turns in range(4)]
            left -= {image.tobytes() for image in (*rotations, board[::-1], board[:, ::-1])}
    return seen


def test_the_densest(counts: dict[str, Any]) -> None:
    for n, most in enumerate(counts["A055397"]["terms"][:7], 1):
        *_, found, done = search(BestSolution(StillLife(n, n), "most"), Options())
        assert isinstance(found, Solutions)
        assert isinstance(done, Done)
        assert done.status == "complete"
        assert found.boards.sum() == most


# A019473 and A056613: strict and pseudo still lifes of 4, 5 .. cells.
STRICT = [2, 1, 5, 4, 9, 10]
PSEUDO = [0, 0, 0, 0, 1, 1]


def test_strict_and_pseudo_still_lifes_by_cell_count() -> None:
    for cells, strict, pseudo in zip(range(4, 10), STRICT, PSEUDO, strict=True):
        side = max(3, cells - 2)  # room for the longest
        boards, _ = listed(
            StillLife(side, side, min_population=cells, max_population=cells), up_to_symmetry=True
        )
        kinds = {code_of(Pattern.from_array(board)): classify(board) for board in boards}
        found = Counter(kinds.values())
        assert (found["strict"], found["pseudo"]) == (strict, pseudo), cells


def test_kinds_are_those_of_the_definitions() -> None:
    seen = Counter[str]()
    boards, _ = listed(StillLife(6, 6, min_population=8))
    pairs, _ = listed(StillLife(11, 5, min_population=24), limit=150, solver="glucose4")
    for board in (*boards[::9], *pairs):
        kind = classify(board)
        assert kind == kind_by_brute_force(board), board
        seen[kind] += 1
    assert min(seen[kind] for kind in ("strict", "pseudo", "several")) > 20


@given(st.integers(3, 6), st.integers(3, 6), st.integers(2, 12), st.booleans())
@settings(max_examples=15)
def test_whatever_is_asked_for_is_found_as_asked(
    width: int, height: int, most: int, bare: bool
) -> None:
    problem = StillLife(
        width, height, no_empty_lines=not bare, min_population=most // 2, max_population=most
    )
    boards, done = listed(problem, limit=5)
    assert done.found or done.status == "none"
    for board in boards:
        assert fits(problem, board)
        cells = {(x, y) for y, x in np.argwhere(board).tolist()}
        assert plain.next_cells(cells, LIFE) == cells
        assert problem.pattern(board).comments == (code_of(Pattern.from_array(board)),)
        wrong = np.repeat(board[None], board.size, axis=0)
        wrong.reshape(board.size, -1)[np.diag_indices(board.size)] ^= 1
        around = np.pad(wrong, ((0, 0), (1, 1), (1, 1)))
        still = (plain.next_boards(around, LIFE, torus=False) == around).all(axis=(1, 2))
        expected = [bool(s) and fits(problem, w) for s, w in zip(still, wrong, strict=True)]
        assert problem.verify(wrong).tolist() == expected


def test_a_job_finds_them_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    problem = StillLife(5, 5, symmetry="C2", no_empty_lines=True)
    job = Job.create("still", ListSolutions(problem), Options(method="sat", limit=None, workers=1))
    *_, done = work(job)
    assert isinstance(done, Done)
    assert done.found == listed(problem)[1].found > 3
    assert job.problem() == problem


def test_json_and_words() -> None:
    problem = StillLife(9, 8, True, 3, symmetry="D4_+", min_population=2, max_population=30)
    assert problem_from_json(problem.to_json()) == problem
    assert json.loads(problem.to_json())["kind"] == "still_life"
    assert replace(problem, min_population=0, max_population=None) == StillLife(
        9, 8, True, 3, symmetry="D4_+"
    )
    assert problem.conditions() == (
        "9x8 cells, all dead outside, a live cell in every row and column, a live cell in every "
        "chunk of 3 cells, symmetry D4_+, at least 2 live cells, at most 30 live cells"
    )


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"width": 0}, "a box of 0x8 has no cells"),
        ({"width": 99_999, "height": 99_999}, "is too large; the limit is"),
        ({"density": 65}, "density is 65; for a box of 8x8 it must be from 1 to 64"),
        (
            {"min_population": 3, "max_population": 2},
            "the lower bound 3 on the population exceeds the upper bound 2",
        ),
        ({"symmetry": "D3"}, "unknown symmetry 'D3'; choose one of C1, C2, C4, D2_+"),
        ({"symmetry": "C1_1"}, "unknown symmetry 'C1_1'"),
        ({"symmetry": "C4", "width": 7}, "symmetry C4 needs a square box, not 7x8"),
        ({"symmetry": "C2_1"}, "a box of 8x8 cannot have symmetry C2_1; its centre makes it C2_4"),
        ({"symmetry": "D2_+1"}, "cannot have symmetry D2_[+]1; its centre makes it D2_[+]2"),
    ],
)
def test_faults(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        StillLife(**{"width": 8, "height": 8, **fields})


# ---------------------------------------------------------------- the command

_BOX = ["still-lifes", "4,4", "--quiet"]


def test_the_command_writes_names_and_codes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--all", "--no-empty-lines", "--min-population", "8", "--symmetry", "D8"]
    assert main([*_BOX, *words]) == 0
    (pond,) = patterns_of(capsys.readouterr().out)
    assert (pond.name, pond.comments) == ("still life 1", ("xs8_6996",))
    assert main([*_BOX, "--all", "--max-population", "4", "-o", f"{tmp_path}/out/"]) == 0
    assert sorted(path.name for path in tmp_path.glob("out/*"))[:2] == [
        "still-life-000001.rle", "still-life-000002.rle",
    ]  # fmt: skip
    assert main([*_BOX, "--density", "1"]) == 1


def test_the_command_chooses_by_kind(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["still-lifes", "7,6", "--all", "--up-to-symmetry", "--to", "apgcode"]
    bounds = ["--min-population", "8", "--max-population", "8"]
    assert main([*words, *bounds, "--connected", "pseudo"]) == 0
    out, err = capsys.readouterr()
    assert set(out.split()) == {"xs8_rr"}
    assert "pseudo still lifes up to symmetry" in err
    assert main([*words, *bounds, "--connected", "strict"]) == 0
    assert len(set(capsys.readouterr().out.split())) == 9
    assert main(["still-lifes", "7,6", *bounds, "-k", "3", "--connected", "strict"]) == 0
    out, err = capsys.readouterr()
    assert [p.name for p in patterns_of(out)] == [f"strict still life {n}" for n in (1, 2, 3)]
    assert "3 strict still lifes" in err
    assert main(["still-lifes", "4,4", "--all", "--connected", "pseudo"]) == 1
    assert "no pseudo still life" in capsys.readouterr().err


def test_the_best_of_a_kind(capsys: pytest.CaptureFixture[str]) -> None:
    by_kind: dict[str, list[int]] = {"strict": [], "pseudo": []}
    for board in still_lifes(4, 5):
        kind = kind_by_brute_force(board) if board.any() else "several"
        by_kind.setdefault(kind, []).append(int(board.sum()))
    for kind, best in itertools.product(("strict", "pseudo"), ("--smallest", "--densest")):
        assert main(["still-lifes", "5,4", best, "--connected", kind]) == 0
        out, err = capsys.readouterr()
        expected = (min if best == "--smallest" else max)(by_kind[kind])
        assert patterns_of(out)[0].population == expected
        assert f"1 {kind} still life with {expected} live cells" in err


def test_a_job_chooses_by_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    words = ["still-lifes", "5,5", "--all", "--up-to-symmetry", "--to", "apgcode", "-q"]
    for kind in ("strict", "pseudo"):
        assert main([*words, "--connected", kind]) == 0
        alone = Counter(capsys.readouterr().out.split())
        assert main([*words, "--connected", kind, "--job", kind, "--workers", "2"]) == 0
        assert Counter(capsys.readouterr().out.split()) == alone
        assert main(["jobs", "show", kind]) == 0
        assert f"looks for: {kind} still life" in capsys.readouterr().out


@pytest.mark.quick
def test_the_command_proves_the_densest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["still-lifes", "5,5", "--densest"]) == 0
    out, err = capsys.readouterr()
    assert patterns_of(out)[0].population == 16
    assert "1 still life with 16 live cells, the most, which is proved" in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--densest", "--up-to-symmetry"], "--up-to-symmetry cannot be combined with --densest"),
        (["--smallest", "--up-to-symmetry"], "--up-to-symmetry cannot be combined with --smallest"),
        (["--symmetry", "D2"], "unknown symmetry 'D2'"),
    ],
)
def test_mistakes(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["still-lifes", "4,4", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_the_densest_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["still-lifes", "4,4", "--densest", "--all"])
    assert "--all/-a: not allowed with argument --densest" in capsys.readouterr().err
