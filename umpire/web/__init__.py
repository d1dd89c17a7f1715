"""The web: pages for phones, the public screen, the umpire's desk, and the lobby. It has no opinion on naval warfare."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from flask import Flask, current_app, render_template, request
from werkzeug.exceptions import HTTPException

from umpire.host import Host
from umpire.in_play import Fault
from umpire.table.words import trace
from umpire.troubles import StoreError
from umpire.web import desk, guard, join, kits, lobby, prints, proofs, report, screen, seat
from umpire.web.pages import Drawn
from umpire.web.proofs import Proved

_HERE = Path(__file__).parent.parent

PLAIN_WORDS = {
    400: "That form did not arrive whole. Go back and send it again; nothing was changed.",
    403: "That form did not come from one of these pages, so it was not taken. Nothing was changed.",
    404: "There is nothing here for this phone. If you had a seat, ask for a new code for it at the laptop.",
    405: "That cannot be done from here. Nothing was changed.",
    413: "That is more than fits on one form. Nothing was changed.",
    421: "Open the address shown on the laptop, with its numbers; this name is not one of its own.",
    429: "Too many tries. Wait a minute, then read the code again from the laptop.",
}


def folder(name: str) -> Path:
    """Where templates or static files are: beside the package in a checkout, inside it in an install."""
    inside = _HERE / f"_{name}"
    return inside if inside.is_dir() else _HERE.parent / name


def create_app(host: Host, *, port: int = 8000, scheme: str = "http", host_names: Collection[str] = ()) -> Flask:
    """The Flask app over a host of tables. `port` and `scheme` are what the phones are told."""
    app = Flask(
        "umpire",
        template_folder=str(folder("templates")),
        static_folder=str(folder("static")),
        static_url_path="/static",
    )
    app.config.update(PORT=port, SCHEME=scheme, HOST_NAMES=set(host_names), ADDRESS="", DOOR="")
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions["host"] = host
    app.extensions["drawn"] = Drawn()
    app.extensions["called"] = {}
    app.extensions["called_at"] = {}
    app.extensions["proved"] = Proved()
    app.extensions["templates"] = frozenset(app.jinja_env.list_templates())
    app.jinja_env.globals["styles"] = frozenset(path.stem for path in folder("static").glob("*.css"))
    guard.install(app)
    for room in (lobby, kits, join, seat, screen, desk, prints, report, proofs):
        app.register_blueprint(room.pages)
    app.register_error_handler(HTTPException, _plainly)
    app.register_error_handler(StoreError, _not_kept)
    app.register_error_handler(Fault, _not_kept)
    app.register_error_handler(Exception, _tripped)
    return app


def _plainly(error: HTTPException) -> tuple[str, int]:
    """An error in words; a page never shows how the app is made."""
    code = error.code or 500
    words = PLAIN_WORDS.get(code, "That did not work. Nothing was changed.")
    return render_template("plain.html", title="Umpire", words=words, at=request.path), code


def _not_kept(error: Exception) -> tuple[str, int]:
    """The disk would not take it, or the app tripped and set the table back: a sentence says so."""
    return render_template("plain.html", title="Umpire", words=str(error), at=request.path), 503


def _tripped(error: Exception) -> tuple[str, int]:
    current_app.logger.error("a request failed: %s\n%s", request.endpoint, trace(error))
    words = "The app tripped over that. Nothing was changed; go back and carry on."
    return render_template("plain.html", title="Umpire", words=words, at=request.path), 500
