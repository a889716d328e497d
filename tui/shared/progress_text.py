"""The progress of a search as text: numbers, bars, sparklines and verdicts."""

from collections.abc import Mapping

from lifesat.jobs.summary import Summary
from lifesat.problems.problem import Problem
from lifesat.queries.sentences import Outcome, solutions_ending
from lifesat.system.printing import clock

STATES = {
    "new": ("…", "starting"),
    "running": ("▸", "running"),
    "paused": ("‖", "paused"),
    "complete": ("✓", "all found"),
    "none": ("∅", "none"),
    "limit": ("◆", "limit"),
    "time_limit": ("◆", "timed out"),
    "stopped": ("■", "stopped"),
    "failed": ("✗", "failed"),
    "killed": ("✗", "died"),
}
"""A sign and a word for each state of a job."""

_DAY, _YEAR = 86_400.0, 365.2425 * 86_400.0
_UNITS = ("kB", "MB", "GB", "TB", "PB", "EB")

BAD = ("✗", "bad")
"""The sign and word for a folder that cannot be read as a job."""

SILENT = ("?", "no answer")
"""The sign and word for a job whose process does not respond."""


def state_label(summary: Summary) -> tuple[str, str]:
    """Return the sign and the word for the state of a job.

    A search for the fewest or the most live cells does not find all solutions: it ends "proved".
    """
    sign, word = STATES[summary.state]
    if summary.in_words and summary.state in ("complete", "none"):
        return STATES["complete"][0], "answered"
    if summary.settled and summary.state == "complete":
        return sign, "all settled"
    return sign, "proved" if summary.goal and summary.state == "complete" else word


def none_words(noun: str, state: str) -> str:
    """Return what to show in place of a solution or an answer, depending on the job's state.

    >>> none_words("predecessor", "running"), none_words("predecessor", "none")
    ('no predecessor yet', 'no predecessor')
    >>> none_words("predecessor", "stopped")
    'no predecessor was found'
    """
    if state in ("new", "running", "paused"):
        return f"no {noun} yet"
    return f"no {noun}" if state == "none" else f"no {noun} was found"


def rate(value: float) -> str:
    """Return a rate in a few digits.

    >>> rate(0), rate(0.25), rate(12.34), rate(12345.6)
    ('0', '0.25', '12.3', '12,346')
    """
    if value == 0:
        return "0"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def short(value: int) -> str:
    """Return a number in at most seven characters.

    >>> short(999_999), short(12_345_678), short(7_100_000_000)
    ('999,999', '12.3M', '7.10G')
    """
    if value < 10**6:
        return f"{value:,}"
    unit = next((u for u in ("M", "G", "T", "P") if value < 1000 ** ("MGTP".index(u) + 3)), "E")
    scaled = value / 1000 ** ("MGTPE".index(unit) + 2)
    return f"{scaled:.3g}{unit}" if scaled >= 10 else f"{scaled:.2f}{unit}"


def duration(seconds: float) -> str:
    """Return a time; if it is longer than a day, without its seconds.

    >>> duration(75.3), duration(200_000), duration(1e10), duration(2.5e13)
    ('1:15', '2 days', '316 years', '792,218 years')
    """
    if seconds < _DAY:
        return clock(seconds)
    if seconds < 2 * _YEAR:
        days = int(seconds / _DAY)
        return f"{days} day{'s' * (days > 1)}"
    return f"{short(int(seconds / _YEAR))} years"


def size(number: int) -> str:
    """Return a number of bytes with a unit.

    >>> size(812), size(4_300), size(1_270_000_000_000), size(10**24)
    ('812 B', '4.3 kB', '1.3 TB', '1,000,000 EB')
    """
    if number < 1000:
        return f"{number} B"
    unit = min((len(str(number)) - 1) // 3, len(_UNITS))
    scaled = number / 1000**unit
    return (
        f"{scaled:.1f} {_UNITS[unit - 1]}" if scaled < 10 else f"{scaled:,.0f} {_UNITS[unit - 1]}"
    )


def counted(number: int, unit: str) -> str:
    """Return a number, grouped by thousands, with its unit.

    >>> counted(2680, "predecessor"), counted(1, "solution")
    ('2,680 predecessors', '1 solution')
    """
    return f"{number:,} {unit}{'s' * (number != 1)}"


def expected_solutions(summary: Summary) -> int | None:
    """Return the number of solutions at the end of the search, or None if it is unknown."""
    if summary.state in ("complete", "none"):
        return summary.progress.found
    total = summary.progress.total
    return total if total is None or summary.limit is None else min(total, summary.limit)


def ending_sentence(summary: Summary, problem: Problem, keys: Mapping[str, str]) -> str:
    """Return the verdict on a search that has ended, with a hint what to do next, or "".

    `keys` has the label of the key of each action.
    """
    progress = summary.progress
    outcome = Outcome(
        summary.state,
        progress.found,
        progress.covered,
        progress.covered != progress.found,
        reason=summary.reason,
        bound=progress.bound,
    )
    hints = {
        "complete": "",
        "none": "",
        "limit": f"; {keys['limit']} changes the limit",
        "time_limit": f"; {keys['limit']} continues without a time limit",
        "stopped": f"; {keys['resume']} resumes it",
        "killed": f"; {keys['resume']} resumes it, and no solution is lost",
        "failed": f"; {keys['details']} shows its log",
    }
    if summary.state not in hints:
        return ""
    reason = f"failed: {summary.reason}; " if summary.state == "failed" else ""
    if summary.settled and summary.state != "none":
        hints["killed"] = f"; {keys['resume']} resumes it, and all of them stay settled"
        said = f"{summary.settled}: {problem.conditions()}"
    else:
        best = f"{summary.answer}; " if summary.goal and summary.answer else ""
        said = best + solutions_ending(problem, outcome, goal=summary.goal)
    return reason + said + hints[summary.state]
