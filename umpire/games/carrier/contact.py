"""The Air Strike Step (6.4, 6.5, 6.6): contact, intelligence, CAP, surprise, and the attack."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.carrier import air_value, charts, forces, strikes, us_attack
from umpire.games.carrier.asks import Choose, Titled, option, titled
from umpire.games.carrier.flight import doing, fewer, in_words
from umpire.games.carrier.plot import STRIKE as A_STRIKE
from umpire.games.carrier.plot import CarrierPlot, fresh, total
from umpire.games.carrier.strike_charts import CAP, DECK, HEADED, HIT, NONE
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import APPROXIMATE, DIE, LOCATED, PERIODS, TYPES, US
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import whole

JSON = Any

WAIT = "wait"
FIRST, LATER = "first", "later"
"""Which column a second attempt reads: that of the first, or that of a segment more (6.4; setting ``second_contact``)."""
LOWEST_DIE, LEAST_VALUE, MOST_VALUE = -2, 4, 20
"""Where the rows and columns of the CAP Strength Table end; below and beyond, the last of them is read."""
SURPRISE_CAP = -3
"""What strategic surprise does to the CAP die (6.6)."""

# The step.


def air_strikes(g: Play) -> Steps[None]:
    """The Air Strike Step of this US segment; at its end all Japanese CAP markers are gone."""
    tried = 0
    while _ready(g.truth):
        tried += 1
        n = yield from g.ask(US, lambda k=tried: _which_ask(g, k))  # type: ignore[misc]
        if n == WAIT:
            break
        if n in _ready(g.truth):
            yield from attempt(g, n)
    cap_off(g)


def _ready(plot: CarrierPlot) -> list[str]:
    """Strikes in the hex of their target that have not tried to contact it (6.4)."""
    return [n for n, s in plot.strikes.items() if not s["down"] and _there(plot, s)]


def _there(plot: CarrierPlot, strike: JSON) -> bool:
    return strike["target"] in plot.forces and plot.forces[strike["target"]]["hex"] == strike["hex"]


def _which_ask(g: Play, k: int) -> Choose:
    ready = _ready(g.truth)
    options = [option(n, f"Strike {n} at {g.truth.strikes[n]['target']}", _outlook(g, n)) for n in ready]
    later = "the game ends here" if g.truth.at("memory/last") else "they may try in a later segment"
    options.append(option(WAIT, "Nobody now", later))
    words = "Strikes that have reached their targets attempt contact one after the other, in your order."
    facts = titled("Contact", words, "6.4", options=options, preset=ready[0], lock="Attempt")
    return Choose(f"{moment(g)}/us/strike/next/{k}", facts)


def _outlook(g: Play, n: str) -> str:
    strike = g.truth.strikes[n]
    side = "" if strike["side"] == LOCATED else ", marker on “?”"
    return f"{in_words(strike['steps'])}; time aloft {strike['time']}{side}"


def cap_off(g: Play) -> None:
    """All Japanese CAP Strength markers go at the end of the step (6.6)."""
    marked = [name for name, f in g.truth.forces.items() if f["cap"] is not None]
    if marked:
        now = {f"forces/{name}/cap": None for name in marked}
        tell(g, "cap-off", "6.6", forces=marked, now=now, mark=[f"CAP marker off {name}" for name in marked])


# Contact.


def attempt(g: Play, n: str) -> Steps[None]:
    """A strike tries once, and once more if it misses and is sent on; then it has done so, whatever came of it."""
    if g.truth.forces[g.truth.strikes[n]["target"]]["leaves"]:
        nothing_there(g, n)
        return
    found = yield from roll_contact(g, n, 1)
    if found:
        yield from made_contact(g, n, f"{moment(g)}/us/strike/{n}")
        return
    parent = f"{moment(g)}/us/strike/{n}"
    steps = yield from g.ask(US, lambda: _second_ask(g, n))
    steps = {kind: min(k, g.truth.strikes[n]["steps"].get(kind, 0)) for kind, k in steps.items()}
    if not total(steps):
        turned_away(g, [n], tries=1)
        return
    again = split(g, n, steps)
    found = yield from roll_contact(g, again, 2, parent)
    now = {f"strikes/{again}/time": g.truth.strikes[again]["time"] + 1}
    time = now[f"strikes/{again}/time"]
    tell(g, "second-attempt", "6.4", n=again, time=time, now=now, mark=[f"Time Aloft {time} on strike {again}"])
    if found:
        yield from made_contact(g, again, f"{parent}/again" if again != n else parent)
    else:
        turned_away(g, [again], tries=2)


def nothing_there(g: Play, n: str) -> None:
    """A strike has come to a force that turned out to be nothing while it was on its way (6.1, 17.2)."""
    target = g.truth.strikes[n]["target"]
    tell(g, "nothing-there", "6.1", n=n, force=target, now=_done(n), do=[f"strike {n} face down"])
    strikes.drop_targets(g, target)


def _done(n: str) -> dict[str, JSON]:
    """A strike has used up its attempts: it lies face down, and its Target marker is off (6.4)."""
    return {f"strikes/{n}/down": True, f"strikes/{n}/target": "", f"strikes/{n}/side": ""}


def turned_away(g: Play, group: list[str], tries: int) -> None:
    """Strikes that found nobody; they must land and be serviced before they fly again (6.4)."""
    for n in group:
        target = g.truth.strikes[n]["target"]
        tell(g, "no-contact", "6.4", n=n, force=target, tries=tries, now=_done(n), do=[f"strike {n} face down"])
        strikes.drop_targets(g, target)


def column(kit: Mapping[str, JSON], time: int, side: str) -> int:
    """The column for so long aloft; one to the right for a Target marker on its "?" side (6.4)."""
    last = int(charts.value(kit, f"contact_cols/{HEADED}")) + 2
    if time > 10:
        return last
    made = int(charts.value(kit, f"contact_cols/{min(time, HEADED)}"))
    return made + (side == APPROXIMATE)


def modifiers(plot: CarrierPlot, n: str) -> list[tuple[str, str]]:
    """What modifies a contact roll, each in words with the key of its printed value."""
    made = [("US Contact modifier", f"contact_mods/{plot.period}")] if plot.period in PERIODS else []
    if plot.forces[plot.strikes[n]["target"]]["down"]:
        made.append(("target inverted", "contact_mods/inverted"))
    return [*made, ("others", "contact_mods/other")]


def _time_read(g: Play, n: str, nth: int) -> int:
    """The time aloft whose column is read."""
    later = nth == 2 and g.truth.settings.get("second_contact", FIRST) == LATER
    return int(g.truth.strikes[n]["time"]) + later


def roll_contact(g: Play, n: str, nth: int, parent: str = "") -> Steps[bool]:
    """One attempt; True for contact. Without rule 25.1 a wrong target is nobody."""
    name = f"{parent or f'{moment(g)}/us/strike/{n}'}/contact/{nth}"
    why = f"Strike {n} looks for {g.truth.strikes[n]['target']}"

    def known() -> list[str]:
        return [*(f"contact_cols/{k}" for k in range(1, HEADED + 1)), *(key for _, key in modifiers(g.truth, n))]

    yield from charts.printed(g, why, known, "6.4")

    def mods() -> list[list[JSON]]:
        pairs = [[words, charts.modifier(g.truth.kit, key)] for words, key in modifiers(g.truth, n)]
        return [pair for pair in pairs if pair[1]]

    def at() -> int:
        return column(g.truth.kit, _time_read(g, n, nth), g.truth.strikes[n]["side"])

    def note() -> str:
        said = "".join(f", {mod:+} {words}" for words, mod in mods()).replace("-", "−")
        return f"column {at()} from the left{said}"

    (die,) = yield from g.roll(name, why, lambda: [Die("Contact", note(), DIE)], "6.4")
    yield from charts.printed(g, why, lambda: [f"contact/{at()}/{die + sum(m for _, m in mods())}"], "6.4")
    modified = die + sum(m for _, m in mods())
    result = charts.value(g.truth.kit, f"contact/{at()}/{modified}")
    facts = {"force": g.truth.strikes[n]["target"], "column": at(), "die": die, "mods": mods(), "modified": modified}
    tell(g, "contact-roll", "6.4", n=n, nth=nth, **facts, result=result)
    return bool(result == HIT)


def split(g: Play, n: str, steps: Mapping[str, int]) -> str:
    """Those who make the second attempt go by themselves; the others have done (6.4). The number they fly under."""
    strike = g.truth.strikes[n]
    stay = fewer(strike["steps"], steps)
    if not stay:
        return n
    (other,) = strikes.free_numbers(g.truth, 1)
    made = {kind: k for kind, k in steps.items() if k}
    both = {key: strike[key] for key in ("from", "hex", "time", "left", "target", "side")}
    now = {f"strikes/{n}/steps": stay, f"strikes/{other}": fresh(A_STRIKE, steps=made, **both), **_done(n)}
    do = [f"strike {other} in {strike['hex']}: {in_words(made)}", f"strike {n} face down"]
    tell(g, "split", "6.4", n=n, other=other, steps=made, stay=stay, now=now, do=do)
    return other


@dataclass(frozen=True)
class Second(Titled):
    """Which steps make a second contact attempt: any number of each of `lots`, none for no attempt. ``{type: n}``."""

    kind = "second"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 0},
    }

    @property
    def most(self) -> dict[str, int]:
        return {lot["id"]: lot["most"] for lot in self.facts["lots"]}

    def check(self, value: JSON) -> None:
        for kind, n in value.items():
            if n > self.most.get(kind, 0):
                raise self.refuse(f"The strike has {self.most.get(kind, 0)} {kind[:10]}, not {n}.")

    def sample(self, rng: random.Random) -> JSON:
        return {kind: rng.randint(0, n) for kind, n in self.most.items()}

    def draft(self) -> JSON:
        return {"n": self.most}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``set`` with ``SBD:2``; ``all`` and ``none``."""
        if op in ("all", "none"):
            return {"n": self.most if op == "all" else dict.fromkeys(self.most, 0)}
        kind, _, n = arg.rpartition(":")
        number = whole(n)
        if op != "set" or kind not in self.most or number is None:
            return super().edit(draft, op, arg, fields)
        return {"n": {**draft["n"], kind: min(number, self.most[kind])}}

    def value(self, draft: JSON) -> JSON:
        return {kind: n for kind, n in draft["n"].items() if n}


