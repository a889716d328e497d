"""The base of all screens: title, message line, footer, keys and help; and the dialogs."""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from rich.text import Text
from textual._context import NoActiveAppError
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Vertical, VerticalScroll
from textual.events import Key, Paste, Resize
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from lifesat.errors import UserError
from lifesat.jobs.trash import Trash
from lifesat.system.printing import printable_lines

from .actions import ASKING, BY_NAME, NEEDS, SCOPES, Action, Keys, bindings, key_label, of
from .inputs import Line
from .settings import Settings, configuration_file

_FORM = "tab and shift+tab move between fields; left and right change a choice."


def help_text(scope: str, keys: Mapping[str, tuple[str, ...]]) -> str:
    """Return the help text: the keys of all screens, those of `scope` first."""
    lines = []
    for name in sorted(SCOPES, key=lambda other: other != scope):
        lines += [SCOPES[name], ""]
        lines += [
            f"  {', '.join(map(key_label, keys[action.name])):<12} {action.description}"
            for action in of(name)
        ]
        lines += [f"  {_FORM}"] if name == "new" else []
        lines.append("")
    lines += [
        "Everywhere",
        "",
        f"  {'^p':<12} search all actions by name, and choose a theme",
        f"  {'^q':<12} quit the application; searches continue",
        "",
        f"To change keys, add a table [keys] to {configuration_file()}. The actions are:",
        "",
    ]
    names = sorted({action.name for scope in SCOPES for action in of(scope)})
    lines += [f"  {', '.join(names[k : k + 5])}" for k in range(0, len(names), 5)]
    return "\n".join(lines)


class Application(Protocol):
    """The application as screens see it; `lifesat_tui.app` documents each part."""

    settings: Settings
    pictures: str
    to_print: list[str]
    trash: Trash

    def attach(self, name: str) -> None:
        """Show a job."""

    def best_rate(self) -> float:
        """Return how many solutions per second the fastest job has found."""

    def begin(self, task: Callable[[], str], then: Callable[[], None] | None = None) -> None:
        """Run a task in a thread and show its result."""

    def copy_text(self, text: str) -> None:
        """Copy a text to the clipboard."""

    def drop_characters(self) -> None:
        """Drop the characters that arrived with a key whose text field did not open."""

    def refresh_jobs(self) -> None:
        """Read the list of jobs now."""

    def say_later(self, sentence: str, *, error: bool = True) -> None:
        """Show a message on the screen that is in front after all pending events."""


LEAST_WIDTH, LEAST_HEIGHT = 60, 20
NARROW = 81

TOO_SMALL = (
    "lifesat tui needs a terminal of at least 60 x 20 characters; this one has {} x {}. "
    "ctrl+q quits; searches continue."
)

NOWHERE = "this cannot be pasted here; a pattern can, in the list of jobs and in a new search"

Result = TypeVar("Result")
Opened = TypeVar("Opened")
ScreenT = TypeVar("ScreenT", bound="Base[Any]")

_CURSOR_KEYS = ("up", "down", "pageup", "pagedown", "home", "end")
# Longer than most words and shorter than a line.
_LONG_WORD = 40


def shortened(text: str) -> str:
    """Return a text without the middle of every long word, such as a MAP rule.

    >>> shortened("rule " + "a" * 50 + "z" * 50)
    'rule aaaaaaaaaaaaaaaaaaaa…zzzzzzzzzzzzzzzzzzzz'
    """
    half = _LONG_WORD // 2
    return re.sub(rf"\S{{{_LONG_WORD},}}", lambda word: f"{word[0][:half]}…{word[0][-half:]}", text)


def too_small(width: int, height: int) -> bool:
    """Return whether a terminal is too small for the application."""
    return width < LEAST_WIDTH or height < LEAST_HEIGHT


