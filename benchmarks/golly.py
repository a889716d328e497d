"""In a real Golly: from the key to the pasted parent, a call over the bridge, and Escape.

The command ``python -m benchmarks.golly`` prints a table; it needs golly, xvfb and xdotool. A user
waits for the clock, so these are seconds of the clock and not of the processor, with xdotool's own.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.report import Row, markdown, table
from lifesat.cli import main as lifesat
from lifesat.formats import write_text
from lifesat.life.evolution import evolve
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from tests.support.screen import Golly, screen, wait_for

_PAIRS = 15
_SIZE = (18, 19)  # width, height
_DENSITY = 0.4
_RATIO, _SECONDS = 1.5, 0.3  # what was promised: so many times the command line, and so much more
_CALLS = 20_000

_CALL = f"""\
import time
import golly as g

began = time.perf_counter()
for _ in range({_CALLS}):
    g.getcell(0, 0)
g.show("%.1f" % ((time.perf_counter() - began) * 1e6 / {_CALLS}))
"""


def main() -> None:
    """Print the tables."""
    with screen() as display, tempfile.TemporaryDirectory() as folder:
        golly = Golly(display, Path(folder) / "home")
        lifesat(["golly", "install", "--language", "lua", "--folder", str(golly.scripts)])
        golly.start(soup())
        try:
            print(table([parents(golly)]))
            lines = [("a call, microseconds", call(golly)), ("Escape, ms", escape(golly))]
            print(markdown(("in Golly", "median"), lines))
        finally:
            golly.kill()


def soup() -> str:
    """Return what a random soup becomes, with the ring of dead cells that keeps it in its box."""
    width, height = _SIZE
    cells = np.random.default_rng(1).random((height - 2, width - 2)) < _DENSITY
    return write_text(Pattern.from_array(evolve(np.pad(cells.astype(np.uint8), 1), LIFE, 1)))


def parents(golly: Golly) -> Row:
    """Compare the script with the command line on the same file, pair by pair.

    The script's time is from the key that starts it to its end, when the parent is shown; its
    question is answered as soon as it stands.
    """
    width, height = _SIZE
    golly.probe(f"g.select({{0, 0, {width}, {height}}}) return 'true'")
    command = [sys.executable, "-m", "lifesat", "predecessors", "--margin", "0"]
    target = str(golly.home / "target.rle")
    ours, other = [], []
    for _ in range(_PAIRS):
        golly.probe("g.setlayer(0) return 'true'")
        began = time.perf_counter()
        golly.begin("find-predecessors")
        golly.answer("Find predecessors", None)
        golly.finish()
        ours.append(time.perf_counter() - began)
        began = time.perf_counter()
        subprocess.run([*command, target], check=True, capture_output=True)
        other.append(time.perf_counter() - began)
    return Row(
        benchmark="golly",
        work=f"the parent of an {width}x{height} soup's successor, by the clock",
        ours="find-predecessors in Golly",
        other="lifesat predecessors",
        ratio=statistics.median(a / b for a, b in zip(ours, other, strict=True)),
        ours_seconds=statistics.median(ours),
        other_seconds=statistics.median(other),
        pairs=_PAIRS,
        ratio_limit=round(_RATIO + _SECONDS / statistics.median(other), 2),
    )


def call(golly: Golly) -> str:
    """Return the microseconds that a call of a script takes over the bridge."""
    (golly.scripts / ".bridge" / "calls.py").write_text(_CALL)
    (golly.scripts / "calls.lua").write_text((golly.scripts / "convert-rle.lua").read_text())
    golly.begin("calls")
    return golly.finish()[-2].text


def escape(golly: Golly) -> str:
    """Return the milliseconds from Escape to the end of a script that searches.

    Golly itself looks at its keys ten times a second.
    """
    times = []
    golly.probe("g.setlayer(0) g.select({100, 100, 14, 14}) return 'true'")
    for n in range(_PAIRS):
        golly.probe("g.setlayer(0) return 'true'")
        golly.begin("find-predecessors")
        golly.answer("Find predecessors", "1 0 dead all different")
        wait_for(lambda: any("found" in each.text for each in golly.shown()), "the search")
        time.sleep(0.1 * n / _PAIRS)
        began = time.perf_counter()
        golly.key("Escape")
        wait_for(lambda: any("stopped" in each.text for each in golly.shown()), "the stop")
        times.append(1000 * (time.perf_counter() - began))
        golly.finish()
    return f"{statistics.median(times):.0f}"


if __name__ == "__main__":
    main()
