"""JSON objects, validated against the field types of dataclasses."""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from math import isfinite
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from lifesat.errors import UserError

Made = TypeVar("Made")

# Finding the types of a class takes longer than reading an instance.
_known_types: dict[type[Any], Mapping[str, tuple[Any, bool]]] = {}
_MOST = 10**18
_SHOWN = 40
_WORDS: Mapping[Any, str] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a string",
    NoneType: "null",
}


class _MismatchError(Exception):
    """A value that does not have the type of its field."""


def read_object(text: str, what: str) -> dict[str, Any]:
    """Parse a JSON text that must be an object; `what` names it in error messages."""
    try:
        read = json.loads(text, parse_constant=_reject_constant)
    except RecursionError:
        raise UserError(f"invalid {what}: the JSON is nested too deeply") from None
    except (TypeError, ValueError) as error:  # not a string, or not JSON
        raise UserError(f"invalid {what}: not JSON ({error})") from None
    if not isinstance(read, dict):
        raise UserError(f"invalid {what}: not a JSON object")
    return read


def make(
    kind: type[Made],
    values: Mapping[str, Any],
    what: str,
    readers: Mapping[type[Any], Callable[[str], Any]] = MappingProxyType({}),
) -> Made:
    """Return an instance of a dataclass with the values of a JSON object, which are validated.

    Fields are numbers, strings, booleans, literals, None, or tuples and sets of them; JSON lists
    become tuples and sets. `readers` parse the field types that are strings in JSON. `what` names
    the object in error messages.
    """
    known = _types(kind)
    given = {}
    for name, value in values.items():
        if name not in known:
            raise UserError(f"invalid {what}: unknown field {name[:_SHOWN]!r}")
        expected, _ = known[name]
        try:
            reader = readers.get(expected)
            given[name] = reader(_converted(value, str)) if reader else _converted(value, expected)
        except _MismatchError:
            shown = json.dumps(value, default=repr)[:_SHOWN]
            message = f"invalid {what}: {name} is {shown}, not {_described(expected)}"
            raise UserError(message) from None
    missing = [name for name, (_, needed) in known.items() if needed and name not in given]
    if missing:
        raise UserError(f"invalid {what}: {missing[0]} is missing")
    names = _names(kind)
    return kind(**{names[name]: value for name, value in given.items()})


def json_name(field: Field[Any]) -> str:
    """Return the name of a field in JSON: its own, or the one in its metadata."""
    return str(field.metadata.get("json", field.name))


def _names(kind: type[Any]) -> dict[str, str]:
    """Return the field names of a dataclass by their JSON names."""
    return {json_name(each): each.name for each in fields(kind)}


def known_fields(kind: type[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that are fields of a dataclass."""
    known = _types(kind)
    return {name: value for name, value in values.items() if name in known}


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _types(kind: type[Any]) -> Mapping[str, tuple[Any, bool]]:
    """Return the type of each field, and whether it is required."""
    if kind not in _known_types:
        hints = get_type_hints(kind)
        _known_types[kind] = {
            json_name(each): (
                hints[each.name],
                each.default is MISSING and each.default_factory is MISSING,
            )
            for each in fields(kind)
            if each.init
        }
    return _known_types[kind]


def _converted(value: Any, expected: Any) -> Any:
    """Convert a JSON value to a type."""
    origin, arguments = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        return _first_converted(value, arguments)
    if origin is Literal:
        fits = isinstance(value, str) and value in arguments
    elif origin in (tuple, frozenset):
        return _collected(value, origin, arguments)
    elif expected is float:
        fits = type(value) in (int, float) and abs(value) < _MOST and isfinite(value)
    elif expected is int:
        fits = type(value) is int and abs(value) < _MOST
    elif expected is str:
        fits = isinstance(value, str) and _is_unicode(value)
    elif isinstance(expected, type):
        fits = type(value) is expected
    else:
        raise TypeError(f"fields of type {expected} are not supported")
    if not fits:
        raise _MismatchError
    return value


def _first_converted(value: Any, choices: tuple[Any, ...]) -> Any:
    for choice in choices:
        try:
            return _converted(value, choice)
        except _MismatchError:
            continue
    raise _MismatchError


def _collected(value: Any, origin: type[Any], arguments: tuple[Any, ...]) -> Any:
    if not isinstance(value, list):
        raise _MismatchError
    if origin is frozenset or arguments[1:] == (...,):
        arguments = (arguments[0],) * len(value)
    if len(arguments) != len(value):
        raise _MismatchError
    return origin(_converted(*pair) for pair in zip(value, arguments, strict=True))


def _is_unicode(text: str) -> bool:
    """Return whether a text can be encoded: JSON may contain lone surrogates."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _described(expected: Any) -> str:
    """Return a description of a type for messages."""
    origin, arguments = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        return " or ".join(map(_described, arguments))
    if origin is Literal:
        return " or ".join(map(json.dumps, arguments))
    if origin in (tuple, frozenset):
        inner = _described(arguments[0])
        many = origin is frozenset or arguments[1:] == (...,)
        return f"a list, each item {inner}" if many else f"a list of {len(arguments)} items"
    return _WORDS.get(expected, _WORDS[str])


def integer_error(name: str, value: object, least: int, *, optional: bool = False) -> str:
    """Return an error message if an argument is not an integer of at least `least`, else "".

    If it is optional, None is valid too.

    >>> integer_error("limit", -3, 1, optional=True)
    'limit is -3; it must be an int of at least 1, or None'
    """
    if optional and value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool) and value >= least:
        return ""
    right = f"an int of at least {least}{', or None' if optional else ''}"
    return f"{name} is {value!r}; it must be {right}"
