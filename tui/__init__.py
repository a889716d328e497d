"""The terminal application; it starts searches as jobs and shows them."""

from .main import main, run

__all__ = ["main", "run"]
