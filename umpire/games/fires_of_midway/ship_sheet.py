"""The ship sheets: every ship with her track, counters and CAP; and where the game stands, to go on by hand."""

from __future__ import annotations

from umpire.games.fires_of_midway.board_picture import gone
from umpire.games.fires_of_midway.forms import SHIP
from umpire.games.fires_of_midway.initiative import DOCTRINES, hand_limit
from umpire.games.fires_of_midway.picture import PHASES
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.printed import rating_key
from umpire.games.fires_of_midway.ship import COUNTERS, DAMAGED_LAST, SIDES, Ship
from umpire.games.fires_of_midway.strike_picture import cap, lots
from umpire.games.fires_of_midway.terms import NAMES
from umpire.games.paper import Block, Boxes, Column, Row
from umpire.table.words import listed

TITLES = {"us": "US ships", "japan": "Japanese ships"}
NOTE = "Spaces 1 to 3 are the full side of the card, 4 to 6 the damaged one; marked up to where the counter stands."


def fleets(plot: FiresPlot) -> list[Block]:
    """A table a side."""
    made = [Block(TITLES[side], SHIP, [row(plot, ship) for ship in plot.ships(side)]) for side in SIDES]
    return [Block("Structure", before=[NOTE]), *made] if plot.ships() else made


def row(plot: FiresPlot, ship: Ship) -> Row:
    """A ship on paper; of one that is out of the game why."""
    rating = plot.kit.get(rating_key(ship), "")
    counters = [getattr(ship, kind) or "" for kind in COUNTERS]
    name = f"{ship.name}{', damaged' if ship.damaged else ''}{'' if ship.seen else ', Hidden'}"
    boxes = Boxes(ship.at, DAMAGED_LAST, sunk=ship.sunk and not ship.island)
    return [
        ship.letter,
        f"{ship.name}, {gone(ship)}" if gone(ship) else name,
        boxes,
        rating,
        *counters,
        ", ".join(ship.caps),
    ]


def standing(plot: FiresPlot) -> list[Block]:
    """Where the game stands: points, graves, confidence, cards, the strike in the air."""
    if plot.ended:
        return [Block("Where the game stands", before=[f"The game is over. {plot.ended['text']}"]), score(plot)]
    clock = plot.tree["clock"]
    turn = f"Turn {plot.turn}, " if plot.turn else ""
    said = [f"{turn}{PHASES[plot.phase]}{', ' + clock['ship'] if clock['ship'] else ''}."]
    said += [DOCTRINES[plot.doctrine(side)][1] for side in SIDES if plot.doctrine(side)]
    if not plot.turn:
        found = plot.tree["search"]["fleets"]
        said.append(f"Enemy fleet tiles found: {found}.")
    made = [Block("Where the game stands", before=[*said, *strike(plot)]), score(plot)]
    return [*made, cards(plot)] if plot.turn and plot.cards else made


def score(plot: FiresPlot) -> Block:
    """Points, confidence, lost aircraft and hands of both sides."""
    columns = [Column("Side", 4), Column("VP", 3), Column("", 5), Column("Watery Grave", 4), Column("Reload to", 4)]
    rows = [
        [
            *(NAMES[side], plot.vp[side], "confident" if plot.lead == side else "desperate"),
            *(plot.graves[side], hand_limit(side, plot.lead)),
        ]
        for side in SIDES
    ]
    end = [f"The game ends at {plot.intensity} VP."] if plot.intensity else []
    return Block("Points", columns, rows, after=end)


def cards(plot: FiresPlot) -> Block:
    """The action cards in their order, with who has had her turn."""
    order = sorted(plot.cards.items(), key=lambda each: each[1])
    rows = [[n, ship, "had her turn" if ship in plot.acted else ""] for ship, n in order]
    return Block("Action cards", [Column("Card", 3), Column("Carrier", 9), Column("", 8)], rows)


def strike(plot: FiresPlot) -> list[str]:
    """The strike in the air, in a paragraph."""
    if not plot.strike:
        return []
    s = plot.strike
    made = f"In the air: {s['ship']} at {listed(s['targets'])}; {'; '.join(lots(plot.group()))}."
    return [made, f"CAP there: {'; '.join(map(cap, plot.caps()))}."] if plot.caps() else [made]
