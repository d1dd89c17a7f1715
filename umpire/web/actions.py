"""What a tap does: it edits a draft, locks an answer, moves a motion. One way for every viewer.

A refusal is kept for the viewer concerned and drawn into its page; nothing typed is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from umpire.in_play import Fault, Live, Refused
from umpire.rows import DraftRow
from umpire.table import ledger
from umpire.table.asks import DICE, PUBLIC_PARTIES, TABLE, Ask, Challenge, Chance, Refusal
from umpire.table.goback import last_tap
from umpire.table.mending import places
from umpire.table.motions import CONCEDE
from umpire.table.plot import UMPIRE
from umpire.table.table import Hand, Table
from umpire.table.words import digest, whole
from umpire.table.wrong import Contamination, Place, Wrong
from umpire.troubles import DraftConflict, StoreError
from umpire.web.addresses import gone
from umpire.web.typed import LONGEST_VALUE, tidy
from umpire.web.viewers import Viewer, host, key_of

JSON = Any

MOST = 999_999
"""More entries than any ledger has."""
LONGEST_WORDS = 300
"""Characters of a question, a ruling, or a reason."""
OTHER_PHONE = "Another phone of your side has written here meanwhile; this is how it stands now."
OTHER_SCREEN = "Somebody has tapped here at another screen meanwhile; this is how it stands now."


def party_of(viewer: Viewer, ask: str) -> str | None:
    """The party an ask of that name is put to now, if this viewer may answer for it; nobody may for the app."""
    own = viewer.side if viewer.side not in viewer.live.commanded else None
    for party, asked in viewer.live.table.asks.items():
        if asked.name == ask and (party in PUBLIC_PARTIES or party == own):
            return party
    return None


def draft_of(viewer: Viewer, asked: Ask) -> tuple[int, JSON]:
    """The draft of an ask as it stands, and its version; nothing written yet is version 0.

    A draft belongs to the ask it was written on. When the table goes back, or a record is set right, an ask
    of the same name may have other ships and planes in it; the draft is taken up as far as it still makes sense.
    """
    row = _row(viewer, asked.name)
    draft = asked.draft() if row is None else row.body["draft"]
    if row is not None and row.body.get("of") != digest(asked.signature()):
        draft = asked.taken_up(draft)
    version = row.version if row else 0
    if asked.own(draft) is None:
        return version, draft
    own = _own(viewer, viewer.key, asked)
    here = own is not None and own.body["of"] == digest(asked.signature())
    kept = own is not None and (here or company(viewer, asked))  # who is alone begins every sheet at its beginning
    return version, asked.before(draft, own.body["own"] if own and kept else None, here=here)


def _own(viewer: Viewer, key: str, asked: Ask) -> DraftRow | None:
    """What a phone at a viewer's table has as its own of asks of that kind."""
    return host().store.draft(viewer.live.code, key, f"own/{asked.kind}")


def company(viewer: Viewer, asked: Ask) -> list[dict[str, JSON]]:
    """The other phones of a side that are there, where some of an ask is each phone's own: name, and what is its own."""
    if not viewer.side or asked.own(asked.draft()) is None:
        return []
    seats = [s for s in host().store.seats(viewer.live.code) if (s.side, s.state) == (viewer.side, "active")]
    away = gone(seats)
    others = [seat for seat in seats if seat not in away and (viewer.seat is None or seat.id != viewer.seat.id)]
    rows = [(seat.name, _own(viewer, key_of(seat), asked)) for seat in others]
    return [{"name": name, "own": row.body["own"] if row else None} for name, row in rows]


def kept(asked: Ask, draft: JSON, tap: JSON) -> JSON:
    """A draft as it is stored: with the tap that made it, and a mark of the ask it was written on."""
    return {"draft": draft, "tap": tap, "of": digest(asked.signature())}


def _row(viewer: Viewer, ask: str) -> DraftRow | None:
    """What has been written for an ask: by this viewer's side, or where the table is asked by anybody at it."""
    store, code = host().store, viewer.live.code
    shared = store.draft(code, TABLE, ask) if viewer.live.table.game.shared else None
    return shared or store.draft(code, viewer.draft_key, ask)


