"""Levels that no number of moves solves, found from distances or by searching all positions."""

from lifesat.problems.puzzles.sokoban.distances import FAR, alive, fewest
from lifesat.problems.puzzles.sokoban.level import BACK, Level
from lifesat.problems.puzzles.sokoban.regions import region

# A limit that half a second suffices for.
_MOST_SQUARES = 1 << 20


def hopeless(level: Level) -> bool:
    """Whether the boxes cannot all be pushed to different goals, even without each other."""
    return fewest(level) >= FAR


def exhausted(level: Level) -> bool:
    """Whether a search of all positions that can be reached proves that there is no solution.

    False if there is a solution, or if the positions are too many to search.
    """
    living = alive(level).tolist()
    goals = frozenset(level.goals.tolist())
    begin = frozenset(level.boxes.tolist())
    seen: set[tuple[int, frozenset[int]]] = set()
    frontier = [(level.player, begin)]
    effort = 0
    while frontier:
        player, boxes = frontier.pop()
        if boxes <= goals:
            return False
        around = region(level, player, boxes)
        position = min(around), boxes
        if position in seen:
            continue
        seen.add(position)
        effort += len(around)
        if effort > _MOST_SQUARES:
            return False
        frontier += _pushed(level, around, boxes, living)
    return True


def _pushed(
    level: Level, around: set[int], boxes: frozenset[int], living: list[bool]
) -> list[tuple[int, frozenset[int]]]:
    """Return the positions after one push: where the player stands, and the boxes."""
    after = []
    for box in boxes:
        beside = level.beside[box]
        for way, ahead in enumerate(beside):
            free = ahead >= 0 and living[ahead] and ahead not in boxes
            if free and beside[BACK[way]] in around:
                after.append((box, boxes - {box} | {ahead}))
    return after
