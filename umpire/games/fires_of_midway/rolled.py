"""“Roll for us”: one step of a strike by the app's dice, instead of an outcome that is told.

Each of these is called where a step was answered with `asks.ROLL`; it asks for what counters print (once, and keeps it)
and for the icons of the cards turned up, rolls, says who won by which step, and returns what would have been told:

- `engagement_rolled(g, name, group_side, plane, cap)` one of `asks_strike.ENGAGED`;
- `bombing_rolled(g, name, group_side, plane, ship, sacrifice)` the answer of a `Bomb` but for its lot and target;
- `return_rolled(g, name, side, smoke, zones)` how many are lost, and how many of those showed a 1;
- `explosion_rolled(g, name, ship)` a ship's criticals, after what the US rolls again.

`name` begins the names of the asks (``t2/Akagi/engage/1``). The game answers dice by itself here (`Game.unprompted`).
Besides the core's own, one dispatch is told: ``tested`` (see `SAYINGS`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.fires_of_midway import tiles
from umpire.games.fires_of_midway.asks import Choose, Pick, option, titled
from umpire.games.fires_of_midway.asks_rolled import DEFLECTION, RETICLE, Faces, Icons
from umpire.games.fires_of_midway.contests import (
    DEFENDER,
    DESTROYED,
    FUEL_HIT,
    FULL_ONLY,
    GROUP,
    STEPS,
    Card,
    Verdict,
    ammo_dice,
    bombing,
    combat_dice,
    engagement,
    turned_up,
    weapon,
    weapon_dice,
)
from umpire.games.fires_of_midway.damage import FIREBALL, FIREBALL_CR, SHIELD, SPOUT, scored
from umpire.games.fires_of_midway.ending import (
    DAMAGED_ONLY,
    ONE_DIE,
    REROLL_RULE,
    criticals,
    explosion_dice,
    reroll_barred,
)
from umpire.games.fires_of_midway.engagements import (
    CAP_LOST,
    CAP_SMOKE,
    NO_LOSS,
    PLANE_LOST,
    PLANE_SMOKE,
    Plane,
)
from umpire.games.fires_of_midway.flight import CRASH, HOME, returned
from umpire.games.fires_of_midway.printed import (
    AMMO,
    DICE,
    LOADS,
    TRACK_KEYS,
    guns_key,
    number,
    plane_key,
    rating_key,
    track_key,
)
from umpire.games.fires_of_midway.ship import FULL, SMOKE, US, Ship, other
from umpire.games.fires_of_midway.telling import ask, tell
from umpire.games.fires_of_midway.terms import NAMES, TORPEDO
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any

ENGAGEMENT_RULE = "Air Combat, Engagement test die roll"
BOMBING_RULE = "Bombing Phase, Bombing test"
DAMAGE_RULE = "Bombing Phase, Damage roll against carriers"
EXPLOSION_RULE = "End Phase, Explosion test"
ZERO = "Zero"


@dataclass(frozen=True)
class Flyer:
    """An aircraft as the app rolls for it: whose it is, and the card with the side it lies on."""

    side: str
    plane: Plane

    @property
    def name(self) -> str:
        return self.plane.name

    @property
    def full(self) -> bool:
        return self.plane.fuel == FULL

    @property
    def key(self) -> str:
        return plane_key(self.plane.kind, self.plane.name, self.plane.fuel)

    @property
    def words(self) -> str:
        return f"{NAMES[self.side]} {self.name}, {'full' if self.full else 'smoke'} side"


# An engagement.


def engagement_rolled(g: Play, name: str, group_side: str, group_plane: Plane, cap_plane: Plane) -> Steps[str]:
    """An aircraft of the group against a CAP: what came of it."""
    plane, cap = Flyer(group_side, group_plane), Flyer(other(group_side), cap_plane)
    yield from g.cells(f"{name}/printed", f"{plane.name} against {cap.name}", [plane.key, cap.key], ENGAGEMENT_RULE)
    cards = [_card(g, GROUP, plane, cap), _card(g, DEFENDER, cap, plane)]
    ours, theirs = yield from _turned_up(g, f"{name}/cards", f"{plane.name} against {cap.name}", cards, ENGAGEMENT_RULE)
    dice = (
        combat_dice(number(g.truth.kit, plane.key, DICE), ours, theirs, zero=plane.name == ZERO),
        combat_dice(number(g.truth.kit, cap.key, DICE), theirs, ours, zero=cap.name == ZERO),
    )
    fell = yield from _test_dice(g, f"{name}/test", (plane.name, f"CAP {cap.name}"), dice, ENGAGEMENT_RULE)
    verdict = engagement(*fell, plane.full, cap.full)
    _tell(g, verdict, plane.words, f"CAP, {cap.words}", fell, ENGAGEMENT_RULE)
    won, lost, card = (plane, cap, ours) if verdict.winner == GROUP else (cap, plane, theirs)
    n = ammo_dice(number(g.truth.kit, won.key, AMMO), card)
    icon = yield from _hit_by(g, f"{name}/damage", won.side, won.name, lost, n, ENGAGEMENT_RULE)
    return _OUTCOMES.get((lost is cap, icon), NO_LOSS)


_OUTCOMES = {
    (False, FUEL_HIT): PLANE_SMOKE,
    (False, DESTROYED): PLANE_LOST,
    (True, FUEL_HIT): CAP_SMOKE,
    (True, DESTROYED): CAP_LOST,
}
"""What a damage roll comes to: whether it was made against the CAP, and the icon on its track."""


def _card(g: Play, id: str, plane: Flyer, enemy: Flyer) -> dict[str, JSON]:
    """A cockpit card and whose it is; only a US card deflects, and only dice of a Zero."""
    deflects = plane.side == US and enemy.name == ZERO
    chips = [RETICLE, DICE, AMMO, *([DEFLECTION] if deflects else [])]
    return _shown(g, id, plane.side, plane.words, plane.key, (DICE, AMMO), chips)


def _shown(
    g: Play, id: str, side: str, words: str, key: str, parts: Sequence[str], chips: Sequence[str]
) -> dict[str, JSON]:
    """A card as `Icons` has it, with what the counter it is played for prints itself."""
    own = ", ".join(counted(number(g.truth.kit, key, part), *_ICON_WORDS[part]) for part in parts)
    return {"id": id, "side": side, "words": words, "own": own, "chips": list(chips)}


_ICON_WORDS = {
    DICE: ("combat die", "combat dice"),
    AMMO: ("ammo", "ammo"),
    "bombs": ("bomb", "bombs"),
    "torpedoes": ("torpedo", "torpedoes"),
}
"""What one icon of a counter is called, and several."""


def _turned_up(g: Play, name: str, why: str, cards: Sequence[JSON], rule: str) -> Steps[tuple[Card, Card]]:
    """Both combat cards as they count, of the icons that lie there."""
    words = "Turn both cards up, then tap their icons. A Bluff has none."
    said = yield from ask(g, lambda: Icons(name, titled(why, words, rule, cards=list(cards))))
    ours, theirs = (_read(said[each]) for each in (GROUP, DEFENDER))
    return turned_up(ours, theirs)


def _read(icons: Mapping[str, int]) -> Card:
    counts = {icon: n for icon, n in icons.items() if icon != RETICLE}
    return Card(bool(icons.get(RETICLE)), **counts)


def _test_dice(
    g: Play, name: str, who: tuple[str, str], dice: tuple[int, int], rule: str
) -> Steps[tuple[list[int], list[int]]]:
    """The dice of a test, those of the group first."""
    named = [Die(each) for each, n in zip(who, dice, strict=True) for _ in range(n)]
    faces = yield from g.roll(name, f"{who[0]} against {who[1]}", named, rule)
    return faces[: dice[0]], faces[dice[0] :]


def _tell(g: Play, verdict: Verdict, group: str, defender: str, fell: tuple[list[int], list[int]], rule: str) -> None:
    faces = [sorted(each, reverse=True) for each in fell]
    winner, step = verdict.winner, verdict.step
    tell(g, "tested", rule, group=group, defender=defender, faces=faces, winner=winner, step=step)


def _hit_by(g: Play, name: str, side: str, who: str, target: Flyer, n: int, rule: str) -> Steps[str]:
    """The icon of the one damage die that the winner picks; empty for no roll, or nothing that changes anything."""
    if not n:
        return ""
    why = f"{who} fires on {target.name}"
    faces = yield from g.roll(f"{name}/dice", why, [Die(f"Ammo, {who}")] * n, rule)
    face = yield from _picked(g, f"{name}/pick", side, why, target, sorted(set(faces)), rule)
    key = track_key(target.name, target.plane.fuel, face)
    yield from g.cells(f"{name}/track", why, [key], rule)
    icon = str(g.truth.kit[key])
    return "" if icon == FUEL_HIT and not target.full else icon


def _picked(g: Play, name: str, side: str, why: str, target: Flyer, faces: Sequence[int], rule: str) -> Steps[int]:
    """The die that is applied; nothing is asked where all of them do the same."""
    effects = [g.truth.kit.get(track_key(target.name, target.plane.fuel, face)) for face in faces]
    if len(faces) == 1 or (effects[0] is not None and len(set(effects)) == 1):
        return faces[0]
    options = [
        option(str(face), str(face), TRACK_KEYS[effect] if effect else "see its damage track")
        for face, effect in zip(faces, effects, strict=True)
    ]
    words = "One die is applied to its damage track; the others do nothing."
    facts = titled(f"{why}: which die?", words, rule, side, options=options)
    said = yield from ask(g, lambda: Choose(name, facts))
    return int(said)


# A bombing.


def bombing_rolled(
    g: Play, name: str, group_side: str, bomber: Plane, ship: Ship, sacrifice: bool
) -> Steps[dict[str, JSON]]:
    """A bomber against a carrier: what flak did to it, and what it did to her.

    `sacrifice`: it may sacrifice itself if it lies, or comes to lie, on its smoke side.
    """
    run = Run(g, ship.name, Flyer(group_side, bomber))
    yield from g.cells(f"{name}/printed", run.why, [run.plane.key, guns_key(run.ship)], BOMBING_RULE)
    cards = [_bomber_card(g, run.plane), _carrier_card(g, run.ship)]
    ours, theirs = yield from _turned_up(g, f"{name}/cards", run.why, cards, BOMBING_RULE)
    dice = (combat_dice(run.printed(DICE), ours), combat_dice(run.guns(DICE), theirs))
    fell = yield from _test_dice(g, f"{name}/test", (run.plane.name, ship.name), dice, BOMBING_RULE)
    verdict = bombing(*fell, run.plane.full, str(g.settings.get("bombing_ties", FULL_ONLY)))
    _tell(g, verdict, run.plane.words, ship.name, fell, BOMBING_RULE)
    flak = "none"
    if verdict.winner == DEFENDER:
        flak = yield from _flak(run, f"{name}/flak", theirs)
    if flak == "lost":
        return {"flak": flak, "fire": 0, "cr": 0, "spout": 0, "sacrifice": False}
    if flak == "smoke":
        run = Run(g, ship.name, Flyer(group_side, bomber.but(fuel=SMOKE)))
    keeper = run.ship.side if verdict.winner == DEFENDER else group_side
    hits = yield from _weapons(run, f"{name}/hits", ours, keeper, sacrifice and not run.plane.full)
    return {"flak": flak, **hits}


@dataclass(frozen=True)
class Run:
    """A bomber's attack as the app rolls it: the ship is read afresh each time, as corrections leave her."""

    g: Play
    target: str
    plane: Flyer

    @property
    def ship(self) -> Ship:
        found: Ship = self.g.truth.ship(self.target)
        return found

    @property
    def why(self) -> str:
        return f"{self.plane.name} against {self.target}"

    @property
    def weapon(self) -> str:
        return weapon(self.plane.plane)

    def printed(self, part: str) -> int:
        """What the side of the bomber's card that is up prints."""
        return number(self.g.truth.kit, self.plane.key, part)

    def guns(self, part: str) -> int:
        """What the side of her card that is up prints."""
        return number(self.g.truth.kit, guns_key(self.ship), part)