class Actions:
    """Some of the actions of a screen, each with a method, ``do_`` and the action's name."""

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that are met now, keys of `NEEDS`."""
        return set()

    def instead(self, name: str) -> str:
        """Return the name of the action that the key of an action performs now."""
        return name

    def declined(self, name: str) -> str:  # noqa: ARG002
        """Return why an action is not possible although its precondition is met, or ""."""
        return ""


class Part(Actions, Generic[ScreenT]):
    """Some of the actions of a screen, with what they know."""

    def __init__(self, screen: ScreenT) -> None:
        self.screen = screen


class Base(Screen[Result]):
    """A screen whose keys come from the registry."""

    # Selects the actions from the registry; each has a method, ``do_`` and the action's name, here
    # or in a part.
    scope: ClassVar[str]
    parts: tuple[Actions, ...] = ()
    AUTO_FOCUS = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Bind the keys of the scope."""
        if "scope" in vars(cls):
            cls.BINDINGS = bindings(cls.scope)
        super().__init_subclass__(**kwargs)

    def __init__(self) -> None:
        super().__init__()
        # Whether keys have to wait until something is read, as their effect depends on it.
        self.holds_keys = False
        self._written: dict[str, str] = {}
        # The unmet precondition that the message is about, or "".
        self._lacked = ""
        self._dismissed = False
        self._last_focus: Widget | None = None

    @property
    def lifesat(self) -> "Application":
        """The application."""
        return cast("Application", self.app)

    @property
    def narrow(self) -> bool:
        """Whether the terminal is narrow."""
        return self.app.size.width < NARROW

    def post_message(self, message: Message) -> bool:
        """Post a message, or drop it if the thread has outlived the screen."""
        try:
            return super().post_message(message)
        except NoActiveAppError:
            return False

    def compose(self) -> ComposeResult:
        """Lay out the title, the contents, the message line and the footer."""
        yield Static("", id="title", markup=False)
        yield from self.contents()
        yield Static("", id="said", markup=False)
        yield Keys()
        yield Static("", id="too-small", markup=False)

    @abstractmethod
    def contents(self) -> Iterable[Widget]:
        """Return the widgets between title and footer."""

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that are met now, keys of `NEEDS`."""
        return set().union(*(part.met_needs() for part in self.parts))

    # ---------------------------------------------------------------- display

    def set_title(self, left: str, right: str = "") -> None:
        """Write the first line; a right half that is too long loses its beginning."""
        half = self.app.size.width // 2
        right = right if len(right) <= half else "…" + right[1 - half :]
        room = self.app.size.width - 2 - len(right)
        left = left if len(left) <= room else left[: max(0, room - 1)] + "…"
        self._write("#title", left.ljust(room) + right)

    def say(self, sentence: str, *, error: bool = False) -> None:
        """Show a message above the footer until the next key."""
        self._lacked = ""
        self._write("#said", f"! {sentence}" if error and sentence else sentence)
        self.query("#said").set_class(error, "-fault")

    def unsay_about(self, name: str) -> None:
        """Remove a message that contains a name as a word."""
        if name in self._written.get("#said", "").split():
            self.say("")

    def unsay(self, sentence: str) -> None:
        """Remove a message if it is still shown."""
        if self._written.get("#said") == sentence:
            self.say("")

    def refresh_keys(self) -> None:
        """Show the keys that work now in the footer."""
        keys = self.lifesat.settings.keys
        if self._lacked and self._lacked in self.met_needs():
            self.say("")
        for footer in self.query(Keys):
            footer.show(self.footer_actions(), self.met_needs(), keys, self.app.size.width)

    def footer_actions(self) -> list[Action]:
        """Return the actions whose keys the footer may show."""
        return of(self.scope)

    def on_mount(self) -> None:
        """Lay out for the size of the terminal."""
        self._fit()

    def on_resize(self, _event: Resize) -> None:
        """Lay out for the new size; show only a message if the terminal is too small."""
        self._fit()
        self.laid_out()
        self.call_after_refresh(self.focus_again)

    def _fit(self) -> None:
        width, height = self.app.size
        self.set_class(too_small(width, height), "-too-small")
        self.set_class(width < NARROW, "-narrow")
        self._write("#too-small", TOO_SMALL.format(width, height))
        self.refresh_keys()

    def laid_out(self) -> None:
        """Fit the contents to the new size."""

    def _write(self, where: str, text: str) -> None:
        """Write a text if it has changed, since every update goes to the terminal."""
        if self._written.get(where) != text:
            self._written[where] = text
            # The last message may arrive while the screen is being removed.
            for line in self.query(where).results(Static):
                line.update(Text(printable_lines(text)))

    # ---------------------------------------------------------------- the focus

    def set_focus(
        self,
        widget: Widget | None,
        scroll_visible: bool = True,
        from_app_focus: bool = False,
    ) -> None:
        """Set the focus; give it back if the widget that has it is hidden or removed."""
        super().set_focus(widget, scroll_visible, from_app_focus)
        if widget is None:
            self.call_later(self.focus_again)
        else:
            self._last_focus = widget

    def focus_again(self) -> None:
        """Give the focus back if it is lost, for instance after the terminal was too small."""
        lost = self.is_mounted and self.focused is None and self.app.app_focus
        if lost and self._last_focus is not None and not too_small(*self.app.size):
            self.set_focus(self.focus_target(self._last_focus))

    def focus_target(self, last: Widget) -> Widget:
        """Return the widget that gets the lost focus back; `last` had it before."""
        return last

    # ---------------------------------------------------------------- keys

    def on_key(self, event: Key) -> None:
        """Remove the message when a key moves the cursor of a list."""
        if event.key in _CURSOR_KEYS:
            self.say("")

    def action_press(self, name: str) -> None:
        """Perform an action, or say why it is not possible."""
        for part in self.parts:
            name = part.instead(name)
        declined = next(filter(None, (part.declined(name) for part in self.parts)), "")
        if declined:
            self.decline(name, declined)
            return
        action = BY_NAME[name]
        self.say("")
        if action.needs and action.needs not in self.met_needs():
            self.decline(name, NEEDS[action.needs].format_map(self.key_labels), error=True)
            self._lacked = action.needs
        else:
            owner = next((each for each in self.parts if hasattr(each, action.handler)), self)
            self.attempt(getattr(owner, action.handler), *action.arguments)
        if self.is_mounted:
            self.refresh_keys()

    def attempt(self, perform: Callable[..., object], *arguments: object) -> None:
        """Perform an action; show the error if it fails."""
        try:
            perform(*arguments)
        except (UserError, OSError) as error:
            self.say(str(error), error=True)

    def decline(self, name: str, sentence: str, *, error: bool = False) -> None:
        """Say why an action is not possible, and drop the text that arrived with its key."""
        self.say(sentence, error=error)
        if name in ASKING:
            self.lifesat.drop_characters()

    def on_paste(self, event: Paste) -> None:
        """Take pasted text, unless a field has taken it."""
        event.stop()
        self.take_pasted(event.text)

    def take_pasted(self, text: str) -> None:  # noqa: ARG002
        """Say that text cannot be pasted here; screens that accept it override this."""
        self.say(NOWHERE, error=True)

    @property
    def key_labels(self) -> dict[str, str]:
        """The label of the first key of each action."""
        return {name: key_label(keys[0]) for name, keys in self.lifesat.settings.keys.items()}

    def action_tab(self) -> None:
        """Go to the next field."""
        self.focus_next()

    def open(self, screen: Screen[Opened], then: Callable[[Opened], object]) -> None:
        """Open a screen, and call `then` with its result, unless it has none."""

        def closed(result: Opened | None) -> None:
            if result is not None:
                self.attempt(then, result)

        self.app.push_screen(screen, closed)

    def confirm(self, question: str, then: Callable[[], object]) -> None:
        """Ask a question, and call `then` if the answer is yes."""
        self.open(Confirm(question), lambda yes: yes and then())

    def ask(
        self, question: str, value: str, check: Callable[[str], str], then: Callable[[str], object]
    ) -> None:
        """Ask for a line of text, such as `value`, and call `then` with it; see `Ask`."""
        self.open(Ask(question, value, check), then)

    def do_help(self) -> None:
        """Show the help."""
        text = help_text(self.scope, self.lifesat.settings.keys)
        self.app.push_screen(Page("lifesat · keys", text, "help", "help_form"))

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Go back to the previous screen, only once even if a key is pressed twice."""
        if self._dismissed:
            return AwaitComplete()
        self._dismissed = True
        return super().dismiss(result)

    def do_leave(self) -> None:
        """Go back to the previous screen."""
        self.dismiss()

    def do_quit(self) -> None:
        """Quit the application."""
        self.app.exit()


