"""Which solution of a job is shown, in which order and with which filter."""

from collections.abc import Callable, Iterable
from typing import Any

from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Label

from lifesat.problems.life.base import LifeProblem
from lifesat.problems.problem import Problem

from ..shared.inputs import Choice, Line
from ..shared.progress_text import counted
from ..shared.screen import Dialog, Part
from .player import SolutionsView
from .solutions import ORDERS, View
from .watch import SolutionRead, ViewMade

PAGE = 10
"""The number of solutions in a page, if none are shown below."""

_AT_THE_END = "this is the last solution so far"
_AT_THE_BEGINNING = "this is the first solution"


class Browser(Part[SolutionsView[Any]]):
    """The place of the solution that is shown, in the order and the filter of the user.

    `improves` is whether each solution is better than the previous one; the last is then shown.
    `view_changed` shows the order and the filter, and `page` returns the solutions in a page.
    """

    def __init__(
        self,
        screen: SolutionsView[Any],
        *,
        improves: bool,
        view_changed: Callable[[], None],
        page: Callable[[], int],
    ) -> None:
        super().__init__(screen)
        self._improves, self._view_changed, self._page = improves, view_changed, page
        self.place = self.places = 0
        # The place that was requested, if it has not been read.
        self._awaited: int | None = None
        self.view = View()
        self.view_made = True
        # Whether to go to the first solution of the view until it is whole, and whether it is.
        self._to_first = self._view_whole = False
        # The numbers of the solutions in the view, if it is not plain.
        self._numbers: set[int] = set()

    @property
    def at_best(self) -> bool:
        """Whether the best solution so far is shown."""
        return self._improves and self.place == self.places

    def shown_solutions(self) -> tuple[View, str]:
        """Return the order and filter of the solutions, and in words which they are, "" for all."""
        if not self.view.filtered:
            return self.view, ""
        return self.view, f"the {counted(self.places, 'solution')} that the filter shows"

    def words(self) -> str:
        """Return the order and the filter in words, or "" for all solutions as found."""
        return self.view.words(self.screen.look.measure)

    # ---------------------------------------------------------------- what is read

    def update_found(self, found: int, more: int) -> None:
        """Take how many solutions the job has found, and request one if it is to be shown."""
        at_last = self.view.plain and self.place == self.places
        if self.view.plain:
            self.places = found
        if more and self.screen.one.solution is None:
            self.request(found if self._improves else 1)
        elif more and self._improves and at_last:
            self.request(found)

    def take(self, message: SolutionRead) -> bool:
        """Take the place of a solution; return False if a later request is still open."""
        if self._awaited is not None and message.place != self._awaited <= message.places:
            return False
        self._to_first &= not self._view_whole
        self._awaited = None
        self.place, self.places = message.place, message.places
        return True

    def take_view(self, message: ViewMade) -> None:
        """Stay on the current solution if it is in the view."""
        self.view_made = True
        self._numbers, self.places = set(message.numbers.tolist()), len(message.numbers)
        so_far = "" if message.whole else "; still reading …"
        words = f"{self.places:,} of {message.looked_at:,} {self.screen.problem.nouns}{so_far}"
        self.screen.say(words)
        self._view_whole = message.whole
        if self._to_first:
            self.request(1)
            # More solutions may come before it.
            self._to_first = True
        else:
            self._stay()

    def _stay(self) -> None:
        """Request the solution that is shown, whose place may have changed, or the first one."""
        self.request_number(
            1 if self.screen.one.solution is None else self.screen.one.solution.first
        )

    # ---------------------------------------------------------------- keys

    def do_next(self) -> None:
        """Go to the next solution."""
        self._go(self.place + 1, _AT_THE_END)

    def do_previous(self) -> None:
        """Go to the previous solution."""
        self._go(self.place - 1, _AT_THE_BEGINNING)

    def do_ten_on(self) -> None:
        """Go a page of solutions on, or to the last."""
        last = self.place == self.places
        there = self.place + 1 if last else min(self.place + self._page(), self.places)
        self._go(there, _AT_THE_END)

    def do_ten_back(self) -> None:
        """Go a page of solutions back, or to the first."""
        there = 0 if self.place == 1 else max(self.place - self._page(), 1)
        self._go(there, _AT_THE_BEGINNING)

    def _go(self, place: int, otherwise: str) -> None:
        if 1 <= place <= self.places:
            self.request(place)
        else:
            self.screen.say(otherwise)

    def request(self, place: int) -> None:
        """Request the solution at a place; keys may arrive before it is read, and each counts."""
        self.place = self._awaited = place
        self.screen.film.awaited = 0
        self._to_first = False
        self.screen.reader.show(place)

    def request_number(self, number: int) -> None:
        """Request a solution by its number, whatever was requested before."""
        self._awaited = self.screen.film.awaited = None
        self.screen.reader.show_number(number)

    def do_first(self) -> None:
        """Go to the first solution."""
        self.request(1)

    def do_last(self) -> None:
        """Go to the last solution so far."""
        self.request(max(1, self.places))

    def do_go(self) -> None:
        """Ask for the number of a solution and go there."""
        plain = self.view.plain
        which = f"from 1 to {self.places:,}" if plain else f"of one of the {self.places:,} shown"

        def error(text: str) -> str:
            number = int(text) if text.isdecimal() and len(text) < 16 else 0
            if number in (range(1, self.places + 1) if plain else self._numbers):
                return ""
            return f"enter {'a' if plain else 'the'} number {which}"

        # A place counts at once for the keys that follow.
        go = self.request if plain else self.request_number
        question = f"Go to solution number ({which}):"
        self.screen.ask(question, "", error, lambda text: go(int(text)))

    def do_filter(self) -> None:
        """Ask for an order and a filter."""
        marks, measure = self.screen.one.marks, self.screen.look.measure
        self.screen.open(
            ChooseView(self.view, marks, self.screen.problem, measure), self._change_view
        )

    def _change_view(self, view: View) -> None:
        if view == self.view:
            return
        to_first = view.order != self.view.order
        self.view = view
        self._view_changed()
        self.screen.reader.view(view)
        # What the next keys do depends on the place of the solution in the view.
        self.screen.holds_keys, self.view_made = True, view.plain
        if view.plain:
            self._stay()
        else:
            self._to_first, self._view_whole = to_first, False
            self.screen.say("reading the solutions …")


