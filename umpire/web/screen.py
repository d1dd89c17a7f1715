"""The public table: what anybody in the room may see."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from werkzeug.wrappers import Response as AnyResponse

from umpire.web import at_any_time
from umpire.web import pages as drawing
from umpire.web.guard import at_the_laptop
from umpire.web.routes import living
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


def speaking(code: str) -> Viewer:
    """A screen that stands among the players, where it may say anything a seat may; 404 for any other."""
    viewer = acting(code)
    if not viewer.live.table.game.shared:
        abort(404)
    return viewer


living(pages, "", "", looking, acting, "screen.html")


@pages.route("/menu", methods=["GET", "POST"])
def menu(code: str) -> AnyResponse:
    return at_any_time.menu(speaking(code))


@pages.route("/right", methods=["GET", "POST"])
def right(code: str) -> AnyResponse:
    return at_any_time.right(speaking(code))


@pages.get("/record")
def record(code: str) -> str:
    viewer = looking(code)
    with viewer.live.lock:
        turns, notices = drawing.record(viewer), host().store.notices(code)
        return render_template("record.html", viewer=viewer, turns=turns, notices=notices, game=viewer.live.table.game)
