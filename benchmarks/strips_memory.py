"""When a search by strips begins, and its memory: a table for docs/notes/large-boards.md.

``python -m benchmarks.strips_memory 200 400 1000`` runs ``lifesat predecessors`` for a minute on a
soup and on a drawing of each size: what six thin circles become in one generation. The memory is
the largest sum over all processes at one time, shared pages counted once. Linux only.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

import numpy as np

from benchmarks.boards import soup
from benchmarks.report import markdown
from lifesat.engines.choice import setup_of
from lifesat.engines.options import Options
from lifesat.formats import write_text
from lifesat.life.evolution import evolve
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor

_SECONDS = 60
_LOOK_SECONDS = 0.2
_CIRCLES = 6


def drawing(side: int, seed: int) -> Predecessor:
    """Return the parents of what thin circles become; almost all cells are dead."""
    chance = np.random.default_rng(seed)
    y, x = np.mgrid[:side, :side]
    cells = np.zeros((side, side), dtype=np.uint8)
    for _ in range(_CIRCLES):
        middle = chance.uniform(side / 4, side * 3 / 4, 2)
        away = np.hypot(x - middle[0], y - middle[1])
        cells |= np.abs(away - chance.uniform(side / 10, side / 4)) < 1
    return Predecessor(Pattern.from_array(evolve(cells, LIFE, 1)))


def row(name: str, problem: Predecessor) -> list[str]:
    """Return the row of a board."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "target.rle"
        file.write_text(write_text(problem.target))
        words = ["predecessors", str(file), "--time-limit", str(_SECONDS), "--jsonl", "--quiet"]
        began = time.monotonic()
        command = [sys.executable, "-m", "lifesat", *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            ended, peaks = Event(), [0]
            watch = Thread(target=_watch, args=[process.pid, ended, peaks])
            watch.start()
            first, reached, status = 0.0, "", ""
            for event in map(json.loads, process.stdout or ()):
                if event["type"] == "progress":
                    first = first or time.monotonic() - began
                    reached = f"{event['row']} of {event['rows']}"
                status = event.get("status", "")
            ended.set()
            watch.join()
    estimate = setup_of(problem, Options(method="strips", memory=sys.maxsize)).bytes
    sizes = (f"{each / 1e6:,.0f}" for each in (max(peaks), estimate))
    return [name, f"{first:.1f}", "found" if status == "limit" else reached, *sizes]


def _watch(process: int, ended: Event, peaks: list[int]) -> None:
    """Add to `peaks` what memory a process and its descendants take, again and again."""
    while not ended.wait(_LOOK_SECONDS):
        peaks.append(sum(map(_memory, _family(process))))


def _family(process: int) -> Iterator[int]:
    """Yield a process and its descendants."""
    yield process
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in path.read_text().split():
                yield from _family(int(child))


def _memory(process: int) -> int:
    """Return the bytes of a process; a shared page counts in parts."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def main(words: Sequence[str]) -> None:
    """Print the table."""
    head = [
        "board",
        "first progress after s",
        "row reached",
        "MB in all",
        "estimate of one process",
    ]
    lines = []
    for side in map(int, words):
        for name, board in (("soup", soup), ("drawing", drawing)):
            lines.append(row(f"{name} {side}x{side}", board(side, seed=1)))
            print(*lines[-1], file=sys.stderr, flush=True)
    print(markdown(head, lines))


if __name__ == "__main__":
    main(sys.argv[1:])
