"""Issue 3: a fact found wrong, at the umpire's desk and at a table without one; dice that fell before."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.games.midway_scenes import ALL, attack, chart, dive, orders, port, run, say, scene, z
from tests.web.room import Device, Phone, Room, Watch, ears, phone, refusal_in
from umpire.table import ledger
from umpire.table.mending import would_strike
from umpire.table.table import Hand, Table

WAS, SHOULD = z(8, 7), z(9, 7)
HIT = {f"{odds}/{die}": (1, 0) for odds in ("1-1", "1-2", "2-1", "1-3", "1-4", "3-1", "4-1") for die in range(1, 7)}
PLANES = orders(attack("Enterprise", WAS, D=4, T=2))
GROUPS = [dive("Kaga", 4), port("Tone", 2)]
UMPIRE = Hand("umpire", None, "umpire")
FIRE = {"Kaga": "Kaga/dive", "Tone": None}


def fought(umpire: bool, dice: str) -> Table:
    """Turn 9: on turn 7 the US heard of Kaga in a zone where she was not, and attacked it."""
    us, japan = {"Enterprise": z(13, 9)}, {"Kaga": WAS, "Tone": WAS}
    kit = {**chart(HIT), "track/nights": ["0100", "0300"]}
    t = run(scene(us, japan, kit=kit, umpire=umpire, dice=dice), "t7/search/us/1", {"us/readying": ALL})
    say(t, "us", "C-3")
    say(t, "us", "D-3")
    run(t, "dice", {"us/operations": PLANES, "us/attack": GROUPS, "japan/fire": FIRE})
    say(t, "dice", [4, 2])
    return run(t, "t9/search/us/1")


def seated(path: Path, *, umpire: bool = True, dice: str = "app") -> Room:
    room = Room(path, attended=umpire)
    t = fought(umpire, dice)
    room.code = room.host.take_in("\n".join(ledger.write(t.header, t.entries)))
    room.people |= {"us": room.phone("us"), "japan": room.phone("japan")}
    room.people["second"] = room.added(phone(room, "us"))
    return room


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return seated(tmp_path / "room.db")


def form(room: Room, do: str = "look", **more: str) -> dict[str, str]:
    name = room.table.mending
    return {"fact": "zone/Kaga", "to": "d3d", "reason": "misread", "name": name, "do": do, **more}


def post(room: Room, do: str = "look", **more: str) -> Any:
    return room.laptop.post(f"{room.desk}/right", form(room, do, **more))


def before_the_call(room: Room) -> str:
    """The place that the report offers first: just before the first wrong answer."""
    found = re.search(r'<option value="(\d+)" selected>[^<]*before “C-3', post(room).text)
    assert found
    return found[1]


def go_back(room: Room, place: str = "") -> Any:
    return post(room, "back", place=place or before_the_call(room), seen=str(len(room.table.entries)))


def pages(room: Room) -> list[str]:
    """All that the sides and the public can fetch of how things stand."""
    made = []
    for name in ("us", "second", "japan"):
        who = phone(room, name)
        made += [who.get(f"{who.root}{path}").text for path in ("/page", "/menu", "/record", "/print/all")]
    return [*made, *(room.laptop.get(f"{room.screen}{path}").text for path in ("/page", "/record", "/print/turn"))]


def used_cell(room: Room) -> tuple[str, str]:
    """A cell of the Aircraft v Ship table that the battle read: its key, and what it is called."""
    told = [each.dispatch for _, each in room.table.standing]
    column = next(d.facts["odds"][0]["column"] for d in told if d.kind == "odds")
    die = next(d.facts["results"][0]["die"] for d in told if d.kind == "results")
    return f"crt/{column}/{die}", f"Aircraft v Ship table, {column}, die {die}"


class TestTheReport:
    def test_who_was_told_what_and_what_rested_on_it(self, room: Room) -> None:
        page = unescape(post(room).text)
        for words in ("C-3: zone F: CV, CA.", "C-3: zone F: CA.", "D-3: zone D: CV.", "Ships in C-3-F: Kaga and Tone."):
            assert words in page
        assert "Turn 7, 1700 June 4, US search" in page
        assert "D 4, T 2 from Enterprise against C-3-F." in page
        assert "Hits now: Kaga 1, Tone 1." in page

    def test_looking_changes_nothing_and_nobody_sees_it(self, room: Room) -> None:
        watch, before = Watch(room, room.laptop), pages(room)
        with ears() as listening:
            sent = [listening.listen(room.people[name], f"{phone(room, name).root}/events") for name in ("us", "japan")]
            heard = [list(ear.sent) for ear in sent]
            assert post(room).status_code == 200
            assert post(room, "ask", place=before_the_call(room)).status_code == 200
            listening.settle()
            assert [ear.sent for ear in sent] == heard
        watch.saw_nothing()
        assert pages(room) == before

    def test_it_is_covered_until_asked_for(self, room: Room) -> None:
        page = room.laptop.get(f"{room.desk}/right").text
        assert '<body class="sheet-page">' in page
        assert 'class="secret' in page
        assert '<body class="sheet-page open">' in post(room).text

    def test_a_mistyped_cell_of_a_printed_table(self, room: Room) -> None:
        """It is typed as on the kit’s page, laid beside the battles that used it, and set right for those to come."""
        key, label = used_cell(room)
        assert room.table.truth.kit[key] == {"hits": 1, "lost": 0}
        looked = unescape(post(room, fact=f"kit/{key}", to="2/1").text)
        assert f"{label} = 1/0" in looked
        assert "Rested on it since: 1" in looked
        other = next(
            each for each in room.table.truth.kit if each.startswith("crt/") and each.rpartition("/")[2] == "1"
        )
        assert "Rested on it since: 0" in post(room, fact=f"kit/{other}", to="2/1").text
        for typed, words in (("2", "“2” will not do"), ("2/x", "“x” will not do"), ("9/9/9", "hits, a stroke")):
            assert words in refusal_in(post(room, fact=f"kit/{key}", to=typed).text).replace("Hits", "hits")
        assert post(room, "set", fact=f"kit/{key}", to="sunk / 1").status_code == 303
        assert {plot.kit[key]["hits"] for plot in room.table.play.plots.values()} == {"sunk"}
        us = phone(room, "us")
        assert f"{label}: sunk/1" in us.get(f"{us.root}/record").text

    def test_a_table_goes_back_for_a_mistyped_cell_and_it_is_right_there(self, room: Room) -> None:
        key, _ = used_cell(room)
        wrong = {"fact": f"kit/{key}", "to": "3/2"}
        place = re.findall(r'<option value="(\d+)"[^>]*>[^<]* strikes', post(room, **wrong).text)[0]
        assert "The record is set right there: 3/2." in post(room, "ask", place=place, **wrong).text
        answer = post(room, "back", place=place, seen=str(len(room.table.entries)), **wrong)
        assert answer.status_code == 303
        assert room.table.truth.kit[key] == {"hits": 3, "lost": 2}
        assert [entry["do"] for entry in room.ledger if "do" in entry][-2:] == ["back", "set"]

    def test_since_when_and_until_when(self, room: Room) -> None:
        t8 = str(room.table.turns()["t8"])
        assert "Told from it: 0" in post(room, since=t8).text
        assert "Told from it: 3" in post(room, until=t8).text
        page = post(room, until=t8).text
        assert "the record is right by now" in page
        assert re.search(r'value="set" disabled', page)

    def test_another_than_the_one_shown_is_only_shown(self, room: Room) -> None:
        page = post(room).text
        shown = re.search(r'name="shown" value="(\w+)"', page)
        since = re.search(r'name="since"><option value="(\d+)" selected', page)
        assert shown
        assert since
        answer = post(room, "stand", shown=shown[1], to="B-1-A", since=since[1], until="")
        assert answer.status_code == 200
        assert "B-1-A" in answer.text
        assert room.ledger[-1].get("do") != "stand"
        assert post(room, "stand", shown=shown[1], since=since[1], until="").status_code == 303

    def test_what_cannot_be_is_refused_with_all_that_was_typed(self, room: Room) -> None:
        for more, words in (
            ({"to": "Z-9-Q"}, "There is no zone"),
            ({"to": ""}, "Say what it should have been."),
            ({"fact": "zone/Yamato"}, "not on the record"),
            ({"fact": "<b>", "since": "-1", "until": "x"}, "not on the record"),
        ):
            watch = Watch(room, room.laptop)
            answer = post(room, **more)
            assert answer.status_code == 422
            assert words in refusal_in(answer.text)
            assert 'value="misread"' in answer.text
            watch.saw_nothing()

    def test_a_report_that_fails_leaves_the_page(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(room.table.game), "contamination", lambda *a: 1 // 0)
        answer = post(room)
        assert answer.status_code == 422
        assert "tripped" in answer.text


class TestLettingItStand:
    def test_it_is_on_the_umpires_record_and_nowhere_else(self, room: Room) -> None:
        before = pages(room)
        assert post(room, "stand").status_code == 303
        entry = room.ledger[-1]
        assert (entry["do"], entry["value"]["value"], set(entry["told"])) == ("stand", SHOULD, {"umpire"})
        assert (entry["value"]["told"], entry["value"]["rested"]) == (3, 4)
        assert pages(room) == before
        assert (
            "Let stand, though it should have been Kaga, zone: D-3-D (misread)."
            in room.laptop.get(f"{room.desk}/right").text
        )

    def test_sent_twice_it_is_one(self, room: Room) -> None:
        said = form(room, "stand")
        for _ in range(2):
            assert room.laptop.post(f"{room.desk}/right", said).status_code == 303
        assert [entry.get("do") for entry in room.ledger].count("stand") == 1

    @pytest.mark.parametrize("do", ["stand", "set", "back"])
    def test_a_reason_must_be_given(self, room: Room, do: str) -> None:
        watch = Watch(room, room.laptop)
        answer = post(room, do, reason=" ", place=before_the_call(room), seen=str(len(room.table.entries)))
        assert answer.status_code == 422
        assert "Say why" in refusal_in(answer.text)
        assert 'value="d3d"' in answer.text
        watch.saw_nothing()

    def test_it_survives_the_program(self, room: Room) -> None:
        post(room, "stand")
        before = room.laptop.get(f"{room.desk}/right").text
        room.restart()
        assert room.laptop.get(f"{room.desk}/right").text == before


class TestTheTruthNow:
    def test_all_hear_that_a_record_was_corrected_and_its_owner_what(self, room: Room) -> None:
        assert post(room, "set").status_code == 303
        assert room.table.truth.zones["Kaga"] == SHOULD
        us, japan = phone(room, "us"), phone(room, "japan")
        assert "Record corrected." in us.get(f"{us.root}/record").text
        assert "D-3-D" not in us.get(f"{us.root}/record").text
        assert "Kaga, zone: D-3-D" in japan.get(f"{japan.root}/record").text


class TestGoingBack:
    def test_it_asks_once_more_with_what_it_would_strike(self, room: Room) -> None:
        n = len(room.ledger)
        page = unescape(post(room, "ask", place=before_the_call(room)).text)
        strike = would_strike(room.table, int(before_the_call(room)))
        assert f"That strikes {strike.answers} answers, {strike.dice} dice." in page
        assert strike.dice == 2
        assert "The record is set right there: D-3-D." in page
        assert "US calls C-3." in page
        assert len(room.ledger) == n

    def test_the_table_goes_back_and_the_same_call_is_answered_rightly(self, room: Room) -> None:
        assert go_back(room).status_code == 303
        assert [entry["do"] for entry in room.ledger[-2:]] == ["back", "set"]
        us, japan = phone(room, "us"), phone(room, "japan")
        for who in (us, japan):
            record = who.get(f"{who.root}/record").text
            assert "The table goes back; what was told since is struck." in record
            assert '<s class="struck"><span class="sr">Struck: </span>C-3: zone F: CV, CA.</s>' in record
            assert "Gone back" not in record
        assert "D-3-D" not in us.get(f"{us.root}/record").text
        assert us.tap("area", "C-3", lock="1").status_code == 200
        assert room.table.truth.heard[-1].facts["found"] == [{"zone": WAS, "types": ["CA"]}]

    def test_the_umpires_record_says_why(self, room: Room) -> None:
        go_back(room)
        page = room.laptop.get(f"{room.desk}/right").text
        assert "Gone back, since it should have been Kaga, zone: D-3-D (misread)." in page

    def test_sent_twice_it_is_one(self, room: Room) -> None:
        said = form(room, "back", place=before_the_call(room), seen=str(len(room.table.entries)))
        for _ in range(2):
            assert room.laptop.post(f"{room.desk}/right", said).status_code == 303
        assert [entry.get("do") for entry in room.ledger].count("back") == 1

    def test_what_was_played_meanwhile_is_not_struck_unseen(self, room: Room) -> None:
        said = form(room, "back", place=before_the_call(room), seen=str(len(room.table.entries)))
        phone(room, "us").tap("area", "A-1", lock="1")
        answer = room.laptop.post(f"{room.desk}/right", said)
        assert answer.status_code == 422
        assert "Play has gone on meanwhile" in refusal_in(answer.text)
        assert "Yes, go back" in answer.text

    @pytest.mark.parametrize("place", ["", "x", "-1", "99999", "3"])
    def test_only_to_a_place_that_is_offered(self, room: Room, place: str) -> None:
        answer = post(room, "back", place=place, seen=str(len(room.table.entries)))
        assert answer.status_code == 422
        assert "Choose where" in refusal_in(answer.text)

    def test_before_she_was_placed_she_is_placed_anew(self, room: Room) -> None:
        first = re.search(r'<option value="(\d+)">Set-up: before she was placed', post(room).text)
        assert first
        assert "put on the record anew" in post(room, "ask", place=first[1]).text
        assert go_back(room, first[1]).status_code == 303
        assert room.ledger[-1]["do"] == "back"
        assert room.table.asks["japan"].kind == "place"
        assert "japan" not in room.table.locks


def at_the_dice(room: Room, groups: Any = GROUPS, fire: Any = FIRE) -> None:
    """Back before the battle's dice on the turn they fell, and on to them again."""
    fell = next(e.n for e in room.table.entries if e.party == "dice")
    pressed = next(e.n for e in room.table.entries[:fell][::-1] if e.ask.endswith("attack/us"))
    with room.live.changing() as t:
        t.back(pressed - 1, UMPIRE)
        say(t, "us", groups)
        run(t, "dice", {"japan/fire": fire})