def _second_ask(g: Play, n: str) -> Second:
    strike = g.truth.strikes[n]
    lots = [{"id": kind, "words": kind, "most": strike["steps"][kind]} for kind in TYPES if strike["steps"].get(kind)]
    words = (
        f"Whoever tries again is a segment longer aloft ({strike['time'] + 1}) and attacks alone; the rest fly home."
    )
    return Second(
        f"{moment(g)}/us/strike/{n}/contact/2/who",
        titled(f"No contact: does strike {n} try again?", words, "6.4", lots=lots),
    )


# After contact.


def made_contact(g: Play, n: str, name: str) -> Steps[None]:
    """Contact: the force is Located and face down; then intelligence, CAP, surprise, and the fight (6.0)."""
    force = g.truth.strikes[n]["target"]
    now = {f"forces/{force}/detection": LOCATED, f"forces/{force}/down": True, **_done(n)}
    do = [f"strike {n} face down", f"{force} face down"]
    tell(g, "contact", "6.4", n=n, force=force, now=now, do=do, mark=[f"Located marker on {force}"])
    there = yield from forces.contacted(g, force)
    if not there or force not in g.truth.forces:
        tell(g, "found-nothing", "6.1", n=n, force=force)
        strikes.drop_targets(g, force)
        return
    surprised = ""
    if g.truth.is_carrier_force(force):
        yield from japanese_cap(g, force)
        surprised = yield from surprise(g, force, name)
    yield from fight(g, n, force, name, surprised)


