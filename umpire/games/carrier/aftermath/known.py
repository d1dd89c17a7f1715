"""What each force turned out to be, and when that was known, level by level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from umpire.games.carrier.aftermath.reel import Moment, Reel
from umpire.games.carrier.roster import in_order
from umpire.games.carrier.terms import CARRIER_2, CARRIER_3, CARRIERS, DUMMY, LEVEL_4
from umpire.games.carrier.track import by_number
from umpire.table.words import listed

JSON = Any

BY = {
    "arrival": "as it came",
    "japan": "as it acted",
    "search": "by search",
    "strike": "by a strike",
    "move": "in battle",
    "end": "at the end of the turn",
    "over": "as the game ended",
}
"""How a force came to be known, by the step in which it did."""


@dataclass
class Story:
    """One force from its arrival to its end."""

    life: str
    came: str
    steps: list[tuple[str, str]] = field(default_factory=list)
    """What was learnt of it, each with when and how."""
    known: str = ""
    """The most that was ever known of it."""
    level: int = 0
    ships: list[str] = field(default_factory=list)
    """By name, as it was known ship by ship; those it has lost since too."""
    end: str = ""


def stories(reel: Reel) -> list[Story]:
    """Every force that was ever on the map, by number."""
    made: dict[str, Story] = {}
    before: Mapping[str, str] = {}
    for moment in reel.moments:
        for life in moment.held.forces:
            if life not in made:
                made[life] = Story(life, moment.when or "at the start")
                if chit := moment.held.forces[life][2]:
                    _learn(made[life], moment, chit, 1, "at the start")
        _take(made, moment, before)
        before = moment.lives
    for life, story in made.items():
        _name(reel, story, life)
    return [made[life] for life in by_number(made)]


def _take(made: Mapping[str, Story], moment: Moment, before: Mapping[str, str]) -> None:
    f = moment.facts
    story = made.get(moment.lives.get(f.get("force", ""), before.get(f.get("force", ""), "")))
    if story is None:
        return
    if moment.kind == "chit":
        _learn(story, moment, f["chit"], f["level"])
    elif moment.kind == "screen":
        story.steps.append((f"screen {f['chit']}", _how(moment)))
    elif moment.kind == "level-4":
        _learn(story, moment, listed(f["ships"]), 4)
        story.ships = list(f["ships"])
    elif moment.kind == "chit-falls":
        story.steps.append((f"only {f['chit']} again" if f["chit"] else "nothing again", _how(moment)))
    elif moment.kind == "force-gone":
        story.end = f"{f['why']}, {moment.when.lower()}"
        story.known = story.known or (DUMMY if DUMMY in f["why"] else "")


def _learn(story: Story, moment: Moment, what: str, level: int, how: str = "") -> None:
    story.steps.append((what, how or _how(moment)))
    if level >= story.level:
        story.level, story.known = level, what


def _how(moment: Moment) -> str:
    """``turn 5, phase 2, by search``."""
    by = BY.get(moment.step if moment.segment == "us" else moment.segment, "")
    return ", ".join(filter(None, [moment.when.lower(), by]))


def _name(reel: Reel, story: Story, life: str) -> None:
    """A force known ship by ship is its ships; one that a scenario names is known so from the start."""
    if not story.ships and life in reel.end.forces and reel.end.forces[life]["level"] == 4:
        story.ships = [name for name, ship in reel.end.ships.items() if ship["in"] == life]
    if story.ships:
        story.known = listed(f"{reel.end.ships[ship]['type']} {ship}" for ship in in_order(story.ships))


def became(reel: Reel) -> dict[str, str]:
    """By life, what it turned out to be; empty for a dummy and for what nobody ever knew."""
    return {story.life: _short(reel, story) for story in stories(reel) if story.known != DUMMY}


def _short(reel: Reel, story: Story) -> str:
    """``CV Shokaku and CV Zuikaku``: carriers alone where there are any, since it is they who matter."""
    flat = [f"{reel.end.ships[n]['type']} {n}" for n in story.ships if reel.end.ships[n]["type"] in CARRIERS]
    return listed(flat) if flat else f"{len(story.ships)} ships" if len(story.ships) > 3 else story.known


def carriers(words: str) -> bool:
    """Whether what a force turned out to be has carriers."""
    return words in (*CARRIER_2, *CARRIER_3, "Carrier") or any(f"{type} " in words for type in CARRIERS)


def facts(reel: Reel) -> dict[str, JSON]:
    """A row a force of which anything was learnt, what it was and how it came to be known; and the rest by name."""
    every = stories(reel)
    rows = [
        {
            "force": story.life,
            "came": story.came,
            "known": story.known,
            "steps": [f"{what} ({how})" if how else what for what, how in story.steps if what != LEVEL_4],
            "end": story.end,
        }
        for story in every
        if story.known or story.end
    ]
    return {"rows": rows, "never": listed(story.life for story in every if not (story.known or story.end))}
