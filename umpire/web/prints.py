"""Paper: turn record, hit record and state packet for an audience, the umpire's master sheet, and blank forms.

Each is drawn from one plot alone: a side's, the public's, or for the master sheet the umpire's. The forms
are drawn from a kit, which holds nothing but what is printed on the components.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from flask import Blueprint, abort, render_template, request

from umpire.games import BROUGHT, ByGame
from umpire.games.paper import Asked, NoSuchSheet, Sheet, paged
from umpire.table.plot import UMPIRE
from umpire.table.script import Game
from umpire.web import fingerprints, screen, seat
from umpire.web.guard import laptop_only
from umpire.web.viewers import Viewer, acting_viewer, desk_viewer, host, truth_plot

JSON = Any

pages = Blueprint("prints", __name__)

MASTER = "master"
UMPIRE_EYES = "Umpire’s eyes only"


class Sheets(Protocol):
    """What a game brings to be printed."""

    def edition(self, plot: Any) -> str:
        """The game, the edition and the parts of its rules that are played."""

    def kinds(self, side: str) -> dict[str, str]:
        """The sheets an audience may print, with their titles."""

    def played(self, plot: Any) -> list[tuple[int, str]]:
        """The turns there is a record of."""

    def sheets(self, plot: Any, side: str, what: str, turn: int | None = None) -> list[Sheet]:
        """One kind of sheet or all of them; raises `NoSuchSheet`."""

    def master(self, plot: Any, asked: Sequence[Asked]) -> list[Sheet]:
        """All there is to know, from the umpire's plot."""

    def form_kinds(self) -> dict[str, str]:
        """The blank forms there are, with their titles."""

    def forms(self, kit: Mapping[str, JSON], what: str) -> list[Sheet]:
        """One kind of blank form or all of them; raises `NoSuchSheet`."""


SHEETS: ByGame[Sheets] = ByGame(lambda brought: brought.paper)


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
    with viewer.live.lock:
        try:
            made = brought.sheets(viewer.plot, viewer.side, what, _turn())
        except NoSuchSheet:
            abort(404)
        return job(
            made,
            game=game.key,
            edition=brought.edition(viewer.plot),
            mark=f"table {viewer.live.code}",
            audience=_audience(game, viewer.side),
            covered=bool(viewer.side) and not game.one_voice,
            what=what,
            kinds=brought.kinds(viewer.side),
            played=brought.played(viewer.plot),
            root=root,
            back=back,
            kept=fingerprints.kept(viewer, viewer.audience),
        )


def _audience(game: Game, side: str) -> str:
    """For whose eyes a side's paper is: where nothing is kept from anybody, it has nobody to hide from."""
    if game.one_voice:
        return "Open to all"
    return f"{game.names[side]} eyes only" if side else "Public"


def job(made: Sequence[Sheet], *, game: str, **marks: Any) -> str:
    """The page of a print job, marked as its audience and its links have it."""
    return render_template("print.html", pages=paged(made), game=game, **marks)


def _turn() -> int | None:
    """The turn asked for; none for the one being played."""
    wanted = request.args.get("turn", "")
    if not wanted:
        return None
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 4):
        abort(404)
    return int(wanted)


# For the umpire.


@pages.get("/desk/<code>/print/master")
def for_umpire(code: str) -> str:
    """The truth on paper, at the desk of an attended table and nowhere else."""
    viewer = desk_viewer(code)
    live = viewer.live
    game = live.table.game
    brought = SHEETS[game.key]
    with live.lock:
        plot = truth_plot(viewer)
        asked = [Asked(party, ask, party in live.table.locks) for party, ask in live.table.asks.items()]
        return job(
            brought.master(plot, asked),
            game=game.key,
            edition=brought.edition(plot),
            mark=f"table {live.code}",
            audience=UMPIRE_EYES,
            covered=True,
            what=MASTER,
            kinds={MASTER: "Master sheet"},
            kept=fingerprints.kept(viewer, UMPIRE),
            root=f"{viewer.root}/print",
            back=viewer.root,
        )


# Blank forms.


@pages.get("/screen/<code>/forms/<what>")
def forms_of_table(code: str, what: str) -> str:
    """Forms with the ships and turns of a table's kit, as all its players were told of them."""
    viewer = screen.looking(code)
    with viewer.live.lock:
        kit = viewer.plot.kit
        return blank(viewer.live.table.game.key, kit, what, f"table {code}", f"{viewer.root}/forms", viewer.root)


@pages.get("/kits/<kit_id>/forms/<what>")
def forms_of_kit(kit_id: str, what: str) -> str:
    """Forms with the ships and turns of a kit; like all its pages, on the laptop alone."""
    laptop_only()
    row = host().store.kit(kit_id)
    if row is None or row.game not in BROUGHT:
        abort(404)
    kit = BROUGHT[row.game].kit.sound(row.cells)
    return blank(row.game, kit, what, row.name, f"/kits/{row.id}/forms", f"/kits/{row.id}")


@pages.get("/games/<game>/forms/<what>")
def forms_of_game(game: str, what: str) -> str:
    """Forms with lines to fill in, for whoever has no kit here."""
    if game not in BROUGHT:
        abort(404)
    return blank(game, {}, what, "no kit", f"/games/{game}/forms", f"/games/{game}")


def blank(game: str, kit: Mapping[str, JSON], what: str, mark: str, root: str, back: str) -> str:
    """A print job of blank forms; 404 for one that there is not."""
    brought = SHEETS[game]
    try:
        made = brought.forms(kit, what)
    except NoSuchSheet:
        abort(404)
    return job(
        made,
        game=game,
        edition=BROUGHT[game].kit.title(),
        mark=mark,
        audience="Blank form",
        covered=False,
        what=what,
        kinds=brought.form_kinds(),
        root=root,
        back=back,
    )
