"""The form of a new search."""

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from lifesat.formats import rle
from lifesat.jobs.job import Job
from lifesat.pattern import Pattern

from ..actions import bindings
from ..draft import Checked, Draft, check
from ..kinds import KINDS
from ..kinds.fields import FormField
from ..kinds.of_target import OfTarget
from ..measuring import Measuring
from ..messages import Measured
from ..widgets.board import BoardPanel
from ..widgets.choice import Choice
from ..widgets.field import Field, TextField
from .answer import Answer
from .base import Base, shortened
from .draw import Draw

_KIND = FormField("kind", "search for", "", choices=tuple(KINDS))
_TEXT = "text"
# What a job had is no reason to show the fields that are seldom needed.
_COMMON = ("workers", "unknown")


class _Form(VerticalScroll, can_focus=False):
    """The fields; where what stands below them grows, the one in use stays to be seen."""

    def on_resize(self) -> None:
        """Scroll to the field in use."""
        used = self.screen.focused
        if used is not None:
            used.scroll_visible(animate=False)


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
        self._checked = check(draft)
        self._advanced = any(
            field.advanced and draft.text(field) != field.default and field.name not in _COMMON
            for field in draft.search.fields
        )
        self._edition = 0
        self._measuring: Measuring | None = None
        self._words = ""
        self._starting = False

    def contents(self) -> Iterable[Widget]:
        """Return all fields, and what they mean together."""
        with _Form(id="form"):
            yield Field(_KIND, self.draft.kind)
            with Vertical(id="fields"):
                yield from self._fields()
        yield Static("", id="verdict", markup=False)
        yield Static("", id="command", markup=False)

    def _fields(self) -> Iterable[Field | TextField]:
        for field in self.draft.search.fields:
            shape = TextField if field.name == _TEXT else Field
            yield shape(field, self.draft.text(field))

    def _lines(self) -> Iterable[Field]:
        return self.query_one("#fields").query(Field).results(Field)

    def holds(self) -> set[str]:
        """Return what holds of the draft."""
        return {"target"} if isinstance(self.draft.search, OfTarget) else set()

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

    async def on_choice_changed(self, event: Choice.Changed) -> None:
        """Take a choice, which may call for other fields."""
        if event.choice.id == _KIND.name:
            await self._search_for(event.value)
        else:
            self._take(event.choice.id, event.value)
        self._arrange()
        self.refresh_keys()
        if self._starting:
            self.do_start()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Say about a field what has no room behind it."""
        self._say_what_is_cut(event.widget)

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Go to the next field."""
        self.focus_next()

    async def _search_for(self, kind: str) -> None:
        """Ask for what another kind of search needs."""
        self.draft = replace(self.draft, kind=kind)
        with self.app.batch_update():
            fields = self.query_one("#fields", Vertical)
            await fields.remove_children()
            await fields.mount_all(self._fields())
        self._check()

    def _take(self, name: str | None, text: str) -> None:
        field = next((each for each in self.draft.search.fields if each.name == name), None)
        if field is not None and self.draft.text(field) != text:
            self.draft = self.draft.changed(field.name, text)
            self._check()
            self._say_what_is_cut(self.focused)

    def _say_what_is_cut(self, used: Widget | None) -> None:
        """Say what has no room behind the field in use, unless it stands below the fields."""
        line = used.parent if used is not None else None
        words = line.cut() if isinstance(line, Field) else ""
        self.say("" if words and self._words.endswith(words.removeprefix("! ")) else words)

    def _arrange(self) -> None:
        """Show the fields that count now; the picture is there for a file too."""
        counting = {field.name for field in self.draft.counting}
        for line in self._lines():
            field = line.field
            line.display = field.name in counting and (self._advanced or not field.advanced)
        for lines in self.query(f"#{_TEXT}"):
            lines.display = _TEXT in counting

    # ---------------------------------------------------------------- what it means

    def _check(self) -> None:
        """Say what is wrong, or begin to measure."""
        self._edition += 1
        checked = self._checked = check(self.draft)
        for line in self._lines():
            line.tell(checked.faults.get(line.field.name, ""))
        self.query_one(f"#field-{_KIND.name}", Field).hint(self.draft.search.about)
        if self._measuring is not None:
            self._measuring.end()
            self._measuring = None
        if checked.problem is None or checked.options is None:
            self._words = self._fault(checked)
        elif sized_by := self.draft.search.sized_by:
            self._words = f"how large the formula becomes depends on {sized_by}"
        else:
            self._words = self._words or "…"
            self._measuring = Measuring(
                checked.problem, checked.options, self._edition, self.post_message
            )
            self._measuring.start()
        self._write("#verdict", shortened(self._words))
        self._write("#command", shortened(checked.command))
        self._preview(checked)

    def _fault(self, checked: Checked) -> str:
        """Return what is wrong first, with the label of its field."""
        name, fault = next(iter(checked.faults.items()))
        labels = {field.name: f"{field.label}: " for field in self.draft.search.fields}
        return f"! {labels.get(name, '')}{fault}"

    def _preview(self, checked: Checked) -> None:
        for panel in self.query("#preview").results(BoardPanel):
            shown, words = self.draft.search.preview(checked.subject)
            panel.show(shown, style=self.lifesat.pictures)
            panel.name_it(self.draft.search.read_noun, words)

    def on_measured(self, message: Measured) -> None:
        """Show the size of the search, unless the draft has changed since."""
        if message.edition == self._edition:
            self._words = message.text
            self._write("#verdict", message.text)

    # ---------------------------------------------------------------- keys

    def do_start(self) -> None:
        """Start the search and show it."""
        self._starting = not self._whole()
        if self._starting:
            return  # until the fields of the kind that was chosen just now are there
        problem, options = self._checked.problem, self._checked.options
        if problem is None or options is None:
            self.say("this search cannot start yet; the line above says why", fault=True)
            return
        if not self.draft.search.job:
            self.app.push_screen(Answer(self.draft, self._checked))
            return
        name = self.draft.texts["name"].strip()

        def start() -> str:
            Job.create(name, problem, options).start()
            return f"{name} is at work"

        self.say(f"{name} is started …")
        self.lifesat.begin(start, then=lambda: self._started(name))

    def _whole(self) -> bool:
        """Take what fields hold whose news is still under way; return whether that is all."""
        if self.query_one(f"#{_KIND.name}", Choice).value != self.draft.kind:
            return False
        for field in self.draft.search.fields:
            self._take(field.name, self._typed(self.query_one(f"#{field.name}")))
        return True

    def _typed(self, widget: Widget) -> str:
        """Return what stands in a field."""
        match widget:
            case TextArea():
                return widget.text
            case Input() | Choice():
                return widget.value
        raise TypeError(widget)

    def _started(self, name: str) -> None:
        self.dismiss()
        self.lifesat.attach(name)

    def do_draw(self) -> None:
        """Draw the target, from what there is of it."""
        target = self._checked.subject

        def drawn(pattern: Pattern | None) -> None:
            if pattern is not None:
                if pattern.has_unknown:
                    self._set("unknown", "yes")
                self._set("source", "text")
                self._set("text", rle.write(pattern))

        self.app.push_screen(Draw(target), drawn)

    def _set(self, name: str, text: str) -> None:
        """Change a field as if it were typed."""
        widget = self.query_one(f"#{name}")
        if isinstance(widget, Choice):
            widget.set(text)
        elif isinstance(widget, TextArea):
            widget.load_text(text)
        self._take(name, text)
        self._arrange()

    def do_copy_command(self) -> None:
        """Send the command line to the clipboard."""
        self.lifesat.copy_text(self._checked.command)

    def do_advanced(self) -> None:
        """Show more fields, or fewer."""
        self._advanced = not self._advanced
        self._arrange()
