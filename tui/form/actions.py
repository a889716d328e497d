"""The actions of the form on the problem: pasting, choosing a file, editing."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace

from lifesat.errors import UserError
from lifesat.formats.detection import plain_text
from lifesat.formats.reading import read_bytes
from lifesat.frontends.input.blocks import block_of
from lifesat.frontends.input.search_file import write_search
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.problem import Problem

from ..shared.file_names import file_path
from .draft import Draft, check, free_name, is_unnamed
from .editor import Edited, Editor
from .files import Files
from .kept import Recent, keep_form, read_recent, read_unfinished
from .recognise import Pasting, file_preview, recognised_file

# The fields that say where the target is, and which puzzle; a file may give the name.
_FROM = ("name", "source", "path", "text", "unknown", "level", "puzzle")


class NewActions(Pasting[None]):
    """The part of the form that takes targets, puzzles and search files."""

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self.draft = draft
        self.checked = check(draft)
        self.recent: Recent = read_recent()
        self._left = read_unfinished().form
        # Whether another screen continues with the draft.
        self._handed_on = False

    @abstractmethod
    def set_texts(self, texts: Mapping[str, str]) -> None:
        """Change fields as if the user had typed the texts."""

    @abstractmethod
    def read_fields(self) -> None:
        """Read fields whose messages are pending."""

    @abstractmethod
    def reopen(self, draft: Draft, focus: str = "") -> None:
        """Show the form of a draft of another kind in place of this one."""

    def met_needs(self) -> set[str]:
        """Return the preconditions of these actions that the draft meets."""
        search, met = self.draft.search, set()
        if any(field.name == "source" for field in search.fields):
            met.add("subject")
        if search.as_block and self.checked.problem is not None:
            met.add("search file")
        if self.recent.offered(self.draft):
            met.add("last")
        if self._left is not None:
            met.add("left")
        return met

    # ---------------------------------------------------------------- what is pasted

    def draft_for_pasted(self) -> Draft:
        """Return the draft as it is now."""
        self.read_fields()
        return self.draft

    def take_recognised(self, found: Draft) -> None:
        """Show the pasted text and keep what has been typed in the meantime."""
        self.read_fields()
        names = _FROM if is_unnamed(self.draft) else _FROM[1:]
        given = {name: found.typed[name] for name in names if name in found.typed}
        self._adopt(replace(found, typed={**self.draft.typed, **given}))

    def take_unrecognised(self, text: str) -> None:
        """Take the text if this search needs one, so that the form shows its error."""
        if "subject" in self.met_needs():
            self.set_texts({"source": "text", "text": text})
        else:
            super().take_unrecognised(text)

    def _adopt(self, draft: Draft) -> None:
        """Show a draft, whose kind may differ."""
        if draft.kind != self.draft.kind:
            self.reopen(draft)
            return
        names = {field.name for field in draft.search.fields}
        self.set_texts(
            {name: draft.typed[name] for name in _FROM if name in draft.typed and name in names}
        )

    # ---------------------------------------------------------------- files

    def do_file(self) -> None:
        """Choose a file."""
        self.read_fields()
        path = self.draft.texts.get("path", "") or self.recent.path

        def chosen(path: str | None) -> None:
            if path:
                found = recognised_file(path, self.draft)
                if found is not None:
                    self._adopt(found)
                else:
                    self.set_texts({"source": "file", "path": path})

        self.app.push_screen(Files(path, lambda path: file_preview(path, self.draft)), chosen)

    # ---------------------------------------------------------------- editing

    def do_edit(self) -> None:
        """Edit the target, the puzzle or the block as text."""
        self.read_fields()
        texts, path = self.draft.texts, ""
        text = texts["text"]
        if texts["source"] == "file":
            path = texts["path"]
            try:
                text = plain_text(read_bytes(str(file_path(path))))
            except (UserError, OSError) as error:
                self.say(str(error), error=True)
                return
        draft, search = self.draft, self.draft.search

        def reason(text: str) -> str:
            typed = draft.changed("source", "text").changed("text", text)
            return check(typed).errors.get("text", "")

        def edited(result: Edited | None) -> None:
            if result is not None and result.path:
                self.set_texts({"source": "file", "path": result.path})
                self.recheck()
            elif result is not None:
                self.set_texts({"source": "text", "text": result.text})

        title = f"edit the {search.read_noun}"
        self.app.push_screen(Editor(Edited(text, path), title, reason, search.file_ending), edited)

    @abstractmethod
    def recheck(self) -> None:
        """Check the draft again, because a file has changed."""

    def do_search_file(self) -> None:
        """Edit the search as a search file, which can be saved."""
        self.read_fields()
        problem = self.checked.problem
        if problem is None:
            self.say("this search cannot start yet; see the line above", error=True)
            return
        try:
            text = _search_file(problem)
        except UserError as error:
            self.say(str(error), error=True)
            return
        block = Draft("search file", self.draft.typed)

        def reason(text: str) -> str:
            typed = block.changed("source", "text").changed("text", text)
            return check(typed).errors.get("text", "")

        def edited(result: Edited | None) -> None:
            if result is not None and result.path:
                self.reopen(block.changed("source", "file").changed("path", result.path))
            elif result is not None:
                self.reopen(block.changed("source", "text").changed("text", result.text))

        self.app.push_screen(Editor(Edited(text), "search file", reason, ".toml"), edited)

    # ---------------------------------------------------------------- what was left or used last

    def keep(self, draft: Draft | None) -> None:
        """Keep an unfinished form in place of the last one; None keeps no form."""
        try:
            keep_form(draft)
        except (UserError, OSError) as error:
            self.lifesat.say_later(f"the form is not kept: {error}")

    def do_bring_back(self) -> None:
        """Bring back the form that was left; keep this one in its place if it was edited."""
        self.read_fields()
        left = self._left
        if left is not None:
            self.keep(self.draft if self.draft.edited else None)
            name = free_name(left.typed.get("name", "search"))
            self.reopen(replace(left, typed={**left.typed, "name": name}))

    def do_last_options(self) -> None:
        """Set the options of the last search of this kind."""
        self.read_fields()
        self.set_texts(self.recent.offered(self.draft))

    def offer(self) -> str:
        """Return an offer to bring back a form or the options of a search, or ""."""
        if self._left is not None and not self.draft.edited:
            about = f"{self._left.kind} {self._left.typed.get('name', '')}".strip()
            return f"{self.key_labels['bring_back']} brings back the form that was left: {about}"
        options = self.recent.offered(self.draft)
        if not options:
            return ""
        labels = {field.name: field.label for field in self.draft.search.fields}
        words = ", ".join(f"{labels[name]} {text or 'none'}" for name, text in options.items())
        return f"{self.key_labels['last_options']} sets what the last search had: {words}"


def _search_file(problem: Problem) -> str:
    """Return a problem as a search file in TOML; raise UserError if none can state it."""
    return write_search(problem if isinstance(problem, SpaceTimeSearch) else block_of(problem))
