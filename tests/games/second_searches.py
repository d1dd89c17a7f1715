"""What each game brings to have its second search tried: its first search broken in many ways, and its answers read aloud."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from tests.games.carrier import lively as carrier_lively
from umpire.games.carrier import search as carrier
from umpire.games.carrier import search_table, track
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.midway import search as midway
from umpire.games.midway import sequence as turns
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import ENEMY
from umpire.games.victory_at_midway import search as victory
from umpire.games.victory_at_midway import sequence, solitaire
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.script import Play
from umpire.table.table import Table

JSON = Any
Break = Callable[[pytest.MonkeyPatch], None]


Facts = Mapping[str, JSON]


@dataclass(frozen=True)
class SecondSearch:
    """Ways to break a game's first search, each with the seed of a lively game in which it shows early."""

    broken: Mapping[str, tuple[int, Break]]
    read_aloud: Callable[[str], list[JSON]]
    """What a sentence tells a listener of the enemy, in the form in which it is told to his phone."""
    stands: Callable[[Any], Mapping[str, str]]
    """Where everything stands that may be looked for, by the fact that sets it right, as the truth has it."""
    puts: Callable[[Dispatch], Mapping[str, str]]
    """What a dispatch puts where, by the same facts."""
    put: Callable[[Facts, str, str], Facts]
    """What a dispatch told, had it put one thing elsewhere; nowhere, for no place."""
    answers: Callable[[Dispatch], list[JSON] | None]
    """What a dispatch answers to a search; None for one that answers none."""
    spoilt: Callable[[Facts], Sequence[Facts]]
    """Answers a search might have been told that found something, one false thing at a time."""
    stolen: Callable[[Facts, Facts], Facts]
    """The answer of a search that found nothing, had it been told what another found."""
    table: Callable[[random.Random], Table] | None = None
    """A table in which there are searches, where not every one has them."""
    a_game: int = 100
    """Searches there are in a game, at the least."""
    entries: int = 300
    """Answers after which a broken search should have shown."""


def _told(kind: str, change: Callable[[dict[str, JSON]], dict[str, JSON] | None]) -> Break:
    """Every dispatch of a kind is told otherwise, or, for None, not at all."""

    def do(patch: pytest.MonkeyPatch) -> None:
        tell = Play.tell

        def other(self: Play, to: Any, said: str, rule: str = "", /, **facts: JSON) -> None:
            changed = change(facts) if said == kind else facts
            if changed is not None:
                tell(self, to, said, rule, **changed)

        patch.setattr(Play, "tell", other)

    return do


def _ships_put(kind: str) -> Callable[[Dispatch], Mapping[str, str]]:
    def puts(said: Dispatch) -> Mapping[str, str]:
        return {f"{kind}/{ship}": place for ship, place in said.facts["at"].items()} if said.kind == "ships" else {}

    return puts


def _ship_put(facts: Facts, fact: str, place: str) -> Facts:
    ship = fact.partition("/")[2]
    at = {name: where for name, where in facts["at"].items() if name != ship}
    return {**facts, "at": {**at, ship: place} if place else at}


def _list_found(said: Dispatch) -> list[JSON] | None:
    found = said.facts.get("found")
    return found if isinstance(found, list) else None


def _list_spoilt(facts: Facts) -> Sequence[Facts]:
    """Emptied, halved, doubled, or another's."""
    found = facts["found"]
    others = ([], found[:-1], found + found, [{**found[0], list(found[0])[-1]: "X"}, *found[1:]])
    return [{**facts, "found": other} for other in others if other != found]


def _list_stolen(facts: Facts, other: Facts) -> Facts:
    return {**facts, "found": other["found"]}


# Midway.


def _found_in(change: Callable[[list[JSON]], list[JSON]]) -> Break:
    first = midway.found_in
    return lambda patch: patch.setattr(midway, "found_in", lambda *of: change(first(*of)))


def _of_the_caller(patch: pytest.MonkeyPatch) -> None:
    first = midway.found_in
    patch.setattr(midway, "found_in", lambda plot, side, area: first(plot, ENEMY[side], area))


def _as_it_was(patch: pytest.MonkeyPatch) -> None:
    """Each call is answered from where ships stood at the call before."""
    first = midway.found_in

    def late(plot: MidwayPlot, side: str, area: str) -> list[JSON]:
        now, plot.zones = plot.zones, vars(plot).get("_before", {})
        try:
            return first(plot, side, area)
        finally:
            plot.zones = now
            vars(plot)["_before"] = dict(now)

    patch.setattr(midway, "found_in", late)