def _bomber_card(g: Play, bomber: Flyer) -> dict[str, JSON]:
    load = LOADS[bomber.plane.kind]
    return _shown(g, GROUP, bomber.side, bomber.words, bomber.key, (DICE, load), [RETICLE, DICE, load])


def _carrier_card(g: Play, ship: Ship) -> dict[str, JSON]:
    """The carrier's card; for the island only the Bluff is played (Bombing Phase, Attack)."""
    chips = [] if ship.island else [RETICLE, DICE, AMMO]
    return _shown(g, DEFENDER, ship.side, ship.name, guns_key(ship), (DICE, AMMO), chips)


def _flak(run: Run, name: str, card: Card) -> Steps[str]:
    """What the carrier that won her test does to the bomber; only a destroyed one does not attack."""
    n = ammo_dice(run.guns(AMMO), card)
    icon = yield from _hit_by(run.g, name, run.ship.side, run.target, run.plane, n, BOMBING_RULE)
    return {DESTROYED: "lost", FUEL_HIT: "smoke"}.get(icon, "none")


def _weapons(run: Run, name: str, card: Card, keeper: str, sacrifice: bool) -> Steps[dict[str, JSON]]:
    """The bombs or torpedoes: a tile is chosen by who won the test, then they are rolled and read off it."""
    g = run.g
    yield from g.cells(f"{name}/printed", run.why, [run.plane.key], DAMAGE_RULE)
    n = weapon_dice(run.plane.plane, run.printed(LOADS[run.plane.plane.kind]), card)
    if not n:
        return _hits(run, [], {}, False)
    if tiles.kept(g.truth):
        yield from tiles.track_picked(g, name, run.why, keeper, DAMAGE_RULE)
    else:
        yield from _tile_chosen(run, f"{name}/tile", keeper, n)
    faces = yield from g.roll(f"{name}/dice", run.why, [Die(run.weapon.capitalize())] * n, DAMAGE_RULE)
    said = yield from _read_off(run, f"{name}/track", faces, sacrifice)
    if not said["again"]:
        return _hits(run, faces, said["icons"], False)
    why = f"{run.why}: heroic sacrifice"
    thrown = yield from g.roll(f"{name}/again", why, [Die(run.weapon.capitalize())] * len(said["again"]), DAMAGE_RULE)
    faces = replaced(faces, said["again"], thrown)
    said = yield from _read_off(run, f"{name}/track/again", faces, False)
    return _hits(run, faces, said["icons"], True)


