"""Paper: turn record, hit record and state packet, each drawn for one audience from its plot alone."""

from __future__ import annotations

from typing import Any, Protocol

from flask import Blueprint, abort, render_template, request

from umpire.games import BROUGHT
from umpire.games.paper import NoSuchSheet, Sheet, paged
from umpire.web import screen, seat
from umpire.web.viewers import Viewer, acting_viewer

pages = Blueprint("prints", __name__)


class Sheets(Protocol):
    """What a game brings to be printed."""

    def edition(self) -> str:
        """The game and the edition it is played by."""

    def kinds(self, side: str) -> dict[str, str]:
        """The sheets an audience may print, with their titles."""

    def played(self, plot: Any) -> list[tuple[int, str]]:
        """The turns there is a record of."""

    def sheets(self, plot: Any, side: str, what: str, turn: int | None = None) -> list[Sheet]:
        """One kind of sheet or all of them; raises `NoSuchSheet`."""


SHEETS: dict[str, Sheets] = {key: each.paper for key, each in BROUGHT.items()}


@pages.get("/seat/<seat_id>/print/<what>")
def for_seat(seat_id: str, what: str) -> str:
    """A side's own paper."""
    viewer = seat.active(seat_id)
    return printed(viewer, what, f"{viewer.root}/print", viewer.root)


@pages.get("/desk/<code>/print/<side>/<what>")
def for_side(code: str, side: str, what: str) -> str:
    """One side's paper, printed for it by the umpire."""
    return printed(acting_viewer(code, side), what, f"/desk/{code}/print/{side}", f"/desk/{code}")


@pages.get("/screen/<code>/print/<what>")
def for_all(code: str, what: str) -> str:
    """What anybody in the room may have on paper."""
    viewer = screen.looking(code)
    return printed(viewer, what, f"{viewer.root}/print", viewer.root)


def printed(viewer: Viewer, what: str, root: str, back: str) -> str:
    """One print job, for one audience; 404 for a sheet it has not, or a turn not played."""
    game = viewer.live.table.game
    brought = SHEETS[game.key]
    kinds = brought.kinds(viewer.side)
    with viewer.live.lock:
        try:
            made = paged(brought.sheets(viewer.plot, viewer.side, what, _turn()))
        except NoSuchSheet:
            abort(404)
        return render_template(
            "print.html",
            game=game.key,
            edition=brought.edition(),
            code=viewer.live.code,
            audience=f"{game.names[viewer.side]} eyes only" if viewer.side else "Public",
            covered=bool(viewer.side),
            pages=made,
            what=what,
            kinds=kinds,
            played=brought.played(viewer.plot),
            root=root,
            back=back,
        )


def _turn() -> int | None:
    """The turn asked for; none for the one being played."""
    wanted = request.args.get("turn", "")
    if not wanted:
        return None
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 4):
        abort(404)
    return int(wanted)
