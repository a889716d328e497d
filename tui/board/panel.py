"""A framed picture of a board or a text."""

from typing import ClassVar, Self

from rich.text import Text
from textual.events import Resize
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from .pictures import (
    HEAT,
    HEAT_ASCII,
    HEAT_WITHOUT_GREYS,
    Board,
    Picture,
    enlarged,
    extent,
    fits,
    greys,
    picture,
    styled,
    unit,
)


class Framed(Widget):
    """A widget whose frame titles change without sending its contents to the terminal.

    It must follow another base class, as Textual takes styles from the first one only.
    """

    _titling = False

    def set_titles(self, title: str, subtitle: str = "") -> None:
        """Set the texts in the frame."""
        if (title, subtitle) != (self.border_title, self.border_subtitle):
            self._titling = True
            self.border_title, self.border_subtitle = title, subtitle
            self._titling = False

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Draw again; while titles are set, only the first and the last line."""
        if self._titling and self.outer_size:
            (left, top), (width, height) = self.content_offset, self.outer_size
            lines = (Region(-left, row - top, width, 1) for row in (0, height - 1))
            regions = (*regions, *lines)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)


# The columns of the picture's width that a title in the frame cannot use.
_CORNERS = 4


class BoardPanel(Framed, Static):
    """A framed picture, or a message if there is none."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"board--marked"}

    class Fitted(Message):
        """The picture was drawn for a new size."""

    def __init__(self, *, id: str) -> None:  # noqa: A002  # Textual's name
        super().__init__("", id=id)
        self._shown: Picture | None = None
        self._words = ""
        self._style = "auto"
        self._corner = (0, 0)
        self._place: tuple[int, int] | None = None
        self._scrolled = False
        self._drawn = ""

    def show(
        self,
        shown: Picture | None,
        words: str = "",
        style: str = "auto",
        place: tuple[int, int] | None = None,
    ) -> None:
        """Show a picture in a style of `lifesat_tui.board.pictures`, or a message without one.

        `place` is the column and row of a cell to scroll to, if the user has not scrolled.
        """
        if shown is None or self._shown is None or extent(shown) != extent(self._shown):
            self._corner, self._scrolled = (0, 0), False
        without_greys = style == HEAT and not self._has_greys
        self._style = HEAT_WITHOUT_GREYS if without_greys else style
        self._shown, self._words, self._place = shown, words, place
        self.set_class(style in (HEAT, HEAT_ASCII), "-heat")
        self.set_class(shown is not None, "picture")
        self.set_class(shown is None, "-words")
        self._draw()

    @property
    def _has_greys(self) -> bool:
        """Whether the terminal has enough greys for the shares of a heat map."""
        return not self.app.no_color and self.app.console.color_system in ("256", "truecolor")

    def pan(self, dx: int, dy: int) -> None:
        """Scroll a picture that does not fit by half of the visible part."""
        if self._shown is None:
            return
        _, (x, y, width, height) = self._picture(self._shown)
        self._place = None
        self._corner = (x + dx * max(1, width // 2), y + dy * max(1, height // 2))
        _, (x, y, _, _) = self._picture(self._shown)
        self._corner, self._scrolled = (x, y), True
        self._draw()

    def part(self) -> str:
        """Return which part of the picture is visible, or "" if all of it is."""
        if self._shown is None or not self.content_size:
            return ""
        _, (x, y, width, height) = self._picture(self._shown)
        columns, rows = extent(self._shown)
        if (width, height) == (columns, rows):
            return ""
        across, down = f"{x}-{x + width - 1} of {columns}", f"{y}-{y + height - 1} of {rows}"
        words = f"{across} across, {down} down"
        room = self.content_size.width - _CORNERS
        return words if len(words) <= room else f"{across}, {down}"

    @property
    def rows(self) -> int:
        """The number of rows of cells or lines in the picture."""
        return 0 if self._shown is None else extent(self._shown)[1]

    def fits_in(self, rows: int) -> bool:
        """Return whether all of the picture would be visible in another number of rows."""
        width, _ = self._room()
        return self._shown is None or fits(self._shown, width, rows, self._style)

    def unit(self) -> str:
        """Return the unit of the numbers in a heat map."""
        if self._shown is None or isinstance(self._shown, str):
            return ""
        return unit(self._shown, *self._room(), self._style)

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        self._draw()
        self.post_message(self.Fitted())

    def _picture(self, shown: Picture) -> tuple[list[str], tuple[int, int, int, int]]:
        room = self._room()
        corner = self._corner
        if self._place is not None and not self._scrolled:
            _, (_, _, width, height) = picture(shown, *room, self._style)
            (x, y), margins = self._place, (width // 4, height // 4)
            corner = x + 1 + margins[0] - width, y + 1 + margins[1] - height
        return picture(shown, *room, self._style, corner)

    def _room(self) -> tuple[int, int]:
        return max(1, self.content_size.width), max(1, self.content_size.height)

    def _draw(self) -> None:
        shown = None if self._shown is None else enlarged(self._shown, *self._room())
        if shown is None:
            lines, part = [self._words], (0, 0, 0, 0)
        else:
            lines, part = self._picture(shown)
        drawn = "\n".join(lines)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        text = Text(drawn)
        if shown is not None:
            mark = self.get_component_rich_style("board--marked", partial=True)
            text = styled(shown, lines, part, (*self._room(), self._style), mark)
        if self._style in (HEAT, HEAT_ASCII) and not (shown is None or isinstance(shown, str)):
            x, y, width, height = part
            self._shade(text, shown[y : y + height, x : x + width], lines)
        self.update(text, layout=False)

    def _shade(self, text: Text, board: Board, lines: list[str]) -> None:
        """Give the numbers of a heat map a grey background, if the terminal has enough greys."""
        if self._has_greys:
            for style, start, end in greys(board, lines, dark=self.app.current_theme.dark):
                text.stylize(style, start, end)
