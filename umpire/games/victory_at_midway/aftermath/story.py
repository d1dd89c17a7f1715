"""Each turn in a line, and how both sides stood at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from umpire.games.victory_at_midway.aftermath.luck import Fight
from umpire.games.victory_at_midway.aftermath.reel import Moment, Reel
from umpire.games.victory_at_midway.aftermath.score import planes_of
from umpire.games.victory_at_midway.battle_plot import REDUCED
from umpire.games.victory_at_midway.movement import outside
from umpire.games.victory_at_midway.plot import DESTROYED, DITCHED, SHUT
from umpire.games.victory_at_midway.terms import JAPAN, MARINES, MIDWAY, NAMES, SFT, SIDES, planes_words
from umpire.games.victory_at_midway.words import SAYINGS
from umpire.table.words import counted, listed

JSON = Any
TOLD = ("found", "forgone", "kure", "landed", "field-shut", "zeke")
"""Kinds of which a turn's line always speaks."""


def lines(reel: Reel, fought: Iterable[Fight]) -> dict[int, str]:
    """What became of every turn that was begun."""
    fights: dict[int, list[Fight]] = {}
    for fight in fought:
        fights.setdefault(fight.turn, []).append(fight)
    turns: dict[int, list[Moment]] = {}
    for moment in reel.moments:
        if moment.turn:
            turns.setdefault(moment.turn, []).append(moment)
    return {turn: _line(said, fights.get(turn, [])) for turn, said in turns.items()}


def _line(said: Sequence[Moment], fights: Sequence[Fight]) -> str:
    # What carriers near each other found is told ahead of what searches find, and may be told again.
    before = dict.fromkeys(line for moment in said if moment.kind in TOLD[:3] for line in _told(moment))
    after = [line for moment in said if moment.kind in TOLD[3:] for line in _told(moment)]
    lifted = ["The fog lifts." for moment in said if moment.kind == "fog-die" and moment.facts["lifted"]]
    return (
        " ".join(filter(None, [*before, *_fought(fights), *after, *lifted])) or "Nothing is sighted, nothing is fought."
    )


def _told(moment: Moment) -> list[str]:
    """A dispatch in words, what was found statement by statement."""
    if moment.kind == "found":
        return [SAYINGS["found"]({"found": [each]}) for each in moment.facts["found"]]
    return [SAYINGS[moment.kind](moment.facts)]


def _fought(fights: Sequence[Fight]) -> list[str]:
    """Each fight with what was lost in it; those that met nobody together."""
    made = [f"{fight.title}: {' '.join(fight.losses) or 'no loss.'}" for fight in fights if not fight.empty]
    for what, words in (
        ("strike", "strikes"),
        ("sub-attack", "sends submarines into"),
        ("surface-battle", "attacks in"),
    ):
        for side in SIDES:
            for why in dict.fromkeys(fight.empty for fight in fights if fight.empty):
                hexes = [f.hex for f in fights if (f.what, f.by, f.empty) == (what, side, why)]
                if hexes:
                    made.append(f"{NAMES[side]} {words} {listed(hexes)}: {why}.")
    return made


# The end.


def standing(reel: Reel) -> list[JSON]:
    """What the final reckoning rests on, and what is left: a name, and a line for the US, for Japan."""
    end = reel.end
    rows = [
        ("Sunk", [_ships(reel, side, end.sunk) for side in SIDES]),
        ("Withdrawn", [_ships(reel, side, end.withdrawn) for side in SIDES]),
        ("Never entered", ["none", _ships(reel, JAPAN, [*outside(end, JAPAN), *end.forgone])]),
        ("Damaged, afloat", [_ships(reel, side, [s for s in end.at if end.strength(s) == REDUCED]) for side in SIDES]),
        ("Air units destroyed", [planes_words(planes_of(reel, side, DESTROYED)) for side in SIDES]),
        ("Air units ditched", [planes_words(planes_of(reel, side, DITCHED)) for side in SIDES]),
    ]
    return [{"name": name, "of": of} for name, of in rows]


def _ships(reel: Reel, side: str, ships: Iterable[str]) -> str:
    mine = dict.fromkeys(ship for ship in ships if ship in reel.end.ships and reel.side(ship) == side)
    return listed(reel.ranked(mine)) or "none"


def midway(reel: Reel) -> str:
    """Who holds Midway, and what stands there (Midway VPs)."""
    end = reel.end
    marines = f"{len(end.marines())} of {len(MARINES)} Marine units left"
    ashore = f"{listed(end.ashore)} ashore" if end.ashore else "no Japanese unit ashore"
    field = "shut for good" if end.field == SHUT else f"open, with {counted(end.field_hits, 'hit')}"
    words = f"{NAMES[end.holder]} holds {MIDWAY}: {marines}, {ashore}. The airfield is {field}."
    return words + (f" SFT: {_tender(reel)}." if end.option("sft") else "")


def _tender(reel: Reel) -> str:
    """Where the special force tender ended, which counts for Japan at a Midway of hers (Special Force Tenders)."""
    end = reel.end
    if SFT in end.sunk:
        return "sunk"
    if SFT not in end.at:
        return "not on the map"
    return f"in {end.at[SFT]}{', reduced' if end.strength(SFT) == REDUCED else ''}"
