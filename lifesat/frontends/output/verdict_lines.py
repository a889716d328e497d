"""Yes or no for each of many patterns, and the parents that were found."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from lifesat.frontends.output.event_files import forms_of, solution_files
from lifesat.frontends.output.files import (
    Output,
    extension_of,
    is_folder,
    named_files,
    open_text,
)
from lifesat.problems.problem import Problem
from lifesat.queries.events import Event, Known, Solutions
from lifesat.queries.has_parent import HasParent, Parent, verdict_line


@contextmanager
def verdict_lines(to: Output, query: HasParent) -> Iterator[Callable[[Event], None]]:
    """Open an output for verdicts and yield a function that takes every event.

    Verdicts are written in the order of the patterns; those still open at the end are written as
    unknown.
    """
    answers: dict[int, bool] = {}
    written = 0
    with open_text(to.place, force=to.force) as stream:

        def write(event: Event) -> None:
            nonlocal written
            if not isinstance(event, Known):
                return
            answers.update(query.values(event.before, event.state))
            while (answer := answers.pop(written, None)) is not None:
                stream.write(verdict_line(query.names[written], answer))
                written += 1
            stream.flush()

        yield write
        for number, name in enumerate(query.names[written:], written):
            stream.write(verdict_line(name, answers.get(number)))


@contextmanager
def parent_files(
    to: Output, query: HasParent, change: Callable[[Problem], Callable[[str], str] | None]
) -> Iterator[Callable[[Event], None]]:
    """Open an output for parents and yield a function that takes every event.

    A folder gets a file for each pattern, named after it. `change` returns the function that edits
    the texts of a problem's solutions, or None.
    """
    example = query.problem(1)
    if is_folder(to.place):
        extension = extension_of(to.form or example.first_form, forms_of(example))
        ending = f"-{example.noun}{extension}"
        with named_files(to.place, query.names, ending, force=to.force) as paths:

            def write_file(number: int, parent: Parent) -> None:
                there, problem = to._replace(place=str(paths[number - 1])), parent.problem
                with solution_files(there, problem, change(problem)) as write:
                    write(_as_solutions(parent))

            yield _each_parent(query, write_file)
        return
    with solution_files(to, example, change(example)) as write:
        yield _each_parent(query, lambda _, parent: write(_as_solutions(parent)))


def _as_solutions(parent: Parent) -> Solutions:
    return Solutions(1, parent.boards, np.ones(1, dtype=np.intp), parent.problem)


def _each_parent(query: HasParent, write: Callable[[int, Parent], None]) -> Callable[[Event], None]:
    """Return an event handler that writes each parent with the number of its pattern."""

    def write_parents(event: Event) -> None:
        if isinstance(event, Known):
            for number, _, _, parent in query.decided(event.before, event.state):
                if parent is not None:
                    write(number, parent)

    return write_parents