class TestDiceThatFellBefore:
    @pytest.mark.parametrize("dice", ["app", "real"])
    @pytest.mark.parametrize("umpire", [True, False])
    def test_they_are_offered_on_every_phone_and_used_in_one_tap(self, tmp_path: Path, dice: str, umpire: bool) -> None:
        room = seated(tmp_path / "dice.db", umpire=umpire, dice=dice)
        at_the_dice(room)
        room.host.dice = lambda sides: 6
        for name in ("us", "japan"):
            page = phone(room, name).page()
            assert 'These dice fell before: <b class="mono">4 2</b>' in page
            assert "Use them" in page
            assert "anew" not in page.replace("rolled anew", "")
        japan = phone(room, "japan")
        assert japan.post(f"{japan.root}/roll", japan.asked(japan.root)).status_code == 200
        assert [e["value"] for e in room.ledger if e["party"] == "dice"] == [[4, 2], [4, 2]]

    def test_they_are_still_his_who_read_them(self, room: Room) -> None:
        at_the_dice(room)
        us = phone(room, "us")
        us.post(f"{us.root}/roll", us.asked(us.root))
        rolls = [d.facts["by"] for d in room.table.truth.heard if d.kind == "roll"]
        assert rolls[0] == rolls[1] == "app"

    def test_the_same_hand_falls_as_it_fell(self, room: Room) -> None:
        at_the_dice(room)
        us = phone(room, "us")
        us.tap("face", "0:6")
        answer = us.tap("face", "1:6", lock="1")
        assert answer.status_code == 422
        assert "These dice fell before the table went back: 4 2. They stand." in refusal_in(answer.text)
        room.host.dice = lambda sides: 6
        us.post(f"{us.root}/roll", {**us.asked(us.root), "anew": "1"})
        assert room.ledger[-1]["value"] != [6, 6], "a phone cannot cast them aside"

    @pytest.mark.parametrize("at", ["", "/as/us"])
    def test_the_umpire_may_have_them_rolled_anew(self, room: Room, at: str) -> None:
        at_the_dice(room)
        room.host.dice = lambda sides: 6
        root = f"{room.desk}{at}"
        assert "Roll anew for us" in room.laptop.get(f"{root}/page").text
        assert room.laptop.post(f"{root}/roll", {**room.laptop.asked(root), "anew": "1"}).status_code == 200
        assert [e["value"] for e in room.ledger if e["party"] == "dice"][-1] == [6, 6]

    def test_another_hand_may_be_rolled_anew_by_anybody(self, room: Room) -> None:
        at_the_dice(room, [dive("Tone", 4), port("Kaga", 2)], {"Kaga": None, "Tone": "Tone/dive"})
        us = phone(room, "us")
        assert "Roll anew for us" in us.page()
        us.tap("face", "0:6")
        assert us.tap("face", "1:6", lock="1").status_code == 200
        assert [e["value"] for e in room.ledger if e["party"] == "dice"][-1] == [6, 6]


