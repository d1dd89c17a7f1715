"""Shapes: what is said of an answer is what any validator of JSON Schema says."""

import random
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.every import EVERY
from tests.table.test_asks import GARBAGE
from tests.tables import hand_of
from umpire.table import shapes

JSON = Any
KEYS = st.sampled_from("abc")
NUMBERS = st.integers(-2, 5)
LEAVES = st.none() | st.booleans() | NUMBERS | KEYS
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)
TYPES = st.sampled_from(["object", "array", "string", "integer", "boolean", "null"])


def _schemas(inner: st.SearchStrategy[JSON]) -> st.SearchStrategy[JSON]:
    return st.fixed_dictionaries(
        {},
        optional={
            "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
            "enum": st.lists(LEAVES, min_size=1, max_size=4),
            "oneOf": st.lists(inner, min_size=1, max_size=3),
            "minimum": NUMBERS,
            "maximum": NUMBERS,
            "properties": st.dictionaries(KEYS, inner, max_size=3),
            "additionalProperties": inner,
            "required": st.lists(KEYS, max_size=2, unique=True),
            "items": inner,
            "prefixItems": st.lists(inner, min_size=1, max_size=3),
            "minItems": st.integers(0, 3),
            "maxItems": st.integers(0, 3),
            "uniqueItems": st.booleans(),
        },
    )


SCHEMAS = st.recursive(st.booleans() | st.builds(dict), _schemas, max_leaves=6)


@settings(deadline=None)
@given(SCHEMAS, VALUES)
def test_any_schema_says_of_any_value_what_the_standard_says(schema: JSON, value: JSON) -> None:
    assert shapes.fits(schema, value) == jsonschema.Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"enum": [1, 0]}, True),
        ({"enum": [False]}, 0),
        ({"enum": [True]}, True),
        ({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}, ["a", 1, 2]),
        ({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}, ["a", "b"]),
        ({"prefixItems": [True], "items": False}, [1, 2]),
        ({"oneOf": [{"type": "integer"}, {"minimum": 3}]}, 4),
        ({"uniqueItems": True}, [1, True]),
        ({"uniqueItems": True}, [{"a": 1, "b": 2}, {"b": 2, "a": 1}]),
    ],
)
def test_where_a_careless_reading_would_go_wrong(schema: JSON, value: JSON) -> None:
    assert shapes.fits(schema, value) == jsonschema.Draft202012Validator(schema).is_valid(value)


def test_a_word_that_is_not_known_is_no_word_to_pass_over() -> None:
    with pytest.raises(KeyError):
        shapes.fits({"pattern": "^a"}, "b")


def asked(game: str) -> Iterator[tuple[JSON, JSON]]:
    """The shapes of what a lively game asks, with what was answered."""
    rng = random.Random(game)
    t = EVERY[game].some_table(rng)
    for _ in range(120):
        if t.over:
            return
        party = next(p for p in t.asks if p not in t.locks)
        value = EVERY[game].choice(t, party, rng)
        yield t.asks[party].shape(), value
        t.answer(party, t.asks[party].name, value, hand_of(party), sure=True)


@pytest.mark.parametrize("game", EVERY)
def test_every_ask_is_written_in_words_that_are_known(game: str) -> None:
    for shape, value in asked(game):
        jsonschema.Draft202012Validator.check_schema(dict(shape))
        assert shapes.fits(shape, value)


@pytest.mark.parametrize("game", EVERY)
@settings(deadline=None, max_examples=30)
@given(st.data())
def test_garbage_is_told_from_answers_as_the_standard_tells_it(game: str, data: st.DataObject) -> None:
    shape, value = data.draw(st.sampled_from(SEEN.setdefault(game, list(asked(game)))))
    spoilt = data.draw(GARBAGE.filter(_without_floats) | st.just(value) | st.lists(st.just(value), max_size=2))
    assert shapes.fits(shape, spoilt) == jsonschema.Draft202012Validator(shape).is_valid(spoilt)


SEEN: dict[str, list[tuple[JSON, JSON]]] = {}


def _without_floats(value: JSON) -> bool:
    """Numbers with a point are refused before their shape is looked at."""
    if isinstance(value, dict):
        return all(map(_without_floats, value.values()))
    if isinstance(value, list):
        return all(map(_without_floats, value))
    return not isinstance(value, float)
