"""Additions to written patterns: scripts for LifeViewer, and addresses in Catagolue."""

import re
from collections.abc import Iterable

_HEADER = re.compile(r"^x = ", re.MULTILINE)
_INSIDE = re.compile(r"\[\[(.*?)(?:\]\]|$)")
_CODE = re.compile(r"^((?:#C )?)(x[spq][0-9]+_[0-9a-z]+)(?:/(\S+))?$", re.MULTILINE)
_CATAGOLUE = "https://catagolue.hatsya.com/object"
_LIFE = "b3s23"


def with_viewer(text: str, generations: int, comments: Iterable[str] = ()) -> str:
    """Return a pattern in RLE with a line that makes LifeViewer play it in a loop.

    The loop ends at `generations`. Scripts between ``[[`` and ``]]`` in `comments`, which are those
    of another pattern, are kept and choose the look. LifeViewer reports an error where a value is
    set twice, so what they set is not set again.
    """
    own = _scripts(comments)
    look = [] if own else ["THEME 6", "GRID"]
    words = [*look, "AUTOSTART", f"LOOP {generations}", f"STOP {generations}"]
    inside = " ".join(_INSIDE.findall(" ".join(own)))
    known = set(re.findall(r"[A-Z]+", inside.upper()))
    if words := [each for each in words if each.split()[0] not in known]:
        own.append(f"[[ {' '.join(words)} ]]")
    script = "".join(f"#C {line}\n" for line in own)
    return _HEADER.sub(lambda header: script + header[0], text, count=1)


def with_links(text: str) -> str:
    """Return a text with the Catagolue address beside each apgcode that has its own line."""
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