def _draft_key(viewer: Viewer, asked: Ask) -> str:
    """Whose draft of an ask this viewer writes on: that of all where the table is asked."""
    return TABLE if viewer.live.table.asks.get(TABLE) is asked else viewer.draft_key


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
        value = asked.value(draft)
        if isinstance(asked, Chance):
            viewer.live.check_fallen(viewer.hand, asked, value)
        with viewer.live.changing() as table:
            table.answer(party, ask, value, viewer.hand, sure="sure" in form)


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
    tap = [viewer.key, op, arg, fields]
    if said != str(version):
        row = _row(viewer, asked.name)
        if row is not None and said == str(row.version - 1) and row.body["tap"] == tap:
            return draft
        if op not in asked.apart or "lock" in form or "sure" in form:
            raise Refusal(_written_beside(viewer))
        own = _own(viewer, viewer.key, asked)
        if own is not None and own.body["tap"] == [said, *tap]:
            return draft  # the same form once more, after another phone wrote
    if not op:
        return draft
    made = asked.edit(draft, op, arg, fields)
    try:
        body = kept(asked, made, tap)
        host().store.save_draft(viewer.live.code, _draft_key(viewer, asked), asked.name, version, body)
        _keep_own(viewer, asked, made, [said, *tap])
    except DraftConflict:
        raise Refusal(_written_beside(viewer)) from None
    return made


def _written_beside(viewer: Viewer) -> str:
    return OTHER_SCREEN if viewer.live.table.game.shared else OTHER_PHONE


def _keep_own(viewer: Viewer, asked: Ask, draft: JSON, tap: JSON) -> None:
    own = asked.own(draft)
    if own is not None:
        row, body = _own(viewer, viewer.key, asked), {"own": own, "of": digest(asked.signature()), "tap": tap}
        host().store.save_draft(viewer.live.code, viewer.key, f"own/{asked.kind}", row.version if row else 0, body)


def roll(viewer: Viewer, ask: str, *, anew: bool = False) -> bool:
    """Let the app roll what is to be rolled, or take the dice that fell before; `anew` casts those aside."""
    return _done(viewer, ask, lambda: viewer.live.roll_for_us(viewer.hand, ask, anew=anew))


def withdraw(viewer: Viewer, ask: str) -> bool:
    """Take a lock back while its step is open."""

    def do() -> None:
        _by_people(viewer)
        with viewer.live.changing() as table:
            table.withdraw(viewer.side, ask, viewer.hand)

    return _done(viewer, ask, do)


def move(viewer: Viewer, form: Mapping[str, str]) -> bool:
    """A word on a motion; the umpire's are ruled in the umpire's name, those at a shared screen in the table's."""
    party = _mover(viewer, form)
    words = tidy(form.get("text", ""), LONGEST_WORDS)
    value = None
    if form.get("fact"):
        value = {"fact": form["fact"], "value": form.get("to", "").strip()[:LONGEST_VALUE], "reason": words}
    elif form.get("turn"):
        value = {"to": form["turn"]}

    motion, say, name = (form.get(field, "") for field in ("motion", "say", "name"))

    def do() -> None:
        _by_people(viewer)
        with viewer.live.changing() as table:
            question = table.motions.second_question(motion, say)
            if question and "sure" not in form and name == table.motions.name:
                table.motions.check(party, motion, say, words, value)
                raise Challenge(question)
            table.move(party, motion, say, viewer.hand, name=name, text=words, value=value)

    return _done(viewer, "motion", do)


def _mover(viewer: Viewer, form: Mapping[str, str]) -> str:
    """In whose name a word on a motion is said; at a shared screen a side concedes that says so."""
    table = viewer.live.table
    if viewer.side or not table.game.shared or viewer.hand.by != "laptop":
        return viewer.side or UMPIRE
    named = form.get("side", "")
    return named if form.get("motion") == CONCEDE.name and named in table.game.sides else TABLE


def _by_people(viewer: Viewer) -> None:
    """Raises `Refusal` for a side that the app plays: who looks on as it does nothing in its name."""
    if viewer.side in viewer.live.commanded:
        raise Refusal(f"The app plays {viewer.live.table.game.names[viewer.side]}; here you only look on.")


