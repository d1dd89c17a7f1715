"""US air-to-sea attacks (4.1): CAP, antiaircraft fire, targets, damage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from umpire.games.carrier import air_tables, charts, naming
from umpire.games.carrier.aim import us_aim
from umpire.games.carrier.asks import Split, titled
from umpire.games.carrier.bombs import (
    antiaircraft,
    ask_name,
    at,
    bomb,
    common_mods,
    due,
    fight,
    scatter,
    strength,
    strike_ships,
)
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import ATTACK, DIE, FIGHTERS, rounded
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any

BOMBERS = "non-fighter"


def us_attack(g: Play) -> Steps[None]:
    """The attack on the record (``attack``), made by a US strike that has contacted its target, to its end."""
    if fight(g.truth)["cap"]:
        yield from japanese_cap(g)
    if air_tables.bombers(fight(g.truth)["steps"]):
        result = yield from antiaircraft(g)
        yield from shot_down(g, "aa", 2 * result)
        yield from strength(g)
        if due(g.truth):
            yield from bomb_runs(g)
    lost = {type: n for type, n in air_tables.shot_down(fight(g.truth)).items() if n}
    facts = {"force": at(fight(g.truth)), "lost": lost, "hits": fight(g.truth).get("hits", {})}
    tell(g, "us-attack-done", "4.1", **facts, now={"attack/lost": lost})


# CAP.


def japanese_cap(g: Play) -> Steps[None]:
    """Combat with Japanese CAP, which never suffers losses itself."""
    yield from charts.printed(g, "Japanese CAP combat", lambda: _cap_keys(g.truth), "4.1")

    def die() -> Die:
        words = f"CAP {fight(g.truth)['cap']}; {air_tables.read(_cap_mods(g.truth))}"
        return Die("Japanese CAP", words, DIE)

    (face,) = yield from g.roll(ask_name(g, "cap"), "Japanese CAP combat", lambda: [die()], "4.1")

    def row() -> int:
        return air_tables.row(face + sum(n for _, n in _cap_mods(g.truth)), air_tables.CAP_ROWS)

    def cell() -> str:
        return f"jp_cap_combat/{fight(g.truth)['cap']}/{row()}"

    yield from charts.printed(g, "Japanese CAP combat", lambda: [cell()], "4.1")
    result = int(charts.value(g.truth.kit, cell()))
    mods = [list(mod) for mod in _cap_mods(g.truth)]
    shot = {"strength": fight(g.truth)["cap"], "mods": mods, "die": face, "modified": row(), "result": result}
    tell(g, "jp-cap-combat", "4.1", **shot, now={"attack/cap_fight": shot})
    yield from shot_down(g, "cap", result)


def _cap_keys(plot: CarrierPlot) -> list[str]:
    unit = air_tables.escort_unit(fight(plot))
    if any(not charts.has(plot.kit, key) for key in unit):
        return unit
    return list(air_tables.escort_keys(plot, fight(plot)).values())


def _cap_mods(plot: CarrierPlot) -> list[air_tables.Mod]:
    return air_tables.printed_mods(plot, air_tables.escort_keys(plot, fight(plot)))


# Losses: which steps they are is the player's choice.


def shot_down(g: Play, by: str, n: int) -> Steps[None]:
    """So many steps are shot down by ``cap`` or ``aa``: which, the player says where there is a choice (4.1)."""
    if not n:
        return
    facts = _losses(fight(g.truth), by, n)
    only = list(splits(facts, 2))
    if len(only) > 1:
        lost = yield from g.ask("us", lambda: Split(ask_name(g, f"{by}/losses"), _losses(fight(g.truth), by, n)))
    else:
        lost = only[0]
    said = {type: k for type, k in lost.items() if k}
    now = {f"attack/{by}_lost": said}
    tell(g, "shot-down", "4.1", by=by, steps=said, due=n, strike=fight(g.truth)["strike"], now=now)


def _losses(attack: Mapping[str, JSON], by: str, n: int) -> dict[str, JSON]:
    """What is asked: out of which types so many steps are lost; at least half of CAP’s from bombers, all of the guns’."""
    gone = air_tables.shot_down(attack)
    left = {type: k - gone.get(type, 0) for type, k in attack["steps"].items() if k > gone.get(type, 0)}
    if by == "aa":
        left = air_tables.bombers(left)
    least = min(rounded(n) if by == "cap" else n, total(air_tables.bombers(left)))
    lots = [
        {"id": type, "words": type, "most": k, "of": "fighter" if type in FIGHTERS else BOMBERS}
        for type, k in left.items()
    ]
    whom = "At least half, rounded up, from dive, torpedo or medium bombers." if by == "cap" else "None from fighters."
    words = f"{counted(n, 'step')} shot down. {whom} They still attack, at half value."
    what = "CAP" if by == "cap" else "antiaircraft fire"
    facts = titled(f"Lost to {what}", words, "4.1", lots=lots, due=n, at_least={BOMBERS: least})
    return facts | {"preset": _cheapest(left, n, least)}


def _cheapest(left: Mapping[str, int], n: int, least: int) -> dict[str, int]:
    """The loss to open on: as many fighters as may be, then the bombers that carry least."""
    taken: dict[str, int] = {}
    fighters = [type for type in left if type in FIGHTERS]
    may = max(0, n - least)
    for type in [*fighters, *sorted(air_tables.bombers(left), key=lambda type: ATTACK[type])]:
        k = min(left[type], n - sum(taken.values()), may if type in FIGHTERS else n)
        may -= k if type in FIGHTERS else 0
        if k:
            taken[type] = k
    return taken


def splits(facts: Mapping[str, JSON], enough: int) -> Iterator[dict[str, int]]:
    """Answers that such an ask would take, but no more than enough of them."""
    lots: Sequence[Mapping[str, JSON]] = facts["lots"]
    due = min(facts["due"], sum(lot["most"] for lot in lots))
    least = facts["at_least"][BOMBERS]

    def made(at: int, left: int) -> Iterator[dict[str, int]]:
        if at == len(lots):
            if not left:
                yield {}
            return
        for k in range(min(left, lots[at]["most"]), -1, -1):
            for rest in made(at + 1, left - k):
                yield {lots[at]["id"]: k, **rest}

    found = 0
    for each in made(0, due):
        if sum(each[lot["id"]] for lot in lots if lot["of"] == BOMBERS) >= least:
            yield each
            found += 1
            if found == enough:
                return


# Bombs.


def bomb_runs(g: Play) -> Steps[None]:
    """Targets, all of them named before any die falls; the rolls; the hits."""
    surprise = fight(g.truth)["surprise"]
    yield from charts.printed(
        g, "Surprise", lambda: [f"damage_mod/{fight(g.truth)['surprise']}"] if surprise else [], "6.5"
    )
    targets = yield from us_aim(g)
    if not targets:
        return
    runs = [
        {"at": target, "mods": [list(mod) for mod in common_mods(g.truth, roll)]}
        for target, roll in zip(targets, due(g.truth), strict=True)
    ]
    tell(g, "aimed", "4.1", by="us", rolls=runs, now={"attack/rolls": runs})
    yield from bomb(g)
    hits = yield from scatter(g)
    yield from name_carriers(g, hits)
    named = fight(g.truth).get("named", {})
    by_name = {named.get(target, target): n for target, n in hits.items()}
    yield from strike_ships(g, {ship: n for ship, n in by_name.items() if ship})


def name_carriers(g: Play, hits: Mapping[str, int]) -> Steps[None]:
    """Carriers of a level 3 force that were hit are drawn by type: from now on they have names (11.2)."""
    for slot in [target for target in hits if target not in g.truth.ships]:
        force, type = at(fight(g.truth)), slot.rpartition(" ")[0]
        ship = yield from naming.draw_one(
            g, force, type, ask_name(g, f"named/{slot}"), f"Which {type} of {force} was hit"
        )
        named = {**fight(g.truth).get("named", {}), slot: ship}
        tell(g, "carrier-named", "11.2", force=force, slot=slot, ship=ship, now={"attack/named": named})
