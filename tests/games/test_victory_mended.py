"""What mending the past must never do to a game of Victory at Midway: break it, or tell what is not to be told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.games.victory_kit import bare_kit, complete_kit
from tests.games.victory_scenes import OPTIONS, UMPIRE, VICTORY, header, right, run, say, scene
from tests.tables import hand_of
from umpire.games.victory_at_midway import record_facts
from umpire.games.victory_at_midway.terms import BASES, JAPAN, SIDES, US
from umpire.table.asks import Refusal
from umpire.table.ledger import read as read_ledger
from umpire.table.ledger import write
from umpire.table.replay import replayed
from umpire.table.table import Table

JSON = Any
DECKS = tuple(BASES)
BOXES = ("ready", "not ready", "not ready 2", "trapped", "destroyed", "ditched")


def some_table(rng: random.Random, **more: JSON) -> Table:
    """A table with options and components by lot; some of the printed values are read off as they are needed."""
    settings = {option: rng.random() < 0.6 for option in OPTIONS}
    if rng.random() < 0.2:
        settings["solitaire"] = rng.choice(["hidden", "open"])
    kit = complete_kit() if rng.random() < 0.6 else {**complete_kit(), **bare_kit()}
    if rng.random() < 0.4:
        whole = complete_kit()
        kit = bare_kit() | {key: whole[key] for key in ("map/fog", "track/s", "map/off", "track/short")}
    return Table(VICTORY, header(kit, **settings, **more))


def answer(t: Table, rng: random.Random) -> None:
    """One legal answer by somebody."""
    party = rng.choice([p for p in sorted(t.asks) if p not in t.locks])
    asked = t.asks[party]
    app = party in VICTORY.commanded(t.header.settings)
    value = VICTORY.command(t.play.plots[party], asked) if app else asked.sample(rng)
    t.answer(party, asked.name, value, hand_of(party), sure=True)


def some_value(rng: random.Random, t: Table, fact: Any) -> str:
    """What an umpire might type for a fact; now and then what it is already."""
    kind = fact.key.partition("/")[0]
    typed: dict[str, Callable[[], Any]] = {
        "hex": lambda: rng.choice([*t.truth.board.places, "waiting", "withdrawn"] + ["waiting", "off"] * 20),
        "box": lambda: rng.choice([f"{rng.choice(DECKS)}, {rng.choice(BOXES[:4])}", rng.choice(BOXES[4:])]),
        "strength": lambda: rng.choice(["full", "reduced"]),
        "hits": lambda: rng.choice(["full", "reduced"]),
        "aboard": lambda: rng.choice(["TT1", "TT2", "TT3", "TT4"]),
        "score": lambda: rng.choice(["0", "12.5", "7½"]),
        "turn": lambda: max(1, min(25, t.truth.turn + rng.randint(-6, 3))),
        "sighted": lambda: rng.choice(["not yet", rng.randint(1, 25)]),
        "late": lambda: rng.choice(["not yet", rng.randint(13, 25)]),
        "field": lambda: rng.randint(0, 9),
        "fog": lambda: rng.choice(["there", "gone"]),
        "kit": lambda: {"kit/track/s": "2, 5 8", "kit/map/fog": "a1-3 B2"}.get(fact.key, rng.randint(0, 4)),
        "back": lambda: rng.choice(["same", "1", "2", "1/2"]),
    }
    return str(typed[kind]()) if rng.random() < 0.9 else str(fact.value)


def _in_fight(t: Table, fact: str) -> bool:
    """Whether a fact is of a unit, or a kind of units, that is in the fight on the table."""
    fight = t.truth.fight or {}
    air = [*fight.get("planes", {}).values(), *fight.get("cap", {}).values()]
    units = [*fight.get("ships", ()), *fight.get("theirs", ())]
    names = {*units, *(t.truth.ships[u]["class"] for u in units if u in t.truth.ships), "Marine", "Battalion"}
    names |= {plane["type"] for plane in air} | set(t.truth.lettered.values())
    bases = {t.truth.air[u]["on"] for u in t.truth.air} & names
    own = fact.partition("/")[2]
    return bool(names & set(fact.split("/"))) or (own in t.truth.air and t.truth.air[own]["on"] in bases)


def set_something(t: Table, rng: random.Random, kinds: list[str] | None = None) -> str:
    """One fact set right, of a kind by lot; what it was, or nothing where it could not be so."""
    facts = VICTORY.facts(t.truth)
    found = sorted({f.key.partition("/")[0] for f in facts} & set(kinds or KINDS))
    if not found:
        return ""
    kind = rng.choice(found)
    facts = [f for f in facts if f.key.partition("/")[0] == kind]
    near = [f for f in facts if _in_fight(t, f.key)]
    fact = rng.choice(near if near and rng.random() < 0.8 else facts)
    try:
        right(t, fact.key, some_value(rng, t, fact))
    except Refusal:
        return ""
    return kind


KINDS = ("hex", "box", "strength", "hits", "aboard", "score", "turn", "sighted", "late", "field", "fog", "kit", "back")
OPEN = (
    *("state", "sunk", "score", "field_hits", "field", "fog", "turn", "played", "sighted", "ashore", "landed", "kure"),
    *("fight", "fought", "attacks", "found", "searches", "kit", "zekes_used"),
)
"""What of the record everybody has alike."""


def agree(t: Table) -> None:
    """That each side has its own truth, everybody what is open, and nobody anything of the other's."""
    truth = t.truth
    for side in SIDES:
        own, other = t.play.plots[side], US if side == JAPAN else JAPAN
        assert own.of(side) == truth.of(side)
        assert own.of(other) == {}
        assert own.air == {unit: u for unit, u in truth.air.items() if BASES[u["base"]][0] == side}
        mine = {ship for ship, each in truth.ships.items() if each["side"] == side}
        assert own.withdrawn == [ship for ship in truth.withdrawn if ship in mine]
    japan = t.play.plots[JAPAN]
    assert (japan.late, japan.aboard) == (truth.late, truth.aboard)
    assert (t.play.plots[US].late, t.play.plots[US].aboard) == (0, {})
    for name in OPEN:
        for audience in (*SIDES, "public"):
            assert getattr(t.play.plots[audience], name) == getattr(truth, name), (audience, name)


