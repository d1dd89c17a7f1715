"""Non-interference on plots: two games of Victory at Midway that differ only in what an observer was not told.

Where ships are that nobody found, which air units stand where and in which box, who flew from where and in what
order, by what means a hex was searched, waves that failed, landings, ditchings, ships that withdrew or never came.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.games.victory_kit import bare_kit, complete_kit
from tests.games.victory_lively import choice, some_settings
from tests.games.victory_scenes import OPTIONS, VICTORY, header, right, run, scene, told
from tests.leaks.victory_hiding import Hiding
from tests.leaks.worlds import Stuck
from umpire.games.victory_at_midway.movement import outside
from umpire.games.victory_at_midway.solitaire import close_carriers
from umpire.games.victory_at_midway.strikes import BASE
from umpire.games.victory_at_midway.terms import BASES, ENEMY, JAPAN, MIDWAY_HEX, SIDES, US
from umpire.table.asks import Refusal
from umpire.table.plot import PUBLIC
from umpire.table.table import Table

pytestmark = pytest.mark.usefixtures("ideal_seals")
JSON = Any
SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=9, derandomize=True, deadline=None, phases=[Phase.generate])
"""They are seeds of a game: nothing in them shrinks."""
FOR_SET_UP = {"map/fog": ["F5", "G4"], **{key: complete_kit()[key] for key in ("map/off", "track/s", "track/short")}}
"""What a box of which little has been read must have for every option."""
ANSWERS = 90
"""Of an example: turn 1, then some turns with the ships about Midway."""

NEEDED = {
    *(
        "searching",
        "found",
        "night-searches",
        "strike",
        "empty",
        "deployed",
        "over",
        "aimed",
        "planes-hit",
        "units-hit",
    ),
    *("scored", "caught", "strike-over", "no-more", "no-strikes", "astray", "sub-attack", "surface", "surface-battle"),
    *("corrected", "sighted", "fog-die", "bombardment", "landed", "invasion", "field", "cells"),
    *("asked cap", "asked next", "asked declare", "asked shore", "asked reply", "asked cells", "asked after"),
    *(f"answered otherwise {kind}" for kind in ("set-up", "orders", "strikes", "cap", "after")),
    *(f"{name} differ" for name in ("ships", "air units", "the withdrawn", "strikes")),
    *("launched from elsewhere", "other waves failed", "searched by other means", "a search of the night that failed"),
    *("other units over an empty hex", "set right otherwise"),
}
"""What must have happened for the tests to have had anything to see, and what only before one observer."""
ONLY = {
    US: {
        "those yet to come differ",
        "zeke",
        "battalions",
        "battalions differ",
        "zekes differ",
        "kure differ",
        "kure",
        "forgone",
        "solitaire",
    },
    JAPAN: {"answered otherwise field"},
}
SHOW_MUCH = {US: (26, 22, 15, 10, 2), JAPAN: (22, 5, 20)}
"""By observer, seeds of worlds in which, together, all of that happens; they are played first."""


class Worlds(Hiding):
    def __init__(self, seed: int, seen: str, **agreed: JSON) -> None:
        rng = random.Random(seed)
        kit = complete_kit() if rng.random() < 0.7 else {**bare_kit(), **FOR_SET_UP}
        entries = {n: (min(s["entry"], 1) if rng.random() < 0.9 else s["entry"]) for n, s in kit["roster"].items()}
        kit["roster"] = {n: {**s, "entry": entries[n]} for n, s in kit["roster"].items()}
        lots = {**some_settings(rng, solitaire=seen == US and rng.random() < 0.1), **agreed}
        lots["umpire"] = not lots["solitaire"] and rng.random() < 0.5
        super().__init__(rng, seen, ENEMY[seen], header(kit, **lots))
        carriers = rng.random() < 0.4
        hidden = [n for n, s in kit["roster"].items() if s["side"] == self.hidden]
        self.loose = {s for s in hidden if rng.random() < 0.5 and (carriers or s not in BASES)} - {"ST11"}
        self.happened["solitaire"] += bool(lots["solitaire"])

    def choice(self, t: Table, party: str) -> JSON:
        if self.settings["solitaire"] and party == JAPAN:
            return t.asks[party].sample(self.rng)  # livelier than the app, which always plays the same
        return choice(t, party, self.rng)

    def play(self, most: int = ANSWERS) -> Worlds:
        self.compare()
        while self.a.truth.played < 2:
            self.step()
        self.gather()
        super().play(most)
        return self

    def turn_of(self, parties: list[str]) -> str:
        """The hidden side first where the observer's answer depends on what it tells."""
        asked = self.a.asks
        if self.hidden in parties and asked[self.hidden].kind in ("orders", "after"):
            return self.hidden
        return self.rng.choice(parties)

    def compare(self, *entries: Any) -> None:
        if self.a.truth.ended or self.b.truth.ended:
            return  # all is told, and that is what differs
        super().compare(*entries)

    # The umpire's corrections.

    def gather(self) -> None:
        """Ships about Midway, some turns on: the loose ones in other hexes in each world."""
        near = list(self.a.truth.board.within(MIDWAY_HEX, 3))
        camps = {side: self.rng.sample(near, 3) for side in SIDES}
        self.right("turn", *[self.rng.randint(2, 22)] * 2)
        for ship, printed in self.a.truth.ships.items():
            at = [self.rng.choice(camps[printed["side"]])] * 2
            if ship in BASES and self.rng.random() < 0.8:
                at = camps[printed["side"]][:1] * 2
            if ship in self.loose:
                first, *others = camps[self.hidden]  # in the first the same ships are found in both worlds
                at = [self.rng.choice(others), self.rng.choice([p for p in (*near, *others, *others) if p != first])]
            late = printed["entry"] and not any(ship in t.truth.at for t in self.both)
            lost = any(ship in t.truth.sunk for t in self.both)
            if not (late or lost) and self.rng.random() < 0.9:
                self.right(f"hex/{ship}", *at)

    def right(self, fact: str, *values: JSON) -> None:
        self.happened["set right otherwise"] += values[0] != values[1]
        self.mend([fact] * 2, values, ["misread", "a slip" if values[0] != values[1] else "misread"])

    def set_right(self) -> None:
        """Something of the hidden side, before it has locked: a lock that falls would be seen to fall."""
        asked = self.a.ask_of(self.hidden)
        if asked is None or asked.kind not in ("orders", "strikes", "after") or self.hidden in self.a.locks:
            return
        facts = [f.key for f in VICTORY.facts(self.a.truth) if f.side == self.hidden]
        # where she is once strikes may be on their way is told by what they find
        loose = {f"hex/{ship}" for ship in self.loose if asked.kind == "orders"}
        able = [key for key in facts if key in loose or key.startswith(("box", "strength", "aboard"))]
        aside = {unit for t in self.both for unit in t.asks[self.hidden].facts.get("base", ())}
        able = [key for key in able if key.partition("/")[2] not in aside]  # what is set aside for Midway will be shown
        for key in self.rng.sample(able, min(3, len(able))):
            values = [self.some_value(t, key) for t in self.both]
            if None not in values:
                self.right(key, *values)
                return

    def some_value(self, t: Table, key: str) -> JSON:
        """What a fact might be set right to; None for one that is not on the record, or hard to guess."""
        kind = key.partition("/")[0]
        lots: dict[str, Sequence[JSON]] = {
            "hex": list(t.truth.board.within(MIDWAY_HEX, 3)),
            "box": [f"{base}, {box}" for base in BASES for box in ("ready", "not ready")],
            "strength": ["full", "reduced"],
            "aboard": ["TT1", "TT2", "TT3", "TT4"],
        }
        for _ in range(6):
            value = self.rng.choice(lots[kind])
            try:
                VICTORY.read_fact(t.truth, key, value)
            except Refusal:
                continue
            return value
        return None

    def differing(self) -> Iterator[str]:
        a, b = self.a.truth, self.b.truth
        pairs = {
            "ships": (a.at, b.at),
            "air units": (a.air, b.air),
            "the withdrawn": (a.withdrawn, b.withdrawn),
            "those yet to come": (outside(a, JAPAN), outside(b, JAPAN)),
            "strikes": tuple(t.play.plots[self.hidden].strikes for t in self.both),
            "battalions": (a.aboard, b.aboard),
            "zekes": (a.zekes, b.zekes),
            "kure": (a.kure_gone, b.kure_gone),
        }
        yield from (f"{name} differ" for name, (one, two) in pairs.items() if one != two)
        trapped = [sorted(u for u, each in t.truth.air.items() if each["box"] == "trapped") for t in self.both]
        if trapped[0] != trapped[1]:
            yield "trapped apart"

    # What the observer tries.

    probes = [None, True, 0, "", "H6", [], {}, ["H6"], {"moves": 3}, {"air": ["Z99"]}, {"land": {}}, {"at": {}}]

    def attempts(self, t: Table) -> Iterator[JSON]:
        places = t.truth.board.places[len(t.entries) % 7 :: 7]
        units = list(t.truth.air)
        for ship in t.truth.ships:
            yield {"moves": {ship: places[0]}}
            yield {"enter": {ship: "A1"}}
            yield {"forgo": [ship]}
            yield {"bombard": [ship]}
            yield {"zeke": [ship]}
        for place in places:
            yield {"air": [place]}
            yield {"ship": [place]}
            yield {"subs": [place]}
            yield [place]
            yield [{"to": place, "units": [self.rng_unit(units, place)]}]
            yield {"scouts": {self.rng_unit(units, place): place}}
        for unit in units:
            yield {"base": [unit]}
            yield {"land": {unit: "Akagi"}}
            yield {"unready": [unit]}
            yield [unit]

    def rng_unit(self, units: Sequence[str], place: str) -> str:
        """One and the same in both worlds."""
        return units[sum(map(ord, place)) % len(units)]

    def wrongs(self, t: Table) -> Iterator[str]:
        for ship, printed in t.header.kit["roster"].items():
            if printed["side"] == self.hidden:
                yield f"hex/{ship}"
        yield from (f"box/{unit}" for unit, u in t.truth.air.items() if BASES[u["base"]][0] == self.hidden)

    # What the observer and the public answer.

    def open(self, party: str) -> tuple[JSON, JSON]:
        asked = self.a.asks[party]
        value = self.choice(self.a, party)
        if asked.kind == "strikes":
            tries = (self.choice(self.a, party) for _ in range(6))
            value = next((each for each in tries if self.at_carriers(each)), value)
        narrow = getattr(self, "narrow_" + asked.kind.replace("-", "_"), None)
        if narrow:
            value = narrow(asked, value)
        return value, value

    def narrow_orders(self, asked: Any, value: JSON) -> JSON:
        """Searches that find the same in both, save a ship search at night that will not be effective."""
        board, ends = asked.board, self.ends()
        alike = {p for p in board.places if self.statement(self.a, ends[0], p) == self.statement(self.b, ends[1], p)}
        blind = self.settings["night_searches"] and self.a.truth.night
        self.blind = {p for p in value.get("ship", ()) if blind and p not in alike}
        ship = [p for p in value.get("ship", ()) if p in alike or p in self.blind]
        air = [p for p in value.get("air", ()) if set(board.within(p, 1)) <= alike]
        scouts = {u: p for u, p in value.get("scouts", {}).items() if set(board.within(p, 1)) <= alike}
        made = {**value, "ship": ship, "air": air, "scouts": scouts}
        if self.settings["solitaire"]:
            made["moves"] = self.unhindered(asked, made, ends)
        return made

    def unhindered(self, asked: Any, value: JSON, ends: list[dict[str, str]]) -> dict[str, str]:
        """Solitaire: moves that are stopped, and carriers that are near each other, in both worlds or in neither."""
        taken = [{p for s, p in end.items() if self.a.truth.is_surface(s)} for end in ends]
        moves = {s: p for s, p in value["moves"].items() if (p in taken[0]) == (p in taken[1])}
        for trial in (moves, {}):
            if self.near(asked.after({"moves": trial}), ends) and legal_searches(asked, value, trial):
                return trial
        raise Stuck

    def near(self, own: dict[str, str], ends: list[dict[str, str]]) -> bool:
        """Whether the carriers near each other would be the same."""
        found = []
        for t, end in zip(self.both, ends, strict=True):
            plot = VICTORY.plot("umpire")
            plot.load(t.truth.dump())
            stops = self.stops(own, end)  # who is stopped stays where she was
            at = {s: p if (s, p) not in stops else t.truth.at.get(s, p) for s, p in own.items()}
            plot.at = {**at, **end}
            found.append([close_carriers(plot, side) for side in SIDES])
        return found[0] == found[1]

    def stops(self, own: dict[str, str], end: dict[str, str]) -> set[tuple[str, str]]:
        taken = {p for s, p in end.items() if self.a.truth.is_surface(s)}
        return {(s, p) for s, p in own.items() if p in taken and self.a.truth.is_surface(s)}

    def at_carriers(self, value: JSON) -> bool:
        """Whether a strike goes where carriers are found in both worlds: most is hidden there."""
        carriers = {*self.a.truth.carriers(self.hidden).values()}
        return any(strike["to"] in carriers and self.same_there(strike["to"]) for strike in value)

    def narrow_strikes(self, asked: Any, value: JSON) -> JSON:
        return [strike for strike in value if strike["to"] == BASE or self.same_there(strike["to"])]

    def narrow_declare(self, asked: Any, value: JSON) -> JSON:
        return [place for place in value if self.same_there(place)]

    def narrow_after(self, asked: Any, value: JSON) -> JSON:
        fields = [self.field_then(t) for t in self.both]
        ashore = value.get("ashore", []) if fields[0] == fields[1] else []
        return {**value, "subs": [p for p in value.get("subs", ()) if self.same_there(p)], "ashore": ashore}

    def narrow_shore(self, asked: Any, value: JSON) -> JSON:
        return {**value, "ashore": value["ashore"] if self.field_alike() else []}

    def narrow_roll(self, asked: Any, faces: list[int]) -> list[int]:
        """Dice that hit a carrier, a transport or the field only as far as what they would show is the same."""
        hit: Counter[str] = Counter()
        for n, die in enumerate(asked.dice):
            target = die.label.rpartition(" at ")[2]
            if hit[target] >= self.hits_alike(target):
                faces[n] = 10
            hit[target] += 1
            searched = die.label.partition(" in ")[2]
            if "night" in asked.name and die.label.startswith(("US", "Japan")) and searched in self.blind:
                if self.hidden_by(die.label):
                    continue
                faces[n] = min(faces[n], 5)
                self.happened["a search of the night that failed"] += 1
        return faces

    def hidden_by(self, label: str) -> bool:
        return label.startswith(VICTORY.names[self.hidden])


