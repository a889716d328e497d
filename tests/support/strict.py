"""A pytest plugin: a session fails if processes outlive it, and in CI if tests were skipped.

Every process that a test starts inherits a variable of the environment by which it is found at the
end, also one that has detached itself. Systems without ``/proc`` are not examined.
"""

import os
import signal
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

VARIABLE = "LIFESAT_TEST_SESSION"
EXIT_CODE = 10
"""The exit code of such a session, unlike that of a session in which only tests failed."""
PATIENCE = "LIFESAT_TEST_PATIENCE"
"""The variable that says how many seconds processes that were told to end may take for it."""


def pytest_configure(config: pytest.Config) -> None:
    """Name the session; the workers of pytest-xdist inherit the name of theirs."""
    if not hasattr(config, "workerinput"):
        os.environ[VARIABLE] = uuid.uuid4().hex


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Say what is wrong, and let the session fail."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if hasattr(session.config, "workerinput") or reporter is None:
        return
    errors = {"processes that outlived the tests and were killed": _killed(session.config)}
    if os.environ.get("CI"):
        skipped = [report.nodeid for report in reporter.stats.get("skipped", ())]
        errors["skipped tests, which are failures where CI is set"] = skipped
    for title, lines in errors.items():
        if lines:
            reporter.ensure_newline()
            reporter.section(title, red=True)
            reporter.line("\n".join(lines))
            session.exitstatus = EXIT_CODE


def _killed(config: pytest.Config) -> list[str]:
    """Kill the processes that do not end by themselves, and return what they were."""
    folder = config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    end = time.monotonic() + float(os.environ.get(PATIENCE, "60"))
    while (left := dict(_alive(folder))) and time.monotonic() < end:
        time.sleep(0.1)
    for process in left:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    return [f"{process}: {command}" for process, command in left.items()]


def _alive(folder: Path) -> Iterator[tuple[int, str]]:
    """Yield the number and the command of each process of this session."""
    name = f"{VARIABLE}={os.environ[VARIABLE]}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            environment = (process / "environ").read_bytes()
            command = (process / "cmdline").read_bytes()
            # sshd writes its title over its environment; its command names a file of a test.
            titled = b"=" not in environment and f"{folder}/".encode() in command
            # A tracker ends with the processes that it serves, among them this one.
            tracker = b"multiprocessing.resource_tracker" in command
            if (name in environment or titled) and not tracker:
                yield int(process.name), command.replace(b"\0", b" ").decode(errors="replace")
