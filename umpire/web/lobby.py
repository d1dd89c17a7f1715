"""The lobby, on the laptop: tables, new tables, the codes phones join by, files in and out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from umpire import incoming
from umpire.games import BROUGHT, GAMES, TITLES
from umpire.games.who_knows import who_knows
from umpire.in_play import Fault, Live
from umpire.rows import KitRow, SeatRow, TableRow
from umpire.table.asks import Refusal
from umpire.table.ledger import NotALedger
from umpire.table.script import Game, Setting
from umpire.table.table import Mismatch
from umpire.table.words import whole
from umpire.troubles import StoreError
from umpire.web import addresses, kits, qr
from umpire.web import seat as seats
from umpire.web.guard import at_the_laptop, laptop_only
from umpire.web.typed import LONGEST_NAME, tidy
from umpire.web.viewers import host, live_of, on_screen

pages = Blueprint("lobby", __name__)

IMPORT_LIMIT = incoming.LONGEST
"""Bytes an imported ledger may hold, with the form that brings it."""

FRESH = "new"
"""In place of a copy’s id: one of which nothing is filled in yet."""


@pages.get("/")
def home() -> AnyResponse:
    if not at_the_laptop():
        return make_response(render_template("join_code.html"))
    return make_response(_lobby(host().store.lacking))


def _lobby(said: str) -> str:
    """The lobby's page. It names the games and loads few of them, so it is there soon after the program starts."""
    tables = [(row, _scenario(row)) for row in host().store.tables()]
    return render_template("lobby.html", tables=tables, titles=TITLES, url=addresses.base_url(), said=said)


def _scenario(row: TableRow) -> str:
    """Which scenario a table plays, in words; its game is loaded only where there is a choice of them."""
    chosen = row.header["settings"].get("scenario")
    if chosen is None or row.game not in GAMES:
        return ""
    choices = [choice for each in GAMES[row.game].settings if each.name == "scenario" for choice in each.choices]
    return next((label for value, label in choices if value == chosen), "")


@pages.route("/new/<game>", methods=["GET", "POST"])
def new(game: str) -> AnyResponse:
    """A new table: its kit, what is agreed, and whether somebody umpires."""
    laptop_only()
    rules = GAMES.get(game)
    if rules is None:
        return redirect("/", 303)
    said, short = "", None
    settings = rules.agreed
    typed: Mapping[str, str] = request.form or _as_agreed(rules, request.args.get("like", ""))
    fresh = not rules.wanting(kits.SHEETS[game].known(), {})
    if request.method == "POST":
        chosen = {each.name: _choice(each) for each in settings}
        if rules.commanded(chosen):
            chosen["umpire"] = False  # who plays against the app may not sit at the desk that knows its secrets
        names = {side: tidy(request.form.get(f"name-{side}", ""), LONGEST_NAME) for side in rules.sides}
        try:
            code = host().create(game, {**chosen, "names": names}, _copy(rules, chosen))
            return redirect(f"/tables/{code}", 303)
        except (Refusal, StoreError) as refusal:
            said = str(refusal)
            short = _short(rules, chosen)
    copies = [(kit, rules.wanting(kit.cells, {}), _ready(rules, kit)) for kit in host().store.kits(game)]
    body = render_template(
        "new.html",
        game=rules,
        settings=settings,
        kits=copies,
        fresh=FRESH if fresh else "",
        said=said,
        short=short,
        typed=typed,
        wanted=request.args.get("kit", ""),
    )
    return make_response(body, 422 if said else 200)


def _copy(rules: Game, chosen: Mapping[str, object]) -> str:
    """The copy the form names, begun now where it is a new one; raises `Refusal` where that would lack something."""
    wanted = request.form.get("kit", "")
    if wanted != FRESH:
        return wanted
    missing = rules.wanting(kits.SHEETS[rules.key].known(), chosen)
    if missing:
        raise Refusal(f"A new copy is not ready for what is chosen. {missing[0]}")
    return kits.first(rules.key)