def mend(viewer: Viewer, form: Mapping[str, str]) -> bool:
    """What the umpire does about a fact found wrong: ``stand``, ``back``, or else sets it right from now on."""
    ways = {"stand": _let_stand, "back": _go_back}

    def do() -> None:
        reason = tidy(form.get("reason", ""), LONGEST_WORDS)
        if not reason:
            raise Refusal("Say why, in a few words: it goes on the record.")
        with viewer.live.changing() as table:
            if not _mended(table, form, reason):
                ways.get(form.get("do", ""), _set_right)(table, form, reason, viewer.hand)

    return _done(viewer, "set", do)


def take_back(viewer: Viewer, form: Mapping[str, str]) -> bool:
    """The umpire of a shared table takes the last tap back, by the name of what it answered: a number would tell how much
    is entered unseen. The same form posted twice takes back one."""

    def do() -> None:
        name = form.get("last", "")
        with viewer.live.changing() as table:
            if any(asked.name == name for asked in table.asks.values()):
                return
            last = last_tap(table)
            if last is None or last.ask != name:
                raise Refusal("Play has gone on meanwhile: look again first.")
            table.back(last.n - 1, viewer.hand)

    return _done(viewer, "back", do)


def _mended(table: Table, form: Mapping[str, str], reason: str) -> bool:
    """Whether this very form was taken before: afterwards the table may no longer stand so that it could be."""
    said = (form.get("name", ""), form.get("do", ""), form.get("fact", ""), reason)
    done = [e for e in table.entries if e.do in (ledger.STAND, ledger.BACK) and isinstance(e.value, dict)]
    return said in [(e.ask, e.do, e.value["fact"], e.value["reason"]) for e in done]


def _set_right(table: Table, form: Mapping[str, str], reason: str, hand: Hand) -> None:
    to = form.get("to", "").strip()[:LONGEST_VALUE]
    table.set_right(form.get("fact", ""), to, reason, hand, name=form.get("name", ""))


def _let_stand(table: Table, form: Mapping[str, str], reason: str, hand: Hand) -> None:
    wrong, _ = wrong_of(table, form)
    table.let_stand(wrong, reason, hand, name=form.get("name", ""))


def _go_back(table: Table, form: Mapping[str, str], reason: str, hand: Hand) -> None:
    """Go back, and set the fact right there, unless it is put on the record anew from there."""
    wrong, report = wrong_of(table, form)
    place = place_of(table, wrong, report, form)
    seen = whole(form.get("seen", ""), MOST)
    table.back_from(place.n, wrong, reason, hand, name=form.get("name", ""), seen=-1 if seen is None else seen)
    if set_there(wrong, place):
        table.set_right(wrong.fact, wrong.value, reason, hand, name=table.mending)


def wrong_of(table: Table, form: Mapping[str, str]) -> tuple[Wrong, Contamination]:
    """The wrong fact a form speaks of, and what came of it.

    It was wrong since it was last put on the record, if nothing else is said. Raises `Refusal` when it cannot
    have been so.
    """
    fact = form.get("fact", "")
    since, until = (whole(form.get(name, ""), MOST) for name in ("since", "until"))
    if since is None:
        changes = table.game.changes(table.standing, fact)
        since = changes[0].n if changes else 0
    wrong = Wrong(fact, form.get("to", "").strip()[:LONGEST_VALUE], since, until)
    report = table.report(wrong)
    return replace(wrong, value=report.value), report


def places_of(table: Table, wrong: Wrong, report: Contamination) -> list[Place]:
    """Where the table may go back to for a wrong fact: before it was put, before what was told, and turns since."""
    turns = [Place(n, table.game.place(table.truth, name)) for name, n in table.turns().items()]
    first = max((turn.n for turn in turns if turn.n < wrong.since), default=0)
    made = {place.n: place for place in [*(turn for turn in turns if turn.n >= first), *places(table, report)]}
    return [made[n] for n in sorted(made)]


def place_of(table: Table, wrong: Wrong, report: Contamination, form: Mapping[str, str]) -> Place:
    """The place a form would go back to; raises `Refusal`."""
    n = whole(form.get("place", ""), MOST)
    found = next((place for place in places_of(table, wrong, report) if place.n == n), None)
    if found is None:
        raise Refusal("Choose where the table goes back to.")
    return found


def set_there(wrong: Wrong, place: Place) -> bool:
    """Whether a fact is to be set right where the table goes back to: not if it is entered anew from there on."""
    return not place.of and place.n >= wrong.since - 1


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
