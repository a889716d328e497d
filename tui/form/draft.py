"""A draft of a search: the texts of the form, which are checked and become a search.

What was used last, and what was left unfinished, is kept from one search to the next.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.formats import read_text, rle, write_file
from lifesat.jobs.paths import home, job_folder
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem
from lifesat.queries.query import ProblemQuery, Query

from ..kinds.fields import FormField, texts_of_values
from ..kinds.kind import Kind
from ..kinds.registry import KINDS
from ..kinds.targets import texts_of_target
from ..shared.file_names import file_path

# The initial name of a new search, and the key of the name that the form has given it since.
_UNNAMED = re.compile(r"search(-\d+)?")
_GIVEN = "given name"
_LONGEST = 30
# The position of an error, as readers report it.
_PLACE = re.compile(r"\Atext:(\d+):(\d+): ")


@dataclass(frozen=True)
class Draft:
    """A kind of search and the texts of its fields."""

    # A key of `lifesat_tui.kinds.registry.KINDS`.
    kind: str = next(iter(KINDS))
    # Texts by field name. Those for other kinds of search are kept but ignored.
    typed: Mapping[str, str] = field(default_factory=dict)
    # Whether the user has typed, pasted or drawn some of it, so that it is worth keeping.
    edited: bool = field(default=False, compare=False)

    @property
    def search(self) -> Kind[Any]:
        """The kind of search."""
        return KINDS[self.kind]

    def text(self, field: FormField) -> str:
        """Return the text of a field, or its default if it does not offer that choice."""
        text = self.typed.get(field.name, field.default)
        return text if field.offers(text) else field.default

    def changed(self, name: str, text: str) -> "Draft":
        """Return the draft after the user has changed the text of a field."""
        return replace(self, typed={**self.typed, name: text}, edited=True)

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the fields of this kind of search."""
        return {field.name: self.text(field) for field in self.search.fields}

    @property
    def active_fields(self) -> dict[FormField, str]:
        """The active fields, each with its text."""
        return self.search.active_fields(self.texts)


@dataclass(frozen=True)
class Checked:
    """The result of checking a draft."""

    # The target or puzzle, or None.
    subject: Any
    # Both None if the draft has errors.
    query: ProblemQuery | None
    options: Options | None
    # The error message of each invalid field, by name.
    errors: dict[str, str]
    # The command line that starts the same search.
    command: str

    @property
    def problem(self) -> Problem | None:
        """The problem that the query is about, or None."""
        return None if self.query is None else self.query.problem

    @property
    def remark(self) -> str:
        """The first warning about the pattern, or ""."""
        warnings = getattr(self.subject, "warnings", ())
        more = f" (and {len(warnings) - 1} more)" if len(warnings) > 1 else ""
        return f"line {warnings[0].line}: {warnings[0].message}{more}" if warnings else ""


def check(draft: Draft) -> Checked:
    """Parse all fields of a draft and return the search or the errors."""
    errors: dict[str, str] = {}
    values: dict[str, Any] = {}
    for each, text in draft.active_fields.items():
        values[each.name] = None
        try:
            values[each.name] = each.value(text)
        except UserError as error:
            errors[each.name] = str(error)
    subject = problem = None
    read_from = "path" if values.get("source") == "file" else "text"
    if read_from not in errors:
        try:
            subject = draft.search.read(values)
        except (UserError, OSError) as error:
            errors[read_from] = str(error)
    if not errors:
        try:
            problem = draft.search.problem(values, subject)
        except UserError as error:
            errors["problem"] = str(error)
    query = options = None
    if problem is not None:
        try:
            query = draft.search.query(problem, values)
            options = draft.search.options(values)
            errors = _search_errors(query, options)
        except UserError as error:
            errors = {"problem": str(error)}
        if errors:
            query = options = None
    errors = {name: _said(reason, draft.search) for name, reason in errors.items()}
    command = draft.search.command_line(draft.texts, subject)
    return Checked(subject, query, options, errors, command)