class ChooseView(Dialog[View]):
    """A dialog for the order and the filter of the solutions."""

    scope = "dialog"
    AUTO_FOCUS = "#order"

    def __init__(
        self, view: View, favourites: frozenset[int], problem: Problem, measure: str
    ) -> None:
        super().__init__()
        self._view = view
        self._favourites = favourites
        boxed = isinstance(problem, LifeProblem)
        self._orders = {
            order: words.format(measure)
            for order, words in ORDERS.items()
            if order == "number" or (boxed if "size" in order else measure)
        }
        self._numbers: dict[str, str] = {}
        if measure:
            self._numbers |= {"least": f"{measure}, at least", "most": f"{measure}, at most"}
        if boxed:
            self._numbers |= {"width": "width, at most", "height": "height, at most"}

    def contents(self) -> Iterable[Widget]:
        """Return a field for each condition."""
        with Vertical(id="question"):
            with Horizontal():
                yield Label("order")
                orders = tuple(self._orders.values())
                yield Choice(orders, self._orders[self._view.order], id="order")
            for name, label in self._numbers.items():
                with Horizontal():
                    yield Label(label)
                    value = getattr(self._view, name)
                    yield Line("" if value is None else str(value), "any", id=name)
            with Horizontal():
                yield Label("favourites only")
                chosen = "no" if self._view.favourites is None else "yes"
                yield Choice(("no", "yes"), chosen, id="favourites")

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Accept the order and the filter."""
        self.do_accept()

    def do_accept(self) -> None:
        """Accept the order and the filter."""
        numbers: dict[str, int | None] = {}
        for name in self._numbers:
            text = self.query_one(f"#{name}", Input).value.strip()
            if text and not (text.isdecimal() and len(text) < 10):
                self.say(
                    f"invalid number {text!r}; enter a whole number, or nothing for any", error=True
                )
                return
            numbers[name] = int(text) if text else None
        words = self.query_one("#order", Choice).value
        order = next(name for name, word in self._orders.items() if word == words)
        marked = self.query_one("#favourites", Choice).value == "yes"
        favourites = self._favourites if marked else None
        self.dismiss(View(order, favourites=favourites, **numbers))
