"""A phone in its seat."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from umpire.table.motions import MOTIONS
from umpire.web import actions, qr
from umpire.web import pages as drawing
from umpire.web.addresses import join_url, note_call
from umpire.web.routes import living
from umpire.web.viewers import Viewer, cookie_of, host, path_of, seat_viewer, turn_of

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
    if request.endpoint != "seat.show":
        abort(404)
    if state == "pending":
        return make_response(render_template("waiting.html", viewer=viewer))
    return make_response(render_template("signed_out.html"), 410)


living(pages, "", "", active, active, "seat.html")


@pages.get("/menu")
def menu(seat_id: str) -> str:
    viewer = active(seat_id)
    return _menu(viewer)


@pages.post("/menu")
def menu_motion(seat_id: str) -> AnyResponse:
    """A motion moved from the menu: taken, back to the table; refused, the menu with what was typed."""
    viewer = active(seat_id)
    if actions.move(viewer, request.form):
        return redirect(viewer.root, 303)
    return make_response(_menu(viewer, typed=request.form), 422)


def _menu(viewer: Viewer, typed: object = None) -> str:
    table = viewer.live.table
    with viewer.live.lock:
        return render_template(
            "menu.html",
            viewer=viewer,
            game=table.game,
            plot=viewer.plot,
            header=table.header,
            facts=[fact for fact in table.game.facts(viewer.plot) if fact.side == viewer.side],
            motion_name=drawing.motion_name(viewer.plot),
            motions=MOTIONS,
            turns=_turns(viewer),
            refusal=actions.refusal_about(viewer, "motion"),
            typed=typed or {},
        )


def _turns(viewer: Viewer) -> list[tuple[str, str]]:
    """The turns both sides may agree to go back to, the latest first; with an umpire none, since he goes back."""
    table = viewer.live.table
    if viewer.live.attended:
        return []
    return [(name, table.game.place(viewer.plot, name)) for name in reversed(table.turns())]


@pages.get("/record")
def record(seat_id: str) -> str:
    viewer = active(seat_id)
    with viewer.live.lock:
        turns, notices = drawing.record(viewer), host().store.notices(viewer.live.code)
        return render_template("record.html", viewer=viewer, turns=turns, notices=notices, game=viewer.live.table.game)


@pages.route("/phone", methods=["GET", "POST"])
def phone(seat_id: str) -> str:
    """A one-shot QR, to add a phone to this side or to move here from this one."""
    viewer = active(seat_id)
    code = None
    if request.method == "POST":
        purpose = "move" if request.form.get("purpose") == "move" else "add"
        code = host().store.issue_code(viewer.live.code, viewer.side, purpose, seat_id)
    url = join_url(code.code) if code else ""
    return render_template("phone_code.html", viewer=viewer, code=code, url=url, svg=qr.svg(url) if code else "")


@pages.post("/yes")
def yes(seat_id: str) -> Response:
    """The other side's word on a new phone, at an unattended table."""
    viewer = active(seat_id)
    store = host().store
    other = store.seat(request.form.get("seat", ""))
    fits = other is not None and other.table_code == viewer.live.code and other.side != viewer.side
    if viewer.live.attended or not fits or other is None:
        abort(404)
    settle(viewer, other.id, request.form.get("say") == "yes")
    return drawing.fragment(viewer)


def settle(viewer: Viewer, seat_id: str, agreed: bool) -> None:
    """Let a new phone take its side's seat over, or not; every screen says so."""
    store = host().store
    seat = store.seat(seat_id)
    if seat is None or seat.state != "pending":
        return
    if agreed:
        store.confirm_seat(seat_id)
        name = viewer.live.table.game.names[seat.side]
        store.notice(viewer.live.code, turn_of(viewer.live), f"{name} has a new phone.")
    else:
        store.refuse_seat(seat_id)
    viewer.live.touch()


@pages.post("/leave")
def leave(seat_id: str) -> AnyResponse:
    """Give the seat up on this phone."""
    viewer = active(seat_id)
    host().store.retire_seat(seat_id)
    viewer.live.touch()
    answer = redirect("/", 303)
    answer.delete_cookie(cookie_of(seat_id), path=path_of(seat_id))
    return answer
