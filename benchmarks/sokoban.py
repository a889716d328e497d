"""Microban's levels: the default encoding against the report's, and pushes against moves.

The levels are the first of Microban by David W. Skinner, in ``examples/microban.xsb``.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.report import Program, Row, Scale, compare
from lifesat.cnf.formula import Formula
from lifesat.engines.sat.deepening import Deepening
from lifesat.puzzles.sokoban.distances import fewest
from lifesat.puzzles.sokoban.kumari_sagar import KumariSagar
from lifesat.puzzles.sokoban.level import Level
from lifesat.puzzles.sokoban.occupied import Occupied
from lifesat.puzzles.sokoban.play import play
from lifesat.puzzles.sokoban.pushes import Pushes
from lifesat.puzzles.sokoban.text import read

_LEVELS = Path(__file__).parents[1] / "examples" / "microban.xsb"
_SOLVER = "glucose4"

Layers = Occupied | Pushes | KumariSagar


def rows(scale: Scale) -> Iterator[Row]:
    """Yield a row for each encoding and each other solver."""
    tiny = scale == "tiny"
    entries = read(_LEVELS.read_text(encoding="utf-8"))
    numbers = [2] if tiny else [1, 2, 3, 4, 5, 9]
    levels = [entries[number - 1].level for number in numbers]
    named = f"Microban {', '.join(map(str, numbers))}"
    ours = Program("lifesat occupied", partial(_depths, levels, Occupied, _SOLVER))
    yield compare(
        "sokoban",
        f"{named}: fewest moves",
        ours,
        Program("lifesat kumari_sagar", partial(_depths, levels, KumariSagar, _SOLVER)),
        pairs=1 if tiny else 3,
        ratio_limit=None if tiny else 1.0,
    )
    yield compare(
        "sokoban",
        f"{named}: fewest moves",
        ours,
        Program("with CaDiCaL", partial(_depths, levels, Occupied, "cadical195")),
        pairs=1 if tiny else 3,
    )
    all_levels = levels if tiny else [entry.level for entry in entries]
    yield compare(
        "sokoban",
        f"{'Microban 2' if tiny else 'Microban 1 to 10'}: fewest pushes",
        Program("lifesat pushes", partial(_depths, all_levels, Pushes, _SOLVER)),
        Program("with CaDiCaL", partial(_depths, all_levels, Pushes, "cadical195")),
        pairs=1 if tiny else 3,
        seconds_limit=None if tiny else 5.0,
    )


def _depths(
    levels: Sequence[Level], layers: Callable[[Level, Formula], Layers], solver: str
) -> list[int]:
    """Return the fewest moves or pushes of each level, each proved."""
    return [_depth(level, layers(level, Formula()), solver) for level in levels]


def _depth(level: Level, layers: Layers, solver: str) -> int:
    stride = 2 if isinstance(layers, Pushes) else 1
    with Deepening(layers, solver, fewest(level), stride) as deepening:
        while not deepening.complete:
            deepening.advance(1.0)
    if deepening.best is None or deepening.depth is None:
        raise RuntimeError(f"no solution of {level}")
    if play(level.rows, layers.lurd(deepening.best)) is None:
        raise RuntimeError(f"a wrong solution of {level}")
    return deepening.depth