def legal_searches(asked: Any, value: JSON, moves: dict[str, str]) -> bool:
    try:
        asked.check({**value, "moves": moves})
    except Refusal:
        return False
    return True


def test_vm_46_what_is_trapped_on_a_carrier_that_was_hit_is_told_to_her_side_alone() -> None:
    """Ready units are lost and score, which all hear; how many others are trapped below stays with her owner (row 17)."""
    heard = []
    for last in ("Hornet, ready", "Enterprise, not ready"):
        t = scene({"Enterprise": "H4", "Hornet": "I4"}, {"Kaga": "F5", "DD4": "F5"})
        for unit, box in (("E-D1", "Enterprise, not ready"), ("E-D2", "Enterprise, not ready"), ("E-T1", last)):
            right(t, f"box/{unit}", box)
        since = len(t.play.plots[JAPAN].heard)
        strike = [{"to": "H4", "units": ["K-D1"]}]
        run(t, "t2/after", {"japan/strikes": strike, "us/cap": []}, [[10, 10], [1, 10]])
        assert told(t, JAPAN, "caught")[-1]["planes"] == {"F": 2, "D": 1}
        assert t.truth.score[JAPAN] == 10 + 6, "a hit on a carrier is 5; three units of two steps are 3"
        trapped = {unit for unit, each in t.truth.air.items() if each["box"] == "trapped"}
        assert trapped == {"E-D1", "E-D2", *(["E-T1"] if last.startswith("Enterprise") else [])}
        heard.append([t.play.plots[each].heard[since:] for each in (JAPAN, PUBLIC)])
    assert heard[0] == heard[1]


class TestTwoWorlds:
    @FEW
    @given(SEEDS, st.sampled_from(SIDES))
    def test_the_observer_and_the_public_find_nothing_different(self, seed: int, seen: str) -> None:
        Worlds(seed, seen).play()

    @pytest.mark.full
    @settings(max_examples=1000, deadline=None, phases=[Phase.generate])
    @given(SEEDS, st.sampled_from(SIDES))
    def test_many_worlds(self, seed: int, seen: str) -> None:
        Worlds(seed, seen).play(400)

    @pytest.mark.parametrize("seen", SIDES)
    def test_the_worlds_do_differ_and_things_do_happen_in_them(self, seen: str) -> None:
        """Or the tests above would hold for want of anything to see."""
        happened: Counter[str] = Counter()
        wanted = {*NEEDED, *ONLY[seen]}
        for seed in (*SHOW_MUCH[seen], *range(150)):
            agreed = dict.fromkeys(OPTIONS, True) if seed % 4 else {}
            happened += Worlds(seed, seen, **agreed).play().happened
            if happened["ships differ"] > 700 and wanted <= set(happened):
                break
        assert wanted - set(happened) == set()
        assert happened["ships differ"] > 700