def _zone(change: Callable[[JSON], JSON]) -> Break:
    return _found_in(lambda found: [change(each) for each in found])


def _never_leaves(patch: pytest.MonkeyPatch) -> None:
    hear = MidwayPlot.hear_ships
    patch.setattr(MidwayPlot, "hear_ships", lambda self, at, entered, moved, left: hear(self, at, entered, moved, []))


def _sunk_and_seen(patch: pytest.MonkeyPatch) -> None:
    hear = MidwayPlot.hear_sunk

    def sunk(self: MidwayPlot, ship: str, **more: JSON) -> None:
        at = self.zones.get(ship)
        hear(self, ship, **more)
        if at:
            self.zones[ship] = at

    patch.setattr(MidwayPlot, "hear_sunk", sunk)


def _ghost(patch: pytest.MonkeyPatch) -> None:
    first = turns.move_ships

    def move(g: Play) -> Iterator[Any]:
        yield from first(g)
        if not g.truth.standing:
            g.tell(g.all, "on-midway", "Appendix, Midway 7", side="japan")

    patch.setattr(turns, "move_ships", move)


def _midway_words(sentence: str) -> list[JSON]:
    area = sentence.partition(":")[0]
    made = []
    for zone, types in re.findall(r"zone (\w): ([^;.]+)", sentence):
        each = [(kind, int(n or 0)) for n, kind in re.findall(r"(?:(\d+) )?([A-Z]+)", types)]
        counts = {"counts": dict(each)} if any(n for _, n in each) else {}
        made.append({"zone": f"{area}-{zone}", "types": [kind for kind, _ in each], **counts})
    return made


MIDWAY = SecondSearch(
    broken={
        "the caller's own ships": (0, _of_the_caller),
        "a zone forgotten": (0, _found_in(lambda found: found[:-1])),
        "nothing is ever found": (0, _found_in(lambda found: [])),
        "zones from the last": (0, _found_in(lambda found: found[::-1])),
        "only the heaviest type": (0, _zone(lambda each: {**each, "types": each["types"][:1]})),
        "the lightest type first": (0, _zone(lambda each: {**each, "types": each["types"][::-1]})),
        "a light carrier called a carrier": (
            0,
            _zone(lambda each: {**each, "types": ["CV" if kind == "CVL" else kind for kind in each["types"]]}),
        ),
        "a type as often as there are ships": (0, _zone(lambda each: {**each, "types": each["types"] * 2})),
        "numbers against what is agreed": (0, _zone(lambda each: {**each, "counts": {"BB": 9}})),
        "the zone beside it": (0, _zone(lambda each: {**each, "zone": each["zone"][:-1] + "E"})),
        "where they were at the call before": (0, _as_it_was),
        "ships that have left": (3, _never_leaves),
        "ships that are sunk": (0, _sunk_and_seen),
        "Midway's watchers are silent": (
            2,
            _told("on-midway", lambda facts: None if facts["side"] == "japan" else facts),
        ),
        "Midway's watchers see a ghost": (0, _ghost),
        "B-17s miss a ship": (0, _told("b17", lambda facts: {**facts, "ships": facts["ships"][:-1]})),
    },
    read_aloud=_midway_words,
    stands=lambda truth: {f"zone/{ship}": place for ship, place in truth.zones.items()},
    puts=_ships_put("zone"),
    put=_ship_put,
    answers=_list_found,
    spoilt=_list_spoilt,
    stolen=_list_stolen,
)


# Victory at Midway.


def _statements(change: Callable[[list[JSON]], list[JSON]]) -> Break:
    first = victory.statements
    return lambda patch: patch.setattr(sequence, "statements", lambda *of: change(first(*of)))


def _covered(reach: int) -> Break:
    def covered(board: Any, searches: Any, by: str) -> list[str]:
        made: set[str] = set()
        for search in searches:
            if search["by"] == by and search.get("effective", True):
                made |= set(board.within(search["hex"], reach if search["kind"] == "air" else 0))
        return board.order(made)  # type: ignore[no-any-return]

    return lambda patch: patch.setattr(victory, "covered", covered)