def asked_in(t: Table) -> str:
    """Where play stands: the fight and what is asked in it, or the sheet."""
    asked = next(iter(t.asks.values()))
    part = asked.name.rpartition("/")[2].partition("-")[0]
    return f"{t.truth.fight['what']} {part if asked.kind != 'cells' else 'cells'}" if t.truth.fight else asked.kind


def meddle(t: Table, rng: random.Random, until: Callable[[Table], bool] = lambda t: False) -> Counter[str]:
    """Play by lot in which something is set right in every tenth step, and in most of a fight.

    What was set, and where play then stood.
    """
    happened = Counter[str]()
    while not t.over and not until(t):
        stands = asked_in(t)
        if rng.random() < (0.75 if t.truth.fight else 0.1):
            kind = set_something(t, rng, [k for k in KINDS if k != "turn" or rng.random() < 0.2])
            agree(t)
            happened[kind] += 1
            happened[f"in {stands}"] += bool(kind)
        if not t.over:
            answer(t, rng)
    assert t.play.faults == []
    return happened


@cache
def meddled(seed: int) -> Counter[str]:
    """A whole game, played by lot to its end."""
    rng = random.Random(seed)
    t = some_table(rng)
    happened = meddle(t, rng)
    assert t.truth.ended["how"] in ("time", "gone", "midway", "carriers"), seed
    return happened


