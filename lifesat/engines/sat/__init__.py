"""Search with SAT solvers: all models of a formula, without repeats."""
