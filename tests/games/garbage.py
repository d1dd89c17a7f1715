"""Answers spoilt on purpose, and keys with words nobody wrote on them: what each game has of its own to be spoilt with."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

JSON = Any

HUGE = "9" * 5000


def spoilt(value: JSON, rng: random.Random, odd: Sequence[JSON]) -> JSON:
    """A value with something in it replaced by something odd."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        return (
            {**value, key: spoilt(value[key], rng, odd)}
            if rng.random() < 0.8
            else {**value, str(rng.choice(odd)): value[key]}
        )
    if isinstance(value, list) and value and rng.random() < 0.85:
        i = rng.randrange(len(value))
        return [*value[:i], spoilt(value[i], rng, odd), *value[i + 1 :]]
    return rng.choice(odd)


def booleans(value: JSON, at: str = "") -> set[str]:
    """Where in a value a yes or no stands: the keys it stands under."""
    if isinstance(value, bool):
        return {at}
    if isinstance(value, dict):
        return set().union(*(booleans(each, key) for key, each in value.items()))
    return set().union(*(booleans(each, at) for each in value)) if isinstance(value, list) else set()


@dataclass(frozen=True)
class Garbage:
    """What is thrown at a game."""

    odd: Sequence[JSON]
    """What takes the place of something in an answer."""
    kinds: Collection[str]
    """Every kind of ask there is."""
    ops: Sequence[str]
    """Every key there is."""
    args: Sequence[str]
    """Words and numbers for them, right and wrong ones."""
    yes_or_no: Mapping[str, Collection[str]] = field(default_factory=dict)
    """By kind of ask, under which keys its answer holds a yes or no; nowhere else does one pass."""
    always_right: Collection[str] = ()
    """Kinds of asks of which nothing thrown is refused: there is nothing in them to be spoilt."""
    named: Collection[str] = ("at", "bases", "ships", "reach", "groups")
    """Facts of an ask whose names are put on its keys."""


BEYOND = ["٣", "²:²", "-1:-1", "\x00", "💥", HUGE, f"1:{HUGE}", f"0:{HUGE}", f"{HUGE}:1"]
"""Numbers that are none, or too large, for any game."""

MIDWAY = Garbage(
    odd=[None, True, -1, 0, 1, 10**30, "", "x", "Kaga", "Midway", "A-1", "A-1-A", [], {}, ["A-1-A"], {"last": None}],
    kinds={
        *("place", "moves", "deready", "readying", "call", "operations", "landing", "roll", "cells"),
        *("battle-place", "press", "attack", "fire", "aim", "ground", "strip", "screen", "waves", "b17-target"),
        *("surface-place", "surface-move", "surface-fire", "withdraw"),
    },
    ops=[
        *("ahead", "all", "area", "at", "attack", "attacks", "b17", "base", "cancel", "cap", "clear", "count", "cut"),
        *("digit", "done", "drop", "face", "from", "hold", "home", "land", "last", "leave", "letter", "look", "lost"),
        *("none", "over", "own", "pick", "reopen", "say", "ship", "stack", "target", "to", "transfer", "transfers"),
        *("type", "whole", "word", "zone"),
    ],
    args=[
        *("", ":", "::", "none", "some", "Kaga", "Kaga:D:1", "Kaga:F:1", "Kaga:D:x", "A-1-A", "B-2", "B", "2"),
        *("1:1", "5:7", "1:D:1", "1:F:1", "1:Kaga:D:1", "D:1", "T:1", "F:1", "DT:1", "island", "ships", "stay"),
        *("withdraw", "leaving", "caps:0", "b17", "Atlanta/dive", "Atlanta/dive:2", "Kaga/dive/1:1", "bow:1"),
        *("attacks:0", "transfers:9", "dive", "port:2", "waiting", "press on", *BEYOND),
        *(f"{on}:{HUGE}" for on in ("Kaga:D", "Midway:T", "D", "dive", "1:D", "1:Midway:D", "attacks", "caps")),
    ],
    yes_or_no={"withdraw": {""}},
)

VICTORY = Garbage(
    odd=[
        *(None, True, -1, 0, 1, 10**30, "", "x", "Kaga", "Midway", "H6", "K-T1", "off", "base"),
        *([], {}, ["H6"], {"to": "H6"}),
    ],
    kinds={
        *("set-up", "orders", "strikes", "next", "cap", "aim", "reply", "field", "after", "declare", "shore"),
        *("roll", "cells"),
    },
    ops=[
        *("all", "at", "battalion", "blank", "clear", "close", "drop", "face", "fast", "firer", "first", "flip"),
        *("forgo", "group", "here", "hex", "kind", "kure", "none", "off", "part", "pick", "ship", "sea", "slow"),
        *("stack", "to", "type", "unit", "wave", "whole", ""),
    ],
    args=[
        *("", ":", "::", "none", "Kaga", "H6", "A1", "Z99", "h6", "F5", "off", "move", "air", "ship", "base", "scout"),
        *("land", "decks", "naval", "K-T1", "E-D1", "M-H1", "P1", "F1", "D1", "I.D.1", "Yoko", "TT1", "subs:H6"),
        *("zeke:Kaga", "ditch:K-T1", "unready:K-T1", "bombard:BB3.2", "ashore:Yoko", "0:10", "0:1", "1:", "D1:P1"),
        *("F1:P1", "1", "13", "H٣", f"H{HUGE}", f"subs:{HUGE}", *BEYOND),
    ],
    yes_or_no={"orders": {"kure"}},
    always_right={"next"},
)

