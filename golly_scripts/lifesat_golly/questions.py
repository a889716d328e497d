"""The question that a script asks, and the answer in short form."""

from __future__ import annotations

import json
import re
import textwrap
from typing import TYPE_CHECKING, Callable, Mapping, NamedTuple, Sequence

import golly as g

from lifesat_golly.layers import data_file, read_data
from lifesat_golly.patterns import check_edges, expectation, grid_kind
from lifesat_golly.running import RejectedError, UserError

if TYPE_CHECKING:
    from lifesat_golly.patterns import Target
    from lifesat_golly.results import Found

SYMMETRIES = ("c2", "c4", "d2_+", "d2_x", "d4_+", "d4_x", "d8")
"""The names of symmetries in an answer; lifesat's have capital letters."""

_OUTSIDE = ("dead", "free", "torus", "bounded")
_ANSWERS = "answers.json"
_WIDTH = 80  # characters in a line of a question


class Question(NamedTuple):
    """The user's question about the selection."""

    # The first three are as for ``lifesat predecessors``.
    generations: int
    margin: int
    outside: str
    # How many parents to find; None for all.
    limit: int | None
    # The rest of the answer, such as ``grid``.
    words: tuple[str, ...]

    @property
    def on_grid(self) -> bool:
        """Whether the parents lie on the rule's bounded grid, with its edges."""
        return self.outside in ("torus", "bounded")

    def options(self) -> list[str]:
        """Return lifesat's options for the question, without the limit; reject two symmetries."""
        outside = "grid" if self.outside == "bounded" else self.outside
        options = ["--generations", str(self.generations), "--outside", outside]
        if self.outside in ("dead", "bounded"):
            options += ["--margin", str(self.margin)]
        flags = [word for word in self.words if word not in ("grid", *SYMMETRIES)]
        return [*options, *["--" + word for word in flags], *symmetry(self.words)]


def answered(
    title: str,
    prompt: str,
    initial: str,
    search: Callable[[str], Found],
    fit: Callable[[str], str] = str,
) -> Found:
    """Ask a question until the answer can be used, and return what the search for it finds.

    A rejected answer is asked again, with the reason. An answer whose search came to its end is
    offered next time, adapted to the universe by `fit`. Raises UserError if the user closes the
    dialog.
    """
    offered, reason = fit(str(read_data(_ANSWERS).get(title, initial))), ""
    while True:
        try:
            answer = g.getstring(reason + prompt, offered, title).strip()
        except KeyboardInterrupt:
            raise UserError("cancelled; nothing has changed") from None
        try:
            found = search(answer)
        except RejectedError as error:
            offered = answer
            # Golly's dialog has no room for lines that it would have to wrap.
            lines = textwrap.wrap("Not possible: %s." % error, _WIDTH, break_on_hyphens=False)
            reason = "\n".join([*lines, "", ""])
            continue
        if answer and not found.stopped:
            _remember(title, answer)
        return found


def _remember(title: str, answer: str) -> None:
    """Offer this answer next time."""
    answers = {**read_data(_ANSWERS), title: answer}
    try:
        with open(data_file(_ANSWERS), "w", encoding="utf-8") as file:
            json.dump(answers, file, indent=1)
    except OSError:
        pass  # the next question will offer an older answer


def ask_about(
    target: Target,
    title: str,
    words: Mapping[str, str],
    search: Callable[[Question], Found],
    *,
    several: bool = False,
    symmetries: Sequence[str] = SYMMETRIES,
) -> tuple[Question, Found]:
    """Ask what to search for, in the short form that docs/golly.md explains; see `answered`.

    `words` are the optional words, without the symmetries, with their meanings. If `several` is
    true, the user is also asked for a number of solutions.
    """
    initial = "1 1 dead 1" if several else "1 1 dead"
    lines = [
        *expectation(target.box),
        initial + ": one generation back, up to 1 cell around the pattern,",
        "    all other cells dead" + (", one parent (or a number, or all)." if several else "."),
        "free instead of dead: anything may surround the pattern.",
        "torus: on the torus of the rule.  bounded: on another bounded grid of the rule.",
        *explained(words),
    ]
    if symmetries:
        lines.append("Symmetry: " + ", ".join(symmetries))

    asked: list[Question] = []

    def as_said(answer: str) -> Found:
        question = parse_question(answer, (*words, *symmetries), several=several)
        if question.outside in ("dead", "free"):
            dead = question.outside == "dead"
            try:
                check_edges(target.box, question.margin + 1 if dead else question.generations)
            except RejectedError as error:
                raise RejectedError("%s; 'bounded' searches this grid" % error) from None
        asked.append(question)
        return search(question)

    found = answered(title, "\n".join(lines), initial, as_said, _fit_outside)
    return asked[-1], found


