"""One parent of a large soup: strips beside one formula, in lifesat and in other solvers.

Every run is a process of its own and counts its processor time, start-up included. The others take
the clauses of lifesat's default encoding. Only those that are installed run: PicoSAT (pycosat),
CryptoMiniSat (pycryptosat) and Kissat (passagemath-kissat, which brings the program itself). A run
that takes more than two minutes is ended and counts as two minutes.
"""

import signal
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.boards import clauses, soup
from benchmarks.limited import run_limited
from benchmarks.report import Row, Scale, processor_seconds
from benchmarks.strips import find_parent
from lifesat.defaults import ENCODING
from lifesat.problems.life.predecessor import Predecessor

_OURS = "strips"
_SECONDS = 120
_SIDES = (32, 52)
_SEEDS = range(10)
# A program that is given up on all of so many boards is not run on others of this size.
_HOPELESS = 2


def rows(scale: Scale) -> Iterator[Row]:
    """Yield a row for each side and other program."""
    sides, seeds = ((12,), range(1)) if scale == "tiny" else (_SIDES, _SEEDS)
    for side in sides:
        yield from _rows(side, seeds)


def _rows(side: int, seeds: Sequence[int]) -> Iterator[Row]:
    """Measure one board after the other, each with all programs in turn."""
    programs = [name for name in _PROGRAMS if _is_installed(name)]
    taken: dict[str, list[float]] = {name: [] for name in programs}
    for seed in seeds:
        for name in programs:
            if taken[name] == [_SECONDS] * _HOPELESS:
                continue
            reported = run_limited("benchmarks.large", [name, str(side), str(seed)], _SECONDS)
            taken[name].append(_SECONDS if reported is None else float(reported))
            print(f"large: {side}, {seed}: {name}: {taken[name][-1]:g} s", file=sys.stderr)
    ours = taken.pop(_OURS)
    for name, others in taken.items():
        pairs = len(others)
        yield Row(
            benchmark="large",
            work=f"one parent of a {side}x{side} soup, seeds 0 to {pairs - 1}",
            ours=f"lifesat, {_OURS}",
            other=_NAMES[name],
            ratio=statistics.median(a / b for a, b in zip(ours, others, strict=False)),
            ours_seconds=statistics.median(ours[:pairs]),
            other_seconds=statistics.median(others),
            pairs=pairs,
            given_up_after=_SECONDS,
        )


def measure(name: str, side: int, seed: int) -> None:
    """Print how many processor seconds a program takes for a board, start-up included."""
    _PROGRAMS[name](soup(side, seed))
    print(processor_seconds())


def _check(problem: Predecessor, literals: Sequence[int]) -> None:
    """Check what another program has found."""
    model = np.array(literals[: problem.projection], dtype=np.int32)
    if not problem.verify(problem.boards(model[None])).all():
        raise AssertionError("this is not a parent")


def _pycosat(problem: Predecessor) -> None:
    import pycosat  # noqa: PLC0415 - each program is loaded by itself

    _check(problem, pycosat.solve(clauses(problem)))


def _pycryptosat(problem: Predecessor) -> None:
    import pycryptosat  # noqa: PLC0415 - each program is loaded by itself

    solver = pycryptosat.Solver()
    solver.add_clauses(clauses(problem))
    _, states = solver.solve()
    _check(problem, [n if states[n] else -n for n in range(1, len(states))])


def _kissat(problem: Predecessor) -> None:
    program = distribution("passagemath-kissat").locate_file("sage_wheels/bin/kissat")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "soup.cnf"
        with file.open("w", encoding="ascii") as stream:
            stream.writelines(problem.formula(ENCODING).dimacs())
        words = [str(program), "-q", str(file)]
        reported = subprocess.run(words, check=False, capture_output=True, text=True)
    if reported.returncode == -signal.SIGXCPU:
        signal.raise_signal(signal.SIGXCPU)  # as if its time were ours
    lines = [line.split() for line in reported.stdout.splitlines()]
    _check(problem, [int(word) for mark, *words in lines if mark == "v" for word in words])


_PROGRAMS: dict[str, Callable[[Predecessor], None]] = {
    "strips": lambda problem: find_parent("strips", 0, problem),
    "sat": lambda problem: find_parent("sat", 0, problem),
    "pycosat": _pycosat,
    "pycryptosat": _pycryptosat,
    "passagemath-kissat": _kissat,
}
_NAMES = {
    "sat": "lifesat, one formula",
    "pycosat": "PicoSAT (pycosat)",
    "pycryptosat": "CryptoMiniSat (pycryptosat)",
    "passagemath-kissat": "Kissat (passagemath-kissat)",
}


def _is_installed(name: str) -> bool:
    """Return whether a program is lifesat itself or a package that is installed."""
    try:
        return name in ("strips", "sat") or bool(distribution(name))
    except PackageNotFoundError:
        return False


if __name__ == "__main__":
    measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