CARRIER = Garbage(
    odd=[
        *(None, True, -1, 0, 1, 10**30, "", "x", "C1", "TF 16", "Enterprise", "2715", "SBD", "L", "ready"),
        *([], {}, ["C1"], {"SBD": 1}, {"to": "2715"}),
    ],
    kinds={
        *("buy", "choose", "decks", "group", "match", "pick", "pieces", "place", "places", "search", "second", "split"),
        *("targets", "roll", "draw", "cells"),
    },
    ops=[
        *("all", "arrow", "at", "back", "blank", "box", "brush", "chip", "detach", "face", "hex", "in", "n", "none"),
        *(
            "one",
            "other",
            "paint",
            "plan",
            "roll",
            "say",
            "ship",
            "stack",
            "stay",
            "tab",
            "take",
            "target",
            "tick",
            "to",
        ),
        "",
    ],
    args=[
        *(
            "",
            ":",
            "::",
            "none",
            "all",
            "C1",
            "C10",
            "TF 16",
            "TF 16:1",
            "Enterprise",
            "Hornet",
            "2715",
            "0000",
            "9999",
        ),
        *(
            "ready:SBD:",
            "ready:SBD:9",
            "hangar:F4F:",
            "cap:F4F:6",
            "landing:TBF:x",
            "search",
            "overboard",
            "strike/new",
        ),
        *("strike/1", "strike/99", "transfer/new", "launch", "raise", "service", "lower", "land", "nothing", "last"),
        *("1:2616", "1:C1", "1:TF 16", "SBD:1", "SBD:-1", "SE", "1", "0:10", "13", "Large", "Dummy", "blank", "CA"),
        *(f"{on}:{HUGE}" for on in ("SBD", "TF 16", "ready:SBD", "strike/1", "1")),
        *("271٣", f"27{HUGE}", f"strike/{HUGE}", *BEYOND),
    ],
    always_right={"pieces", "cells"},
    named=("options", "pieces", "ships", "tracks", "at", "ids", "firers", "targets"),
)

FIRES = Garbage(
    odd=[
        *(None, True, -1, 0, 1, 10**30, "", "x", "Akagi", "Midway", "roll", "full", "bomber/full", "wind"),
        *([], {}, ["Akagi"], {"Akagi": 1}, {"gas": 99}),
    ],
    kinds={
        *("choose", "count", "fleets", "stacks", "cards", "steal", "maneuver", "turn", "repairs", "recover", "sinks"),
        *("matches", "launch", "fuel", "engage", "bomb", "home", "icons", "faces", "pick", "roll", "cells"),
        *("look", "tile", "run", "draw"),
    },
    ops=[
        *("aboard", "action", "admiral", "again", "bluff", "bomber", "buy", "cannot", "cap", "card", "chip", "clouds"),
        *("cr", "face", "fighter", "fire", "flak", "gas", "give", "group", "haven", "hits", "home", "icon", "land"),
        *("launch", "lost", "lot", "minus", "moved", "n", "no_path", "no_torpedo", "none", "one", "ones", "pair"),
        *("plus", "points", "result", "roll", "sacrifice", "ship", "skip", "spout", "squall", "take", "target"),
        *("torpedo", "type", "undo", "won", "zones", ""),
    ],
    args=[
        *("", ":", "::", "none", "roll", "us:Halsey", "japan:", "nobody:x", "Akagi", "Akagi:3", "Akagi:Kaga", "Midway"),
        *("Akagi:fire", "Akagi:plane", "Midway:0", "wind", "save", "pass", "fleet", "cap/Akagi", "ships/Akagi/fire"),
        *("vp/us", "bomber/full", "torpedo/smoke", "Akagi/0", "fighter/full=lost", "x=roll", "Akagi=1:0:0", "smoke"),
        *("group:dice", "defender:reticle", "4:fireball", "1:2:0", "0:1:0", "2:1", "9:9:9", "1", "3", "12", "99"),
        *("-1", *BEYOND, f"Akagi:{HUGE}", f"{HUGE}:0:0", f"Akagi={HUGE}:0:0", f"{HUGE}:fireball"),
    ],
    yes_or_no={"launch": {"no_torpedo", "no_path"}, "bomb": {"sacrifice"}},
    named=("options", "ships", "targets", "lots", "caps", "cards", "keys", "theirs", "ours", "icons", "dice", "tiles"),
)

LIGHTNING = Garbage(
    odd=[None, True, -1, 0, 1, 10**30, "", "x", "Kaga", "us", "Tactic", "attack", [], {}, ["Kaga"], {"force": 1}],
    kinds={"turn", "attackers", "reply", "scouts", "card", "blow", "hands", "cells"},
    ops=[
        *(
            "adjust",
            "after",
            "also",
            "clear",
            "discards",
            "enemy",
            "exchange",
            "fewer",
            "fight",
            "force",
            "held",
            "more",
        ),
        *(
            "no-target",
            "none",
            "outcome",
            "pad",
            "pass",
            "prepare",
            "reinforce",
            "reshuffle",
            "say",
            "scouts",
            "special",
        ),
        *("stands", "target", "type", "value", ""),
    ],
    args=[
        *("", ":", "::", "us", "japan", "Kaga", "Akagi", "Hornet", "nobody", "destroyed", "held", "stopped", "Tactic"),
        *(
            "Leader",
            "us:1",
            "japan:-1",
            "us:both",
            "japan:one",
            "us:another",
            "us:99",
            "0",
            "1",
            "3",
            "4",
            "18",
            "9999",
        ),
        *("-1", "--1", "-", *BEYOND, f"-{HUGE}", f"us:{HUGE}"),
    ],
    yes_or_no={
        "scouts": {"cancelled"},
        "reply": {"no_target"},
        "card": {"pass", "after", "more"},
    },
    always_right={"scouts"},
    named=("targets", "others", "hands", "cards"),
)
