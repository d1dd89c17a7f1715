"""Small words every room uses: canonical JSON, digests, counting in plain English."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from traceback import format_tb
from typing import Any

import orjson

_WRITE = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_READ = json.JSONDecoder().raw_decode
_PLAIN, _TEXT = frozenset((str, int, bool, type(None))), frozenset((str,))


def canonical(value: Any) -> str:
    """The one JSON text of a value: sorted keys, no spaces. It holds no float: what comes from outside is `vetted`."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:  # a number of more than 64 bits, half a character, lists within lists within lists
        return vetted(value)


def vetted(value: Any) -> str:
    """The canonical text of a value from anywhere; raises `ValueError` or `TypeError` for one that JSON cannot say."""
    return _WRITE(value)


def read(text: str) -> Any:
    """The value of a canonical text: there is nothing around it to be looked for."""
    return _READ(text)[0]


def copy(value: Any) -> Any:
    """A value of its own, as its canonical text would be read: what two plots hold is never one object."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list:
        return [each if type(each) in _PLAIN else copy(each) for each in value]
    if kind is dict and _TEXT.issuperset(map(type, value)):
        return {key: each if type(each := value[key]) in _PLAIN else copy(each) for key in sorted(value)}
    return read(vetted(value))


def digest(value: Any) -> str:
    """Sixteen hexadecimal digits of the SHA-256 of a value's canonical text."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:16]


def digest_of(texts: Iterable[str]) -> str:
    """The `digest` of a list whose items have these canonical texts."""
    return hashlib.sha256(f"[{','.join(texts)}]".encode()).hexdigest()[:16]


def whole(text: str, most: int = 9999) -> int | None:
    """The whole number a text is, from 0 to `most`; None for anything else, however long."""
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(most)):
        return None
    return int(text) if int(text) <= most else None


def trace(error: BaseException) -> str:
    """Where a fault happened and of what kind it is, without its words: those may hold a secret."""
    return "".join(format_tb(error.__traceback__)) + type(error).__name__


def listed(words: Iterable[str], last: str = "and") -> str:
    """``a, b and c``; an empty string for nothing."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def shared(texts: Sequence[str]) -> str:
    """What texts begin with alike, word by word; to each is left one word at the least."""
    words = [text.split(" ") for text in texts]
    most = min(map(len, words)) - 1
    n = next((k for k in range(most) if len({each[k] for each in words}) > 1), most)
    return " ".join(words[0][:n])


def counted(n: int, noun: str, plural: str = "") -> str:
    """``1 zone``, ``2 zones``."""
    return f"{n} {noun if n == 1 else plural or noun + 's'}"
