"""Everything about a job, as a table."""

from dataclasses import asdict

from lifesat.jobs.answer import command_of
from lifesat.jobs.job import Job
from lifesat.jobs.scope import strip_line
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
    what = values.pop("what")
    if what == "forced":
        values["found"], values["covered"] = summary.settled, None
    command = command_of(job)
    if command is not None:
        values |= {"found": None, "covered": None, "command": command.line}
    else:
        del values["answer"]
    row, rows = values.pop("row"), values.pop("rows")
    nogoods, particles = values.pop("nogoods"), values.pop("particles")
    problem = job.problem()
    besides = f"particles {particles}" if particles else f"nogoods {nogoods}"
    reached = f"{row} of {rows}, {besides}" if rows else None
    values[f"{strip_line(problem)}s reached"] = reached
    values |= {"sought": problem.conditions(), "folder": job.folder}
    values |= {f"option {name}": value for name, value in asdict(job.options()).items()}
    return {
        name.replace("_", " "): "" if value is None else str(value)
        for name, value in values.items()
    }