class TestWithoutAnUmpire:
    @pytest.fixture
    def room(self, tmp_path: Path) -> Room:
        return seated(tmp_path / "alone.db", umpire=False)

    def test_both_sides_go_back_to_the_beginning_of_a_turn(self, room: Room) -> None:
        us, japan = phone(room, "us"), phone(room, "japan")
        menu = us.get(f"{us.root}/menu").text
        assert '<option value="t7">Turn 7, 1700 June 4, day</option>' in menu
        said = {"motion": "back", "say": "moved", "name": room.table.motions.name, "turn": "t7"}
        assert us.post(f"{us.root}/menu", said).status_code == 303
        assert "go back to the beginning of a turn: “Turn 7, 1700 June 4, day”" in japan.page()
        assert us.say("back", "agreed").status_code == 422
        assert japan.say("back", "agreed").status_code == 200
        assert (room.table.truth.turn, room.table.truth.step) == (7, "opening")
        for who in (us, japan):
            assert (
                '<s class="struck"><span class="sr">Struck: </span>C-3: zone F: CV, CA.</s>'
                in who.get(f"{who.root}/record").text
            )

    def test_a_turn_that_is_none_is_refused_in_the_menu(self, room: Room) -> None:
        us = phone(room, "us")
        said = {"motion": "back", "say": "moved", "name": room.table.motions.name, "turn": "t99"}
        answer = us.post(f"{us.root}/menu", said)
        assert answer.status_code == 422
        assert refusal_in(answer.text) == "Choose the turn to go back to."

    def test_with_an_umpire_the_menu_has_none_of_it(self, tmp_path: Path) -> None:
        room = seated(tmp_path / "with.db")
        us = phone(room, "us")
        assert "Go back to the beginning" not in us.get(f"{us.root}/menu").text
        assert us.say("back", turn="t7").status_code == 422


