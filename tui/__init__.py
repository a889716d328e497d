"""The terminal application, which starts searches as jobs and shows their results."""

from .main import main, run

__all__ = ["main", "run"]