def _as_agreed(rules: Game, code: str) -> dict[str, str]:
    """The form as it was filled in for another table of this game; nothing for none."""
    row = host().store.table(code)
    if row is None or row.game != rules.key:
        return {}
    agreed = row.header["settings"]
    made = {f"name-{side}": name for side, name in agreed.get("names", {}).items()}
    for each in rules.agreed:
        values = [value for value, _ in each.choices]
        made |= {each.name: str(values.index(agreed[each.name]))} if agreed.get(each.name) in values else {}
    return made | {"kit": row.kit_id or ""}


def _ready(rules: Game, kit: KitRow) -> list[tuple[str, int]]:
    """What may be agreed on that needs more of a kit: its label, and how many things are still to fill in."""
    needy = [each for each in rules.settings if each.name in BROUGHT[rules.key].kit.NEED_CELLS]
    return [(each.label, len(rules.wanting(kit.cells, {each.name: each.choices[-1][0]}))) for each in needy]


def _short(rules: Game, chosen: Mapping[str, object]) -> tuple[KitRow, int] | None:
    """The kit the form names and how many things it lacks for what is chosen; None for one that lacks nothing."""
    kit = host().store.kit(request.form.get("kit", ""))
    missing = rules.wanting(kit.cells, chosen) if kit and kit.game == rules.key else []
    return (kit, len(missing)) if kit and missing else None


def _choice(setting: Setting) -> object:
    """The choice a form makes, by its place in the list; the default when it makes none."""
    place = whole(request.form.get(setting.name, "0"))
    if place is not None and place < len(setting.choices):
        return setting.choices[place][0]
    return setting.default


@pages.get("/tables/<code>")
def table(code: str) -> str:
    """One table's door: seats, codes shown one at a time, and the way to its screens."""
    laptop_only()
    live = live_of(code)
    store = host().store
    wanted = request.args.get("side", "")
    shown = None
    if wanted in live.seated:
        shown = store.open_code(code, wanted, "join") or store.open_code(code, wanted, "replace")
    url = addresses.join_url(shown.code) if shown else ""
    seated = [seat for seat in store.seats(code) if seat.state != "out"]
    return render_template(
        "table.html",
        live=live,
        code=code,
        game=live.table.game,
        seats=seated,
        unheard=addresses.unheard(seated),
        may_go=_may_go(live, seated),
        all_wait=bool(_all_wait(live)),
        shown=shown,
        side=wanted,
        url=url,
        svg=qr.svg(url) if shown else "",
        choices=addresses.choices(),
        chosen=addresses.chosen(),
        settings=live.table.game.agreed,
    )


@pages.post("/tables/<code>/code")
def code_for(code: str) -> AnyResponse:
    """A code for a side: the first joins it, a later one replaces a phone that is gone.

    Who plays alone has nobody to say yes to that; his later phones simply join too.
    """
    laptop_only()
    live = live_of(code)
    side = request.form.get("side", "")
    if side not in live.seated:
        return redirect(f"/tables/{live.code}", 303)
    taken = any(s.side == side and s.state == "active" for s in host().store.seats(code))
    host().store.issue_code(code, side, "replace" if taken and not _alone(live, side) else "join")
    live.touch()
    return redirect(f"/tables/{live.code}?side={side}", 303)


@pages.post("/tables/<code>/out")
def let_go(code: str) -> AnyResponse:
    """A phone that was not heard from is let go at the laptop, as its side lets it go from its menu."""
    laptop_only()
    live = live_of(code)
    seated = [seat for seat in host().store.seats(code) if seat.state != "out"]
    for seat in _may_go(live, seated):
        if seat.id == request.form.get("seat"):
            seats.sign_out(live, seat, "A phone of {} that was not heard from was let go at the laptop.")
    return redirect(f"/tables/{live.code}", 303)


def _alone(live: Live, side: str) -> bool:
    """Whether a side is the only one that people play."""
    return set(live.table.game.sides) - set(live.commanded) == {side}


