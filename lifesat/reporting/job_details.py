"""Everything about a job, as a table."""

from dataclasses import asdict

from lifesat.jobs.job import Job
from lifesat.jobs.summary import Summary


def job_details(job: Job, summary: Summary) -> dict[str, str]:
    """Return the rows of the table: each a name and a value.

    Parameters
    ----------
    job
        The job.
    summary
        The job at a glance.

    Raises
    ------
    UserError
        If the job's journal cannot be read.
    """
    values = asdict(summary) | {"seconds": round(summary.seconds, 3)}
    values["solvers at work"] = values.pop("members") or None
    if values.pop("what") == "forced":
        values["found"], values["covered"] = summary.settled, None
    row, rows, nogoods = (values.pop(name) for name in ("row", "rows", "nogoods"))
    values["rows reached"] = f"{row} of {rows}, nogoods {nogoods}" if rows else None
    values |= {"sought": job.problem().conditions(), "folder": job.folder}
    values |= {f"option {name}": value for name, value in asdict(job.options()).items()}
    return {
        name.replace("_", " "): "" if value is None else str(value)
        for name, value in values.items()
    }
