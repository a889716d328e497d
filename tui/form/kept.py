"""What is kept from one search to the next: what was used last, and what was left unfinished."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lifesat.errors import UserError
from lifesat.formats import read_text, rle, write_file
from lifesat.jobs.paths import home
from lifesat.life.pattern import Pattern

from ..kinds.registry import KINDS
from ..shared.file_names import file_path
from .draft import Draft

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


def read_recent() -> Recent:
    """Return what was used last; nothing if it cannot be read."""
    try:
        kept: Any = json.loads((home() / _RECENT).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Recent()
    if not isinstance(kept, dict):
        return Recent()
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
    try:
        home().mkdir(parents=True, exist_ok=True)
        write_file(home() / _RECENT, json.dumps(kept, indent=1) + "\n", force=True)
    except (OSError, UserError):
        return


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
        kept: Any = json.loads((home() / _UNFINISHED).read_text(encoding="utf-8"))
        return Unfinished(_form(kept.get("form")), _board(kept.get("board")))
    except (OSError, ValueError, RecursionError, AttributeError, UserError):
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
    home().mkdir(parents=True, exist_ok=True)
    write_file(home() / _UNFINISHED, json.dumps(kept, indent=1) + "\n", force=True)
