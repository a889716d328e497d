"""Walks of the player without pushes."""

from collections import deque
from collections.abc import Collection

from lifesat.problems.puzzles.sokoban.layers import WAYS
from lifesat.problems.puzzles.sokoban.level import Level


def region(level: Level, square: int, boxes: Collection[int]) -> set[int]:
    """Return the squares that the player can walk to from a square; boxes block the way."""
    neighbours = level.beside
    inside = {square}
    frontier = [square]
    while frontier:
        for beside in neighbours[frontier.pop()]:
            if beside >= 0 and beside not in inside and beside not in boxes:
                inside.add(beside)
                frontier.append(beside)
    return inside


def walk(level: Level, origin: int, end: int, boxes: Collection[int]) -> str:
    """Return a shortest walk between two squares, which must exist, as letters of ``udlr``."""
    neighbours = level.beside
    walks = {origin: ""}
    frontier = deque([origin])
    while frontier:
        square = frontier.popleft()
        if square == end:
            return walks[square]
        for way, beside in zip(WAYS, neighbours[square], strict=True):
            if beside >= 0 and beside not in walks and beside not in boxes:
                walks[beside] = walks[square] + way
                frontier.append(beside)
    raise ValueError("there is no path between these squares")
