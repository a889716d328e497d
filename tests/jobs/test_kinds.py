"""Every kind of problem goes the same way: formula, search, journal, death, resumption, export."""

import csv
import itertools
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from lifesat import Pattern
from lifesat.cli import main
from lifesat.defaults import SOLVER
from lifesat.errors import UserError
from lifesat.jobs.events import Done, Solutions
from lifesat.jobs.follow import found
from lifesat.jobs.job import Job
from lifesat.jobs.options import Options
from lifesat.jobs.search import search
from lifesat.jobs.worker import work
from lifesat.problems.eater import Eater
from lifesat.problems.islands import PseudoStillLife, StrictStillLife
from lifesat.problems.kinds import KINDS, problem_from_json
from lifesat.problems.oscillator import Oscillator, Spaceship
from lifesat.problems.predecessor import Predecessor
from lifesat.problems.problem import Boards, Problem
from lifesat.problems.sokoban.problem import Sokoban
from lifesat.problems.still_life import StillLife
from lifesat.problems.sudoku import Sudoku
from lifesat.rules import LIFE
from lifesat.solving.cubes import Cubes
from lifesat.solving.executors import Inline
from lifesat.solving.portfolio import Race, methods
from lifesat.solving.slices import Method, release
from tests import plain
from tests.jobs.conftest import everything, told, worker
from tests.test_eater import PHASES, flown, from_afar, live
from tests.test_oscillators import came_back
from tests.test_predecessor import brute_force
from tests.test_still_lifes import as_set, kind_by_brute_force, still_lifes
from tests.test_sudoku import completions

Expected = set[bytes]

# ---------------------------------------------------------------- the slow ways


def of_kind(kind: str, width: int, height: int) -> Expected:
    boards = still_lifes(height, width)
    boards = boards[boards.any(axis=(1, 2))]
    return as_set(boards[[kind_by_brute_force(board) == kind for board in boards]])


# Every still life with seven cells.
SEVEN = [
    ["OO..", "O.O.", "..O.", "..OO"],
    [".OO.", "O..O", ".O.O", "..O."],
    ["OO..", "O.O.", ".O.O", "..O."],
    ["OO...", "O.O.O", "...OO"],
]


def placed(rows: list[str], size: int) -> Iterator[Boards]:
    """A shape turned in all ways, everywhere in a square box."""
    shape = np.array([[letter == "O" for letter in row] for row in rows], dtype=np.uint8)
    for turned in {(s.shape, s.tobytes()) for k in range(4) for s in both(np.rot90(shape, k))}:
        (height, width), cells = turned
        for y, x in np.ndindex(size - height + 1, size - width + 1):
            board = np.zeros((size, size), dtype=np.uint8)
            board[y : y + height, x : x + width] = np.frombuffer(cells, np.uint8).reshape(turned[0])
            yield board


def both(shape: Boards) -> tuple[Boards, Boards]:
    return np.ascontiguousarray(shape), np.ascontiguousarray(shape[:, ::-1])


def eaters_of_seven(size: int, generations: int) -> Expected:
    """Still lifes of seven cells that eat a glider from afar, all within the box from time 0."""
    glider = {(x, size - 1 - y) for x, y in PHASES[0]}
    before = from_afar(glider, (1, -1))
    alone = [before, *flown(before, 20)]
    box = set(itertools.product(range(size), repeat=2))
    eaters = set()
    for board in itertools.chain.from_iterable(placed(rows, size) for rows in SEVEN):
        still = live(board)
        assert plain.next_cells(still, LIFE) == still
        if board[-4:, :4].any():
            continue
        history = [still | before, *flown(still | before, 20 + generations)]
        undisturbed = all(history[t] == still | alone[t] for t in range(21))
        inside = all(cells <= box for cells in history[20:])
        if undisturbed and inside and history[-2] == history[-1] == still:
            eaters.add(board.tobytes())
    return eaters


