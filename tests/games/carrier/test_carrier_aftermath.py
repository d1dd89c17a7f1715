"""The evening after: the map through time, what each force was, strikes one by one, near misses, luck, points."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.games.carrier import lively
from tests.games.carrier.boxes import bare_kit, full_kit
from tests.web.carrier_room import CarrierRoom
from umpire.games.aftermath.score import Row, chart
from umpire.games.carrier.aftermath import drawing, known, luck, misses, report, score, sorties
from umpire.games.carrier.aftermath.reel import Deck, Look, Reel, retold
from umpire.games.carrier.map_picture import centre
from umpire.games.carrier.plot import DECK, FORCE, GROUP, STRIKE, fresh
from umpire.games.carrier.strikes import A_STEP
from umpire.games.carrier.terms import eighths
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.script import Told
from umpire.table.table import Table
from umpire.web.report import NOT_YET, NOT_YET_ALONE

JSON = Any


class Record:
    """A record made by a test: what was told, and nothing else of a table."""

    def __init__(self, **paths: JSON) -> None:
        self.positions: list[Any] = []
        self.standing: list[tuple[int, Told]] = []
        at = {"scenario": "standard", "period": "aug42", "clock": _clock(1, 1), **paths}
        self.tell("kit", cells=paths.pop("kit", {}))
        self.tell("opened", now={path.replace(".", "/"): value for path, value in at.items() if path != "kit"})

    def tell(self, kind: str, rule: str = "", **facts: JSON) -> None:
        self.standing.append((len(self.standing), Told(("us", "public", UMPIRE), Dispatch(kind, facts, rule))))


def _clock(turn: int, phase: int, segment: str = "us", step: str = "") -> dict[str, JSON]:
    return {"turn": turn, "phase": phase, "segment": segment, "step": step, "night": False}


def reel(told: Record) -> Reel:
    return retold(told)  # type: ignore[arg-type]


def played(scenario: str, seed: int, **settings: JSON) -> Table:
    return lively.lively(lively.table(full_kit(), scenario=scenario, **settings), random.Random(seed))


# Whole games.


@pytest.fixture(scope="module", params=[(scenario, n) for n, scenario in enumerate(lively.SCENARIOS)])
def over(request: pytest.FixtureRequest) -> Table:
    scenario, seed = request.param
    return played(scenario, seed)


def test_every_game_makes_a_report_whose_numbers_agree(over: Table) -> None:
    made = report(over)
    truth = over.truth
    assert made["outcome"] == truth.ended["text"]
    assert made["missed"] == 0
    for i, side in enumerate(("us", "japan")):
        points = eighths(sum(award["n"] for award in truth.at(f"points/{side}", [])))
        assert made["sources"]["total"][i] == points
        assert made["film"]["frames"][-1]["score"][i] == points
        if made["score"]["rows"]:
            assert made["score"]["rows"][-1]["score"][i] == points
    for frame in made["film"]["frames"]:
        (picture,) = frame["maps"]
        assert all(0 <= n < len(made["film"]["marks"]) for n in made["film"]["pictures"][picture])
    assert made["film"]["frames"][-1]["step"] == "The end"
    assert len(json.dumps(made["film"])) < 200_000


def test_the_last_picture_has_every_force_and_task_force_where_it_stands(over: Table) -> None:
    if not over.truth.parts.clock:
        return
    made = report(over)
    last = made["film"]["frames"][-1]
    words = [made["film"]["marks"][n][5] for n in made["film"]["pictures"][last["maps"][0]]]
    for force, f in over.truth.forces.items():
        assert any(line.startswith(f["hex"]) and re.search(rf"\b{force}\b", line) for line in words), force
    for name, group in over.truth.task_forces().items():
        assert any(line.startswith(group["hex"]) and name in line for line in words), name


def test_every_attack_is_told_and_every_force_is_named(over: Table) -> None:
    made = report(over)
    attacks = [x.dispatch.facts for _, x in over.told if x.dispatch.kind == "attack"]
    japanese = [f for f in attacks if f["by"] == "japan"]
    fought = [s for s in made["strikes"]["us"] if s["fought"]]
    assert len(made["strikes"]["japan"]) == len(japanese)
    for told, f in zip(made["strikes"]["japan"], japanese, strict=True):
        assert told["title"].startswith(f"{f['force']} at {f['target']}: {f['points']} air point")
    ours = [x.dispatch.facts["strike"] for _, x in over.told if x.dispatch.kind == "strike-attacks"]
    lines = [line for s in fought for line in s["lines"]]
    assert sum(bool(re.match(r"Strike \d+ attacks", line)) for line in lines) == len(ours)
    named = " ".join([made["forces"]["never"], *(f["force"] for f in made["forces"]["rows"])])
    for force in over.truth.forces:
        assert re.search(rf"\b{force}\b", named), force


def test_what_strikes_lost_is_in_the_report_of_every_game(over: Table) -> None:
    lost: dict[str, int] = {}
    for f in (x.dispatch.facts for _, x in over.told if x.dispatch.kind == "strike-over"):
        for kind, n in f["lost"].items():
            lost[kind] = lost.get(kind, 0) + n
    if over.truth.scenario == "1":
        assert lost, "this game must lose planes on strikes, or nothing is tried here"
    (planes,) = [row["of"][0] for row in report(over)["standing"] if row["name"] == "Planes lost"]
    said = {kind: int(n) for n, kind in re.findall(r"(\d+) (\w+)", planes)}
    assert all(said.get(kind, 0) >= n for kind, n in lost.items()), (said, lost)
    rows = [row["of"][1] for row in report(over)["sources"]["rows"] if row["what"] == "Planes shot down on strikes"]
    assert rows == ([eighths(A_STEP * sum(lost.values()))] if lost else [])


def test_nothing_is_other_in_what_points_were_for(over: Table) -> None:
    rows = {row["what"] for row in report(over)["sources"]["rows"]}
    assert score.OTHER not in rows, over.truth.tree["points"]
    assert score.source("1 Japanese air point") == score.source("2 Japanese air points") == "Japanese air points"
    assert (
        score.source("C3, approximately located, level 2")
        == score.source("C3, Located, level 1")
        == "Forces found, by level"
    )
    assert score.source("forces found to be dummies") == "Forces found to be dummies"


def test_a_report_is_the_same_after_a_restart(tmp_path: Path) -> None:
    room = CarrierRoom(tmp_path / "a.db", scenario="6")
    with room.live.changing() as table:
        lively.lively(table, random.Random(4))
    before = report(room.table)
    room.restart()
    assert report(room.table) == before
    room.store.close()


# What each force was.


def _two_lives() -> Record:
    told = Record(**{"forces.C7": fresh(FORCE, hex="2212"), "forces.T1": fresh(FORCE, hex="1921", kind="T")})
    told.tell("step", name="search", now={"clock": _clock(2, 3, step="search")})
    told.tell(
        "chit",
        "11.1",
        force="C7",
        chit="Carrier",
        level=1,
        old="",
        now={"forces/C7/level": 1, "forces/C7/chit": "Carrier"},
    )
    told.tell(
        "chit-falls",
        "11.4",
        force="C7",
        chit="",
        old="Carrier",
        banded=True,
        now={"forces/C7/level": 0, "forces/C7/chit": ""},
    )
    told.tell("force-gone", "11.1", force="C7", why="“Dummy”: nothing is there", gone=["forces/C7"])
    told.tell(
        "arrives", "17.1", force="C7", hex="2013", objective="", chit="", now={"forces/C7": fresh(FORCE, hex="2013")}
    )
    told.tell("step", name="strike", now={"clock": _clock(3, 1, step="strike")})
    told.tell(
        "chit", "11.2", force="C7", chit="2 CV", level=3, old="", now={"forces/C7/level": 3, "forces/C7/chit": "2 CV"}
    )
    return told


def test_what_a_force_was_is_told_level_by_level_and_a_counter_that_came_again_is_another() -> None:
    rows = {row["force"]: row for row in known.facts(reel(_two_lives()))["rows"]}
    assert rows["C7"]["steps"] == [
        "Carrier (turn 2, phase 3, by search)",
        "nothing again (turn 2, phase 3, by search)",
    ]
    assert rows["C7"]["end"] == "“Dummy”: nothing is there, turn 2, phase 3"
    assert rows["C7 (2)"]["known"] == "2 CV"
    assert rows["C7 (2)"]["steps"] == ["2 CV (turn 3, phase 1, by a strike)"]
    assert known.facts(reel(_two_lives()))["never"] == "T1"


# The map.


def test_forces_are_outlined_until_they_are_detected_and_strikes_are_wedges() -> None:
    told = Record(
        **{
            "forces.C7": fresh(FORCE, hex="2212", chit="Carrier", level=1),
            "groups.TF 16": fresh(GROUP, hex="2717"),
            "strikes.3": fresh(STRIKE, hex="2616", steps={"SBD": 4}),
        }
    )
    told.tell("detected", "12.2", force="C7", detection="L", was="", now={"forces/C7/detection": "L"})
    first, last = (reel(told).moments[n] for n in (1, -1))
    every = drawing.played_on(reel(told))
    x, y = centre("2212")
    assert drawing.marks(first, every)[0][:4] == ["open-circle", x, y, "C7"]
    drawn = {mark[0]: mark for mark in drawing.marks(last, every)}
    assert drawn["circle"][5] == "2212: C7, Carrier, located"
    assert drawn["square"][3] == "16"
    assert drawn["wing"][5] == "2616: strike 3 (4 SBD)"
    assert [mark[0] for mark in drawing.marks(last, ("2212",))] == ["circle", "wing"], "what lies off it is left off"


def test_only_the_part_that_was_played_on_is_drawn() -> None:
    told = Record(
        **{"forces.C7": fresh(FORCE, hex="2212"), "groups.Port Moresby": fresh(GROUP, hex="2549", base=True)},
    )
    told.tell(
        "moves", "9.2", piece="C7", at="2212", hex="2313", why="", failed=[], notes=[], now={"forces/C7/hex": "2313"}
    )
    hexes = drawing.played_on(reel(told))
    assert {"2212", "2313"} <= {*hexes}
    assert "2549" not in hexes, "a base nobody came to does not make the map larger"
    made = drawing.board(reel(told))
    assert {each["hex"] for each in made["names"]} == {*hexes}
    assert made["width"] > 0


def test_the_ways_of_forces_and_task_forces_are_charted() -> None:
    made = {each["name"]: each for each in drawing.tracks(reel(_two_lives()))}
    ways = {way["ships"]: way["words"] for way in made["Forces of Japan"]["ways"]}
    assert ways["C7"].endswith("; nothing but a dummy on turn 2")
    assert ways["C7 (2)"] == "2013 (2–3)"


# Strikes.


def test_a_strike_is_told_from_the_deck_to_the_deck_and_its_number_serves_again() -> None:
    told = Record(**{"groups.TF 16": fresh(GROUP, hex="2717")})
    formed = {
        "n": "3",
        "group": "TF 16",
        "steps": {"SBD": 4},
        "hex": "2616",
        "home": "2717",
        "time": 1,
        "transfer": False,
    }
    strike = fresh(STRIKE, hex="2616", steps={"SBD": 4})
    told.tell("formed", "6.1", **formed, now={"strikes/3": strike})
    told.tell("target", "6.1", n="3", force="C7", hex="2212", side="L")
    roll = {"n": "3", "nth": 1, "force": "C7", "column": 2, "die": 8, "mods": [], "modified": 8, "result": "contact"}
    told.tell("contact-roll", "6.4", **roll)
    told.tell("strike-attacks", "4.1", strike="3", force="C7", steps={"SBD": 4}, by="us", cap=0, name="", surprise="")
    told.tell(
        "hit", "19.1", ship="Kako", type="CA", side="japan", n=2, hits=2, capacity=7, level="", heavy=False, sunk=False
    )
    told.tell("strike-over", "4.1", n="3", force="C7", lost={}, left={"SBD": 4})
    told.tell("come-in", "7.1", n="3", group="TF 16", steps={"SBD": 4}, time=9, gone=["strikes/3"])
    told.tell("formed", "6.1", **formed, now={"strikes/3": strike})
    first, second = sorties.facts(reel(told))["us"]
    assert first["title"] == "Strike 3 of TF 16: 4 SBD"
    assert first["lines"][0] == "Turn 1, phase 1: it sets out for C7, in 2212."
    assert "Kako takes 2 hits: 2 of 7." in first["lines"]
    assert first["lines"][-1] == "Turn 1, phase 1: home over TF 16 with 4 SBD, time aloft 9."
    assert (first["fought"], second["fought"], second["lines"]) == (True, False, [])


# Near misses.


def _look(**forces: tuple[str, str, str]) -> Look:
    return Look(3, 2, [("TF 16", "2717", (0, 3))], forces)


def test_a_force_a_hex_beyond_a_search_is_a_near_miss_unless_it_was_seen_or_nothing() -> None:
    look = _look(
        C1=("2317", "", ""),  # 4 hexes off
        C2=("2417", "", ""),  # within the box
        C3=("2217", "", ""),  # 5 off
        C4=("2317", "?", ""),  # known about already
        C5=("2317", "", ""),  # nobody ever knew
    )
    known_ = dict.fromkeys(("C1", "C2", "C3", "C4"), "2 CV")
    (miss,) = misses._beyond(look, known_)
    assert miss.words == "Turn 3, phase 2: TF 16 searched 0-3; a hex beyond it, in 2317, lay C1 (2 CV)."
    assert miss.hurt == 0


def test_contact_missed_by_one_is_a_near_miss_where_one_more_would_have_done() -> None:
    kit = {f"contact/2/{n}": "contact" if n >= 5 else "miss" for n in range(1, 11)}

    def found(die: int, after: str) -> list[misses.Miss]:
        told = Record(kit=kit, **{"forces.C7": fresh(FORCE, hex="2212", level=1, chit="Carrier")})
        told.tell("chit", "11.1", force="C7", chit="Carrier", level=1, old="")
        roll = {"n": "3", "nth": 1, "force": "C7", "column": 2, "die": die, "mods": [], "modified": die}
        told.tell("contact-roll", "6.4", **roll, result="contact" if die >= 5 else "miss")
        told.tell(after, "6.4", n="3", force="C7", tries=1)
        return misses.near_misses(reel(told))

    (miss,) = found(4, "no-contact")
    assert miss.words == "Turn 1, phase 1: strike 3 missed contact with C7 (Carrier) by one, on a 4."
    assert found(3, "no-contact") == []
    assert found(4, "contact") == [], "it got there with a second attempt"


def test_carriers_in_reach_of_a_deck_with_nothing_ready_are_a_near_miss_once() -> None:
    def deck(turn: int, phase: int, ready: int, *, full: bool = False) -> Deck:
        return Deck(turn, phase, "TF 16", ready, 6, full, {"C7": 4, "C8": 3})

    known_ = {"C7": "2 CV", "C8": "Large CA"}
    every = [*misses._not_ready(deck(3, 2, 0), known_), *misses._not_ready(deck(3, 4, 0), known_)]
    (miss,) = misses._lasting([*every, *misses._not_ready(deck(3, 3, 4), known_)])
    assert (
        miss.words == "Turn 3, phase 2, to phase 4: C7 (2 CV) lay 4 hexes from TF 16, and no bomber stood ready there."
    )
    (full,) = misses._not_ready(deck(4, 1, 4, full=True), known_)
    assert "too many steps stood on deck" in full.words


def test_planes_lost_a_hex_from_home_are_a_near_miss() -> None:
    def found(place: str) -> list[str]:
        told = Record(
            **{"groups.TF 16": fresh(GROUP, hex="2717"), "strikes.3": fresh(STRIKE, hex=place, steps={"SBD": 2})}
        )
        told.tell("air-lost", "6.2", n="3", lost={"SBD": 2}, left={}, time=19, gone=["strikes/3"])
        return [miss.words for miss in misses.near_misses(reel(told))]

    assert found("2617") == ["Turn 1, phase 1: 2 steps of strike 3 ran out of fuel one hex from TF 16."]
    assert found("2717") == ["Turn 1, phase 1: 2 steps of strike 3 ran out of fuel over TF 16."]
    assert found("2616") == [], "two hexes off is no near thing"


# Luck.


def test_what_a_die_may_give_is_the_mean_of_its_rows_or_not_known() -> None:
    assert luck.expected(lambda die: int(die >= 8)) == Fraction(3, 10)
    assert luck.expected(lambda die: None if die == 4 else 1) is None


def test_luck_is_reckoned_with_the_modifiers_of_each_die() -> None:
    told = Record(kit={f"damage/{n}": max(0, n - 6) for n in range(-9, 20)})
    run = {"at": "Kako", "mods": [["no CAP", 1]], "die": 10, "modified": 11, "hits": 5}
    told.tell("bombed", "4.1", by="us", target="C7", rolls=[run, {**run, "die": 1, "modified": 2, "hits": 0}])
    one, two = luck.tallies(reel(told))
    assert (one.side, one.unit, one.seen, one.expected) == ("us", luck.BOMBS, 5, Fraction(1 + 2 + 3 + 4 + 5, 10))
    assert two.luck == -Fraction(15, 10)
    guns = {"by": "us", "target": "C7", "firers": [], "value": 12, "column": 10, "mods": [], "die": 5, "modified": 5}
    known_ = Record(kit={f"aa/10/{n}": 1 for n in range(1, 12)})
    known_.tell("guns", "4.1", **guns, modifier=0, result=1)
    (shot,) = luck.tallies(reel(known_))
    assert (shot.side, shot.seen, shot.expected) == ("japan", 2, 2), "a point at a US strike is two steps"


def test_searches_count_what_they_found_and_what_they_raised() -> None:
    told = Record(kit={f"search/{n}": "L, chit +1" if n < 4 else "nothing" for n in range(1, 12)})
    roll = {"group": "TF 16", "box": "0-3", "steps": {"SBD": 2}, "force": "C7", "hex": "2212", "face": 9}
    roll |= {"level": 0, "was": "", "modifier": 1, "modified": 10}
    told.tell("searched", "12.2", force="C7", rolls=[roll], results=["nothing"], found="", raises=0)
    found = {tally.unit: tally for tally in luck.tallies(reel(told))}
    assert {unit: (t.seen, t.expected) for unit, t in found.items()} == {
        luck.SEARCHES: (0, Fraction(2, 10)),
        luck.RAISES: (0, Fraction(2, 10)),
    }


# Points and indices.


def test_a_score_below_nothing_is_drawn_below_the_line() -> None:
    made = chart([Row(1, (0, -8), ()), Row(2, (-64, 100), ())], ["US", "Japan"], eighths, 8)
    ticks = {tick["n"]: tick["y"] for tick in made["ticks"]}
    assert ticks["0"] < ticks["−10"] == made["base"]
    us, japan = made["lines"]
    assert us["last"] == "−8"
    assert ticks["0"] < us["y"] < made["base"]
    assert japan["y"] < ticks["0"]


def test_indices_are_told_turn_by_turn_against_their_limits() -> None:
    told = Record(limits={"carrier": 20, "retirement": 45}, **{"index.carrier": 0, "index.retirement": 0})
    told.tell("index", "17.2", now={"index/carrier": 13})
    told.tell("turn", "3.0", n=2, hour="", night=False, now={"clock": _clock(2, 0)})
    told.tell("retirement-index", "20.2", now={"index/retirement": 5})
    made = score.indices(reel(told))
    assert made["heads"] == ["Carrier, limit 20", "Retirement, limit 45"]
    assert [row["of"] for row in made["rows"]] == [["13", "0"], ["13", "2½"]]


def test_points_are_told_by_what_they_were_for() -> None:
    assert score.source("2 SBD: out of fuel, strike 3") == "Planes out of fuel"
    assert score.source("Kako sunk") == "Ships sunk"
    assert score.source("something else") == score.OTHER


# Over the web.


def test_a_carrier_that_is_sunk_is_no_near_miss_though_she_counts_a_while_longer() -> None:
    def found(sunk: int) -> Any:
        ship = {"side": "japan", "type": "CV", "in": "C1", "hits": 0, "capacity": 5, "sunk": sunk}
        told = Record(
            **{
                "forces.C1": fresh(FORCE, hex="2714", level=4, detection="L"),
                "groups.TF 16": fresh(GROUP, hex="2717"),
                "ships.Shoho": ship,
                "ships.Enterprise": {**ship, "side": "us", "in": "TF 16", "sunk": 0},
                "decks.Enterprise": fresh(DECK, **{"in": "TF 16", "hangar": {"SBD": 4}}),
            }
        )
        told.tell("step", name="decks", now={"clock": _clock(1, 1, step="decks")})
        (deck,) = reel(told).decks
        return deck.found

    assert found(0) == {"C1": 3}
    assert found(1) == {}


def test_a_game_without_a_map_shows_none(tmp_path: Path) -> None:
    for scenario in ("1", "2"):
        room = CarrierRoom(tmp_path / f"{scenario}.db", scenario=scenario, attended=False)
        with room.live.changing() as table:
            lively.lively(table, random.Random(4))
        phone = room.phone("us")
        page = phone.get(f"{phone.root}/report").text
        assert ('class="reel mapless"' in page, 'class="glance mapless"' in page) == (scenario == "1",) * 2
        assert ("Squares are yours" in page) == (scenario != "1")
        room.store.close()


def test_the_report_opens_at_the_end_and_says_us_and_japan(tmp_path: Path) -> None:
    room = CarrierRoom(tmp_path / "a.db", scenario="6", kit=bare_kit())
    phone = room.phone("us")
    refused = phone.get(f"{phone.root}/report")
    assert refused.status_code == 409
    assert NOT_YET_ALONE in unescape(refused.text)
    assert NOT_YET not in unescape(refused.text), "there is one side"
    with room.live.changing() as table:
        lively.lively(table, random.Random(4))
    page, file = (phone.get(f"{phone.root}/report{end}").text for end in ("", "/file"))
    for said in (
        "The map through time",
        'data-reel="score-0"',
        'data-reel="score-1"',
        "Japanese strikes",
        "Track charts",
    ):
        assert said in page
    assert 'data-reel="score-2"' not in page
    assert not re.search(r"both sides|either side", page)
    assert not re.search(r"<[a-z][^>]*\s(style|on[a-z]+)=", file)
    assert not re.search(r"https?:", file)
    room.store.close()


@pytest.mark.parametrize("scenario", lively.SCENARIOS)
def test_a_game_given_up_before_it_began_has_a_report_too(tmp_path: Path, scenario: str) -> None:
    room = CarrierRoom(tmp_path / "a.db", scenario=scenario, attended=False)
    phone = room.phone("us")
    phone.say("concede", sure="1")
    assert room.table.over
    page = phone.get(f"{phone.root}/report")
    assert page.status_code == 200
    words = "a scenario without turns" if scenario == "1" else "it ended before the first turn"
    assert (words in page.text) == (room.table.truth.turn == 0)
    room.store.close()
