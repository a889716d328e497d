"""The list of files to choose a target from."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.widgets import Input

from lifesat.errors import UserError
from lifesat.system.printing import printable

from ..board.panel import BoardPanel
from ..board.pictures import Picture
from ..shared.file_names import file_path
from ..shared.keys import bindings
from ..shared.picker import Picker

_MOST_NAMES = 2000
_NAME_WIDTH = 30

Look = Callable[[str], tuple[Picture | None, str, str]]
"""Returns the picture of a file, a title and a few words."""


class Files(Picker[str]):
    """The files of a folder, each with its picture; the result is the path of a file.

    It begins with the file or folder `path`; "" is the current folder.
    """

    scope = "files"
    BINDINGS: ClassVar[list[BindingType]] = bindings("files")
    prompt = "a name, or a folder that ends in /"
    nothing = "no file or folder matches"

    def __init__(self, path: str, look: Look) -> None:
        super().__init__()
        self._look = look
        self._folder, _, self._begin = path.rpartition("/")
        self._folder += "/" if "/" in path else ""
        self._listed: tuple[str, dict[str, int]] | None = None
        self._shown: list[str] | None = None
        self._names: dict[str, int] = {}

    def on_mount(self) -> None:
        """Show the folder, with the cursor on the file to begin with."""
        super().on_mount()
        self.laid_out()
        line = self.query_one("#filter", Input)
        line.value = self._folder
        line.cursor_position = len(self._folder)
        self.refilter()

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title("lifesat · choose a file", str(Path.cwd()))

    def refilter(self) -> None:
        """Show the files and folders whose names contain the text after the last slash."""
        folder, slash, stem = self.typed.rpartition("/")
        folder += slash
        if self._listed is None or self._listed[0] != folder:
            self._listed = folder, _names(folder)
        self._names = self._listed[1]
        hidden = stem.startswith(".")
        names = [
            name
            for name in self._names
            if stem.lower() in name.lower()
            and (hidden or not name.startswith(".") or name == "../")
        ]
        # Names that begin with what is typed come first.
        names.sort(key=lambda name: not name.lower().startswith(stem.lower()))
        if names == self._shown and not self._begin:
            return
        place = next((k for k, name in enumerate(names) if name == self._begin), None)
        if place is None:
            place = 1 if len(names) > 1 and names[0] == "../" else 0
        self._begin, self._shown = "", names
        self.menu.show([self._row(name) for name in names], place)
        self.describe()

    def _row(self, name: str) -> str:
        shown = printable(name)
        size = "" if name.endswith("/") else f"{self._names[name]:>10,} bytes"
        return f"{shown}{' ' * (_NAME_WIDTH - cell_len(shown))}{size}"

    @property
    def chosen(self) -> str:
        """The path under the cursor, with a slash at the end for a folder; "" for none."""
        if not self._shown or self._listed is None:
            return ""
        path = self._listed[0] + self._shown[self.menu.place]
        # A tilde at the beginning would be a home folder.
        return f"./{path}" if path.startswith("~") and not self._listed[0] else path

    def describe(self) -> None:
        """Show what is in the file under the cursor."""
        panel = self.query_one("#example", BoardPanel)
        path = self.chosen
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

    def do_choose(self) -> None:
        """Return the file under the cursor, or show the folder under it."""
        self.refilter()
        path = self.chosen
        if path.endswith("/"):
            self._go_to(path)
        elif path:
            self.dismiss(path)

    def _go_to(self, path: str) -> None:
        line = self.query_one("#filter", Input)
        if path.endswith("../"):
            path = _above(path.removesuffix("../"))
        line.value = path
        line.cursor_position = len(path)
        self.refilter()


def _above(folder: str) -> str:
    """Return the parent of a folder, both with a slash at the end; "" is the current folder.

    Examples
    --------
    >>> _above("patterns/small/"), _above("patterns/"), _above(""), _above("../"), _above("/")
    ('patterns/', '', '../', '../../', '/')
    """
    if not folder or folder.endswith("../"):
        return f"{folder}../"
    parent = str(Path(folder).expanduser().parent)
    return "" if parent == "." else f"{parent.rstrip('/')}/"


def _names(folder: str) -> dict[str, int]:
    """Return the files of a folder with their sizes, and its folders with a slash at the end."""
    try:
        place = file_path(folder or ".")
        entries = sorted(place.iterdir(), key=lambda path: path.name.lower())[:_MOST_NAMES]
    except (UserError, OSError):
        return {}
    folders, files = {"../": 0}, {}
    for path in entries:
        try:
            if path.is_dir():
                folders[f"{path.name}/"] = 0
            elif path.is_file():
                files[path.name] = path.stat().st_size
        except OSError:
            continue
    return {**folders, **files}
