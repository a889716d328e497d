"""Constraints on blocks of space-time by brute force, and random ones."""

import itertools
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from lifesat.life.rule import parse_rule
from lifesat.problems.life.search import SpaceTimeSearch
from tests.support.grids import fold, joined, named
from tests.support.plain import Boards, next_boards

Good = NDArray[np.bool_]
Place = tuple[int, int]

# Where each mirror or rotation takes column x and row y of a box w wide and h high.
IMAGES: dict[str, Callable[[int, int, int, int], Place]] = {
    "RO0": lambda x, y, w, h: (x, y),
    "RO1": lambda x, y, w, h: (h - 1 - y, x),
    "RO2": lambda x, y, w, h: (w - 1 - x, h - 1 - y),
    "RO3": lambda x, y, w, h: (y, h - 1 - x),
    "RE-": lambda x, y, w, h: (x, h - 1 - y),
    "RE|": lambda x, y, w, h: (w - 1 - x, y),
    "RE\\": lambda x, y, w, h: (y, x),
    "RE/": lambda x, y, w, h: (h - 1 - y, h - 1 - x),
}
CLASSES = {
    "C1": ["RO0"],
    "C2": ["RO2"],
    "C4": ["RO1"],
    "D2-": ["RE-"],
    "D2|": ["RE|"],
    "D2\\": ["RE\\"],
    "D2/": ["RE/"],
    "D4+": ["RE-", "RE|"],
    "D4x": ["RE/", "RE\\"],
    "D8": ["RE-", "RE\\"],
}
TURNING = ("C4", "D2\\", "D2/", "D4x", "D8", "RO1", "RO3", "RE\\", "RE/")
BACKGROUNDS = [("1", "0"), ("1 1 0 0", "0 0 1 1"), ("0 0", "0 0"), ("1 1 0", "1 1 0", "0 0 0")]


def outside_of(problem: SpaceTimeSearch) -> list[Boards]:
    """The generations of the background."""
    if not problem.background:
        return [np.zeros((1, 1), dtype=np.uint8)]
    return agar(problem.background, problem.rule_name)


@cache
def agar(rows: tuple[str, ...], rule_name: str) -> list[Boards]:
    """The generations of a pattern on its torus until it comes back; none if it does not."""
    first = np.array([row.split() for row in rows], dtype=np.uint8)
    rule, _ = parse_rule(rule_name)
    found = [first]
    while not np.array_equal(later := next_boards(found[-1][None], rule, torus=True)[0], first):
        if len(found) > 12:
            return []
        found.append(later)
    return found


def cell(problem: SpaceTimeSearch, boards: Boards, t: int, x: int, y: int) -> Boards:
    """The state of one cell in each block, wherever it lies."""
    height, width = boards.shape[2:]
    if inside := fold(problem.outside, x, y, width, height):
        return boards[:, t, inside[1], inside[0]]
    outside = outside_of(problem)
    right, down, later = problem.background_offset
    board = outside[(t + later) % len(outside)]
    state = board[(y + down) % len(board), (x + right) % len(board[0])]
    return np.full(len(boards), state, dtype=np.uint8)


def unchanged(problem: SpaceTimeSearch, boards: Boards, image: str, words: list[str]) -> Good:
    """Which blocks become their own image, cell by cell."""
    if "=" in image:
        return equal(problem, boards, image)
    numbers = {word[0]: int(word[1:]) for word in words}
    period, right, down = (numbers.get(key, 0) for key in "pxy")
    generations, height, width = boards.shape[1:]
    ring = 0 if any(joined(problem.outside)) else 1
    good = np.ones(len(boards), dtype=bool)
    # Cells that are far enough away to be the origins of those in the ring.
    far = height + width + abs(right) + abs(down) + 2
    near = {*itertools.product(range(-ring, width + ring), range(-ring, height + ring))}
    for x, y in itertools.product(range(-far, far + 1), repeat=2):
        if not named(problem.outside, x, y, width, height):
            continue
        u, v = IMAGES[image](x, y, width, height)
        u, v = u + right, v + down
        if near & {(x, y), (u, v), fold(problem.outside, u, v, width, height)}:
            for t in range(generations - period):
                here = cell(problem, boards, t, x, y)
                good &= here == cell(problem, boards, t + period, u, v)
    return good


