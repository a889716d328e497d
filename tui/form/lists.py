"""The lists to choose from: the files with a target, and the kinds of search."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from textual.screen import Screen

from lifesat.errors import UserError
from lifesat.system.printing import printable

from ..board.panel import BoardPanel
from ..board.pictures import Picture
from ..kinds.kind import ICON_WIDTH, Kind, icon
from ..kinds.registry import KINDS
from ..shared.file_names import file_path
from ..shared.picker import Picker, has_words
from .draft import Draft, keep_form
from .recognise import PasteScreen

_MOST_NAMES = 2000
_FILE_WIDTH = 30

Look = Callable[[str], tuple[Picture | None, str, str]]
"""Returns the picture of a file, a title and a few words."""


class Files(Picker[str, str]):
    """The files of a folder, each with its picture; the result is the path of a file.

    It begins with the file or folder `path`; "" is the current folder.
    """

    scope = "files"
    heading = "lifesat · choose a file"
    prompt = "a name, or a folder that ends in /"
    nothing = "no file or folder matches"

    def __init__(self, path: str, look: Look) -> None:
        super().__init__()
        self._look = look
        self._folder, _, self._begin = path.rpartition("/")
        self._folder += "/" if "/" in path else ""
        # The folder that was read last, and the names and sizes of what is in it, by path.
        self._listed: tuple[str, dict[str, tuple[str, int]]] | None = None

    def on_mount(self) -> None:
        """Write the folder into the line, before the list is shown."""
        self._line.put(self._folder)

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title(self.heading, str(Path.cwd()))

    def matching(self, typed: str) -> list[str]:
        """Return the paths of the files and folders whose names contain the end of the text."""
        folder, slash, stem = typed.rpartition("/")
        folder += slash
        if self._listed is None or self._listed[0] != folder:
            self._listed = folder, _files(folder)
        hidden, stem = stem.startswith("."), stem.lower()
        names = {path: name.lower() for path, (name, _) in self._listed[1].items()}
        paths = [
            path
            for path, name in names.items()
            if stem in name and (hidden or not name.startswith(".") or name == "../")
        ]
        # Names that begin with what is typed come first.
        return sorted(paths, key=lambda path: not names[path].startswith(stem))

    def first_place(self, rows: Sequence[str]) -> int:
        """Return the place of the file to begin with, or of the first one in the folder."""
        names = [self._entry(path)[0] for path in rows]
        begin, self._begin = self._begin, ""
        first = 1 if len(names) > 1 and names[0] == "../" else 0
        return names.index(begin) if begin in names else first

    def _entry(self, path: str) -> tuple[str, int]:
        """Return the name and the size of a file in the folder."""
        return ("", 0) if self._listed is None else self._listed[1][path]

    def text(self, row: str) -> str:
        """Return the name and the size of a file."""
        name, number = self._entry(row)
        shown = printable(name)
        size = "" if name.endswith("/") else f"{number:>10,} bytes"
        return f"{shown}{' ' * (_FILE_WIDTH - cell_len(shown))}{size}"

    def describe(self) -> None:
        """Show what is in the file under the cursor."""
        panel = self.query_one("#example", BoardPanel)
        path = self.chosen or ""
        shown, title, words = None, "", ""
        if path and not path.endswith("/"):
            shown, title, words = self._look(path)
        panel.show(shown, style=self.lifesat.pictures)
        panel.set_titles(title)
        self._write("#about", words)

    # ---------------------------------------------------------------- keys

    def action_complete(self) -> None:
        """Put the name under the cursor into the line."""
        self.refilter()
        if self.chosen:
            self._go_to(self.chosen)

    def take(self, row: str) -> None:
        """Return the file, or show the folder."""
        if row.endswith("/"):
            self._go_to(row)
        else:
            self.dismiss(row)

    def _go_to(self, path: str) -> None:
        self._line.put(_above(path.removesuffix("../")) if path.endswith("../") else path)
        self.refilter()


def _above(folder: str) -> str:
    """Return the parent of a folder, both with a slash at the end; "" is the current folder.

    >>> _above("patterns/small/"), _above("patterns/"), _above(""), _above("../"), _above("/")
    ('patterns/', '', '../', '../../', '/')
    """
    if not folder or folder.endswith("../"):
        return f"{folder}../"
    parent = str(Path(folder).expanduser().parent)
    return "" if parent == "." else f"{parent.rstrip('/')}/"


def _files(folder: str) -> dict[str, tuple[str, int]]:
    """Return the names and sizes of what is in a folder, by path; a folder ends in a slash."""
    try:
        place = file_path(folder or ".")
        entries = sorted(place.iterdir(), key=lambda path: path.name.lower())[:_MOST_NAMES]
    except (UserError, OSError):
        return {}
    folders, files = [("../", 0)], []
    for path in entries:
        try:
            if path.is_dir():
                folders.append((f"{path.name}/", 0))
            elif path.is_file():
                files.append((path.name, path.stat().st_size))
        except OSError:
            continue
    # A tilde at the beginning would be a home folder.
    return {
        f"./{name}" if name.startswith("~") and not folder else folder + name: (name, size)
        for name, size in (*folders, *files)
    }


_KIND_WIDTH = max(map(len, KINDS)) + 2


class Kinds(Picker[Kind[Any], None], PasteScreen[None]):
    """The kinds of search; choosing one opens the form.

    With `back`, the form was open before, and opens again if no kind is chosen.
    """

    scope = "kinds"
    heading = "lifesat · what to search for"
    prompt = "type to filter, such as orphan"
    nothing = "no kind of search matches"

    def __init__(
        self, draft: Draft, form: Callable[[Draft], Screen[None]], *, back: bool = False
    ) -> None:
        super().__init__()
        self._draft, self._form, self._back = draft, form, back

    def on_unmount(self) -> None:
        """Keep the form that was open before if the application ends here."""
        if self._back and self._draft.edited and not self._dismissed:
            with suppress(UserError, OSError):
                keep_form(self._draft)

    def matching(self, typed: str) -> list[Kind[Any]]:
        """Return the kinds whose name, words or command have all words of the filter."""
        return [kind for kind in KINDS.values() if has_words(typed, _words(kind))]

    def first_place(self, rows: Sequence[Kind[Any]]) -> int:
        """Return the place of the kind whose name begins with the filter, or of the chosen one."""
        typed = self.typed.lower().split()
        chosen = self.chosen or self._draft.search
        names = [kind.name for kind in rows]
        begun = (place for place, name in enumerate(names) if typed and name.startswith(typed[0]))
        return next(begun, names.index(chosen.name) if chosen in rows else 0)

    def text(self, row: Kind[Any]) -> str:
        """Return the icon of a kind, its name and what it finds."""
        dots = self.lifesat.pictures != "ascii" or isinstance(row.emblem, str)
        shown = icon(row.emblem) if dots else ""
        return f"{shown:<{ICON_WIDTH}}  {row.name:<{_KIND_WIDTH}}{row.description}"

    def describe(self) -> None:
        """Show the picture of the kind, what it finds, and its command."""
        kind = self.chosen
        panel = self.query_one("#example", BoardPanel)
        panel.show(kind.emblem if kind else None, style=self.lifesat.pictures)
        panel.set_titles(kind.name if kind else "", f"lifesat {kind.command}" if kind else "")
        self._write("#about", kind.details if kind else "")

    def take(self, row: Kind[Any]) -> None:
        """Open the form for the kind."""
        self.take_recognised(replace(self._draft, kind=row.name))

    def take_pasted(self, text: str) -> None:
        """Open the form with what was pasted, of the kind under the cursor if that takes it."""
        kind = self._draft.kind if self.chosen is None else self.chosen.name
        self.recognise(text, replace(self._draft, kind=kind))

    def do_leave(self) -> None:
        """Go back to where the user came from."""
        if self._back:
            self.take_recognised(self._draft)
        else:
            self.dismiss()

    def take_recognised(self, draft: Draft) -> None:
        """Open the form with a draft."""
        if not self._dismissed:
            self._dismissed = True
            self.app.switch_screen(self._form(draft))


def _words(kind: Kind[Any]) -> str:
    return f"{kind.name} {kind.description} {kind.command} {kind.details}"
