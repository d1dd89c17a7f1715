"""How the hidden side of Victory at Midway answers in two worlds: otherwise, but so that the same must be told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.leaks.worlds import Stuck, TwoWorlds, legal
from umpire.games.victory_at_midway import counters
from umpire.games.victory_at_midway.air_battle import lettered
from umpire.games.victory_at_midway.movement import OFF
from umpire.games.victory_at_midway.plot import NOT_READY, NOT_READY_2, READY, SHUT, TRAPPED
from umpire.games.victory_at_midway.strikes import BASE, units_of
from umpire.games.victory_at_midway.terms import (
    JAPAN,
    KURE_HEX,
    MARINES,
    MIDWAY,
    MIDWAY_HEX,
    ST11,
    TRANSPORTS,
    US,
)
from umpire.table.asks import PRIVATE
from umpire.table.table import Table

JSON = Any
MANY = 99


class Hiding(TwoWorlds):
    loose: set[str]
    """Ships of the hidden side that go their own way in each world."""
    blind: set[str] = set()
    """Hexes of the observer's ship searches of this night that must not be effective."""
    waves: tuple[dict[str, list[bool]], ...] = ({}, {})
    """In each world, which waves of a strike of the hidden side are to find the enemy."""

    def unseen(self, party: str) -> bool:
        fight = self.a.truth.fight
        return party == self.hidden or (party == PRIVATE and not (fight and fight["by"] == self.seen))

    # What is the same.

    def ends(self) -> list[dict[str, str]]:
        """Where the hidden side's ships will be, as it has ordered them in each world."""
        made = []
        for t in self.both:
            said = t.locks.get(self.hidden) or {}
            at = {**t.truth.of(self.hidden), **said.get("moves", {}), **said.get("enter", {})}
            made.append({ship: place for ship, place in at.items() if place != OFF})
        return made

    def statement(self, t: Table, ends: Mapping[str, str], place: str) -> str:
        """Rows 8 to 8d: what a search of a hex is told."""
        truth = t.truth
        there = [s for s, at in ends.items() if at == place and truth.is_surface(s)]
        if not there or truth.foggy(place):
            return ""
        return "carriers" if any(truth.type_of(s) == "CV" for s in there) else "ships"

    def same_there(self, place: str) -> bool:
        """Rows 13, 25a, 27: all surface ships of a hex are shown; and ST11 says then whether her base stands."""
        one, two = (t.truth.surface_in(self.hidden, place) for t in self.both)
        return one == two and (place != KURE_HEX or self.a.truth.kure_gone == self.b.truth.kure_gone)

    def deck(self, t: Table, ship: str, *boxes: str) -> Counter[Any]:
        """What is told of planes lost with a carrier: their types, and by the points their steps."""
        on = t.truth.on(ship, *boxes)
        return Counter(
            (t.truth.kind_of(u), counters.air_steps(t.truth, t.truth.air[u]), t.truth.air[u]["state"]) for u in on
        )

    def hits_alike(self, unit: str) -> int:
        """How many hits a unit may take, and the same be told of them in both worlds (rows 5, 17, 19)."""
        a, b = self.both
        if unit in MARINES and self.hidden == US:
            return MANY if self.field_alike() else 0
        if unit in TRANSPORTS and self.hidden == JAPAN:
            boarded = [[b for b, on in t.truth.aboard.items() if on == unit] for t in self.both]
            return MANY if boarded[0] == boarded[1] else 0
        if unit not in a.truth.ships or a.truth.ships[unit]["side"] != self.hidden or a.truth.type_of(unit) != "CV":
            return MANY
        if self.deck(a, unit) == self.deck(b, unit) and self.decks_by_box(a, unit) == self.decks_by_box(b, unit):
            return MANY
        ready = self.deck(a, unit, READY)
        if ready != self.deck(b, unit, READY) or not a.truth.whole(unit) or counters.steps(a.truth, unit) != 2:
            return 0
        return 0 if self.hidden == JAPAN and ready else 1

    def decks_by_box(self, t: Table, ship: str) -> list[Counter[Any]]:
        return [self.deck(t, ship, READY), self.deck(t, ship, NOT_READY, NOT_READY_2, TRAPPED)]

    def field_alike(self) -> bool:
        """Row 19a: of the units lost on the field the number is told, and by the points their steps."""
        one, two = (Counter(t.truth.air[u]["state"] for u in t.truth.on(MIDWAY)) for t in self.both)
        return self.hidden != US or self.a.truth.field == SHUT or one == two

    def field_then(self, t: Table) -> Counter[str]:
        """The steps that will stand on the field once all have landed as it is ordered."""
        if self.hidden != US or t.truth.field == SHUT:
            return Counter()
        asked = t.asks[US]
        down = [u for u, base in asked.landing(t.locks[US]).items() if base == MIDWAY]
        return Counter(t.truth.air[u]["state"] for u in [*t.truth.on(MIDWAY), *down])

    def shown(self, t: Table, units: Sequence[str]) -> dict[str, str]:
        """Row 15: what is seen of each air unit that is deployed."""
        return {u: str(shown) for u, shown in lettered(t.play.plots[self.hidden], units, "").values()}

    def matched(self, pools: Sequence[Sequence[str]], part: float = 0.7) -> list[list[str]]:
        """Units of each world's pool that look the same deployed, at random."""
        shown = [self.shown(t, pool) for t, pool in zip(self.both, pools, strict=True)]
        common = Counter(shown[0].values()) & Counter(shown[1].values())
        wanted = Counter(key for key in sorted(common.elements()) if self.rng.random() < part)
        made = []
        for each in shown:
            units = list(each)
            self.rng.shuffle(units)
            left, chosen = Counter(wanted), []
            for unit in units:
                if left[each[unit]]:
                    left[each[unit]] -= 1
                    chosen.append(unit)
            made.append([unit for unit in each if unit in chosen])
        return made

    # Set-up and orders.

    def vary_set_up(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        one, other = a.sample(self.rng), b.sample(self.rng)
        at = {ship: other["at"][ship] if ship in self.loose else place for ship, place in one["at"].items()}
        aboard = dict(one["aboard"])
        if aboard and self.rng.random() < 0.7:
            x, y = self.rng.sample(list(aboard), 2)
            aboard |= {x: aboard[y], y: aboard[x]}
        return one, {"at": at, "aboard": aboard}

    def vary_orders(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """The same searches, declared by other means; loose ships elsewhere, off the map, or not come at all."""
        asks = (a, b)
        one = self.choice(self.a, party)
        sheets = [self.sailing(a, one), self.otherwise(b, self.sailing(a, one))]
        at = [asked.after(sheet) for asked, sheet in zip(asks, sheets, strict=True)]
        if all(x.facts["kure"] and end.get(ST11) == KURE_HEX for x, end in zip(asks, at, strict=True)):
            for sheet in sheets:
                sheet["kure"] = True
        if self.rng.random() < 0.02:
            gone = sorted({*a.facts["outside"]} & {*b.facts["outside"]} - {*sheets[0]["enter"], *sheets[1]["enter"]})
            for sheet in sheets:
                sheet["forgo"] = gone[:1]
        if self.rng.random() < 0.5:
            self.set_aside(asks, sheets, at)
        self.search(asks, sheets, at)
        return sheets[0], sheets[1]

    def sailing(self, asked: Any, said: JSON) -> JSON:
        """The moves of one world; ST11 makes for Kure, and stays until her base is begun."""
        moves = dict(said.get("moves", {}))
        if ST11 in asked.facts["at"]:
            moves.pop(ST11, None)
            board, start = asked.board, asked.facts["at"][ST11]
            to = min([start, *board.neighbours(start)], key=lambda p: board.distance(p, KURE_HEX))
            if to != start and legal(asked, {"moves": {ST11: to}}):
                moves[ST11] = to
        return {"moves": moves, "enter": dict(said.get("enter", {}))}

    def otherwise(self, asked: Any, said: JSON) -> JSON:
        """The moves of the other world."""
        moves = {s: p for s, p in said["moves"].items() if s not in self.loose}
        enter = {s: p for s, p in said["enter"].items() if s not in self.loose}
        for ship in asked.facts["entering"]:
            if ship in self.loose and self.rng.random() < 0.6:
                enter[ship] = self.rng.choice([p for p in asked.board.places if p.startswith("A")])
        free = {*self.loose, ST11} if self.a.truth.kure else self.loose
        for ship, at in asked.facts["at"].items():
            if ship in free:
                to = self.rng.choice([*asked.board.neighbours(at), *([OFF] if self.rng.random() < 0.2 else [])])
                if legal(asked, {"moves": {ship: to}}):
                    moves[ship] = to
        return {"moves": moves, "enter": enter}

    def set_aside(self, asks: Sequence[Any], sheets: list[JSON], at: Sequence[dict[str, str]]) -> None:
        """Row 10: the strike on Midway's base, of units that look the same."""
        chosen = self.matched([asked.able(end) for asked, end in zip(asks, at, strict=True)])
        for sheet, units in zip(sheets, chosen, strict=True):
            sheet["base"] = units

    def search(self, asks: Sequence[Any], sheets: list[JSON], at: Sequence[dict[str, str]]) -> None:
        """Rows 7, 7a: the same hexes, by whatever means each world has."""
        fog = asks[0].facts["fog"]
        for place in sorted({*at[0].values()} & {*at[1].values()}):
            if place not in fog and self.rng.random() < 0.6:
                for sheet in sheets:
                    sheet.setdefault("ship", []).append(place)
        board = asks[0].board
        goals = self.rng.sample(list(board.within(MIDWAY_HEX, 4)), 6)
        goals += [p for p in at[0].values() if self.rng.random() < 0.1]
        for place in dict.fromkeys(goals):
            trial = [self.looked_into(x, sheet, end, place) for x, sheet, end in zip(asks, sheets, at, strict=True)]
            if all(trial):
                sheets[:] = trial
                by = [place in sheet.get("air", ()) for sheet in trial]
                self.happened["searched by other means"] += by[0] != by[1]

    def looked_into(self, asked: Any, sheet: JSON, at: dict[str, str], place: str) -> JSON:
        """One more hex searched from the air; None where there is no means left."""
        flown = {*sheet.get("base", ()), *sheet.get("scouts", {})}
        scouts = [u for u in asked.flyers(at) if u not in flown and asked.facts["kinds"][u] != "F"]
        ways = [{**sheet, "air": [*sheet.get("air", ()), place]}]
        ways += [
            {**sheet, "scouts": {**sheet.get("scouts", {}), u: place}}
            for u in self.rng.sample(scouts, min(2, len(scouts)))
        ]
        self.rng.shuffle(ways)
        return next((way for way in ways if legal(asked, way)), None)

    # Strikes.

    def vary_strikes(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """Rows 11 to 12a: the same goals in another order; over each what will be shown is the same."""
        asks = (a, b)
        left = [list(asked.facts["from"]) for asked in asks]
        made: list[list[JSON]] = [[], []]
        self.waves = ({}, {})
        theirs = list(dict.fromkeys(self.a.truth.of(self.seen).values()))
        near = list(a.board.within(MIDWAY_HEX, 3))
        goals = [*self.rng.sample(theirs, min(2, len(theirs))), self.rng.choice(near)]
        for goal in dict.fromkeys(goals):
            if goal in a.facts["fog"] or self.rng.random() < 0.2:
                continue
            pools = [[u for u in x.able(goal) if u in free] for x, free in zip(asks, left, strict=True)]
            pair = self.strike_on(goal, asks, pools)
            for i, strike in enumerate(pair or ()):
                made[i].append(strike)
                left[i] = [u for u in left[i] if u not in units_of(strike)]
        if a.facts["base"] and b.facts["base"]:
            for each in made:
                each.insert(0, {"to": BASE})
        for each in made:
            rest = each[1:]
            self.rng.shuffle(rest)
            each[1:] = rest
        return made[0], made[1]

    def strike_on(self, goal: str, asks: Sequence[Any], pools: Sequence[Sequence[str]]) -> list[JSON] | None:
        """A strike on one goal in each world; None where nothing can fly that looks the same."""
        dark = not self.a.truth.surface_in(self.seen, goal)
        finding = asks[0].facts["finding"] and goal != MIDWAY_HEX
        far = [[x.board.distance(x.facts["from"][u], goal) for u in pool] for x, pool in zip(asks, pools, strict=True)]
        lost = finding and self.rng.random() < 0.2 and all(far) and all(d for each in far for d in each)
        unlike = [[u for u in pool if self.rng.random() < 0.6] for pool in pools]
        chosen = unlike if lost or dark else self.matched(pools)
        if not all(chosen):
            return None
        self.happened["other units over an empty hex"] += dark and chosen[0] != chosen[1]
        made = []
        for i, (asked, units, pool) in enumerate(zip(asks, chosen, pools, strict=True)):
            waves = asked._with([], units)
            find = [not lost] * len(waves)
            spare = [u for u in pool if u not in units and asked.board.distance(asked.facts["from"][u], goal)]
            if finding and spare and self.rng.random() < 0.6:
                waves.append(self.rng.sample(spare, 1))
                find.append(False)
            self.waves[i][goal] = find
            made.append({"to": goal, "waves": waves} if asked.facts["finding"] else {"to": goal, "units": units})
        starts = [{x.facts["from"][u] for u in units} for x, units in zip(asks, chosen, strict=True)]
        self.happened["launched from elsewhere"] += starts[0] != starts[1]
        return made

    def vary_roll(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """Dice that the hidden side alone hears of: each wave finds or fails as it was meant to."""
        if "detection" in a.name:
            face = self.rng.randint(1, 10)
            return [face], [face]
        made: list[list[int]] = []
        for i, (t, asked) in enumerate(zip(self.both, (a, b), strict=True)):
            find = self.waves[i][t.truth.fight["hex"]]
            far = [int(die.note.split()[1]) for die in asked.dice]
            made.append(
                [self.rng.randint(d + 1, 10) if ok else self.rng.randint(1, d) for ok, d in zip(find, far, strict=True)]
            )
        self.happened["other waves failed"] += len(made[0]) != len(made[1]) or made[0] != made[1]
        return made[0], made[1]

    def vary_next(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        left = [{each["to"] for each in asked.facts["left"]} for asked in (a, b)]
        if left[0] != left[1]:
            raise Stuck
        value = self.rng.choice(sorted(left[0])) if left[0] else None
        return value, value

    def vary_cap(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        one, other = self.matched([a.facts["fighters"], b.facts["fighters"]])
        return one, other

    def vary_field(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        one = a.sample(self.rng)
        wanted = Counter(self.a.truth.air[u]["state"] for u in one)
        other = []
        for unit in self.rng.sample(list(b.facts["units"]), len(b.facts["units"])):
            if wanted[self.b.truth.air[unit]["state"]]:
                wanted[self.b.truth.air[unit]["state"]] -= 1
                other.append(unit)
        return one, other

    # Afterwards.

    def vary_after(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """Rows 16, 18, 24: boxes, bases and the sea are not told, nor which carriers took Reserve Zekes."""
        one, other = self.choice(self.a, party), self.choice(self.b, party)
        n = min(len(one["zeke"]), len(other["zeke"]))
        subs = [p for p in one["subs"] if p in other["subs"] and self.subs_alike(p)]
        bombard = [s for s in one["bombard"] if s in b.facts["bombarding"]]
        for sheet in (one, other):
            sheet["zeke"] = self.rng.sample(sheet["zeke"], n)
            sheet |= {"subs": subs, "bombard": bombard, "ashore": self.boarded(a, b)}
        return one, other

    def subs_alike(self, place: str) -> bool:
        return self.a.truth.subs_in(self.hidden, place) == self.b.truth.subs_in(self.hidden, place)

    def boarded(self, a: Any, b: Any) -> list[str]:
        """Battalions that may land, from the same transport in both (rows 5, 29)."""
        on = [t.truth.aboard for t in self.both]
        return [u for u in a.facts["may_land"] if u in b.facts["may_land"] and on[0][u] == on[1][u]]

    def vary_shore(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        bombard = [s for s in a.facts["bombarding"] if s in b.facts["bombarding"] and self.rng.random() < 0.6]
        value = {"bombard": bombard, "ashore": self.boarded(a, b)}
        return value, value

    def vary_declare(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        free = [
            p for p in a.facts["own"] if p not in a.facts["fog"] and p not in a.facts["named"] and self.same_there(p)
        ]
        value = [place for place in free if self.rng.random() < 0.7]
        return value, value
