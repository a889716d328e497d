"""Transcripts of commands: all that users see, compared with what they saw before.

A transcript is a text of commands, each after ``$``, with what it writes to standard output, what
it writes to standard error after ``2>``, and its exit code in brackets if that is not 0. All
commands of a transcript run in one folder that is empty but for the project's examples.
``python -m tests.golden`` writes the transcripts anew.
"""
