"""Who is looking: a phone in a seat, the public screen, the umpire at the desk, the umpire for a side."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Any

from flask import abort, current_app, request

from umpire.host import Host, NoSuchTable
from umpire.in_play import Live
from umpire.rows import SeatRow
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.table import Hand
from umpire.web.guard import hashed, laptop_only

JSON = Any


@dataclass(frozen=True)
class Viewer:
    """One pair of eyes on a table, and the hand that goes with them.

    `audience` is whose plot its pages are drawn from; `side` the party it answers for, if any; `root`
    the address its pages live under; `key` what its own drafts and refusals are kept by.
    """

    live: Live
    audience: str
    side: str
    hand: Hand
    root: str
    key: str
    seat: SeatRow | None = None
    acts: bool = True

    @property
    def plot(self) -> Any:
        return self.live.table.play.plots[self.audience]

    @property
    def draft_key(self) -> str:
        """A side has one draft an ask, whatever phone it is written on."""
        return self.side or self.key


def host() -> Host:
    found: Host = current_app.extensions["host"]
    return found


def live_of(code: str) -> Live:
    """The table of a code; 404 for none."""
    try:
        return host().live(code)
    except NoSuchTable:
        abort(404)


def turn_of(live: Live) -> str:
    """The turn, as notices name it."""
    return live.turn


def announce(live: Live, words: str) -> None:
    """Something about the phones of a table that everybody hears, for the rest of the turn."""
    host().store.notice(live.code, turn_of(live), words)


def cookie_of(seat_id: str) -> str:
    return f"seat_{seat_id}"


def path_of(seat_id: str) -> str:
    """Where a seat lives; its cookie is sent nowhere else, so two tabs are two seats."""
    return f"/seat/{seat_id}"


def holds(seat: SeatRow | None, cookies: Any) -> bool:
    """Whether a request carries a seat's own token."""
    if seat is None:
        return False
    token = cookies.get(cookie_of(seat.id), "")
    return bool(token) and hmac.compare_digest(hashed(token), seat.token_hash)


def seat_viewer(seat_id: str) -> Viewer:
    """The viewer of a seat; 404 unless the request carries its token. Its state is for the page to look at."""
    seat = host().store.seat(seat_id)
    if seat is None or not holds(seat, request.cookies):
        abort(404)
    live = live_of(seat.table_code)
    return viewer_of(live, seat)


def viewer_of(live: Live, seat: SeatRow) -> Viewer:
    hand = Hand("seat", seat.number, seat.side)
    return Viewer(live, seat.side, seat.side, hand, path_of(seat.id), key_of(seat), seat)


def key_of(seat: SeatRow) -> str:
    """What a phone's own drafts and refusals are kept by."""
    return f"seat-{seat.id}"


def on_screen(live: Live, *, acts: bool) -> Viewer:
    hand = Hand("laptop", None, "laptop")
    return Viewer(live, PUBLIC, "", hand, f"/screen/{live.code}", f"screen-{live.code}", acts=acts)


def at_desk(live: Live, side: str = "") -> Viewer | None:
    """The umpire at his desk, with the public table or a side's own page before him; None where nobody umpires."""
    if not live.attended or (side and side not in live.table.game.sides):
        return None
    root, key = f"/desk/{live.code}", f"desk-{live.code}"
    if side:
        root, key = f"{root}/as/{side}", f"{key}-{side}"
    return Viewer(live, side or PUBLIC, side, Hand("umpire", None, "umpire"), root, key)


def screen_viewer(code: str, *, acts: bool) -> Viewer:
    """The public screen: drawn from the public plot; it answers public asks where it stands on the laptop."""
    return on_screen(live_of(code), acts=acts)


def desk_viewer(code: str, side: str = "") -> Viewer:
    """The umpire's desk, at an attended table, from the laptop; 404 otherwise."""
    laptop_only()
    viewer = at_desk(live_of(code), side)
    if viewer is None:
        abort(404)
    return viewer


def acting_viewer(code: str, side: str) -> Viewer:
    """The umpire with a side's own page before him, acting for it."""
    return desk_viewer(code, side)


def truth_plot(viewer: Viewer) -> Any:
    """Everything, for the umpire's own secret page and for nothing else."""
    return viewer.live.table.play.plots[UMPIRE]
