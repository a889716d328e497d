"""Levels without a solution, however many moves: seen at once, or by looking at all positions."""

from lifesat.problems.sokoban.distances import FAR, alive, fewest
from lifesat.problems.sokoban.level import BACK, Level
from lifesat.problems.sokoban.regions import region

# Half a second of work.
_MOST_SQUARES = 1 << 20


def hopeless(level: Level) -> bool:
    """Whether there are boxes that cannot all be pushed to goals of their own, even if alone."""
    return fewest(level) >= FAR


def exhausted(level: Level) -> bool:
    """Whether all positions that can be reached were looked at, and none is a solution.

    The search is given up when it takes long; then nothing is known.
    """
    living = alive(level).tolist()
    goals = frozenset(level.goals.tolist())
    begin = frozenset(level.boxes.tolist())
    seen: set[tuple[int, frozenset[int]]] = set()
    frontier = [(level.player, begin)]
    effort = 0
    while frontier:
        player, boxes = frontier.pop()
        if boxes == goals:
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
    """Return the positions one push later."""
    after = []
    for box in boxes:
        beside = level.beside[box]
        for way, ahead in enumerate(beside):
            free = ahead >= 0 and living[ahead] and ahead not in boxes
            if free and beside[BACK[way]] in around:
                after.append((box, boxes - {box} | {ahead}))
    return after
