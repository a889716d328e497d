"""Write a zip file for Golly's users: the scripts in both languages, and one that is a single file.

``make golly-zip`` runs it; its argument is the folder for the file. The scripts look for a lifesat
that is installed, so nothing in the file depends on the machine on which it was made.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from lifesat import __version__
from lifesat.cli.golly_files import CONFIGURATION, ENDS, SOURCE, code, contents

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "lifesat"
README = """\
lifesat {version} for Golly: the Game of Life backwards

1. Install lifesat, which the scripts start: pipx install lifesat
2. Unpack this file into the folder Scripts of your Golly, beside the folders Lua and Python.
3. In Golly, click on Scripts/lifesat/python/lifesat.html, or on the one in lua if your Golly has no
   Python (only on Linux and macOS). It says what there is, and runs it.

If you unpack the file elsewhere, click on the scripts themselves. step-back.py needs nothing else
from this file: copy it where you like, in a Golly with Python.

If you can write to a terminal, "lifesat golly install" does all this, and keeps it up to date.
"""


def files() -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file."""
    yield "README.txt", README.format(version=__version__).encode()
    lookup = (SOURCE / "lifesat_golly" / "lookup.py").read_bytes()
    title = f"# step-back of lifesat {__version__}, as a single file.\n"
    yield "step-back.py", title.encode() + lookup + b'\n\nrun("step-back.py")\n'
    for language in ENDS:
        for name, content in contents(language, f"Scripts/{FOLDER}/{language}"):
            yield f"{language}/{name}", content
        configuration = code(Path(language), language) / CONFIGURATION
        yield configuration.as_posix(), json.dumps({"version": __version__}).encode()


def main(folder: Path) -> None:
    """Write the file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"lifesat-golly-{__version__}.zip"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in files():
            # With the same date always, the same files make the same archive.
            entry = ZipInfo(f"{FOLDER}/{name}")
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, ZIP_DEFLATED)
    sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
