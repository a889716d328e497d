"""Formulas in conjunctive normal form, and space-time whose cells are literals."""
