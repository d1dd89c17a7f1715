"""The address phones are given, and the others a click away."""

from __future__ import annotations

import time
from collections.abc import Sequence
from urllib.parse import urlsplit

from flask import current_app, request

from umpire.rows import SeatRow
from umpire.web import lan


def choices() -> list[lan.Address]:
    """Addresses phones may reach this laptop by, the likeliest first; read afresh, for networks change.

    None where they come in by a door of its own before the app.
    """
    if current_app.config["DOOR"]:
        return []
    try:
        return lan.addresses()
    except OSError:
        return []


def chosen() -> str:
    """The address in the QR codes: the umpire's pick while it stands, else the likeliest."""
    picked: str = current_app.config["ADDRESS"]
    known = [address.ip for address in choices()]
    if picked and (picked in known or current_app.config.get("ADDRESS_FIXED")):
        return picked
    return known[0] if known else "127.0.0.1"


def base_url() -> str:
    """What phones open: scheme, number and port, always explicit; or the door before the app."""
    return current_app.config["DOOR"] or lan.url(
        chosen(), current_app.config["PORT"], "/", scheme=current_app.config["SCHEME"]
    )


QUIET = 300.0
"""Seconds after which a phone that does not listen, and has not called, is taken to be gone."""


def note_call(seat_id: str) -> None:
    """Remember when, and by which address, a phone calls the laptop: its cookie is good at no other."""
    current_app.extensions["called"][seat_id] = urlsplit(f"//{request.host}").hostname or ""
    current_app.extensions["called_at"][seat_id] = time.monotonic()


def gone(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The phones in a seat that are there no longer, as far as the laptop can tell: put away, flat, or lost."""
    lost, called_at = unheard(seats), current_app.extensions["called_at"]
    since = time.monotonic() - QUIET

    def there(seat: SeatRow) -> bool:
        return connected(seat.id) or (seat not in lost and called_at.get(seat.id, since) > since)

    return [seat for seat in seats if seat.state == "active" and not there(seat)]


def connected(seat_id: str) -> bool:
    """Whether the phone in a seat listens now."""
    return bool(current_app.extensions["streams"].connected(seat_id))


def unheard(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The phones in a seat that did not call since the app was started, or by an address the laptop has no more."""
    called, now = current_app.extensions["called"], {chosen(), *(each.ip for each in choices())}
    here = current_app.config["HOST_NAMES"] | now

    def comes(name: str) -> bool:
        return name in here or lan.is_loopback_host(name)

    return [seat for seat in seats if seat.state == "active" and not comes(called.get(seat.id, ""))]


def join_url(code: str) -> str:
    """What a join QR holds."""
    return f"{base_url()}j/{code}"
