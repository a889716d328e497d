"""The terminal application driven by keys, and jobs to show in it."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot

from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem
from lifesat.queries.query import Query
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.app import LifesatApp
from lifesat_tui.form.draft import Draft, check
from lifesat_tui.job.screen import JobScreen
from lifesat_tui.shared.actions import BY_NAME
from lifesat_tui.shared.settings import Settings
from lifesat_tui.shared.threads import Watch
from tests.support.environment import PATIENCE_SECONDS, weekly_after

TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."], name="Tub"))
# Its parents are far too many to list.
ENDLESS = Predecessor(Pattern.from_rows(["." * 12] * 12), margin=0)
SIZES = weekly_after(1, [(80, 24), (60, 20), (120, 40)])
# What a terminal sends for these keys, as tests name them.
CHARACTERS = {
    "full_stop": ".", "comma": ",", "slash": "/", "question_mark": "?", "space": " ",
    "minus": "-", "plus": "+", "less_than_sign": "<", "colon": ":",
}  # fmt: skip
Drive = Callable[[LifesatApp, Pilot[None]], Awaitable[None]]


class Hands(Pilot[None]):
    """A pilot that goes on only when its keys have taken effect, however busy the machine is.

    What the keys have changed is not on the screen yet, nor is it known to widgets that are told of
    it by messages.
    """

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the application would take another one."""
        await super().press(*keys)
        app = self.app
        assert isinstance(app, LifesatApp)
        await rested(app, self)
        if not app._exit:
            await self.pause()

    async def _wait_for_screen(self, timeout: float = PATIENCE_SECONDS) -> bool:
        return await super()._wait_for_screen(timeout)


def finished(name: str, asked: Problem | Query, **options: object) -> Job:
    """Do a job in this process, which is quicker than to start one; of a problem, list all."""
    from lifesat.jobs.worker import work  # noqa: PLC0415

    query = asked if isinstance(asked, Query) else ListSolutions(asked)
    how = Options(**{"limit": None, **options})  # type: ignore[arg-type]
    job = Job.create(name, query, how)
    for _ in work(job):
        pass
    return job


def answered(name: str, draft: Draft) -> Job:
    """Do the job that a form states, in this process."""
    from lifesat.jobs.worker import work  # noqa: PLC0415

    checked = check(draft.changed("name", name))
    assert checked.query is not None
    assert checked.options is not None
    job = Job.create(name, checked.query, checked.options)
    for _ in work(job):
        pass
    return job


def drive(
    steps: Drive,
    *,
    job: str | None = None,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    utf_8: bool = True,
) -> LifesatApp:
    """Run the application without a terminal and do steps with it."""
    # Messages stay for as long as a busy machine may take to look at them.
    patient = Settings(animation=False, message_seconds=int(PATIENCE_SECONDS))
    app = LifesatApp(settings or patient, job, utf_8=utf_8)

    async def run() -> None:
        async with app.run_test(size=size):
            hands = Hands(app)
            await hands.pause()
            await steps(app, hands)

    asyncio.run(run())
    return app


async def press(pilot: Pilot[None], name: str) -> None:
    """Press the first key of an action."""
    await pilot.press(BY_NAME[name].keys[0])


def send(app: LifesatApp, *keys: str) -> None:
    """Send keys as a terminal does that reads them in one piece."""
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else CHARACTERS.get(key)))


def send_text(app: LifesatApp, text: str, *, ends: str = "\r") -> None:
    """Send a text as a terminal does that does not mark what is pasted."""
    for character in text.replace("\n", ends):
        key = {"\r": "enter", "\n": "ctrl+j"}.get(character) or _character_to_key(character)
        app.post_message(Key(key, character))


async def rested(app: LifesatApp, pilot: Pilot[None]) -> None:
    """Wait until all keys have taken effect, or the application ends."""
    arrived = asyncio.Event()
    app.call_later(arrived.set)
    await until(lambda: app._exit or arrived.is_set(), pilot)
    await until(lambda: app._exit or not (app._held or app._under_way), pilot)


async def until(condition: Callable[[], bool], pilot: Pilot[None]) -> None:
    """Wait for something, while the application runs."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        if pilot.app._exception is not None:
            raise pilot.app._exception
        assert time.monotonic() < end, f"that never came true:\n{screen_text(pilot.app)}"
        await pilot.pause(0.02)


def screen_text(app: object) -> str:
    """What is on the screen, as lines of text."""
    assert isinstance(app, LifesatApp)
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def words_of(app: LifesatApp) -> str:
    """What is on the screen, as one line, wherever it was wrapped."""
    return " ".join(screen_text(app).split())


def fits(app: LifesatApp) -> bool:
    """Whether what is on the screen fills it and no more; while it is laid out it may not."""
    width, height = app.size
    lines = screen_text(app).split("\n")
    return len(lines) == height and all(len(line) <= width for line in lines)


async def assert_shows(text: str, app: LifesatApp, pilot: Pilot[None]) -> None:
    """Wait until a text is on a screen that it fits; fail if it does not come."""
    await until(lambda: text in screen_text(app) and fits(app), pilot)


async def assert_says(words: str, app: LifesatApp, pilot: Pilot[None]) -> None:
    """Wait until words are on the screen, wherever they are wrapped."""
    await until(lambda: words in words_of(app) and fits(app), pilot)


async def assert_hides(text: str, app: LifesatApp, pilot: Pilot[None]) -> None:
    """Wait until a text is no longer on a screen that is drawn; fail if it does not go."""
    await until(lambda: text not in screen_text(app) and fits(app), pilot)


async def assert_focused(name: str, app: LifesatApp, pilot: Pilot[None]) -> None:
    """Wait until a widget has the focus, which it does not get at once."""
    await until(lambda: getattr(app.screen.focused, "id", None) == name, pilot)


async def end_watch(watch: Watch, pilot: Pilot[None]) -> None:
    """End a thread that reads jobs, and wait until its last message has been taken."""
    watch.end()
    await until(lambda: not watch.is_alive(), pilot)
    await pilot.pause()


def job_screen(app: LifesatApp) -> JobScreen:
    """The job that is shown."""
    assert isinstance(app.screen, JobScreen)
    return app.screen
