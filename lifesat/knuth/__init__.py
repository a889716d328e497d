"""Knuth's programs sat-life-grid and sat-life-grid-eater: the clauses they print, byte for byte.

The clauses are those of `lifesat.cnf.encodings.bailleux_boufkhad`; here they get Knuth's names and
order. As there, x is the row and y the column, both counted from 1.

A cell (x, y) at time t is named by its xty code: the decimal x, a character for t, the decimal y.
An auxiliary variable's name is the code of a cell followed by two characters; ``B3``, for example,
means that at least three of the first four neighbours are live. All steps have the same clauses, so
the text of one step is generated with placeholders for its two times, which are replaced for each
step.
"""