LEVEL = ("######", "#@ $.#", "#  $.#", "######")


def sokoban(moves: int) -> Expected:
    """Every way through the level, by trying all."""
    walls, boxes, goals = (
        {(x, y) for y, row in enumerate(LEVEL) for x, letter in enumerate(row) if letter in letters}
        for letters in ("#", "$", ".")
    )
    ways = [(0, -1), (0, 1), (-1, 0), (1, 0)]
    solved = set()
    positions = [((1, 1), frozenset(boxes), b"")]
    for _ in range(moves):
        positions = [
            (ahead, boxes - {ahead} | {beyond} if ahead in boxes else boxes, made + bytes([way]))
            for (x, y), boxes, made in positions
            for way, (right, down) in enumerate(ways)
            if (ahead := (x + right, y + down)) not in walls
            and (
                ahead not in boxes or (beyond := (x + 2 * right, y + 2 * down)) not in walls | boxes
            )
        ]
        solved |= {made.ljust(moves, b"\4") for _, boxes, made in positions if boxes == goals}
        positions = [position for position in positions if position[1] != goals]
    return solved


# ---------------------------------------------------------------- one of each


class Example(NamedTuple):
    """A problem with few solutions, and the way to its boards that asks no solver."""

    problem: Problem
    plainly: Callable[[], Expected]