def _may_go(live: Live, seated: Sequence[SeatRow]) -> list[SeatRow]:
    """The phones not heard from whose side has another that was: it goes on, and nobody else can take its seat.

    Of a side that plays alone also those that only do not listen now: a new phone there waited for nobody's yes.
    """
    unheard = addresses.unheard(seated)
    here = {seat.side for seat in seated if seat.state == "active" and seat not in unheard}
    off = [s for s in seated if s.state == "active" and _alone(live, s.side) and not addresses.connected(s.id)]
    on = {seat.side for seat in seated if seat.state == "active" and seat not in off}
    return [seat for seat in seated if (seat in unheard and seat.side in here) or (seat in off and seat.side in on)]


@pages.post("/tables/<code>/seat-all")
def seat_all(code: str) -> AnyResponse:
    """Where nobody umpires and every side has lost its phone, nobody is left to say yes: both do it at the laptop."""
    laptop_only()
    live = live_of(code)
    waiting = _all_wait(live)
    for seat in waiting:
        seats.settle(on_screen(live, acts=True), seat.id, True)
    return redirect(f"/tables/{live.code}", 303)


def _all_wait(live: Live) -> list[SeatRow]:
    """The phones that wait for a yes, if nobody umpires and one of every side does; else none."""
    waiting = [seat for seat in host().store.seats(live.code) if seat.state == "pending"]
    people = set(live.seated) - set(live.commanded)
    return waiting if not live.attended and people == {seat.side for seat in waiting} else []


@pages.post("/address")
def address() -> AnyResponse:
    """Another of the laptop's addresses for the QR codes."""
    laptop_only()
    wanted = request.form.get("ip", "")
    if wanted in [each.ip for each in addresses.choices()]:
        current_app.config["ADDRESS"] = wanted
    code = request.form.get("table", "")
    return redirect(f"/tables/{code}" if host().store.table(code) else "/", 303)


@pages.get("/tables/<code>/export")
def export(code: str) -> AnyResponse:
    """The table as a file. An unattended table must rest or be over: the file holds every secret."""
    laptop_only()
    live = live_of(code)
    with live.lock:
        if words := live.stays:
            return make_response(render_template("plain.html", title="Export", words=words, at=f"/tables/{code}"), 409)
        text = "\n".join(host().taken_out(code)) + "\n"
    answer = Response(text, mimetype="application/x-ndjson")
    answer.headers["Content-Disposition"] = f'attachment; filename="{code}.umpire.jsonl"'
    return answer


@pages.post("/import")
def take_in() -> AnyResponse:
    """A file from another laptop becomes a table here."""
    laptop_only()
    request.max_content_length = IMPORT_LIMIT
    upload = request.files.get("file")
    try:
        text = upload.read().decode("utf-8") if upload else ""
        code = host().take_in(text)
        return redirect(f"/tables/{code}", 303)
    except UnicodeDecodeError:
        said = "That file is not text, so it is no ledger."
    except NotALedger as error:
        said = f"That is not a ledger this version can take: {error}."
    except Mismatch as error:
        said = f"The ledger does not follow the rules of this version ({error}). It was not taken."
    except (Fault, StoreError, Refusal) as error:
        said = str(error)
    return make_response(_lobby(said), 422)


@pages.get("/help/phones")
def phones() -> str:
    """What to do when phones cannot reach the laptop."""
    return render_template(
        "help_phones.html",
        url=addresses.base_url(),
        choices=addresses.choices() if at_the_laptop() else [],
        seen=bool(current_app.extensions.get("seen_phone")),
    )


@pages.get("/games/<game>")
def guide(game: str) -> AnyResponse:
    """What the app does in a game, what stays physical, the rulings chosen, the data it will ask for, who may know what."""
    rules = GAMES.get(game)
    if rules is None:
        return redirect("/", 303)
    return make_response(render_template(f"{game}/guide.html", game=rules, who=who_knows(game)))
