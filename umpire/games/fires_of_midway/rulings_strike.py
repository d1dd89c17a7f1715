"""Rulings on what happens in a strike: ties, choices, weather, CAP, flight, cards, damage."""

from __future__ import annotations

from umpire.games.fires_of_midway.ruling import Ruling, Topic

TIES = Topic(
    "Ties",
    (
        Ruling(
            "An engagement is tied",
            "1. The highest die. 2. More dice that show it. 3. Full fuel beats smoke. 4. Still tied, the CAP wins.",
            "Air Combat, Engagement test die roll",
        ),
        Ruling(
            "A bombing test is tied",
            "The highest die, then more dice that show it; then a full-fuel bomber beats the carrier. A bomber on smoke "
            "loses that tie.",
            "Bombing Phase, Bombing test",
            ours=True,
            setting="bombing_ties",
            by={
                "always": "The highest die, then more dice that show it; then the bomber wins, on full fuel or on smoke, as "
                "the summary has it."
            },
        ),
        Ruling(
            "Do the second-highest dice count?",
            "No. Only the highest number counts, and how many dice show it.",
            "Air Combat, Engagement test die roll",
        ),
        Ruling(
            "Victory points are level",
            "Both sides are desperate: no doctrine binds, nobody steals a card, both draw up to nine. Japan goes first.",
            "Confidence; Strategy Phase",
        ),
        Ruling(
            "Both reach the Intensity",
            "The higher score wins; level, the game is a draw.",
            "End Phase, Victory or withdrawal",
        ),
    ),
)

CHOICES = Topic(
    "Who chooses",
    (
        Ruling(
            "Which carrier a bomber attacks",
            "On full fuel: its own side. On smoke: the side attacked. Full-fuel bombers go first, one at a time.",
            "Bombing Phase, Bomber placement",
        ),
        Ruling(
            "Who meets whom in a dogfight",
            "The group’s side picks the CAP, its order and whom it meets: an escort that has not fought first, then whoever "
            "has not fought, if there is anybody.",
            "Air Combat, Dogfight",
        ),
        Ruling(
            "Who meets whom in a clay pigeon shoot",
            "The carrier’s side moves its CAP in any order, against any bombers; the same one twice, if it likes.",
            "Air Combat, Clay pigeon shoot",
        ),
        Ruling(
            "Which damage die counts",
            "The winner picks one of the dice he rolled; the others do nothing.",
            "Air Combat, Engagement test die roll",
        ),
        Ruling(
            "Which damage track is used",
            "Who won the bombing test draws two tiles and picks one. If the carrier won and the bomber lives, it is she.",
            "Bombing Phase, Damage roll against carriers",
        ),
        Ruling(
            "What a spotted group is met with",
            "Its enemy: one carrier in the target zone sends one fighter up, or two cards are drawn. One choice in all, also "
            "with two carriers there.",
            "Sortie Phase, Spotting roll",
            ours=True,
        ),
        Ruling(
            "Where task forces start",
            "Who has the starting edge places all of them, each in its own side’s starting zones.",
            "Search Phase, Placing the carrier task forces",
            ours=True,
            setting="placing",
            by={"own": "Each side places its own in its starting zones, the one with the starting edge first."},
        ),
        Ruling(
            "Who goes first",
            "The confident side: lays its cards, moves, and says whether it withdraws. Both desperate: Japan.",
            "Strategy Phase; End Phase, Victory or withdrawal",
        ),
    ),
)

WEATHER = Topic(
    "Squalls and clouds",
    (
        Ruling(
            "What a squall does for a carrier",
            "As she enters it: three Fires or Infernos go whole, the Infernos first, and her CAP is on full fuel. Flooding "
            "and Listing stay. Staying there gives nothing more.",
            "Maneuver forces, Squalls",
        ),
        Ruling(
            "What a carrier may do in a squall",
            "She launches no group. She may repair, draw with Save the Ship, and have a CAP.",
            "Carrier actions, Hiding Squall; Admiral Phase, Recover",
        ),
        Ruling("May a group fly through a squall?", "No: not from, through or into one.", "Sortie Phase, Flight plan"),
        Ruling(
            "How clouds count",
            "Each zone with clouds that is entered counts 2, the target’s too; the launch zone never. On the way home they "
            "add nothing.",
            "Sortie Phase, Flight plan; Resolution Phase, Return roll",
        ),
        Ruling("Does weather slow markers down?", "No. It does not touch movement.", "Maneuver forces"),
        Ruling(
            "Where weather is placed",
            "On an empty space without weather and without the island, and on nobody’s starting spaces.",
            "Search Phase, Low clouds or squall",
        ),
    ),
)

CAP = Topic(
    "CAP",
    (
        Ruling(
            "How often a CAP fights",
            "In a dogfight once, in a clay pigeon shoot twice. Which of the two it is, is set at the first engagement.",
            "Air Combat, Position the CAP",
        ),
        Ruling(
            "The escort is shot down",
            "It stays a dogfight: each CAP left fights once.",
            "Air Combat, Position the CAP",
        ),
        Ruling(
            "The last bomber is shot down",
            "No more engagements, no bombing: on to the Resolution Phase.",
            "Air Combat, Next engagement",
            ours=True,
        ),
        Ruling(
            "When CAP lands and when it goes to smoke",
            "In the Resolution Phase. On smoke and it fought: it lands, full side up. On full fuel: it goes to smoke, and "
            "does not land in the same phase. On smoke and it did not fight: it stays.",
            "Resolution Phase, Emergency CAP landings; CAP combat fatigue",
        ),
        Ruling(
            "Full-fuel CAP that did not fight",
            "It goes to smoke if it flies in the target zone; elsewhere nothing happens to it.",
            "Resolution Phase, CAP combat fatigue",
            ours=True,
            setting="fatigue",
            by={"any": "It goes to smoke, wherever it flies."},
        ),
        Ruling(
            "How many fighters a slot takes",
            "A carrier flies one, Midway two.",
            "Search Phase, CAP ready",
        ),
        Ruling(
            "May CAP join a group, or launch points add CAP?",
            "Neither. Groups come off the air wing stack; CAP goes up by the Search, when a group is spotted, and by Recover.",
            "Carrier actions, Launch Group Strike",
        ),
        Ruling(
            "Her carrier sinks",
            "The CAP lands if a friendly carrier is within two zones, and stays in that air wing. If not, it is lost.",
            "End Phase, CAP saved",
        ),
    ),
)

