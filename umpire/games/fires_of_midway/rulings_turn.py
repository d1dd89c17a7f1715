"""Rulings on the rest of a turn: repairs and admirals, doctrines, the island, strategy, the End Phase."""

from __future__ import annotations

from umpire.games.fires_of_midway.ruling import Ruling, Topic

REPAIRS = Topic(
    "Repairs",
    (
        Ruling(
            "What repair points buy",
            "Inferno to Fire 2, Fire off 1, Flooding to Listing 3, Listing off 2, an aircraft back from the Watery Grave 3, "
            "stabilise 5. Points left over are lost.",
            "Carrier Turn, Cost to repair damage",
        ),
        Ruling(
            "Where stabilising puts the counter",
            "From 2 or 3 to 1, from 5 or 6 to 4. Never to the other side of the card; on 1 or 4 there is nothing to buy.",
            "Carrier Turn, Cost to repair damage",
            ours=True,
            setting="stabilising",
            by={"step": "One space back, never from 4 to 3."},
        ),
        Ruling(
            "What a Restore does",
            "Three repair points, on one ship or split among several. They are too few to stabilise.",
            "Admiral Phase, Restore",
        ),
        Ruling(
            "What a Recover does",
            "Any CAP lands, full side up; then one fighter may go up, also in a squall.",
            "Admiral Phase, Recover",
        ),
        Ruling(
            "When the Admiral Phase comes",
            "After each Carrier Turn that launched a group. The confident side acts first, with a tie Japan.",
            "Admiral Phase",
            ours=True,
            setting="admirals",
            by={
                "every": "After every Carrier Turn. The confident side acts first, with a tie Japan.",
                "once": "Once a turn, after the last Carrier Turn. The confident side acts first, with a tie Japan.",
            },
        ),
    ),
)

DOCTRINE = Topic(
    "Doctrines",
    (
        Ruling(
            "Whom a doctrine binds", "The confident side’s own admiral’s binds it. Nobody else is bound.", "Confidence"
        ),
        Ruling("Nagumo", "He does not steal the “1”. Any other card he may.", "Steal Action cards, Timing Doctrine"),
        Ruling("Takagi", "No Save the Ship.", "Carrier actions, aggressive doctrine"),
        Ruling(
            "Halsey",
            "Every US carrier moves closer to the nearest enemy, if a legal space is closer.",
            "Maneuver forces, Bull’s Doctrine",
        ),
        Ruling(
            "Fletcher",
            "The first bomber of a group is a torpedo bomber, if that carrier’s air wing has one.",
            "Into the Wind, Torpedo Doctrine",
        ),
    ),
)

MIDWAY = Topic(
    "Midway Island",
    (
        Ruling(
            "The first Japanese group",
            "It attacks the island. Without a path there it flies elsewhere, and the next group has that duty.",
            "Sortie Phase, Visible island",
            ours=True,
        ),
        Ruling(
            "Torpedo bombers against Midway",
            "They may fly along, and have no Bombing Phase there.",
            "Bombing Phase, Midway",
            ours=True,
        ),
        Ruling(
            "US cards over Midway",
            "Only the Bluff in the Bombing Phase. In engagements any cockpit card.",
            "Bombing Phase, Attack",
        ),
        Ruling(
            "Midway’s damage",
            "As a carrier’s: 1 VP when it is flipped, 2 when it is knocked out at space 6. It stays on the map, and acts no more.",
            "Bombing Phase, Midway",
            ours=True,
        ),
        Ruling(
            "Aircraft of a knocked-out Midway",
            "Its CAP lands or tires as any other once the strike is over. Its air wing stays with it, and is not lost.",
            "Bombing Phase, Midway",
            ours=True,
        ),
        Ruling(
            "Is Midway ever Hidden?",
            "Never; it never moves, nobody enters its zone, and no hunt penalty applies.",
            "Components; Maneuver forces",
        ),
        Ruling("Does Midway get an action card?", "Yes: it counts as a carrier in play.", "Deal Action cards"),
    ),
)

