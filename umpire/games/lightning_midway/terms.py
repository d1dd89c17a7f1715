"""The rulebook's own nouns."""

from __future__ import annotations

US, JAPAN = "us", "japan"
SIDES = (US, JAPAN)
ENEMY = {US: JAPAN, JAPAN: US}
NAMES = {US: "US", JAPAN: "Japan"}

OBJECTIVES = {
    US: ("Enterprise", "Hornet", "Yorktown", "Midway"),
    JAPAN: ("Akagi", "Kaga", "Soryu", "Hiryu"),
}
"""The Objective Cards of either side: those the rulebook names, and the other carriers of the battle."""
HORNET = "Hornet"
"""The objective whose owner draws a card when she is chosen as a target (Q&A, The ATTACK Action)."""

HAND = 9
"""Cards drawn at the start, and drawn up to by Prepare (Setup 3; Hand Limit)."""
REINFORCEMENTS = 3
"""Force Cards that one Reinforce may bring to the table (Player Turn 2)."""
COMBINED = 3
"""What Combined Attack adds where dive and torpedo bombers attack together (Special Cards)."""

TACTIC, EVENT, LEADER = "Tactic", "Event", "Leader"
TYPES = (TACTIC, EVENT, LEADER)
"""The three types of Action Cards; Special cards have no type and no limit (Card Types)."""

DESTROYED, HELD, STOPPED = "destroyed", "held", "stopped"
OUTCOMES = (DESTROYED, HELD, STOPPED)
"""What comes of an attack: its targets are destroyed, or remain; or No Target ends it before any combat."""
