"""The gallery: small pictures of the solutions of a job; only the visible ones are read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from rich.style import Style
from rich.text import Text
from textual.events import Click, MouseScrollDown, MouseScrollUp, Resize
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from lifesat.jobs.summary import Summary
from lifesat.queries.events import Solutions

from ..board.panel import Framed
from ..board.pictures import BETWEEN, Picture, differing, picture, styled, tile_size
from .actions import JobActions
from .player import Film, OneSolution, SolutionsView
from .solutions import View
from .watch import PageRead

# At least this many pictures are shown, if a drawing is small enough.
_LEAST = 8
# A picture stands between the sides of its frame, and a column lies between two frames.
_GAP = " " * (BETWEEN[0] - 2)


class Tile(NamedTuple):
    """A small picture and the words below it."""

    shown: Picture
    words: str


class SolutionTiles(Static, Framed):
    """Pictures of solutions of one extent in rows, with a frame around the chosen one.

    They are requested from the reader of the screen `owner`, and arrive in `show_page`. The steps
    of all are played at once.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"tiles--chosen", "tiles--marked"}

    class Shown(Message):
        """The page has changed, or was drawn for a new size."""

    @dataclass
    class Chosen(Message):
        """The picture of a solution was clicked."""

        # Its place.
        place: int

    @dataclass
    class Scrolled(Message):
        """The wheel was turned: 1 for down, -1 for up."""

        by: int

    def __init__(self, owner: SolutionsView[Any], *, id: str = "thumbnails") -> None:  # noqa: A002
        super().__init__("", id=id)
        self._owner = owner
        # How many pictures fit, and the size of each.
        self.columns = self.rows = 1
        self._tile = (1, 1)
        self._left = 0
        self._drawn_text = Text()
        # The place of the chosen solution, from 1, the number of all, and the first on the page.
        self.chosen, self.places, self.first = 1, 0, 1
        # The step that is shown of each solution.
        self.time = 0
        # The steps of the solution with which the others are compared, or none.
        self.compared: Sequence[Picture] = ()
        self._read: dict[int, tuple[Solutions, Sequence[Picture]]] = {}
        self._asked: tuple[int, int] | None = None

    @property
    def _style(self) -> str:
        return self._owner.lifesat.pictures

    def _steps(self, solution: Solutions) -> Sequence[Picture]:
        """Return the pictures of the steps of a solution."""
        return self._owner.look.history(self._owner.problem, solution.boards[0])

    @property
    def page(self) -> int:
        """The number of pictures that fit."""
        return self.columns * self.rows

    @property
    def words(self) -> str:
        """Which solutions are shown, such as ``1-12 of 74``."""
        last = min(self.places, self.first + self.page - 1)
        return f"{self.first:,}-{last:,} of {self.places:,}" if self.places else "none"

    def chosen_solution(self) -> tuple[Solutions, Sequence[Picture]] | None:
        """Return the chosen solution and the pictures of its steps; None if it is not read."""
        return self._read.get(self.chosen)

    def choose(self, place: int) -> None:
        """Choose a solution, if there is one at this place, and show its page."""
        if 1 <= place <= self.places:
            self.chosen = place
            self.draw_page()

    def update_places(self, places: int) -> None:
        """Update the number of solutions."""
        if places != self.places:
            self.places = places
            self.draw_page()

    def read_again(self, places: int) -> None:
        """Read the solutions again, because their order may have changed."""
        self.places = places
        self._owner.reader.show_page(self.first, self.page)

    def show_page(self, message: PageRead) -> None:
        """Show solutions that were read."""
        self.places = message.places
        first_ones = not self._read
        self._read = {
            message.first + k: (solution, self._steps(solution))
            for k, solution in enumerate(message.solutions)
        }
        if first_ones:
            self.fit_tiles()
        self.draw_page()

    def on_resize(self, _event: Resize) -> None:
        """Show as many pictures as fit."""
        self.fit_tiles()
        self.draw_page()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Post that the wheel was turned."""
        event.stop()
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Post that the wheel was turned."""
        event.stop()
        self.post_message(self.Scrolled(-1))

    def fit_tiles(self) -> None:
        """Choose the size of the pictures according to one of them."""
        for _, steps in self._read.values():
            room = max(1, self.content_size.width), max(1, self.content_size.height)
            self._tile = tile_size(steps[0], *room, self._style, _LEAST)
            across, down = self._pitch
            self.columns, self.rows = max(1, room[0] // across), max(1, room[1] // down)
            self._left = (room[0] - self.columns * across) // 2
            return

    def _tile_at(self, place: int) -> Tile:
        solution, steps = self._read[place]
        shown = steps[min(self.time, len(steps) - 1)]
        if self.compared:
            shown = differing(shown, self.compared[min(self.time, len(self.compared) - 1)])
        return Tile(shown, self._owner.one.numbered(solution.first))

    def draw_page(self) -> None:
        """Show the page with the chosen solution; request what has not been read."""
        if not self.content_size:
            return  # a later event knows the size
        self.chosen = max(1, min(self.chosen, self.places))
        # Whole rows scroll, as few as possible.
        row, top = (self.chosen - 1) // self.columns, (self.first - 1) // self.columns
        top = max(min(top, row), row - self.rows + 1)
        self.first = top * self.columns + 1
        many = max(0, min(self.page, self.places - self.first + 1))
        wanted = range(self.first, self.first + many)
        asked = self.first, many
        if any(place not in self._read for place in wanted) and asked != self._asked:
            self._asked = asked
            self._owner.reader.show_page(*asked)
        elif many and all(place in self._read for place in wanted):
            self._asked = None
        tiles = {p - self.first: self._tile_at(p) for p in wanted if p in self._read}
        self._show(tiles, self.chosen - self.first, many)
        self.post_message(self.Shown())

    # ---------------------------------------------------------------- drawing

    def lines_for(self, example: Picture, columns: int, lines: int) -> int:
        """Return how many lines whole rows of pictures take in a space, given one of them."""
        each = BETWEEN[1] + tile_size(example, columns, lines, self._style, _LEAST)[1]
        return max(1, lines // each) * each

    @property
    def _pitch(self) -> tuple[int, int]:
        """The distance from a picture to the next one, to the right and down."""
        return self._tile[0] + BETWEEN[0], self._tile[1] + BETWEEN[1]

    def _show(self, tiles: Mapping[int, Tile], chosen: int, many: int) -> None:
        """Show the pictures that have been read, by position.

        `chosen` is a position, and `many` the number of positions.
        """
        text = Text(no_wrap=True)
        for row in range(self.rows):
            positions = range(row * self.columns, min(many, (row + 1) * self.columns))
            drawn = [self._framed(tiles.get(p), chosen=p == chosen) for p in positions]
            for lines in zip(*drawn, strict=True):
                text.append(" " * self._left)
                text.append_text(Text(_GAP).join(lines)).append("\n")
        if text != self._drawn_text:
            self._drawn_text = text
            self.update(text, layout=False)

    def _framed(self, tile: Tile | None, *, chosen: bool) -> list[Text]:
        """Return the lines of a picture and its frame, which only the chosen one shows."""
        width = self._tile[0]
        line = self._part("chosen") if chosen else Style.null()
        words = tile.words if tile else "…"
        words = f"▸{words}◂" if chosen else words
        words = words if len(words) <= width + 2 else words[: width + 2]
        sides = "│" if chosen else " "
        top = f"╭{'─' * width}╮" if chosen else " " * (width + 2)
        bottom = f"{words:─^{width}}" if chosen else f"{words:^{width}}"
        if len(bottom) == width:
            bottom = f"╰{bottom}╯" if chosen else f" {bottom} "
        middle = [Text.assemble((sides, line), each, (sides, line)) for each in self._drawn(tile)]
        return [Text(top, line), *middle, Text(f"{bottom:^{width + 2}}", line or "bold")]

    def _drawn(self, tile: Tile | None) -> list[Text]:
        """Return the lines of a picture, all of one length."""
        width, height = self._tile
        if tile is None:
            return [Text(" " * width)] * height
        lines, part = picture(tile.shown, width, height, self._style)
        drawn_for = width, height, self._style
        text = styled(tile.shown, lines, part, drawn_for, self._part("marked"))
        drawn = list(text.split("\n", allow_blank=True))[: len(lines)]
        left = (width - max(map(len, lines), default=0)) // 2
        for each in drawn:
            each.pad_left(left)
            each.pad_right(width - len(each))
        above, blank = (height - len(drawn)) // 2, Text(" " * width)
        return [*[blank] * above, *drawn, *[blank] * (height - len(drawn) - above)]

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"tiles--{name}", partial=True)

    def on_click(self, event: Click) -> None:
        """Choose the picture under the mouse."""
        across, down = self._pitch
        place = event.get_content_offset(self)
        if place is None:
            return
        column, row = (place.x - self._left) // across, place.y // down
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.post_message(self.Chosen(self.first + row * self.columns + column))


class Gallery(SolutionsView[int | None]):
    """Small pictures of the solutions of the screen `below`; the result is the place of one.

    It begins with the solution at the place `chosen`.
    """

    scope = "gallery"

    def __init__(self, below: SolutionsView[Any], chosen: int, places: int) -> None:
        super().__init__()
        self._below = below
        self.job, self.problem, self.look = below.job, below.problem, below.look
        self.reader = below.reader
        self.film, self.one = Film(self), OneSolution(self)
        self.parts = (self.film, self.one, JobActions(self))
        self._tiles = SolutionTiles(self)
        self._tiles.chosen, self._tiles.places = max(1, chosen), places
        # The number of the solution with which the others are compared, or 0.
        self._compared = 0
        # How far the arrows go depends on the size of the pictures.
        self.holds_keys = True

    def contents(self) -> Iterable[Widget]:
        """Return the pictures."""
        yield self._tiles

    def chosen(self) -> Summary | None:
        """Return the job."""
        return self._below.chosen()

    def silent(self) -> int:
        """Return for how many seconds its process has not responded."""
        return self._below.silent()

    def shown_solutions(self) -> tuple[View, str]:
        """Return which solutions the gallery shows."""
        return self._below.shown_solutions()

    # ---------------------------------------------------------------- display

    def update_places(self, places: int) -> None:
        """Update the number of solutions."""
        self._tiles.update_places(places)

    def read_again(self, places: int) -> None:
        """Read the solutions again, because their order may have changed."""
        self._tiles.read_again(places)

    def show_page(self, message: PageRead) -> None:
        """Show solutions that were read."""
        self._tiles.show_page(message)
        self.holds_keys = False

    def on_solution_tiles_shown(self) -> None:
        """Show which solutions are visible, and let keys act on the chosen one."""
        read = self._tiles.chosen_solution()
        self.one.solution, self.film.steps = read if read is not None else (None, [])
        self.update_frames()
        self.refresh_keys()

    def show_solution(self) -> None:
        """Show the same step of all solutions."""
        self._tiles.time = self.film.time
        self._tiles.fit_tiles()
        self._tiles.draw_page()

    def update_frames(self) -> None:
        """Show which solutions are visible, and how."""
        title = f"lifesat · {self.job.name} · gallery"
        last = len(self.film.steps) - 1
        words = [f"{self.problem.nouns} {self._tiles.words}"]
        words += [self.look.step_words(self.film.time, last)] * bool(self.film.time)
        words += [f"what differs from {self._compared:,}"] * bool(self._compared)
        self.set_title(title, ", ".join(words))

    def marks_changed(self) -> None:
        """Show which solutions are marked."""
        self._tiles.draw_page()

    # ---------------------------------------------------------------- keys and mouse

    def on_solution_tiles_chosen(self, message: SolutionTiles.Chosen) -> None:
        """Choose the solution that was clicked; enlarge it if it was chosen already."""
        if message.place == self._tiles.chosen:
            self.do_enlarge()
        else:
            self._tiles.choose(message.place)

    def on_solution_tiles_scrolled(self, message: SolutionTiles.Scrolled) -> None:
        """Go by a row."""
        if message.by > 0:
            self.do_tile_down()
        else:
            self.do_tile_up()

    def do_enlarge(self) -> None:
        """Show the chosen solution alone."""
        self.dismiss(self._tiles.chosen)

    def do_differences(self) -> None:
        """Mark what differs from the chosen solution, or nothing again."""
        if self._compared or self.one.solution is None:
            self._compared, self._tiles.compared = 0, ()
            self.say("nothing is marked")
        else:
            self._compared, self._tiles.compared = self.one.solution.first, self.film.steps
            self.say(f"marked: what differs from number {self._compared:,}")
        self._tiles.draw_page()

    def do_tile_left(self) -> None:
        """Choose the solution before this one."""
        self._tiles.choose(self._tiles.chosen - 1)

    def do_tile_right(self) -> None:
        """Choose the solution after this one."""
        self._tiles.choose(self._tiles.chosen + 1)

    def do_tile_up(self) -> None:
        """Choose the solution above."""
        self._tiles.choose(self._tiles.chosen - self._tiles.columns)

    def do_tile_down(self) -> None:
        """Choose the solution below, or the last if there is none."""
        columns = self._tiles.columns
        if (self._tiles.chosen - 1) // columns < (self._tiles.places - 1) // columns:
            self._tiles.choose(min(self._tiles.places, self._tiles.chosen + columns))

    def do_page_up(self) -> None:
        """Choose a solution one page before."""
        self._tiles.choose(max(1, self._tiles.chosen - self._tiles.page))

    def do_page_down(self) -> None:
        """Choose a solution one page after."""
        self._tiles.choose(min(self._tiles.places, self._tiles.chosen + self._tiles.page))

    def do_tile_first(self) -> None:
        """Choose the first solution."""
        self._tiles.choose(1)

    def do_tile_last(self) -> None:
        """Choose the last solution so far."""
        self._tiles.choose(self._tiles.places)
