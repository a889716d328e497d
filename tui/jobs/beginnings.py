"""Starting a search from the name of a file, a kind of search or an example."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from lifesat.errors import UserError

from ..form.draft import Draft, free_name
from ..form.examples import EXAMPLES, Example
from ..form.recent import read_recent
from ..form.recognise import draft_of_file, file_preview, recognised
from ..kinds.kind import Kind
from ..kinds.registry import KINDS
from ..shared.actions import NUMBERED
from ..shared.file_names import file_completion, file_named, file_path, files_like

Beginning = Kind[Any] | Example | Path


def new_draft() -> Draft:
    """Return the draft of a new search with the kind and the file used last."""
    return read_recent().begun(free_name("search"))


def draft_of_target() -> Draft:
    """Return the draft of a new search for predecessors."""
    return Draft(typed=new_draft().typed)


def completion(text: str) -> str | None:
    """Complete a text to the name of a file, kind or example; return None if there is none.

    Examples
    --------
    >>> completion("osc"), completion("space in"), completion("no such thing")
    ('oscillators', 'space invader', None)
    """
    word = text.strip().lower()
    if not word or file_named(text):
        return None
    names = [*KINDS, *(example.title.lower() for example in EXAMPLES)]
    if word in names:
        return None
    name = next((name for name in names if name.startswith(word)), "")
    return file_completion(text) or (text + name[len(word) :] if name else None)


def candidates(text: str) -> list[str]:
    """Return the names that begin with a text or contain it, best first.

    Examples
    --------
    >>> candidates("sudo"), candidates("invader")
    (['sudoku', 'sudoku count'], ['space invader'])
    """
    word = text.strip().lower()
    if not word:
        return []
    names = [*KINDS, *(example.title.lower() for example in EXAMPLES)]
    begin = [name for name in names if name.startswith(word)]
    files = files_like(text)
    first = [name for name in files if name.startswith(text)]
    have = [name for name in names if word in name]
    return list(dict.fromkeys([*first, *begin, *have, *files]))


def beginning(text: str) -> Beginning | None:
    """Return the file, kind or example that a name or a part of it stands for, or None.

    A digit stands for the kind of search with that key.

    Examples
    --------
    >>> beginning("4").name, beginning("orphan").name, beginning("invader").title
    ('still lifes', 'orphan proof', 'Space invader')
    """
    path = file_named(text)
    if path:
        return Path(path)
    word = text.strip().lower()
    if word.isdecimal() and len(word) == 1:
        return KINDS[NUMBERED[int(word) - 1]]
    found = (_named(name) for name in (text.strip(), *candidates(text)))
    return next((begun for begun in found if begun is not None), None)


def _named(name: str) -> Beginning | None:
    """Return the kind, example or file of this name, or None."""
    example = next((each for each in EXAMPLES if each.title.lower() == name.lower()), None)
    if name.lower() in KINDS:
        return KINDS[name.lower()]
    return example or (Path(name) if _exists(name) else None)


def words_about(begun: Beginning | None) -> str:
    """Return a few words about a file, kind or example; "" for None."""
    match begun:
        case Kind():
            return f"{begun.name}: {begun.description}"
        case Example():
            return f"example {begun.title}: {begun.words}"
        case Path() if _is_folder(begun):
            return "a folder; enter lists its files"
        case Path():
            _, title, words = file_preview(str(begun), new_draft())
            return f"{begun.name}: {words}" + (f", {title}" if title.startswith("for ") else "")
    return ""


def form_of(begun: Beginning | None, text: str) -> tuple[Draft, str] | None:
    """Return the draft of a new search and the form's first action, or None.

    `begun` is what `text` names, if anything; else the text may be a pattern on one line. The
    action may be "".
    """
    match begun:
        case Kind():
            return Draft(begun.name, new_draft().typed), ""
        case Example():
            return begun.draft(), ""
        case Path() if _is_folder(begun):
            draft = draft_of_target()
            return replace(draft, typed={**draft.typed, "path": f"{begun}/"}), "file"
        case Path():
            return draft_of_file(str(begun)), ""
    found = recognised(text, draft_of_target())
    return None if found is None else (found, "")


def _exists(name: str) -> bool:
    try:
        return bool(name) and file_path(name).exists()
    except UserError:
        return False


def _is_folder(path: Path) -> bool:
    return path.expanduser().is_dir()
