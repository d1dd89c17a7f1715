"""Who is looking: a phone in a seat, the public screen, the umpire at the desk, the umpire for a side."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Any

from flask import abort, current_app, request

from umpire.host import Host, Live, NoSuchTable
from umpire.store import SeatRow
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
    return Viewer(live, seat.side, seat.side, hand, path_of(seat.id), f"seat-{seat.id}", seat)


def screen_viewer(code: str, *, acts: bool) -> Viewer:
    """The public screen: drawn from the public plot; it answers public asks where it stands on the laptop."""
    return Viewer(
        live_of(code), PUBLIC, "", Hand("laptop", None, "laptop"), f"/screen/{code}", f"screen-{code}", acts=acts
    )


def desk_viewer(code: str) -> Viewer:
    """The umpire's desk, at an attended table, from the laptop; 404 otherwise."""
    laptop_only()
    live = live_of(code)
    if not live.attended:
        abort(404)
    return Viewer(live, PUBLIC, "", Hand("umpire", None, "umpire"), f"/desk/{code}", f"desk-{code}")


def acting_viewer(code: str, side: str) -> Viewer:
    """The umpire with a side's own page before him, acting for it."""
    desk = desk_viewer(code)
    if side not in desk.live.table.game.sides:
        abort(404)
    return Viewer(
        desk.live, side, side, Hand("umpire", None, "umpire"), f"/desk/{code}/as/{side}", f"desk-{code}-{side}"
    )


def truth_plot(viewer: Viewer) -> Any:
    """Everything, for the umpire's own secret page and for nothing else."""
    return viewer.live.table.play.plots[UMPIRE]