class Dialog(Base[Result], ModalScreen[Result]):
    """A dialog over another screen."""


class Confirm(Dialog[bool]):
    """A question to answer with yes or no."""

    scope = "confirm"

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def contents(self) -> Iterable[Widget]:
        """Return the question."""
        with Vertical(id="question"):
            yield Static(self._question, markup=False)

    def do_yes(self) -> None:
        """Answer yes."""
        self.dismiss(True)

    def do_no(self) -> None:
        """Answer no."""
        self.dismiss(False)


class Ask(Dialog[str]):
    """A request for one line of text, checked as the user types.

    `check` returns an error message for a text, or "".
    """

    scope = "dialog"
    AUTO_FOCUS = "Input"

    def __init__(self, question: str, value: str, check: Callable[[str], str]) -> None:
        super().__init__()
        self._question, self._value, self._check = question, value, check

    def contents(self) -> Iterable[Widget]:
        """Return the request and the field."""
        with Vertical(id="question"):
            yield Static(self._question, markup=False)
            yield Line(self._value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Check the text."""
        self.say(self._check(event.value.strip()), error=True)

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Accept the text."""
        self.do_accept()

    def do_accept(self) -> None:
        """Accept the text if it is valid."""
        text = self.query_one(Input).value.strip()
        error = self._check(text)
        if error:
            self.say(error, error=True)
        else:
            self.dismiss(text)


class Page(Dialog[None]):
    """A scrollable text, which the keys of the actions `opened_by` close too."""

    scope = "page"
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, heading: str, text: str, *opened_by: str) -> None:
        super().__init__()
        self._heading, self._text, self._opened_by = heading, text, opened_by

    def contents(self) -> Iterable[Widget]:
        """Return the text."""
        with VerticalScroll(id="page"):
            yield Static(self._text, markup=False)

    def on_mount(self) -> None:
        """Write the heading."""
        self.set_title(self._heading)

    def on_key(self, event: Key) -> None:
        """Close the page at the key that opened it."""
        keys = self.lifesat.settings.keys
        if any(event.key in keys[name] for name in self._opened_by):
            event.stop()
            self.dismiss()

    def do_close(self) -> None:
        """Close the page."""
        self.dismiss()
