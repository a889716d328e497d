"""The screen of one job: its progress and its solutions.

One solution is shown at a time, or the heat map of all; a large terminal has a heat map beside the
solution and a gallery below.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from textual.containers import Horizontal
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widget import Widget
from textual.widgets import Static

from lifesat.jobs.job import Job
from lifesat.jobs.stall import SILENT_SECONDS
from lifesat.jobs.summary import Summary
from lifesat.queries.query import PartialBoard
from lifesat.queries.solutions import ListSolutions
from lifesat.queries.sweeping import within_reach
from lifesat.system.printing import clock

from ..board.panel import BoardPanel
from ..board.pictures import Picture, extent
from ..form.costs import best_rate, cost
from ..form.draft import draft_about
from ..form.screen import New
from ..kinds.kind import describe_board
from ..kinds.registry import display_of
from ..shared.actions import BY_NAME, those_met
from ..shared.progress_text import SILENT, duration, ending_sentence, none_words, size, state_label
from ..shared.screen import shortened
from .answer import AnswerScreen
from .browsing import PAGE, Browser
from .gallery import Gallery, SolutionTiles
from .heat import ExactCount, ExactCounted, HeatMap, one_generation_back
from .player import OneJob, OneSolution, SolutionsView
from .progress import FIGURES_LINES, TIGHT_LINES, ProgressPanel
from .solutions import Heat, View
from .watch import (
    HeatMade,
    JobSeen,
    JobWatch,
    PageRead,
    PartialRead,
    SolutionRead,
    ViewMade,
)

# How often the frame of a picture shows a new number of solutions, which the figures show at once.
_STALE_SECONDS = 10.0
# In narrower terminals the frame of a picture has room for the numbers only.
_ROOM_FOR_THE_NOUN = 76
# The columns of the frame of the figures that are not for its text.
_FRAME = 6
# The lines of the screen that are not for pictures: title, sentence, message, footer.
_OTHER_LINES = 6
# In narrower terminals the frames of three pictures have no room for their titles, and the heat map
# has the room of the picture beside it.
_LEAST_WIDTH = 100
_ROOM_FOR_BOTH = 116
# The columns and lines of a picture's frame, and the height of the gallery below.
_FRAME_COLUMNS, _FRAME_LINES = 4, 2
_LEAST_GALLERY, _MOST_GALLERY = 8, 16


def job_screen(job: Job) -> "JobScreen | AnswerScreen":
    """Return the screen that shows a job; raise UserError if its journal cannot be read."""
    return AnswerScreen(job) if job.summary().in_words else JobScreen(job)


def _course(summary: Summary) -> tuple[str, int | None]:
    """Return the state of a job, and its number of solutions if no process is running it."""
    return summary.state, summary.solutions if summary.process is None else None


class JobScreen(SolutionsView[None], OneJob):
    """The progress and the solutions of a job."""

    scope = "job"

    def __init__(self, job: Job) -> None:
        self.problem, query = job.problem(), job.query()
        super().__init__(job, display_of(self.problem))
        self._target = self.look.target(self.problem)
        # Whether each solution is better than the previous one.
        self.improves = query.improves
        # What is shown, in the plural.
        self.nouns = query.nouns
        self.one = OneSolution(self)
        self.browser = Browser(
            self, improves=query.improves, view_changed=self.view_changed, page=self.page_size
        )
        self.parts = (self.film, self.one, self.browser, self.actions)
        self._about = ""
        self._reference: tuple[str, Picture] | None = None
        self._partial: PartialBoard | None = None
        self._frames_updated = 0.0
        self._places_shown = 0
        self._latest: JobSeen | None = None
        self._latest_partial: PartialBoard | None = None
        self._latest_heat: Heat | None = None
        self._replaced_process: int | None = None
        self._frozen = False
        self.heat_map = HeatMap(self, improves=self.improves)
        # Waits for the job that counts for the exact map.
        self._counting: ExactCount | None = None
        self._gallery: Gallery | None = None
        # Whether the solution was enlarged, so that the way back leads to the gallery.
        self._enlarged = False
        self.tiles = SolutionTiles(self, id="strip")
        # What keys do depends on the state of the job and on its first solution.
        self.holds_keys = True

    def shown_solutions(self) -> tuple[View, str]:
        """Return the order and filter of the solutions, and in words which they are, "" for all."""
        return self.browser.shown_solutions()

    @property
    def plays_solution(self) -> bool:
        """Whether a solution is on the screen, not the heat map."""
        return not self.heat_map.alone

    def page_size(self) -> int:
        """Return the number of solutions in a page: those of the gallery below, if shown."""
        return self.tiles.page if self.tiles.display else PAGE

    def contents(self) -> Iterable[Widget]:
        """Return the sentence about the job, its figures and the pictures."""
        yield Static("", id="what", markup=False)
        yield ProgressPanel()
        with Horizontal(id="pictures"):
            yield BoardPanel(id="parent")
            yield BoardPanel(id="target")
            yield BoardPanel(id="heat")
        yield self.tiles

    def on_mount(self) -> None:
        """Start reading the job."""
        self.reader = JobWatch(self.job, self.post_message, self.lifesat.settings.updates)
        self.read_with(self.reader)
        if not self.improves:
            self.reader.show(1)

    def on_unmount(self) -> None:
        """Stop waiting for a count; the job that counts continues."""
        if self._counting is not None:
            self._counting.end()

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the job and what is shown meet."""
        met = super().met_needs()
        found, cells, exact = "found" in met, self.look.cellwise, within_reach(self.problem)
        countable = one_generation_back(self.problem)
        conditions = {"gallery": found and self.look.differs, "cells": found and cells}
        met |= those_met({**conditions, "countable": countable, "exact": exact and cells})
        if self.heat_map.exact:
            met -= {"later", "earlier", "generations"}
        # Actions on a solution need one on the screen.
        return met - {"solution"} if self.heat_map.alone else met

    def laid_out(self) -> None:
        """Fit the title and the pictures."""
        if self.heat_map.alone or self.one.solution is not None:
            self.show_solution()
        if self._summary is not None:
            self._show_state(self._summary)

    # ---------------------------------------------------------------- display

    def on_job_seen(self, message: JobSeen) -> None:
        """Show the progress of the job, unless the display is frozen."""
        samples = message.samples
        if samples is None and self._latest is not None:
            samples = self._latest.samples
        self._latest = JobSeen(message.summary, samples, message.silent)
        if message.silent >= SILENT_SECONDS and message.summary.process != self._replaced_process:
            self._replaced_process = message.summary.process
            self.actions.restart()
        if not self._frozen:
            self._show(self._latest)

    def on_partial_read(self, message: PartialRead) -> None:
        """Show the partial predecessor, unless the display is frozen."""
        self._latest_partial = message.partial
        if not self._frozen:
            self._show_partial(message.partial)

    def _show_partial(self, partial: PartialBoard | None) -> None:
        """Show a partial predecessor, forced cells or nothing while there is no solution."""
        self._partial = partial
        if self.one.solution is None:
            self.show_solution()

    def on_solution_read(self, message: SolutionRead) -> None:
        """Show the first generation of a solution, unless a later request is still open."""
        if self.browser.view_made and self.chosen() is not None:
            self.holds_keys = False
        if not self.browser.take(message):
            return
        generation, self.film.awaited = self.film.awaited or 0, None
        self.one.solution = message.solution
        self.film.time, self.film.steps, self._reference = 0, [], None
        if message.solution is not None:
            board = message.solution.boards[0]
            self.film.steps = self.look.history(self.problem, board)
            self.film.time = min(generation, len(self.film.steps) - 1)
            self._reference = self.look.reference(self.problem, board)
            self._about = self.look.describe_solution(self.problem, board)
        self.show_solution()
        self.refresh_keys()

    def on_heat_made(self, message: HeatMade) -> None:
        """Show the heat map, unless the display is frozen and already shows one."""
        self._latest_heat = message.heat
        if not (self._frozen and self.heat_map.shown):
            self._show_heat(message.heat)

    def _show(self, seen: JobSeen) -> None:
        before, self._summary = self._summary, seen.summary
        silent, self._silent = self._silent, seen.silent
        # The last message may arrive while the screen is being removed.
        if (before, silent) == (seen.summary, seen.silent) or not self.query(ProgressPanel):
            return
        self.actions.state_seen(before, seen.summary)
        figures = self.query_one(ProgressPanel)
        figures.show(seen.summary, seen.samples)
        figures.advise(self._too_long_words(seen.summary))
        self._show_state(seen.summary)
        solutions = seen.summary.solutions
        self.update_found(solutions, solutions - (before.solutions if before else 0))
        if before is None and (not solutions or self.one.solution is not None):
            self.holds_keys = False
        # What the frames say depends on whether a process is at work. A job may also have been
        # resumed, and have ended, between two looks.
        if before is None or not before.solutions or _course(before) != _course(seen.summary):
            self.show_solution()
        self.refresh_keys()

    def _too_long_words(self, summary: Summary) -> str:
        """Return what to do instead of a list that takes too long; "" if it does not."""
        if summary.nothing_left or not one_generation_back(self.problem):
            return ""
        options = replace(self.job.options(), limit=summary.limit)
        per_second = best_rate([summary]) if summary.progress.found else self.lifesat.best_rate()
        known = cost(ListSolutions(self.problem), options, summary.progress.total, per_second)
        if known is None or not known.large:
            return ""
        keys = self.key_labels
        ways = f"{keys['sample']} sample 1,000  {keys['count_only']} count only"
        costs = f"too long to list, at least {duration(known.seconds)} and {size(known.bytes)}"
        words = f"{costs}: {ways}  {keys['limit']} limit"
        fits = len(words) <= self.app.size.width - _FRAME
        return words if fits else f"too long to list: {ways}"

    def _show_state(self, summary: Summary) -> None:
        sign, state = state_label(summary)
        if self._silent:
            sign, state = SILENT[0], f"{SILENT[1]} for {clock(self._silent)}"
        frozen = "frozen · " if self._frozen else ""
        view = f" · {self.browser.words()}" if self.browser.words() else ""
        self.set_title(f"lifesat · {self.job.name}{view}", f"{frozen}{sign} {state}")
        words = ending_sentence(summary, self.problem, self.key_labels)
        if self._silent and summary.process is None:
            words = (
                f"The process has not started. {self.key_labels['details']} shows its log, and "
                f"{self.key_labels['resume']} starts another process."
            )
        elif self._silent:
            words = (
                f"The process does not respond. After {clock(SILENT_SECONDS)} another one "
                f"replaces it, and no solution is lost; {self.key_labels['resume']} does so now."
            )
        note = f"; {summary.note}" if summary.note else ""
        problem = f"{self.nouns}: {self.problem.conditions()}{note}"
        self._write("#what", shortened(words or problem))

    def view_changed(self) -> None:
        """Show the order and the filter of the solutions."""
        if self._summary is not None:
            self._show_state(self._summary)

    def no_solution_words(self) -> str:
        """Return the message to show instead of a solution."""
        if self._summary is None:
            return ""
        words, phase = none_words(self.problem.noun, self._summary.state), self._summary.phase
        return f"{words}: {phase}" if phase else words

    # ---------------------------------------------------------------- the pictures

    @property
    def _panels(self) -> tuple[BoardPanel, BoardPanel, BoardPanel]:
        """The frames of the solution, of what it is compared with, and of the heat map."""
        found = [self.query_one(f"#{name}", BoardPanel) for name in ("parent", "target", "heat")]
        return found[0], found[1], found[2]

    def show_solution(self) -> None:
        """Draw the solution or the heat map, and what there is room for around it."""
        if not self.query(BoardPanel):
            return  # the screen is being removed
        self._arrange()
        if not self.heat_map.alone:
            self._draw_solution()
        else:
            shown, target, _ = self._panels
            style = self.lifesat.pictures
            self.heat_map.draw(shown)
            room = self.app.size.width >= _ROOM_FOR_BOTH
            target.display = room and self._reference is not None
            target.show(None if self._reference is None else self._reference[1], style=style)
            self.update_frames()
        if self.heat_map.beside:
            self.heat_map.draw_beside(self._panels[2])

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

    def _draw_solution(self) -> None:
        """Draw the current generation of the solution, a part of one, or words if there is none."""
        shown, target, _ = self._panels
        style = self.lifesat.pictures
        reference, place = self._reference, None
        if self.one.solution is not None:
            shown.show(self.film.steps[self.film.time], style=style)
        elif self._partial is not None and self.browser.view.plain:
            place = self._partial.place
            reference = self.look.reference(self.problem, self._partial.board)
            shown.show(self._partial.board, style=style, place=place)
        else:
            plain = self.browser.view.plain
            words = self.no_solution_words() if plain else "no solution matches the filter"
            reference = self._target if plain else None
            shown.show(None, words)
        target.display = reference is not None
        shown.set_class(target.display, "-aside")
        target.show(None if reference is None else reference[1], style=style, place=place)
        self.fit_figures()
        self.update_frames()

    def _arrange(self) -> None:
        """Decide what to show around the solution."""
        several = (
            self.one.solution is not None and not self.heat_map.alone and self.browser.places > 1
        )
        several &= not self.has_class("-larger")
        width, height = self._most_cells() if several else (0, 0)
        below = self._gallery_lines(height) if several and self.look.differs else 0
        beside = several and self.look.cellwise and self._fits_beside(width)
        if beside != self.heat_map.beside:
            self.heat_map.beside = self._panels[2].display = beside
            self.reader.heat(wanted=self.heat_map.needed)
        if below:
            self.tiles.styles.height = below
        if bool(below) != self.tiles.display:
            self.tiles.display = bool(below)
            # How far a page goes depends on the size of the pictures.
            self.holds_keys = bool(below)
        if below:
            self.tiles.places = self.browser.places
            self.tiles.choose(self.browser.place)

    def _most_cells(self) -> tuple[int, int]:
        """Return the width and height of the largest picture."""
        shown = [self.film.steps[0], *([self._reference[1]] if self._reference else [])]
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
        return _FRAME_LINES + self.tiles.lines_for(self.film.steps[0], *space)

    def update_frames(self) -> None:
        """Write the texts of the frames."""
        shown, target, heat = self._panels
        if self.heat_map.alone:
            self.heat_map.write_titles(shown)
            if self._reference is not None:
                target.set_titles(self._reference[0], target.part())
        else:
            self._write_titles()
        order = self.browser.words() or "as found"
        self.tiles.places = self.browser.places
        if self.heat_map.beside:
            self.heat_map.write_titles_beside(heat)
        self.tiles.set_titles(f"gallery · {self.tiles.words.partition(' ')[0]} · {order}")

    def _write_titles(self) -> None:
        """Write which solution is shown, and about it, into the frames."""
        self._frames_updated, self._places_shown = time.monotonic(), self.browser.places
        shown, reference, _ = self._panels
        if self.one.solution is None:
            self._write_titles_without_solution(shown, reference)
            return
        which, about, room = self._which(), self._about_shown(), shown.outer_size.width - _FRAME
        when = self.film.words(room) if len(self.film.steps) > 1 else ""
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
        if self.one.solution is None:
            return ""
        number = self.one.solution.first
        marked = "* " if number in self.one.marks else ""
        which = f"{self.browser.place:,} of {self.browser.places:,}"
        if self.browser.words():
            which += f", number {number:,}"
        elif self.app.size.width >= _ROOM_FOR_THE_NOUN:
            best = self.browser.at_best
            which = f"{'best ' * best}{self.problem.noun} {which}"
        return f"{marked}{which}"

    def _about_shown(self) -> str:
        """Return a few words about the generation of the solution that is shown."""
        if self.one.solution is None or self.film.time:
            return describe_board(self.film.steps[self.film.time])
        orbit = int(self.one.solution.orbit_sizes[0])
        return self._about + (f", {orbit} images" if orbit > 1 else "")

    def _write_titles_without_solution(self, shown: BoardPanel, target: BoardPanel) -> None:
        """Write the texts of the frames if there is no solution, but perhaps a part of one."""
        partial = self._partial
        if partial is None or not self.browser.view.plain:
            shown.set_titles(self.nouns)
            target.set_titles(self._target[0] if self._target else "", target.part())
            return
        title, short = partial.titles
        fits = len(title) <= self.app.size.width // 2 - _FRAME
        shown.set_titles(title if fits else short, shown.part())
        reference = self.look.reference(self.problem, partial.board)
        target.set_titles(reference[0] if reference else "", target.part())

    def _show_heat(self, heat: Heat) -> None:
        """Show a heat map; rarely beside a solution, since every picture is sent."""
        if not self.heat_map.take(heat):
            return
        if self.heat_map.alone:
            self.show_solution()
        elif self.heat_map.beside and self.heat_map.stale:
            self.heat_map.draw_beside(self._panels[2])

    # ---------------------------------------------------------------- the galleries

    def marks_changed(self) -> None:
        """Show which solutions are marked, below too."""
        self.update_frames()
        self.tiles.draw_page()

    def update_found(self, found: int, more: int) -> None:
        """Update the display after the job has found more solutions."""
        before = self.browser.places
        self.browser.update_found(found, more)
        stale = time.monotonic() > self._frames_updated + _STALE_SECONDS
        # At first the number grows so fast that an old one misleads.
        grown = stale or found >= 2 * self._places_shown
        if more and self.one.solution is not None and grown:
            self.update_frames()
        if self._gallery is not None and self.browser.view.plain:
            self._gallery.update_places(found)
        if before <= 1 < self.browser.places and self.one.solution is not None:
            self.show_solution()
        if (
            self.tiles.display
            and self.browser.view.plain
            and before < self.tiles.first + self.tiles.page
        ):
            self.tiles.update_places(found)

    def on_page_read(self, message: PageRead) -> None:
        """Show solutions in the gallery, or in the one below."""
        if self._gallery is not None:
            self._gallery.show_page(message)
        elif self.tiles.display:
            self.tiles.show_page(message)
            self.update_frames()

    def on_view_made(self, message: ViewMade) -> None:
        """Show the solutions of the view below too."""
        self.browser.take_view(message)
        if self._gallery is not None:
            self._gallery.read_again(len(message.numbers))
        elif self.tiles.display:
            self.tiles.read_again(len(message.numbers))

    def on_solution_tiles_shown(self) -> None:
        """Release the next keys, which may go by pages."""
        if self.browser.view_made:
            self.holds_keys = False

    def on_solution_tiles_chosen(self, message: SolutionTiles.Chosen) -> None:
        """Show the solution that was clicked."""
        self.browser.request(message.place)

    def on_solution_tiles_scrolled(self, message: SolutionTiles.Scrolled) -> None:
        """Go by a page."""
        self.action_press("ten_on" if message.by > 0 else "ten_back")

    def do_gallery(self) -> None:
        """Open the gallery at the current solution."""
        if self.heat_map.shown:
            self.do_heat()
        self.film.stop()
        self._enlarged = False

        def answered(place: int | None) -> None:
            self._gallery = None
            self.one.read_marks()
            if place is not None:
                self._enlarged = True
                self.browser.request(place)
                self.say(f"{self.key_labels['leave']} returns to the gallery")

        self._gallery = Gallery(self, self.browser.place, self.browser.places)
        self.app.push_screen(self._gallery, answered)

    # ---------------------------------------------------------------- keys and mouse

    def action_press(self, name: str) -> None:
        """Perform an action, or say why it is not possible."""
        if self.heat_map.alone and BY_NAME[name].needs == "solution":
            key = self.key_labels["heat"]
            self.say(f"this is the heat map; {key} shows single {self.problem.nouns}", error=True)
        else:
            super().action_press(name)

    def do_leave(self) -> None:
        """Go from the heat map to the solutions, to the gallery, or to the previous screen."""
        if self.heat_map.alone:
            self.do_heat()
        elif self._enlarged:
            self.do_gallery()
        else:
            super().do_leave()

    def do_heat(self) -> None:
        """Show the heat map, or one solution again."""
        self.heat_map.toggle()
        self.reader.heat(wanted=self.heat_map.needed)
        if self.heat_map.alone:
            nouns, key = self.problem.nouns, self.key_labels["heat"]
            self.say(f"how many {nouns} have each cell live; {key} shows single {nouns} again")
        self.show_solution()

    def do_exact(self) -> None:
        """Count all predecessors cell by cell, and show that heat map."""
        if not within_reach(self.problem) or self._counting is not None:
            return
        self._counting = ExactCount(self.job.name, self.problem, self.post_message)
        self._counting.start()
        self.say(f"counting all {self.problem.nouns} …")

    def on_exact_counted(self, message: ExactCounted) -> None:
        """Show the exact map, or say why there is none."""
        self._counting = None
        if message.heat is None:
            self.say(message.said, error=True)
        else:
            self.film.stop()
            self.heat_map.alone, self.film.time = True, 0
            self._show_heat(message.heat)
            key = self.key_labels["heat"]
            kept = f"the job {message.said} keeps it"
            self.say(f"{key} returns to single {self.problem.nouns}; {kept}")
        self.refresh_keys()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go to the next solution."""
        event.stop()
        self.action_press("next")

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go to the previous solution."""
        event.stop()
        self.action_press("previous")

    def do_freeze(self) -> None:
        """Freeze or unfreeze the display."""
        self._frozen = not self._frozen
        self.query_one(ProgressPanel).freeze(frozen=self._frozen)
        if self._summary is not None:
            self._show_state(self._summary)
        if self._frozen:
            key = self.key_labels["freeze"]
            self.say(f"the display is frozen; the search continues; {key} unfreezes it")
        elif self._latest is not None:
            self._show(self._latest)
            self._show_partial(self._latest_partial)
            if self._latest_heat is not None:
                self._show_heat(self._latest_heat)

    def do_larger(self) -> None:
        """Show or hide the figures above the pictures."""
        self.toggle_class("-larger")
        self.show_solution()

    def do_start_about(self, kind: str) -> None:
        """Count the predecessors of the same target or draw some, as a job of its own."""
        problem = self.problem
        draft = draft_about(kind, self.job.name, problem) if one_generation_back(problem) else None
        if draft is not None:
            if self.job.options().up_to_symmetry:
                draft = draft.changed("up_to_symmetry", "yes")
            self.app.push_screen(New(draft, "start"))


def fitted(first: str, others: Sequence[str], room: int) -> str:
    """Return words, followed by as many others as fit into `room` characters.

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
