"""Print what a job's journal holds, but for packed solutions and times."""

import os
import sqlite3
import sys
from pathlib import Path

_SCHEMA = "SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name"
# What a process does now depends on the moment.
_VALUES = "SELECT key, value FROM job WHERE key <> 'phase' ORDER BY key"
_SUMS = "SELECT count(*), sum(population), sum(orbit) FROM solutions"


def main(name: str) -> None:
    """Print the journal of a job."""
    for path in sorted(Path(os.environ["LIFESAT_HOME"]).rglob(f"{name}/journal.sqlite")):
        with sqlite3.connect(path) as journal:
            lines = [sql for (sql,) in journal.execute(_SCHEMA)]
            lines += [f"{key}: {value!r}" for key, value in journal.execute(_VALUES)]
            lines += [" ".join(map(str, journal.execute(_SUMS).fetchone()))]
        sys.stdout.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main(sys.argv[1])
