"""Odds, the Aircraft v Ship table and sinking (Steps 10-13), as pure functions of what is open to all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from umpire.games.midway.terms import BOMBERS, EITHER

JSON = Any

SUNK = "sunk"


def reduced(attackers: int, defence: int) -> str:
    """Raw odds as the table's, every fraction in the defender's favour (Combat Results Table rule).

    Step 10: a group that nobody fires at, or only ships worth nothing, is met by 1.
    """
    against = max(1, defence)
    if attackers < 1:
        raise ValueError("a group of no squadrons has no odds")
    if attackers >= against:
        return f"{attackers // against}-1"
    return f"1-{-(-against // attackers)}"


def _worth(odds: str) -> Fraction:
    left, _, right = odds.partition("-")
    return Fraction(int(left), int(right))


def below(odds: str, printed: Sequence[str]) -> bool:
    """Whether odds are lower than every printed column."""
    return all(_worth(each) > _worth(odds) for each in printed)


def column(odds: str, printed: Sequence[str]) -> str:
    """The printed column that odds are read on: the same, or the next lower; below the lowest, the odds
    themselves, a column the owner of the chart is asked for (R10)."""
    lower = [each for each in printed if _worth(each) <= _worth(odds)]
    return max(lower, key=_worth) if lower else odds


def whole_group(group: JSON) -> str:
    """The name under which a group is fired at: its own, or for a wave that of the group it was part of."""
    return str(group.get("of", group["id"]))


def battle_odds(
    groups: Sequence[JSON],
    fire: Mapping[str, str | None],
    screening: Mapping[str, int],
    fighters: Mapping[str, int],
) -> list[JSON]:
    """For each group its raw and its reduced odds, and the ships and fighters that meet it.

    Every wave of a group meets all that meets the group (Optional Rule 3).
    """
    made = []
    for group in groups:
        name = whole_group(group)
        firing = [ship for ship, target in fire.items() if target == name]
        flying = fighters.get(name, 0)
        defence = sum(screening[ship] for ship in firing) + flying
        made.append(
            {
                "id": group["id"],
                "firing": firing,
                "fighters": flying,
                "raw": [group["n"], max(1, defence)],
                "odds": reduced(group["n"], defence),
            }
        )
    return made


def lost(groups: Sequence[JSON], outcomes: Mapping[str, JSON]) -> dict[str, int]:
    """Squadrons of each type a battle costs the attacker; no group loses more than it has (Step 12)."""
    total = dict.fromkeys(BOMBERS, 0)
    for group in groups:
        total[group["type"]] = total.get(group["type"], 0) + min(outcomes[group["id"]]["lost"], group["n"])
    return total


def of_either(n: int, planes: Mapping[str, int]) -> dict[str, int]:
    """Squadrons lost out of some of both kinds: what each kind must bear, and what either may.

    Six T and no D that lose five have lost five T; four of each that lose five at least one of each.
    """
    sure = {kind: max(0, n - sum(planes[other] for other in BOMBERS if other != kind)) for kind in BOMBERS}
    return {**sure, EITHER: n - sum(sure.values())}


def hits_on(groups: Sequence[JSON], outcomes: Mapping[str, JSON]) -> dict[str, int | str]:
    """Hits a battle scores on each ship, all groups together (Step 13); `SUNK` where the table sinks her."""
    scored: dict[str, int | str] = {}
    for group in groups:
        ship, hits = group["target"], outcomes[group["id"]]["hits"]
        before = scored.get(ship, 0)
        scored[ship] = SUNK if SUNK in (hits, before) else int(before) + hits
    return {ship: hits for ship, hits in scored.items() if hits}


def sinks(boxes: int, before: int, scored: int | str, *, armed: bool) -> bool:
    """Whether a ship goes down: all boxes marked, or all but one with planes readying or ready on deck.

    Sinking of Aircraft Carriers; only a hit can sink, so readying on a ship one short of it does not
    (Appendix, Readying 5).
    """
    if scored == SUNK:
        return True
    total = before + int(scored)
    return bool(scored) and total >= (boxes - 1 if armed else boxes)
