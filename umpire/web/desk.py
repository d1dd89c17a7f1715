"""The umpire's desk: the public table by default, secrets one step away, and a side's page to act for it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from umpire.games import faces
from umpire.table.plot import Plot
from umpire.web import actions, mending
from umpire.web import pages as drawing
from umpire.web import seat as seats
from umpire.web.guard import Desk
from umpire.web.routes import living
from umpire.web.viewers import acting_viewer, desk_viewer, host, truth_plot

pages = Blueprint("desk", __name__, url_prefix="/desk")


living(pages, "/<code>", "", desk_viewer, desk_viewer, "desk.html")
living(pages, "/<code>/as/<side>", "as_side_", acting_viewer, acting_viewer, "seat.html")


@pages.post("/<code>/nudge")
def nudge(code: str) -> Response:
    viewer = desk_viewer(code)
    actions.nudge(viewer.live, request.form.get("side", ""))
    return drawing.fragment(viewer)


@pages.post("/<code>/yes")
def yes(code: str) -> Response:
    """The umpire's word on a new phone."""
    viewer = desk_viewer(code)
    other = host().store.seat(request.form.get("seat", ""))
    if other is None or other.table_code != code:
        abort(404)
    seats.settle(viewer, other.id, request.form.get("say") == "yes")
    return drawing.fragment(viewer)


@pages.post("/<code>/back")
def back(code: str) -> Response:
    """The last tap of a shared table is taken back, on the record."""
    viewer = desk_viewer(code)
    return drawing.fragment(viewer, taken=actions.take_back(viewer, request.form))


@pages.get("/<code>/secrets")
def secrets(code: str) -> str:
    """The truth, covered until it is held."""
    viewer = desk_viewer(code)
    table = viewer.live.table
    with viewer.live.lock:
        plot: Plot = truth_plot(viewer)
        sides = [
            {
                "side": side,
                "name": table.game.names[side],
                "picture": faces(table.game.key).picture(table.play.plots[side], side, None, None),
            }
            for side in table.game.sides
        ]
        said = [table.game.say(d) for d in plot.heard[-40:]]
        return render_template("secrets.html", viewer=viewer, sides=sides, said=[s for s in said if s])


@pages.route("/<code>/right", methods=["GET", "POST"])
def right(code: str) -> AnyResponse:
    """What came of a fact found wrong, and what is done about it: it stands, is set right, or the table goes back."""
    viewer = desk_viewer(code)
    typed, posted = request.form, request.method == "POST"
    with viewer.live.lock:
        looks = posted and mending.looks(viewer, typed)
        if posted and not looks and actions.mend(viewer, typed):
            return redirect(f"/desk/{code}/right?done=1", 303)
        found = mending.found(viewer, typed)
        refusal = actions.refusal_about(viewer, "set") if posted and not looks else found.get("refusal")
        body = render_template("right.html", viewer=viewer, typed=typed, **{**found, "refusal": refusal})
    return make_response(body, 422 if refusal else 200)


# The desk from another device.


@pages.route("", methods=["GET", "POST"])
def door() -> AnyResponse:
    """The code shown where the app was started opens the desk on this device."""
    said = ""
    if request.method == "POST":
        desk: Desk = current_app.extensions["desk"]
        if not current_app.extensions["turnstile"].admits(request.remote_addr or ""):
            abort(429)
        token = desk.open(request.form.get("code", ""))
        if token:
            current_app.extensions["turnstile"].gives_back(request.remote_addr or "")
            answer = redirect("/", 303)
            answer.set_cookie(desk.cookie, token, httponly=True, samesite="Strict", secure=request.is_secure)
            return answer
        said = "That is not the desk code. It stands where the app was started, eight digits."
    return make_response(render_template("door.html", said=said), 422 if said else 200)