def _said(error: str, search: Kind[Any]) -> str:
    """Return an error in the words of the form."""
    return _PLACE.sub(r"line \1, column \2: ", search.in_fields(error))


def _search_errors(query: ProblemQuery, options: Options) -> dict[str, str]:
    """Return the errors of the options for a query, by field name."""
    reason = options.encoding and query.problem.encoding_error(options.encoding)
    if reason:
        return {"encoding": reason}
    try:
        query.check(options)
    except UserError as error:
        return {"problem": str(error)}
    return {}


def draft_of(name: str, query: Query, options: Options) -> Draft:
    """Return the draft that states a job's search; raise UserError if the form cannot state it."""
    problem: Any = query.problem if isinstance(query, ProblemQuery) else None
    for kind in KINDS.values():
        texts = kind.texts_of(problem) if kind.states(query) else None
        if isinstance(query, ProblemQuery) and texts is not None:
            asked = kind.texts_of_query(query)
            draft = Draft(
                kind.name, {"name": name, **_texts_of(problem, options), **texts, **asked}
            )
            stated = draft.texts
            if all(stated.get(name, text) == text for name, text in draft.typed.items()):
                return draft
    raise UserError("the form has no fields for some conditions of this search")


def draft_about(kind: str, name: str, problem: Predecessor) -> Draft | None:
    """Return the draft of another kind of search about the target of a problem.

    Its name is `name` with the kind, unless that is "". Returns None if the form of that kind has
    no field for a condition.
    """
    typed = texts_of_target(problem)
    if typed is None:
        return None
    draft = Draft(kind, {**typed, "name": free_name(f"{name}-{kind}")} if name else typed)
    return draft if all(draft.texts.get(key) == text for key, text in typed.items()) else None


def _texts_of(problem: Problem, options: Options) -> dict[str, str]:
    names = ["limit", "time_limit", "workers", "memory", "seed", "cluster", "up_to_symmetry"]
    values = {name: getattr(options, name) for name in names}
    texts = texts_of_values({**values, "number": options.limit})
    if options.solver is not None:
        texts["solver"] = options.solver
    if options.encoding is not None and options.encoding != problem.encodings[0]:
        texts["encoding"] = options.encoding
    return texts


def with_name(draft: Draft, subject: Any) -> Draft:
    """Return the draft named after its target or puzzle, unless the user has named it.

    `subject` is the target or puzzle, or None.
    """
    now = draft.typed.get("name", "")
    if not is_unnamed(draft) or not now:
        return draft
    target = _stem(getattr(subject, "name", None) or "")
    kind = "" if target and draft.kind == next(iter(KINDS)) else _stem(draft.kind)
    name = free_name("-".join(filter(None, (target, kind))))
    return replace(draft, typed={**draft.typed, "name": name, _GIVEN: name})


def _stem(words: str) -> str:
    """Return words as a part of the name of a job; "" if nothing is left."""
    return re.sub(r"[^a-z0-9_]+", "-", words.lower())[:_LONGEST].strip("-")


def is_unnamed(draft: Draft) -> bool:
    """Return whether the user has left the name of the job as it was."""
    name, given = draft.typed.get("name", ""), draft.typed.get(_GIVEN)
    return bool(_UNNAMED.fullmatch(name)) if given is None else name == given


def free_name(base: str) -> str:
    """Return an unused name for a job: `base`, or `base` with a number."""
    stem = re.sub(r"-\d+$", "", base)
    tries = 1
    name = base
    while job_folder(name).exists():
        tries += 1
        name = f"{stem}-{tries}"
    return name


_RECENT = "tui-recent.json"

# What a search is about, rather than how it is done.
_SUBJECT = ("name", "source", "path", "text", "unknown")


@dataclass(frozen=True)
class Recent:
    """What was used last; "" for no kind or file."""

    kind: str = ""
    path: str = ""
    # For each kind, the texts of the fields that were not the defaults.
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def begun(self, name: str) -> Draft:
        """Return the draft of a new search with the last kind and file."""
        typed = {"name": name, "path": self.path} if self.path else {"name": name}
        return Draft(self.kind, typed) if self.kind else Draft(typed=typed)

    def offered(self, draft: Draft) -> dict[str, str]:
        """Return the options last used for the draft's kind that differ from the draft's."""
        options = self.options.get(draft.kind, {})
        texts = draft.texts
        return {
            name: text for name, text in options.items() if name in texts and texts[name] != text
        }


