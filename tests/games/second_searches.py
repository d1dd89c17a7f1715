"""What each game brings to have its second search tried: its first search broken in many ways, and its answers read aloud."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from umpire.games.midway import search as midway
from umpire.games.midway import sequence as turns
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import ENEMY
from umpire.games.victory_at_midway import search as victory
from umpire.games.victory_at_midway import sequence, solitaire
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.table.plot import UMPIRE
from umpire.table.script import Play

JSON = Any
Break = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class SecondSearch:
    """Ways to break a game's first search, each with the seed of a lively game in which it shows early."""

    broken: Mapping[str, tuple[int, Break]]
    read_aloud: Callable[[str], list[JSON]]
    """What a sentence tells a listener of the enemy, in the form in which it is told to his phone."""


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
)
