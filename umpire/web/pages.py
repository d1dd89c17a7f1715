"""The page of a viewer: drawn from its audience's plot, its own asks and drafts, and who has locked.

A page's version is a digest of its own bytes, so it moves when and only when what this viewer may see
has moved. Nothing of another audience goes into it.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any

from flask import Response, current_app, make_response, render_template, request

from umpire.games import faces
from umpire.in_play import Refused
from umpire.rows import NoticeRow, SeatRow
from umpire.table.asks import PUBLIC_PARTIES, TABLE, Ask, Chance
from umpire.table.charts import Cells
from umpire.table.goback import last_tap
from umpire.table.motions import BEFORE, MOTIONS
from umpire.table.plot import Dispatch
from umpire.web import fingerprints
from umpire.web.actions import asked_name, company, dice_by_app, draft_of
from umpire.web.viewers import Viewer, host, turn_of

JSON = Any


class Drawn:
    """Pages as last drawn, by viewer; good until the table's stamp moves."""

    def __init__(self, most: int = 400) -> None:
        self._pages: OrderedDict[tuple[str, str, bool], tuple[int, str, str]] = OrderedDict()
        self._most = most
        self._lock = Lock()

    def get(self, viewer: Viewer) -> tuple[str, str]:
        """The fragment and its version."""
        key = (viewer.live.code, viewer.root, viewer.acts)
        with viewer.live.lock:
            stamp = viewer.live.stamp
            with self._lock:
                kept = self._pages.get(key)
            if kept and kept[0] == stamp:
                return kept[1], kept[2]
            html = draw(viewer)
        version = hashlib.sha256(html.encode()).hexdigest()[:12]
        with self._lock:
            self._pages[key] = (stamp, html, version)
            self._pages.move_to_end(key)
            while len(self._pages) > self._most:
                self._pages.popitem(last=False)
        return html, version


def drawn() -> Drawn:
    found: Drawn = current_app.extensions["drawn"]
    return found


def fragment(viewer: Viewer, *, taken: bool = True) -> Response:
    """The part of the page that changes, or 204 when the phone has this very version already."""
    html, version = drawn().get(viewer)
    if request.method == "GET" and request.args.get("v") == version:
        return make_response("", 204)
    answer = make_response(html, 200 if taken else 422)
    answer.headers["X-Version"] = version
    return answer


def whole(viewer: Viewer, template: str, **more: Any) -> Response:
    """The page round the fragment."""
    html, version = drawn().get(viewer)
    return make_response(render_template(template, viewer=viewer, body=html, version=version, **more), 200)


def draw(viewer: Viewer) -> str:
    """The fragment of a viewer as it stands."""
    live = viewer.live
    face = faces(live.table.game.key)
    context = {
        "viewer": viewer,
        "game": live.table.game,
        "plot": viewer.plot,
        "header": live.table.header,
        "where": face.where(viewer.plot),
        "presence": live.table.presence(),
        "notices": _notices(viewer),
        "refusal": _refusal(viewer),
        "kept": fingerprints.kept(viewer, viewer.audience) if viewer.seat else "",
        **_asked(viewer),
        **_waiting_phones(viewer),
        **_motions(viewer),
        "undo": _undo(viewer),
        "last_tap": _last_tap(viewer),
    }
    context["picture"] = face.picture(viewer.plot, viewer.side, context["asked"], context["draft"])
    return render_template(_template(viewer), **context)


def _template(viewer: Viewer) -> str:
    return "phone.html" if viewer.side else "room.html"


def _asked(viewer: Viewer) -> dict[str, Any]:
    """What is asked of this viewer: its side's own ask, or one that anybody may answer."""
    table = viewer.live.table
    public = table.public_ask()
    party, asked = (viewer.side, table.ask_of(viewer.side)) if viewer.side else ("", None)
    if asked is None and public is not None:
        party, asked = public
    version, draft = draft_of(viewer, asked) if asked is not None else (0, None)
    return {
        "party": party,
        "anybody": party in PUBLIC_PARTIES,
        "deciding": asked.facts.get("of", "") if asked is not None and party == TABLE else "",
        "asked": asked,
        "draft": draft,
        "draft_version": version,
        "company": company(viewer, asked) if asked is not None else [],
        "locked": bool(viewer.side) and viewer.side in table.locks,
        "nudged": asked is not None and viewer.live.nudges.get(viewer.side) == asked.name,
        "by_app": dice_by_app(table) if isinstance(asked, Chance) else False,
        "offer": table.offer(asked) if isinstance(asked, Chance) else None,
        "anew": isinstance(asked, Chance) and viewer.live.may_roll_anew(viewer.hand, asked),
        "form": form_of(viewer, asked),
        "sheet": sheet_of(viewer, asked),
    }


