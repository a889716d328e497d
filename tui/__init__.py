"""The terminal application: it starts and follows searches, and solves nothing itself."""

from .main import main, run

__all__ = ["main", "run"]