def replaced(faces: Sequence[int], places: Sequence[int], thrown: Sequence[int]) -> list[int]:
    """Dice as they lie after some, by their places, were rolled again."""
    return [thrown[list(places).index(at)] if at in places else face for at, face in enumerate(faces)]


def _tile_chosen(run: Run, name: str, keeper: str, n: int) -> Steps[None]:
    """The pause in which the winner of the test draws two tiles and keeps one: before the dice fall, not after."""
    words = f"{NAMES[keeper]} draws two tiles and keeps one for its damage track."
    key = option("roll", f"Roll {counted(n, f'{run.weapon} die', f'{run.weapon} dice')}")
    yield from ask(run.g, lambda: Choose(name, titled(run.why, words, DAMAGE_RULE, keeper, options=[key])))


def _read_off(run: Run, name: str, faces: Sequence[int], sacrifice: bool) -> Steps[JSON]:
    """What the tile shows at each number that fell; told by the app where it keeps the tiles."""
    icons = _TORPEDO_ICONS if run.plane.plane.kind == TORPEDO else _BOMB_ICONS
    facts = titled(run.why, "What does the tile show at each number?", DAMAGE_RULE)
    facts |= {"dice": list(faces), "icons": [list(each) for each in icons], "sacrifice": sacrifice}
    if tiles.kept(run.g.truth):
        scores = [icon for icon, _ in icons]
        (tile,) = tiles.of(run.g.truth)["out"]
        track = tiles.track(run.g.truth.kit, tile)
        facts["known"] = {str(f): track[str(f)] if track[str(f)] in scores else SHIELD for f in dict.fromkeys(faces)}
        if not sacrifice:
            return {"icons": facts["known"], "again": []}
    return (yield from ask(run.g, lambda: Faces(name, facts)))


