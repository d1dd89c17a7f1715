"""What the pages of a side's orders and strikes need beyond what their asks hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.showing import by_place
from umpire.games.victory_at_midway.movement import HALF, OFF
from umpire.games.victory_at_midway.orders import Orders
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.search import AIR, quota_words
from umpire.games.victory_at_midway.strikes import Strikes, units_of
from umpire.games.victory_at_midway.terms import FIGHTER, KURE_HEX, SENIORITY, ST11, planes_words, tally
from umpire.table.asks import Ask, Refusal
from umpire.table.board import spoken

JSON = Any


def orders(plot: VictoryPlot, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """Of the orders being written: piles to enter, moves read back, what is taken up and what of it may move."""
    if not isinstance(asked, Orders) or draft is None:
        return {}
    picked, at = draft["picked"], asked.standing(draft)
    waiting = asked.waiting(draft)
    return {
        "piles": [{"entry": entry, "ships": ships} for entry, ships in _piles(asked, waiting).items()],
        "slow": any(speed == HALF for speed in asked.facts["speed"].values()),
        "moved": [_read_back(plot, ships, place) for place, ships in by_place(draft["put"]).items() if place != OFF],
        "courses": [_read_back(plot, ships, to) for to, ships in by_place(draft["course"]).items()],
        "gone": [ship for ship, place in draft["put"].items() if place == OFF],
        "names": _beside(plot, asked, draft),
        "free": [ship for ship in picked if asked.free(ship)],
        "stuck": _stuck(asked, draft),
        "leaves": not refused(asked, draft, OFF),
        "moved_some": any(ship in draft["put"] for ship in picked),
        "searchers": list(dict.fromkeys([*asked.searchers(at).values(), *_again(plot, asked, draft)])),
        "quota": quota_words(asked.facts),
        "scouts": [unit for unit in asked.flyers(at) if asked.facts["kinds"][unit] != FIGHTER],
        "kinds": by_kind(asked.facts["kinds"]),
        "at_kure": at.get(ST11) == KURE_HEX,
    }


def _again(plot: VictoryPlot, asked: Orders, draft: JSON) -> list[str]:
    """Hexes the side searched from the air on the last day, as far as it may once more."""
    mine = [s["hex"] for s in plot.lately if s["by"] == asked.facts["side"] and s["kind"] == AIR]
    may = asked.searchable({**draft, "part": AIR}) if mine else []
    return [place for place in mine if place in may]


def strikes(asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """Of the strikes being written: which units may join the one that is open, and where others fly."""
    if not isinstance(asked, Strikes) or draft is None:
        return {}
    to = draft["open"]
    flying = asked.flying(draft)
    mine = {unit: goal for unit, goal in flying.items() if goal == to}
    others = {unit: goal for unit, goal in flying.items() if goal != to}
    able = [unit for unit in asked.able(to) if unit not in others] if to else []
    words = {s["to"]: planes_words(tally(asked.facts["kinds"][unit] for unit in units_of(s))) for s in draft["strikes"]}
    return {
        "words": words,
        "able": able,
        "here": list(mine),
        "elsewhere": others,
        "kinds": by_kind(asked.facts["kinds"]),
    }


def by_kind(kinds: Mapping[str, str]) -> dict[str, list[str]]:
    """The units of each broad type."""
    made: dict[str, list[str]] = {}
    for unit, kind in kinds.items():
        made.setdefault(kind, []).append(unit)
    return made


def _piles(asked: Orders, ships: list[str]) -> dict[str, list[str]]:
    made: dict[str, list[str]] = {}
    for ship in ships:
        made.setdefault(str(asked.facts["piles"][ship]), []).append(ship)
    return made


def _read_back(plot: VictoryPlot, ships: list[str], place: str) -> dict[str, str]:
    first = min(ships, key=lambda ship: SENIORITY.index(plot.type_of(ship)))
    return {
        "name": first if len(ships) == 1 else f"{first} and {len(ships) - 1} more",
        "hex": place,
        "to": spoken(place),
    }


def _beside(plot: VictoryPlot, asked: Orders, draft: JSON) -> list[str]:
    """Ships of the hexes, or of the piles, that what is taken up came from: each may be left, or taken too."""
    at, picked = asked.standing(draft), draft["picked"]
    hexes = {at[ship] for ship in picked if ship in at}
    piles = {asked.facts["piles"][ship] for ship in picked if ship not in at and ship in asked.facts["piles"]}
    waiting = [ship for ship in asked.waiting(draft) if asked.facts["piles"][ship] in piles]
    gone = [ship for ship in picked if draft["put"].get(ship) == OFF]
    made = [ship for ship, place in at.items() if place in hexes] + waiting + gone
    return sorted(made, key=lambda ship: SENIORITY.index(plot.type_of(ship)))


def _stuck(asked: Orders, draft: JSON) -> str:
    """Why none of what is taken up may move this turn; nothing when some of it may."""
    still = [ship for ship in draft["picked"] if not asked.free(ship)]
    if not still or len(still) < len(draft["picked"]):
        return ""
    start = asked.standing(draft).get(still[0])
    near = asked.board.neighbours(start) if start else ()
    return refused(asked, {**draft, "picked": still[:1]}, near[0]) if near else ""


def refused(asked: Orders, draft: JSON, place: str) -> str:
    """Why what is taken up may not go to a place; nothing when it may."""
    try:
        for ship in draft["picked"]:
            asked.may(ship, place, draft["put"])
    except Refusal as refusal:
        return refusal.text
    return ""
