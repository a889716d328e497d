"""Print what a job's journal holds, but for packed solutions and times."""

import os
import sqlite3
import sys
from pathlib import Path

for path in sorted(Path(os.environ["LIFESAT_HOME"]).rglob(f"{sys.argv[1]}/journal.sqlite")):
    with sqlite3.connect(path) as journal:
        for (sql,) in journal.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name"):
            print(sql)
        for key, value in journal.execute("SELECT key, value FROM job ORDER BY key"):
            print(f"{key}: {value!r}")
        print(*journal.execute("SELECT count(*), sum(population), sum(orbit) FROM solutions").fetchone())