@cache
def pressed(seed: int) -> Counter[str]:
    """Three turns from turn 8 with fleets and troops at Midway, US ships too or not, so that all there is to fight is fought."""
    rng = random.Random(seed)
    us = dict.fromkeys(("Enterprise", "US CA1", "US DD1", "SS1"), "H6") if seed % 2 else {}
    japan = dict.fromkeys(("Akagi", "BB3.1", "BB3.2", "CA8", "DD4", "TT1", "TT2", "SS168"), "H6")
    t = scene(us, japan, kit={"back/jBB": {"steps": 2, "surface": "same", "aa": "same", "speed": "same"}}, **MOST)
    return meddle(t, rng, lambda t: t.truth.played > 4)


MOST = {option: option != "fog" for option in OPTIONS}


class TestSetRightAndPlayedOn:
    @pytest.mark.parametrize("block", range(4))
    def test_a_game_with_anything_set_right_at_any_time_comes_to_its_end(self, block: int) -> None:
        for seed in range(block * 3, block * 3 + 3):
            assert meddled(seed), seed

    @pytest.mark.parametrize("block", range(4))
    def test_in_the_middle_of_every_fight(self, block: int) -> None:
        for seed in range(block * 4, block * 4 + 4):
            assert pressed(seed), seed

    def test_everything_was_set_right_everywhere(self) -> None:
        """Or the games above would pass for want of anything to break."""
        happened: Counter[str] = Counter()
        for seed in range(12):
            happened += meddled(seed)
        for seed in range(16):
            happened += pressed(seed)
        assert set(KINDS) <= set(happened)
        assert STANDS - {each.removeprefix("in ") for each in happened} == set()

    @pytest.mark.full
    @pytest.mark.parametrize("block", range(40))
    def test_two_hundred_games(self, block: int) -> None:
        for seed in range(1000 + block * 5, 1005 + block * 5):
            assert meddled(seed), seed

    @pytest.mark.parametrize("seed", range(3))
    def test_it_is_the_same_from_its_own_text(self, seed: int) -> None:
        rng = random.Random(seed)
        t = some_table(rng)
        while len(t.entries) < 150 and not t.over:
            set_something(t, rng) if rng.random() < 0.2 else answer(t, rng)
        again = replayed(VICTORY, *read_ledger("\n".join(write(t.header, t.entries))))
        assert again.told == t.told
        assert {a: p.dump() for a, p in again.play.plots.items()} == {a: p.dump() for a, p in t.play.plots.items()}

    @pytest.mark.parametrize("seed", range(3))
    def test_a_value_that_was_read_reads_the_same_again(self, seed: int) -> None:
        """So a correction is one that was checked before it was entered; what the form shows can be typed."""
        rng = random.Random(seed)
        t = some_table(rng)
        while not t.over and len(t.entries) < 200:
            if len(t.entries) % 25 == 0:
                for fact in rng.sample(VICTORY.facts(t.truth), 40):
                    read = VICTORY.read_fact(t.truth, fact.key, str(fact.value))
                    assert VICTORY.read_fact(t.truth, fact.key, read) == read, fact
                    assert record_facts.words(fact.key, read) == str(fact.value), fact
            answer(t, rng)


STANDS = {
    *("orders", "strikes", "next", "after", "declare", "shore"),
    *(f"strike {part}" for part in ("cap", "round", "reply", "aa", "bombs", "cells", "field", "finding", "position")),
    *(f"subs {part}" for part in ("screen", "torpedoes")),
    *(f"surface {part}" for part in ("defend", "attack", "ships", "theirs")),
    *(f"bombardment {part}" for part in ("aim", "field")),
    *(f"invasion {part}" for part in ("aim", "dice")),
}
"""Every sheet, and every stage of every fight."""


