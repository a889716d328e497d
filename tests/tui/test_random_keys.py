"""Random keys, texts, clicks and sizes: nothing fails, is deleted or left by accident."""

import os
import random
import shutil
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from textual.events import MouseScrollDown, MouseScrollUp, Paste
from textual.widgets import Input, TextArea

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.job import Job, jobs
from lifesat.jobs.listing import folder_names
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.app import LifesatApp
from lifesat_tui.shared.actions import ACTIONS, of
from lifesat_tui.shared.picker import Palette
from lifesat_tui.shared.screen import Base, Dialog, too_small
from tests.support.application import (
    ENDLESS,
    TUB,
    drive,
    finished,
    rested,
    send,
    send_text,
    until,
)
from tests.support.environment import end_jobs

if TYPE_CHECKING:
    from textual.pilot import Pilot

SECONDS = float(os.environ.get("LIFESAT_RANDOM_SECONDS", "60"))
SEED = os.environ.get("LIFESAT_RANDOM_SEED")
"""Makes the choices of a run that has failed once more; how long things take may differ."""

_MOST_AT_WORK = 2
_STEPS_BETWEEN = 20
_SIZES = [(80, 24), (80, 24), (60, 20), (120, 40), (200, 60), (50, 15), (59, 40), (30, 5)]
_QUIT = {"q", "ctrl+q"}
# Suspending needs a terminal.
_KEYS = sorted({key for action in ACTIONS for key in action.keys} - {"ctrl+z"})
_OTHERS = [
    *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "tab", "shift+tab", "enter",
    "escape", "space", "backspace", "delete", "up", "down", "left", "right", "pageup", "pagedown",
    "home", "end", "ctrl+p", "ctrl+c", "ctrl+q", "ctrl+u", "ctrl+w", "ctrl+k", "f5", "f10",
]  # fmt: skip
_TEXTS = [
    "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!", "bo$2bo$3o!", ".O.\nO.O\n.O.", "xq4_153",
    "#####\n#@$.#\n#####\n", "x = 3, y = 3, rule = B36/S\nbo$2bo$3q!", "O" * 300,
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "deny everything quite exactly, dear\nsir. dy dy dy dy dy dy q q q q", "x = 90, y = 1\n90o!",
    "dydydydydydydydy\nqqqqyyyyyyyy\nxxxxnnnn", "a folder/with a file.rle, quoted\nd y q y",
]  # fmt: skip
_PASTED = [*_TEXTS, "small.rle", "file:///nowhere/at/all", "", "\x1b[31m\u200b語 🐍\x00", "q", "y"]


class Step(NamedTuple):
    """What is done: one of these."""

    keys: tuple[str, ...] = ()
    typed: str = ""
    pasted: str | None = None
    click: tuple[int, int] | None = None
    wheel: int = 0
    size: tuple[int, int] | None = None


class Hand:
    """Does things at random, and looks at what has become of the application.

    Parameters
    ----------
    seed
        Gives the choices.

    Attributes
    ----------
    done
        The last steps, each with the screen before it.
    """

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)
        self._wheel_used = False
        self.done: deque[str] = deque(maxlen=40)

    async def __call__(self, app: LifesatApp, pilot: "Pilot[None]") -> None:
        """Go on until the application is left, or for a while."""
        end = time.monotonic() + self._chance.uniform(5, 60)
        number = 0
        while time.monotonic() < end and not app._exit:
            if number % _STEPS_BETWEEN == 0:
                _end_all_but_few()
            number += 1
            await self._go(self._chosen(app), app, pilot)

    def _chosen(self, app: LifesatApp) -> Step:
        """Choose a step."""
        chance, (width, height) = self._chance, app.size
        # The keys in the footer can be clicked.
        line = height - 1 - chance.randrange(chance.choice([height, min(2, height)]))
        steps = [
            Step((self._key(app),)),
            Step(tuple(self._key(app) for _ in range(chance.randrange(2, 12)))),
            Step(typed=chance.choice(_TEXTS)),
            Step(pasted=chance.choice(_PASTED)),
            Step(click=(chance.randrange(width), line)),
            Step(wheel=chance.choice([-1, 1])),
            Step(size=chance.choice(_SIZES)),
        ]
        return chance.choices(steps, [60, 10, 4, 4, 14, 3, 5])[0]

    def _key(self, app: LifesatApp) -> str:
        """Choose a key, most often one of the screen."""
        chance, screen = self._chance, app.screen
        own = [key for a in of(screen.scope) for key in a.keys] if isinstance(screen, Base) else []
        own = [key for key in own if key in _KEYS] or _KEYS
        key = chance.choice(chance.choice([own, own, own, _OTHERS, _KEYS]))
        # It would be left too often.
        return "down" if key in _QUIT and chance.random() < 0.8 else key

    async def _go(self, step: Step, app: LifesatApp, pilot: "Pilot[None]") -> None:
        """Do a step, and look at what has become of the application."""
        before, field = app.screen, isinstance(app.focused, Input | TextArea)
        listed = set(folder_names())
        self.done.append(
            f"{type(before).__name__} {app.size.width}x{app.size.height}: {_in_words(step)}"
        )
        await _do(step, app, pilot)
        await rested(app, pilot)
        await until(lambda: app._exit or not app._tasks, pilot)
        gone = listed - set(folder_names())
        assert not gone or _confirms(step, before), f"deleted without a question: {gone}"
        if app._exit:
            assert _quits(step, before, field), "left without a key that quits"
            return
        await pilot.pause()
        self._wheel_used = bool(step.wheel) or (self._wheel_used and app.screen is before)
        await until(lambda: app._exit or self._shows_focus(app), pilot)

    def _shows_focus(self, app: LifesatApp) -> bool:
        """Whether a widget has the focus and can be seen, if any can have it."""
        screen = app.screen
        if too_small(*app.size) or not screen.focus_chain:
            return True
        focused = screen.focused
        if focused is None or focused not in screen.focus_chain:
            return False
        # The wheel may scroll it away.
        return self._wheel_used or bool(screen.find_widget(focused).visible_region)


