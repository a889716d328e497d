"""An example of every kind of problem."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from lifesat import Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.completion import Completion
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.replicator import Replicator
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import PseudoStillLife, StrictStillLife
from lifesat.problems.problem import Boards, Problem
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku.problem import Sudoku
from tests.support import generations, plain
from tests.support.agars import agars
from tests.support.blocks import block, by_brute_force
from tests.support.completions import brute_force as completed
from tests.support.eaters import PHASES, flown, from_afar, live
from tests.support.nearest import brute_force as differing
from tests.support.oscillators import came_back, doubled
from tests.support.predecessors import brute_force, projected
from tests.support.still_lifes import as_set, kind_by_brute_force, still_lifes
from tests.support.sudoku import completions

Expected = set[bytes]


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


def nearer(problem: NearestPredecessor) -> Expected:
    """The first generations that are better than the best known."""
    boards, distances = differing(problem)
    assert problem.better_than is not None
    return as_set(boards[np.array(distances) < problem.better_than])


class Example(NamedTuple):
    """A problem with few solutions, and the way to its boards that asks no solver."""

    problem: Problem
    plainly: Callable[[], Expected]


BLOCK = Predecessor(Pattern.from_rows(["OO", "OO"]), generations=2)
# Four cells on the diagonal, and one beside it.
STATES = replace(BLOCK, project=frozenset({(-1, -1), (0, 0), (1, 1), (2, 2), (0, 1)}))
# Three states in a window of nine cells.
BRAIN = Predecessor(
    Pattern.from_cells(
        [(1, 1, 2), (0, 2, 1), (1, 2, 2), (2, 2, 1)], size=(3, 3), rule=generations.BRAIN
    ),
    generations=2,
    margin=0,
)
# Two names, a negation, and a cell that the rule does not bind.
NAMED = block(
    """
    * a *
    * * a

    * * -a
    b * *'

    * b *
    a * *
    """
)
# A cell of a blinker or a toad.
COMPLETION = Completion((("????",) * 4, ("????", "?O??", "????", "????")))
# In a box of this size every pattern becomes something that differs from it in four cells or more.
NEAREST = NearestPredecessor(Predecessor(Pattern.from_rows(["OOOO"] * 4), margin=0), better_than=6)
CLUES = ((1, 2, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
EXAMPLES = {
    "predecessor": Example(BLOCK, lambda: brute_force(BLOCK)),
    "predecessor-states": Example(STATES, lambda: projected(STATES)),
    "predecessor-generations": Example(BRAIN, lambda: brute_force(BRAIN)),
    "eater": Example(
        Eater(8, 8, 6, min_population=7, max_population=7), lambda: eaters_of_seven(8, 6)
    ),
    "still_life": Example(StillLife(4, 4), lambda: as_set(still_lifes(4, 4))),
    "strict_still_life": Example(StrictStillLife(5, 3), lambda: of_kind("strict", 5, 3)),
    "pseudo_still_life": Example(PseudoStillLife(5, 3), lambda: of_kind("pseudo", 5, 3)),
    "oscillator": Example(Oscillator(4, 4, 2), lambda: as_set(came_back(4, 4, 2))),
    "replicator": Example(
        Replicator(5, 3, 2, (1, 0), rule_name="B2/S"),
        lambda: as_set(doubled(5, 3, 2, (1, 0), "B2/S")),
    ),
    "spaceship": Example(Spaceship(4, 4, 4, (1, 1)), lambda: as_set(came_back(4, 4, 4, (1, 1)))),
    "agar": Example(Agar(4, 3, 2, (0, 1)), lambda: as_set(agars(4, 3, 2, (0, 1)))),
    "search": Example(NAMED, lambda: by_brute_force(NAMED)),
    "completion": Example(
        COMPLETION, lambda: {history[0].tobytes() for history in completed(COMPLETION)}
    ),
    "nearest": Example(NEAREST, lambda: nearer(NEAREST)),
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
