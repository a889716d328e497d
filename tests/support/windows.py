"""A system without what only POSIX has, pretended to a process of its own."""

import asyncio
import ctypes
import importlib
import multiprocessing.pool
import os
import pkgutil
import select
import signal
import subprocess
import sys
from contextlib import suppress

import filelock
import hypothesis
import platformdirs
import pysat.solvers
import pytest
import textual.app
import textual.widgets

# Loaded before, as this system has them.
_LIBRARIES = (
    asyncio, ctypes, filelock, hypothesis, multiprocessing.pool, platformdirs, pysat.solvers,
    pytest, subprocess, textual.app, textual.widgets,
)  # fmt: skip
_PROGRAMS = ("tests.fuzz.large", "tests.fuzz.harness")
_MODULES = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
_NAMES = {
    os: (
        "O_NOCTTY", "O_NOFOLLOW", "chown", "fork", "forkpty", "getegid", "geteuid",
        "getgid", "getpgid", "getuid", "killpg", "mkfifo", "nice", "openpty", "sched_getaffinity",
        "setsid", "statvfs", "sysconf", "uname",
    ),
    select: ("epoll", "poll"),
    signal: (
        "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP",
        "SIGTSTP", "SIGUSR1", "SIGWINCH", "alarm", "pause", "pthread_sigmask", "setitimer",
        "sigtimedwait",
    ),
}  # fmt: skip


def pretend() -> None:
    """Take away modules and names of POSIX, and say that this is Windows.

    The libraries above are this system's, and so is the server of the browser.
    """
    with suppress(ImportError):
        importlib.import_module("textual_serve.server")
    for module in _MODULES:
        sys.modules[module] = None  # type: ignore[assignment]  # makes the import fail
    for owner, names in _NAMES.items():
        for name in names:
            if hasattr(owner, name):
                delattr(owner, name)
    sys.platform = "win32"


def every_module(package: str) -> None:
    """Import all modules of a package, except those that are programs."""
    top = importlib.import_module(package)
    for found in pkgutil.walk_packages(top.__path__, f"{package}."):
        if found.name not in _PROGRAMS and not found.name.endswith("__main__"):
            with suppress(pytest.skip.Exception):
                importlib.import_module(found.name)
