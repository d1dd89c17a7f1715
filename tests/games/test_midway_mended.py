"""What mending the past must not tell, nor break: found by players who tried."""

from __future__ import annotations

from typing import Any

from tests.games.midway_scenes import (
    ALL,
    attack,
    cap,
    everything,
    hand_of,
    heard,
    leave,
    move,
    orders,
    run,
    same_for_all,
    say,
    scene,
    told,
    transfer,
    z,
)
from tests.tables import TOURNAMENT
from umpire.table.mending import places
from umpire.table.table import Hand, Table
from umpire.table.wrong import Wrong

UMPIRE = Hand("umpire", None, "umpire")
US_SHIPS, JAPAN_SHIPS = (
    {"Enterprise": z(13, 9), "Atlanta": z(12, 9)},
    {"Kaga": z(8, 7), "Akagi": z(8, 7), "Tone": z(1, 8)},
)


def moved(at: Table, party: str, say_: str, value: Any = None) -> None:
    at.move(party, "correct", say_, hand_of(party), name=at.motions.name, text="slip", value=value)


def fact(name: str, value: Any) -> dict[str, Any]:
    return {"fact": name, "value": value, "reason": "slip"}


class TestYesToACorrection:
    """The other side's yes is judged on nothing that it has not been told (design 3)."""

    def left(self, gone: bool) -> Table:
        at = scene(US_SHIPS, JAPAN_SHIPS, umpire=False)
        run(at, "t1/ready")
        moved(at, "japan", "moved", fact("zone/Tone", z(1, 9)))
        run(at, "t2/moves")
        run(at, "t2/ready", {"japan/moves": leave("Tone") if gone else move()})
        moved(at, "us", "agreed")
        return at

    def test_a_ship_that_left_meanwhile(self) -> None:
        here, gone = self.left(False), self.left(True)
        for audience in ("us", "public"):
            assert everything(here, audience) == everything(gone, audience)
        assert here.truth.zones["Tone"] == z(1, 9)
        assert "Tone" not in gone.truth.zones
        assert (told(here, "not-set"), told(gone, "not-set")) == (set(), {"japan"})

    def swapped(self, swap: bool) -> Table:
        at = scene(US_SHIPS, JAPAN_SHIPS, umpire=False)
        run(at, "t2/deready", {"japan/readying": ALL})
        moved(at, "japan", "moved", fact("planes/Kaga/D/ready", "6"))
        run(at, "t2/operations")
        flown = orders(transfer("Kaga", "Akagi", D=4), transfer("Akagi", "Kaga", T=4)) if swap else orders()
        run(at, "t3/deready", {"japan/operations": flown})
        moved(at, "us", "agreed")
        return at

    def test_planes_that_flew_meanwhile(self) -> None:
        still, flew = self.swapped(False), self.swapped(True)
        for audience in ("us", "public"):
            assert everything(still, audience) == everything(flew, audience)


class TestALockLockedAnew:
    def placed_back(self, *values: Any) -> Table:
        """US locks its moves of turn 2, perhaps anew; the umpire goes back to before it did."""
        at = scene(US_SHIPS, JAPAN_SHIPS)
        run(at, "t2/moves")
        for value in values:
            say(at, "us", value)
        say(at, "japan", move())
        run(at, "t2/search/us/1")
        wrong = Wrong(
            "zone/Enterprise",
            z(13, 8),
            since=max(n for n, each in at.standing if each.dispatch.kind == "ships" and "us" in each.audiences),
        )
        found = [place for place in places(at, at.report(wrong)) if place.of == "us"]
        at.back_from(found[-1].n, wrong, "misread", UMPIRE, name=at.mending, seen=len(at.entries))
        return at

    def test_going_back_before_it_brings_none_to_life(self) -> None:
        once = self.placed_back(move(Enterprise=z(13, 10)))
        anew = self.placed_back(move(Enterprise=z(12, 10)), move(Enterprise=z(13, 10)))
        for at in (once, anew):
            assert at.presence() == {"us": "asked", "japan": "asked"}
            assert at.asks["us"].name == "t2/moves/us"
        run(anew, "t2/search/us/1", {"us/moves": move()})
        assert anew.truth.zones["Enterprise"] == z(13, 9)


class TestTheClockSetRight:
    def at_search(self, gone: bool, called: str, clock: int) -> Table:
        """On a turn the US finds Tone where Atlanta then goes; she may be gone; then the clock is set."""
        us, japan = {"Enterprise": z(13, 9), "Atlanta": z(6, 8)}, {"Kaga": z(1, 1), "Tone": z(5, 8)}
        at = scene(us, japan, **TOURNAMENT)
        run(at, "t2/search/us/1")
        if called == "before":
            say(at, "us", "B-3")
            run(at, "t3/moves")
            run(
                at,
                "t3/ready",
                {"us/moves": move(Atlanta=z(5, 8)), "japan/moves": move(Tone=z(4, 8)) if gone else move()},
            )
        else:
            run(at, "t3/moves")
            run(at, "t3/search/us/1", {"us/moves": move(Atlanta=z(5, 8))})
            say(at, "us", "B-3")
        at.set_right("turn", str(clock), "misread", UMPIRE, name=at.mending)
        return run(at, "/operations")

    def test_an_old_call_makes_no_contact(self) -> None:
        """Surface Combat 1: a side knows what this turn's calls found, whatever box the time record stands on."""
        for gone in (False, True):
            assert not heard(self.at_search(gone, "before", 2), "umpire", "contact")

    def test_a_call_of_this_turn_does(self) -> None:
        at = self.at_search(False, "now", 4)
        assert [f["zones"] for f in same_for_all(at, "contact")] == [[z(5, 8)]]


def test_fighters_alone_over_midway_learn_of_no_ships() -> None:
    """Appendix, Midway 3: raiders are told of ships at Midway; fighters cannot bomb (Fighters 5), so they are none."""
    for there in (False, True):
        us = {"Enterprise": z(16, 9), "Atlanta": z(13, 7) if there else z(16, 9)}
        at = scene(us, JAPAN_SHIPS, **TOURNAMENT)
        run(at, "t2/operations", {"us/readying": ALL, "japan/readying": ALL})
        run(at, "t3/", {"japan/operations": orders(attack("Kaga", "E-3-E", F=1), cap("Akagi", z(8, 7), 1))})
        assert not told(at, "on-midway")
        assert not told(at, "placed")
