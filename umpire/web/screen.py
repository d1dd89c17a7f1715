"""The public table: what anybody in the room may see."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, request

from umpire.web import actions
from umpire.web import pages as drawing
from umpire.web.guard import at_the_laptop
from umpire.web.viewers import Viewer, host, screen_viewer

pages = Blueprint("screen", __name__, url_prefix="/screen/<code>")


def looking(code: str) -> Viewer:
    return screen_viewer(code, acts=at_the_laptop())


def acting(code: str) -> Viewer:
    """The screen where it stands on the laptop: only there does it answer for the table."""
    viewer = looking(code)
    if not viewer.acts:
        abort(404)
    return viewer


@pages.get("")
def show(code: str) -> Response:
    return drawing.whole(looking(code), "screen.html")


@pages.get("/page")
def page(code: str) -> Response:
    return drawing.fragment(looking(code))


@pages.post("/act")
def act(code: str) -> Response:
    viewer = acting(code)
    return drawing.fragment(viewer, taken=actions.act(viewer, request.form))


@pages.post("/roll")
def roll(code: str) -> Response:
    viewer = acting(code)
    return drawing.fragment(viewer, taken=actions.roll(viewer, request.form.get("ask", "")))


@pages.get("/record")
def record(code: str) -> str:
    viewer = looking(code)
    with viewer.live.lock:
        turns, notices = drawing.record(viewer), host().store.notices(code)
        return render_template("record.html", viewer=viewer, turns=turns, notices=notices, game=viewer.live.table.game)
