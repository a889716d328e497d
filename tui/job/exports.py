"""Writing what a job has found to files."""

from collections.abc import Iterator

from lifesat.errors import UserError
from lifesat.formats import write_file, write_text
from lifesat.formats.registry import IMAGES, format_of_name
from lifesat.frontends.output.event_files import csv_lines, forms_of, solution_files
from lifesat.frontends.output.files import Output, open_pattern
from lifesat.frontends.output.marginals import marginals_file
from lifesat.jobs.follow import found, solutions_of
from lifesat.jobs.job import Job
from lifesat.queries.events import Solutions
from lifesat.queries.forced_cells import ForcedCells

from ..shared.file_names import file_path
from ..shared.progress_text import solutions_words
from .solutions import Index, View


def export(job: Job, text: str, view: View | None = None, *, force: bool = False) -> str:
    """Write what a job has found to a file or a folder, and return what was written in words.

    The extension selects the format; a name that ends in a slash is a folder. Without a view, all
    solutions are written in the order in which they were found.
    """
    path = str(file_path(text)) + ("/" if text.endswith("/") else "")
    summary = job.summary()
    if summary.in_words:
        return _export_answer(job, path, text, force=force)
    if summary.shape == "cells":
        return _export_forced(job, path, text, force=force)
    if path.endswith(".csv"):
        writer = csv_lines(Output(path, force))
    else:
        form, problem = format_of_name(path), job.problem()
        form = form if form in forms_of(problem) else None
        writer = solution_files(Output(path, force, form), problem)
    written = 0
    with writer as write:
        for solutions in found(job) if view is None or view.plain else _viewed(job, view):
            write(solutions)
            written += len(solutions.boards)
    return f"wrote {solutions_words(written)} to {text}"


def _viewed(job: Job, view: View) -> Iterator[Solutions]:
    """Yield the solutions in a view, in its order, each with its own number."""
    problem, index = job.problem(), Index()
    with job.journal() as journal:
        while index.extend(journal, problem):
            pass
        for number in index.numbers(view).tolist():
            yield solutions_of(problem, journal.solutions(number - 1, 1))


def _export_answer(job: Job, path: str, text: str, *, force: bool) -> str:
    query, known = job.query(), job.known()
    answer = query.text(known.state)
    if not answer:
        raise UserError(f"the job {job.name!r} has no answer to write")
    if query.shape == "probabilities":
        with marginals_file(Output(path, force)) as write:
            write(known)
    else:
        write_file(path, answer, force=force)
    return f"wrote the answer to {text}"


def _export_forced(job: Job, path: str, text: str, *, force: bool) -> str:
    query = job.query()
    forced = query.forced(job.known().state) if isinstance(query, ForcedCells) else None
    if forced is None:
        raise UserError(f"no {job.problem().noun} is known yet, so no cells are forced")
    form = format_of_name(path) or "rle"
    if form in IMAGES:
        with open_pattern(Output(path, force, form)) as draw:
            draw(forced.pattern)
    else:
        write_file(path, write_text(forced.pattern, form), force=force)
    return f"wrote {text}: {forced.words}"
