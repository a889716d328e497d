"""Run-length encoded cells: the part of an RLE file between the header and the ``!``.

A dense soup of 10 MB has some five million runs, too many to look at one by one: one regular
expression finds where the text stops being valid, and runs of up to nine cells are written out (or
put together) by replacing, for all of them at once, ``3b`` by ``bbb`` (or the reverse).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from lifesat.formats.errors import MAX_DIGITS, FormatError, place
from lifesat.life.cell_rows import GAP, MAX_CELLS, CellRows
from lifesat.life.pattern import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lifesat.life.cell_rows import Pieces

LINE_LENGTH = 70
"""The most columns of a line that Golly writes."""

_WHITE = " \t\r\n\f\v"
# Some programs break every line after 70 characters, be it inside a count. Elsewhere white space
# after a count is an error, as it is in Golly.
_BROKEN = rf"(?<=\n[^\n]{{{LINE_LENGTH - 1}}}[0-9])\r?\n"
_COUNT = rf"[1-9][0-9]{{0,{MAX_DIGITS - 1}}}+(?:{_BROKEN}[0-9]*+)?+"
# Niemiec's x, y and z are live cells that he marked.
_PLAIN_LETTERS = bytes.maketrans(b".Axyz", b"boooo")
_STATE_OF_LETTER = bytes.maketrans(b"bo?", bytes((0, 1, UNKNOWN)))
_LETTER_OF_STATE = bytes.maketrans(bytes((0, 1, UNKNOWN)), b"bo?")
_SHORT_RUNS = [(b"%d%c" % (n, tag), bytes((tag,)) * n) for tag in b"bo?" for n in range(9, 1, -1)]
BROKEN_COUNT = re.compile(_BROKEN)
"""The end of a full line, inside a count."""
_LONG_RUN = re.compile(rb"([1-9][0-9]+)([bo?])")


class _LimitError(Exception):
    """The cells exceed `MAX_CELLS`."""


def read_cells(
    text: str, start: int, *, states: int, unknown: bool
) -> tuple[CellRows, tuple[int, int], int]:
    """Read cells from the offset `start` up to the ``!`` or the end of the text.

    Returns the cells, the drawn size with dead cells at row ends, and the offset of the ``!``.
    Raises FormatError at the first text that is not a run of cells, or at the run that exceeds
    `MAX_CELLS`.
    """
    valid = _valid_runs(states, unknown)
    parts = []
    begin = start
    while True:
        end = valid.match(text, begin).end()  # type: ignore[union-attr]  # it matches nothing, too
        parts.append(text[begin:end])
        comment = re.compile(r"#.*\n?").match(text, end)
        if not comment or text[text.rfind("\n", 0, end) + 1 : end].strip():
            break
        begin = comment.end()
    bang = re.compile(r"[0-9]*!|\Z").match(text, end)
    if not bang:
        raise _explain(text, end, states=states, unknown=unknown)
    data = "".join(parts).encode("ascii").translate(None, _WHITE.encode("ascii"))
    try:
        rows, size = _expand(data, states)
    except _LimitError:
        raise _explain_limit(text, start) from None
    return rows, size, max(bang.end() - 1, end)


@cache
def _valid_runs(states: int, unknown: bool) -> re.Pattern[str]:
    letters, others = "bo.Ayz$?" if unknown else "bo.Ayz$", r"x(?!\s*=)"
    if states > 2:
        # A to X, then with a prefix pA to pX, qA and so on, up to the rule's last state.
        prefix, letter = divmod(max(states - 26, 0), 24)
        letters = f"bo.$A-{chr(ord('@') + min(states - 1, 24))}"
        others = f"{chr(ord('p') + prefix)}[A-{chr(ord('A') + letter)}]" if states > 25 else "(?!)"
        if prefix:
            others += f"|[p-{chr(ord('p') + prefix - 1)}][A-X]"
    tag = f"(?:[{letters}]|{others})"
    plain = f"[{letters}{_WHITE}]*+"
    return re.compile(f"(?:{plain}(?:{_COUNT})?+{tag})*+{plain}")


def _expand(data: bytes, states: int) -> tuple[CellRows, tuple[int, int]]:
    if states == 2:
        data = data.translate(_PLAIN_LETTERS)
    expand_row = _expand_two_states if states == 2 else _expand_many_states
    rows: dict[int, list[tuple[int, bytes]]] = {}
    y = width = height = 0
    left = MAX_CELLS
    for row in data.split(b"$"):
        cells = row.rstrip(b"0123456789")  # what follows is the count of the $
        if cells:
            rows[y], length, left = expand_row(cells, left)
            width, height = max(width, length), y + 1
        y += int(row[len(cells) :] or 1)
    return CellRows.pack(rows), (width, height)


def _expand_two_states(row: bytes, left: int) -> tuple[list[tuple[int, bytes]], int, int]:
    """Return the pieces of a row, its length, and how many of `left` cells may still be made."""
    pieces = []
    x = 0
    parts = _LONG_RUN.split(row)  # cells, count, letter, cells, count, letter, ..., cells
    for index, part in enumerate(parts):
        if index % 3 == 2:
            continue
        if index % 3 == 0:
            states = part if part.isalpha() or not part else _expand_short_runs(part)
        elif parts[index + 1] == b"b":
            x += int(part)
            continue
        elif int(part) > left:
            raise _LimitError
        else:
            states = parts[index + 1] * int(part)
        left -= len(states)
        if states:
            pieces.append((x, states.translate(_STATE_OF_LETTER)))
            x += len(states)
    if left < 0:
        raise _LimitError
    return pieces, x, left


def _expand_short_runs(cells: bytes) -> bytes:
    for run, long in _SHORT_RUNS if b"?" in cells else _SHORT_RUNS[:16]:
        cells = cells.replace(run, long)
    return cells.replace(b"1", b"")


def _expand_many_states(row: bytes, left: int) -> tuple[list[tuple[int, bytes]], int, int]:
    pieces: list[tuple[int, list[bytes]]] = [(0, [])]
    states = _state_tags()
    x = 0
    for digits, tag in re.findall(rb"([0-9]*)([p-y]?[A-X.bo])", row):
        count = int(digits or 1)
        state = states[tag]
        x += count
        if state == b"\0" and count >= GAP:
            pieces.append((x, []))
            continue
        left -= count
        if left < 0:
            raise _LimitError
        pieces[-1][1].append(state * count)
    return [(begin, b"".join(parts)) for begin, parts in pieces], x, left


@cache
def _state_tags() -> dict[bytes, bytes]:
    """Return the states of the multi-state tags: A..X are 1 to 24, pA..pX 25 to 48, up to yO."""
    tags = {b"b": b"\0", b".": b"\0", b"o": b"\1"}
    return tags | {tag: bytes((state,)) for state, tag in enumerate(_tags()) if state}


@cache
def _tags() -> list[bytes]:
    letters = [bytes((letter,)) for letter in b"ABCDEFGHIJKLMNOPQRSTUVWX"]
    prefixes = [b"", *(bytes((prefix,)) for prefix in b"pqrstuvwxy")]
    return [b".", *(prefix + letter for prefix in prefixes for letter in letters)][:256]


def write_cells(rows: Iterator[tuple[int, Pieces]], states: int, columns: int = LINE_LENGTH) -> str:
    """Write rows of cells, as from `Pattern.pieces`, as Golly does.

    Dead cells at the ends of rows are omitted; lines have at most `columns` columns.
    """
    encode = _encode_two_states if states == 2 else _encode_many_states
    dead = b"b" if states == 2 else b"."
    parts: list[bytes] = []
    last = 0
    for y, pieces in rows:
        if y > last:
            parts.append(_run(y - last, b"$"))
        last = y
        end = 0
        for x, data in pieces:
            parts += (_run(x - end, dead), encode(data))
            end = x + len(data)
    parts.append(b"!")
    if states == 2:
        line = rb".{0,%d}[bo$!?]|[0-9]+[bo$?]" % (columns - 1)
    else:
        # Golly reserves two columns for each cell, also for one without a prefix.
        line = rb".{0,%d}(?:[p-y][A-X]|[.$!A-X])|[0-9]+[p-y]?[.$A-X]" % (columns - 2)
    lines = re.findall(line, b"".join(parts))
    return b"\n".join(lines).decode("ascii") + "\n"


def _run(count: int, tag: bytes) -> bytes:
    return b"%d%b" % (count, tag) if count > 1 else tag * count


def _encode_two_states(states: bytes) -> bytes:
    return _encode_short(states) if len(states) < 10 else _encode_runs(states)


@lru_cache(maxsize=1024)
def _encode_short(states: bytes) -> bytes:
    return _encode_runs(states)  # few of these are different in a pattern of small parts


def _encode_runs(states: bytes) -> bytes:
    cells = states.translate(_LETTER_OF_STATE)
    for tag in (b"b", b"o", b"?"):
        if tag * 10 in cells:
            # Ten letters in the pattern, not a count of ten, let the search skip quickly.
            letter = re.escape(tag)
            long = re.compile(letter * 10 + letter + b"*")
            cells = long.sub(lambda run: b"%d%c" % (len(run[0]), run[0][0]), cells)
    for short, run in _SHORT_RUNS if b"?" in cells else _SHORT_RUNS[:16]:
        cells = cells.replace(run, short)
    return cells


def _encode_many_states(states: bytes) -> bytes:
    tags = _tags()
    runs = re.finditer(rb"(.)\1*", states, re.DOTALL)
    return b"".join(_run(len(run[0]), tags[run[0][0]]) for run in runs)


def _explain(text: str, offset: int, *, states: int, unknown: bool) -> FormatError:
    """Return the error about a text in which no run of cells begins at an offset."""
    digits, token = re.compile(r"([0-9]*)([p-y]?[A-X]|.|)", re.DOTALL).match(text, offset).groups()  # type: ignore[union-attr]
    at = offset + len(digits)
    if digits.startswith("0"):
        return _error(text, offset, digits, "a count begins with 0", "counts start at 1")
    if len(digits) > MAX_DIGITS:
        message = f"the count has {len(digits)} digits"
        return _error(
            text, offset, digits[:MAX_DIGITS], message, f"counts have at most {MAX_DIGITS} digits"
        )
    if digits and (not token or token in _WHITE):
        hint = f"a count must be followed directly by its cell, as in {digits}b"
        return _error(text, offset, digits, f"white space after the count {digits}", hint)
    if re.compile(r"x\s*=").match(text, at):
        hint = "a pattern ends with '!' before the next one begins"
        return _error(text, at, "x", "second header inside the cells", hint)
    return _error(text, at, token, *_judge(token, states=states, unknown=unknown))


def _judge(token: str, *, states: int, unknown: bool) -> tuple[str, str]:
    """Return the error message and the hint for a token that is not a cell."""
    known = {
        "<": ("this is HTML, not RLE", "save only the pattern, without the HTML around it"),
        "?": ("invalid cell '?'", "use --unknown to read it as a cell of any state"),
    }
    if token in known and states == 2:
        return known[token]
    hint = "two-state RLE writes live cells as 'o' and dead ones as 'b'"
    if states > 2:
        last = _tags()[states - 1].decode("ascii")
        hint = f"the cells of this rule are '.' and 'A' to '{last}'"
    if re.fullmatch("[p-x]?[A-X]|y[A-O]", token):
        number = _tags().index(token.encode("ascii"))
        last_state = "two states" if states == 2 else f"the states 0 to {states - 1}"
        return f"'{token}' is state {number}, but the rule has {last_state}", hint
    also = ", '?' is any state" if unknown and states == 2 else ""
    return f"invalid cell {token!r}", f"{hint}{also}, '$' ends a row and '!' the pattern"


def _explain_limit(text: str, start: int) -> FormatError:
    """Return the error about the run with which the cells exceed the limit."""
    total = 0
    offset = start
    for run in re.compile(r"([0-9]*)(?:[p-y]?[A-X]|([b.])|[o?xyz])").finditer(text, start):
        count = int(run[1] or 1)
        if not run[2] or count < GAP:
            total += count
            offset = run.start()
        if total > MAX_CELLS:
            break
    message = f"the pattern exceeds the limit of {MAX_CELLS:,} cells here"
    return _error(text, offset, "", message, "only long runs of dead cells do not count")


def _error(text: str, offset: int, token: str, message: str, hint: str) -> FormatError:
    return FormatError(message, *place(text, offset), token, hint)