def explained(words: Mapping[str, str]) -> list[str]:
    """Return a line for each word of an answer, with its meaning."""
    return ["%s: %s" % each for each in words.items()]


def _fit_outside(answer: str) -> str:
    """Adapt an earlier answer to this universe, whose edges are joined or not."""
    plain = re.search(":T[1-9][0-9]*,[1-9][0-9]*$", g.getrule())
    if grid_kind() not in ("", "P"):
        return re.sub(r"\b(dead|free|torus|bounded)\b", "torus" if plain else "bounded", answer)
    return re.sub(r"\b(torus|bounded)\b", "dead", answer)


def parse_question(answer: str, words: Sequence[str], *, several: bool) -> Question:
    """Parse an answer such as ``1 0 dead 20 grid``; omitted parts take their defaults."""
    defaults = [1, 1, 1] if several else [1, 1]
    numbers, chosen = read_words(answer, defaults, [*_OUTSIDE, *["all"] * several, *words])
    if 0 in (numbers[0], numbers[-1] if several else 1):
        raise RejectedError("the generations and the number of parents must be at least 1")
    outside = one_of(_OUTSIDE, chosen) or "dead"
    limit = None if "all" in chosen or not several else numbers[-1]
    rest = tuple(word for word in chosen if _meant(word) in words)
    return Question(numbers[0], numbers[1], outside, limit, rest)


def at_least_1(number: int) -> int:
    """Return a number of solutions, or reject 0."""
    if not number:
        raise RejectedError("the number of results must be at least 1")
    return number


def how_many(limit: int | None) -> list[str]:
    """Return lifesat's options for a number of solutions; None means all."""
    return ["--all"] if limit is None else ["--limit", str(limit)]


def one_of(choices: Sequence[str], words: Sequence[str]) -> str:
    """Return the choice that is among the words of an answer, or ""; reject two."""
    chosen = sorted({word for word in words if word in choices}, key=words.index)
    if len(chosen) > 1:
        raise RejectedError("'%s' and '%s' exclude each other; give only one" % tuple(chosen[:2]))
    return "".join(chosen)


def symmetry(words: Sequence[str]) -> list[str]:
    """Return lifesat's options for the symmetry among the words of an answer; reject two."""
    name = one_of(SYMMETRIES, words)
    return ["--symmetry", name.replace("c", "C").replace("d", "D")] if name else []


def read_words(
    answer: str, defaults: Sequence[int], known: Sequence[str]
) -> tuple[list[int], list[str]]:
    """Return the numbers of an answer, completed by the defaults, and its words.

    Unknown words are rejected, and so are more numbers than defaults. A known word may end with
    ``=n``, for a number.
    """
    parts = re.split(r"[\s,]+", answer.lower().strip(" ,"))
    numbers = [int(part) for part in parts if re.match(r"[0-9]{1,9}$", part)]
    words = [part for part in parts if _meant(part) in known]
    for part in parts:
        if not part or part in words or re.match(r"[0-9]{1,9}$", part):
            continue
        if re.match(r"[-+]?[0-9.]*[0-9]$", part):
            raise RejectedError("'%s' is not a whole number from 0 to 999,999,999" % part)
        raise RejectedError("'%s' is not a known word; known words: %s" % (part, ", ".join(known)))
    if len(numbers) > len(defaults):
        raise RejectedError("too many numbers; give at most %d" % len(defaults))
    return [*numbers, *defaults[len(numbers) :]], words


def _meant(word: str) -> str:
    """Return a word of an answer as it is explained, with ``=n`` for a number at its end."""
    return re.sub("=[0-9]{1,9}$", "=n", word)