def _kept(name: str) -> dict[str, Any]:
    """Return the values in a file, none if it cannot be read."""
    try:
        kept = json.loads((home() / name).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _keep(name: str, values: Mapping[str, Any]) -> None:
    home().mkdir(parents=True, exist_ok=True)
    write_file(home() / name, json.dumps(values, indent=1) + "\n", force=True)


def read_recent() -> Recent:
    """Return what was used last; nothing if it cannot be read."""
    kept = _kept(_RECENT)
    kind, path, options = kept.get("kind"), kept.get("path"), kept.get("options")
    return Recent(
        kind if isinstance(kind, str) and kind in KINDS else "",
        _from_here(path) if isinstance(path, str) else "",
        {name: _texts(texts) for name, texts in options.items()}
        if isinstance(options, dict)
        else {},
    )


def _from_here(name: str) -> str:
    """Return the name of a file, from the current folder; "" if it no longer exists."""
    try:
        path = file_path(name)
        if not path.is_file():
            return ""
        return str(path.relative_to(Path.cwd())) if path.is_absolute() else name
    except (UserError, OSError):
        return ""
    except ValueError:  # it is not below the current folder
        return name


def _texts(texts: object) -> dict[str, str]:
    pairs = texts.items() if isinstance(texts, dict) else ()
    return {str(name): text for name, text in pairs if isinstance(text, str)}


def remember(draft: Draft) -> None:
    """Keep the kind, the file and the options of a search, if they can be written."""
    before = read_recent()
    options = {
        each.name: text
        for each, text in draft.active_fields.items()
        if each.name not in _SUBJECT and text != each.default
    }
    texts = draft.texts
    path = before.path
    if texts.get("source") == "file":
        with suppress(UserError):  # which the form has shown
            path = str(file_path(texts["path"]).absolute())
    kept = {"kind": draft.kind, "path": path, "options": {**before.options, draft.kind: options}}
    with suppress(OSError, UserError):
        _keep(_RECENT, kept)


_UNFINISHED = "tui-unfinished.json"


@dataclass(frozen=True)
class LeftBoard:
    """A drawing board that was left."""

    # The whole board.
    pattern: Pattern
    # Whether the empty cells around the drawing belong to the target.
    whole: bool


@dataclass(frozen=True)
class Unfinished:
    """The form and the drawing that were left."""

    form: Draft | None = None
    board: LeftBoard | None = None


def read_unfinished() -> Unfinished:
    """Return what was left, or nothing if it cannot be read."""
    try:
        kept = _kept(_UNFINISHED)
        return Unfinished(_form(kept.get("form")), _board(kept.get("board")))
    except (ValueError, AttributeError, UserError):
        return Unfinished()


def keep_form(draft: Draft | None) -> None:
    """Keep a form in place of the last one; None keeps no form."""
    _write(replace(read_unfinished(), form=draft))


def keep_board(board: LeftBoard | None) -> None:
    """Keep a drawing board in place of the last one; None keeps no board."""
    _write(replace(read_unfinished(), board=board))


def _form(kept: Any) -> Draft | None:
    if kept is None or kept["kind"] not in KINDS:
        return None
    typed = {str(name): str(text) for name, text in kept["typed"].items()}
    return Draft(kept["kind"], typed, edited=True)


def _board(kept: Any) -> LeftBoard | None:
    if kept is None:
        return None
    return LeftBoard(read_text(kept["cells"], unknown=True), bool(kept["whole"]))


def _write(left: Unfinished) -> None:
    form, board = left.form, left.board
    kept = {
        "form": form and {"kind": form.kind, "typed": dict(form.typed)},
        "board": board and {"cells": rle.write(board.pattern), "whole": board.whole},
    }
    _keep(_UNFINISHED, kept)