BLOCK = Predecessor(Pattern.from_rows(["OO", "OO"]), generations=2)
CLUES = ((1, 2, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
EXAMPLES = {
    "predecessor": Example(BLOCK, lambda: brute_force(BLOCK)),
    "eater": Example(Eater(8, 8, 6, least=7, most=7), lambda: eaters_of_seven(8, 6)),
    "still_life": Example(StillLife(4, 4), lambda: as_set(still_lifes(4, 4))),
    "strict_still_life": Example(StrictStillLife(5, 3), lambda: of_kind("strict", 5, 3)),
    "pseudo_still_life": Example(PseudoStillLife(5, 3), lambda: of_kind("pseudo", 5, 3)),
    "oscillator": Example(Oscillator(4, 4, 2), lambda: as_set(came_back(4, 4, 2))),
    "spaceship": Example(Spaceship(4, 4, 4, (1, 1)), lambda: as_set(came_back(4, 4, 4, (1, 1)))),
    "sudoku": Example(
        Sudoku(CLUES),
        lambda: {np.array(g, np.uint8).tobytes() for g in completions([*map(list, CLUES)], 2)},
    ),
    "sokoban": Example(Sokoban(LEVEL, 8), lambda: sokoban(8)),
}


@cache
def plainly(kind: str) -> Expected:
    """The boards that there are, looked for once."""
    return EXAMPLES[kind].plainly()


each_kind = pytest.mark.parametrize("kind", KINDS)


def listed(problem: Problem, options: Options) -> tuple[Expected, Done]:
    *events, done = search(problem, options)
    boards = [board for e in events if isinstance(e, Solutions) for board in e.boards]
    assert isinstance(done, Done)
    assert done.found == len(boards) == len({board.tobytes() for board in boards})
    return {board.tobytes() for board in boards}, done


def kept(job: Job) -> list[bytes]:
    return [board.tobytes() for solutions in found(job) for board in solutions.boards]


@each_kind
def test_its_json_says_it_all(kind: str) -> None:
    problem = EXAMPLES[kind].problem
    text = problem.to_json()
    again = problem_from_json(text)
    assert type(again) is KINDS[kind]
    assert (again, hash(again), again.to_json()) == (problem, hash(problem), text)
    assert json.loads(text)["kind"] == kind
    assert "\n" not in text


@each_kind
def test_it_is_listed_as_by_brute_force(kind: str) -> None:
    problem = EXAMPLES[kind].problem
    expected = plainly(kind)
    assert expected
    for encoding in (None, *problem.encodings):
        boards, done = listed(problem, Options(encoding=encoding, limit=None))
        assert boards == expected
        assert done.status == "complete"
    _, done = listed(problem, Options(limit=None, up_to_symmetry=True))
    assert done.covered == len(expected)
    with pytest.raises(UserError, match=f"'morse' is no encoding for {problem.nouns}"):
        listed(problem, Options(encoding="morse"))


@each_kind
def test_its_cubes_are_disjoint_and_complete(kind: str) -> None:
    problem = EXAMPLES[kind].problem
    for up_to_symmetry in (False, True):
        method = Method(problem.to_json(), problem.encodings[0], SOLVER, up_to_symmetry)
        # So short a slice leaves most cubes unfinished, and somebody always has nothing to do.
        cubes = Cubes(method, Inline(), 4, seconds=0.01)
        boards, covered = [], 0
        while not cubes.complete:
            models = cubes.advance(0.1)
            boards += [board.tobytes() for board in problem.boards(models.literals)]
            covered += int(models.orbits.sum())
        release()
        assert len(boards) == len(set(boards))
        assert covered == len(plainly(kind))
        assert up_to_symmetry or set(boards) == plainly(kind)


@each_kind
def test_whatever_method_is_first_finds_one_that_is_asked_for(kind: str) -> None:
    problem = EXAMPLES[kind].problem
    method = Method(problem.to_json(), problem.encodings[-1], SOLVER)
    none = np.zeros((0, (problem.projection + 7) // 8), dtype=np.uint8)
    race = Race(methods(method, 5), Inline(), none)
    while not len((models := race.advance(1, most=1)).orbits):
        assert not race.complete
    release()
    (board,) = problem.boards(models.literals)
    assert board.tobytes() in plainly(kind)


@each_kind
def test_it_is_a_job_that_is_killed_and_resumed_and_exported(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = EXAMPLES[kind].problem
    job = Job.create(kind, problem, everything(workers=1))
    assert job.options().encoding == problem.encodings[0]
    with worker(kind) as process:
        assert process.stdout is not None
        lines = ""
        while '"solution"' not in lines:
            lines += process.stdout.readline()
        process.kill()
        said, _ = process.communicate()
    announced = [e for e in told(lines + said) if e["type"] == "solution"]
    assert job.summary().state in ("killed", "complete")
    if job.summary().state == "killed":
        *_, done = work(job)
        assert isinstance(done, Done)
        assert done.status == "complete"
    assert len(kept(job)) == len(set(kept(job)))
    assert set(kept(job)) == plainly(kind)
    exported = export(kind, tmp_path, capsys, problem.first_form)
    assert exported[: len(announced)] == announced
    weights = [weight for solutions in found(job) for weight in solutions.weights()]
    assert [e["population"] for e in exported] == weights


def export(
    kind: str, folder: Path, capsys: pytest.CaptureFixture[str], form: str
) -> list[dict[str, object]]:
    """All that `lifesat jobs export` says of a job, in each way the same."""

    def exported(*words: str) -> str:
        assert main(["jobs", "export", kind, *words]) == 0
        return capsys.readouterr().out

    assert main(["jobs", "show", kind]) == 0
    assert "state: complete" in capsys.readouterr().out
    events: list[dict[str, object]] = told(exported("--jsonl"))
    assert exported() == exported("--to", form) == "".join(str(e[form]) for e in events)
    assert exported("-o", f"{folder}/each/") == ""
    files = sorted((folder / "each").iterdir())
    assert [file.read_text() for file in files] == [e[form] for e in events]
    assert {file.suffix for file in files} == {KINDS[kind].forms[form]}
    rows = csv.DictReader(exported("--csv").splitlines())
    assert [{name: int(value) for name, value in row.items()} for row in rows] == [
        {name: e[name] for name in ("number", "population", "orbit")} for e in events
    ]
    assert main(["jobs", "export", kind, "--to", "semaphore"]) == 2
    assert "'semaphore' is no format to write" in capsys.readouterr().err
    return events
