"""The query of a job, also of one that an earlier version of lifesat has made."""

import json
from collections.abc import Mapping
from typing import Any

from lifesat.problems.json_fields import read_object
from lifesat.queries.query import Query
from lifesat.queries.registry import query_from_json


def query_of(values: Mapping[str, Any]) -> Query:
    """Return the query of a job.

    Parameters
    ----------
    values
        The values of its journal. Earlier versions wrote the problem and, in the options, what was
        asked about it.

    Raises
    ------
    UserError, KeyError
        If the values hold no query.
    """
    if "query" in values:
        return query_from_json(values["query"])
    query = {"query": "list", "problem": values["problem"]}
    asked = read_object(values["options"], "options")
    if asked.get("what", "solutions") != "solutions":
        query |= {"query": asked["what"], "at": asked.get("at", 0)}
    elif asked.get("goal") is not None:
        query |= {"query": "best", "goal": asked["goal"]}
    return query_from_json(json.dumps(query))
