"""Jobs at a glance that have come to some point."""

from dataclasses import replace

from lifesat.jobs.summary import Summary


def at(summary: Summary, **counts: float | str) -> Summary:
    """Return the same summary with other counts, by their names in `Progress`."""
    return replace(summary, progress=replace(summary.progress, **counts))  # type: ignore[arg-type]