def equal(problem: SpaceTimeSearch, boards: Boards, equation: str) -> Good:
    """Which blocks fulfil an equation between cells, cell by cell."""
    sides, _, box = equation.partition(" in ")
    left, right = sides.split(" = ")
    opposite = right.startswith("-(")
    generations, height, width = boards.shape[1:]
    torus = problem.outside == "torus"
    ring = 0 if any(joined(problem.outside)) else 1
    near = {*itertools.product(range(-ring, width + ring), range(-ring, height + ring))}
    # Every cell that an equation of `equations` can name beside the block.
    span = range(-9, 10) if not torus else range(max(height, width))
    good = np.ones(len(boards), dtype=bool)
    for x, y, t in itertools.product(span, span, range(generations)):
        names = {"x": x, "y": y, "t": t}
        first, second = (eval(side.removeprefix("-"), names) for side in (left, right))  # noqa: S307  # of `equations`
        if torus:
            size = (width, height, generations)
            if (x, y) not in near or first[2] != t:
                continue
            if any((a - b) % n for a, b, n in zip(first, (x, y, t), size, strict=True)):
                continue
        elif first != (x, y, t) or not named(problem.outside, x, y, width, height):
            continue
        else:
            u, v = second[:2]
            if not near & {(x, y), (u, v), fold(problem.outside, u, v, width, height)}:
                continue
        if box:
            a, b, wide, high = map(int, box.split(","))
            if not (a <= first[0] < a + wide and b <= first[1] < b + high):
                continue
        if 0 <= second[2] < generations:
            here = cell(problem, boards, t, first[0], first[1])
            good &= (here == cell(problem, boards, second[2], second[0], second[1])) != opposite
    return good


def images_of(text: str) -> tuple[list[str], list[str]]:
    """The images that generate a symmetry, and its numbers."""
    if "=" in text:
        return [text], []
    words = text.split()
    names = [word for word in words if not re.fullmatch(r"[pxy]-?\d+", word)] or ["C1"]
    return CLASSES.get(names[0], names), [word for word in words if word not in names]


def fulfils(problem: SpaceTimeSearch, boards: Boards) -> Good:
    """Which blocks fulfil the constraints."""
    good = np.ones(len(boards), dtype=bool)
    good &= symmetric(problem, problem.symmetry, boards)
    for text in problem.asymmetry:
        images, words = images_of(text)
        for image in images:
            good &= ~unchanged(problem, boards, image, words)
    return good & changes(problem, boards) & differs(problem, boards)


def symmetric(problem: SpaceTimeSearch, texts: Iterable[str], boards: Boards) -> Good:
    """Which blocks have symmetries."""
    good = np.ones(len(boards), dtype=bool)
    for text in texts:
        images, words = images_of(text)
        for image in images:
            good &= unchanged(problem, boards, image, words)
    return good


def changes(problem: SpaceTimeSearch, boards: Boards) -> Good:
    """Which blocks have the right populations and changes."""
    good = np.ones(len(boards), dtype=bool)
    flat = boards.reshape(*boards.shape[:2], int(np.prod(boards.shape[2:]))).astype(int)
    for first, second in problem.force_change:
        good &= [
            a.tobytes() != b.tobytes() for a, b in zip(flat[:, first], flat[:, second], strict=True)
        ]
    for text in problem.population:
        good &= populated(problem, text, boards)
    for t in range(1, flat.shape[1]):
        gained = (flat[:, t] > 0).astype(int) - (flat[:, 0] > 0)
        for limit, cells in (
            (problem.max_change, flat[:, t] != flat[:, 0]),
            (problem.max_growth, gained == 1),
            (problem.max_decay, gained == -1),
        ):
            if limit is not None:
                good &= cells.sum(axis=1) <= limit
    return good


