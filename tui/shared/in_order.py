"""An application in which each key takes effect before the next one."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from itertools import takewhile
from time import monotonic
from typing import Any

from textual.app import App, ReturnType
from textual.dom import DOMNode
from textual.events import Event, Key, Paste
from textual.message_pump import MessagePump

# A widget that does not respond holds further keys no longer than this.
_MOST_SECONDS = 10.0
_LOOK_SECONDS = 0.02
# Characters that come in one piece are this close together, which no person can type.
_BURST_SECONDS = 0.02
# A terminal may send a long text in pieces with such pauses between them.
_PIECE_SECONDS = 0.5
_CONTROLS = {"enter": "\r", "ctrl+j": "\n", "tab": "\t"}


def after(
    seconds: float, pump: MessagePump, callback: Callable[..., object], *arguments: object
) -> None:
    """Call back after some seconds, unless the screen or the application `pump` is gone.

    Textual skips its own timers if they expire before they begin to wait, as on a busy machine.
    """
    asyncio.get_running_loop().call_later(seconds, pump.call_later, callback, *arguments)


class InOrder(App[ReturnType]):
    """An application in which each key and each pasted text takes effect before the next one.

    Textual passes a key to the widget with the focus and does not wait for it. Keys that arrive in
    one piece, as over a slow connection, would all go to that widget, although the first of them
    moves the focus or opens another screen. Here a key is held until a callback has followed the
    previous one: through the widget and its ancestors, which receive a key that no widget handles,
    and through a screen that has come to the front, which then has a focus.

    A terminal that does not mark pasted text sends it as keys. A character is therefore held until
    it is known whether others follow at once, and `is_pasted` decides whether they are text.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._held: deque[Key | Paste] = deque()
        # The number of the key in progress; later keys are held until it is None.
        self._under_way: int | None = None
        self._taken = 0
        self._settled: DOMNode | None = None
        # The characters that were last taken as a text, and when they had taken effect.
        self._pasted = ""
        self._pasted_at = 0.0

    async def on_event(self, event: Event) -> None:
        """Process a key, or hold it while the previous one is in progress."""
        if not isinstance(event, Key | Paste) or event.is_forwarded:
            await super().on_event(event)
            return
        self._held.append(event)
        if self._under_way is None and _character(event):
            self._gather()
        elif self._under_way is None:
            await self._take()
        elif len(self._held) == 1:
            self._limit(self._under_way)

    def is_pasted(self, text: str, key: str) -> bool:  # noqa: ARG002
        """Return whether characters that arrived in one piece are text rather than keys.

        `key` is the key of the first one.
        """
        return False

    def drops(self, event: Key | Paste) -> bool:  # noqa: ARG002
        """Return whether to ignore a key or a text."""
        return False

    def drop_characters(self) -> None:
        """Drop the held characters up to a line end, as their text field did not open."""
        while self._held and (character := _character(self._held[0])):
            self._held.popleft()
            if character == "\r":
                return

    def _gather(self) -> None:
        """Hold a character until no other one has followed for a moment."""
        self._taken += 1
        number = self._under_way = self._taken
        seconds = _BURST_SECONDS if len(self._held) > 1 else _BURST_SECONDS / 2
        held = len(self._held)

        async def gathered() -> None:
            if number != self._under_way:
                return
            if len(self._held) > held and _character(self._held[-1]):
                self._gather()
            else:
                await self._take()

        after(seconds, self, gathered)

    def _merge(self) -> None:
        """Replace the characters held first by one pasted text, if they are text."""
        run = "".join(takewhile(bool, map(_character, self._held)))
        if not run:
            self._pasted = ""
            return
        first, last = self._held[0], self._held[len(run) - 1]
        more = bool(self._pasted) and first.time < self._pasted_at + _PIECE_SECONDS
        if not (more and len(run) > 1) and not self.is_pasted(run, getattr(first, "key", "")):
            self._pasted = ""
            return
        self._pasted = self._pasted + run if more else run
        self._pasted_at = last.time
        for _ in run:
            self._held.popleft()
        self._held.appendleft(Paste(self._pasted))

    async def _take(self) -> None:
        """Process the first held key, and send a callback after it."""
        self._taken += 1
        number = self._under_way = self._taken
        self._merge()
        target = self.focused or self.screen
        way = [node for node in target.ancestors_with_self if node is not self]
        event = self._held.popleft()
        if not self.drops(event):
            await super().on_event(event)
        if self._held:
            self._limit(number)
        self._follow(number, way)

    def _limit(self, number: int) -> None:
        """Continue some time after a key even if its callback is lost."""
        after(_MOST_SECONDS, self, self._next, number)

    def _follow(self, number: int, way: Sequence[DOMNode]) -> None:
        """Send a callback through the widgets that still exist, then to the application."""
        for place, node in enumerate(way, 1):
            if node.call_later(self._follow, number, way[place:]):
                return
        self.call_later(self._done, number)

    async def _done(self, number: int) -> None:
        """Continue with the next key as soon as the screen in front is ready for it."""
        if number == self._under_way and self.screen is not self._settled:
            self._settled = self.screen
            self._follow(number, [self.screen])
        elif number == self._under_way and self.holds_keys:
            after(_LOOK_SECONDS, self, self._done, number)
        else:
            await self._next(number)

    @property
    def holds_keys(self) -> bool:
        """Whether the next key has to wait for an effect of the last one."""
        return False

    async def _next(self, number: int) -> None:
        """Process the next key, unless that has been done already."""
        if number != self._under_way:
            return
        if not self._held:
            self._under_way = None
            # On a busy machine it takes long until a text has taken effect.
            self._pasted_at = monotonic()
        elif _character(self._held[0]) and monotonic() < self._held[-1].time + _BURST_SECONDS:
            self._gather()
        else:
            await self._take()


def _character(event: Event) -> str:
    """Return the character that a key types; "" for any other event."""
    if not isinstance(event, Key):
        return ""
    return _CONTROLS.get(event.key) or (event.character or "" if event.is_printable else "")
