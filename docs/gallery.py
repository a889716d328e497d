"""Draw the pictures of docs/gallery.md and docs/results.md again.

Each picture in these pages is followed by the commands that make it. Run it as
``python docs/gallery.py`` from the checkout, or with the names of some pictures.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).resolve().parent
PAGES = ("gallery.md", "results.md")
ENTRY = re.compile(r"!\[.*?\]\(gallery/(\S+)\)\s+```console\n(.*?)```", re.DOTALL)


def main(names: list[str]) -> None:
    """Run the commands of every picture, or of those that are named."""
    text = "".join((DOCS / page).read_text() for page in PAGES)
    tools = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "examples").symlink_to(DOCS.parent / "examples")
        for picture, block in ENTRY.findall(text):
            if names and picture not in names:
                continue
            for command in re.findall(r"^\$ (.+)", block, re.MULTILINE):
                subprocess.run(["bash", "-c", command], check=True, cwd=folder, env=tools)  # noqa: S603, S607 - commands of our own pages
            shutil.copy(Path(folder) / picture, DOCS / "gallery")


if __name__ == "__main__":
    main(sys.argv[1:])
