"""Whether a value has the shape that a schema gives: the words of JSON Schema 2020-12 that asks are written in.

It says what any validator of that standard says, and takes a fiftieth of the time; an answer is held against its
schema as it is given, and again whenever a ledger is run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.table.words import canonical

JSON = Any
Schema = Mapping[str, JSON]


def fits(schema: Schema | bool, value: JSON) -> bool:
    """Whether a value has this shape; raises `KeyError` for a schema with a word that is not known here."""
    if schema is True or schema is False:
        return schema
    return all(_SAYS[word](said, value, schema) for word, said in schema.items())


def _is_whole(value: JSON) -> bool:
    """JSON Schema takes 5.0 for a whole number; a count here is one or it is none."""
    return isinstance(value, int) and not isinstance(value, bool)


_IS: Mapping[str, Callable[[JSON], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": _is_whole,
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def _type(said: str | Sequence[str], value: JSON, schema: Schema) -> bool:
    return _IS[said](value) if isinstance(said, str) else any(_IS[each](value) for each in said)


def _properties(said: Mapping[str, Schema | bool], value: JSON, schema: Schema) -> bool:
    return not isinstance(value, dict) or all(fits(said[key], value[key]) for key in value if key in said)


def _additional(said: Schema | bool, value: JSON, schema: Schema) -> bool:
    """What an object holds beside the properties that are named."""
    named = schema.get("properties", ())
    return not isinstance(value, dict) or all(fits(said, each) for key, each in value.items() if key not in named)


def _items(said: Schema | bool, value: JSON, schema: Schema) -> bool:
    """What a list holds after the items that are shaped one by one."""
    first = len(schema.get("prefixItems", ()))
    return not isinstance(value, list) or all(fits(said, each) for each in value[first:])


def _prefix(said: Sequence[Schema | bool], value: JSON, schema: Schema) -> bool:
    return not isinstance(value, list) or all(fits(each, item) for each, item in zip(said, value, strict=False))


def _unique(said: bool, value: JSON, schema: Schema) -> bool:
    return not said or not isinstance(value, list) or len({canonical(each) for each in value}) == len(value)


def _one_of(said: Sequence[Schema | bool], value: JSON, schema: Schema) -> bool:
    return sum(fits(each, value) for each in said) == 1


def _enum(said: Sequence[JSON], value: JSON, schema: Schema) -> bool:
    """One of these; but true is not 1."""
    return any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in said)


_SAYS: Mapping[str, Callable[[JSON, JSON, Schema], bool]] = {
    "type": _type,
    "enum": _enum,
    "oneOf": _one_of,
    "minimum": lambda said, value, schema: not _is_whole(value) or value >= said,
    "maximum": lambda said, value, schema: not _is_whole(value) or value <= said,
    "properties": _properties,
    "additionalProperties": _additional,
    "required": lambda said, value, schema: not isinstance(value, dict) or all(key in value for key in said),
    "items": _items,
    "prefixItems": _prefix,
    "minItems": lambda said, value, schema: not isinstance(value, list) or len(value) >= said,
    "maxItems": lambda said, value, schema: not isinstance(value, list) or len(value) <= said,
    "uniqueItems": _unique,
}
