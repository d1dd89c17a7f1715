"""The evening after: a finished table's report, in the browser and as one file to keep.

It shows the truth to everybody, so it is there only once the table is over, for whoever asks.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any, Protocol

from flask import Blueprint, Response, current_app, make_response, render_template
from markupsafe import Markup

from umpire.games import ByGame
from umpire.in_play import Live
from umpire.table.table import Table
from umpire.table.words import canonical
from umpire.web import screen, seat
from umpire.web.viewers import Viewer, desk_viewer

JSON = Any
pages = Blueprint("report", __name__)

NOT_YET = "The report shows both sides’ secrets, so it opens when the game is over. It will be here then."
NOT_YET_ALONE = "The report looks back on the whole game, so it opens when that is over. It will be here then."
STYLES, SCRIPT = ("umpire.css", "report.css"), "report.js"
CLOSING = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""What may not stand in a script element as it is: players and ships bear any name."""


class Aftermath(Protocol):
    """What a game brings to be read once it is over."""

    def report(self, table: Table) -> dict[str, JSON]:
        """Facts for the game's own part, ``<game>/aftermath.html``, and three things for the maps every game has.

        `names` are those that have a score, in its order; `board` is what its template
        ``<game>/aftermath_board.html`` draws of the board under the maps, with a `width` and a `height` where it is
        drawn at its own size and panned, and what it is `called` where it is no map; `film` is the names of the maps,
        marks, pictures as lists of numbers of marks, and frames: when, the score, a picture a map, and what was said.
        """


AFTERMATHS: ByGame[Aftermath] = ByGame(lambda brought: brought.aftermath)


@pages.get("/seat/<seat_id>/report")
def for_seat(seat_id: str) -> Response:
    """The report on a player’s phone."""
    return shown(seat.active(seat_id))


@pages.get("/seat/<seat_id>/report/file")
def file_for_seat(seat_id: str) -> Response:
    return kept(seat.active(seat_id))


@pages.get("/screen/<code>/report")
def for_all(code: str) -> Response:
    """The report for the room."""
    return shown(screen.looking(code))


@pages.get("/screen/<code>/report/file")
def file_for_all(code: str) -> Response:
    return kept(screen.looking(code))


@pages.get("/desk/<code>/report")
def for_umpire(code: str) -> Response:
    """The report at the desk: the umpire too waits for the end, since his laptop can be seen."""
    return shown(desk_viewer(code))


@pages.get("/desk/<code>/report/file")
def file_for_umpire(code: str) -> Response:
    return kept(desk_viewer(code))


def shown(viewer: Viewer) -> Response:
    """The report as a page; 409 and a kind word while the table is in play."""
    with viewer.live.lock:
        if not is_over(viewer.live):
            return _not_yet(viewer)
        facts = facts_of(viewer.live.table)
    return make_response(render_template("report.html", root=viewer.root, **facts))


def kept(viewer: Viewer) -> Response:
    """The report as a file; 409 and a kind word while the table is in play."""
    with viewer.live.lock:
        if not is_over(viewer.live):
            return _not_yet(viewer)
        answer = Response(as_file(viewer.live.table), mimetype="text/html")
    answer.headers["Content-Disposition"] = f'attachment; filename="{viewer.live.code}.after-action.html"'
    return answer


def is_over(live: Live) -> bool:
    """Whether the truth may be shown: the game was told to be over, and nothing is asked any more."""
    return live.table.over and bool(live.table.truth.ended)


def _not_yet(viewer: Viewer) -> Response:
    words = NOT_YET_ALONE if viewer.live.table.game.one_voice else NOT_YET
    return make_response(render_template("plain.html", title="After the game", words=words, at=viewer.root), 409)


def facts_of(table: Table) -> dict[str, JSON]:
    """What the report's templates draw."""
    made = AFTERMATHS[table.game.key].report(table)
    named = table.header.settings.get("names") or {}
    return {
        "game": table.game,
        "code": table.header.table,
        "players": [(table.game.names[side], named.get(side, "")) for side in table.game.sides],
        "report": made,
        "data": data_block(made["film"]),
    }


def data_block(value: JSON) -> Markup:
    """A JSON value as an element of the page that nothing runs and no name can close."""
    text = canonical(value)
    for mark, safe in CLOSING.items():
        text = text.replace(mark, safe)
    return Markup('<script type="application/json" id="report-data">{}</script>').format(Markup(text))


def as_file(table: Table) -> str:
    """The report as one file that asks nobody for anything; its policy lets only its own two parts in."""
    style = "\n".join(_static(name) for name in STYLES)
    script = _static(SCRIPT)
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return render_template(
        "report_file.html",
        policy=policy,
        style=Markup("<style>{}</style>").format(Markup(style)),
        script=Markup("<script>{}</script>").format(Markup(script)),
        **facts_of(table),
    )


def _static(name: str) -> str:
    return Path(current_app.static_folder or "", name).read_text("utf-8").replace("\r\n", "\n")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
