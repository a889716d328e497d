"""Detection of levels without a solution, from distances or by searching all positions."""

from lifesat.puzzles.sokoban.distances import FAR, alive, fewest
from lifesat.puzzles.sokoban.level import BACK, Level
from lifesat.puzzles.sokoban.pushes import region

# A search of this many squares takes half a second.
_MOST_SQUARES = 1 << 20


def hopeless(level: Level) -> bool:
    """Return whether the boxes cannot reach different goals even if none blocks another."""
    return fewest(level) >= FAR


def exhausted(level: Level) -> bool:
    """Return whether a search of all reachable positions proves that there is no solution.

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
    """Return the positions after one push: the square of the player, and the boxes."""
    after = []
    for box in boxes:
        beside = level.beside[box]
        for way, ahead in enumerate(beside):
            free = ahead >= 0 and living[ahead] and ahead not in boxes
            if free and beside[BACK[way]] in around:
                after.append((box, boxes - {box} | {ahead}))
    return after
