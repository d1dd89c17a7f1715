"""What may be done at any time, whatever is asked: the menu of a seat or of a shared screen, and setting the record right."""

from __future__ import annotations

from collections.abc import Mapping

from flask import make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from umpire.table.asks import TABLE
from umpire.table.motions import MOTIONS
from umpire.web import actions
from umpire.web import pages as drawing
from umpire.web.looking_up import look_up
from umpire.web.viewers import Viewer, host


def menu(viewer: Viewer) -> AnyResponse:
    """The menu; a motion moved from it: taken, back to the table; refused, the menu with what was typed."""
    if request.method != "POST":
        return make_response(_menu(viewer, {}))
    if actions.move(viewer, request.form):
        return redirect(viewer.root, 303)
    return make_response(_menu(viewer, request.form), 422)


def _menu(viewer: Viewer, typed: Mapping[str, str]) -> str:
    table = viewer.live.table
    with viewer.live.lock:
        refusal = actions.refusal_about(viewer, "motion")
        return render_template(
            "menu.html",
            viewer=viewer,
            game=table.game,
            plot=viewer.plot,
            header=table.header,
            alone=table.motions.alone,
            motion_name=drawing.motion_name(viewer.plot),
            motions=MOTIONS,
            turns=_turns(viewer),
            refusal=refusal if typed or (refusal and not refusal.doubted) else None,
            phones=[s for s in host().store.seats(viewer.live.code) if (s.side, s.state) == (viewer.side, "active")],
            typed=typed,
        )


def _turns(viewer: Viewer) -> list[tuple[str, str]]:
    """Where the table may go back to, the latest first; with an umpire nowhere, since he goes back."""
    table = viewer.live.table
    if viewer.live.attended:
        return []
    return [(name, table.game.place(viewer.plot, name)) for name in reversed(table.turns())]


def right(viewer: Viewer) -> AnyResponse:
    """What of the viewer's own record may be set right, to be looked up; and the form that moves it."""
    posted = request.method == "POST"
    if posted and actions.move(viewer, request.form):
        return redirect(viewer.root, 303)
    table = viewer.live.table
    with viewer.live.lock:
        party = viewer.side or TABLE
        own = [fact for fact in table.game.facts(viewer.plot) if table.motions.may_set_right(party, fact)]
        body = render_template(
            "set_right.html",
            viewer=viewer,
            game=table.game,
            alone=table.motions.alone,
            here=f"{viewer.root}/right",
            up=look_up(own, request.args, request.form),
            motion_name=drawing.motion_name(viewer.plot),
            refusal=actions.refusal_about(viewer, "motion") if posted else None,
            typed=request.form,
        )
    return make_response(body, 422 if posted else 200)