def japanese_cap(g: Play, force: str) -> Steps[None]:
    """CAP of a carrier force, once a segment: when the first strike of the segment contacts it (6.6)."""
    if g.truth.forces[force]["cap"] is not None:
        return
    if not air_value.for_cap(g.truth, force):
        tell(g, "japan-cap", "6.6", force=force, value=0, die=0, modified=0, cap=0, now={f"forces/{force}/cap": 0})
        return
    why = f"CAP of {force}"

    def value() -> int:
        return min(max(air_value.for_cap(g.truth, force), LEAST_VALUE), MOST_VALUE)

    def mod() -> int:
        return SURPRISE_CAP if g.truth.tree["flags"]["surprise"] else 0

    def note() -> str:
        return f"air value {air_value.for_cap(g.truth, force)}{', −3 strategic surprise' if mod() else ''}"

    (die,) = yield from g.roll(f"{moment(g)}/us/cap/{force}", why, lambda: [Die("Japanese CAP", note(), DIE)], "6.6")
    yield from charts.printed(g, why, lambda: [cap_key(value(), die + mod())], "6.6")
    cap = int(charts.value(g.truth.kit, cap_key(value(), die + mod())))
    facts: dict[str, JSON] = {
        "value": air_value.for_cap(g.truth, force),
        "die": die,
        "modified": die + mod(),
        "cap": cap,
    }
    mark = [f"CAP marker {cap} on {force}"] if cap else []
    tell(g, "japan-cap", "6.6", force=force, **facts, now={f"forces/{force}/cap": cap}, mark=mark)


def cap_key(value: int, die: int) -> str:
    return f"jp_cap/{value}/{max(die, LOWEST_DIE)}"


def surprise(g: Play, force: str, name: str) -> Steps[str]:
    """Whether this strike surprises a carrier force: empty, ``cap`` or ``deck``; each strike for itself (6.5)."""
    why = f"Is {force} surprised?"

    def strategic() -> bool:
        return bool(g.truth.tree["flags"]["surprise"])

    def mod() -> int:
        return charts.modifier(g.truth.kit, "surprise_mods/strategic") if strategic() else 0

    yield from charts.printed(g, why, lambda: ["surprise_mods/strategic"] if strategic() else [], "6.5")
    note = f"{mod():+} strategic surprise".replace("-", "−") if strategic() else "no modifier"
    (die,) = yield from g.roll(f"{name}/surprise", why, [Die("Surprise", note, DIE)], "6.5")
    yield from charts.printed(g, why, lambda: [f"surprise/{die + mod()}"], "6.5")
    result = charts.value(g.truth.kit, f"surprise/{die + mod()}")
    tell(g, "surprise", "6.5", force=force, die=die, modified=die + mod(), result=result)
    return {NONE: "", CAP: "cap", DECK: "deck"}[str(result)]