_BOMB_ICONS = ((SHIELD, "Nothing"), (FIREBALL, "Fire"), (FIREBALL_CR, "Inferno + critical"))
_TORPEDO_ICONS = ((SHIELD, "Nothing"), (SPOUT, "Flooding + critical"))
"""What each weapon can score; whatever else a tile shows is nothing to it."""


def _hits(run: Run, faces: Sequence[int], icons: Mapping[str, str], sacrificed: bool) -> dict[str, JSON]:
    hits = scored([icons[str(face)] for face in faces], run.weapon)
    return {"fire": hits.fires, "cr": hits.crs, "spout": hits.spouts, "sacrifice": sacrificed}


# The way home, and explosions.


def return_rolled(g: Play, name: str, side: str, smoke: int, zones: int) -> Steps[tuple[int, int]]:
    """How many aircraft on smoke are lost on the way home, and how many of them showed a 1."""
    note = "only a 1 fails" if zones == 1 else f"{zones} or less fails"
    why = f"{NAMES[side]}, home over {counted(zones, 'zone')}"
    faces = yield from g.roll(name, why, [Die("On smoke", note)] * smoke, "Resolution Phase, Return roll")
    fared = [returned(face, zones) for face in faces]
    return sum(each != HOME for each in fared), fared.count(CRASH)


