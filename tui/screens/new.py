"""The form of a new search."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from lifesat.arrays import to_array
from lifesat.errors import UserError
from lifesat.formats import rle
from lifesat.jobs.job import Job
from lifesat.pattern import Pattern

from ..actions import bindings
from ..draft import CHOICES, FIELDS, Checked, Draft, changed, check, command, names
from ..measuring import Measuring
from ..messages import Measured
from ..widgets.board import BoardPanel
from ..widgets.choice import Choice
from ..widgets.field import Field, TextField
from .base import Base
from .draw import Draw

# The label of each field and a word about it.
_WORDS = {
    "name": ("name", "the job's"),
    "kind": ("search for", ""),
    "source": ("target from", "text (paste, or draw), or a file"),
    "path": ("file", "RLE, .cells, .mc and others; .gz too"),
    "generations": ("generations", "how many back"),
    "outside": ("outside", "what lies beyond the edges"),
    "margin": ("margin", "by so many cells it may be larger"),
    "box": ("box", "width,height in which all happens"),
    "corner": ("corner", "where the glider comes from"),
    "phase": ("phase", "generations that the glider is ahead"),
    "symmetry": ("up to symmetry", "one of those that are alike"),
    "limit": ("limit", "how many to find; empty: all"),
    "time": ("time limit", "seconds, or 5m, 2h, 1d; empty: none"),
    "size": ("torus size", "width,height; empty: the file's"),
    "rule": ("rule", "as B3/S23; empty: the file's"),
    "unknown": ("unknown cells", "read ? as a cell of any state"),
    "different": ("different", "not the target itself"),
    "least": ("least cells", "at least so many; empty: any"),
    "most": ("most cells", "at most so many; empty: any"),
    "encoding": ("encoding", "how Life becomes clauses"),
    "solver": ("solver", ""),
    "workers": ("processes", "empty: one for each core"),
    "dask": ("dask scheduler", "tcp://host:8786; empty: this machine"),
}
_ORDER = ("name", "kind", "source", "path", "text", "box", "generations", "corner", "phase",
          "outside", "size", "margin", "symmetry", "limit", "time")  # fmt: skip
_ADVANCED = ("rule", "unknown", "different", "least", "most", "encoding", "solver", "workers",
             "dask")  # fmt: skip


class New(Base[None]):
    """A draft of a search, checked as it is typed.

    Parameters
    ----------
    draft
        What to begin with.
    """

    scope = "new"
    BINDINGS: ClassVar[list[BindingType]] = bindings("new")
    AUTO_FOCUS = "#kind"

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self.draft = draft
        self._checked: Checked | None = None
        self._advanced = any(
            getattr(draft, name) != getattr(Draft(), name)
            for name in _ADVANCED
            if name not in ("workers", "unknown")
        )
        self._edition = 0
        self._measuring: Measuring | None = None
        self._words = ""

    def contents(self) -> Iterable[Widget]:
        """Return all fields, and what they mean together."""
        with VerticalScroll(id="form", can_focus=False):
            for name in (*_ORDER, *_ADVANCED):
                value = getattr(self.draft, name)
                if name == "text":
                    yield TextField(value)
                else:
                    label, hint = _WORDS[name]
                    yield Field(name, label, hint, value, CHOICES.get(name, ()))
        yield Static("", id="verdict", markup=False)
        yield Static("", id="command", markup=False)

    def on_mount(self) -> None:
        """Check what there is."""
        super().on_mount()
        self.title_it("lifesat · new search")
        self._arrange()
        self._check()

    def on_unmount(self) -> None:
        """Measure no more."""
        if self._measuring is not None:
            self._measuring.end()

    # ---------------------------------------------------------------- what is typed

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take a text."""
        self._take(event.input.id, event.value)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Take the pattern."""
        self._take(event.text_area.id, event.text_area.text)

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Take a choice, which may call for other fields."""
        self._take(event.choice.id, event.value)
        self._arrange()

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Go to the next field."""
        self.focus_next()

    def _take(self, field: str | None, value: str) -> None:
        if field is not None and field in names() and getattr(self.draft, field) != value:
            self.draft = changed(self.draft, field, value)
            if field == "kind" and value == "eaters" and self.draft.generations == "1":
                self.query_one("#generations", Input).value = "4"
            self._check()

    def _arrange(self) -> None:
        """Show the fields that this search has."""
        draft = self.draft
        hidden = {"path" if draft.source == "text" else "text"}
        hidden |= set() if draft.outside == "dead" else {"margin"}
        hidden |= set() if draft.outside == "torus" else {"size"}
        hidden |= set() if self._advanced else set(_ADVANCED)
        for name in (*_ORDER, *_ADVANCED):
            shown = name in FIELDS[draft.kind] and name not in hidden
            self.query_one(f"#field-{name}").display = shown

    # ---------------------------------------------------------------- what it means

    def _check(self) -> None:
        """Say what is wrong, or begin to measure."""
        self._edition += 1
        checked = self._checked = check(self.draft)
        for field in self.query(Field):
            field.tell(checked.faults.get(field.field, ""))
        if self._measuring is not None:
            self._measuring.end()
            self._measuring = None
        if checked.problem is not None and checked.options is not None:
            self._words = self._words or "…"
            self._measuring = Measuring(
                checked.problem, checked.options, self._edition, self.post_message
            )
            self._measuring.start()
        else:
            name, fault = next(iter(checked.faults.items()))
            label = _WORDS[name][0] if name in _WORDS else "pattern" if name == "text" else ""
            self._words = f"! {label}: {fault}" if label else f"! {fault}"
        self._write("#verdict", self._words)
        self._write("#command", command(self.draft))
        self._preview(checked.target)

    def _preview(self, target: Pattern | None) -> None:
        panel = self.query_one("#preview", BoardPanel)
        try:
            board = to_array(target) if target is not None and target.height else None
        except UserError:
            board = None
        panel.show(board if board is not None and board.size else None, style=self.lifesat.pictures)
        size = f"{target.width}x{target.height}" if target is not None else ""
        panel.name_it("target", size)

    def on_measured(self, message: Measured) -> None:
        """Show the size of the search, unless the draft has changed since."""
        if message.edition == self._edition:
            self._words = message.text
            self._write("#verdict", message.text)

    # ---------------------------------------------------------------- keys

    def do_start(self) -> None:
        """Start the search and show it."""
        checked = self._checked
        if checked is None or checked.problem is None or checked.options is None:
            self.say("this search cannot start yet; the line above says why", fault=True)
            return
        name, problem, options = self.draft.name.strip(), checked.problem, checked.options

        def start() -> str:
            Job.create(name, problem, options).start()
            return f"{name} is at work"

        self.say(f"{name} is started …")
        self.lifesat.begin(start, then=lambda: self._started(name))

    def _started(self, name: str) -> None:
        self.dismiss()
        self.lifesat.attach(name)

    def do_draw(self) -> None:
        """Draw the target, from what there is of it."""
        if not self.draft.has("source"):
            self.say("this kind of search has no target", fault=True)
            return
        target = self._checked.target if self._checked is not None else None

        def drawn(pattern: Pattern | None) -> None:
            if pattern is not None:
                if pattern.has_unknown:
                    self._set("unknown", "yes")
                self._set("source", "text")
                self._set("text", rle.write(pattern))

        self.app.push_screen(Draw(target), drawn)

    def _set(self, field: str, value: str) -> None:
        """Change a field as if it were typed."""
        widget = self.query_one(f"#{field}")
        if isinstance(widget, Choice):
            widget.set(value)
        elif isinstance(widget, TextArea):
            widget.load_text(value)
        self._take(field, value)
        self._arrange()

    def do_copy_command(self) -> None:
        """Send the command line to the clipboard."""
        self.lifesat.copy_text(command(self.draft))

    def do_advanced(self) -> None:
        """Show more fields, or fewer."""
        self._advanced = not self._advanced
        self._arrange()
