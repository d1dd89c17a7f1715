"""Each turn in a line, and what was lost by the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from umpire.games.carrier.aftermath.reel import SIDES, Moment, Reel
from umpire.games.carrier.flight import in_words
from umpire.games.carrier.roster import in_order
from umpire.games.carrier.scoring import JAPAN
from umpire.games.carrier.terms import TYPES
from umpire.games.carrier.words import say
from umpire.table.words import counted, listed

JSON = Any

TOLD = (
    *(
        "comes",
        "screen-splits",
        "retires",
        "fleet",
        "limit-reached",
        "commitment-ends",
        "screen-alone",
        "surface-outcome",
    ),
    *("bombards", "unloads", "task-force-gone", "tf-off", "sunk"),
)
"""Kinds of which a turn's line always speaks, in the words they were said in."""
QUIET = "Nothing is found, nothing is fought."


def lines(reel: Reel) -> list[dict[str, JSON]]:
    """What became of every turn that was begun."""
    turns: dict[int, list[Moment]] = {}
    for moment in reel.moments:
        if moment.turn:
            turns.setdefault(moment.turn, []).append(moment)
    return [{"turn": n, "when": reel.when(n), "words": _line(said)} for n, said in turns.items()]


def _line(said: Sequence[Moment]) -> str:
    made = [*_arrivals(said), *_learnt(said), *_attacks(said)]
    made += [say(m.dispatch) for m in said if m.kind in TOLD]
    return " ".join(filter(None, made)) or QUIET


def _arrivals(said: Sequence[Moment]) -> list[str]:
    came = [m.facts["force"] for m in said if m.kind == "arrives"]
    gone = [m.facts["force"] for m in said if m.kind == "force-gone"]
    made = [f"{listed(came)} {'arrive' if len(came) > 1 else 'arrives'}."] if came else []
    return made + ([f"Off the map: {listed(gone)}."] if gone else [])


def _learnt(said: Sequence[Moment]) -> list[str]:
    last: dict[str, str] = {}
    for m in said:
        if m.kind == "chit":
            last[m.facts["force"]] = m.facts["chit"]
        elif m.kind == "level-4":
            last[m.facts["force"]] = counted(len(m.facts["ships"]), "ship")
    return [f"{listed(f'{force}: {what}' for force, what in last.items())}."] if last else []


def _attacks(said: Sequence[Moment]) -> list[str]:
    """Each strike with its hits and losses, in a sentence."""
    made = []
    points = 0
    for m in said:
        f = m.facts
        if m.kind == "attack" and f["by"] != "us":
            points = f["points"]
        elif m.kind == "jp-attack-done":
            lost = f"; {f['lost']} lost" if f["lost"] else ""
            made.append(f"{f['force']} strikes {f['target']} with {points}: {_hits(f['hits'])}{lost}.")
        elif m.kind == "us-attack-done":
            lost = f"; {in_words(f['lost'])} lost" if f["lost"] else ""
            made.append(f"A strike attacks {f['force']}: {_hits(f['hits'])}{lost}.")
    return made


def _hits(hits: Mapping[str, int]) -> str:
    return listed(f"{counted(n, 'hit')} on {ship}" for ship, n in hits.items()) or "no hit"


# The end.


def standing(reel: Reel) -> list[JSON]:
    """Ships sunk and damaged, and the planes lost: a name, and a line for the US, for Japan."""
    ships = reel.end.ships
    sunk = {name: s for name, s in ships.items() if s["sunk"]}
    hurt = {name: s for name, s in ships.items() if s["hits"] and not s["sunk"]}
    air = reel.end.at("points/air", 0)
    rows = [
        ("Sunk", [_ships(sunk, side) for side in SIDES]),
        ("Damaged, afloat", [_ships(hurt, side, hits=True) for side in SIDES]),
        ("Planes lost", [_steps(reel), counted(air, "point") if air else "none"]),
    ]
    return [{"name": name, "of": of} for name, of in rows]


def _ships(of: Mapping[str, JSON], side: str, *, hits: bool = False) -> str:
    mine = in_order(name for name, s in of.items() if s["side"] == side)
    return listed(f"{of[n]['type']} {n}{_left(of[n]) if hits else ''}" for n in mine) or "none"


def _left(ship: Mapping[str, JSON]) -> str:
    return f" ({ship['hits']} of {ship['capacity']})"


def _steps(reel: Reel) -> str:
    """US steps lost to the enemy, to the sea and over the side, as they were awarded."""
    return (
        in_words(_together(m.facts["why"] for m in reel.moments if m.kind == "points" and m.facts["side"] == JAPAN))
        or "none"
    )


def _together(reasons: Iterable[str]) -> dict[str, int]:
    """Steps by type, of reasons that begin with them: ``4 SBD and 2 TBF: out of fuel``."""
    made: dict[str, int] = {}
    for why in reasons:
        for each in why.partition(":")[0].replace(" and ", ", ").split(", "):
            n, _, kind = each.partition(" ")
            if kind in TYPES and n.isdecimal():
                made[kind] = made.get(kind, 0) + int(n)
    return made