FLIGHT = Topic(
    "Flight and spotting",
    (
        Ruling(
            "How far it is",
            "The zones entered, each with clouds twice; one more if every enemy marker in the target zone is Hidden. As many "
            "tiles are drawn.",
            "Sortie Phase, Flight plan; Find the target",
        ),
        Ruling(
            "Who runs low on fuel",
            "Every aircraft whose fuel rating is the number of gas icons, or less.",
            "Sortie Phase, Find the target",
        ),
        Ruling(
            "When a group is spotted",
            "Japan rolls one die against a US group, the US two against a Japanese one. One die that shows the number of "
            "aircraft cards or more is enough.",
            "Sortie Phase, Spotting roll",
        ),
        Ruling(
            "What a group is made of",
            "At least one bomber or torpedo bomber, and no more cards than launch points.",
            "Carrier actions, Launch Group Strike; Bomber Mission",
        ),
        Ruling(
            "Who comes home",
            "Full-fuel aircraft do. Each on smoke rolls: the number of zones home or less, and it is lost; on a 1 it also sets "
            "a Fire on its carrier.",
            "Resolution Phase, Return roll",
        ),
        Ruling(
            "Fire, Flooding and launching",
            "Fire or Inferno bars Into the Wind alone. Flooding and Listing bar nothing. Battle Stations are never barred.",
            "Carrier actions, Fire on deck; Battle Stations",
        ),
    ),
)

CARDS = Topic(
    "Combat cards and hands",
    (
        Ruling(
            "How many cards may be held",
            "A Reload draws up to 7 for the confident side, 9 for the desperate one, the Bluff counted. Nobody discards down "
            "to it.",
            "Admiral Phase, Reload",
        ),
        Ruling(
            "Draws without a limit",
            "Two by Save the Ship, two when a group is spotted, and those of the Search.",
            "Carrier Turn, Save the Ship; Sortie Phase, Spotting roll",
        ),
        Ruling(
            "“Draw 2” on a card in the Bombing Phase",
            "Up to 7 or 9, as for a Reload; the card on the table is not counted.",
            "Bombing Phase, Carrier and bomber card effects",
            ours=True,
        ),
        Ruling(
            "What a Reticle cancels",
            "All of the other card: dice, ammo, deflection, bombs. Two Reticles cancel both cards. On a Bluff it is wasted.",
            "Air Combat, Cockpit combat card effects",
        ),
        Ruling(
            "What deflection does",
            "It takes dice off a Zero, and off nothing else. One die is always rolled.",
            "Air Combat, Cockpit combat card effects",
        ),
        Ruling(
            "Who may play a card with the fighter icon",
            "Wildcats and Zeros. A bomber may not, in an engagement either.",
            "Air Combat, Cockpit combat cards",
        ),
        Ruling(
            "Cards in the Bombing Phase",
            "A bomber plays bomber cards, a carrier carrier cards; for Midway only the Bluff. Anybody may play the Bluff.",
            "Bombing Phase, Attack",
        ),
        Ruling(
            "The Bluff",
            "It does nothing, comes back to its owner’s hand, and is never discarded.",
            "Setup; Air Combat, Cleanup",
            ours=True,
        ),
    ),
)

DAMAGE = Topic(
    "Bombs and damage",
    (
        Ruling(
            "What counts for bombs, what for torpedoes",
            "Bombs: a fireball is a Fire, a fireball CR an Inferno and a critical. Torpedoes: a water spout is Flooding and a "
            "critical. Nothing else counts.",
            "Bombing Phase, Damage track",
        ),
        Ruling(
            "The carrier wins the bombing test",
            "Her ammo dice are rolled; one is applied. Only a destroyed bomber does not attack: with no ammo, a shield or a "
            "fuel hit the attack goes on.",
            "Bombing Phase, Bombing test",
        ),
        Ruling(
            "No ammo icons",
            "No damage roll is made against the loser.",
            "Air Combat, Engagement test die roll",
        ),
        Ruling(
            "Two Fires on one ship",
            "A Fire that comes to another makes one Inferno, without a critical. A Fire that is left by repairing an Inferno "
            "stays beside another.",
            "Bombing Phase, Combined fires",
            ours=True,
        ),
        Ruling(
            "The counter reaches space 3 or 6",
            "It stops there, fire side up; further criticals are lost. The card is flipped, or the ship sunk, in the End "
            "Phase alone.",
            "Bombing Phase, Structure counter; End Phase, Carrier carnage",
            ours=True,
        ),
        Ruling(
            "May a carrier on 6 still act?",
            "Yes, in her Carrier Turn. Stabilised to 4 she is saved; else she sinks after the explosion test.",
            "Structure counter; End Phase, Carrier sunk",
        ),
        Ruling(
            "Heroic sacrifice",
            "A bomber on smoke rerolls any bomb or torpedo dice and is lost. One in a group; from a damaged Japanese carrier, "
            "all that are on smoke.",
            "Bombing Phase, Heroic sacrifice; Kamikaze",
        ),
    ),
)
