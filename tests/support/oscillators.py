"""Oscillators, spaceships and replicators by plain Life."""

import itertools

import numpy as np

from lifesat.life.rule import LIFE, Rule, parse_rule
from lifesat.problems.problem import Boards
from tests.support.generations import all_boards, following

TURNED = {
    "identity": lambda b: b,
    "rot90": lambda b: np.rot90(b, -1, (1, 2)),
    "rot180": lambda b: b[:, ::-1, ::-1],
    "rot270": lambda b: np.rot90(b, 1, (1, 2)),
    "flip_x": lambda b: b[:, :, ::-1],
    "flip_y": lambda b: b[:, ::-1],
    "transpose": lambda b: b.transpose(0, 2, 1),
    "anti_transpose": lambda b: b.transpose(0, 2, 1)[:, ::-1, ::-1],
}


def moved(boards: Boards, shift: tuple[int, int]) -> Boards:
    """Boards in a margin as wide as any shift here, moved."""
    return np.roll(boards, shift[::-1], axis=(1, 2))


def came_back(
    height: int,
    width: int,
    period: int,
    shift: tuple[int, int] = (0, 0),
    turn: str = "identity",
    rule: Rule = LIFE,
) -> Boards:
    """All boards of a box that are there again after a period, and no sooner, within the box."""
    margin = 3
    pad = ((0, 0), (margin, margin), (margin, margin))
    start = all_boards(height, width, rule.states)
    start = start[start.any(axis=(1, 2))]
    inner = np.s_[:, margin:-margin, margin:-margin]
    boards = [np.pad(start, pad)]
    steps = {"identity": 1, "rot90": 4, "rot270": 4}.get(turn, 2)
    for t in range(1, period + 1):
        boards.append(following(boards[-1], rule, torus=False))
        good = boards[t].sum(axis=(1, 2)) == boards[t][inner].sum(axis=(1, 2))
        if t < period:
            for right, down in itertools.product(range(-2, 3), repeat=2):
                good &= (boards[t] != moved(boards[0], (right, down))).any(axis=(1, 2))
        else:
            good &= (boards[t] == moved(boards[0], shift)).all(axis=(1, 2))
        if steps > 1 and t == period // steps:
            good &= (boards[t][inner] == TURNED[turn](boards[0][inner])).all(axis=(1, 2))
        boards = [each[good] for each in boards]
    found: Boards = boards[0][inner]
    return found


def doubled(width: int, height: int, period: int, shift: tuple[int, int], name: str) -> Boards:
    """All boards of a box that become two copies of themselves within it, by plain steps."""
    margin = 3
    inner = np.s_[:, margin:-margin, margin:-margin]
    rule, _ = parse_rule(name)
    start = all_boards(height, width, rule.states)
    first = now = np.pad(start, ((0, 0), (margin, margin), (margin, margin)))
    good = first.any(axis=(1, 2))
    for _ in range(period):
        now = following(now, rule, torus=False)
        good &= now.sum(axis=(1, 2)) == now[inner].sum(axis=(1, 2))
    one, other = moved(first, shift), moved(first, (-shift[0], -shift[1]))
    good &= ~((one > 0) & (other > 0)).any(axis=(1, 2))
    found: Boards = start[good & (now == one + other).all(axis=(1, 2))]
    return found
