"""Browsing the solutions of a job."""

import time
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Label

from lifesat.jobs.job import Job
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.problem import Problem
from lifesat.queries.forced_cells import Forced

from ..board.panel import BoardPanel
from ..kinds.display import describe_board
from ..kinds.registry import target_of
from ..shared.dialogs import Ask
from ..shared.inputs import Choice, Line
from ..shared.keys import bindings
from ..shared.progress_text import solutions_words
from ..shared.screen import Dialog
from .player import OneSolution
from .progress import FIGURES_LINES, TIGHT_LINES, ProgressPanel
from .solutions import ORDERS, View
from .watch import JobWatch, SolutionRead, ViewMade

if TYPE_CHECKING:
    from lifesat.queries.events import Partial

    from ..board.pictures import Picture

# How often the frame of a picture shows a new number of solutions, which the figures show at once.
_STALE_SECONDS = 10.0
# In narrower terminals the frame of a picture has room for the numbers only.
_ROOM_FOR_THE_NOUN = 76
# The columns of a picture's frame that are not for its title.
_FRAME = 6
# The number of solutions in a page.
_PAGE = 10
_AT_THE_END = "this is the last solution so far"
_AT_THE_BEGINNING = "this is the first solution"


def fitted(first: str, others: Sequence[str], room: int) -> str:
    """Return words, followed by as many others as fit into `room` characters.

    Examples
    --------
    >>> fitted("predecessor 1 of 9", ["8 cells", "5x5", "C1"], 32)
    'predecessor 1 of 9, 8 cells, 5x5'
    """
    words = first
    for other in others:
        longer = ", ".join(filter(None, (words, other)))
        if len(longer) > room:
            break
        words = longer
    return words


