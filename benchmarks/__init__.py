"""Benchmarks: ``python -m benchmarks`` prints a table of ratios and writes them as JSON.

Each benchmark is a module with ``rows(scale)``, which yields `benchmarks.report.Row`; ``tiny`` work
is for the tests, ``full`` work for people.
"""
