"""A picture of a board in a frame."""

from rich.text import Text
from textual.events import Resize
from textual.widgets import Static

from ..pictures import Board, picture


class BoardPanel(Static):
    """A framed board, or words where there is none."""

    DEFAULT_CSS = """
    BoardPanel { width: 1fr; height: 1fr; border: solid $secondary; border-title-color: $foreground;
        border-subtitle-color: $foreground; padding: 0 1;
        content-align: center middle; }
    """

    def __init__(self, *, id: str) -> None:  # noqa: A002  # Textual's name
        super().__init__("", id=id)
        self._board: Board | None = None
        self._words = ""
        self._style = "auto"
        self._corner = (0, 0)
        self._drawn = ""

    def show(self, board: Board | None, words: str = "", style: str = "auto") -> None:
        """Show a board, or words if it is None."""
        if board is None or self._board is None or board.shape != self._board.shape:
            self._corner = (0, 0)
        self._board, self._words, self._style = board, words, style
        self._draw()

    def name_it(self, title: str, subtitle: str = "") -> None:
        """Write upon the frame."""
        if (title, subtitle) != (self.border_title, self.border_subtitle):
            self.border_title, self.border_subtitle = title, subtitle

    def pan(self, dx: int, dy: int) -> None:
        """Show another part of a board that does not fit, half of what is seen further on."""
        if self._board is None:
            return
        _, (x, y, width, height) = self._picture(self._board)
        self._corner = (x + dx * max(1, width // 2), y + dy * max(1, height // 2))
        _, (x, y, _, _) = self._picture(self._board)
        self._corner = (x, y)
        self._draw()

    def part(self) -> str:
        """Return which part of the board is seen, or "" if all of it is."""
        if self._board is None:
            return ""
        _, (x, y, width, height) = self._picture(self._board)
        if (height, width) == self._board.shape:
            return ""
        rows, columns = self._board.shape
        return f"{x}-{x + width - 1} of {columns} across, {y}-{y + height - 1} of {rows} down"

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        self._draw()

    def _picture(self, board: Board) -> tuple[list[str], tuple[int, int, int, int]]:
        size = self.content_size
        return picture(board, max(1, size.width), max(1, size.height), self._style, self._corner)

    def _draw(self) -> None:
        drawn = self._words if self._board is None else "\n".join(self._picture(self._board)[0])
        if drawn == self._drawn:
            return
        self._drawn = drawn
        text = Text(drawn, no_wrap=self._board is not None)
        if self._board is not None:
            text.highlight_regex("[·.]+", "dim")
        self.update(text, layout=False)
