"""Dynamic programming over a frontier: exact counts, samples and listings without a solver.

docs/frontier.md explains the method and its cost. Where no frontier fits, `estimates` draws random
samples in the order of a sweep.
"""