class TestQuestions:
    @pytest.fixture
    def room(self, tmp_path: Path) -> Room:
        return seated(tmp_path / "alone.db", umpire=False)

    def test_both_confirm_one_ruling_and_it_is_on_every_record(self, room: Room) -> None:
        us, japan = phone(room, "us"), phone(room, "japan")
        assert us.say("dispute", text="Was D-3 in range?").status_code == 200
        assert "Put it to them" in japan.page()
        assert japan.say("dispute", "put", text="It was <not>.").status_code == 200
        assert "It waits for their yes." in japan.page()
        assert "Japan would rule: “It was &lt;not&gt;.”" in us.page()
        assert "Yes, that is the ruling" in us.page()
        assert "Yes, that is the ruling" not in japan.page()
        assert us.say("dispute", "agreed").status_code == 200
        for device, root in ((us, us.root), (japan, japan.root), (room.laptop, room.screen)):
            for path in ("record", "print/turn"):
                assert "Ruled by both sides: It was &lt;not&gt;." in self.whole(device, f"{root}/{path}")
            assert "Was D-3 in range?" not in device.get(f"{root}/page").text

    def whole(self, device: Device, path: str) -> str:
        return device.get(path).text

    def test_a_yes_to_another_text_than_was_seen_is_refused(self, room: Room) -> None:
        us, japan = phone(room, "us"), phone(room, "japan")
        us.say("dispute", text="Was D-3 in range?")
        japan.say("dispute", "put", text="It was not.")
        seen = re.search(r'"name": "(motion/\d+)", "say": "agreed"', unescape(us.page()))
        assert seen
        japan.say("dispute", "put", text="It was not, and the planes are lost.")
        answer = us.post(f"{us.root}/motion", {"motion": "dispute", "say": "agreed", "name": seen[1]})
        assert answer.status_code == 422
        assert "look again first" in refusal_in(answer.text)
        assert room.table.truth.motions["dispute"]["ruling"] == "It was not, and the planes are lost."

    def test_the_umpire_may_let_it_stand(self, tmp_path: Path) -> None:
        room = seated(tmp_path / "with.db")
        us: Phone = phone(room, "us")
        us.say("dispute", text="Was D-3 in range?")
        for who in (us, phone(room, "japan")):
            assert "Put it to them" not in who.page()
        assert "The umpire rules." in phone(room, "japan").page()
        values = re.search(r"data-values=\'([^\']*stands as it is[^\']*)\'", room.laptop.get(f"{room.desk}/page").text)
        assert values
        assert room.laptop.post(f"{room.desk}/motion", json.loads(unescape(values[1]))).status_code == 200
        assert room.table.truth.motions == {}
        assert "The umpire: ruled: It stands as it is." in us.get(f"{us.root}/record").text
