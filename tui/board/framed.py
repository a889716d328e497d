"""A widget with a frame whose titles change without redrawing its contents."""

from typing import Self

from textual.geometry import Region
from textual.widget import Widget


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
