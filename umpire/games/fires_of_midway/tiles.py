"""Search or Destroy tiles that the app keeps, where all thirty faces of a copy are in its kit.

Which tile lies where is nobody's to know, and nobody knows it: a tile comes to be the one it is as it is looked at or
drawn, by an unseen draw from all that it could be. Who looks hears it alone, on his side's phones, and may remember.

On the record (``tiles``), for everybody: ``grid`` (by place, the tile that lies there face up, empty for one face down),
``looked`` (the places that are looked at now), ``aside`` (turned up in the search, and out of the stack until it is first
shuffled again), ``out`` (drawn and in use now), ``used`` (discarded face up), ``left`` (how many the stack holds),
``picks`` (the side that is to pick a damage track, empty for none). A side's own: what it has peeked at, by place; the
two it holds for a damage track; those that it did not choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from umpire.games.fires_of_midway.asks import option, titled
from umpire.games.fires_of_midway.asks_tiles import Tile
from umpire.games.fires_of_midway.damage import FIREBALL, FIREBALL_CR, SHIELD, SPOUT
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import SIDES
from umpire.games.fires_of_midway.telling import ask, tell
from umpire.games.fires_of_midway.terms import NAMES
from umpire.table.charts import Cell, Field
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
Kit = Mapping[str, JSON]

SHUFFLE_RULE = "Strategy Phase"
EVERY = tuple(f"tile/{n}" for n in range(1, 31))
"""The keys of the thirty tiles."""
COLUMNS, ROWS = "ABCDEF", "12345"
PLACES = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)
"""The places of the grid, six across and five down (Setup)."""
FLEETS = 3
"""Enemy fleets that end the search: with fewer it would never end."""

ICON, GAS, FACES = "icon", "gas", tuple("123456")
EMPTY, CLOUDS, SQUALL, WAKE, ESCORT, CAP, FLEET = "empty", "clouds", "squall", "wake", "escort", "cap", "fleet"
WORDS: Mapping[str, str] = {
    EMPTY: "Empty ocean",
    CLOUDS: "Low clouds",
    SQUALL: "Squall",
    WAKE: "Wake spotted",
    ESCORT: "Escort spotted",
    CAP: "CAP ready",
    FLEET: "Enemy fleet",
}
"""What a tile may show in the search."""
DRAWS = {WAKE: 1, ESCORT: 2, FLEET: 3}
"""Combat cards that a tile draws; the number on the tile itself counts before these."""
ICONS: Mapping[str, str] = {
    **{EMPTY: WORDS[EMPTY], CLOUDS: WORDS[CLOUDS], SQUALL: WORDS[SQUALL]},
    **{f"{icon}/{n}": f"{WORDS[icon]}, {n}" for icon in (WAKE, ESCORT) for n in (1, 2)},
    **{CAP: WORDS[CAP], FLEET: WORDS[FLEET]},
}
"""The search icons as a tile prints them, a wake and an escort with the number of cards."""
TRACK: Mapping[str, str] = {
    SHIELD: "nothing",
    FIREBALL: "fireball",
    FIREBALL_CR: "fireball CR",
    SPOUT: "water spout",
}
"""What a face of a damage track may show."""
_SHORT = ("–", "ball", "CR", "spout")
"""The same where there is little room: on the page on which thirty tiles are entered."""
_GAS = tuple(str(n) for n in range(5))


def cell(key: str) -> Cell:
    """The cell of a tile's face; raises `KeyError`."""
    if key not in EVERY:
        raise KeyError(key)
    boxes = [Field(ICON, "search icon", 1, 0, tuple(ICONS), keys=tuple(ICONS.values()))]
    boxes.append(Field(GAS, "gas icons", 1, 0, _GAS))
    boxes += [Field(face, f"at {face}", 1, 0, tuple(TRACK), keys=_SHORT) for face in FACES]
    return Cell(key, f"Tile {number(key)}", boxes)


def number(key: str) -> str:
    """A tile as players number them: ``17``."""
    return key.rpartition("/")[2]


def wanting(kit: Kit) -> list[str]:
    """What a copy lacks for its tiles to be kept by the app, a sentence each."""
    missing = [f"Tile {number(key)}: its face is not entered." for key in EVERY if key not in kit]
    fleets = sum(kit[key][ICON] == FLEET for key in EVERY if key in kit)
    if not missing and fleets < FLEETS:
        missing.append(f"Tiles: {fleets} show an enemy fleet, and the search ends with the third.")
    return missing


