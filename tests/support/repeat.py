"""A pytest plugin: tests that failed run once more, alone, at the end of the session.

``pytest -p tests.support.repeat --repeated=FILE`` appends the names of those that pass then to
FILE. The session passes if all do, and if there are at most two. A session that failed for another
reason, such as an interrupt, is not repeated.
"""

import subprocess
import sys
from pathlib import Path

import pytest

# Examples in docstrings lie outside the folder of tests, whose conftest would load the profiles.
import tests.support.profiles  # noqa: F401

_MOST = 2


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--repeated", metavar="FILE", help="write names of repeated tests to FILE")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Repeat what failed."""
    config = session.config
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    file = config.getoption("repeated")
    if hasattr(config, "workerinput") or reporter is None or not file:
        return
    reports = [*reporter.stats.get("failed", ()), *reporter.stats.get("error", ())]
    failed = list(dict.fromkeys(report.nodeid for report in reports))
    if session.exitstatus != pytest.ExitCode.TESTS_FAILED or not 0 < len(failed) <= _MOST:
        return
    reporter.ensure_newline()
    reporter.section("once more, alone: " + ", ".join(failed))
    reporter.flush()
    words = [*config.invocation_params.args, "-n0", "--repeated=", *failed]
    again = subprocess.run([sys.executable, "-m", "pytest", *words], check=False)
    session.exitstatus = again.returncode
    if not again.returncode:
        with Path(file).open("a") as names:
            names.writelines(f"{name}\n" for name in failed)