def fight(g: Play, n: str, force: str, name: str, surprised: str) -> Steps[None]:
    """The attack of a strike that has contacted its target, to its end; then it has lost what it lost."""
    steps, cap = dict(g.truth.strikes[n]["steps"]), g.truth.forces[force]["cap"] or 0
    made: dict[str, JSON] = {
        "by": US,
        "name": name,
        "strike": n,
        "force": force,
        "steps": steps,
        "cap": cap,
        "surprise": surprised,
    }
    now: dict[str, JSON] = {"attack": made, f"forces/{force}/struck": True}
    tell(g, "strike-attacks", "4.1", **made, now=now)
    yield from us_attack.us_attack(g)
    gone = {kind: k for kind, k in (g.truth.at("attack/lost") or {}).items() if k}
    now = {"attack": None}
    if n in g.truth.strikes:
        strike = g.truth.strikes[n]
        left = fewer(strike["steps"], gone)
        off = [] if left else [f"strikes/{n}"]
        now |= {f"strikes/{n}/steps": left} if left else {}
        do = [f"strike {n} off the map"] if off else []
        tell(g, "strike-over", "4.1", n=n, force=force, lost=gone, left=left, now=now, gone=off, do=do)
    else:
        tell(g, "strike-over", "4.1", n=n, force=force, lost=gone, left={}, now=now)
    strikes.lost_to_japan(g, gone, f"shot down, strike {n}", "22.0")
    strikes.drop_targets(g, force)


# In words.


def _contact_roll(f: Mapping[str, JSON]) -> str:
    mods = "".join(f" {mod:+} ({words})" for words, mod in f["mods"]).replace("-", "−")
    said = f"{f['die']}{mods} = {f['modified']}" if f["mods"] else f"{f['die']}"
    again = "second attempt, " if f["nth"] == 2 else ""
    return f"Strike {f['n']} looks for {f['force']}: {again}column {f['column']}, {said}: {f['result']}."


def _no_contact(f: Mapping[str, JSON]) -> str:
    return f"Strike {f['n']} has not found {f['force']}{' in two attempts' if f['tries'] == 2 else ''}; it flies home."


def _japan_cap(f: Mapping[str, JSON]) -> str:
    if not f["die"]:
        return f"{f['force']} has no air value left: no CAP."
    less = f" −3 = {f['modified']}" if f["modified"] != f["die"] else ""
    return f"CAP of {f['force']}, air value {f['value']}, die {f['die']}{less}: {f['cap'] or 'none'}."


def _surprise(f: Mapping[str, JSON]) -> str:
    how = {NONE: "not surprised", CAP: "surprised, CAP", DECK: "surprised with planes on deck"}[f["result"]]
    more = f" ({f['modified'] - f['die']:+}) = {f['modified']}".replace("-", "−") if f["modified"] != f["die"] else ""
    return f"{f['force']}: die {f['die']}{more}: {how}."


def _over(f: Mapping[str, JSON]) -> str:
    lost = f"loses {in_words(f['lost'])}" if f["lost"] else "loses nobody"
    return f"Strike {f['n']} {lost}; {doing(f['left'], 'flies home', 'fly home') if f['left'] else 'none are left'}."


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {
    "contact-roll": _contact_roll,
    "no-contact": _no_contact,
    "nothing-there": lambda f: (
        f"Strike {f['n']} comes to where {f['force']} should be: nothing is there. It flies home."
    ),
    "found-nothing": lambda f: f"Strike {f['n']} finds that {f['force']} is nothing. It flies home.",
    "second-attempt": lambda f: f"Strike {f['n']} has looked a second time: time aloft {f['time']}.",
    "split": lambda f: (
        f"Of strike {f['n']}, {doing(f['steps'], 'looks again', 'look again')}, as strike {f['other']}; "
        f"{doing(f['stay'], 'flies home', 'fly home')}."
    ),
    "contact": lambda f: f"Strike {f['n']} contacts {f['force']}: Located, and face down.",
    "japan-cap": _japan_cap,
    "surprise": _surprise,
    "cap-off": lambda f: "Japanese CAP markers are taken off.",
    "strike-attacks": lambda f: f"Strike {f['strike']} attacks {f['force']} with {in_words(f['steps'])}.",
    "strike-over": _over,
}
