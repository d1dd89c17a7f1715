"""What the umpire's page shows of a fact found wrong, before anything is done about it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from flask import request

from umpire.table.asks import Refusal
from umpire.table.mending import would_strike
from umpire.table.table import Table
from umpire.table.words import digest, trace
from umpire.table.wrong import Contamination, Place, Wrong
from umpire.web import actions
from umpire.web.looking_up import look_up
from umpire.web.viewers import Viewer, truth_plot

log = logging.getLogger("umpire")

MENDED = ("set-right", "let-stand", "back", "back-why")
ASKED = ("fact", "to", "since", "until")
"""The fields a report is of."""


def shown_of(form: Mapping[str, str]) -> str:
    """Marks the report a form was drawn with: what is done must be done about that one."""
    return digest([form.get(field, "").strip() for field in ASKED])


def _drawn(form: Mapping[str, str], wrong: Wrong) -> str:
    """The same, of the form as it is drawn: with the times that were meant where none were said."""
    until = "" if wrong.until is None else str(wrong.until)
    return shown_of({"fact": wrong.fact, "to": form.get("to", ""), "since": str(wrong.since), "until": until})


def looks(viewer: Viewer, form: Mapping[str, str]) -> bool:
    """Whether a form only asks to be shown what came of it; so it does when another fact is in it than was shown."""
    if form.get("do") in ("look", "ask"):
        return True
    return "shown" in form and form["shown"] != shown_of(form)


def found(viewer: Viewer, form: Mapping[str, str]) -> dict[str, Any]:
    """What the page needs: the facts as they are looked up, and once one is chosen, what came of it and the ways open."""
    table = viewer.live.table
    truth = truth_plot(viewer)
    page: dict[str, Any] = {
        "up": look_up(table.game.doubtful(truth), request.args, form),
        "names": table.game.names,
        "name": table.mending,
        "mended": [(table.game.say(d), d.struck) for d in truth.heard if d.kind in MENDED],
        "report": None,
    }
    if not form.get("fact") or not form.get("to", "").strip():
        return {**page, "refusal": Refusal("Say what it should have been.") if form.get("do") == "look" else None}
    try:
        wrong, report = actions.wrong_of(table, form)
        places = actions.places_of(table, wrong, report)
    except Refusal as refusal:
        return {**page, "refusal": refusal}
    except Exception as fault:
        log.error("table %s: no report of what came of a fact\n%s", viewer.live.code, trace(fault))
        return {**page, "refusal": Refusal("The app tripped over working that out. It may be set right all the same.")}
    return {
        **page,
        **_about(table, wrong, report),
        **_back(table, wrong, report, places, form),
        "shown": _drawn(form, wrong),
    }


def _about(table: Table, wrong: Wrong, report: Contamination) -> dict[str, Any]:
    now = {fact.key: fact.value for fact in table.game.facts(table.truth)}
    return {
        "report": report,
        "wrong": wrong,
        "since": _since(table, wrong.fact),
        "until": [(n, f"the end of {words}") for n, words in _ends(table)],
        "now": now.get(wrong.fact),
        "settable": wrong.fact in now and wrong.until is None and now[wrong.fact] != report.value,
    }


def _since(table: Table, fact: str) -> list[tuple[int, str]]:
    """Since when it may have been wrong: when it was put on the record, the latest first, and turns."""
    put = [(place.n, f"put on the record: {place.words}") for place in table.game.changes(table.standing, fact)]
    turns = [(n + 1, f"the beginning of {table.game.place(table.truth, name)}") for name, n in table.turns().items()]
    return [*put, *reversed(turns)]


def _ends(table: Table) -> list[tuple[int, str]]:
    """The ends of turns, the latest first: where the next begins."""
    turns = [(n, table.game.place(table.truth, name)) for name, n in table.turns().items()]
    return [(after, words) for (_, words), (after, _) in pairwise(turns)][::-1]


def _back(
    table: Table, wrong: Wrong, report: Contamination, places: list[Place], form: Mapping[str, str]
) -> dict[str, Any]:
    """Where the table may go back to, with how much each place would strike; and the one that is asked about."""
    rows = [(place, would_strike(table, place.n)) for place in places]
    before = {came.n - 1 for came in report.told}
    likely = next((place.n for place in places if place.n in before), places[0].n if places else -1)
    page: dict[str, Any] = {"places": rows, "likely": likely, "asking": None, "seen": len(table.entries)}
    if form.get("do") in ("ask", "back"):
        page["asking"] = next((row for row in rows if str(row[0].n) == form.get("place")), None)
    if page["asking"]:
        place = page["asking"][0]
        said = [table.game.say(each.dispatch) for n, each in table.standing if n > place.n]
        page |= {"sets": actions.set_there(wrong, place), "struck": [words for words in said if words]}
    return page