class TestSealedSteps:
    @pytest.mark.parametrize("seed", range(4))
    def test_an_answer_taken_back_and_the_table_taken_back_in_each(self, seed: int) -> None:
        rng = random.Random(seed)
        t = Table(VICTORY, header(**dict.fromkeys(OPTIONS, True)))
        done: Counter[str] = Counter()
        while not t.over:
            if set(t.asks) == set(SIDES) and not t.locks and done[next(iter(t.asks.values())).kind] < 2:
                kind = self.back_and_forth(t, rng)
                done[kind] += 1
            answer(t, rng)
        assert set(done) >= {"set-up", "orders", "strikes", "after"}
        assert t.play.faults == []

    def back_and_forth(self, t: Table, rng: random.Random) -> str:
        """A side locks, takes it back, locks anew; both lock; the table goes back to before, and stands as it stood."""
        side, other = rng.sample(SIDES, 2)
        asked, n = t.asks[side], len(t.entries)
        stood = {audience: plot.dump() for audience, plot in t.play.plots.items()}
        t.answer(side, asked.name, asked.sample(rng), hand_of(side), sure=True)
        t.withdraw(side, asked.name, hand_of(side))
        assert t.presence() == {side: "asked", other: "asked"}
        for each in (side, other):
            t.answer(each, t.asks[each].name, t.asks[each].sample(rng), hand_of(each), sure=True)
        t.back(n, UMPIRE)
        assert {audience: plot.dump() for audience, plot in t.play.plots.items()} == stood
        assert t.presence() == {side: "asked", other: "asked"}
        return asked.kind


# Case by case.

FLEET, KB = "G8", "E6"


def at_strike(**settings: JSON) -> Table:
    """Enterprise's bombers are over Akagi on turn 8, and her patrol is asked for."""
    t = run(scene({"Enterprise": FLEET}, {"Akagi": "F7", "Kaga": KB, "DD4": "F7"}, **settings), "t2/strikes")
    return run(t, "/cap", {"us/strikes": [{"to": "F7", "units": ["E-D1", "E-D2"]}]})


def refused(t: Table, fact: str, value: JSON) -> Refusal:
    with pytest.raises(Refusal) as caught:
        right(t, fact, value)
    return caught.value


def keys(t: Table, audience: str = "umpire") -> set[str]:
    return {fact.key for fact in VICTORY.facts(t.play.plots[audience])}