def populated(problem: SpaceTimeSearch, text: str, boards: Boards) -> Good:
    """Which blocks fulfil a bound on live or active cells, cell by cell."""
    bound, *words = text.split()
    numbers: list[int] = []
    while words and words[0][0].isdigit():
        first, _, last = words.pop(0).partition("..")
        numbers += range(int(first), int(last or first) + 1)
    height, width = boards.shape[2:]
    places = {*itertools.product(range(width), range(height))}
    if "outside" in words:
        left, top, wide, high = map(int, words[-1].split(","))
        places -= {(x, y) for x, y in places if left <= x < left + wide and top <= y < top + high}
    last = boards.shape[1] - 1
    # For each generation, the cells that count in each block.
    layers: list[list[set[Place]]] = [[set() for _ in boards] for _ in numbers or [0]]
    for (x, y), (layer, t) in itertools.product(places, zip(layers, numbers or [0], strict=True)):
        counts = boards[:, t, y, x] > 0
        if "active" in words:
            counts = boards[:, t, y, x] != boards[:, last, y, x]
            around = itertools.product((x - 1, x, x + 1), (y - 1, y, y + 1))
            counts &= np.any([cell(problem, boards, last, *each) > 0 for each in around], axis=0)
        for k in np.flatnonzero(counts).tolist():
            layer[k].add((x, y))
    good = np.ones(len(boards), dtype=bool)
    for k, sets in enumerate(zip(*layers, strict=True)):
        groups = [[each] for each in sets] if "each" in words else [list(sets)]
        if "ever" in words:
            groups = [[set().union(*sets)]]
        for group in groups:
            if "x" in bound:
                sizes = map(int, bound.removeprefix("<=").split("x"))
                for axis, most in enumerate(sizes):
                    line = [place[axis] for each in group for place in each]
                    good[k] &= not line or max(line) - min(line) < most
                continue
            count, sign = sum(map(len, group)), bound.rstrip("0123456789")
            number = int(bound.lstrip("<>="))
            good[k] &= {"<=": count <= number, ">=": count >= number, "=": count == number}[sign]
    return good


def differs(problem: SpaceTimeSearch, boards: Boards) -> Good:
    """Which blocks are none of the given ones."""
    good = np.ones(len(boards), dtype=bool)
    for rows in problem.different_from:
        words = "".join("".join(generation) for generation in rows).replace(" ", "")
        whole = boards.reshape(len(boards), int(np.prod(boards.shape[1:])))
        other = [whole[:, k] != int(word) for k, word in enumerate(words) if word != "*"]
        good &= np.any(other, axis=0) if other else False
    return good


@st.composite
def symmetries(draw: st.DrawFn, generations: int, *, turning: bool) -> str:
    names = [*IMAGES, *CLASSES, "C1", "C1", "C1"]
    name = draw(st.sampled_from([n for n in names if turning or n not in TURNING]))
    words = [f"p{draw(st.integers(0, generations - 1))}"]
    words += [f"{key}{draw(st.sampled_from([0, 0, 1, -1, 2]))}" for key in "xy"]
    return " ".join([name, *words])


@st.composite
def equations(draw: st.DrawFn, generations: int, *, turning: bool, opposites: bool) -> str:
    """Equations between cells: numbers at the same places on both sides or not, and a box."""
    free = draw(st.lists(st.sampled_from("xyt"), min_size=1, max_size=3, unique=True))
    order = list(draw(st.permutations("xy"))) if turning else ["x", "y"]
    left = [name if name in free else str(draw(st.integers(0, 2))) for name in "xyt"]
    right = []
    for name in (*order, "t"):
        number = draw(st.sampled_from([0, 0, 1, -1, 2]))
        if name not in free:
            right.append(str(abs(number)))
        elif draw(st.booleans()):
            right.append(f"{name} + {number}" if number > 0 else name)
        else:
            right.append(f"{generations - 1 if name == 't' else number} - {name}")
    sign = "-" if opposites and draw(st.booleans()) else ""
    box = draw(st.sampled_from(["", "", " in 0,0,2,2", " in 1,0,1,3"]))
    return f"({', '.join(left)}) = {sign}({', '.join(right)}){box}"


