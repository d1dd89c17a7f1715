"""The Search Phase: tiles turned up in turn, the US first, until the third enemy fleet is found."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway import tiles
from umpire.games.fires_of_midway.asks import Choose, option, titled
from umpire.games.fires_of_midway.asks_tiles import Look, Tile
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import FULL, JAPAN, US, other
from umpire.games.fires_of_midway.telling import ask, at, do, draws, tell
from umpire.games.fires_of_midway.terms import NAMES
from umpire.games.fires_of_midway.tiles import CAP, CLOUDS, DRAWS, ESCORT, FLEET, FLEETS, SQUALL, WAKE
from umpire.games.fires_of_midway.tiles import WORDS as TILES
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any
RULE = "Search Phase, Search grid"
EFFECTS_RULE = "Search Phase, List of search effects"
EDGE_RULE = "Search Phase, Starting edge"
OPEN = (WAKE, ESCORT)
"""Tiles on which a number of combat cards is printed."""
ONLY_FLEETS = "Only enemy fleets are left."


def search(g: Play) -> Steps[None]:
    """Each side in turn looks at two tiles and turns one up; what it does is done before the other looks."""
    at(g, phases.SEARCH)
    if tiles.kept(g.truth) and not tiles.of(g.truth)["grid"]:
        tiles.begin(g)
    while g.truth.tree["search"]["fleets"] < FLEETS:
        if tiles.kept(g.truth):
            yield from look(g)
        else:
            value = yield from ask(g, lambda: looked(g.truth))
            tile, _, name = value.partition("/")
            turned_up(g, tile, DRAWS.get(tile, 0), name)
    if tiles.kept(g.truth):
        tiles.search_over(g)


def looking(plot: FiresPlot) -> str:
    """The side that looks now."""
    return JAPAN if plot.tree["search"]["looks"] % 2 else US


# Tiles that the app keeps: looked at on the phones of the side that looks, turned up before everybody's eyes.


def look(g: Play) -> Steps[None]:
    """One side looks at two tiles, hears alone what they are, and turns one of them up."""
    side = looking(g.truth)
    value = yield from ask(g, lambda: look_of(g.plot(side)), side)
    places = [place for place in tiles.PLACES if place in value]
    tell(g, "looks", RULE, side=side, places=places, now={"tiles/looked": places})
    fell: list[str] = []
    if n := len(_unknown(g.truth)):
        name = f"search/{g.truth.tree['search']['looks'] + 1}/tiles"
        fell = yield from g.draw_unseen(name, "Two tiles", lambda: tiles.in_grid(g.truth), n)
    known = {**tiles.peeked(g.truth), **dict(zip(_unknown(g.truth), fell, strict=True))}
    seen = {place: known[place] for place in tiles.of(g.truth)["looked"]}
    shown = [[place, tiles.ICONS[g.truth.kit[tile][tiles.ICON]]] for place, tile in seen.items()]
    g.tell(side, "peeked", RULE, side=side, places=seen, shown=shown)
    place = yield from ask(g, lambda: turn_up_of(g.plot(looking(g.truth))), side)
    icon, cards = tiles.icon(g.truth.kit, tiles.peeked(g.truth)[place])
    name = (yield from cap_for(g)) if icon == CAP else ""
    turned_up(g, icon, cards, name, place)


def look_of(plot: FiresPlot) -> Look:
    """The grid as a side has it, with what it remembers."""
    side, down = looking(plot), tiles.face_down(plot)
    n, found = plot.tree["search"]["looks"] + 1, plot.tree["search"]["fleets"]
    due = min(2, len(down))
    words = f"Tap {'two' if due == 2 else 'the last'}, look, and turn one up. Enemy fleets found: {found} of {FLEETS}."
    facts = titled("You look at the tiles", words, RULE, side, least=due, most=due, none="Look", lock="Look")
    facts |= {"options": [option(place, place) for place in down], "rows": grid(plot, side)}
    return Look(f"search/{n}/look", facts)


def grid(plot: FiresPlot, side: str = "") -> list[list[dict[str, JSON]]]:
    """The grid row by row: what lies face up, and what a side has seen of the rest."""
    lies, seen = tiles.of(plot)["grid"], plot.peeked[side] if side else {}

    def words(place: str) -> str:
        tile = lies[place] or seen.get(place, "")
        return TILES[tiles.icon(plot.kit, tile)[0]] if tile else ""

    return [
        [{"place": place, "down": not lies[place], "words": words(place)} for place in tiles.PLACES if place[1] == row]
        for row in tiles.ROWS
    ]


def turn_up_of(plot: FiresPlot) -> Tile:
    """Which of the tiles it looked at a side turns up; it alone sees them."""
    side, n = looking(plot), plot.tree["search"]["looks"] + 1
    places = tiles.of(plot)["looked"]
    shown = [tiles.face(plot.kit, plot.peeked[side][place]) for place in places]
    words = "Nobody else sees them. The other one goes back face down; you may remember it."
    options = [option(place, each["words"], place) for place, each in zip(places, shown, strict=True)]
    facts = titled("Which do you turn up?", words, RULE, side, options=options, tiles=shown)
    return Tile(f"search/{n}/turn-up", facts)


def cap_for(g: Play) -> Steps[str]:
    """Whose slot the fighter of “CAP ready” flies from; asked only where there is more than one to choose from."""
    ships = g.truth.ships(looking(g.truth))
    return str(ships[0].name if len(ships) == 1 else (yield from ask(g, lambda: _cap_of(g.truth))))


def _cap_of(plot: FiresPlot) -> Choose:
    side, n = looking(plot), plot.tree["search"]["looks"] + 1
    options = [option(ship.name, ship.name) for ship in plot.ships(side)]
    words = "A fighter of her air wing goes into her CAP slot."
    return Choose(f"search/{n}/cap", titled("CAP ready: of which carrier?", words, EFFECTS_RULE, side, options=options))


def _unknown(plot: FiresPlot) -> list[str]:
    """Of the places looked at, those whose tiles nobody has seen before."""
    return [place for place in tiles.of(plot)["looked"] if place not in tiles.peeked(plot)]


def looked(plot: FiresPlot) -> Choose:
    """What one side turns up, in one tap; CAP ready names the carrier of the fighter."""
    side, found = looking(plot), plot.tree["search"]["fleets"]
    words = f"Two tiles are looked at, one is turned up. Enemy fleets found: {found} of {FLEETS}."
    why, rule = (ONLY_FLEETS, RULE) if only_fleets(plot) else ("", "")
    options = [
        option(tile, name, _note(tile, found), *(("", "") if tile == FLEET else (why, rule)))
        for tile, name in TILES.items()
        if tile != CAP
    ]
    options += [option(f"{CAP}/{ship.name}", ship.name, "", why, rule, TILES[CAP]) for ship in plot.ships(side)]
    n = plot.tree["search"]["looks"] + 1
    return Choose(f"search/{n}", titled(f"{NAMES[side]} looks: what is turned up?", words, RULE, side, options=options))


def only_fleets(plot: FiresPlot) -> bool:
    """Whether as many tiles lie face down as fleets are to be found: the search ends with the third, and so each of
    them is one."""
    search_ = plot.tree["search"]
    return bool(len(tiles.EVERY) - search_["looks"] <= FLEETS - search_["fleets"])


def _note(tile: str, found: int) -> str:
    if tile == FLEET and found == FLEETS - 1:
        return "draw 3, and win the starting edge"
    return f"draw {DRAWS[tile]}" if tile in DRAWS else ""


def turned_up(g: Play, tile: str, cards: int, ship: str = "", place: str = "") -> None:
    """What a tile does that the side looking turns up; `place` where the app keeps the tiles."""
    search_, side = g.truth.tree["search"], looking(g.truth)
    now: dict[str, JSON] = {"search/looks": search_["looks"] + 1, **({"tiles/looked": []} if place else {})}
    lines = []
    if cards:
        now[f"search/drawn/{side}"] = search_["drawn"][side] + cards
        open_ = tile in OPEN and not place
        lines.append(draws(NAMES[side], cards) + (", or as many as the tile says" if open_ else ""))
    if tile in (CLOUDS, SQUALL):
        now[f"weather/{tile}"] = g.truth.tree["weather"][tile] + 1
        lines.append(f"{TILES[tile]} on an empty space of the map: no island, no weather, no starting space")
    if tile == CAP:
        lines.append(_cap_ready(g, ship, now))
    if tile == FLEET:
        now["search/fleets"] = search_["fleets"] + 1
        if now["search/fleets"] == FLEETS:
            now |= {"edge": side, "lead": side, "vp": {side: 2, other(side): 1}}
    if place:
        now[f"tiles/grid/{place}"] = tiles.peeked(g.truth)[place]
    facts = {"side": side, "tile": tile, "ship": ship, "fleets": now.get("search/fleets", 0), "cards": cards}
    tell(g, "tile", EFFECTS_RULE, **facts, place=place, now=now)
    do(g, EFFECTS_RULE, *lines)
    if "edge" in now:
        _edge_won(g, side)


def _edge_won(g: Play, side: str) -> None:
    tell(g, "edge", EDGE_RULE, side=side)
    do(
        g,
        EDGE_RULE,
        f"{NAMES[side]}: VP marker on 2, confident; {NAMES[other(side)]}: on 1, desperate",
        "" if tiles.kept(g.truth) else "Shuffle the tiles still face down: the Search or Destroy draw stack",
    )


def _cap_ready(g: Play, name: str, now: dict[str, JSON]) -> str:
    ship = g.truth.ship(name)
    if len(ship.caps) >= ship.slots:
        return f"{name} has no open CAP slot: no effect"
    now[f"ships/{name}/caps"] = [*ship.caps, FULL]
    return f"A fighter from the air wing of {name} into her CAP slot"


def _tile(f: dict[str, JSON]) -> str:
    found = f": the {('first', 'second', 'third')[f['fleets'] - 1]}" if f["fleets"] else ""
    drawn = f"; {_drawn(f)}" if f["cards"] else ""
    ship = f", {f['ship']}" if f["ship"] else ""
    place = f" at {f['place']}" if f["place"] else ""
    return f"{NAMES[f['side']]} turns up {_called(f['tile'])}{place}{ship}{found}{drawn}."


def _drawn(f: dict[str, JSON]) -> str:
    """How many cards a tile drew, where the app knows: it sees no number on a tile that lies on the table."""
    open_ = f["tile"] in OPEN and not f["place"]
    return "cards drawn as the tile says" if open_ else f"{counted(f['cards'], 'card')} drawn"


SAYINGS = {
    "tile": _tile,
    "edge": lambda f: f"{NAMES[f['side']]} wins the starting edge: 2 VP to 1, and confident.",
}


def _called(tile: str) -> str:
    """A tile within a sentence."""
    name = TILES[tile]
    return name if tile == CAP else name[0].lower() + name[1:]