def icon(kit: Kit, tile: str) -> tuple[str, int]:
    """What a tile shows in the search, and how many combat cards it draws."""
    kind, _, n = str(kit[tile][ICON]).partition("/")
    return kind, int(n) if n else DRAWS.get(kind, 0)


def gas(kit: Kit, tiles: Iterable[str]) -> int:
    """The dark gas icons on tiles together."""
    return sum(int(kit[tile][GAS]) for tile in tiles)


def track(kit: Kit, tile: str) -> dict[str, str]:
    """What a tile's damage track shows at each face of a die."""
    return {face: kit[tile][face] for face in FACES}


def face(kit: Kit, tile: str) -> dict[str, JSON]:
    """A tile as it is shown to whoever sees it: its words in the search, its gas icons, its damage track in words."""
    return {
        "id": tile,
        "number": number(tile),
        "words": ICONS[kit[tile][ICON]],
        "gas": counted(int(kit[tile][GAS]), "gas icon"),
        "track": said(kit, tile),
    }


# On the record.


def kept(plot: FiresPlot) -> bool:
    """Whether the app keeps the tiles at this table."""
    return plot.settings.get("tiles") == "app"


def begin(g: Play) -> None:
    """The grid is laid out, all of it face down."""
    tell(g, "grid", "Setup", tiles=len(EVERY), now={"tiles/grid": dict.fromkeys(PLACES, "")})


def of(plot: FiresPlot) -> Mapping[str, JSON]:
    """The branch of the record."""
    found: Mapping[str, JSON] = plot.tree["tiles"]
    return found


def face_down(plot: FiresPlot) -> list[str]:
    """The places of the grid at which a tile lies face down."""
    return [place for place in PLACES if not of(plot)["grid"][place]]


def turned_up(plot: FiresPlot) -> list[str]:
    """The tiles of the grid that lie face up."""
    return [tile for tile in of(plot)["grid"].values() if tile]


def peeked(plot: FiresPlot) -> dict[str, str]:
    """By place, the tiles at which a side has looked and that lie face down again, as far as this audience has them."""
    return {place: tile for side in SIDES for place, tile in plot.peeked[side].items()}


def in_grid(plot: FiresPlot) -> dict[str, int]:
    """What a tile of the grid may be at which nobody has looked yet, as a cup."""
    known = {*turned_up(plot), *peeked(plot).values()}
    return {tile: 1 for tile in EVERY if tile not in known}


def stack(plot: FiresPlot) -> dict[str, int]:
    """What the draw stack may hold, as a cup; only the truth knows it, since each side has tiles of its own."""
    tiles = of(plot)
    gone = {*tiles["aside"], *tiles["out"], *tiles["used"]}
    gone |= {tile for side in SIDES for tile in (*plot.in_hand[side], *plot.not_chosen[side])}
    return {tile: 1 for tile in EVERY if tile not in gone}


def search_over(g: Play) -> None:
    """The tiles still face down are shuffled: what was peeked at tells nothing any more."""
    up = turned_up(g.truth)
    now = {"tiles/grid": {}, "tiles/looked": [], "tiles/aside": up, "tiles/left": len(EVERY) - len(up)}
    tell(g, "stack", "Search Phase, List of search effects", left=now["tiles/left"], now=now)


def put_by(plot: FiresPlot) -> dict[str, JSON]:
    """What stands otherwise once the tiles in use are on the discards."""
    tiles = of(plot)
    return {"tiles/out": [], "tiles/used": [*tiles["used"], *tiles["out"]]} if tiles["out"] else {}


def drawn(g: Play, name: str, why: str, n: int, rule: str) -> Steps[None]:
    """So many tiles off the stack, before everybody's eyes."""
    while len(of(g.truth)["out"]) < n:
        more = _at_hand(g, n - len(of(g.truth)["out"]))
        fell = yield from g.draw_unseen(f"{name}/{len(of(g.truth)['out'])}", why, lambda: stack(g.truth), more)
        tiles = of(g.truth)
        now = {"tiles/out": [*tiles["out"], *fell], "tiles/left": tiles["left"] - len(fell)}
        tell(g, "drawn", rule, tiles=fell, gas=gas(g.truth.kit, fell), now=now)


