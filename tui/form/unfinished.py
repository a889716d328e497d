"""The form and the drawing that were left unfinished; both are offered the next time."""

import json
from dataclasses import dataclass, replace
from typing import Any

from lifesat.errors import UserError
from lifesat.formats import read_text, rle, write_file
from lifesat.jobs.paths import home
from lifesat.life.pattern import Pattern

from ..kinds.registry import KINDS
from .draft import Draft

_FILE = "tui-unfinished.json"


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
        kept: Any = json.loads((home() / _FILE).read_text(encoding="utf-8"))
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
    write_file(home() / _FILE, json.dumps(kept, indent=1) + "\n", force=True)
