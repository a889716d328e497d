"""Every reader of untrusted input, fed arbitrary bytes: each is read, or rejected in a sentence.

``python -m tests.fuzz [--seconds 60] [NAME...]`` runs the fuzzer, which needs the extra ``fuzz``.
``test_fuzz.py`` runs every target on its seeds, on what was found before, and on some mutations.
A finding becomes a case in ``findings.py``.
"""