class Browsing(OneSolution[None]):
    """A screen that shows one solution of a job at a time."""

    # The thread that reads the job.
    reader: JobWatch

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self._target = target_of(self.problem)
        query = job.query()
        # Whether each solution is better than the previous one; the last is then shown.
        self.best_last = query.improves
        # What is shown, in the plural.
        self.nouns = query.nouns
        self._partial: Partial | Forced | None = None
        self._about = ""
        self._reference: tuple[str, Picture] | None = None
        self._frames_updated = 0.0
        self._places_shown = 0
        self._place = self._places = 0
        # The place that was requested, if it has not been read, and the generations to go then.
        self._awaited: int | None = None
        self._awaited_time = 0
        self._view = View()
        self._view_made = True
        # Whether to go to the first solution of the view until it is whole, and whether it is.
        self._to_first = self._view_whole = False
        # The numbers of the solutions in the view, if it is not plain.
        self._numbers: set[int] = set()

    def next_time(self) -> int:
        """Return the generation that is shown, or will be once the solution is read."""
        return self._time if self._awaited is None else self._awaited_time

    def go_in_time(self, by: int) -> None:
        """Show another generation, at once or when the solution that was requested is read."""
        if self._awaited is None:
            super().go_in_time(by)
        else:
            self._awaited_time += by

    def shown_solutions(self) -> tuple[View, str]:
        """Return the order and filter of the solutions, and in words which they are, "" for all."""
        if not self._view.filtered:
            return self._view, ""
        return self._view, f"the {solutions_words(self._places)} that the filter shows"

    def view_words(self) -> str:
        """Return the order and the filter in words, or "" for all solutions as found."""
        return self._view.words(self.kind.measure)

    @abstractmethod
    def no_solution_words(self) -> str:
        """Return the message to show instead of a solution."""

    @abstractmethod
    def view_changed(self) -> None:
        """Show the order and the filter of the solutions."""

    # ---------------------------------------------------------------- display

    def update_found(self, found: int, more: int) -> None:
        """Update the display after the job has found more solutions."""
        at_last = self._view.plain and self._place == self._places
        if self._view.plain:
            self._places = found
        if more and self._solution is None:
            self._request(found if self.best_last else 1)
        elif more and self.best_last and at_last:
            self._request(found)
        stale = time.monotonic() > self._frames_updated + _STALE_SECONDS
        # At first the number grows so fast that an old one misleads.
        if more and self._solution is not None and (stale or found >= 2 * self._places_shown):
            self.update_frames()

    def on_solution_read(self, message: SolutionRead) -> None:
        """Show the first generation of a solution, unless a later request is still open."""
        if self._view_made and self.chosen() is not None:
            self.holds_keys = False
        if self._awaited is not None and message.place != self._awaited <= message.places:
            return
        self._to_first &= not self._view_whole
        time, self._awaited = 0 if self._awaited is None else self._awaited_time, None
        self._solution, self._place, self._places = message.solution, message.place, message.places
        self._time, self._history, self._reference = 0, [], None
        if self._solution is not None:
            board = self._solution.boards[0]
            self._history = self.kind.history(self.problem, board)
            self._time = min(time, len(self._history) - 1)
            self._reference = self.kind.reference(self.problem, board)
            self._about = self.kind.describe_solution(self.problem, board)
        self.show_solution()
        self.refresh_keys()

    def show_partial(self, partial: "Partial | Forced | None") -> None:
        """Show a partial predecessor, forced cells or nothing while there is no solution."""
        self._partial = partial
        if self._solution is None:
            self.show_solution()

    def on_board_panel_fitted(self) -> None:
        """Write the frames, which say which part is visible."""
        if self.query(BoardPanel):  # the screen may be being removed
            self.fit_figures()
            self.update_frames()

    def fit_figures(self) -> None:
        """Show the figures in one line if the pictures do not fit below all of them."""
        figures, shown = self.query_one(ProgressPanel), self.query_one("#parent", BoardPanel)
        rows, pictures = shown.content_size.height, (shown, self.query_one("#target", BoardPanel))
        if rows and figures.display:
            spare = FIGURES_LINES - TIGHT_LINES
            with_figures = rows - spare * figures.has_class("-tight")
            fit = all(each.fits_in(with_figures) for each in pictures if each.display)
            figures.set_class(not fit, "-tight")

    def on_view_made(self, message: ViewMade) -> None:
        """Stay on the current solution if it is in the view."""
        self._view_made = True
        self._numbers, self._places = set(message.numbers.tolist()), len(message.numbers)
        so_far = "" if message.whole else "; still reading …"
        self.say(f"{self._places:,} of {message.looked_at:,} {self.problem.nouns}{so_far}")
        self._view_whole = message.whole
        if self._to_first:
            self._request(1)
            # More solutions may come before it, and each part of the screen hears of the view.
            self._to_first = True
        else:
            self._request_number(1 if self._solution is None else self._solution.first)

    def show_solution(self) -> None:
        """Draw the current generation of the solution."""
        if not self.query(BoardPanel):
            return  # the screen is being removed
        shown, target = (
            self.query_one("#parent", BoardPanel),
            self.query_one("#target", BoardPanel),
        )
        style = self.lifesat.pictures
        reference, place = self._reference, None
        if self._solution is not None:
            shown.show(self._history[self._time], style=style)
        elif self._partial is not None and self._view.plain:
            place = None if isinstance(self._partial, Forced) else self._partial.place
            reference = self.kind.reference(self.problem, self._partial.board)
            shown.show(self._partial.board, style=style, place=place)
        else:
            words = (
                self.no_solution_words() if self._view.plain else "no solution matches the filter"
            )
            reference = self._target if self._view.plain else None
            shown.show(None, words)
        target.display = reference is not None
        shown.set_class(target.display, "-aside")
        target.show(None if reference is None else reference[1], style=style, place=place)
        self.fit_figures()
        self.update_frames()

    def update_frames(self) -> None:
        """Write the texts of the frames."""
        self._frames_updated, self._places_shown = time.monotonic(), self._places
        shown, reference = (
            self.query_one("#parent", BoardPanel),
            self.query_one("#target", BoardPanel),
        )
        if self._solution is None:
            self._update_frames_without_solution(shown, reference)
            return
        which, about, room = self._which(), self._about_shown(), shown.outer_size.width - _FRAME
        when = self.when(room) if len(self._history) > 1 else ""
        pieces = about.split(", ")
        if when:
            # Facts about the picture stand above it, and its generation below.
            title, below = fitted(which, pieces, room), when
        else:
            title, below = which, fitted(pieces[0], pieces[1:], room)
        shown.set_titles(title, shown.part() or below)
        if self._reference is not None:
            name, picture = self._reference
            reference.set_titles(name, reference.part() or describe_board(picture))

    def _which(self) -> str:
        """Return which solution is shown."""
        if self._solution is None:
            return ""
        number = self._solution.first
        marked = "* " if number in self._marks else ""
        which = f"{self._place:,} of {self._places:,}"
        if self.view_words():
            which += f", number {number:,}"
        elif self.app.size.width >= _ROOM_FOR_THE_NOUN:
            best = self.best_last and self._place == self._places
            which = f"{'best ' * best}{self.problem.noun} {which}"
        return f"{marked}{which}"

    def _about_shown(self) -> str:
        """Return a few words about the generation of the solution that is shown."""
        if self._solution is None or self._time:
            return describe_board(self._history[self._time])
        orbit = int(self._solution.orbit_sizes[0])
        return self._about + (f", {orbit} images" if orbit > 1 else "")

    def _update_frames_without_solution(self, shown: BoardPanel, target: BoardPanel) -> None:
        """Write the texts of the frames if there is no solution, but perhaps a part of one."""
        partial = self._partial
        if partial is None or not self._view.plain:
            shown.set_titles(self.nouns)
            target.set_titles(self._target[0] if self._target else "", target.part())
            return
        if isinstance(partial, Forced):
            title = short = f"forced: {partial.live:,} live, {partial.dead:,} dead"
        else:
            short = f"partial, {partial.line} {partial.row} of {partial.rows}"
            title = short.replace(",", f" {self.problem.noun},", 1)
        if len(title) > self.app.size.width // 2 - _FRAME:
            title = short
        shown.set_titles(title, shown.part())
        reference = self.kind.reference(self.problem, partial.board)
        target.set_titles(reference[0] if reference else "", target.part())

    def marks_changed(self) -> None:
        """Show whether the solution is marked."""
        self.update_frames()

    # ---------------------------------------------------------------- keys: which solution

    def page_size(self) -> int:
        """Return the number of solutions in a page."""
        return _PAGE

    def do_next(self) -> None:
        """Go to the next solution."""
        self._go(self._place + 1, _AT_THE_END)

    def do_previous(self) -> None:
        """Go to the previous solution."""
        self._go(self._place - 1, _AT_THE_BEGINNING)

    def do_ten_on(self) -> None:
        """Go a page of solutions on, or to the last."""
        last = self._place == self._places
        there = self._place + 1 if last else min(self._place + self.page_size(), self._places)
        self._go(there, _AT_THE_END)

    def do_ten_back(self) -> None:
        """Go a page of solutions back, or to the first."""
        there = 0 if self._place == 1 else max(self._place - self.page_size(), 1)
        self._go(there, _AT_THE_BEGINNING)

    def _go(self, place: int, otherwise: str) -> None:
        if 1 <= place <= self._places:
            self._request(place)
        else:
            self.say(otherwise)

    def _request(self, place: int) -> None:
        """Request the solution at a place; keys may arrive before it is read, and each counts."""
        self._place = self._awaited = place
        self._awaited_time = 0
        self._to_first = False
        self.reader.show(place)

    def _request_number(self, number: int) -> None:
        """Request a solution by its number, whatever was requested before."""
        self._awaited = None
        self.reader.show_number(number)

    def do_first(self) -> None:
        """Go to the first solution."""
        self._request(1)

    def do_last(self) -> None:
        """Go to the last solution so far."""
        self._request(max(1, self._places))

    def do_go(self) -> None:
        """Ask for the number of a solution and go there."""
        plain = self._view.plain
        which = f"from 1 to {self._places:,}" if plain else f"of one of the {self._places:,} shown"

        def error(text: str) -> str:
            number = int(text) if text.isdecimal() and len(text) < 16 else 0
            if number in (range(1, self._places + 1) if plain else self._numbers):
                return ""
            return f"enter {'a' if plain else 'the'} number {which}"

        def answered(text: str | None) -> None:
            if text:
                # A place counts at once for the keys that follow.
                (self._request if plain else self._request_number)(int(text))

        self.app.push_screen(Ask(f"Go to solution number ({which}):", "", error), answered)

    def do_filter(self) -> None:
        """Ask for an order and a filter."""

        def answered(view: View | None) -> None:
            if view is not None and view != self._view:
                to_first = view.order != self._view.order
                self._view = view
                self.view_changed()
                self.reader.view(view)
                # What the next keys do depends on the place of the solution in the view.
                self.holds_keys, self._view_made = True, view.plain
                if view.plain:
                    self._request_number(1 if self._solution is None else self._solution.first)
                else:
                    self._to_first, self._view_whole = to_first, False
                    self.say("reading the solutions …")

        self.app.push_screen(
            ChooseView(self._view, self._marks, self.problem, self.kind.measure), answered
        )


class ChooseView(Dialog[View]):
    """A dialog for the order and the filter of the solutions."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("dialog")
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
