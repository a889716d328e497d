"""What a large terminal shows around a solution: a heat map beside it, and a gallery below."""

import time
from typing import TYPE_CHECKING

from lifesat.jobs.job import Job

from ..kinds.display import LifeDisplay
from ..messages import PageRead, ViewMade
from ..pictures import extent
from ..widgets.board import BoardPanel
from ..widgets.progress import FIGURES_LINES
from ..widgets.solution_tiles import SolutionTiles
from .gallery_browsing import GalleryBrowsing

if TYPE_CHECKING:
    from ..heat import Heat

# The lines of the screen that are not for pictures: title, sentence, message, footer.
_OTHER_LINES = 6
# In narrower terminals the frames of three pictures have no room for their titles.
_LEAST_WIDTH = 100
# The heat map beside a solution is drawn again after this time, or when the number of solutions has
# grown by this factor.
_STALE_SECONDS = 60.0
_MUCH_MORE = 8
# The columns and lines of a picture's frame, and the height of the gallery.
_FRAME_COLUMNS, _FRAME_LINES = 4, 2
_LEAST_GALLERY, _MOST_GALLERY = 8, 16


class WideBrowsing(GalleryBrowsing):
    """A screen that shows a solution, with a heat map beside it and a gallery below if they fit."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self._beside = False
        self._heat_drawn_at = 0.0
        self._heat_drawn = 0
        self._heat_of = ""
        self.tiles = SolutionTiles(
            self.steps_of,
            lambda number: f"{number:,}{'*' * (number in self._marks)}",
            self._read_page,
            lambda: self.lifesat.pictures,
            id="strip",
        )

    def _read_page(self, first: int, many: int) -> None:
        self.reader.show_page(first, many)

    @property
    def heat_needed(self) -> bool:
        """Whether the heat map is shown, alone or beside a solution."""
        return super().heat_needed or self._beside

    # ---------------------------------------------------------------- room

    def laid_out(self) -> None:
        """Show what there is room for."""
        super().laid_out()
        if self._solution is not None:
            self.show_solution()

    def show_solution(self) -> None:
        """Draw the solution or the heat map, and what there is room for around it."""
        if self.query(BoardPanel):
            self._arrange()
        super().show_solution()
        if self._beside:
            self._draw_beside()

    def _arrange(self) -> None:
        """Decide what to show around the solution."""
        several = self._solution is not None and not self._heat_wanted and self._places > 1
        several &= not self.has_class("-larger")
        width, height = self._most_cells() if several else (0, 0)
        below = self._gallery_lines(height) if several and self.kind.differs else 0
        beside = several and isinstance(self.kind, LifeDisplay) and self._fits_beside(width)
        if beside != self._beside:
            self._beside = beside
            self.query_one("#heat", BoardPanel).display = beside
            self.reader.heat(wanted=self.heat_needed)
        if below:
            self.tiles.styles.height = below
        if bool(below) != self.tiles.display:
            self.tiles.display = bool(below)
            # How far a page goes depends on the size of the pictures.
            self.holds_keys = bool(below)
        if below:
            self.tiles.places = self._places
            self.tiles.choose(self._place)

    def _most_cells(self) -> tuple[int, int]:
        """Return the width and height of the largest picture."""
        shown = [self._history[0], *([self._reference[1]] if self._reference else [])]
        widths, heights = zip(*map(extent, shown), strict=True)
        return max(widths), max(heights)

    def _fits_beside(self, width: int) -> bool:
        """Return whether three pictures fit side by side, with two columns for each cell."""
        many = 3 if self._reference is not None else 2
        room = self.app.size.width
        return room >= _LEAST_WIDTH and many * (2 * width + _FRAME_COLUMNS) <= room

    def _gallery_lines(self, height: int) -> int:
        """Return the height of the gallery below pictures of some lines; 0 if it does not fit."""
        room = self.app.size.height - _OTHER_LINES - FIGURES_LINES
        lines = min(_MOST_GALLERY, max(_LEAST_GALLERY, room // 3))
        if height + _FRAME_LINES + lines > room:
            return 0
        space = self.app.size.width - _FRAME_COLUMNS, lines - _FRAME_LINES
        style = self.lifesat.pictures
        return _FRAME_LINES + self.tiles.lines_for(self._history[0], style, *space)

    # ---------------------------------------------------------------- the heat map beside it

    def show_heat(self, heat: "Heat") -> None:
        """Show a heat map; rarely beside a solution, since every picture is sent."""
        super().show_heat(heat)
        if not self._beside or self._heat_wanted:
            return
        summary = self.chosen()
        ended = (
            summary is not None and summary.process is None and heat.read >= summary.progress.found
        )
        stale = time.monotonic() > self._heat_drawn_at + _STALE_SECONDS
        if ended or stale or heat.total >= _MUCH_MORE * self._heat_drawn:
            self._draw_beside()

    def _draw_beside(self) -> None:
        """Draw the heat map beside the solution."""
        if self._heat is not None:
            self._heat_drawn_at, self._heat_drawn = time.monotonic(), self._heat.total
        self.draw_heat(self.query_one("#heat", BoardPanel))
        self._heat_of, _ = self.heat_words()
        self._write_heat_titles()

    def _write_heat_titles(self) -> None:
        """Show which solutions count, and the unit of the numbers, which depends on their size."""
        panel, which = self.query_one("#heat", BoardPanel), self._heat_of
        short = which.replace(f" {self.problem.nouns}", "")
        unit = panel.unit() if which else ""
        title = f"heat map, {unit}" if unit else "heat map"
        if self._heat is not None and self._heat_time:
            title += f", generation {self._heat_time}"
        panel.set_titles(title, short if len(which) > panel.size.width - 6 else which)

    # ---------------------------------------------------------------- the gallery below

    def update_frames(self) -> None:
        """Write the texts of the frames."""
        super().update_frames()
        order = self.view_words() or "as found"
        self.tiles.places = self._places
        if self._beside:
            self._write_heat_titles()
        self.tiles.set_titles(f"gallery · {self.tiles.words.partition(' ')[0]} · {order}")

    def marks_changed(self) -> None:
        """Show which solutions are marked, below too."""
        super().marks_changed()
        self.tiles.draw_page()

    def update_found(self, found: int, more: int) -> None:
        """Update the display after the job has found more solutions."""
        before = self._places
        super().update_found(found, more)
        if before <= 1 < self._places and self._solution is not None:
            self.show_solution()
        if self.tiles.display and self._view.plain and before < self.tiles.first + self.tiles.page:
            self.tiles.update_places(found)

    def on_page_read(self, message: PageRead) -> None:
        """Show solutions in the gallery, or in the one below."""
        super().on_page_read(message)
        if self._gallery is None and self.tiles.display:
            self.tiles.show_page(message)
            self.update_frames()

    def on_view_made(self, message: ViewMade) -> None:
        """Show the solutions of the view below too."""
        super().on_view_made(message)
        if self._gallery is None and self.tiles.display:
            self.tiles.read_again(len(message.numbers))

    def on_solution_tiles_shown(self) -> None:
        """Release the next keys, which may go by pages."""
        if self._view_made:
            self.holds_keys = False

    def on_thumbnails_chosen(self, message: SolutionTiles.Chosen) -> None:
        """Show the solution that was clicked."""
        self._request(self.tiles.first + message.position)

    def on_solution_tiles_scrolled(self, message: SolutionTiles.Scrolled) -> None:
        """Go by a page."""
        self.action_press("ten_on" if message.by > 0 else "ten_back")

    def page_size(self) -> int:
        """Return the number of solutions in a page: those of the gallery below, if shown."""
        return self.tiles.page if self.tiles.display else super().page_size()
