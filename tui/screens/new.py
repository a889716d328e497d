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
from lifesat.life.pattern import Pattern

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
# Advanced fields that the form keeps hidden even if a job had other values than the defaults.
_COMMON = ("workers", "unknown")


class _Form(VerticalScroll, can_focus=False):
    """The fields; the focused one stays visible when the texts below them grow."""

    def on_resize(self) -> None:
        """Scroll to the focused field."""
        focused = self.screen.focused
        if focused is not None:
            focused.scroll_visible(animate=False)


class New(Base[None]):
    """The form for a draft of a search, checked as the user types.

    Parameters
    ----------
    draft
        The initial draft.
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
        """Return all fields, the verdict on them, and the command line."""
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

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the draft meets."""
        return {"target"} if isinstance(self.draft.search, OfTarget) else set()

    def on_mount(self) -> None:
        """Check the initial draft."""
        super().on_mount()
        self.set_title("lifesat · new search")
        self._arrange()
        self._check()

    def on_unmount(self) -> None:
        """Stop measuring."""
        if self._measuring is not None:
            self._measuring.end()

    # ---------------------------------------------------------------- input

    def on_input_changed(self, event: Input.Changed) -> None:
        """Update the draft with a text."""
        self._take(event.input.id, event.value)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Update the draft with the pattern."""
        self._take(event.text_area.id, event.text_area.text)

    async def on_choice_changed(self, event: Choice.Changed) -> None:
        """Update the draft with a choice, which may change the fields."""
        if event.choice.id == _KIND.name:
            await self._search_for(event.value)
        else:
            self._take(event.choice.id, event.value)
        self._arrange()
        self.refresh_keys()
        if self._starting:
            self.do_start()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Show the hint of the focused field in the message line if it does not fit."""
        self._show_truncated_words(event.widget)

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Go to the next field."""
        self.focus_next()

    async def _search_for(self, kind: str) -> None:
        """Show the fields of another kind of search."""
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
            self._show_truncated_words(self.focused)

    def _show_truncated_words(self, focused: Widget | None) -> None:
        """Show the words that do not fit beside a field, unless the verdict repeats them."""
        line = focused.parent if focused is not None else None
        words = line.truncated_words() if isinstance(line, Field) else ""
        self.say("" if words and self._words.endswith(words.removeprefix("! ")) else words)

    def _arrange(self) -> None:
        """Show the active fields; the picture of the target is visible for a file too."""
        active = {field.name for field in self.draft.active_fields}
        for line in self._lines():
            field = line.field
            line.display = field.name in active and (self._advanced or not field.advanced)
        for lines in self.query(f"#{_TEXT}"):
            lines.display = _TEXT in active

    # ---------------------------------------------------------------- check

    def _check(self) -> None:
        """Show the errors, or start to measure the search."""
        self._edition += 1
        checked = self._checked = check(self.draft)
        for line in self._lines():
            line.show_fault(checked.faults.get(line.field.name, ""))
        self.query_one(f"#field-{_KIND.name}", Field).hint(self.draft.search.description)
        if self._measuring is not None:
            self._measuring.end()
            self._measuring = None
        if checked.problem is None or checked.options is None:
            self._words = self._fault(checked)
        elif sized_by := self.draft.search.sized_by:
            self._words = f"the size of the formula depends on {sized_by}"
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
        """Return the first error with the label of its field."""
        name, fault = next(iter(checked.faults.items()))
        labels = {field.name: f"{field.label}: " for field in self.draft.search.fields}
        return f"! {labels.get(name, '')}{fault}"

    def _preview(self, checked: Checked) -> None:
        for panel in self.query("#preview").results(BoardPanel):
            shown, words = self.draft.search.preview(checked.subject)
            panel.show(shown, style=self.lifesat.pictures)
            panel.set_titles(self.draft.search.read_noun, words)

    def on_measured(self, message: Measured) -> None:
        """Show the size of the search, unless the draft has changed since."""
        if message.edition == self._edition:
            self._words = message.text
            self._write("#verdict", message.text)

    # ---------------------------------------------------------------- keys

    def do_start(self) -> None:
        """Start the search and show it."""
        self._starting = not self._read_fields()
        if self._starting:
            return  # on_choice_changed calls this again when the new fields exist
        problem, options = self._checked.problem, self._checked.options
        if problem is None or options is None:
            self.say("this search cannot start yet; see the line above", fault=True)
            return
        if not self.draft.search.job:
            self.app.push_screen(Answer(self.draft, self._checked))
            return
        name = self.draft.texts["name"].strip()

        def start() -> str:
            Job.create(name, problem, options).start()
            return f"started {name}"

        self.say(f"starting {name} …")
        self.lifesat.begin(start, then=lambda: self._started(name))

    def _read_fields(self) -> bool:
        """Read fields whose messages are pending; return whether the fields fit the kind."""
        if self.query_one(f"#{_KIND.name}", Choice).value != self.draft.kind:
            return False
        for field in self.draft.search.fields:
            self._take(field.name, self._typed(self.query_one(f"#{field.name}")))
        return True

    def _typed(self, widget: Widget) -> str:
        """Return the text of a field."""
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
        """Draw the target, beginning with the current one."""
        target = self._checked.subject

        def drawn(pattern: Pattern | None) -> None:
            if pattern is not None:
                if pattern.has_unknown:
                    self._set("unknown", "yes")
                self._set("source", "text")
                self._set("text", rle.write(pattern))

        self.app.push_screen(Draw(target), drawn)

    def _set(self, name: str, text: str) -> None:
        """Change a field as if the user had typed the text."""
        widget = self.query_one(f"#{name}")
        if isinstance(widget, Choice):
            widget.set(text)
        elif isinstance(widget, TextArea):
            widget.load_text(text)
        self._take(name, text)
        self._arrange()

    def do_copy_command(self) -> None:
        """Copy the command line to the clipboard."""
        self.lifesat.copy_text(self._checked.command)

    def do_advanced(self) -> None:
        """Show or hide the advanced fields."""
        self._advanced = not self._advanced
        self._arrange()
