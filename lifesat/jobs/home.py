"""Where jobs live."""

import os
import re
from pathlib import Path

import platformdirs

from lifesat.errors import UserError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


def home() -> Path:
    """Return the folder of everything that lifesat keeps: ``LIFESAT_HOME`` or the user's data."""
    chosen = os.environ.get("LIFESAT_HOME")
    return Path(chosen).absolute() if chosen else platformdirs.user_data_path("lifesat")


def jobs_folder() -> Path:
    """Return the folder that holds a folder for each job."""
    return home() / "jobs"


def job_folder(name: str) -> Path:
    """Return the folder of one job, which need not exist.

    Raises
    ------
    UserError
        If the name cannot be that of a folder everywhere.
    """
    if not _NAME.fullmatch(name):
        raise UserError(
            f"{name!r} is no name for a job: letters, digits, '.', '_' and '-', at most 80, the "
            "first one a letter or digit"
        )
    return jobs_folder() / name
