"""Games of The Fires of Midway to be kept, one for each way a game goes and ends, by lot from a seed or as told."""

from __future__ import annotations

import random
from typing import Any

from tests.games.fires.lively import FIRES, choice, full_kit, lively, run, table
from tests.games.recording import UMPIRE, Shelf, kinds_told, play_out, sealed, sought, word
from umpire.games.fires_of_midway.asks import ROLL
from umpire.games.fires_of_midway.settings import SETTINGS
from umpire.games.fires_of_midway.ship import JAPAN, US
from umpire.games.fires_of_midway.victory import ENDINGS
from umpire.table.asks import TABLE
from umpire.table.table import Table

JSON = Any


def by_lot(t: Table, seed: int, most: int = 9999) -> Table:
    """Played on with malice, to the end or for so many answers."""
    return lively(t, random.Random(seed), most=most)


def told_in(t: Table) -> set[str]:
    """The kinds of dispatches of a game, how it ended, and who decided that."""
    ended = t.truth.ended or {"how": "", "by": ""}
    return kinds_told(t) | {f"ended {ended['how']}", f"by {ended['by']}"}


def having(kinds: set[str], **settings: JSON) -> Table:
    """The first game by lot, of a copy from which nothing was read, with all of some things in it."""
    return sought(told_in, kinds, lambda seed: by_lot(table(**settings), seed), 200)


def conceded() -> Table:
    t = by_lot(table(), 5, 30)
    word(t, JAPAN, "concede", "moved")
    return t


def ended() -> Table:
    t = by_lot(table(), 6, 20)
    word(t, TABLE, "end", "moved")
    return t


def mended() -> Table:
    """Whoever is at the screen sets a ship right, notes a ruling, rests, takes a tap back and goes back a turn."""
    t = run(table(scenario="coral-sea"), "t2/turn/1")
    value = {"fact": "ships/Shokaku/fire", "value": "1", "reason": "nobody tapped"}
    word(t, TABLE, "correct", "moved", value, "nobody tapped")
    word(t, TABLE, "dispute", "moved", text="May they? They may.")
    word(t, TABLE, "pause", "moved")
    word(t, TABLE, "resume", "moved")
    by_lot(t, 8, 6)
    word(t, TABLE, "back", "moved", {"to": list(t.turns())[-1]})
    word(t, TABLE, "back", "moved", {"to": "t1"})
    return by_lot(t, 9)


def attended(t: Table | None = None) -> Table:
    """An umpire sets two ships right and takes the table back."""
    made = run(t or table(umpire=True), "t2/turn/1")
    made.set_right("ships/Akagi/inferno", "1", "misread", UMPIRE, name=made.mending)
    made.set_right("ships/Hornet/at", "3", "misread", UMPIRE, name=made.mending)
    run(made, "t3/turn/1")
    made.back(made.turns()["t2"], UMPIRE)
    return by_lot(made, 10)


def rolls(asked: Any, rng: random.Random) -> JSON:
    """“Roll for us” wherever it is offered; of fuel, how many gas icons lie there."""
    value = asked.sample(rng)
    if asked.kind == "fuel":
        return {"gas": min(rng.randint(0, 4), 3 * asked.facts["tiles"])}
    if not asked.facts.get("roll"):
        return value
    if asked.kind == "bomb":
        return {**value, "flak": ROLL, "fire": 0, "cr": 0, "spout": 0, "sacrifice": False}
    part = {"engage": "result", "home": "lost"}.get(asked.kind)
    return ROLL if part is None else {**value, part: ROLL, **({"ones": 0} if part == "lost" else {})}


def by_the_app(t: Table, seed: int) -> Table:
    """The app rolls wherever it may; as far as the third turn, or it would be long."""
    rng = random.Random(seed)

    def answer(t: Table, party: str, asked: Any) -> JSON:
        return rolls(asked, rng) if asked.kind in ROLLED else choice(t, party, rng)

    return by_lot(play_out(t, answer, lambda t: t.truth.turn > 2), seed)


ROLLED = ("choose", "count", "engage", "bomb", "home", "fuel")


def otherwise() -> dict[str, JSON]:
    """Every reading otherwise than by default, at Midway."""
    return {each.name: each.choices[-1][0] for each in SETTINGS if each.name != "scenario"}


GAMES = {
    "intensity": lambda: having({"ended intensity", "bombed", "explosion", "graves"}),
    "withdrawn": lambda: having({"ended withdraw", f"by {US}", "engagement", "home"}),
    "no-carrier": lambda: having({"ended no-carrier", "wing-lost"}, scenario="coral-sea"),
    "otherwise": lambda: having({"stacks", "stolen"}, **otherwise()),
    "coral-sea": lambda: having({"fleets", "repaired"}, scenario="coral-sea", dice="real"),
    "another-battle": lambda: having({"maneuver", "recovered"}, scenario="other"),
    "app-dice": lambda: by_the_app(table(scenario="coral-sea"), 1),
    "table-dice": lambda: by_the_app(table(full_kit(), dice="real"), 4),
    "conceded": conceded,
    "ended": ended,
    "mended": mended,
    "gone-back": attended,
    "sealed": lambda: by_lot(sealed(table(), 20), 20),
    "sealed-app-dice": lambda: by_the_app(sealed(table(full_kit()), 21), 21),
    "sealed-mended": lambda: attended(sealed(table(umpire=True), 22)),
    "kept-tiles": lambda: having({"peeked", "drawn", "not-chosen", "reshuffled"}, tiles="app", umpire=True),
    "sealed-letters": lambda: by_lot(sealed(table(letters="hidden"), 23), 23),
}


def ending(t: Table) -> str:
    """Which of the ways to end a game came to."""
    return str(t.truth.ended["how"])


SHELF = Shelf(FIRES, GAMES, ENDINGS, ending, score=lambda t: dict(t.truth.vp))