class TestAirUnits:
    def test_one_in_the_air_comes_down_first(self) -> None:
        """Its box is where it lands (Air Return); its strength may be set until it is put on the table."""
        t = at_strike()
        assert "box/E-D1" not in keys(t)
        assert "in the air" in refused(t, "box/E-D1", "Enterprise, ready").text
        right(t, "strength/E-D1", "reduced")
        run(t, "/aa")
        assert sorted(each["state"] for each in t.truth.fight["planes"].values()) == ["full", "reduced"]
        assert {"box/E-D1", "strength/E-D1"} & keys(t) == set()
        assert "in the fight" in refused(t, "strength/E-D1", "full").text

    def test_planes_on_a_carrier_that_was_damaged_are_trapped_and_free_again(self) -> None:
        """Carrier Damage: nothing on a damaged carrier flies; set right, it stands Not Ready."""
        t = at_strike()
        right(t, "hits/Kaga", "reduced")
        on_kaga = t.truth.on("Kaga")
        assert {t.truth.air[unit]["box"] for unit in on_kaga} == {"trapped"}
        agree(t)
        right(t, "hits/Kaga", "full")
        assert {t.truth.air[unit]["box"] for unit in on_kaga} == {"not ready"}
        agree(t)

    def test_a_carrier_damaged_meanwhile_takes_none_of_her_own_back(self) -> None:
        """Carrier Damage: what flew from her lands elsewhere."""
        t = at_strike()
        right(t, "hits/Enterprise", "reduced")
        run(t, "/after")
        assert "Enterprise" not in t.asks[US].facts["room"]
        run(t, "t3/orders")
        assert {t.truth.air[unit]["on"] for unit in ("E-D1", "E-D2")} <= {"Hornet", "Yorktown", "Midway", ""}

    def test_a_lost_unit_is_found_again_and_one_lost_by_mistake(self) -> None:
        t = run(scene(), "t2/orders")
        right(t, "box/A-F1", "destroyed")
        assert (t.truth.air["A-F1"]["box"], t.truth.air["A-F1"]["state"]) == ("destroyed", "gone")
        right(t, "box/A-F1", "akagi, not ready")
        assert (t.truth.air["A-F1"]["on"], t.truth.air["A-F1"]["state"]) == ("Akagi", "full")

    @pytest.mark.parametrize(
        ("fact", "value", "rule"),
        [
            ("box/M-F1", "Enterprise, ready", "Strike and Escort Aircraft Retrieval"),
            ("box/E-F1", "Enterprise, trapped", "Carrier Damage"),
            ("box/E-F1", "Enterprise, not ready 2", "Ready/Not Ready"),
            ("box/E-F1", "Akagi, ready", ""),
            ("box/E-F1", "below", ""),
            ("aboard/Yoko", "Akagi", "Japanese Setup"),
            ("hex/Enterprise", "waiting", "Setup"),
            ("hex/Akagi", "given up", "Exiting the Map"),
            ("hits/Zuiho", "reduced", "Counters"),
            ("score/us", "many", "Victory Points"),
            ("fog", "thin", "Fog"),
            ("kit/track/s", "3, 99", "Submarines"),
            ("late", "9", "Japanese Turn 13 Group"),
            ("turn", "26", ""),
        ],
    )
    def test_what_cannot_be_so_is_refused_and_tells_nothing(self, fact: str, value: str, rule: str) -> None:
        t = scene({}, {"Akagi": KB}, fog=True, submarines=True)
        before = len(t.told)
        assert refused(t, fact, value).rule == rule
        assert len(t.told) == before

    def test_a_base_that_is_full_takes_no_more(self) -> None:
        """Carrier and Airfield Capacities: Hosho holds two."""
        t = scene({}, {"Akagi": KB, "Hosho": KB})
        right(t, "box/A-D1", "Hosho, ready")
        assert refused(t, "box/A-D2", "Hosho, ready").rule == "Carrier and Airfield Capacities"
        right(t, "box/A-D1", "Hosho, not ready")


class TestShipsAndTroops:
    def test_a_ship_that_never_entered_waits_and_may_enter(self) -> None:
        t = scene({}, {"Akagi": KB, "Kaga": KB})
        right(t, "hex/Kaga", "waiting")
        assert "Kaga" not in t.truth.at
        assert "Kaga" in t.asks[JAPAN].facts["entering"]

    def test_a_ship_withdrawn_by_mistake_is_back_and_her_hits_count(self) -> None:
        """Exiting the Map: hits on ships that have left do not count."""
        t = scene({}, {"Akagi": KB})
        right(t, "hex/Akagi", "off")
        assert t.truth.withdrawn == ["Akagi"]
        agree(t)
        right(t, "hex/Akagi", "e-6")
        assert (t.truth.withdrawn, t.truth.at["Akagi"]) == ([], "E6")

    def test_battalions_change_places(self) -> None:
        """Japanese Setup: each transport carries one battalion."""
        t = scene()
        before = dict(t.truth.aboard)
        one, other = list(before)[:2]
        right(t, f"aboard/{one}", before[other])
        assert t.truth.aboard == {**before, one: before[other], other: before[one]}
        agree(t)
        assert not [f for f in keys(t, US) | keys(t, "public") if f.startswith("aboard/")]

    def test_a_submarine_that_was_never_there_does_not_attack(self) -> None:
        """Submarines: she is set elsewhere while another attacks first."""
        us = {"Enterprise": FLEET, "SS1": "C5", "SS2": "D5"}
        japan = {"Akagi": "C5", "DD4": "C5", "DD10": "D5"}
        t = run(scene(us, japan, submarines=True), "/screen", {"us/after": {"subs": ["C5", "D5"]}})
        assert t.truth.fight["hex"] == "C5"
        right(t, "hex/SS2", "K5")
        run(t, "t3/orders")
        told = [each.dispatch for _, each in t.told]
        assert [said.facts["hex"] for said in told if said.kind == "sub-attack"] == ["C5"]

    def test_a_strength_set_in_a_fight_holds_in_it(self) -> None:
        """Anti-Aircraft Fire: two dice at full strength, one reduced."""
        t = run(at_strike(), "/aa")
        say(t, JAPAN, {"DD4": "D1", "Akagi": "D2"})
        assert len(t.asks["dice"].dice) == 4
        right(t, "hits/DD4", "reduced")
        assert len(t.asks["dice"].dice) == 3
        agree(t)

    def test_the_field_is_shut_though_the_turn_was_set_right_after_the_landing(self) -> None:
        """Airfield Shut Down: at the end of the turn of the first landing, whatever it is called by then."""
        t = scene({}, {"Akagi": KB, "TT1": "H6"})
        (unit,) = [b for b, on in t.truth.aboard.items() if on == "TT1"]
        run(t, "/aim-us", {"japan/after": {"ashore": [unit]}})
        right(t, "turn", 10)
        run(t, "t3/orders")
        assert t.truth.field == "shut"