def _by_whatever_die(patch: pytest.MonkeyPatch) -> None:
    first = victory.covered
    patch.setattr(
        victory,
        "covered",
        lambda board, searches, by: first(board, [{**each, "effective": True} for each in searches], by),
    )


def _whole_carriers_only(patch: pytest.MonkeyPatch) -> None:
    first = VictoryPlot.type_of

    def type_of(self: VictoryPlot, ship: str) -> str:
        kind = first(self, ship)
        return "BB" if kind == "CV" and self.step == "search" and not self.whole(ship) else kind

    patch.setattr(VictoryPlot, "type_of", type_of)


def _submarines_seen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        VictoryPlot, "surface_in", lambda self, side, place: [s for s, at in self.of(side).items() if at == place]
    )


def _through_fog(patch: pytest.MonkeyPatch) -> None:
    foggy = VictoryPlot.foggy
    patch.setattr(VictoryPlot, "foggy", lambda self, place: self.step != "search" and foggy(self, place))


def _gone_and_seen(patch: pytest.MonkeyPatch) -> None:
    hear = VictoryPlot.hear_units_hit

    def hit(self: VictoryPlot, units: dict[str, str]) -> None:
        at = {unit: self.at[unit] for unit in units if unit in self.at}
        hear(self, units)
        self.at.update(at)

    patch.setattr(VictoryPlot, "hear_units_hit", hit)


def _seen_where_they_were(patch: pytest.MonkeyPatch) -> None:
    hear = VictoryPlot.hear_ships

    def ships(self: VictoryPlot, at: dict[str, str], entered: list[str], withdrawn: list[str]) -> None:
        new = {ship: place for ship, place in at.items() if self.audience != UMPIRE or ship not in self.at}
        hear(self, new, entered, withdrawn)

    patch.setattr(VictoryPlot, "hear_ships", ships)


def _what(words: Mapping[str, str]) -> Break:
    return _statements(lambda found: [{**each, "what": words.get(each["what"], each["what"])} for each in found])


def _victory_words(sentence: str) -> list[JSON]:
    said = re.findall(r"(Ships|Carriers) in (\w+) \((US|Japan)\)", sentence)
    return [{"hex": place, "of": of.lower(), "what": what.lower()} for what, place, of in said]


VICTORY = SecondSearch(
    broken={
        "air searches look into their own hex alone": (0, _covered(0)),
        "air searches look two hexes far": (0, _covered(2)),
        "a statement forgotten": (0, _statements(lambda found: found[:-1])),
        "nothing is ever found": (0, _statements(lambda found: [])),
        "the Japanese announce first": (0, _statements(lambda found: found[::-1])),
        "everything twice": (0, _statements(lambda found: [each for each in found for _ in "ab"])),
        "carriers called ships": (0, _what({"carriers": "ships"})),
        "ships called carriers": (0, _what({"ships": "carriers"})),
        "a damaged carrier called a ship": (3, _whole_carriers_only),
        "whose ships is confused": (
            0,
            _statements(lambda found: [{**each, "of": ENEMY[each["of"]]} for each in found]),
        ),
        "submarines are seen": (5, _submarines_seen),
        "fog hides nothing": (1, _through_fog),
        "at night every search is effective": (3, _by_whatever_die),
        "at night a five is effective": (1, lambda patch: patch.setattr(victory, "NIGHT_FOUND", 5)),
        "ships that are sunk": (1, _gone_and_seen),
        "ships where they were": (0, _seen_where_they_were),
        "carriers find each other from afar": (12, lambda patch: patch.setattr(solitaire, "NEAR", 3)),
    },
    read_aloud=_victory_words,
    stands=lambda truth: {f"hex/{ship}": place for ship, place in truth.at.items()},
    puts=_ships_put("hex"),
    put=_ship_put,
    answers=_list_found,
    spoilt=_list_spoilt,
    stolen=_list_stolen,
)


# Carrier.


def _covered_by(span: Callable[[Sequence[int]], Sequence[int]]) -> Break:
    """Boxes cover other hexes than they should."""
    first = track.within
    return lambda patch: patch.setattr(track, "within", lambda range, hexes: first(span(range), hexes))


def _looked_for(change: Callable[[list[JSON]], list[JSON]]) -> Break:
    first = search_table.looks

    def do(patch: pytest.MonkeyPatch) -> None:
        for module in (carrier, search_table):
            patch.setattr(module, "looks", lambda *of: change(first(*of)))

    return do


