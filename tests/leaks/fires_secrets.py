"""Scenes of The Fires of Midway with anything to hide: task forces whose markers are blank, and tiles that the app keeps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.leaks.canaries import Canaries, Scene, told_to_some
from tests.web.fires_room import GROUP, FiresRoom, in_turn, peopled

OWN = {frozenset({"us"}), frozenset({"japan"})}


def letters(path: Path) -> tuple[FiresRoom, Canaries]:
    """Turn 2 of a table whose markers are blank on their Hidden side; each side’s make-up is sealed."""
    room = in_turn(path, letters="hidden")
    made = told_to_some(room)
    assert {frozenset(sides) for sides in made.values()} == OWN
    return room, made


def peeks(path: Path) -> tuple[FiresRoom, Canaries]:
    """Nobody umpires: both sides have looked at tiles that lie face down again, and Japan looks at two more."""
    room = peopled(path, attended=False, tiles="app")
    room.run("search/4/turn-up")
    made = {place: {side} for side in ("us", "japan") for place in said(room, side)}
    assert {frozenset(sides) for sides in made.values()} == OWN
    return room, made


def said(room: FiresRoom, side: str) -> list[str]:
    """What a side remembers of the grid, as its page says it."""
    plot = room.table.play.plot(side)
    return [
        f"{place}: {words}"
        for d in plot.heard
        if d.kind == "peeked"
        for place, words in d.facts["shown"]
        if place in plot.peeked[side]
    ]


def tracks(path: Path) -> tuple[FiresRoom, Canaries]:
    """Each side has picked a damage track of two tiles, and alone knows the other one."""
    room = peopled(path, tiles="app")
    said: dict[str, object] = {}
    for n, (ship, target) in enumerate((("Yorktown", "Akagi"), ("Hiryu", "Midway")), 1):
        said[f"t1/turn/{n}"] = {"ship": ship, "action": "wind"}
        said[f"t1/{ship}/launch"] = {**GROUP, "bomber": 4, "targets": [target], "clouds": 0, "no_torpedo": True}
    room.run("t2/turn/1", said)
    made = told_to_some(room)
    picked = {words: frozenset(sides) for words, sides in made.items() if words.startswith("Not chosen")}
    assert set(picked.values()) == OWN
    return room, made


SCENES: Sequence[Scene] = (letters, peeks, tracks)
