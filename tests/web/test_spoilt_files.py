"""A table's file with something in it, anywhere, that should not be there: turned away in words, or played on without a fault."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.every import EVERY
from tests.web.room import Room, refusal_in
from tests.web.test_bad_input import sent
from umpire.table import ledger

JSON = Any
ODD: list[JSON] = [None, True, -1, 0, 10**400, "", "x", "Kaga", "A-1-A", [], {}, {"us": 1}, [[]], "\x00", "us", 0.5]
PAGES = (
    *("", "tables/{}", "tables/{}/export"),
    *("screen/{}", "screen/{}/print/turn", "screen/{}/record", "desk/{}", "desk/{}/secrets", "desk/{}/right"),
)


@pytest.fixture(scope="module", params=EVERY)
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    made = EVERY[request.param].house(tmp_path_factory.mktemp("spoilt") / "umpire.db")
    yield made
    made.store.close()


def spoil(text: list[str], rng: random.Random) -> str:
    """A ledger with something in it, anywhere, that should not be there."""
    n = rng.choice([0, rng.randrange(len(text))])
    parsed = json.loads(text[n])
    holder = parsed
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = rng.choice(keys)
        if isinstance(holder[key], dict | list) and holder[key] and rng.random() < 0.7:
            holder = holder[key]
            continue
        holder[key] = rng.choice(ODD)
        if isinstance(parsed.get("told"), dict) and rng.random() < 0.7:
            parsed.pop("told")
        return "\n".join([*text[:n], json.dumps(parsed), *text[n + 1 :]])


@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_spoilt_anywhere_it_is_turned_away_or_can_be_played(room: Room, seed: int) -> None:
    rng = random.Random(seed)
    text = written(room)[: rng.choice([None, rng.randrange(2, 20)])]
    answer = sent(room, spoil(text, rng).encode(errors="replace"))
    assert answer.status_code in (303, 422), answer.status
    if answer.status_code == 303:
        code = answer.headers["Location"].rpartition("/")[2]
        for path in PAGES:
            assert room.laptop.get(f"/{path.format(code)}").status_code < 500, path


def written(room: Room, **agreed: JSON) -> list[str]:
    """The table's file, with something agreed otherwise."""
    head = room.table.header
    head = replace(head, settings={**head.settings, **agreed})
    return list(ledger.write(head, [] if agreed else room.table.entries))


def test_what_cannot_be_agreed_is_turned_away_by_its_name(room: Room) -> None:
    for each in room.table.game.agreed:
        for odd in ("nonsense", 7, None, [], "True"):
            answer = sent(room, "\n".join(written(room, **{each.name: odd})).encode())
            assert answer.status_code == 422, (each.name, odd)
            assert len(refusal_in(answer.text)) > 20
        said = sent(room, "\n".join(written(room, **{each.name: "nonsense"})).encode())
        assert f"of “{each.label}” something was agreed that cannot be agreed" in refusal_in(said.text)
        for value, _ in each.choices:
            assert "cannot be agreed" not in sent(room, "\n".join(written(room, **{each.name: value})).encode()).text
