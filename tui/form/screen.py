"""The form of a new search."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from textual.binding import BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.css.scalar import Scalar
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from lifesat.engines.options import Options
from lifesat.formats import rle
from lifesat.jobs.job import Job
from lifesat.life.pattern import Pattern
from lifesat.problems.problem import Problem

from ..board.panel import BoardPanel
from ..kinds.fields import FormField
from ..kinds.of_target import OfTarget
from ..shared.dialogs import Confirm
from ..shared.in_order import after
from ..shared.inputs import Choice, Opener
from ..shared.keys import bindings
from ..shared.screen import shortened
from .actions import NewActions
from .costs import Measured, Measuring, cost, warning
from .draft import Checked, Draft, check, with_name
from .draw import Draw
from .fields import Amount, Field, KindField, TextField
from .kept import remember
from .kinds_list import Kinds

START = "start-line"
"""The name of the last line of the form, which starts the search."""

_KIND = FormField("kind", "search for")
_TEXT = "text"
_WIDE = 110
# In lower terminals the command line takes one line, so that more of the fields is visible.
_LOW = 30
# The height of the text and its picture, at least; the frame takes two lines of it.
_LEAST_TEXT, _FRAME = 6, 2
_LOOK_SECONDS = 0.02
# Advanced fields that the form keeps hidden even if a job had other values than the defaults.
_COMMON = ("workers", "unknown")
# Fields that rarely need a change, or that say what is already there.
_TAKEN = ("name", "source", "path", "text")


class _Form(VerticalScroll, can_focus=False):
    """The fields; the focused one stays visible when the texts below them grow."""

    def on_resize(self) -> None:
        """Fit the text to the room, and scroll to the focused field."""
        screen, focused = self.screen, self.screen.focused
        if isinstance(screen, New):
            screen.fit_text()
        if focused is not None:
            focused.scroll_visible(animate=False)


class New(NewActions):
    """The form for a draft of a search, checked as the user types.

    The action `first` is performed at once, if any. The form begins with the field `focus`, or else
    the first that lacks something.
    """

    scope = "new"
    BINDINGS: ClassVar[list[BindingType]] = bindings("new")

    def __init__(self, draft: Draft, first: str = "", focus: str = "") -> None:
        super().__init__(draft)
        self._focus_on = focus
        self._first = first
        self._advanced = any(
            field.advanced and draft.text(field) != field.default and field.name not in _COMMON
            for field in draft.search.fields
        )
        # What is measured, the number of the measurement, and what is known of it.
        self._measured: tuple[Problem, str, bool] | None = None
        self._edition = 0
        self._size_words = ""
        self._total: int | None = None
        self._counting = False
        self._measuring: Measuring | None = None
        # Whether to start as soon as the solutions are counted, or cannot be.
        self._start_counted = False
        self._words = ""
        self._ready = False
        self._started = False

    def contents(self) -> Iterable[Widget]:
        """Return all fields, the verdict on them, and the command line."""
        with Container(id="halves"):
            with _Form(id="form"):
                yield KindField(_KIND, self.draft.kind)
                with Vertical(id="fields"):
                    yield from self._fields()
                yield Opener("start", "start", id=START)
            with Vertical(id="facts"):
                yield BoardPanel(id="target-beside")
                with Vertical(id="estimate"):
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
        target = {"target"} if isinstance(self.draft.search, OfTarget) else set()
        return super().met_needs() | target

    def on_mount(self) -> None:
        """Check the initial draft."""
        super().on_mount()
        self.set_title("lifesat · new search")
        self.laid_out()
        self._arrange()
        self._check()
        self.set_focus(self._first_field())
        self._ready = True
        if self._first:
            self.action_press(self._first)

    def _first_field(self) -> Widget:
        """Return the first field that lacks something, or else the first with a condition."""
        active = [field.name for field in self.draft.active_fields]
        wrong = [name for name in active if name in self.checked.errors]
        open_fields = [name for name in active if name not in _TAKEN]
        wanted = [self._focus_on] if self._focus_on else []
        return self.query_one(f"#{[*wanted, *wrong, *open_fields][0]}")

    def focus_target(self, last: Widget) -> Widget:
        """Return the last field, or the first one that lacks something if that is hidden now."""
        fields = self.query_one("#form")
        nodes = [node for node in last.ancestors_with_self if fields in node.ancestors]
        return last if nodes and all(node.display for node in nodes) else self._first_field()

    def laid_out(self) -> None:
        """Give the target room of its own on a wide terminal."""
        self.set_class(self._wide, "-wide")
        self.query_one("#estimate").border_subtitle = f"{self.key_labels['copy_command']} copies"
        if self._ready:
            self._arrange()
            self._write_verdict()
            self._write_command()

    @property
    def _wide(self) -> bool:
        """Whether the target and what is known of the search stand beside the fields."""
        return self.app.size.width >= _WIDE

    def on_unmount(self) -> None:
        """Stop measuring, and keep a form that is left, also if the application ends."""
        self._end_measuring()
        if self.draft.edited and not (self._started or self._handed_on):
            self.keep(self.draft)

    # ---------------------------------------------------------------- input

    def on_input_changed(self, event: Input.Changed) -> None:
        """Update the draft with a text, unless the form has named the job since then."""
        if event.value == event.input.value:
            self._take(event.input.id, event.value)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Update the draft with the pattern."""
        self._take(event.text_area.id, event.text_area.text)

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Update the draft with a choice, which may change the fields."""
        self._take(event.choice.id, event.value)
        self._arrange()
        self.refresh_keys()

    def on_amount_switched(self, message: Amount.Switched) -> None:
        """Open the form of the kind of search that the new choice belongs to."""
        self.read_fields()
        other = {"sample": ("sample", "number"), "nearest": ("nearest", "nearest")}
        kind, field = other.get(message.amount, ("predecessors", "limit"))
        self.reopen(replace(self.draft.changed(field, message.value), kind=kind), field)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Show the hint of the focused field in the message line if it does not fit."""
        self._show_truncated_words(event.widget)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the next field, or list the files if the name of one is missing or wrong."""
        if event.input.id == "path" and "path" in self.checked.errors:
            self.do_file()
        else:
            self.focus_next()

    def _take(self, name: str | None, text: str) -> None:
        field = next((each for each in self.draft.search.fields if each.name == name), None)
        if field is not None and self.draft.text(field) != text:
            self.draft = self.draft.changed(field.name, text)
            self._check()
            self._show_truncated_words(self.focused)

    def _show_truncated_words(self, focused: Widget | None) -> None:
        """Show the words that do not fit beside a field, unless the verdict repeats them.

        If there are none, offer what was used last.
        """
        line = focused.parent if focused is not None else None
        words = line.truncated_words() if isinstance(line, Field) else ""
        repeated = words and self._words.endswith(words.removeprefix("! "))
        self.say("" if repeated else words or self.offer())

    def _arrange(self) -> None:
        """Show the active fields; the picture of the target is visible for a file too."""
        active = {field.name for field in self.draft.active_fields}
        for line in self._lines():
            field = line.field
            line.display = field.name in active and (self._advanced or not field.advanced)
        self.query(f"#{_TEXT}").set(display=_TEXT in active)
        self.query(TextField).set(display=_TEXT in active or not self._wide)
        if self._ready and self.focused is not None:
            self.set_focus(self.focus_target(self.focused))
        self.fit_text()
        self._hold_keys()

    def fit_text(self) -> None:
        """Give the text and its picture the space that the other fields leave, if needed."""
        shown = sum(max(1, line.size.height) for line in self._lines() if line.display)
        # Those of the kind and of the start.
        room = self.query_one("#form").size.height - shown - 2
        for panel in self.query(TextField):
            height = max(_LEAST_TEXT, min(room, panel.lines + _FRAME))
            if panel.display and panel.styles.height != Scalar.from_number(height):
                panel.styles.height = height

    def _hold_keys(self) -> None:
        """Hold keys until the fields are laid out, since the focus moves in their order."""
        lines = (line for line in self._lines() if line.display)
        self.holds_keys = not (self.has_class("-too-small") or all(each.size for each in lines))
        if self.holds_keys:
            after(_LOOK_SECONDS, self, self._hold_keys)

    # ---------------------------------------------------------------- check

    def _check(self) -> None:
        """Show the errors, or start to measure the search."""
        checked = check(self.draft)
        named = with_name(self.draft, checked.subject)
        if named != self.draft:
            self.draft, checked = named, check(named)
            name = self.query_one("#name", Input)
            # The user has not changed it.
            with name.prevent(Input.Changed):
                name.value = named.typed["name"]
            name.cursor_position = len(name.value)
        self.checked = checked
        for line in self._lines():
            line.show_error(checked.errors.get(line.field.name, ""))
        self.query_one(f"#field-{_KIND.name}", Field).hint(self.draft.search.description)
        if checked.problem is None or checked.options is None:
            self._end_measuring()
            self._words = self._error(checked)
        elif sized_by := self.draft.search.sized_by:
            self._end_measuring()
            self._words = f"the size of the formula depends on {sized_by}"
        else:
            self._measure(checked.problem, checked.options)
        self._write_verdict()
        self._write_command()
        self._preview(checked)

    def _measure(self, problem: Problem, options: Options) -> None:
        """Start to measure the search, unless only its limits have changed."""
        measured = problem, options.encoding_of(problem), options.up_to_symmetry
        if measured != self._measured:
            self._end_measuring()
            self._measured, self._size_words, self._counting = measured, "…", True
            self._measuring = Measuring(problem, options, self._edition, self.post_message)
            self._measuring.start()
        self._words = self._size_words + self._cost_words()

    def _end_measuring(self) -> None:
        """Stop measuring, and forget what was measured."""
        self._edition += 1
        self._measured, self._total, self._counting = None, None, False
        if self._measuring is not None:
            self._measuring.end()
            self._measuring = None

    def _error(self, checked: Checked) -> str:
        """Return the first error with the label of its field."""
        name, error = next(iter(checked.errors.items()))
        labels = [f"{each.label}: " for each in self.draft.search.fields if each.name == name]
        return f"! {''.join(labels)}{error}"

    def _preview(self, checked: Checked) -> None:
        search = self.draft.search
        shown, words = search.preview(checked.subject)
        for panel in self.query("#preview").results(BoardPanel):
            panel.show(shown, style=self.lifesat.pictures)
            panel.set_titles(search.read_noun, words)
        self.fit_text()
        title, around = (search.name, search.emblem) if shown is None else (search.read_noun, shown)
        if shown is not None and checked.problem is not None:
            around, more = search.with_margin(shown, checked.problem)
            words += more
        beside = self.query_one("#target-beside", BoardPanel)
        beside.show(around, style=self.lifesat.pictures)
        beside.set_titles(title, words)

    def on_measured(self, message: Measured) -> None:
        """Show the size of the search, unless the draft has changed since then."""
        if message.edition != self._edition:
            return
        self._total, self._counting = message.total, message.counting
        self._size_words = self.draft.search.in_fields(message.text)
        self._words = self._size_words + self._cost_words()
        self._write_verdict()
        if self._start_counted and not self._counting:
            self._start_counted = self.holds_keys = False
            self.say("")
            self.do_start()

    def _cost_words(self) -> str:
        """Return the cost of a large list, to append to other words; else ""."""
        query, options = self.checked.query, self.checked.options
        if query is None or options is None:
            return ""
        per_second = self.lifesat.best_rate()
        known = cost(query, options, self._total, per_second)
        if known is not None and known.large:
            return f"; to list them takes {known.words()}"
        whole = cost(query, replace(options, limit=None), self._total, per_second)
        if not (self._wide and self.draft.search.lists and whole is not None and whole.large):
            return ""
        return f"; all of them: {whole.words()}"

    def _write_verdict(self) -> None:
        """Write the error, or what is known of the search; beside the fields on several lines."""
        remark = self.checked.remark
        remarked = f"{remark}; {self._words}" if remark and self._words else self._words
        words = shortened(self._words if self._words.startswith("!") else remarked)
        if self._wide and not words.startswith("!"):
            words = words.replace("; ", "\n")
        self._write("#verdict", words)

    def _write_command(self) -> None:
        """Write the command line; in a low terminal its end, and as much of the rest as fits."""
        command, room = shortened(self.checked.command), self.app.size.width - 2
        if self.app.size.height < _LOW and len(command) > room:
            head = room // 4
            command = f"{command[:head]}…{command[head + 1 - room :]}"
        self._write("#command", command)

    # ---------------------------------------------------------------- keys

    def do_start(self) -> None:
        """Start the search and show it."""
        if not self._ready:
            self._first = "start"  # on_mount calls this again
            return
        self.read_fields()
        query, options = self.checked.query, self.checked.options
        if query is None or options is None:
            self.say("this search cannot start yet; see the line above", error=True)
            return

        def answered(answer: bool | None) -> None:
            if answer:
                self._start()

        question = warning(query, options, self._total, self.lifesat.best_rate())
        if question and self._counting:
            # The question may not be needed, and the keys that follow may answer it.
            self._start_counted = self.holds_keys = True
            self.say("starting as soon as the solutions are counted …")
        elif question:
            self.app.push_screen(Confirm(question), answered)
        else:
            self._start()

    def _start(self) -> None:
        query, options = self.checked.query, self.checked.options
        if query is None or options is None:
            return
        remember(self.draft)
        name = self.draft.texts["name"].strip()
        total = self._total if query.limited and not query.repeats else None

        def started() -> None:
            self._started = True
            self.dismiss()
            self.lifesat.attach(name)

        def start() -> str:
            Job.create(name, query, options, total).start()
            return f"started {name}"

        self.say(f"starting {name} …")
        self.lifesat.begin(start, then=started)

    def read_fields(self) -> None:
        """Read fields whose messages are pending."""
        for field in self.draft.search.fields:
            for widget in self.query(f"#{field.name}"):
                self._take(field.name, self._typed(widget))

    def _typed(self, widget: Widget) -> str:
        """Return the text of a field."""
        match widget:
            case TextArea():
                return widget.text
            case Input() | Choice():
                return widget.value
        raise TypeError(widget)

    def do_leave(self) -> None:
        """Go back to the previous screen; an edited form is kept."""
        self.read_fields()
        super().do_leave()

    def do_kinds(self) -> None:
        """Choose another kind of search; what is typed stays."""
        if self._ready and not self._dismissed:
            self.read_fields()
            self._dismissed = self._handed_on = True
            self.app.switch_screen(Kinds(self.draft, New, back=True))

    def reopen(self, draft: Draft, focus: str = "") -> None:
        """Show the form of a draft of another kind in place of this one."""
        if not self._dismissed:
            self._dismissed = self._handed_on = True
            self.app.switch_screen(New(draft, focus=focus))

    def do_draw(self) -> None:
        """Draw the target, beginning with the current one."""
        target = self.checked.subject

        def drawn(pattern: Pattern | None) -> None:
            if pattern is not None:
                unknown = {"unknown": "yes"} if pattern.has_unknown else {}
                self.set_texts({**unknown, "source": "text", "text": rle.write(pattern)})

        self.app.push_screen(Draw(target), drawn)

    def set_texts(self, texts: Mapping[str, str]) -> None:
        """Change fields as if the user had typed the texts."""
        typed = {**self.draft.typed, **texts}
        self.draft = replace(self.draft, typed=typed, edited=True)
        for name, text in texts.items():
            match self.query_one(f"#{name}"):
                case Choice() as choice:
                    choice.set(text)
                case TextArea() as area:
                    area.load_text(text)
                case Input() as line:
                    line.value = text
                    line.cursor_position = len(text)
        self._check()
        self._arrange()
        self.refresh_keys()

    def recheck(self) -> None:
        """Check the draft again, because a file has changed."""
        self._check()

    def do_copy_command(self) -> None:
        """Copy the command line to the clipboard."""
        self.lifesat.copy_text(self.checked.command)

    def do_advanced(self) -> None:
        """Show or hide the advanced fields."""
        self._advanced = not self._advanced
        self._arrange()
