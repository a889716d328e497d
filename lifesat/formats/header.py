"""Headers of RLE, ``x = 3, y = 3, rule = B3/S23``, as programs write them and as people spell them.

A line that names a size or a rule and stands before cells is a header, even if it is wrapped, has
lost its beginning, or has other separators, keys or capitals.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from lifesat.formats.errors import MAX_DIGITS
from lifesat.life.rule import RuleError, parse_rule
from lifesat.life.rule_names import key_of, rules_by_name
from lifesat.life.values import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lifesat.life.rule import Rule

_NUMBER = rf"-?[0-9]{{1,{MAX_DIGITS}}}"

SIZE = rf"(\s*)x\s*=\s*({_NUMBER})\s*(?:,\s*([yY])\s*=\s*({_NUMBER})\s*)?"
"""The beginning of a standard header."""

_STANDARD = re.compile(rf"{SIZE}(?:,\s*((?i:rule))\s*=(.*)|,?\s*)")
_IS = r"(?:\s*([=:＝：])\s*|[ \t]+)"  # noqa: RUF001  # as keyboards of East Asia have them
_BETWEEN = re.compile(r"\s*[,;，；]?\s*")  # noqa: RUF001
_SIZE_FIELD = re.compile(
    rf"(?:(x|width)|y|height){_IS}([0-9]{{1,{MAX_DIGITS}}})(?![0-9.]|[ \t]*[-+*/^])", re.IGNORECASE
)
_RULE_FIELD = re.compile(
    rf"rule(?:string)?{_IS}(\S[^\n;]{{0,400}}?)[ \t]{{0,40}}"
    r"(?=[;；\n]|\Z|,?[ \t]*\b(?:x|y|width|height)[ \t]*[=:])",  # noqa: RUF001
    re.IGNORECASE,
)
# What is left of a header that has lost its beginning: a width without its x.
_LOST = re.compile(rf"[ \t]*(?:=?[ \t]*([0-9]{{1,{MAX_DIGITS}}})[ \t]*)?(?:,[ \t]*)?")
_BARE = re.compile(
    rf"[ \t]*(?:([0-9]{{1,{MAX_DIGITS}}})(?:[ \t]*[x×*,;][ \t]*|[ \t]+)"  # noqa: RUF001
    rf"([0-9]{{1,{MAX_DIGITS}}})(?:[ \t]*[,;][ \t]*|[ \t]+|$))?(\S*)[ \t]*$",
    re.MULTILINE,
)
RUNS = r"(?:[bo.$A-X0-9?\sxyz]++|[p-w](?=[A-X])|\\\$|(?<=\n)#.*\n)*+"
"""The cells of RLE in all states, up to the ``!`` that ends them.

