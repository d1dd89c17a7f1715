"""What a table plays by, for its papers: the sections in use, what was agreed, and the house's readings."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.games.agreed import agreed
from umpire.games.midway import kit
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.settings import SETTINGS, TOURNAMENT
from umpire.games.midway.terms import BOARD_WIDTH
from umpire.games.paper import Block
from umpire.table.script import Setting
from umpire.table.words import listed


def edition(plot: MidwayPlot) -> str:
    """The game, the edition it is played by, and how much of its rulebook is in use."""
    sections = [each for each in SETTINGS if each.section == TOURNAMENT]
    used = [each.label for each in sections if plot.settings.get(each.name)]
    game = "Basic game" if not used else "Tournament game"
    if used and len(used) < len(sections):
        game = f"Basic game with {listed(label if label == 'Midway reduction' else label.lower() for label in used)}"
    return f"{kit.edition()['title']}, {game}"


def settings(plot: MidwayPlot) -> Block:
    """Everything that was agreed before play: what is in use or chosen with its rule, all else in brief."""
    return Block(
        "Agreed before play", before=agreed(SETTINGS, plot.settings, _rule) if plot.settings else (), small=True
    )


def _rule(setting: Setting) -> str:
    """Where it stands in the rulebook, in brackets; nothing for a section that is called as the setting is."""
    rule = setting.rule.replace("Appendix, Miscellaneous", "Misc.").removeprefix(f"{TOURNAMENT}, ".title())
    return "" if rule.lower() == setting.label.lower() else f" ({rule})"


def rulings(plot: MidwayPlot) -> Block:
    """Where the rulebook leaves a choice, what this table plays: a paragraph a subject."""
    made = [" ".join(words) for words in _rulings(plot)] if plot.kit else ()
    return Block("Rulings of the house", before=made, small=True)


def _rulings(plot: MidwayPlot) -> Iterator[list[str]]:
    use = plot.settings.get
    nights = " ".join(plot.kit.get("track/nights", ())) or "none"
    yield [
        "Ships: a diagonal step counts as one zone. They arrive in a shaded zone, then may move; or wait.",
        *(["Once off the board they stay away."] if use("leaving", True) else ()),
        *(() if use("surface") else ["Ships of both sides pass unseen."]),
    ]
    yield [
        "Search: an air call reaches an area if any zone of it is in reach; the answer covers all of it, "
        "and never names, hits, planes or headings. No area twice a turn."
    ]
    yield [
        "Planes: both words are told together; which planes, their owner keeps.",
        f"Zones attacked are told with {'D, T and F' if use('fighters') else 'D and T'}, not bases.",
        "Transfers, of ready planes by day, are told to nobody.",
        *(["Where patrols land, nobody hears."] if use("fighters") else ()),
    ]
    yield [
        f"Battles: a board of {BOARD_WIDTH} by {plot.kit.get('battle-board/depth', '?')}, bows up, port on the left.",
        "A group is one type at one ship from one side of her; fire reaches two rectangles, to the group.",
    ]
    yield [
        "Attacks: all of one is called off. Planes called off, or given no target, fly home and are not ready.",
        *(["Fighters meet after the word to press on, and only where a zone is attacked."] if use("fighters") else ()),
        "Odds without a column: the next lower; below all, ask the owner.",
        "At landing an owner says whose the losses were. Zones of the attacks are told after the last battle.",
    ]
    if use("reduction"):
        yield [
            "Raids on Midway: below the table no effect, above it the last column. Which planes die on the field, "
            "the US keeps. A turn with battleships there costs 1, however many, by night too. At 0 its planes stay down."
        ]
    if use("b17"):
        yield ["B-17s: their zone is told at the exchange, the ships there after the other battles."]
    if use("surface"):
        yield [
            "Surface combat: contact is told once the calls are over, if either side knows of it. They also fight where "
            "the turn’s battles showed the ships. A target without a factor left counts as 1; below the table, no effect."
        ]
    yield [
        "Midway: of Atago, until the island falls, only that Japanese ships are there; the turn she comes is the first "
        "of four. A point for each turn from 0500 June 5, Midway being held."
    ]
    yield [f"Time: {plot.kit.get('track/turns', '?')} turns, all played. Night: {nights}."]
