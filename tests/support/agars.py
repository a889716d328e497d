"""Agars by brute force."""

import itertools
from collections.abc import Iterator
from functools import cache

import numpy as np

from lifesat.life.rule import LIFE, Rule
from lifesat.problems.problem import Boards
from tests.support.generations import all_boards, following
from tests.support.oscillators import TURNED, moved

STRAIGHT = ("identity", "rot180", "flip_x", "flip_y")


def history(boards: Boards, generations: int, rule: Rule = LIFE) -> list[Boards]:
    """Boards on a torus, and their next generations."""
    found = [boards]
    for _ in range(generations):
        found.append(following(found[-1], rule, torus=True))
    return found


def agars(
    width: int, height: int, period: int = 1, shift: tuple[int, int] = (0, 0), rule: Rule = LIFE
) -> Boards:
    """All boards of a torus that are there again after a period, moved, not sooner."""
    boards = history(all_boards(height, width, rule.states), period, rule)
    good = (boards[period] == moved(boards[0], shift)).all(axis=(1, 2))
    dx, dy = shift
    for part in range(2, period + 1):
        if period % part == 0:
            good &= (boards[period // part] != boards[0]).any(axis=(1, 2))
        if period % part == dx % part == dy % part == 0:
            earlier = moved(boards[0], (dx // part, dy // part))
            good &= (boards[period // part] != earlier).any(axis=(1, 2))
    found: Boards = boards[0][good]
    return found


def orbits(
    boards: Boards, period: int, shift: tuple[int, int] = (0, 0), rule: Rule = LIFE
) -> set[frozenset[bytes]]:
    """Boards that are images of each other, under symmetries that keep the shift or in time."""
    return {
        frozenset(image.tobytes() for image in _images(board[None], period, shift, rule))
        for board in boards
    }


@cache
def _keeps(turn: str, rule: Rule) -> bool:
    boards = all_boards(3, 3, rule.states)
    later = following(boards, rule, torus=True)
    turned = following(_turned(boards, turn), rule, torus=True)
    return np.array_equal(turned, _turned(later, turn))


def _turned(boards: Boards, turn: str) -> Boards:
    result: Boards = TURNED[turn](boards)
    return result


def _images(board: Boards, period: int, shift: tuple[int, int], rule: Rule) -> Iterator[Boards]:
    _, height, width = board.shape
    mark = np.zeros((1, height, width), dtype=np.uint8)
    mark[0, 0, 0] = 1
    for turn in TURNED if height == width else STRAIGHT:
        # It keeps the shift and the rule if turning can be exchanged with moving and with time.
        same_shift = np.array_equal(
            _turned(moved(mark, shift), turn), moved(_turned(mark, turn), shift)
        )
        if not same_shift or not _keeps(turn, rule):
            continue
        for now in history(board, period - 1, rule):
            for move in itertools.product(range(width), range(height)):
                yield np.ascontiguousarray(moved(_turned(now, turn), move))
