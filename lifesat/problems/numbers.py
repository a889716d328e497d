"""Validation of integer arguments."""


def integer_error(name: str, value: object, least: int, *, optional: bool = False) -> str:
    """Return an error message if an argument is not an integer of at least `least`, else "".

    If it is optional, None is valid too.

    Examples
    --------
    >>> integer_error("limit", -3, 1, optional=True)
    'limit is -3; it must be an int of at least 1, or None'
    """
    if optional and value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool) and value >= least:
        return ""
    right = f"an int of at least {least}{', or None' if optional else ''}"
    return f"{name} is {value!r}; it must be {right}"