def explosion_rolled(g: Play, name: str, ship: str) -> Steps[int]:
    """Criticals of a ship's explosion test, after the dice that the US rolls again."""
    why = f"{ship}: explosion test"
    yield from g.cells(f"{name}/rating", why, [rating_key(g.truth.ship(ship))], EXPLOSION_RULE)
    die = Die(ship, f"{_rating(g, ship)} or more: a critical")
    faces = yield from g.roll(f"{name}/dice", why, [die] * explosion_dice(g.truth.ship(ship)), EXPLOSION_RULE)
    again = yield from _again(g, f"{name}/again", ship, faces)
    if again:
        thrown = yield from g.roll(f"{name}/second", f"{why}, again", [die] * len(again), REROLL_RULE)
        faces = replaced(faces, again, thrown)
    return criticals(faces, _rating(g, ship))


def _rating(g: Play, ship: str) -> int:
    return number(g.truth.kit, rating_key(g.truth.ship(ship)))


def _again(g: Play, name: str, ship: str, faces: Sequence[int]) -> Steps[list[int]]:
    """The places of the dice that are rolled again; nothing is asked where none is critical, or none may be."""
    rating = _rating(g, ship)
    whose = str(g.settings.get("reroll_whose", DAMAGED_ONLY))
    if not criticals(faces, rating) or reroll_barred(g.truth.ship(ship), whose=whose):
        return []
    most = 1 if g.settings.get("reroll") == ONE_DIE else len(faces)
    options = [option(str(at), str(face), "critical" if face >= rating else "") for at, face in enumerate(faces)]
    facts = titled(f"{ship}: which dice again?", "The second result stands.", REROLL_RULE, US)
    facts |= {"options": options, "least": 0, "most": most}
    said = yield from ask(g, lambda: Pick(name, facts))
    return [int(at) for at in said]


# What is said.


def _tested(f: Mapping[str, JSON]) -> str:
    ours, theirs = (" ".join(map(str, faces)) for faces in f["faces"])
    won = f["group"] if f["winner"] == GROUP else f["defender"]
    return f"{f['group']} {ours}; {f['defender']} {theirs}. {won} wins: {STEPS[f['step']]}."


SAYINGS: dict[str, Callable[[Mapping[str, JSON]], str]] = {"tested": _tested}
"""The dispatches that are told here alone, in words."""
