"""What of the record may be set right by whoever is at the table: any number of the board, and what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from umpire.games import boxes, wrongs
from umpire.games.filed import filed
from umpire.games.fires_of_midway import kit as kits
from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway import telling, tiles
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import COUNTERS, DAMAGED_LAST, FIRST, FULL, LABELS, LAST, SIDES, SMOKE, Ship
from umpire.games.fires_of_midway.telling import tell
from umpire.games.fires_of_midway.terms import NAMES
from umpire.games.fires_of_midway.tiles import CLOUDS, SQUALL
from umpire.games.fires_of_midway.words import say
from umpire.games.wrongs import Uses, Ways
from umpire.table.asks import Refusal
from umpire.table.motions import BEFORE, RIGHT
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.script import Fact, Play, Record
from umpire.table.words import whole
from umpire.table.wrong import Contamination, Place, Wrong

JSON = Any
POINTS = "Points and the turn"


@dataclass(frozen=True)
class Form:
    """How a kind of leaf is shown and typed."""

    show: Callable[[JSON], str]
    read: Callable[[str], JSON]
    """Of what was typed; raises `ValueError` for what cannot be."""
    hint: str
    choices: tuple[str, ...] = ()
    """All there is to pick from, in words."""


def _number(low: int, high: int) -> Form:
    def read(text: str) -> int:
        made = whole(text.strip(), high)
        if made is None or made < low:
            raise ValueError(text)
        return made

    return Form(str, read, f"a number from {low} to {high}")


def _words(choices: Mapping[str, JSON]) -> Form:
    def read(text: str) -> JSON:
        typed = text.strip().lower()
        for word, each in choices.items():
            if word.lower() == typed:
                return each
        raise ValueError(text)

    return Form(
        lambda v: next((word for word, each in choices.items() if each == v), ""),
        read,
        " or ".join(choices),
        tuple(choices),
    )


def _caps(slots: int) -> Form:
    def read(text: str) -> list[str]:
        typed = [each.strip().lower() for each in text.split(",")]
        made = [] if typed in (["none"], [""]) else typed
        if len(made) > slots or any(each not in (FULL, SMOKE) for each in made):
            raise ValueError(text)
        return made

    return Form(
        lambda v: ", ".join(v) or "none", read, "full, smoke or none" + (", or two of them" if slots > 1 else "")
    )


WEATHER = {CLOUDS: "Low clouds", SQUALL: "Squalls"}
YES_NO = _words({"no": False, "yes": True})
COUNT, SCORE = _number(0, 20), _number(0, 99)


def leaves(plot: FiresPlot) -> Iterator[tuple[str, str, Form]]:
    """Every leaf that may be set right: its path, what it is called, how it is typed."""
    if not plot.intensity:
        return
    if plot.turn:
        yield "clock/turn", "The turn", _number(1, 99)
    yield "intensity", "Intensity", _number(1, 99)
    for side in SIDES:
        yield f"vp/{side}", f"{NAMES[side]}, VP", SCORE
        yield f"graves/{side}", f"{NAMES[side]}, Watery Grave", SCORE
    yield "lead", "Who is confident", _words({**{NAMES[side]: side for side in SIDES}, "nobody": ""})
    if plot.turn and any(ship.island for ship in plot.ships()):
        yield "flown", "A Japanese group has attacked the island", YES_NO
    for kind, called in WEATHER.items():
        yield f"weather/{kind}", f"{called} on the map", _number(0, 9)
    for ship in plot.ships():
        at = f"ships/{ship.name}"
        yield f"{at}/at", f"{ship.name}, structure counter", _number(FIRST, DAMAGED_LAST)
        yield f"{at}/damaged", f"{ship.name}, damaged side up", YES_NO
        for counter in COUNTERS:
            yield f"{at}/{counter}", f"{ship.name}, {LABELS[counter]}", COUNT
        yield f"{at}/caps", f"{ship.name}, CAP", _caps(ship.slots)
        if not ship.island:
            yield f"{at}/spotted", f"{ship.name}, Spotted", YES_NO
            yield f"{at}/squall", f"{ship.name}, in a squall", YES_NO
        yield f"{at}/sunk", f"{ship.name}, {'knocked out' if ship.island else 'sunk'}", YES_NO


# For the core.


def facts(plot: FiresPlot) -> list[Fact]:
    """What may be set right, as an audience has it; printed values last."""
    made = [
        Fact(path, called, form.show(plot.at(path)), form.hint, "", _about(path), form.choices)
        for path, called, form in leaves(plot)
    ]
    return made + [fact for chart, some in _printed(plot).items() for fact in filed(CHARTS[chart], some)]


CHARTS = {
    "fuel": "Fuel ratings",
    "rating": "Structure ratings",
    "track": "Damage tracks",
    "plane": "Aircraft cards",
    "guns": "Carriers’ dice",
    "card": "Action cards",
    "tile": "Search or Destroy tiles",
}
"""What is printed, by the first word of its key."""


def _printed(plot: FiresPlot) -> dict[str, list[Fact]]:
    """Printed values by their chart; the faces of the tiles where the app keeps them."""
    made: dict[str, list[Fact]] = {chart: [] for chart in CHARTS if chart != "tile" or tiles.kept(plot)}
    for key in sorted(plot.kit):
        chart = key.partition("/")[0]
        if chart in made:
            made[chart] += boxes.facts(kits.cell(key, plot.kit), plot.kit[key])
    return {chart: some for chart, some in made.items() if some}


def _about(path: str) -> tuple[str, ...]:
    root, _, rest = path.partition("/")
    return ("Ships", rest.partition("/")[0]) if root == "ships" else (POINTS,)


def read(plot: FiresPlot, fact: str, value: JSON) -> JSON:
    """The value a fact would have, of what was typed; raises `Refusal`."""
    if boxes.has(plot.kit, fact):
        key, box = boxes.at(plot.kit, fact)
        made = boxes.read(kits.cell(key, plot.kit), box, value)
        _ends(plot, fact, made)
        return made
    for path, called, form in leaves(plot):
        if path != fact:
            continue
        if not isinstance(value, str):
            value = form.show(value)
        try:
            made = form.read(value)
        except ValueError:
            raise Refusal(f"{called}: “{str(value)[:30]}” will not do. Write {form.hint}.") from None
        _sound(plot, fact, made)
        return made
    raise Refusal("That is not on the record.")


def _ends(plot: FiresPlot, fact: str, made: JSON) -> None:
    """Raises `Refusal` for a tile without which too few show a fleet: a search among them would never end."""
    key, cell = boxes.set_right(plot.kit, fact, made)
    key = key.removeprefix(boxes.KIT)
    if key in tiles.EVERY and plot.phase == phases.SEARCH and (few := tiles.wanting({**plot.kit, key: cell})):
        raise Refusal(few[0], "Search Phase")


FIGHTING = (phases.TURNS, phases.STRIKE, phases.RESOLUTION, phases.ADMIRAL)


def _sound(plot: FiresPlot, fact: str, value: JSON) -> None:
    """A structure counter stands on the side of the card that is up; no ship leaves the game in the middle of a turn."""
    root, _, rest = fact.partition("/")
    name, _, part = rest.partition("/")
    if fact == "lead" and plot.phase == phases.STRATEGY:
        raise Refusal("Cards are being dealt and markers moved: set that right with the first Carrier Turn.")
    if root != "ships":
        return
    ship = plot.ship(name)
    if part == "at" and (value > 3) != ship.damaged:
        side = "damaged" if ship.damaged else "full"
        raise Refusal(
            f"{name} lies on its {side} side: the counter stands on {'4 to 6' if ship.damaged else '1 to 3'}."
        )
    if plot.phase == phases.STRATEGY and plot.cards and changed(ship, part, value).acts != ship.acts:
        raise Refusal(f"Action cards are laid for the carriers now in play: set {name} right in the End Phase.")
    if plot.phase in FIGHTING and ship.acts and not changed(ship, part, value).acts:
        raise Refusal(f"{name} would leave the game, and that is done in the End Phase: set it right there.")
    if part == "caps" and name in plot.strike.get("targets", ()):
        raise Refusal("A strike is over her: say so once it is home.")


def changed(ship: Ship, part: str, value: JSON) -> Ship:
    """A ship with a leaf of hers set right; with her card her counter goes to the other side of the track."""
    if part == "damaged" and value != ship.damaged:
        return ship.but(damaged=value, at=ship.at + LAST if value else ship.at - LAST)
    return ship.but(**{part: tuple(value) if part == "caps" else value})


def correct(g: Play, fact: str, value: JSON, reason: str) -> None:
    """Set a fact right for everybody; raises `Refusal` before anything is told."""
    made = read(g.truth, fact, value)
    labels = {each.key: each.label for each in facts(g.truth)}
    if fact.startswith("kit/"):
        told, cell = boxes.set_right(g.truth.kit, fact, made)
        key, box = boxes.at(g.truth.kit, fact)
        text = f"{labels[fact]}: {boxes.said(kits.cell(key, g.truth.kit), box, made)}"
        tell(g, "set-right", fact=told, value=cell, text=text, reason=reason)
        return
    shown_ = next(form.show(made) for path, _, form in leaves(g.truth) if path == fact)
    now: dict[str, JSON] = {fact: made}
    if fact.startswith("ships/"):
        _, name, part = fact.split("/")
        now |= telling.leaves(g.truth.ship(name), changed(g.truth.ship(name), part, made))
    tell(g, "set-right", fact=fact, value=made, text=f"{labels[fact]}: {shown_}", reason=reason, now=now)


# What came of it.

_CALLED = {
    **{"cards": "action cards", "steal": "a card stolen", "maneuver": "maneuver", "turn": "a Carrier Turn"},
    **{"repair": "repairs", "launch": "the group", "fuel": "fuel", "spotting": "spotting", "engage": "an engagement"},
    **{"bomb": "a bombing", "home": "the way home", "admiral": "an admiral’s action", "recover": "Recover"},
    **{"matches": "the board", "explosion": "an explosion test", "sinks": "a sinking", "withdraw": "withdrawal"},
    RIGHT: "a correction",
    **{"located": "who was found", "hits": "a damage roll", "tile": "a damage track"},
    **{"search": "the search", "placed": "task forces placed", "fleets": "the fleets", "stacks": "task forces"},
}


def begun(plot: FiresPlot, position: str) -> str:
    """What began at a stored position: ``Turn 3``; what was answered, for a place just before an answer."""
    if position == "search":
        return "The search"
    if not position.startswith(BEFORE):
        return f"Turn {position.removeprefix('t')}"
    parts = position.removeprefix(BEFORE).split("/")
    what = next((_CALLED[part] for part in reversed(parts) if part in _CALLED), "a step")
    turn = f", turn {parts[0][1:]}" if parts[0][1:].isdecimal() else ""
    ship = f", {parts[1]}" if len(parts) > 1 and parts[1] in plot.tree["ships"] else ""
    return f"Just before the last answer ({what}{turn}{ship})"


def step(plot: FiresPlot) -> str:
    """When something was told: ``Turn 3, Akagi``."""
    if not plot.turn:
        return "Search" if plot.phase == phases.SEARCH else "Set-up"
    ship = plot.tree["clock"]["ship"]
    return f"Turn {plot.turn}{f', {ship}' if ship else ''}"


def puts(said: Dispatch, fact: str) -> bool:
    """Whether a dispatch put a leaf on the record, itself or with the branch it hangs on."""
    if fact.startswith("kit/"):
        return boxes.puts(said, fact)
    return any(fact == path or fact.startswith(f"{path}/") for path in said.facts.get("now", {}))


class Since(Uses):
    """What was told of the same ship while a leaf of it was wrong."""

    def on_record(self) -> bool:
        return any(each.key == self.wrong.fact for each in facts(self.was))

    def uses(self, said: Dispatch) -> bool:
        about = self.wrong.fact.split("/")[1] if "/" in self.wrong.fact else ""
        named = [value for key, value in said.facts.items() if key not in ("now", "do")]
        return about in named or any(isinstance(value, list) and about in value for value in named)


WAYS = Ways(lambda: FiresPlot(UMPIRE), NAMES, step, puts, say)


def changes(told: Record, fact: str) -> list[Place]:
    """After which entries a leaf was put on the record, the latest first."""
    return wrongs.changes(WAYS, told, fact, lambda plot: shown(plot, fact))


def shown(plot: FiresPlot, fact: str) -> str:
    """A leaf as it stands, in words."""
    return next((str(each.value) for each in facts(plot) if each.key == fact), "")


def contamination(told: Record, wrong: Wrong) -> Contamination:
    """What was told of the same thing since a leaf of it was wrong. Raises `Refusal`."""
    return Since(WAYS, wrong, read).along(told)
