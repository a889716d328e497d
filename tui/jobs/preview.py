"""The preview beside the list: the target and the last solution of the job under the cursor."""

import threading
from collections.abc import Iterable
from dataclasses import dataclass

from textual.containers import Container
from textual.message import Message
from textual.widget import Widget

from lifesat.errors import UserError
from lifesat.jobs.follow import solutions_of
from lifesat.jobs.job import Job
from lifesat.queries.query import ProblemQuery, Query

from ..board.panel import BoardPanel
from ..board.pictures import Picture, style_of
from ..kinds.registry import display_of, display_of_answer, target_of
from ..shared.progress_text import none_words
from ..shared.threads import Post, Watch

# Jobs that the cursor only passes are not read.
_PAUSE_SECONDS = 0.06


@dataclass
class PreviewRead(Message):
    """What the list shows of the job with this name."""

    name: str
    # The target of the search, with its title.
    target: tuple[str, Picture] | None
    # The last solution, and its title.
    picture: Picture | None
    title: str
    # A few words about the solution, or why there is none.
    about: str


class PreviewReader(Watch):
    """Reads the target and the last solution of the job requested last."""

    def __init__(self, post: Post) -> None:
        super().__init__(post)
        self._wanted: tuple[str, int] | None = None
        self._asked = threading.Event()

    def ask(self, name: str, found: int) -> None:
        """Request a job that has `found` solutions in its journal."""
        self._wanted = (name, found)
        self._asked.set()

    def end(self) -> None:
        """Ask the thread to end."""
        super().end()
        self._asked.set()

    def run(self) -> None:
        """Read and post until `end` is called."""
        while not self._ended.is_set():
            self._asked.wait()
            if self._ended.wait(_PAUSE_SECONDS):
                return
            self._asked.clear()
            wanted = self._wanted
            if wanted is not None:
                self._post(_read(*wanted))


def _answer_read(job: Job, query: Query, words: str) -> PreviewRead:
    """Return the preview of a job whose answer is not a list: its first picture, or words."""
    target = target_of(query.problem) if isinstance(query, ProblemQuery) else None
    display = display_of_answer(query)
    state = job.known().state
    steps = display.answer_steps(query, state) if display and query.text(state) else []
    if not steps:
        return PreviewRead(job.name, target, None, "answer", words)
    return PreviewRead(job.name, steps[0].reference, steps[0].picture, steps[0].title, words)


def _read(name: str, found: int) -> PreviewRead:
    """Return the preview of a job; empty if it cannot be read."""
    try:
        job = Job(name)
        query, summary = job.query(), job.summary()
        problem = query.named_problem if isinstance(query, ProblemQuery) else None
        if summary.in_words or problem is None:
            return _answer_read(job, query, summary.answer or none_words("answer", summary.state))
        with job.journal() as journal:
            rows = journal.solutions(found - 1, 1) if found else []
        solution = solutions_of(problem, rows) if rows else None
    except (UserError, OSError) as error:
        return PreviewRead(name, None, None, "", str(error))
    kind = display_of(problem)
    if solution is None:
        words = none_words(problem.noun, summary.state)
        return PreviewRead(name, target_of(problem), None, "", words)
    board = solution.boards[0]
    title = f"{problem.noun} {solution.first:,}"
    picture = kind.history(problem, board)[0]
    about = kind.describe_solution(problem, board)
    return PreviewRead(name, kind.reference(problem, board), picture, title, about)


class Preview(Container):
    """The preview of a job."""

    def __init__(self) -> None:
        super().__init__(id="preview-pane")

    def compose(self) -> Iterable[Widget]:
        """Return the pictures."""
        yield BoardPanel(id="target")
        yield BoardPanel(id="last")

    def show(self, read: PreviewRead | None, style: str) -> None:
        """Show a job, or nothing."""
        panel, last = self.query_one("#target", BoardPanel), self.query_one("#last", BoardPanel)
        target = None if read is None else read.target
        panel.display = target is not None
        last.display = read is not None
        if target is not None:
            panel.show(target[1], style=style)
            panel.set_titles(target[0])
        if read is not None:
            last_style = style if read.picture is None else style_of(read.picture, style)
            last.show(read.picture, read.about, style=last_style)
            last.set_titles(read.title, read.about if read.picture is not None else "")
