"""All targets by their names."""

from tests.fuzz import arguments, frontends, jobs, patterns, proofs, puzzles

TARGETS = {
    target.name: target
    for module in (patterns, puzzles, proofs, jobs, arguments, frontends)
    for target in module.TARGETS
}
