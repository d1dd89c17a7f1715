"""A phone in its seat."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from umpire.in_play import Live
from umpire.rows import SeatRow
from umpire.table.asks import Refusal
from umpire.web import actions, at_any_time, qr
from umpire.web import pages as drawing
from umpire.web.addresses import connected, join_url, note_call
from umpire.web.routes import living
from umpire.web.viewers import Viewer, announce, cookie_of, host, path_of, seat_viewer

STILL_THERE = "{0} still has a phone that is connected, and it is asked there. Say yes here once that phone is gone."

pages = Blueprint("seat", __name__, url_prefix="/seat/<seat_id>")


def active(seat_id: str) -> Viewer:
    """The viewer of a seat that is in play; 404 for one that was signed out or waits for a yes."""
    viewer = seat_viewer(seat_id)
    if viewer.seat is None or viewer.seat.state != "active":
        abort(404)
    return viewer


@pages.before_request
def _where_it_is() -> AnyResponse | None:
    """A phone that waits for a yes, or has been signed out, is told so wherever it looks."""
    viewer = seat_viewer((request.view_args or {})["seat_id"])
    state = viewer.seat.state if viewer.seat else ""
    if state == "active":
        note_call((request.view_args or {})["seat_id"])
        return None
    if request.endpoint == "seat.page":
        answer = make_response("", 204)
        answer.headers["HX-Refresh"] = "true"
        return answer
    if request.endpoint == "seat.phone" and "HX-Request" in request.headers:  # it moved to the phone that scanned it
        answer = make_response("", 204)
        answer.headers["HX-Redirect"] = path_of((request.view_args or {})["seat_id"])
        return answer
    if request.endpoint != "seat.show":
        abort(404)
    if state == "pending":
        return make_response(render_template("waiting.html", viewer=viewer))
    return make_response(render_template("signed_out.html"), 410)


living(pages, "", "", active, active, "seat.html")


@pages.route("/menu", methods=["GET", "POST"])
def menu(seat_id: str) -> AnyResponse:
    return at_any_time.menu(active(seat_id))


@pages.route("/right", methods=["GET", "POST"])
def right(seat_id: str) -> AnyResponse:
    return at_any_time.right(active(seat_id))


@pages.get("/record")
def record(seat_id: str) -> str:
    viewer = active(seat_id)
    with viewer.live.lock:
        turns, notices = drawing.record(viewer), host().store.notices(viewer.live.code)
        return render_template("record.html", viewer=viewer, turns=turns, notices=notices, game=viewer.live.table.game)


@pages.route("/phone", methods=["GET", "POST"])
def phone(seat_id: str) -> str:
    """A one-shot QR, to add a phone to this side or to move here from this one; it looks whether it was used."""
    viewer = active(seat_id)
    code = host().store.code(request.args.get("code", ""))
    if code is not None and code.by_seat != seat_id:
        code = None
    if request.method == "POST":
        purpose = "move" if request.form.get("purpose") == "move" else "add"
        code = host().store.issue_code(viewer.live.code, viewer.side, purpose, seat_id)
    url = join_url(code.code) if code else ""
    return render_template("phone_code.html", viewer=viewer, code=code, url=url, svg=qr.svg(url) if code else "")


@pages.post("/yes")
def yes(seat_id: str) -> Response:
    """A side's word on a new phone, at an unattended table: its own phone's, or the other side's once that is gone.

    Else whoever holds two phones could take the other side's seat with them.
    """
    viewer = active(seat_id)
    new = host().store.seat(request.form.get("seat", ""))
    if viewer.live.attended or new is None or new.table_code != viewer.live.code:
        abort(404)
    agreed = request.form.get("say") == "yes"
    if agreed and new.side != viewer.side and _still_there(new):
        name = viewer.live.table.game.names[new.side]
        actions.refuse(viewer, "phones", Refusal(STILL_THERE.format(name)))
        return drawing.fragment(viewer, taken=False)
    settle(viewer, new.id, agreed)
    return drawing.fragment(viewer)


def _still_there(new: SeatRow) -> bool:
    """Whether a phone of the side that a new one asks for is connected."""
    seats = host().store.seats(new.table_code)
    return any(seat.side == new.side and seat.state == "active" and connected(seat.id) for seat in seats)


def settle(viewer: Viewer, seat_id: str, agreed: bool) -> None:
    """Let a new phone take its side's seat over, or not; every screen says so."""
    store = host().store
    seat = store.seat(seat_id)
    if seat is None or seat.state != "pending":
        return
    if agreed:
        store.confirm_seat(seat_id)
        names = viewer.live.table.game.names
        by = f" {names[viewer.side]} said yes to it." if viewer.side not in ("", seat.side) else ""
        announce(viewer.live, f"{names[seat.side]} has a new phone.{by}")
    else:
        store.refuse_seat(seat_id)
    viewer.live.touch()


@pages.post("/out")
def out(seat_id: str) -> AnyResponse:
    """Another phone of one's own side is signed out."""
    viewer = active(seat_id)
    other = host().store.seat(request.form.get("seat", ""))
    if other is None or (other.table_code, other.side) != (viewer.live.code, viewer.side) or other.id == seat_id:
        abort(404)
    sign_out(viewer.live, other, "{} signed a phone of theirs out.")
    return redirect(f"{viewer.root}/menu", 303)


def sign_out(live: Live, seat: SeatRow, words: str) -> None:
    """A phone is no longer in its seat; everybody hears of it, in `words` with the name of its side."""
    if seat.state == "active":
        host().store.retire_seat(seat.id)
        announce(live, words.format(live.table.game.names[seat.side]))
        live.touch()


@pages.post("/leave")
def leave(seat_id: str) -> AnyResponse:
    """Give the seat up on this phone."""
    viewer = active(seat_id)
    host().store.retire_seat(seat_id)
    viewer.live.touch()
    answer = redirect("/", 303)
    answer.delete_cookie(cookie_of(seat_id), path=path_of(seat_id))
    return answer
