"""A draft belongs to the ask it was written on; a stream's beats keep their time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.games.midway_scenes import ALL, attack, dive, orders, run, scene, z
from tests.web.room import Phone, Room, phone, refusal_in
from umpire.table import ledger
from umpire.table.table import Hand
from umpire.web import live

UMPIRE = Hand("umpire", None, "umpire")
SHIPS = {"Enterprise": z(10, 4), "Hornet": z(10, 4)}, {"Kaga": z(5, 4), "Akagi": z(5, 4), "Tone": z(5, 6)}


@pytest.fixture
def room(tmp_path: Path) -> Room:
    made = Room(tmp_path / "room.db", attended=True)
    t = run(scene(*SHIPS), "t2/operations", {"us/readying": ALL, "japan/readying": ALL})
    made.code = made.host.take_in("\n".join(ledger.write(t.header, t.entries)))
    made.people |= {"us": made.phone("us"), "japan": made.phone("japan")}
    return made


def on(room: Room, to: str, said: dict[str, Any] | None = None) -> None:
    with room.live.changing() as table:
        run(table, to, said)


def again(room: Room, *written: dict[str, Any], to: str) -> None:
    """Back to the beginning of turn 2, and on with another sheet."""
    with room.live.changing() as table:
        table.back(table.turns()["t2"], UMPIRE)
    on(room, "t2/operations")
    on(room, to, {"us/operations": orders(*written)})


class TestADraftOfWhatIsAskedNoMore:
    """The table goes back, and an ask of the same name asks for something else."""

    def test_a_placement(self, room: Room) -> None:
        japan: Phone = phone(room, "japan")
        on(room, "/place/", {"us/operations": orders(attack("Enterprise", z(5, 6), D=4))})
        assert japan.tap("pick", "Tone").status_code == 200
        assert japan.tap("to", "4:4").status_code == 200
        again(room, attack("Enterprise", z(5, 4), D=4), to="/place/")
        assert {ship for ship in ("Kaga", "Akagi", "Tone") if f'data-arg="{ship}"' in japan.page()} == {"Kaga", "Akagi"}
        assert japan.tap("pick", "Kaga").status_code == 200
        assert japan.lock().status_code == 200

    def test_a_landing(self, room: Room) -> None:
        us: Phone = phone(room, "us")
        on(
            room,
            "landing",
            {"us/operations": orders(attack("Enterprise", z(5, 6), D=4)), "us/attack": [dive("Tone", 4)]},
        )
        assert us.tap("home", "1:Enterprise").status_code == 200
        again(room, attack("Enterprise", z(5, 4), D=4), attack("Hornet", z(5, 4), D=3), to="/attack/")
        on(room, "landing", {"us/attack": [dive("Kaga", 7)]})
        assert "Hornet" in us.page()
        assert us.lock().status_code == 200

    def test_a_record_set_right_under_a_draft(self, room: Room) -> None:
        japan: Phone = phone(room, "japan")
        on(room, "/place/", {"us/operations": orders(attack("Enterprise", z(5, 4), D=4))})
        assert japan.tap("pick", "Kaga").status_code == 200
        assert japan.tap("to", "4:4").status_code == 200
        with room.live.changing() as table:
            table.set_right("zone/Akagi", z(5, 6), "misread", UMPIRE, name=table.mending)
        answer = japan.lock()
        assert answer.status_code == 200, refusal_in(answer.text)

    def test_a_draft_of_the_same_ask_stays(self, room: Room) -> None:
        us: Phone = phone(room, "us")
        assert us.tap("attack").status_code == 200
        with room.live.changing() as table:
            table.set_right("zone/Tone", z(5, 7), "misread", UMPIRE, name=table.mending)
        assert "Leave it" in us.page()


def test_beats_keep_their_time_whatever_stirs() -> None:
    """A beat that came late for what another did would tell that he did it."""

    async def waited(late: bool) -> tuple[list[Any], float]:
        """A table that is stirred just then: what is sent, and by how much the next beat moves."""
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        event = asyncio.Event()
        event.set()
        gone: asyncio.Task[None] = asyncio.create_task(asyncio.sleep(600))
        due = asyncio.get_running_loop().time() + (-1 if late else 600)
        after = await live.Asgi._wait(live.Asgi.__new__(live.Asgi), event, gone, send, due)
        gone.cancel()
        return sent, after - due

    sent, moved = asyncio.run(waited(late=False))
    assert (sent, moved) == ([], 0)
    sent, moved = asyncio.run(waited(late=True))
    assert len(sent) == 1
    assert moved == pytest.approx(live.BEAT)