class TestTheClock:
    def test_vm_the_first_sighting_gives_japan_her_turn(self) -> None:
        """Japanese Turn 13 Group: five turns after the first sighting, never before turn 13; Japan alone hears it."""
        t = scene({}, {"Akagi": KB})
        for sighted, late in ((3, 13), (11, 16)):
            right(t, "sighted", sighted)
            assert (t.truth.sighted, t.play.plots[JAPAN].late) == (sighted, late)
            agree(t)
        right(t, "sighted", "not yet")
        assert (t.truth.sighted, t.truth.late) == (0, 0)

    def test_s_turns_and_the_hexes_of_the_fog(self) -> None:
        t = scene({}, {"Akagi": KB}, fog=True, submarines=True)
        right(t, "kit/track/s", "2 5, 8")
        assert t.asks[US].facts["s_turn"]
        right(t, "kit/map/fog", "a1-3 b2")
        assert t.truth.kit["map/fog"] == ["A1", "A2", "B2", "A3"]
        assert sorted(t.asks[US].facts["fog"]) == ["A1", "A2", "A3", "B2"]


class TestWhatIsHeard:
    @pytest.mark.parametrize(
        ("fact", "values"), [("hex/Akagi", ("E6", "E7")), ("box/A-F1", ("Akagi, ready", "ditched"))]
    )
    def test_the_others_hear_that_something_was_and_nothing_else(self, fact: str, values: tuple[str, str]) -> None:
        """Separation: whose record it was, and what, only its own side hears."""
        heard = []
        for value in values:
            t = scene({}, {"Akagi": KB})
            right(t, fact, value)
            heard.append([[(d.kind, d.facts) for d in t.play.plots[a].heard] for a in (US, "public")])
        assert heard[0] == heard[1]
        assert heard[0][0][-1] == ("corrected", {})

    def test_a_side_sets_its_own_right_with_the_others_yes(self) -> None:
        t = scene({}, {"Akagi": KB}, umpire=False)
        value = {"fact": "hex/Akagi", "value": "E7", "reason": "misread"}
        t.move(JAPAN, "correct", "moved", hand_of(JAPAN), name=t.motions.name, value=value)
        t.move(US, "correct", "agreed", hand_of(US), name=t.motions.name)
        assert t.truth.at["Akagi"] == "E7"
        for key in ("hits/Akagi", "turn", "score/japan", "hex/Enterprise"):
            with pytest.raises(Refusal, match="not on your own record"):
                t.move(
                    JAPAN,
                    "correct",
                    "moved",
                    hand_of(JAPAN),
                    name=t.motions.name,
                    value={"fact": key, "value": "1", "reason": "misread"},
                )
