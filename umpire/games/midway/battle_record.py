"""Battles on paper: every attack from the air, of B-17s and of ships, as far as it has gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from umpire.games.midway.battle import group_words
from umpire.games.midway.results import whole_group
from umpire.games.midway.surface_record import fought
from umpire.games.midway.terms import FIGHTER, NAMES, squadrons
from umpire.games.midway.words import say
from umpire.games.paper import Block, Column
from umpire.games.sayings import giver
from umpire.table.plot import Dispatch
from umpire.table.words import listed

JSON = Any
Said = Sequence[Dispatch]

GROUP = [
    Column("Group", 6),
    Column("Fired at by", 4),
    *(Column(label, 2) for label in ("Odds", "Column", "Die", "Hits", "Lost")),
]
"""What is written of each attack group."""
_ISLAND = ("on-midway", "aimed")
"""What is said of a raid on Midway before anything else."""
_OPENING = ("empty", "stripped", "fighter-combat", "screening")
"""What is said of a battle above its table, as it was said."""
_CLOSING = ("pressed", "hits", "sunk", "bombed", "ground", "met")
"""What is said of a battle below its table, as it was said."""
_AIR = (*_ISLAND, *_OPENING, *_CLOSING, "battle", "placed", "attacking", "firing", "waves", "roll", "odds", "results")
_B17 = ("b17", "b17-target", "b17-result", "hits", "sunk", "roll")
_SURFACE = (
    *("surface", "surface-placed", "surface-turn", "surface-moved", "surface-firing", "surface-odds"),
    *("surface-results", "withdrawing", "surface-over", "hits", "sunk", "roll"),
)
_PARTS = {"battle": _AIR, "b17": _B17, "surface": _SURFACE}
"""What opens a battle, and the kinds that tell of it."""


def battles(live: Said) -> list[Block]:
    """Every battle as far as it has gone, each with a table of its own."""
    made: list[list[Dispatch]] = []
    for d in live:
        if d.kind in _PARTS:
            made.append([d])
        elif made and d.kind in _PARTS[made[-1][0].kind]:
            made[-1].append(d)
    surface = [said for said in made if said[0].kind == "surface"]
    return [_block(said, surface) for said in made]


def _block(said: Said, surface: Sequence[Said]) -> Block:
    if said[0].kind == "battle":
        return _battle(said)
    if said[0].kind == "b17":
        return _b17(said)
    return fought(surface.index(said) + 1, said, dice_words(said))


def _battle(said: Said) -> Block:
    told = {d.kind: d.facts for d in said}
    opened = told["battle"]
    over = f"Midway, {opened['zone']}," if opened["island"] else opened["zone"]
    title = f"Battle {opened['k']}: {NAMES[opened['by']]} over {over} with {squadrons(opened['planes'])}"
    before = [say(d) for d in said if d.kind in _ISLAND]
    if opened["cap"]:
        before.append(f"{NAMES[opened['of']]} has {squadrons({FIGHTER: opened['cap']})} on patrol there.")
    if told.get("placed", {}).get("ships"):
        ships = told["placed"]["ships"]
        before.append(f"Ships there, by column and row: {', '.join(f'{s} {c}-{r}' for s, (c, r) in ships.items())}.")
    before += [say(d) for d in said if d.kind in _OPENING]
    after = [dice_words(said)] if "roll" in told else []
    if "results" in told:
        after.append(f"Squadrons lost: {squadrons(told['results']['lost'])}.")
    after += [words for d in said if d.kind in _CLOSING and (words := _end(d))]
    return Block(title, GROUP, _groups(told), _together(before), _together(after))


def _together(lines: Sequence[str]) -> list[str]:
    """Sentences in one note, if there are any."""
    return [" ".join(lines)] if lines else []


def _end(said: Dispatch) -> str:
    return "" if said.kind == "pressed" and said.facts["on"] else say(said)


def _groups(told: dict[str, JSON]) -> list[list[str]]:
    """A row for each group, or for each wave of one; what fires at a group fires at each of its waves."""
    odds = {each["id"]: each for each in told.get("odds", {}).get("odds", ())}
    results = {each["id"]: each for each in told.get("results", {}).get("results", ())}
    fighters = told.get("screening", {}).get("fighters", {})
    attack = told.get("waves") or told.get("attacking") or {}
    rows = []
    for group in attack.get("groups", ()):
        o, r = odds.get(group["id"]), results.get(group["id"])
        flying = o["fighters"] if o else fighters.get(whole_group(group), 0)
        reckoned = [f"{o['raw'][0]} to {o['raw'][1]}", o["column"]] if o else ["", ""]
        fell = [str(r["die"]), str(r["hits"]), str(min(r["lost"], group["n"]))] if r else ["", "", ""]
        rows.append([group_words(group), _met(told, whole_group(group), flying), *reckoned, *fell])
    return rows


def _met(told: dict[str, JSON], group: str, fighters: int) -> str:
    """What fires at a group: ships, and fighters of the patrol; empty while nobody has said."""
    if "firing" not in told:
        return ""
    firing = [ship for ship, target in told["firing"]["fire"].items() if target == group]
    return ", ".join([*firing, *([squadrons({FIGHTER: fighters})] if fighters else [])]) or "nobody"


def _b17(said: Said) -> Block:
    """The B-17s: in a note, there being nothing to tabulate."""
    words = [say(d) for d in said if d.kind not in ("roll", "b17-target")]
    if any(d.kind == "roll" for d in said):
        words.append(dice_words(said))
    elif any(d.kind == "b17-target" for d in said):
        words.append(say(said[-1]))
    return Block("B-17s from Midway", before=_together(words))


def dice_words(said: Iterable[Dispatch]) -> str:
    """Who gave the dice of a battle."""
    givers = dict.fromkeys(d.facts["by"] for d in said if d.kind == "roll")
    return f"Dice {listed(giver(by, NAMES) for by in givers)}." if givers else ""
