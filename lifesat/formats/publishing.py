"""What written patterns say to other programs: how LifeViewer plays them, and their addresses."""

import re
from collections.abc import Iterable

_HEADER = re.compile(r"^x = ", re.MULTILINE)
_CODE = re.compile(r"^((?:#C )?)(x[spq][0-9]+_[0-9a-z]+)(?:/(\S+))?$", re.MULTILINE)
_CATAGOLUE = "https://catagolue.hatsya.com/object"
_LIFE = "b3s23"


def with_viewer(text: str, generations: int, comments: Iterable[str] = ()) -> str:
    """Return RLE with a line that lets LifeViewer play it and begin again at the end.

    Parameters
    ----------
    text
        One pattern as RLE.
    generations
        Where it ends.
    comments
        The comments of another pattern. Their own scripts, between ``[[`` and ``]]``, are kept, and
        choose how it looks.
    """
    own = _scripts(comments)
    look = "" if own else "THEME 6 GRID "
    lines = [*own, f"[[ {look}AUTOSTART LOOP {generations} STOP {generations} ]]"]
    script = "".join(f"#C {line}\n" for line in lines)
    return _HEADER.sub(lambda header: script + header[0], text, count=1)


def with_links(text: str) -> str:
    """Return a text with the address in Catagolue beside each apgcode on its own line."""
    return _CODE.sub(lambda code: f"{code[0]} {_CATAGOLUE}/{code[2]}/{code[3] or _LIFE}", text)


def _scripts(comments: Iterable[str]) -> list[str]:
    """Return the lines of the scripts for LifeViewer among comments."""
    lines = []
    inside = False
    for comment in comments:
        inside = inside or "[[" in comment
        if inside:
            lines.append(comment)
        inside = inside and "]]" not in comment
    return lines
