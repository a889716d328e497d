"""A query of each kind, answered in a second or two."""

from pathlib import Path

from lifesat import Pattern, life_history_target, read_file
from lifesat.frontends.input.objects import box_of_orphan
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import differing_predecessors
from lifesat.puzzles.sokoban.best import BestSokoban
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.ancestors import Ancestors
from lifesat.queries.count_solutions import CountByListing, CountSolutions, Uniqueness
from lifesat.queries.forced_cells import ForcedCells
from lifesat.queries.has_parent import HasParent
from lifesat.queries.marginals import CountMarginals, EstimateCount, EstimateMarginals
from lifesat.queries.orphan import MinimalOrphan, Orphan
from lifesat.queries.orphan_search import OrphanSearch
from lifesat.queries.query import Query
from lifesat.queries.rewind import Rewind
from lifesat.queries.sample_solutions import SampleSolutions
from lifesat.queries.self_forcing import (
    LargestSelfForcing,
    MinimalSelfForcing,
    SelfForcing,
    SelfForcingAgars,
)
from lifesat.queries.solutions import (
    BestOrProof,
    BestSolution,
    BestWithProof,
    ListOrProof,
    ListSolutions,
)

_TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]))
_POND = Predecessor(Pattern.from_rows([".OO.", "O..O", "O..O", ".OO."]))
_DOT = Predecessor(Pattern.from_rows(["O"]), margin=0)
_ROW = NearestPredecessor(Predecessor(Pattern.from_rows(["OOOO"]), margin=0))
_EDEN = read_file(Path(__file__).parents[2] / "examples" / "garden-of-eden-10.rle")
_GARDEN = Predecessor(life_history_target(_EDEN, unknown=True), outside="free")
_GROWTH = differing_predecessors(Pattern.from_rows(["OO", "O."], rule="B3/S012345678"))
_SUDOKU = Sudoku(((1, 0, 0, 4), (0,) * 4, (0,) * 4, (4, 0, 0, 1)))
_CORNER, _BLOCK = (Predecessor(Pattern.from_rows(rows)) for rows in ([".O", "OO"], ["OO", "OO"]))


def queries(folder: Path) -> dict[str, Query]:
    """A query of each kind, by its name; those that write a proof write it to a folder."""
    proof = str(folder / "proof.drat")
    every: tuple[Query, ...] = (
        Ancestors(_CORNER, _BLOCK),
        ListSolutions(_POND),
        BestSolution(_POND, "fewest"),
        ForcedCells(_POND),
        SelfForcingAgars(Agar(3, 3), pad=2),
        CountSolutions(_POND, by_population=True),
        Orphan(_GARDEN, proof, replace=True),
        MinimalOrphan(_GARDEN),
        OrphanSearch(box_of_orphan((3, 2), "B12345678/S012345678"), restarts=1),
        SelfForcing(_GROWTH),
        LargestSelfForcing(_GROWTH),
        MinimalSelfForcing(_GROWTH, restarts=2, seed=1),
        ListOrProof(_DOT, proof, replace=True),
        BestOrProof(_TUB, "fewest", proof, replace=True),
        BestWithProof(_ROW, "fewest", proof, replace=True),
        HasParent.about([("tub", _TUB), ("dot", _DOT), ("garden", _GARDEN)]),
        CountByListing(_SUDOKU),
        Uniqueness(_SUDOKU),
        BestSokoban(Sokoban(("######", "#@ $.#", "######"), 1), "moves"),
        Rewind(_TUB, 2),
        SampleSolutions(_POND, 3),
        CountMarginals(_POND),
        EstimateCount(_POND, 20, 3),
        EstimateMarginals(_POND, 20, 3),
    )  # fmt: skip
    return {query.name: query for query in every}
