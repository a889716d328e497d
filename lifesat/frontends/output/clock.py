"""Durations in days, hours, minutes and seconds."""

from __future__ import annotations


def clock(seconds: float) -> str:
    """Return a duration in days, hours, minutes and seconds.

    Examples
    --------
    >>> clock(75.3), clock(93_784)
    ('1:15', '1 d 2:03:04')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    if days:
        return f"{days} d {hour}:{minute:02}:{second:02}"
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"
