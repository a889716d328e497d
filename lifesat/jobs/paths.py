"""The folders of jobs."""

import os
import re
from pathlib import Path

import platformdirs

from lifesat.errors import UserError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}(?<!\.)")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


def home() -> Path:
    """Return the folder of lifesat's data: ``LIFESAT_HOME`` or the user's data folder."""
    chosen = os.environ.get("LIFESAT_HOME")
    return Path(chosen).absolute() if chosen else platformdirs.user_data_path("lifesat")


def jobs_folder() -> Path:
    """Return the folder that has a subfolder for each job."""
    return home() / "jobs"


def is_job_name(name: object) -> bool:
    """Return whether a name is valid for a job."""
    return isinstance(name, str) and bool(_NAME.fullmatch(name)) and not _DEVICE.fullmatch(name)


def job_folder(name: str) -> Path:
    """Return the folder of one job, which need not exist.

    Raises `UserError` if the name is not a valid folder name on every system.
    """
    if not is_job_name(name):
        raise UserError(
            f"invalid job name {name!r}: use at most 80 letters, digits, '.', '_' and '-', with a "
            "letter or digit first and no '.' last; names of Windows devices are reserved"
        )
    return jobs_folder() / name
