"""Every kind of problem, by its name in JSON."""

from lifesat.errors import UserError
from lifesat.plugins import installed_plugins, loaded, plugins
from lifesat.problems.json_fields import read_object
from lifesat.problems.problem import Problem

KINDS = {
    "predecessor": "lifesat.problems.life.predecessor:Predecessor",
    "nearest": "lifesat.problems.life.nearest:NearestPredecessor",
    "eater": "lifesat.problems.life.eater:Eater",
    "still_life": "lifesat.problems.life.still_life:StillLife",
    "strict_still_life": "lifesat.problems.life.still_life_class:StrictStillLife",
    "pseudo_still_life": "lifesat.problems.life.still_life_class:PseudoStillLife",
    "oscillator": "lifesat.problems.life.periodic:Oscillator",
    "spaceship": "lifesat.problems.life.periodic:Spaceship",
    "replicator": "lifesat.problems.life.replicator:Replicator",
    "agar": "lifesat.problems.life.agar:Agar",
    "search": "lifesat.problems.life.search:SpaceTimeSearch",
    "completion": "lifesat.problems.life.completion:Completion",
}
"""The place of the class of each kind; a kind is loaded when it is needed."""

# The names in older files.
_RENAMED = dict.fromkeys(("predecessor_states", "generations_predecessor"), "predecessor")

for _plugin in plugins():
    KINDS |= _plugin.problems


def problem_class(kind: str) -> type[Problem]:
    """Return the class of a kind in `KINDS`."""
    found = loaded(KINDS[kind])
    if not (isinstance(found, type) and issubclass(found, Problem)):
        raise TypeError(f"{KINDS[kind]} is not a class of problems")
    return found


def problem_from_json(text: str) -> Problem:
    """Return the problem that `Problem.to_json` wrote, of any kind in `KINDS`."""
    kind = read_object(text, "problem").get("kind")
    kind = _RENAMED.get(str(kind), kind)
    if isinstance(kind, str) and kind not in KINDS:
        for plugin in installed_plugins():
            KINDS.update(plugin.problems)
    if not isinstance(kind, str) or kind not in KINDS:
        raise UserError(f"unknown kind of problem {kind!r}; choose one of {', '.join(KINDS)}")
    return problem_class(kind).from_json(text)
