"""Comments in DIMACS that say which cell each variable is."""

from collections.abc import Iterator

from lifesat.problems.life.predecessor import Predecessor


def cell_comments(problem: Predecessor, encoding: str) -> Iterator[str]:
    """Yield the comments that say what the variables are; model counters project on `p show`."""
    yield f"predecessors {problem.conditions()}"
    yield f"encoding {encoding}"
    yield "cell VARIABLE X Y T: (0, 0) is the target's top left cell, T = 0 the first layer"
    for variable, x, y, t in problem.places():
        yield f"cell {variable} {x} {y} {t}"
    yield " ".join(["p show", *map(str, range(1, problem.projection + 1)), "0"])
