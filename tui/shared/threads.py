"""Threads that read what jobs do; they post messages to screens, and never access widgets."""

import threading
from collections.abc import Callable

from textual.message import Message

Post = Callable[[Message], object]
"""Posts a message to a screen or to the application."""


class Watch(threading.Thread):
    """A thread that ends soon after `end` is called."""

    def __init__(self, post: Post) -> None:
        super().__init__(daemon=True)
        self._post = post
        self._ended = threading.Event()

    def end(self) -> None:
        """Ask the thread to end."""
        self._ended.set()
