"""Errors that are a user's to mend, each one sentence without a traceback."""


class UserError(Exception):
    """What was asked for cannot be done; the message says why and what would be right."""