An escaped $ comes from Markdown.
"""

_COMMENTS = r"\s*+(?:#.*\n\s*+)*+"
_DRAWN = re.compile(rf"{_COMMENTS}([.O*][.O*?\s]*+)\Z")
_CELLS = re.compile(rf"{_COMMENTS}({RUNS}(?:\\?!|\Z))")
_BEGIN = re.compile(
    r"(?:^|(?<=!))(?=([ \t]*+(?:x|y|width|height|rule(?:string)?|[,=0-9])"
    r"(?=[ \t0-9=:,＝：]|\n[ \t]*=).{0,999}))",  # noqa: RUF001
    re.MULTILINE | re.IGNORECASE,
)
_SPELLED = (
    r"(?:(?i:B[0-8][0-8a-z-]{0,99}/?S[0-8a-z-]{0,99}[HV]?"
    r"|S[0-8][0-8a-z-]{0,99}/B[0-8a-z-]{0,99}[HV]?|B/S[0-8][0-8a-z-]{0,99})"
    r"|MAP[A-Za-z0-9+/]{22,86}|R[0-9]{1,3},C[0-9]{1,3},\S{1,99})(?:/[0-9]{1,3})?"
)
# Two numbers may be a date or a page, three before cells are a rule.
_GENERATIONS = r"[0-8]{0,9}/[0-8]{1,9}/[0-9]{1,3}"
_WORDS = 2**16
_FIRST_WORDS = re.compile(r"^[^\n#!=:]{0,40}\w(?=:|$)", re.MULTILINE)
_MENTION = re.compile(
    rf"(?<![\w/])(?:{_SPELLED}|(?<=[Rr]ule )[0-8]{{0,9}}/[0-8]{{0,9}}(?:/[0-9]{{1,3}})?)"
    r"(?::[TPKCS][0-9*+,]{1,40})?(?![\w/])"
    r"|\b[A-Z][A-Za-z']{0,20}(?: ?& ?|[ -])?[A-Z][A-Za-z]{1,20}\b",
)


class Header(Frozen):
    """The header of an RLE pattern."""

    __slots__ = ("end", "notes", "rule", "rule_at", "sides", "size_at")
    # The offset of what follows the header.
    end: int
    # Width and height; None where they are not given.
    sides: tuple[int | None, int | None]
    # The words for the rule, or None.
    rule: str | None
    # The offset of these words, or -1.
    rule_at: int
    # The offset of the size, or else of the header.
    size_at: int
    # The offset and the text of each warning.
    notes: tuple[tuple[int, str], ...]

    def __init__(
        self,
        end: int,
        sides: tuple[int | None, int | None],
        rule: str | None,
        rule_at: int,
        size_at: int,
        notes: tuple[tuple[int, str], ...],
    ) -> None:
        self._fill(locals())

    def __str__(self) -> str:
        fields = {"x": self.sides[0], "y": self.sides[1], "rule": self.rule}
        return ", ".join(f"{key} = {value}" for key, value in fields.items() if value is not None)

    def draws(self, text: str) -> bool:
        """Return whether rows of ``.`` and ``O`` follow in the text, not RLE of many states."""
        drawn = _DRAWN.match(text, self.end)
        if not drawn or not {"O", "*"} & set(drawn[1]):
            return False
        try:
            return self.rule is None or parse_rule(self.rule)[0].states == 2
        except RuleError:
            return True


def read_header(text: str, begin: int) -> Header | None:
    """Return the header that begins at an offset, the start of a line, or None."""
    standard = _read_standard(text, begin)
    if standard and standard.rule and standard.rule.strip():
        return standard
    fields = _read_fields(text, begin)
    # A standard header may continue in the next line.
    if fields and (not standard or fields.rule or fields.sides != standard.sides):
        return fields
    return standard or _read_bare(text, begin)


def other_headers(text: str) -> Iterator[int]:
    """Yield where headers in other spellings than the standard one begin, also after cells."""
    for line in _BEGIN.finditer(text):
        if not _STANDARD.fullmatch(line[1]) and _read_fields(text, line.start()):
            yield line.start()


def _read_standard(text: str, begin: int) -> Header | None:
    end = text.find("\n", begin) + 1 or len(text) + 1
    found = _STANDARD.fullmatch(text, begin, end - 1)
    if not found:
        return None
    sides = int(found[2]), int(found[4]) if found[4] else None
    notes = tuple(
        (found.start(index), f"{key} is read as {key.lower()}; other programs expect lower case")
        for index in (3, 5)
        if (key := found[index] or "") != key.lower()
    )
    return Header(min(end, len(text)), sides, found[6], found.start(6), found.end(1), notes)


def _read_fields(text: str, begin: int) -> Header | None:
    """Read fields with a key each, in any order, on one line or on several."""
    lost = _LOST.match(text, begin)
    at = end = lost.end() if lost else begin
    sides: list[int | None] = [None, None]
    rule, rule_at = None, -1
    while True:
        size = _SIZE_FIELD.match(text, at)
        if size and size[1] == "X":
            return None  # a state of rules with many; to Golly the line is cells
        if size and sides[not size[1]] is None:
            sides[not size[1]] = int(size[3])
            end = size.end()
        elif rule is None and (named := _RULE_FIELD.match(text, at)) and _is_rule(named):
            rule, rule_at, end = named[2], named.start(2), named.end()
        else:
            break
        between = _BETWEEN.match(text, end)
        at = between.end() if between else end
    if lost and lost[1] and sides[0] is None and sides[1] is not None:
        sides[0] = int(lost[1])
    if (rule is None and sides == [None, None]) or (lost and lost[1] and sides[1] is None):
        return None
    return _in_other_spelling(text, begin, end, (sides[0], sides[1]), rule, rule_at)


def _read_bare(text: str, begin: int) -> Header | None:
    """Read a line that is a size, a rule, or both, without keys; only a rule with digits counts."""
    bare = _BARE.match(text, begin)
    if not bare or not bare[0].strip() or text[:begin].strip("\n \t").endswith("!"):
        return None
    rule = bare[3] or None
    if rule and not re.fullmatch(rf"(?:{_SPELLED}|{_GENERATIONS})(?::\S+)?", rule):
        return None
    sides = (int(bare[1]), int(bare[2])) if bare[1] else (None, None)
    return _in_other_spelling(text, begin, bare.end(), sides, rule, bare.start(3))


def _in_other_spelling(
    text: str,
    begin: int,
    end: int,
    sides: tuple[int | None, int | None],
    rule: str | None,
    rule_at: int,
) -> Header | None:
    """Return a header with a warning about its spelling, or None if no cells follow."""
    line_end = re.compile(r"[ \t,;]*(?:\n|\Z)").match(text, end)
    at = begin + len(text[begin:end]) - len(text[begin:end].lstrip())
    if not line_end:
        return None
    header = Header(line_end.end(), sides, rule, rule_at, at, ())
    if not header.draws(text):
        cells = _CELLS.match(text, header.end)
        if not cells or not {"$", "!"} & set(cells[1]):
            return None
    note = f"this is read as the header {header}"
    return Header(header.end, sides, rule, rule_at, at, ((at, note),))


def _is_rule(named: re.Match[str]) -> bool:
    """Return whether the words after a key are a rule; without ``=`` or ``:`` they may be prose."""
    try:
        rule, _ = parse_rule(named[2])
    except RuleError:
        # The error is about what the user gave as the rule.
        return named[1] is not None and "\n" not in named[0] and not re.search(r"\s", named[2])
    return _is_known(rule) or (named[1] is not None and not re.search(r"\s", named[2]))


def _is_known(rule: Rule) -> bool:
    return rule.family != "named" or rule.states < 256


def mentioned_rules(text: str) -> Iterator[tuple[int, Rule]]:
    """Yield the offset and the value of each rule named at the beginning or the end of a text.

    Rules have digits, or names that are not ordinary words, such as HighLife; a first line may be
    any name of a rule.
    """
    for begin, words in _ends(text):
        for found in _MENTION.finditer(words):
            if re.search("[0-9]", found[0]) or key_of(found[0]) in rules_by_name():
                yield from _parsed(begin + found.start(), found[0])
    first = _FIRST_WORDS.search(text)
    counts = first is not None and re.fullmatch(r"[0-8]*/[0-8]+", first[0])
    if first and (counts or key_of(first[0]) in rules_by_name()):
        yield from _parsed(first.start(), first[0])


def _ends(text: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and the text of both ends of a text, which have cells between them."""
    if len(text) <= 2 * _WORDS:
        yield 0, text
    else:
        yield 0, text[:_WORDS]
        yield len(text) - _WORDS, text[-_WORDS:]


def _parsed(offset: int, words: str) -> Iterator[tuple[int, Rule]]:
    with suppress(RuleError):
        rule, _ = parse_rule(words.rstrip(".,;:"))
        if _is_known(rule):
            yield offset, rule
