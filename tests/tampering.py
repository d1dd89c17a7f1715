"""A ledger spoilt in every way somebody might think of; each is to be caught by a check.

A way takes the lines of a ledger as JSON, its heading first, and changes them in place. A table played with real
answers, dice and seals has in it all that they look for; `assert` says so where one has not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from umpire.table.asks import CHART, DICE, TABLE

JSON = Any
Lines = list[JSON]


def _entries(lines: Lines, *parties: str) -> list[JSON]:
    """The answers of some parties; of a side, where none is named, and those for all where a screen is shared."""
    found = [e for e in lines[1:] if "do" not in e and (e["party"] in parties if parties else "nonce" in e)]
    found = found or [e for e in lines[1:] if "do" not in e and e["party"] == TABLE]
    assert found, parties
    return found


def _renumbered(lines: Lines) -> None:
    for n, line in enumerate(lines[1:], 1):
        line["n"] = n


def _middle(some: list[JSON]) -> JSON:
    return some[len(some) // 2]


def another_hand(lines: Lines) -> None:
    """That the umpire gave an answer, and not the side."""
    _middle(_entries(lines))["by"] = "umpire"


def another_phone(lines: Lines) -> None:
    each = _middle(_entries(lines))
    each["seat"] = (each.get("seat") or 0) + 1


def a_die_turned(lines: Lines) -> None:
    dice = _middle([each for each in _entries(lines, DICE) if isinstance(each["value"][0], int)])["value"]
    dice[0] = dice[0] % 6 + 1


def an_answer_exchanged(lines: Lines) -> None:
    """Two answers of one side to asks of one kind change places."""
    by_kind: dict[str, list[JSON]] = {}
    for each in _entries(lines):
        by_kind.setdefault(each["party"] + re.sub(r"\d+", "", each["ask"]), []).append(each)
    for some in by_kind.values():
        for one, two in pairwise(some):
            if one["value"] != two["value"]:
                one["value"], two["value"] = two["value"], one["value"]
                return
    raise AssertionError("no two answers differ")


def an_entry_taken_out(lines: Lines) -> None:
    lines.remove(_middle(_entries(lines)))
    _renumbered(lines)


def an_entry_twice(lines: Lines) -> None:
    lines.insert(lines.index(_middle(_entries(lines, DICE))), dict(_middle(_entries(lines, DICE))))
    _renumbered(lines)


def two_entries_exchanged(lines: Lines) -> None:
    at = lines.index(_middle(_entries(lines, DICE)))
    lines[at - 1], lines[at] = lines[at], lines[at - 1]
    _renumbered(lines)


def another_word_told(lines: Lines) -> None:
    each = _middle([line for line in lines[1:] if line["told"]])
    audience = sorted(each["told"])[0]
    each["told"][audience] = "0" * 16


def a_word_kept_from_somebody(lines: Lines) -> None:
    each = _middle([line for line in lines[1:] if len(line["told"]) > 1])
    del each["told"][sorted(each["told"])[0]]


def nothing_said_of_what_was_told(lines: Lines) -> None:
    del _middle(lines[1:])["told"]


def no_seals(lines: Lines) -> None:
    """As if the table had been begun before there were any."""
    del lines[0]["salts"]


def other_salts(lines: Lines) -> None:
    lines[0]["salts"] = {audience: "0" * 31 + str(n) for n, audience in enumerate(sorted(lines[0]["salts"]))}


def other_random_bits(lines: Lines) -> None:
    _middle(_entries(lines))["nonce"] = "0" * 32


def no_random_bits(lines: Lines) -> None:
    del _middle(_entries(lines))["nonce"]


def random_bits_used_again(lines: Lines) -> None:
    one, two = _entries(lines)[:2]
    two["nonce"] = one["nonce"]


def another_kit(lines: Lines) -> None:
    """A printed value that perhaps nothing asked for."""
    key = sorted(lines[0]["kit"])[-1]
    lines[0]["kit"][key] = {"was": lines[0]["kit"][key]}


def another_agreement(lines: Lines) -> None:
    lines[0]["settings"]["names"] = {"us": "Somebody else"}


def another_table(lines: Lines) -> None:
    lines[0]["table"] = "LILY"


def a_doubt_dropped(lines: Lines) -> None:
    """That a side was asked twice, and stood by its answer."""
    each = _middle(_entries(lines))
    each["sure"] = not each.get("sure", False)


def a_cell_read_otherwise(lines: Lines) -> None:
    """Where a printed value was read off."""
    cells = [e for e in lines[1:] if e["party"] == CHART and "do" not in e and e["value"]]
    if not cells:
        return another_table(lines)
    each = _middle(cells)
    key = sorted(each["value"])[0]
    each["value"][key] = {"was": each["value"][key]}
    return None


WAYS: tuple[Callable[[Lines], None], ...] = (
    another_hand,
    another_phone,
    a_die_turned,
    an_answer_exchanged,
    an_entry_taken_out,
    an_entry_twice,
    two_entries_exchanged,
    another_word_told,
    a_word_kept_from_somebody,
    nothing_said_of_what_was_told,
    no_seals,
    other_salts,
    other_random_bits,
    no_random_bits,
    random_bits_used_again,
    another_kit,
    another_agreement,
    another_table,
    a_doubt_dropped,
    a_cell_read_otherwise,
)
OF_A_SIDE = (another_hand, another_phone, other_random_bits, no_random_bits, random_bits_used_again, a_doubt_dropped)
"""Ways that only an answer which a side has sealed gives away: where all lies open nobody answers for himself alone."""
