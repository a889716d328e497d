"""Write golly_scripts/lifesat.html, the page that Golly shows, from docs/golly.md and the scripts.

``make reference`` runs it; with ``-`` it writes to standard output. The page has the tags that
Golly's help window knows. ``lifesat golly install`` replaces the words @FOLDER@ and @END@.
"""

from __future__ import annotations

import ast
import html
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from lifesat.cli.golly_files import EXAMPLES, SCRIPTS, SOURCE

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).resolve().parent
OUTPUT = SOURCE / "lifesat.html"
# What Golly's users need; the rest of the page is about installing and about how it works.
SECTIONS = ("Step back", "How it works")

HEAD = """\
<html>
<title>lifesat</title>
<body bgcolor="#FFFFCE">

<p>
These scripts run the Game of Life backwards. Select a pattern, or open an example, and click on a
script, here or in the list of files. It asks one question; Enter takes the answer that it offers,
Escape stops the search.
"""

KEYS = """\
<p><a name="keys"></a>&nbsp;<br>
<font size=+1><b>Keys</b></font>

<p>
<a href="prefs:keyboard">Preferences &gt; Keyboard</a> gives a script a key: type the key, select
<b>Open Chosen File</b>, and choose the script. Or close Golly, and run in a terminal
<code>lifesat golly install --keys</code> for p (step-back) and shift+p (find-predecessors), or
<code>lifesat golly install --keys prove-orphan=shift+o</code> and the like for any others.
"""


def page() -> str:
    """Return the page."""
    text = (DOCS / "golly.md").read_text(encoding="utf-8")
    begin, end = (text.index(f"\n## {title}\n") for title in SECTIONS)
    blocks = [_block(block) for block in re.split(r"\n\n+", text[begin:end].strip())]
    parts = [HEAD, _scripts(), "<p>\nExamples:\n", _examples(), KEYS, *blocks, "</body>\n</html>\n"]
    return "\n".join(parts).encode("ascii", "xmlcharrefreplace").decode()


def _scripts() -> str:
    """Return a table of the scripts, each with the sentence that it begins with."""
    rows = []
    for name in sorted(SCRIPTS):
        docstring = ast.get_docstring(ast.parse((SOURCE / f"{name}.py").read_text()))
        if docstring is None:
            raise ValueError(f"{name}.py says not what it does")
        rows.append([_run(name), _inline(docstring.partition("\n")[0])])
    return _table(rows)


def _examples() -> str:
    """Return a table of the examples, each with its name and a script to try."""
    rows = []
    for file, script in EXAMPLES.items():
        pattern = (DOCS.parent / "examples" / file).read_text(encoding="utf-8")
        name = pattern.partition("#N ")[2].partition("\n")[0]
        rows.append([f'<a href="open:@FOLDER@/{file}">{_inline(name)}</a>', f"try {_run(script)}"])
    return _table(rows)


def _block(block: str) -> str:
    """Return a heading, a paragraph or a table as HTML."""
    if title := re.fullmatch(r"#+ (.+)", block):
        name = title[1].lower().replace(" ", "-")
        return f'<p><a name="{name}"></a>&nbsp;<br>\n<font size=+1><b>{title[1]}</b></font>\n'
    if block.startswith("|"):
        rows = [
            [_inline(cell.strip()) for cell in line.strip("|").split("|")]
            for line in block.splitlines()
        ]
        return _table(rows[2:])
    if re.match(r"```|!|[-*+] |\d+\. |    |>", block):
        raise ValueError(f"the page for Golly has no way to show: {block[:50]!r}")
    return f"<p>\n{_inline(block)}\n"


def _table(rows: list[list[str]]) -> str:
    lines = [f"<tr>{''.join(f'<td valign=top>{cell}</td>' for cell in row)}</tr>" for row in rows]
    return "\n".join(["<p>", "<table cellspacing=0 cellpadding=4>", *lines, "</table>", ""])


def _inline(text: str) -> str:
    """Return text with its code, emphasis and names of scripts as HTML; links to files are text."""
    return "".join(_spans(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)))


def _spans(text: str) -> Iterator[str]:
    for part in re.split(r"(`[^`]+`)", text):
        if not part.startswith("`"):
            yield re.sub(r"\*([^*]+)\*", r"<i>\1</i>", html.escape(part, quote=False))
        elif part.strip("`") in SCRIPTS:
            yield _run(part.strip("`"))
        else:
            yield f"<code>{html.escape(part.strip('`'), quote=False)}</code>"


def _run(script: str) -> str:
    """Return a link that runs a script."""
    return f'<a href="open:@FOLDER@/{script}@END@">{script}</a>'


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        sys.stdout.write(page())
    else:
        OUTPUT.write_text(page(), encoding="ascii")
