"""The form of a new search."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import cast

from textual.containers import Container, Vertical, VerticalScroll
from textual.css.scalar import Scalar
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from lifesat.errors import UserError
from lifesat.formats import rle
from lifesat.formats.detection import plain_text
from lifesat.formats.reading import read_bytes
from lifesat.frontends.input.blocks import block_of
from lifesat.frontends.input.search_file import write_search
from lifesat.jobs.job import Job
from lifesat.life.pattern import Pattern
from lifesat.problems.life.search import SpaceTimeSearch

from ..board.panel import BoardPanel
from ..kinds.fields import FormField
from ..shared.actions import those_met
from ..shared.file_names import file_path
from ..shared.in_order import after
from ..shared.inputs import Choice, Control, Line, Opener
from ..shared.screen import shortened
from .costs import Estimate, Measured, warning
from .draft import (
    Checked,
    Draft,
    Recent,
    check,
    free_name,
    is_unnamed,
    keep_form,
    read_recent,
    read_unfinished,
    remember,
    with_name,
)
from .editing import Draw, Edited, Editor
from .fields import Amount, Field, KindField, TextField
from .lists import Files, Kinds
from .recognise import PasteScreen, file_preview, recognised_file

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
# The fields that say where the target is, and which puzzle; a file may give the name.
_FROM = ("name", "source", "path", "text", "unknown", "level", "puzzle")
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


class New(PasteScreen[None]):
    """The form for a draft of a search, checked as the user types.

    The action `first` is performed at once, if any. The form begins with the field `focus`, or else
    the first that lacks something.
    """

    scope = "new"

    def __init__(self, draft: Draft, first: str = "", focus: str = "") -> None:
        super().__init__()
        self.draft = draft
        self.checked = check(draft)
        self.recent: Recent = read_recent()
        self._left = read_unfinished().form
        # Whether another screen continues with the draft.
        self._handed_on = False
        self._focus_on = focus
        self._first = first
        self._advanced = any(
            field.advanced and draft.text(field) != field.default and field.name not in _COMMON
            for field in draft.search.fields
        )
        self._estimate = Estimate(self.post_message)
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
        search = self.draft.search
        return those_met(
            {
                "subject": search.has_field("source"),
                "search file": search.as_block and self.checked.problem is not None,
                "last": self.recent.offered(self.draft),
                "left": self._left is not None,
                "target": search.drawable,
            }
        )

    def on_mount(self) -> None:
        """Check the initial draft."""
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
        self._estimate.end()
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
            name = self.query_one("#name", Line)
            # The user has not changed it.
            with name.prevent(Input.Changed):
                name.put(named.typed["name"])
        self.checked = checked
        for line in self._lines():
            line.show_error(checked.errors.get(line.field.name, ""))
        self.query_one(f"#field-{_KIND.name}", Field).hint(self.draft.search.description)
        if checked.problem is None or checked.options is None:
            self._estimate.end()
            self._words = self._error(checked)
        elif sized_by := self.draft.search.sized_by:
            self._estimate.end()
            self._words = f"the size of the formula depends on {sized_by}"
        else:
            self._estimate.measure(checked.problem, checked.options)
            self._words = self._estimate_words()
        self._write_verdict()
        self._write_command()
        self._preview(checked)

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
        if not self._estimate.take(message):
            return
        self._words = self._estimate_words()
        self._write_verdict()
        if self._start_counted and not self._estimate.counting:
            self._start_counted = self.holds_keys = False
            self.say("")
            self.do_start()

    def _estimate_words(self) -> str:
        """Return what is known of the size and the cost of the search."""
        search, query = self.draft.search, self.checked.query
        whole = self._wide and search.lists
        rate = self.lifesat.best_rate()
        words = self._estimate.words(query, self.checked.options, rate, whole=whole)
        return search.in_fields(words)

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

        question = warning(query, options, self._estimate.total, self.lifesat.best_rate())
        if question and self._estimate.counting:
            # The question may not be needed, and the keys that follow may answer it.
            self._start_counted = self.holds_keys = True
            self.say("starting as soon as the solutions are counted …")
        elif question:
            self.confirm(question, self._start)
        else:
            self._start()

    def _start(self) -> None:
        query, options = self.checked.query, self.checked.options
        if query is None or options is None:
            return
        remember(self.draft)
        name = self.draft.texts["name"].strip()
        total = self._estimate.total if query.limited and not query.repeats else None

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
        for control in self.query("Line, Lines, Choice"):
            self._take(control.id, cast("Control", control).value)

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

        def drawn(pattern: Pattern) -> None:
            unknown = {"unknown": "yes"} if pattern.has_unknown else {}
            self.set_texts({**unknown, "source": "text", "text": rle.write(pattern)})

        self.open(Draw(target), drawn)

    def set_texts(self, texts: Mapping[str, str]) -> None:
        """Change fields as if the user had typed the texts."""
        typed = {**self.draft.typed, **texts}
        self.draft = replace(self.draft, typed=typed, edited=True)
        for name, text in texts.items():
            cast("Control", self.query_one(f"#{name}")).put(text)
        self._check()
        self._arrange()
        self.refresh_keys()

    def do_copy_command(self) -> None:
        """Copy the command line to the clipboard."""
        self.lifesat.copy_text(self.checked.command)

    def do_advanced(self) -> None:
        """Show or hide the advanced fields."""
        self._advanced = not self._advanced
        self._arrange()

    # ---------------------------------------------------------------- what is pasted

    def take_pasted(self, text: str) -> None:
        """Take a pattern, a puzzle, a search file or the name of a file into the draft."""
        self.read_fields()
        self.recognise(text, self.draft)

    def take_recognised(self, draft: Draft) -> None:
        """Show the pasted text and keep what has been typed in the meantime."""
        self.read_fields()
        names = _FROM if is_unnamed(self.draft) else _FROM[1:]
        given = {name: draft.typed[name] for name in names if name in draft.typed}
        self._adopt(replace(draft, typed={**self.draft.typed, **given}))

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

        def chosen(path: str) -> None:
            found = recognised_file(path, self.draft)
            if found is not None:
                self._adopt(found)
            else:
                self.set_texts({"source": "file", "path": path})

        self.open(Files(path, lambda path: file_preview(path, self.draft)), chosen)

    # ---------------------------------------------------------------- editing

    def do_edit(self) -> None:
        """Edit the target, the puzzle or the block as text."""
        self.read_fields()
        texts, path = self.draft.texts, ""
        text = texts["text"]
        if texts["source"] == "file":
            path = texts["path"]
            text = plain_text(read_bytes(str(file_path(path))))
        search = self.draft.search
        title, ending = f"edit the {search.read_noun}", search.file_ending
        self._open_editor(self.draft, Edited(text, path), title, ending, self.set_texts)

    def _open_editor(
        self,
        draft: Draft,
        edited: Edited,
        title: str,
        ending: str,
        take: Callable[[dict[str, str]], None],
    ) -> None:
        """Edit the text of a draft; `take` gets the texts of the fields that say where it is."""

        def reason(text: str) -> str:
            typed = draft.changed("source", "text").changed("text", text)
            return check(typed).errors.get("text", "")

        def done(result: Edited) -> None:
            if result.path:
                take({"source": "file", "path": result.path})
            else:
                take({"source": "text", "text": result.text})

        self.open(Editor(edited, title, reason, ending), done)

    def do_search_file(self) -> None:
        """Edit the search as a search file, which can be saved."""
        self.read_fields()
        problem = self.checked.problem
        if problem is None:
            self.say("this search cannot start yet; see the line above", error=True)
            return
        text = write_search(problem if isinstance(problem, SpaceTimeSearch) else block_of(problem))
        typed = self.draft.typed

        def take(texts: dict[str, str]) -> None:
            self.reopen(Draft("search file", {**typed, **texts}, edited=True))

        block = Draft("search file", typed)
        self._open_editor(block, Edited(text), "search file", ".toml", take)

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
