"""Every query, by the name that its JSON bears."""

from importlib import import_module

from lifesat.errors import UserError
from lifesat.problems.json_fields import read_object
from lifesat.queries.query import Query

QUERIES = {
    "list": ("solutions", "ListSolutions"),
    "best": ("solutions", "BestSolution"),
    "forced": ("forced_cells", "ForcedCells"),
    "self_forcing_agars": ("self_forcing_agars", "SelfForcingAgars"),
    "count": ("count_solutions", "CountSolutions"),
    "orphan": ("orphan", "Orphan"),
    "minimal_orphan": ("orphan", "MinimalOrphan"),
    "self_forcing": ("self_forcing", "SelfForcing"),
    "largest_self_forcing": ("self_forcing", "LargestSelfForcing"),
    "minimal_self_forcing": ("self_forcing", "MinimalSelfForcing"),
    "list_or_proof": ("with_proof", "ListOrProof"),
    "best_or_proof": ("with_proof", "BestOrProof"),
    "best_with_proof": ("with_proof", "BestWithProof"),
    "has_parent": ("has_parent", "HasParent"),
    "count_by_listing": ("by_listing", "CountByListing"),
    "uniqueness": ("by_listing", "Uniqueness"),
    "best_sokoban": ("best_sokoban", "BestSokoban"),
    "rewind": ("rewind", "Rewind"),
    "sample": ("sample_solutions", "SampleSolutions"),
    "marginals": ("marginals", "CountMarginals"),
    "estimated_marginals": ("marginals", "EstimateMarginals"),
}
"""The module in this folder and the class of each query, which is loaded when it is needed."""


def query_from_json(text: str) -> Query:
    """Return the query that `lifesat.queries.query.Query.to_json` wrote.

    Raises
    ------
    UserError
        If the query is unknown, or if the text is not a valid query.
    """
    name = read_object(text, "query").get("query")
    if not isinstance(name, str) or name not in QUERIES:
        raise UserError(f"unknown query {name!r}; choose one of {', '.join(QUERIES)}")
    module, class_name = QUERIES[name]
    found: type[Query] = getattr(import_module(f"lifesat.queries.{module}"), class_name)
    return found.from_json(text)
