"""The search for forced cells, told as events, and what is kept of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from lifesat.queries.events import Event, Forced, Progress, Status
from lifesat.queries.forced_backbone import Backbone
from lifesat.queries.forced_steps import forced_steps
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run
from lifesat.sat.packed import pack, unpack


def forced_events(
    search: Backbone, run: Run, stop: Callable[[], bool], recorder: Recorder
) -> Iterator[Event]:
    """Search for forced cells.

    Parameters
    ----------
    search
        What to search; it knows nothing yet.
    run, stop, recorder
        As for `lifesat.queries.query.Query.events`. The recorder may know of some cells already.

    Yields
    ------
    Event
        `Progress` four times a second, `Forced` when there are more forced cells, and at last both
        and `Done`. Cells that are settled are found, and all cells are the total.

    Raises
    ------
    UserError
        Before the first event, if what the recorder knows is not about such cells.
    """
    options = run.options
    recorder.restore(partial(restored, search))
    news = ForcedNews()
    yield _progress(run, search)
    steps = forced_steps(
        search,
        options.encoding_of(search.problem),
        options.solver_if_named,
        run.over(stop),
        memory=options.memory,
        workers=options.workers,
    )
    for questions in steps:
        recorder.wait(questions.suspended)
        if run.progress_due():
            progress = _progress(run, search)
            recorder.settle(settled(search))
            yield progress
            yield from news.of(search)
    status = _status(run, search, stop)
    progress = _progress(run, search)
    recorder.settle(settled(search))
    recorder.end(None, status)
    yield progress
    if search.exists:
        yield Forced.of(search)
    yield run.done(status)


def _status(run: Run, search: Backbone, stop: Callable[[], bool]) -> Status:
    if not search.complete:
        return run.interrupted(stop).status
    return "complete" if search.exists else "none"


def _progress(run: Run, search: Backbone) -> Progress:
    run.found = run.covered = search.cells - search.unsettled
    return replace(run.progress(), total=search.cells)


class ForcedNews:
    """Notices when there are more forced cells."""

    def __init__(self) -> None:
        self._known = -1

    def of(self, search: Backbone) -> Iterator[Forced]:
        """Yield the forced cells if a predecessor is known and there are more of them."""
        if search.exists:
            forced = Forced.of(search)
            if forced.live + forced.dead > self._known:
                self._known = forced.live + forced.dead
                yield forced


def settled(search: Backbone) -> dict[str, Any]:
    """Return what the journal of a job keeps of a search, by name."""
    values: dict[str, Any] = {"total": str(search.cells)}
    if (progress := search.progress()) is not None:
        model, letters = progress
        values |= {"predecessor": pack(model[None]).tobytes(), "cells": letters}
    return values


def restored(search: Backbone, values: Mapping[str, Any]) -> bool:
    """Give a search what the journal of its job has kept of it.

    Parameters
    ----------
    search
        The search.
    values
        The values in the journal.

    Returns
    -------
    bool
        Whether the values are those of such a search.

    Notes
    -----
    The predecessor is verified. That cells are settled is believed, as it is of cubes that other
    searches have exhausted.
    """
    if "cells" not in values:
        return True
    packed, letters = values.get("predecessor"), values["cells"]
    projection = search.problem.projection
    if not isinstance(packed, bytes) or len(packed) != (projection + 7) // 8:
        return False
    model = unpack(np.frombuffer(packed, dtype=np.uint8)[None], projection)[0]
    return isinstance(letters, str) and search.restore(model, letters)
