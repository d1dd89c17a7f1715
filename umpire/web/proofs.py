"""The proof a player can hold: fingerprints while the game is played, and when it is over the check of all of it.

And for a laptop that never saw the game: a ledger file, checked with whatever fingerprints people bring.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from flask import Blueprint, Response, current_app, make_response, render_template, request

from umpire import incoming
from umpire.table.ledger import Entry, Header, NotALedger
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.proof import Held, NotHeld, Proof, compared, findings, first_of, held, prove
from umpire.table.script import Game
from umpire.table.seals import shown
from umpire.web import fingerprints, screen, seat
from umpire.web.guard import laptop_only
from umpire.web.lobby import IMPORT_LIMIT
from umpire.web.report import is_over
from umpire.web.viewers import Viewer, desk_viewer

pages = Blueprint("proofs", __name__)

MOST_TYPED = 24 * 1024
"""Letters of fingerprints a form may hold: some hundred turns."""


class Proved:
    """Checks as last made; a table that is over changes no more, and many phones ask."""

    def __init__(self, most: int = 8) -> None:
        self._proofs: OrderedDict[tuple[str, int], Proof] = OrderedDict()
        self._most = most
        self._lock = Lock()

    def of(self, code: str, game: Game, header: Header, entries: Sequence[Entry]) -> Proof:
        """The proof of a table's ledger, without any fingerprint held against it."""
        with self._lock:
            key = code, len(entries)
            if key not in self._proofs:
                self._proofs[key] = prove(game, header, entries)
                while len(self._proofs) > self._most:
                    self._proofs.popitem(last=False)
            return self._proofs[key]


@pages.route("/seat/<seat_id>/proof", methods=["GET", "POST"])
def for_seat(seat_id: str) -> Response:
    """A side's own fingerprints, beside those its phone holds."""
    return shown_to(seat.active(seat_id))


@pages.route("/screen/<code>/proof", methods=["GET", "POST"])
def for_all(code: str) -> Response:
    """The fingerprints of what all have heard."""
    return shown_to(screen.looking(code))


@pages.route("/desk/<code>/proof", methods=["GET", "POST"])
def for_umpire(code: str) -> Response:
    """The umpire's, and what all have heard."""
    return shown_to(desk_viewer(code))


def shown_to(viewer: Viewer) -> Response:
    """While the game is played, own fingerprints alone; when it is over, everybody's, and the proof of all of it."""
    live, typed = viewer.live, request.form.get("held", "")
    with live.lock:
        table, over = live.table, is_over(live)
        whose = table.game.audiences if over else fingerprints.audiences(viewer)
        rows = [(each, fingerprints.lines(viewer, each)) for each in whose]
        entries = list(table.entries)
        said, same, wrong, notes = _compared(viewer, typed, whose)
    proved: Proved = current_app.extensions["proved"]
    proof = proved.of(live.code, table.game, table.header, entries) if over else None
    body = render_template(
        "proof.html",
        viewer=viewer,
        game=table.game,
        names={**table.game.names, PUBLIC: "Everybody", UMPIRE: "The umpire"},
        rows=[row for row in rows if row[1]],
        proof=proof,
        findings=findings(proof) if proof else [],
        typed=typed,
        said=said,
        same=same,
        wrong=wrong,
        notes=notes,
        faults=first_of([*(proof.faults if proof else []), *wrong]),
    )
    return make_response(body, 422 if said else 200)


def _compared(viewer: Viewer, typed: str, whose: Sequence[str]) -> tuple[str, int, list[str], list[str]]:
    """What is wrong with the form; how many fingerprints typed are the table's; and in words those that are not."""
    if not typed.strip():
        return "", 0, [], []
    try:
        return "", *compared(viewer.live.table, _read(typed, whose))
    except NotHeld as refusal:
        return str(refusal), 0, [], []


def _read(typed: str, whose: Sequence[str]) -> list[Held]:
    if len(typed) > MOST_TYPED:
        raise NotHeld("That is more than a phone holds of one game.")
    return held(typed, whose)


@pages.route("/check", methods=["GET", "POST"])
def check() -> Response:
    """A ledger file from anywhere, checked on this laptop; nothing of it is kept."""
    laptop_only()
    request.max_content_length = IMPORT_LIMIT
    if request.method != "POST":
        return make_response(render_template("check.html", typed=""))
    typed = request.form.get("held", "")
    try:
        game, header, entries = _given()
        proof = prove(game, header, entries, _read(typed, game.audiences))
    except (NotALedger, NotHeld) as refusal:
        return make_response(render_template("check.html", typed=typed, said=str(refusal)), 422)
    last = proof.fingerprints[-1][2] if header.sealed and proof.fingerprints else {}
    ends = [(whose, shown(link)) for whose, link in last.items()]
    return make_response(
        render_template(
            "check.html",
            typed=typed,
            proof=proof,
            findings=findings(proof),
            faults=first_of(proof.faults),
            game=game,
            header=header,
            ends=ends,
        )
    )


def _given() -> tuple[Game, Header, Sequence[Entry]]:
    """The ledger of the form, of a game that is here, on a kit that is whole. Raises `NotALedger`."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise NotALedger("Choose the file first.")
    try:
        return incoming.game_of(file.read().decode("utf-8"))
    except UnicodeDecodeError:
        raise NotALedger("That file is not text, so it is no ledger.") from None