def drawn_for(g: Play, name: str, why: str, side: str, n: int, rule: str) -> Steps[None]:
    """So many tiles off the stack for one side to look at alone."""
    while len(g.truth.in_hand[side]) < n:
        more = _at_hand(g, n - len(g.truth.in_hand[side]))
        fell = yield from g.draw_unseen(f"{name}/{len(g.truth.in_hand[side])}", why, lambda: stack(g.truth), more)
        now = {"tiles/left": of(g.truth)["left"] - len(fell), "tiles/picks": side}
        tell(g, "drawn-unseen", rule, side=side, n=len(fell), now=now)
        g.tell(side, "in-hand", rule, side=side, tiles=[*g.plot(side).in_hand[side], *fell])


def _at_hand(g: Play, n: int) -> int:
    """How many of `n` the stack gives; an empty one is shuffled anew first (Strategy Phase: at any point of the game)."""
    if not of(g.truth)["left"]:
        out = len(of(g.truth)["out"]) + sum(len(g.truth.in_hand[side]) for side in SIDES)
        tell(g, "reshuffled", SHUFFLE_RULE, now={"tiles/aside": [], "tiles/used": [], "tiles/left": len(EVERY) - out})
    return min(n, int(of(g.truth)["left"]))


def chosen(g: Play, side: str, tile: str, rule: str) -> None:
    """Of the tiles in its hand a side has chosen one, which lies open; the other goes face down on the discards."""
    left = [each for each in g.truth.in_hand[side] if each != tile]
    tell(g, "tile-chosen", rule, side=side, tile=tile, now={"tiles/out": [tile], "tiles/picks": ""})
    g.tell(side, "not-chosen", rule, side=side, tiles=left)


def track_picked(g: Play, name: str, why: str, side: str, rule: str) -> Steps[None]:
    """A side draws two tiles, and picks the damage track before the dice fall (Damage roll)."""
    yield from drawn_for(g, f"{name}/tiles/{side}", why, side, 2, rule)
    tile = yield from ask(g, lambda: pick_of(g.plot(side), f"{name}/tile", why, side, rule), side)
    chosen(g, side, tile, rule)


def pick_of(plot: FiresPlot, name: str, why: str, side: str, rule: str) -> Tile:
    """Which of the two is the damage track; the side that drew them alone sees them."""
    shown = [face(plot.kit, tile) for tile in plot.in_hand[side]]
    options = [option(each["id"], f"Tile {each['number']}") for each in shown]
    words = "Pick the damage track. Nobody else sees the other tile."
    return Tile(name, titled(why, words, rule, side, options=options, tiles=shown))


def said(kit: Kit, tile: str) -> str:
    """A damage track in one line: ``1 water spout, 2–3 nothing, 4 fireball``."""
    runs: list[tuple[str, str, str]] = []
    for n, each in track(kit, tile).items():
        if runs and runs[-1][2] == each:
            runs[-1] = (runs[-1][0], n, each)
        else:
            runs.append((n, n, each))
    return ", ".join(f"{a if a == b else f'{a}–{b}'} {TRACK[each]}" for a, b, each in runs)


SAYINGS = {
    "grid": lambda f: f"{f['tiles']} tiles lie face down, kept by the app.",
    "looks": lambda f: f"{NAMES[f['side']]} looks at {listed(f['places'])}.",
    "peeked": lambda f: f"You saw {listed(f'{place}: {words}' for place, words in f['shown'])}.",
    "stack": lambda f: f"The tiles still face down are shuffled: {f['left']} in the stack.",
    "drawn": lambda f: f"Drawn: {_numbers(f['tiles'])}; gas icons {f['gas']}.",
    "drawn-unseen": lambda f: f"{NAMES[f['side']]} draws {counted(f['n'], 'tile')} for a damage track.",
    "in-hand": lambda f: f"In your hand: {_numbers(f['tiles'])}.",
    "tile-chosen": lambda f: f"Tile {number(f['tile'])} is the damage track.",
    "not-chosen": lambda f: f"Not chosen: {_numbers(f['tiles'])}.",
    "reshuffled": lambda f: "The stack is empty: all tiles that are not in use are shuffled.",
}


def _numbers(tiles: Sequence[str]) -> str:
    return f"{'tile' if len(tiles) == 1 else 'tiles'} {listed(number(tile) for tile in tiles)}" if tiles else "no tile"