def _modified(keys: Callable[[list[str]], list[str]]) -> Break:
    first = search_table.modifier_keys

    def do(patch: pytest.MonkeyPatch) -> None:
        for module in (carrier, search_table):
            patch.setattr(module, "modifier_keys", lambda *of: keys(first(*of)))

    return do


def _come_to(change: Callable[[str, int, JSON], tuple[str, int]]) -> Break:
    first = search_table.outcome
    return lambda patch: patch.setattr(carrier, "outcome", lambda kit, rolls: change(*first(kit, rolls), rolls))


def _where_they_were(patch: pytest.MonkeyPatch) -> None:
    """Forces are looked for where they lay as the turn began."""
    put = CarrierPlot.put

    def late(self: CarrierPlot, path: str, value: JSON) -> None:
        moved = path.startswith("forces/") and path.endswith("/hex") and self.phase
        put(self, f"memory/later/{path.split('/')[1]}" if moved else path, value)

    patch.setattr(CarrierPlot, "put", late)


def _carrier_words(sentence: str) -> list[JSON]:
    return re.findall("“([^”]*)”(?=[,. ] ?(?!on a force))", sentence.partition(" A “?” on")[0])


def _force_puts(said: Dispatch) -> Mapping[str, str]:
    made = {}
    for path, value in said.facts.get("now", {}).items():
        way = path.split("/")
        if way[0] == "forces" and (way[2:] == ["hex"] or (len(way) == 2 and value)):
            made[f"forces/{way[1]}/hex"] = value if way[2:] else value["hex"]
    return made


def _force_put(facts: Facts, fact: str, place: str) -> Facts:
    force, now = fact.split("/")[1], dict(facts["now"])
    if fact in now:
        now[fact] = place
    else:
        now[f"forces/{force}"] = {**now[f"forces/{force}"], "hex": place}
    return {**facts, "now": now}


def _searched_spoilt(facts: Facts) -> Sequence[Facts]:
    found, raises, results = facts["found"], facts["raises"], facts["results"]
    made = [{"found": other} for other in ("", "?", "L") if other != found]
    made += [{"raises": raises + 1}, {"raises": raises + 2}, {"results": [*results[:-1], "nothing, indeed"]}]
    return [{**facts, **each} for each in made]


CARRIER = SecondSearch(
    broken={
        "a box reaches one hex farther": (0, _covered_by(lambda span: [span[0], span[1] + 1])),
        "a box begins one hex later": (0, _covered_by(lambda span: [span[0] + 1, span[1]])),
        "a force forgotten": (0, _looked_for(lambda looks: looks[:-1] if len(looks) > 1 else looks)),
        "forces from the last": (0, _looked_for(lambda looks: looks[::-1])),
        "few steps are no matter": (
            0,
            _modified(lambda keys: [k for k in keys if not k.startswith("search_mods/steps")]),
        ),
        "fighters are no matter": (0, _modified(lambda keys: [k for k in keys if k != "search_mods/fighters"])),
        "three steps are as good as two": (
            0,
            _modified(lambda keys: ["search_mods/steps/3" if k == "search_mods/steps/2" else k for k in keys]),
        ),
        "markers are no matter": (
            0,
            _modified(lambda keys: [k for k in keys if k not in ("search_mods/located", "search_mods/approximate")]),
        ),
        "a “?” on a force that is known stays one": (
            0,
            _come_to(lambda found, raises, rolls: ("?" if found == "L" and rolls[0]["was"] == "?" else found, raises)),
        ),
        "a level 0 is drawn for twice": (
            0,
            _come_to(lambda found, raises, rolls: (found, 2 * raises if rolls[0]["level"] == 0 else raises)),
        ),
        "no chit ever goes up": (0, _come_to(lambda found, raises, rolls: (found, 0))),
        "where they were": (0, _where_they_were),
    },
    read_aloud=_carrier_words,
    stands=lambda truth: {f"forces/{force}/hex": f["hex"] for force, f in truth.forces.items()},
    puts=_force_puts,
    put=_force_put,
    answers=lambda said: said.facts["results"] if said.kind == "searched" else None,
    spoilt=_searched_spoilt,
    stolen=lambda facts, other: {**facts, **{key: other[key] for key in ("found", "raises")}},
    table=carrier_lively.searching_table,
    a_game=6,
    entries=700,
)
