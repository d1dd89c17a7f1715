"""What a tap does: it edits a draft, locks an answer, moves a motion. One way for every viewer.

A refusal is kept for the viewer concerned and drawn into its page; nothing typed is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.host import Fault, Live, Refused
from umpire.store import DraftConflict, DraftRow, StoreError
from umpire.table.asks import DICE, PUBLIC_PARTIES, Ask, Challenge, Refusal
from umpire.table.table import Table
from umpire.web.viewers import Viewer, host

JSON = Any

OTHER_PHONE = "Another phone of your side has written here meanwhile; this is how it stands now."


def party_of(viewer: Viewer, ask: str) -> str | None:
    """The party an ask of that name is put to now, if this viewer may answer for it."""
    for party, asked in viewer.live.table.asks.items():
        if asked.name == ask and (party in PUBLIC_PARTIES or party == viewer.side):
            return party
    return None


def draft_of(viewer: Viewer, asked: Ask) -> tuple[int, JSON]:
    """The draft of an ask as it stands, and its version; nothing written yet is version 0."""
    row = _row(viewer, asked.name)
    if row is None:
        return 0, asked.draft()
    return row.version, row.body["draft"]


def _row(viewer: Viewer, ask: str) -> DraftRow | None:
    return host().store.draft(viewer.live.code, viewer.draft_key, ask)


def act(viewer: Viewer, form: Mapping[str, str]) -> bool:
    """One tap on what is asked: edit the draft, lock it, or both. Whether it was taken.

    The form names the ask, the version of the draft it was drawn from, the tap (`op`, `arg`), and
    whether to `lock`. The same form posted twice is one tap.
    """
    ask = form.get("ask", "")
    return _done(viewer, ask, lambda: _act(viewer, ask, form))


def refusal_about(viewer: Viewer, about: str) -> Refused | None:
    """This viewer's last refusal, if it concerns that."""
    last = viewer.live.refusals.get(viewer.key)
    return last if last and last.about == about else None


def asked_name(viewer: Viewer) -> str:
    """The name of what this viewer's page asks now: its side's own ask, or one that anybody may answer."""
    table = viewer.live.table
    own = table.ask_of(viewer.side) if viewer.side else None
    public = table.public_ask()
    return own.name if own else public[1].name if public else ""


def refuse(viewer: Viewer, about: str, refusal: Refusal) -> None:
    """Keep a refusal for this viewer's own page."""
    doubted = isinstance(refusal, Challenge)
    viewer.live.refusals[viewer.key] = Refused(about, refusal.text, refusal.rule, doubted, asked_name(viewer))
    viewer.live.touch()


def _act(viewer: Viewer, ask: str, form: Mapping[str, str]) -> None:
    party = party_of(viewer, ask)
    if party is None:
        late = form.get("op") == "type" and not ("lock" in form or "sure" in form)
        if late or _was_locked_by_this(viewer, ask, form):
            return
        raise Refusal("That has been answered already; here is what is asked now.")
    asked = viewer.live.table.asks[party]
    draft = _edited(viewer, asked, form)
    if "lock" in form or "sure" in form:
        reminder = asked.reminder(draft)
        if reminder and "sure" not in form:
            raise Challenge(reminder, asked.rule)
        with viewer.live.changing() as table:
            table.answer(party, ask, asked.value(draft), viewer.hand, sure="sure" in form)


def _was_locked_by_this(viewer: Viewer, ask: str, form: Mapping[str, str]) -> bool:
    """Whether this very form locked that ask before: the phone has only not heard it yet."""
    hand = viewer.hand
    answered = any(e.ask == ask and (e.by, e.seat) == (hand.by, hand.seat) for e in viewer.live.table.entries)
    row = _row(viewer, ask)
    if not answered or not ("lock" in form or "sure" in form):
        return False
    if row is None:
        return form.get("draft") == "0"
    return form.get("draft") in (str(row.version), str(row.version - 1))


def _edited(viewer: Viewer, asked: Ask, form: Mapping[str, str]) -> JSON:
    version, draft = draft_of(viewer, asked)
    op, arg, said = form.get("op", ""), form.get("arg", ""), form.get("draft", "")
    fields = {key: text for key, text in form.items() if key not in ("ask", "draft", "op", "arg", "lock", "sure")}
    tap = [op, arg, fields]
    if said != str(version):
        row = _row(viewer, asked.name)
        if row is not None and said == str(row.version - 1) and row.body["tap"] == tap:
            return draft
        raise Refusal(OTHER_PHONE)
    if not op:
        return draft
    made = asked.edit(draft, op, arg, fields)
    try:
        host().store.save_draft(viewer.live.code, viewer.draft_key, asked.name, version, {"draft": made, "tap": tap})
    except DraftConflict:
        raise Refusal(OTHER_PHONE) from None
    return made


def roll(viewer: Viewer, ask: str) -> bool:
    """Let the app roll what is to be rolled."""
    return _done(viewer, ask, lambda: viewer.live.roll_for_us(viewer.hand, ask))


def withdraw(viewer: Viewer, ask: str) -> bool:
    """Take a lock back while its step is open."""

    def do() -> None:
        with viewer.live.changing() as table:
            table.withdraw(viewer.side, ask, viewer.hand)

    return _done(viewer, ask, do)


def move(viewer: Viewer, form: Mapping[str, str]) -> bool:
    """A word on a motion; the umpire's are ruled in the umpire's name."""
    party = viewer.side or "umpire"
    value = None
    if form.get("fact"):
        value = {"fact": form["fact"], "value": form.get("to", "").strip(), "reason": form.get("text", "").strip()}

    def do() -> None:
        with viewer.live.changing() as table:
            table.move(
                party,
                form.get("motion", ""),
                form.get("say", ""),
                viewer.hand,
                name=form.get("name", ""),
                text=form.get("text", "").strip()[:300],
                value=value,
            )

    return _done(viewer, "motion", do)


def set_right(viewer: Viewer, form: Mapping[str, str]) -> bool:
    """The umpire sets a listed fact right, with a reason."""

    def do() -> None:
        reason = form.get("reason", "").strip()[:300]
        if not reason:
            raise Refusal("Say why, in a few words: it goes on the record.")
        with viewer.live.changing() as table:
            table.set_right(
                form.get("fact", ""), form.get("to", "").strip()[:40], reason, viewer.hand, name=form.get("name", "")
            )

    return _done(viewer, "set", do)


def _done(viewer: Viewer, about: str, do: Callable[[], None]) -> bool:
    with viewer.live.lock:
        try:
            do()
        except Refusal as refusal:
            refuse(viewer, about, refusal)
            return False
        except (Fault, StoreError) as fault:
            refuse(viewer, about, Refusal(str(fault)))
            return False
        viewer.live.refusals.pop(viewer.key, None)
        viewer.live.touch()
        return True


def nudge(live: Live, side: str) -> None:
    """Tell a side's phones that the table waits for it."""
    with live.lock:
        asked = live.table.ask_of(side)
        if asked is not None and side not in live.table.locks:
            live.nudges[side] = asked.name
            live.touch()


def dice_by_app(table: Table) -> bool:
    """Whether the table agreed that the app rolls, unless somebody would rather."""
    return table.header.settings.get("dice") == "app" and DICE in table.asks
