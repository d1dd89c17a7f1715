"""Landing, and what it costs those who come late, by night, or to a broken runway (6.2, 18.2, 22.0, 24.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from umpire.games.carrier import charts, damage, strikes
from umpire.games.carrier.asks import Pick, option, titled
from umpire.games.carrier.deck_limits import CALLED, LANDING, OVERHEAD, UNREADY, Move
from umpire.games.carrier.flight import EXTREME, INCREASED, NIGHT, doing, extending, fewer, in_words, lots
from umpire.games.carrier.plot import total
from umpire.games.carrier.strike_charts import COLUMNS
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import DIE, TYPES, US, rounded
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any


def spread(steps: Mapping[str, int], n: int) -> tuple[dict[str, int], list[str], int]:
    """`n` losses as even over types as there are steps: what each loses at least, and of which types so many lose one
    more; none of them when that is settled (6.2)."""
    left = min(n, total(steps))
    each = 0
    while sum(min(have, each + 1) for have in steps.values()) <= left and each < left:
        each += 1
    sure = {kind: min(have, each) for kind, have in steps.items()}
    more = [kind for kind, have in steps.items() if have > each]
    over = left - sum(sure.values())
    if over in (0, len(more)):
        return {kind: least + (over > 0 and kind in more) for kind, least in sure.items()}, [], 0
    return sure, more, over


def fraction_of(printed: JSON, steps: int) -> int:
    """Steps lost of so many, by a fraction as printed, to the nearest whole number, halves up (6.2)."""
    part = Fraction(str(printed))
    return rounded(steps * part.numerator, part.denominator)


def roll_losses(
    g: Play, name: str, who: str, steps: Callable[[], Mapping[str, int]], column: str, rule: str
) -> Steps[dict[str, int]]:
    """Roll a group of steps in one column of the table; what it loses, by type. An empty group rolls nothing."""
    if not total(steps()):
        return {}
    why = f"{who}: {in_words(steps())}"
    note = f"{COLUMNS[column]} column: the fraction of {total(steps())} that is lost"
    (die,) = yield from g.roll(name, why, [Die("Landing", note, DIE)], rule)
    key = f"ext_range/{column}/{die}"
    yield from charts.printed(g, why, lambda: [key], rule)
    n = fraction_of(charts.value(g.truth.kit, key), total(steps()))
    sure, _, over = spread(steps(), n)
    if over:
        picked = yield from g.ask(US, lambda: _which(f"{name}/which", who, spread(steps(), n), rule))
        sure = {kind: least + (kind in picked) for kind, least in sure.items()}
    return {kind: min(least, steps().get(kind, 0)) for kind, least in sure.items() if least}


def _which(name: str, who: str, losses: tuple[dict[str, int], list[str], int], rule: str) -> Pick:
    sure, more, over = losses
    words = f"{doing(sure, 'is', 'are')} lost, and of these types one step more each." if total(sure) else ""
    options = [option(kind, kind) for kind in more]
    return Pick(
        name, titled(f"{who}: which are lost", words, rule, options=options, least=over, most=over, preset=more[:over])
    )


# On a carrier or base.


def land(g: Play, deck: str, moves: Iterable[Move]) -> Steps[None]:
    """Some steps land, and roll for it: those beyond endurance by how far, at a broken runway, by night."""
    landing = _there(g, deck, moves)
    if not landing:
        return
    _put_down(g, deck, landing)
    alive = {column: _steps(landing, column) for column in ("", INCREASED, EXTREME)}
    for column in (INCREASED, EXTREME):
        alive[column] = yield from _rolled(g, deck, column, column, alive[column], "6.2")
    rest = _together(alive.values())
    if g.truth.groups[g.truth.decks[deck]["in"]]["base"] and not damage.operative(g.truth, deck):
        rest = yield from _rolled(g, deck, "runway", INCREASED, rest, "18.2")
    if g.truth.tree["clock"]["night"]:
        yield from _rolled(g, deck, NIGHT, NIGHT, rest, "24.2")


def _there(g: Play, deck: str, moves: Iterable[Move]) -> list[JSON]:
    """What lands, as ``[box, type, steps, time]``, as far as it is still overhead."""
    group = g.truth.groups[g.truth.decks[deck]["in"]]
    made = []
    for move in moves:
        if move["from"] in OVERHEAD and move["to"] == UNREADY:
            there = sum(n for k, n, t in group[move["from"]] if (k, t) == (move["type"], move["time"]))
            made += [[move["from"], move["type"], min(there, move["n"]), move["time"]]] if there else []
    return made


def _put_down(g: Play, deck: str, landing: Sequence[JSON]) -> None:
    name = g.truth.decks[deck]["in"]
    unready = dict(g.truth.decks[deck][UNREADY])
    for _, kind, n, _ in landing:
        unready[kind] = unready.get(kind, 0) + n
    now: dict[str, JSON] = {f"decks/{deck}/{UNREADY}": unready}
    for box in OVERHEAD:
        gone = [[kind, -n, time] for frm, kind, n, time in landing if frm == box]
        if gone:
            now[f"groups/{name}/{box}"] = lots([*g.truth.groups[name][box], *gone])
    mark = [f"{n} {kind} from {CALLED[box]} to {deck}, Unready" for box, kind, n, _ in landing]
    tell(g, "planes-landed", "7.1", deck=deck, steps=[each[1:] for each in landing], now=now, mark=mark)


def _steps(landing: Sequence[JSON], column: str) -> dict[str, int]:
    """Those of the landing steps that roll in a column, by type."""
    made = dict.fromkeys(TYPES, 0)
    for box, kind, n, time in landing:
        if (extending(kind, time) if box == LANDING or time is not None else "") == column:
            made[kind] += n
    return {kind: n for kind, n in made.items() if n}


def _together(groups: Iterable[Mapping[str, int]]) -> dict[str, int]:
    made: dict[str, int] = {}
    for steps in groups:
        for kind, n in steps.items():
            made[kind] = made.get(kind, 0) + n
    return made


def _rolled(g: Play, deck: str, end: str, column: str, steps: Mapping[str, int], rule: str) -> Steps[dict[str, int]]:
    """A group of steps just landed rolls; those left of it."""
    name = f"{moment(g)}/us/decks/{deck}/{end}"
    gone = yield from roll_losses(g, name, f"Landing on {deck}", lambda: steps, column, rule)
    if total(gone):
        unready = fewer(g.truth.decks[deck][UNREADY], gone)
        now = {f"decks/{deck}/{UNREADY}": unready}
        tell(g, "landing-lost", rule, deck=deck, column=COLUMNS[column], lost=gone, of=total(steps), now=now)
        strikes.lost_to_japan(g, gone, f"lost in landing on {deck}", rule)
    return fewer(steps, gone)


# As a one-day game ends.


def end_of_day(g: Play) -> Steps[None]:
    """Each group that is still up rolls for a night landing: strikes, CAP, search tracks, Landing Boxes (7.2, 22.0)."""
    for n in list(g.truth.strikes):
        yield from _strike_lands(g, n)
    for name in list(g.truth.groups):
        for box, called in (("cap", "CAP"), ("track", "Search planes"), ("landing", "Planes waiting to land")):
            yield from _group_lands(g, name, box, called)


def cap_lands(g: Play) -> Steps[None]:
    """CAP that is still up at the end of a day rolls for a night landing (7.2): all of it that a scenario has without the
    rules of victory of the standard game."""
    for name in list(g.truth.groups):
        yield from _group_lands(g, name, "cap", "CAP")


def _strike_lands(g: Play, n: str) -> Steps[None]:
    gone = yield from roll_losses(g, _night(g, f"strike {n}"), f"Strike {n}", lambda: _flying(g, n), NIGHT, "22.0")
    if total(gone):
        strikes.lose(g, n, gone, "night-lost", "22.0", who=f"Strike {n}")
        strikes.lost_to_japan(g, gone, "lost in a night landing", "22.0")


def _night(g: Play, who: str) -> str:
    return f"{moment(g)}/end/night/{who}"


def _flying(g: Play, n: str) -> dict[str, int]:
    return dict(g.truth.strikes[n]["steps"]) if n in g.truth.strikes else {}


def _group_lands(g: Play, name: str, box: str, called: str) -> Steps[None]:
    who, rule = f"{called} of {name}", "7.2" if box == "cap" else "22.0"
    steps = lambda: _up(g, name, box)  # noqa: E731
    gone = yield from roll_losses(g, _night(g, f"{name}/{box}"), who, steps, NIGHT, rule)
    if total(gone):
        now = {f"groups/{name}/{box}": _less(g.truth.groups[name][box], gone)}
        tell(g, "night-lost", rule, who=who, lost=gone, left=fewer(_up(g, name, box), gone), now=now)
        strikes.lost_to_japan(g, gone, "lost in a night landing", rule)


def _up(g: Play, name: str, box: str) -> dict[str, int]:
    """Steps up from a task force or base, by type."""
    held = g.truth.groups[name][box]
    if box == "track":
        return _together(part for each in held.values() for part in (each["available"], each["used"]))
    return _together({kind: n} for kind, n, _ in held)


def _less(held: JSON, gone: Mapping[str, int]) -> JSON:
    """A box, or a whole search track, with steps taken out of it wherever they are."""
    left = dict(gone)
    if isinstance(held, list):
        return lots([kind, n - _take(left, kind, n), time] for kind, n, time in held)
    parts = ("available", "used")
    return {
        key: box | {part: fewer({k: n - _take(left, k, n) for k, n in box[part].items()}, {}) for part in parts}
        for key, box in held.items()
    }


def _take(left: dict[str, int], kind: str, n: int) -> int:
    taken = min(n, left.get(kind, 0))
    left[kind] = left.get(kind, 0) - taken
    return taken


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {
    "planes-landed": lambda f: f"{f['deck']} lands {_in_lots(f['steps'])}.",
    "landing-lost": lambda f: (
        f"Landing on {f['deck']}, {f['column']} column: of {counted(f['of'], 'step')}, lost: {in_words(f['lost'])}."
    ),
    "night-lost": lambda f: f"{f['who']}, night landing: lost, {in_words(f['lost'])}.",
}


def _in_lots(steps: Iterable[JSON]) -> str:
    return ", ".join(f"{n} {kind}{'' if time is None else f' (time aloft {time})'}" for kind, n, time in steps)