@st.composite
def populations(draw: st.DrawFn, problem: SpaceTimeSearch) -> str:
    """Bounds on live or active cells, and on the box that they lie in."""
    generations, height, width = problem.shape
    numbers = draw(st.lists(st.integers(0, generations - 1), unique=True, max_size=3))
    several = [f"0..{generations - 1}"] if draw(st.booleans()) else list(map(str, numbers))
    sign, number = draw(st.sampled_from(["<=", ">=", "="])), draw(st.integers(0, 5))
    sizes = [f"<={wide}x{high}" for wide in range(1, width + 1) for high in range(1, height + 1)]
    bound = draw(st.sampled_from([f"{sign}{number}"] * 2 + [draw(st.sampled_from(sizes))]))
    words = [*draw(st.sampled_from([[], [], ["each"], ["ever"]]))]
    words += ["active"] * draw(st.booleans())
    words += ["outside", "0,0,1,1"] * draw(st.sampled_from([0, 0, 1]))
    return " ".join([bound, *several, *words])


@st.composite
def constraints(draw: st.DrawFn, problem: SpaceTimeSearch) -> dict[str, Any]:
    generations, height, width = problem.shape
    outside = problem.outside
    several = problem.rule.states > 2
    agars = [] if several else [rows for rows in BACKGROUNDS if agar(rows, problem.rule_name)]
    turning = not any(joined(outside)) or height == width
    symmetry = symmetries(generations, turning=turning)
    equation = equations(generations, turning=turning, opposites=not several)
    found: dict[str, Any] = {}
    kinds = ["symmetry", "asymmetry", "force", "population", "most", "different", "background"]
    kinds.append("counted")
    for kind in draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=3, unique=True)):
        if kind == "symmetry":
            found[kind] = tuple(draw(st.lists(symmetry | equation, min_size=1, max_size=2)))
        elif kind == "asymmetry":
            trivial = st.sampled_from(["RO2", "D2-", "D2| p0", "D4+", "x1", "y-1"])
            proper = symmetry.filter(lambda s: "p0 x0 y0" not in s)
            found[kind] = tuple(draw(st.lists(trivial | proper | equation, min_size=1, max_size=2)))
        elif kind == "force" and generations > 1:
            pair = st.permutations(range(generations)).map(lambda order: tuple(order[:2]))
            found["force_change"] = tuple(draw(st.lists(pair, min_size=1, max_size=2)))
        elif kind == "population":
            found[kind] = tuple(draw(st.lists(populations(problem), min_size=1, max_size=2)))
        elif kind == "most":
            which = draw(st.sampled_from(["max_change", "max_growth", "max_decay"]))
            found[which] = draw(st.integers(0, 3))
        elif kind == "counted":
            found["counted_generation"] = draw(st.integers(0, generations - 1))
        elif kind == "different":
            words = "01*" if not several else "012*"
            row = st.lists(st.sampled_from(words), min_size=width, max_size=width).map(" ".join)
            rows = st.lists(row, min_size=height, max_size=height).map(tuple)
            given = st.lists(rows, min_size=1, max_size=generations).map(tuple)
            found["different_from"] = tuple(draw(st.lists(given, min_size=1, max_size=2)))
        elif kind == "background" and agars and not any(joined(outside)):
            found[kind] = draw(st.sampled_from(agars))
            found["background_offset"] = tuple(draw(st.integers(-2, 3)) for _ in range(3))
    return found
