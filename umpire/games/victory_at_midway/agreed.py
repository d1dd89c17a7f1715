"""What a table plays by, for its papers: the options in use, what was agreed, and the house's readings."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.games.agreed import agreed
from umpire.games.paper import Block
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.settings import OPTIONS, SETTINGS
from umpire.games.victory_at_midway.terms import BONUS_REACH, LATE_DELAY, LATE_GROUP, TURNS
from umpire.table.script import Setting
from umpire.table.words import counted


def edition(plot: VictoryPlot) -> str:
    """The game, the edition it is played by, and how many of its options are in use."""
    options = [each for each in SETTINGS if each.section == OPTIONS]
    used = sum(1 for each in options if plot.settings.get(each.name))
    game = "basic rules" if not used else "all optional rules" if used == len(options) else ""
    game = game or counted(used, "optional rule")
    return f"{kits.edition()['title']}, {game}{', solitaire' if plot.settings.get('solitaire') else ''}"


def settings(plot: VictoryPlot) -> Block:
    """Everything that was agreed before play: what is in use or chosen with its rule, all else in brief."""
    return Block(
        "Agreed before play", before=agreed(SETTINGS, plot.settings, _rule) if plot.settings else (), small=True
    )


def _rule(setting: Setting) -> str:
    """Where it stands in the rulebook, in brackets; nothing for an option that is called as its heading is."""
    return "" if setting.rule.lower() == setting.label.lower() else f" ({setting.rule})"


def rulings(plot: VictoryPlot) -> Block:
    """Where the rulebook leaves a choice, what this table plays: a paragraph a subject."""
    made = [" ".join(words) for words in _rulings(plot)] if plot.kit else ()
    return Block("Rulings of the house", before=made, small=True)


def _rulings(plot: VictoryPlot) -> Iterator[list[str]]:
    use = plot.settings.get
    yield [
        "Ships: coming on in column A is the whole of that turn’s move, at any speed; so is leaving the map, from a hex "
        "at its edge. Giving up a group is told when it is declared; leaving is told to nobody.",
        *(() if use("submarines") else ["Submarines are not set up."]),
    ]
    yield [
        "Search: each side’s air searches must fit what it has, but by what means a hex is searched is not said. "
        f"Japan’s two bonus searches lie within {BONUS_REACH} hexes of one and the same whole carrier.",
    ]
    yield [
        f"The Turn {LATE_GROUP} group: any sight of a US carrier or its aircraft counts, by search, strike or battle; "
        f"{LATE_DELAY} turns later it may come, never before turn {LATE_GROUP}.",
    ]
    yield [
        "Strikes: all of the US, then all of Japan, each in its owner’s order. One strike a side a hex; Midway’s base and "
        "the ships in H6 are two. A strike assigned is flown. All who can fire must.",
        *(["Waves are rolled for out of the enemy’s sight, before he deploys."] if use("finding") else ()),
    ]
    yield [
        "Points: a hit counts when it is scored, on planes that ditch later too. Planes eliminated Ready, or destroyed as "
        "the airfield is shut, score a half a step; ditched and merely trapped ones none. Hits on ships that leave the "
        "map are taken off at the end.",
    ]
    yield [
        "Surface combat: whoever has ships in a hex of which a search of this turn spoke may declare it there.",
        *(
            ["The night’s +1 goes to the fire die of the US, not to the second die on a battleship."]
            if use("night_actions")
            else ()
        ),
    ]
    yield [
        *(["Shells on Marines cost the airfield as bombs do."] if use("bombardment") else ()),
        "A game ends early only when a side has nothing left on the map, submarines aside, and nothing due: Marines and "
        f"planes on the airfield are something. Else {TURNS} turns are played.",
    ]
    if use("solitaire"):
        yield ["Solitaire: the last group comes on turn 14, and SS1 is the submarine the set-up leaves unnamed."]