async def _do(step: Step, app: LifesatApp, pilot: "Pilot[None]") -> None:
    send(app, *step.keys)
    send_text(app, step.typed)
    if step.pasted is not None:
        app.post_message(Paste(step.pasted))
    if step.click is not None:
        await pilot.click(offset=step.click)
    if step.wheel:
        middle = app.size.width // 2, app.size.height // 2
        wheel = MouseScrollDown if step.wheel > 0 else MouseScrollUp
        await pilot._post_mouse_events([wheel], None, middle)
    if step.size is not None:
        await pilot.resize_terminal(*step.size)
    await pilot.pause()


def _in_words(step: Step) -> str:
    """The parts of a step that are there."""
    parts = zip(step._fields, step, strict=True)
    return ", ".join(f"{name} {value!r:.100}" for name, value in parts if value)


def _confirms(step: Step, before: object) -> bool:
    """Whether a step may delete a job: it answers a question, which it may have asked itself."""
    asked = isinstance(before, Dialog | Palette) or "d" in step.keys
    yes = step.click is not None or any(key in step.keys for key in ("y", "enter", "ctrl+s"))
    return asked and yes


def _quits(step: Step, before: object, field: bool) -> bool:
    """Whether a step may end the application; a letter does not, in a field."""
    if step.click is not None or isinstance(before, Palette) or "ctrl+p" in step.keys:
        return not (step.typed or step.pasted)
    if len(step.keys) == 1 and step.keys != ("ctrl+q",):
        named = isinstance(before, Base) and any(a.name == "quit" for a in of(before.scope))
        return step.keys[0] in _QUIT and named and not field
    return bool(_QUIT.intersection(step.keys))


def _end_all_but_few() -> None:
    """End the processes of searches but for a few, since those that are begun at random add up."""
    at_work = []
    for job in jobs():
        with suppress(UserError):
            if job.at_work():
                at_work.append(job)
    for job in at_work[_MOST_AT_WORK:]:
        with suppress(UserError):
            job.kill()


def make_jobs(home: Path) -> None:
    """Make jobs in every state, in place of those that are there."""
    end_jobs()
    shutil.rmtree(home, ignore_errors=True)
    for name in ("tub", "two", "damaged"):
        finished(name, TUB)
    finished("limited", TUB, limit=10)
    for name in ("new", "running", "paused", "failed"):
        Job.create(name, ListSolutions(ENDLESS), Options(limit=100_000, workers=1))
    Job("running").start()
    Job("paused").start()
    Job("paused").request("pause")
    with Job("failed").journal() as journal:
        journal.record(values={"state": "failed", "reason": "there is no memory"})
    Job("damaged").path.write_bytes(b"SQLite format 3\0" + bytes(5000))
    shutil.copytree(Job("tub").folder, Job("tub").folder.with_name("tub [b] (copy)"))
    Path("small.rle").write_text("x = 3, y = 3\nbo$obo$bo!\n")


@pytest.mark.weekly
def test_random_keys(home: Path) -> None:
    seed = SEED or str(random.SystemRandom().randrange(10**9))
    hand, chance = Hand(seed), random.Random(seed)
    end, begun = time.monotonic() + SECONDS, 0
    try:
        while time.monotonic() < end:
            if not begun or chance.random() < 0.5:
                make_jobs(home)
            begun += 1
            size = chance.choice([(80, 24), (120, 40)])
            drive(hand, size=size, job=chance.choice([None, "tub"]) if begun == 1 else None)
    except BaseException as error:
        steps = "\n".join(hand.done)
        error.add_note(f"LIFESAT_RANDOM_SEED={seed}, number {begun}; the last steps:\n{steps}")
        raise