def form_of(viewer: Viewer, asked: Ask | None) -> str:
    """The template that draws an ask: the game's own, or one of the vocabulary every game shares."""
    if asked is None:
        return "asks/nothing.html"
    if isinstance(asked, Chance | Cells):
        return f"asks/{asked.kind}.html"
    return f"{viewer.live.table.game.key}/{asked.kind}.html"


def _refusal(viewer: Viewer) -> Refused | None:
    """This viewer's last refusal, until something else is asked of it; a second question stands where it was asked."""
    last = viewer.live.refusals.get(viewer.key)
    if last is None or last.asked != asked_name(viewer) or (last.doubted and last.about != last.asked):
        return None
    return last


def sheet_of(viewer: Viewer, asked: Ask | None) -> str:
    """The template of what is long to fill in, drawn in the middle band; none for an ask that has no such part."""
    if asked is None:
        return ""
    folder = "asks" if isinstance(asked, Chance | Cells) else viewer.live.table.game.key
    name = f"{folder}/{asked.kind}_sheet.html"
    return name if name in current_app.extensions["templates"] else ""


def _notices(viewer: Viewer) -> list[NoticeRow]:
    """What happened to phones this turn; everybody hears it."""
    at = turn_of(viewer.live)
    return [notice for notice in host().store.notices(viewer.live.code) if notice.at == at]


def _waiting_phones(viewer: Viewer) -> dict[str, list[SeatRow]]:
    """Phones that ask to take a seat over, shown to whoever may say yes: the umpire, or where there is none the sides."""
    seats = [seat for seat in host().store.seats(viewer.live.code) if seat.state == "pending"]
    if viewer.live.attended:
        may = viewer.audience == "public" and viewer.root.startswith("/desk/")
        return {"pending": seats if may else []}
    return {"pending": seats if viewer.side else []}


def _undo(viewer: Viewer) -> str:
    """Where one tap takes a shared table back to: just before what was answered last; empty for nowhere."""
    table = viewer.live.table
    if not (table.game.shared and table.motions.alone and viewer.acts):
        return ""
    return next((name for name in reversed(table.turns()) if name.startswith(BEFORE)), "")


def _last_tap(viewer: Viewer) -> str:
    """What was answered with the tap that the umpire of a shared table takes back at the desk; empty for anybody else."""
    last = last_tap(viewer.live.table) if _at_desk(viewer) else None
    return last.ask if last else ""


def _at_desk(viewer: Viewer) -> bool:
    return viewer.root.startswith("/desk/") and not viewer.side


def _motions(viewer: Viewer) -> dict[str, Any]:
    """Motions that wait for a word, and what this viewer may say to them."""
    pending = viewer.plot.motions
    return {
        "motions": MOTIONS,
        "moved": pending,
        "motion_name": motion_name(viewer.plot),
        "umpire_words": _at_desk(viewer),
    }


def motion_name(plot: Any) -> str:
    """The name under which the next word on a motion is entered, from what this audience has heard."""
    return f"motion/{plot.times('motion', 'pause')}"


def record(viewer: Viewer) -> list[dict[str, Any]]:
    """All this audience has been told, in words, turn by turn, the newest turn first."""
    say = viewer.live.table.game.say
    turns: list[dict[str, Any]] = [{"title": "Set-up", "said": []}]
    for dispatch in viewer.plot.heard:
        words = say(dispatch)
        if dispatch.kind == "turn":
            turns.append({"title": words, "said": []})
            continue
        if dispatch.kind == "back":
            turns.append({"title": _again(viewer, dispatch), "said": []})
        if words:
            turns[-1]["said"].append(said(dispatch, words))
    return [turn for turn in reversed(turns) if turn["said"]]


def _again(viewer: Viewer, back: Dispatch) -> str:
    """The title of the turn that is played again once the table has gone back: the last that is not struck."""
    title = "Set-up"
    for dispatch in viewer.plot.heard:
        if dispatch is back:
            break
        if dispatch.kind == "turn" and not dispatch.struck:
            title = viewer.live.table.game.say(dispatch)
    return f"{title.rstrip('.')}, again."


def said(dispatch: Dispatch, words: str) -> Mapping[str, Any]:
    return {"words": words, "rule": dispatch.rule, "struck": dispatch.struck, "kind": dispatch.kind}
