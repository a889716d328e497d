"""Problems that are stored in JSON as their fields."""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from lifesat.problems.json_fields import json_name, make, read_object
from lifesat.problems.problem import Problem


def read_fields(text: str) -> dict[str, Any]:
    """Return the values of the fields of a problem, by their names in JSON."""
    values = read_object(text, "problem")
    values.pop("kind", None)
    return values


@dataclass(frozen=True)
class JsonProblem(Problem):
    """Base class of problems whose fields are numbers, strings and tuples of them."""

    def to_json(self) -> str:
        """Return the problem as one line of JSON, the same for equal problems."""
        values = asdict(self)
        named = {json_name(field): values[field.name] for field in fields(self)}
        return json.dumps({"kind": self.kind, **named}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the problem that `to_json` wrote."""
        return make(cls, read_fields(text), "problem")
