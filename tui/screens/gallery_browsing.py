"""Switching between one solution of a job and the gallery of many."""

from lifesat.jobs.job import Job

from ..favourites import favourites
from ..messages import PageRead, ViewMade
from .gallery import Gallery
from .heat_map import HeatMapBrowsing


class GalleryBrowsing(HeatMapBrowsing):
    """A screen that shows one solution of a job at a time, or opens the gallery."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self._gallery: Gallery | None = None
        # Whether the solution was enlarged, so that the way back leads to the gallery.
        self._enlarged = False

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the job and what is shown meet."""
        met = super().met_needs()
        if "found" in met and self.kind.differs:
            met.add("gallery")
        return met

    def update_found(self, found: int, more: int) -> None:
        """Update the display after the job has found more solutions."""
        super().update_found(found, more)
        if self._gallery is not None and self._view.plain:
            self._gallery.update_places(found)

    def on_page_read(self, message: PageRead) -> None:
        """Show solutions in the gallery."""
        if self._gallery is not None:
            self._gallery.show_page(message)

    def on_view_made(self, message: ViewMade) -> None:
        """Show the solutions of the view in the gallery too."""
        super().on_view_made(message)
        if self._gallery is not None:
            self._gallery.read_again(len(message.numbers))

    def do_gallery(self) -> None:
        """Open the gallery at the current solution."""
        if self.shows_heat:
            self.do_heat()
        self.stop_playing()
        self._enlarged = False

        def answered(place: int | None) -> None:
            self._gallery = None
            self._marks = favourites(self.job)
            self.marks_changed()
            if place is not None:
                self._enlarged = True
                self._request(place)
                self.say(f"{self.key_labels['leave']} returns to the gallery")

        self._gallery = Gallery(self, self._place, self._places)
        self.app.push_screen(self._gallery, answered)

    def do_leave(self) -> None:
        """Go back to the gallery if the solution was enlarged there, or else as usual."""
        if self._enlarged and not self.shows_heat:
            self.do_gallery()
        else:
            super().do_leave()
