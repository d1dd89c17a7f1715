"""Joining: a code or its QR, a name, and one is in."""

from __future__ import annotations

import secrets

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from umpire.in_play import Live, now
from umpire.rows import CodeRow, SeatRow
from umpire.troubles import CodeSpent, CodeUnknown
from umpire.web.guard import hashed
from umpire.web.typed import LONGEST_NAME, tidy
from umpire.web.viewers import announce, cookie_of, host, live_of, path_of, turn_of

pages = Blueprint("join", __name__)

COOKIE_DAYS = 30


@pages.get("/j")
def type_code() -> AnyResponse:
    """A code typed instead of scanned."""
    code = _letters(request.args.get("code", ""))
    if code:
        return redirect(f"/j/{code}", 303)
    return make_response(render_template("join_code.html"))


def _letters(typed: str) -> str:
    """A code as it was meant: upper case, without what slipped in."""
    return "".join(letter for letter in typed.upper() if letter.isascii() and letter.isalpha())[:8]


@pages.get("/j/<code>")
def ask_name(code: str) -> AnyResponse:
    """Whose seat this code is, and the name to take it under."""
    _slowly()
    found = host().store.code(_letters(code))
    if found is None:
        return _no_seat(spent=False)
    if found.spent:
        if _claimed().get(found.code) != request.remote_addr:
            _tried(found)
        return _no_seat(spent=True)
    _found()
    live = live_of(found.table_code)
    page = render_template(
        "join.html",
        code=found,
        game=live.table.game,
        side=live.table.game.names[found.side],
        name=_called(live, found),
        once=secrets.token_hex(16),
    )
    return make_response(page)


def _called(live: Live, code: CodeRow) -> str:
    """The name that was given for a side as its table was set: whose it is that holds the first phone, and no other."""
    first = code.purpose == "join" and not any(s.side == code.side for s in host().store.seats(code.table_code))
    return str(live.table.header.settings.get("names", {}).get(code.side, "")) if first else ""


@pages.post("/j/<code>")
def take_seat(code: str) -> AnyResponse:
    """Claim the seat: one transaction, one winner; the token goes into a cookie of the seat's own.

    The form carries a secret of its own, of which seat and token are made: a form sent twice is one
    claim, and whoever sent it gets the same reply.
    """
    _slowly()
    name = tidy(request.form.get("name", ""), LONGEST_NAME) or "Player"
    once = request.form.get("once", "")
    if len(once) != 32:
        once = secrets.token_hex(16)
    store = host().store
    seat_id, token = store.instance + hashed(f"seat {once}")[:8], hashed(f"token {once}")[:32]
    seat = store.seat(seat_id)
    if seat is None or seat.token_hash != hashed(token):
        try:
            seat = store.claim(_letters(code), seat_id, name, hashed(token), now())
        except CodeUnknown:
            return _no_seat(spent=False)
        except CodeSpent:
            spent = store.code(_letters(code))
            if spent is not None:
                _tried(spent)
            return _no_seat(spent=True)
        _told_of(seat)
    _found()
    _claimed()[_letters(code)] = request.remote_addr or ""
    _only_request(seat)
    live_of(seat.table_code).touch()
    current_app.extensions["seen_phone"] = True
    answer = redirect(path_of(seat.id), 303)
    answer.set_cookie(
        cookie_of(seat.id),
        token,
        max_age=COOKIE_DAYS * 86400,
        path=path_of(seat.id),
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
    )
    return answer


def _told_of(seat: SeatRow) -> None:
    """Everybody hears of a phone that its side let in by itself: its code may have been read over a shoulder."""
    words = {"add": "{} has another phone.", "move": "{} moved to another phone."}.get(seat.purpose)
    if words:
        live = live_of(seat.table_code)
        announce(live, words.format(live.table.game.names[seat.side]))


def _claimed() -> dict[str, str]:
    """By code, where it was claimed from: a phone that goes back to the page it joined by is no stranger."""
    claimed: dict[str, str] = current_app.extensions.setdefault("claimed", {})
    return claimed


def _tried(code: CodeRow) -> None:
    """Everybody hears, once a turn, that a code which was used is tried once more."""
    live = live_of(code.table_code)
    words = f"Somebody tried a code for {live.table.game.names[code.side]} that was already used."
    said = [(notice.at, notice.text) for notice in host().store.notices(code.table_code)]
    if (turn_of(live), words) not in said:
        announce(live, words)
        live.touch()


def _only_request(seat: SeatRow) -> None:
    """A phone that asks for a side's seat takes the place of one that asked before and was not answered."""
    if seat.state == "pending":
        for older in host().store.seats(seat.table_code):
            if older.side == seat.side and older.state == "pending" and older.id != seat.id:
                host().store.refuse_seat(older.id)


def _no_seat(*, spent: bool) -> AnyResponse:
    said = (
        "That code has been used. A seat's code works once; ask for a new one at the laptop."
        if spent
        else "No seat has that code. Read it again from the laptop; a new code replaces an old one."
    )
    return make_response(render_template("join_code.html", said=said), 410 if spent else 404)


def _slowly() -> None:
    """Guessing is slowed down, each phone's and that of all together."""
    if not current_app.extensions["turnstile"].admits(request.remote_addr or ""):
        abort(429)


def _found() -> None:
    """It was no guess: who reads a code that is open is not slowed down for it."""
    current_app.extensions["turnstile"].gives_back(request.remote_addr or "")


@pages.get("/ping")
def ping() -> AnyResponse:
    """Opened on a phone, it shows that the phone reaches the laptop."""
    current_app.extensions["seen_phone"] = True
    return make_response(render_template("ping.html"))