STRATEGY = Topic(
    "Search and strategy",
    (
        Ruling(
            "How a side searches",
            "It looks at two tiles, turns one up and puts the other back. The US first; what turned up is done before the next "
            "look. The third enemy fleet ends it.",
            "Search Phase, Search grid",
        ),
        Ruling(
            "Cards from the Search",
            "A wake or an escort as many as the tile says, 1 or 2; an enemy fleet 3, the third one too.",
            "Search Phase, List of search effects",
        ),
        Ruling(
            "The starting edge",
            "Who turns up the third enemy fleet goes to 2 VP and is confident; the other stays on 1.",
            "Search Phase, Starting edge",
        ),
        Ruling(
            "How many action cards there are",
            "1 up to the number of carriers in play, counted anew each turn; each carrier gets one, Hidden or not.",
            "Deal Action cards",
            ours=True,
        ),
        Ruling(
            "Stealing a card",
            "The confident side may swap one of its cards for one of the other’s, once a turn.",
            "Steal Action cards",
        ),
        Ruling(
            "When a marker is Hidden",
            "Who moves is Hidden, attacked before or not. Who stays is as before. A group that arrives turns the target zone "
            "to Spotted.",
            "Maneuver forces; Sortie Phase, Locate the enemy fleet",
        ),
        Ruling(
            "How markers move",
            "One zone, or not at all. Two markers to a zone, never into the enemy’s or the island’s.",
            "Maneuver forces",
        ),
    ),
)

ENDING = Topic(
    "End Phase and victory",
    (
        Ruling(
            "Who is crippled",
            "A carrier on 3, full side up: before the explosion test, and again after it. Flipped, to 4, 1 VP; counters and CAP "
            "stay.",
            "End Phase, Carrier carnage; Carrier crippled",
        ),
        Ruling(
            "How many explosion dice",
            "Flooding 3, Inferno 2, Fire 1, Listing 1. Each that shows the structure rating of the side that is up, or more, "
            "is a critical.",
            "End Phase, Explosion test",
        ),
        Ruling(
            "Explosion dice rolled again",
            "The US rolls any of a carrier’s dice again, once in her test; the second result stands. Japan never does.",
            "End Phase, Reroll dice for the US player",
            ours=True,
            setting="reroll",
            by={"one": "The US rolls one of a carrier’s dice again; the second result stands. Japan never does."},
        ),
        Ruling(
            "For whom the US rolls again",
            "For a carrier on her damaged side.",
            "End Phase, Reroll dice for the US player",
            ours=True,
            setting="reroll_whose",
            by={"every": "For every US carrier."},
        ),
        Ruling(
            "Can she be crippled and sunk in one End Phase?",
            "Yes, if she is flipped by carnage and then tested. In one test nobody goes from the full side to the bottom.",
            "End Phase, Carrier carnage; Carrier sunk",
        ),
        Ruling(
            "What a sinking takes along",
            "2 VP to the enemy, and her air wing stack to the Watery Grave; it counts in this End Phase.",
            "End Phase, Carrier sunk; Loss of air wing",
        ),
        Ruling(
            "What lost aircraft are worth",
            "Every 5 Japanese or 7 US aircraft are a VP for the enemy and leave the game; the rest stay in the grave.",
            "End Phase, Loss of air wing",
        ),
        Ruling(
            "When confidence changes",
            "Only as the End Phase comes to victory or withdrawal, whatever was scored before.",
            "End Phase, Victory or withdrawal",
        ),
        Ruling(
            "What withdrawing costs",
            "The confident side 3 VP, a desperate one nothing; then the higher score wins.",
            "End Phase, Victory or withdrawal",
            ours=True,
        ),
        Ruling(
            "A side without a carrier",
            "It withdraws at the End Phase, and loses no VP by that.",
            "End Phase, Victory or withdrawal",
            ours=True,
            setting="no_carrier",
            by={"stays": "It may fight on."},
        ),
    ),
)
