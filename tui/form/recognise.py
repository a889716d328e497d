"""Recognising pasted patterns, puzzles and search files, with the kind of search for each."""

import re
from abc import abstractmethod
from dataclasses import replace
from pathlib import Path
from typing import Any

from lifesat.errors import UserError
from lifesat.formats.detection import plain_text
from lifesat.jobs.paths import is_job_name
from lifesat.plugins import plugins

from ..board.pictures import Picture
from ..kinds.registry import KINDS
from ..shared.file_names import file_named, file_path
from ..shared.screen import Base, Result
from .draft import Draft, check, free_name, is_unnamed, read_recent

# The kinds that are tried, after that of the draft.
_KINDS = (
    "predecessors", *(name for plugin in plugins() for name in plugin.main_forms), "search file"
)  # fmt: skip
# Short words are more likely to be names or numbers, unless they are apgcodes.
_WORD = re.compile(r"(?!x[pqs]\d+_)[\w.+-]{1,40}")
_LONGEST = 30
NOTHING = "this is not a pattern, puzzle or search file"
"""The message for any other text."""

_MOST_BYTES = 256 * 1024


def recognised(text: str, draft: Draft) -> Draft | None:
    """Return the draft with a pasted pattern, puzzle, search file or name of a file, or None.

    The kind of search changes only if that of the draft does not take the text.
    """
    path = file_named(text)
    if path:
        return recognised_file(path, draft)
    if _WORD.fullmatch(text.strip()):
        return None
    given = {"source": "text", "text": text}
    found = _taken(given, draft) or _taken(given, draft, mistakes=True)
    return None if found is None else replace(found, edited=True)


def is_text_of_a_search(text: str, *, mistakes: bool) -> bool:
    """Return whether a text is a pattern, a puzzle or a search file, perhaps with mistakes."""
    text = plain_text(text)
    if mistakes:
        return recognised(text, Draft()) is not None
    given = {"source": "text", "text": text}
    return _WORD.fullmatch(text.strip()) is None and _taken(given, Draft()) is not None


def recognised_file(path: str, draft: Draft) -> Draft | None:
    """Return the draft with a file as its target, of another kind if needed, or None.

    A search that the user has not named takes the name of the file.
    """
    given = {"source": "file", "path": path}
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(path).name.split(".")[0]).strip("-")[:_LONGEST]
    if is_job_name(stem) and is_unnamed(draft):
        given["name"] = free_name(stem)
    return _taken(given, draft) or _taken(given, draft, mistakes=True)


def draft_of_file(path: str) -> Draft:
    """Return the draft of a new search with a file; the form shows any error in it."""
    draft = Draft(typed=read_recent().begun(free_name("search")).typed)
    given = {**draft.typed, "source": "file", "path": path}
    return recognised_file(path, draft) or Draft(typed=given)


def file_preview(path: str, draft: Draft) -> tuple[Picture | None, str, str]:
    """Return the picture of a file, what it is and a few words about it."""
    try:
        size = file_path(path).stat().st_size
    except (UserError, OSError) as error:
        return None, "", str(error)
    if size > _MOST_BYTES:
        return None, "", f"{size:,} bytes: too large to look into"
    found = recognised_file(path, draft)
    if found is None:
        return None, "", "not a pattern, puzzle or search file"
    checked = check(found)
    shown, words = found.search.preview(checked.subject)
    title = found.search.read_noun if found.kind == draft.kind else f"for {found.kind}"
    return shown, title, words or checked.errors.get("path", "")


def _taken(given: dict[str, str], draft: Draft, *, mistakes: bool = False) -> Draft | None:
    """Return the draft of the first kind that takes a text or file, perhaps with mistakes."""
    for kind in dict.fromkeys((draft.kind, *_KINDS)):
        search = KINDS[kind]
        takes = search.nearly_takes if mistakes else search.takes
        states = any(field.name == "unknown" for field in search.fields)
        for unknown in ("no", "yes") if states else ("no",):
            values: dict[str, Any] = {"path": "", "text": "", **given}
            try:
                values["path"] = str(file_path(values["path"]))
                others = takes({**values, "unknown": unknown == "yes"})
            except (UserError, OSError):
                continue
            if others is not None:
                typed = {**draft.typed, **given, **others, "unknown": unknown}
                return replace(draft, kind=kind, typed=typed)
    return None


# A longer text can take seconds to recognise.
_LONG_TEXT = 100_000


class PasteScreen(Base[Result]):
    """A screen that takes pasted patterns, puzzles, search files and names of files."""

    # The draft of a long text, until the screen is in front again.
    _found: Draft | None = None

    @abstractmethod
    def take_recognised(self, draft: Draft) -> None:
        """Take the draft with a pasted text."""

    def take_unrecognised(self, text: str) -> None:  # noqa: ARG002
        """Reject a short text that is none of them."""
        self.say(NOTHING, error=True)

    def recognise(self, text: str, draft: Draft) -> None:
        """Recognise a text and take it into a draft; a long one is read in the background."""
        text = plain_text(text)
        if len(text) > _LONG_TEXT:
            self._recognise_long(text, draft)
        elif (found := recognised(text, draft)) is not None:
            self.take_recognised(found)
        else:
            self.take_unrecognised(text)

    def on_screen_resume(self) -> None:
        """Take a long text that was read while another screen was in front."""
        found = self._found
        if found is not None and self.is_active:
            self._found = None
            self.take_recognised(found)

    def _recognise_long(self, text: str, draft: Draft) -> None:
        drafts: list[Draft] = []

        def read() -> str:
            found = recognised(text, draft)
            if found is None:
                raise UserError(NOTHING)
            drafts.append(found)
            return ""

        def take() -> None:
            self._found = drafts[0]
            self.on_screen_resume()

        self.say(f"reading {len(text):,} characters …")
        self.lifesat.begin(read, take)
