"""All targets by their names."""

from tests.fuzz import arguments, frontends, jobs, patterns, proofs, puzzles, search_files, weights

TARGETS = {
    target.name: target
    for module in (patterns, puzzles, search_files, weights, proofs, jobs, arguments, frontends)
    for target in module.TARGETS
}
