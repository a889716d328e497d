"""Pasting into a screen that begins a search; a long text is read in a thread."""

from abc import abstractmethod

from lifesat.errors import UserError
from lifesat.formats.detection import plain_text

from ..shared.screen import Base, Result
from .draft import Draft
from .recognise import NOTHING, recognised

# A longer text can take seconds to recognise.
_LONG_TEXT = 100_000


class Pasting(Base[Result]):
    """The part of a screen that takes patterns, puzzles, search files and names of files."""

    def __init__(self) -> None:
        super().__init__()
        # The draft of a long text, until the screen is in front again.
        self._found: Draft | None = None

    @abstractmethod
    def draft_for_pasted(self) -> Draft:
        """Return the draft into which text is pasted now."""

    @abstractmethod
    def take_recognised(self, found: Draft) -> None:
        """Take the draft with the pasted text."""

    def take_unrecognised(self, text: str) -> None:  # noqa: ARG002
        """Say that a short text is not a pattern, a puzzle or a search file."""
        self.say(NOTHING, error=True)

    def take_pasted(self, text: str) -> None:
        """Recognise a text and take it; a long one is read in the background."""
        text, draft = plain_text(text), self.draft_for_pasted()
        if len(text) > _LONG_TEXT:
            self._read_long(text, draft)
        elif (found := recognised(text, draft)) is None:
            self.take_unrecognised(text)
        else:
            self.take_recognised(found)

    def on_screen_resume(self) -> None:
        """Take a long text that was read while another screen was in front."""
        self._take_found()

    def _take_found(self) -> None:
        found = self._found
        if found is not None and self.is_active:
            self._found = None
            self.take_recognised(found)

    def _read_long(self, text: str, draft: Draft) -> None:
        drafts: list[Draft] = []

        def read() -> str:
            found = recognised(text, draft)
            if found is None:
                raise UserError(NOTHING)
            drafts.append(found)
            return ""

        def take() -> None:
            self._found = drafts[0]
            self._take_found()

        self.say(f"reading {len(text):,} characters …")
        self.lifesat.begin(read, take)
