"""Sokoban the slow way, for comparison: all positions, one move after another."""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Place = complex
WAYS = {"u": -1j, "d": 1j, "l": -1 + 0j, "r": 1 + 0j}


class Position(NamedTuple):
    """Where the player and the boxes are."""

    player: Place
    boxes: frozenset[Place]


class Room:
    """Walls, goals and the first position of a level."""

    def __init__(self, rows: Sequence[str]) -> None:
        places = {complex(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row)}
        self.floor = {place for place, letter in places.items() if letter != "#"}
        self.goals = frozenset(place for place, letter in places.items() if letter in ".*+")
        (player,) = (place for place, letter in places.items() if letter in "@+")
        boxes = frozenset(place for place, letter in places.items() if letter in "$*")
        self.start = Position(player, boxes)

    def next(self, position: Position) -> Iterator[tuple[str, Position]]:
        """The moves that can be made, pushes in upper case, and where they lead."""
        player, boxes = position
        for letter, way in WAYS.items():
            ahead = player + way
            if ahead in boxes:
                if ahead + way in self.floor - boxes:
                    yield letter.upper(), Position(ahead, boxes - {ahead} | {ahead + way})
            elif ahead in self.floor:
                yield letter, Position(ahead, boxes)

    def fewest(self, *, pushes: bool) -> int | None:
        """The fewest moves or pushes of any solution, or None."""
        costs = {self.start: 0}
        queue = deque([self.start])
        done = set()
        while queue:
            position = queue.popleft()
            if position in done:
                continue
            done.add(position)
            if position.boxes <= self.goals:
                return costs[position]
            for letter, after in self.next(position):
                cost = costs[position] + (letter.isupper() or not pushes)
                if cost < costs.get(after, cost + 1):
                    costs[after] = cost
                    # Steps that cost nothing come before all others.
                    (queue.append if cost > costs[position] else queue.appendleft)(after)
        return None

    def solutions(self, most: int) -> set[str]:
        """All solutions with at most so many moves; each ends when it is one."""
        found, under_way = set(), [("", self.start)]
        for _ in range(most + 1):
            found |= {moves for moves, position in under_way if position.boxes <= self.goals}
            under_way = [
                (moves + letter, after)
                for moves, position in under_way
                if not position.boxes <= self.goals
                for letter, after in self.next(position)
            ]
        return found

    def count(self, most: int) -> int:
        """How many solutions there are with at most so many moves."""
        total, under_way = 0, Counter({self.start: 1})
        for _ in range(most + 1):
            total += sum(n for position, n in under_way.items() if position.boxes <= self.goals)
            following: Counter[Position] = Counter()
            for position, n in under_way.items():
                if not position.boxes <= self.goals:
                    for _, after in self.next(position):
                        following[after] += n
            under_way = following
        return total
