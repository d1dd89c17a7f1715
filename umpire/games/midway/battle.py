"""Steps 6 to 15: the Battle Board."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import BOARD_WIDTH, BOMBERS, EITHER, squadrons
from umpire.table.asks import Ask, Refusal
from umpire.table.board import Cell, king
from umpire.table.script import Play
from umpire.table.words import whole

JSON = Any

DIVE, PORT, STARBOARD, BOW = "dive", "port", "starboard", "bow"
WAYS = (DIVE, PORT, STARBOARD, BOW)
HOW = {"D": (DIVE,), "T": (PORT, STARBOARD, BOW), EITHER: (DIVE,)}
"""How each kind comes at a ship. Raiders of Midway all carry bombs and dive, of either kind (Appendix, Midway 3)."""
AA_REACH = 2
"""Rectangles from a ship to the group she fires at (Step 9)."""


def rectangle_of(arg: str) -> list[int] | None:
    """A rectangle as a tap names it, ``5:3``; None for no such thing."""
    across, _, down = arg.partition(":")
    column, row = whole(across), whole(down)
    return [column, row] if column and row else None


def fits_inside(ships: int, depth: int) -> bool:
    """Whether so many ships, none next to another, find room without the two outer columns."""
    across = (BOARD_WIDTH - 2 + 1) // 2
    return ships <= across * ((depth + 1) // 2)


def proposal(ships: Sequence[str], depth: int) -> dict[str, list[int]]:
    """A legal lay-out for any number of ships: the heaviest in the middle, the others round them.

    Ships stand two rectangles apart, near enough for each to fire for her neighbours (Step 9).
    """
    inside = fits_inside(len(ships), depth)
    columns = range(2, BOARD_WIDTH, 2) if inside else range(1, BOARD_WIDTH + 1, 2)
    rows = range(1, depth + 1, 2)
    if len(ships) > len(columns) * len(rows):
        columns, rows = range(1, BOARD_WIDTH + 1), range(1, depth + 1)
    cells = sorted(((c, r) for c in columns for r in rows), key=lambda cell: (_off_middle(cell, depth), cell))
    return {ship: list(cell) for ship, cell in zip(ships, cells, strict=False)}


def _off_middle(cell: Cell, depth: int) -> int:
    """Half rectangles from the middle of the board."""
    return max(abs(2 * cell[0] - (BOARD_WIDTH + 1)), abs(2 * cell[1] - (depth + 1)))


@dataclass(frozen=True)
class PlaceShips(Ask):
    """Step 7: the ships of the attacked zone onto the board. The value is ``{ship: [column, row]}``."""

    kind = "battle-place"
    rule = "Step 7"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "additionalProperties": {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": 40},
            "minItems": 2,
            "maxItems": 2,
        },
    }

    def check(self, value: JSON) -> None:
        ships, depth = self.facts["ships"], self.facts["depth"]
        if set(value) != set(ships):
            raise Refusal("Place every ship of the zone, and no other.", self.rule)
        if len(ships) > ((BOARD_WIDTH + 1) // 2) * ((depth + 1) // 2):
            self._check_crowded(value)
            return
        placed = list(value.items())
        for i, (ship, cell) in enumerate(placed):
            if cell[0] > BOARD_WIDTH or cell[1] > depth:
                raise Refusal(f"{ship} stands off the board.", self.rule)
            for other, at in placed[:i]:
                if king((cell[0], cell[1]), (at[0], at[1])) < 2:
                    raise Refusal(f"{ship} and {other} stand next to each other.", self.rule)
        if fits_inside(len(ships), depth) and any(cell[0] in (1, BOARD_WIDTH) for cell in value.values()):
            raise Refusal(
                "No ship on the outside column while there is room within: torpedo planes must be able to come "
                "at both beams.",
                "Appendix, Aircraft v Ship 4",
            )

    def _check_crowded(self, value: JSON) -> None:
        """More ships than the spacing rule leaves room for: one a rectangle is all that can be kept."""
        cells = {tuple(cell) for cell in value.values()}
        if len(cells) < len(value) or any(c > BOARD_WIDTH or r > self.facts["depth"] for c, r in cells):
            raise Refusal("One ship a rectangle, on the board.", self.rule)

    def sample(self, rng: random.Random) -> JSON:
        return self.draft()["at"]

    def draft(self) -> JSON:
        return {"at": self.facts["proposal"], "picked": None}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``pick`` a ship, then ``to`` a rectangle ``5:3``; onto another ship the two change places."""
        if op == "pick" and arg in draft["at"]:
            if draft["picked"] and draft["picked"] != arg:
                return self._to(draft, draft["at"][arg])
            return {**draft, "picked": None if draft["picked"] == arg else arg}
        cell = rectangle_of(arg)
        if op == "to" and cell:
            if draft["picked"] is None:
                raise Refusal("Tap a ship first, then where she stands.", self.rule)
            return self._to(draft, cell)
        return super().edit(draft, op, arg, fields)

    def _to(self, draft: JSON, cell: list[int]) -> JSON:
        at = dict(draft["at"])
        for ship, there in draft["at"].items():
            if there == cell:
                at[ship] = at[draft["picked"]]
        at[draft["picked"]] = cell
        return {"at": at, "picked": None}

    def trouble(self, draft: JSON) -> str:
        """What is wrong with a lay-out as drafted, in words; empty for a legal one."""
        try:
            self.check(draft["at"])
        except Refusal as refusal:
            return refusal.text
        return ""

    def value(self, draft: JSON) -> JSON:
        return draft["at"]


@dataclass(frozen=True)
class Press(Ask):
    """Having seen the ships, press the attack on or call it off, the whole of it (Appendix, Aircraft 3)."""

    kind = "press"
    rule = "Appendix, Aircraft v Ship 3"
    schema: ClassVar[Mapping[str, JSON]] = {"enum": ["press on", "call off"]}

    def sample(self, rng: random.Random) -> JSON:
        return "call off" if rng.random() < 0.1 else "press on"

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == "say" and arg in ("press on", "call off"):
            return arg
        return super().edit(draft, op, arg, fields)

    def value(self, draft: JSON) -> JSON:
        if draft is None:
            raise Refusal("Press on, or call it off.", self.rule)
        return draft


@dataclass(frozen=True)
class Attack(Ask):
    """Step 8: squadrons to targets. The value is a list of ``{"target", "how", "n"}``, one a group.

    Dive bombers go on the ship, torpedo bombers on one beam or the other; where it is agreed, also on the
    bow of a ship that others attack from a beam (Optional Rule 2). Squadrons given no target fly home with
    the rest and are not ready.
    """

    kind = "attack"
    rule = "Step 8"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "array",
        "minItems": 1,
        "maxItems": 200,
        "items": {
            "type": "object",
            "required": ["target", "how", "n"],
            "properties": {
                "target": {"type": "string"},
                "how": {"enum": list(WAYS)},
                "n": {"type": "integer", "minimum": 1, "maximum": 200},
            },
            "additionalProperties": False,
        },
    }

    def check(self, value: JSON) -> None:
        if len({(g["target"], g["how"]) for g in value}) < len(value):
            raise Refusal("Squadrons that come at one ship from one side are one group.", "Step 9")
        for group in value:
            if group["target"] not in self.facts["ships"]:
                raise Refusal(f"No ship {group['target'][:30]} is there.", self.rule)
            if group["how"] not in self.ways:
                raise Refusal("No squadron of yours can come at a ship from there.", self.rule)
        for kind, there in self.facts["planes"].items():
            used = sum(group["n"] for group in value if group["how"] in HOW[kind])
            if used > there:
                raise Refusal(f"You brought {kind_word(kind)} {there}; {used} are given targets.", self.rule)
        beams = {group["target"] for group in value if group["how"] in (PORT, STARBOARD)}
        for group in value:
            if group["how"] == BOW and group["target"] not in beams:
                raise Refusal(
                    f"Torpedo bombers come at {group['target']}’s bow only while others come at a beam.",
                    "Optional Rule 2",
                )

    @property
    def ways(self) -> list[str]:
        """How squadrons of this attack may come at a ship."""
        ways = [how for how in WAYS if any(how in HOW[kind] for kind in self.facts["planes"])]
        return ways if self.facts["anvil"] else [how for how in ways if how != BOW]

    def kind_of(self, how: str) -> str:
        """The kind of squadrons that come so."""
        return next(str(kind) for kind in self.facts["planes"] if how in HOW[kind])

    def sample(self, rng: random.Random) -> JSON:
        value: list[JSON] = []
        for kind, left in self.facts["planes"].items():
            spots = [
                (ship, how) for ship in self.facts["ships"] for how in HOW[kind] if how in self.ways and how != BOW
            ]
            rng.shuffle(spots)
            for ship, how in spots:
                if left:
                    n = rng.randint(1, left)
                    value.append({"target": ship, "how": how, "n": n})
                    left -= n
        for group in [g for g in value if BOW in self.ways and g["how"] == PORT and g["n"] > 1]:
            group["n"] -= 1
            value.append({"target": group["target"], "how": BOW, "n": 1})
        return value

    def draft(self) -> JSON:
        return {"groups": [], "target": None}

    def left(self, draft: JSON) -> dict[str, int]:
        """Squadrons of each type that have no target yet."""
        used = {kind: sum(g["n"] for g in draft["groups"] if g["how"] in HOW[kind]) for kind in self.facts["planes"]}
        return {kind: there - used[kind] for kind, there in self.facts["planes"].items()}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``target`` a ship; ``count`` with ``dive:6`` sets her group; ``all`` with ``dive`` sends what is left."""
        if op == "target" and (arg in self.facts["ships"] or not arg):
            return {**draft, "target": arg if arg and arg != draft["target"] else None}
        how, _, n = arg.partition(":")
        if op not in ("count", "all") or how not in self.ways or draft["target"] is None:
            return super().edit(draft, op, arg, fields)
        kind = self.kind_of(how)
        now = next((g["n"] for g in draft["groups"] if g["target"] == draft["target"] and g["how"] == how), 0)
        most = now + self.left(draft)[kind]
        wanted = most if op == "all" else whole(n)
        if wanted is None or wanted > most:
            raise Refusal(f"{kind_word(kind)} {most} can still go there.", self.rule)
        groups = [g for g in draft["groups"] if (g["target"], g["how"]) != (draft["target"], how)]
        if wanted:
            groups.append({"target": draft["target"], "how": how, "n": wanted})
        return {**draft, "groups": groups}

    def reminder(self, draft: JSON) -> str:
        left = self.left(draft)
        return f"{squadrons(left)} have no target and would fly home, not ready." if any(left.values()) else ""

    def value(self, draft: JSON) -> JSON:
        if not draft["groups"]:
            raise Refusal("Give at least one squadron a target.", self.rule)
        return draft["groups"]


def kind_word(kind: str) -> str:
    """``D``, ``T``, and ``D/T`` for squadrons of either."""
    return "D/T" if kind == EITHER else kind


def group_id(target: str, how: str) -> str:
    return f"{target}/{how}"


def rectangle(group: JSON, ships: Mapping[str, Sequence[int]]) -> Cell:
    """Where a group stands: on its target, beside her, or before her; bows are up, so port is left.

    Beyond the outside column lies an imaginary rectangle (Appendix, Aircraft v Ship 4).
    """
    column, row = ships[group["target"]]
    across, down = {DIVE: (0, 0), PORT: (-1, 0), STARBOARD: (1, 0), BOW: (0, -1)}[group["how"]]
    return (column + across, row + down)


def in_reach(ship: str, groups: Sequence[JSON], ships: Mapping[str, Sequence[int]]) -> list[str]:
    """The groups a ship may fire at: within two rectangles of her (Step 9)."""
    column, row = ships[ship]
    return [g["id"] for g in groups if king((column, row), rectangle(g, ships)) <= AA_REACH]


def formed(value: Sequence[JSON], ships: Mapping[str, Sequence[int]], planes: Mapping[str, int]) -> list[JSON]:
    """The attack as groups with names, ship by ship as they stand on the board."""
    names = list(ships)
    made = sorted(value, key=lambda g: (names.index(g["target"]), WAYS.index(g["how"])))
    kinds = {how: kind for kind in planes for how in HOW[kind]}
    return [{"id": group_id(g["target"], g["how"]), "type": kinds[g["how"]], **g} for g in made]


def group_words(group: JSON) -> str:
    """``T-4 on Atlanta, port``; a wave says which it is."""
    beam = "" if group["how"] == DIVE else f", {group['how']}"
    wave = f", wave {group['id'].rpartition('/')[2]}" if "of" in group else ""
    return f"{kind_word(group['type'])}-{group['n']} on {group['target']}{beam}{wave}"


@dataclass(frozen=True)
class Aimed(Ask):
    """Each ship at one target in her reach, or at none. The value is ``{ship: target or null}``."""

    schema: ClassVar[Mapping[str, JSON]] = {"type": "object", "additionalProperties": {"type": ["string", "null"]}}

    def sample(self, rng: random.Random) -> JSON:
        return {ship: rng.choice([*targets, None]) for ship, targets in self.facts["reach"].items()}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``ship`` turns to one; ``at`` a target, or nothing, and on to the next ship."""
        if op == "ship" and arg in draft["fire"]:
            return {**draft, "ship": arg}
        if op == "at" and draft["ship"] and (not arg or arg in self.facts["reach"][draft["ship"]]):
            ships = list(draft["fire"])
            following = ships[(ships.index(draft["ship"]) + 1) % len(ships)]
            return {"fire": {**draft["fire"], draft["ship"]: arg or None}, "ship": following}
        return super().edit(draft, op, arg, fields)

    def value(self, draft: JSON) -> JSON:
        return draft["fire"]


@dataclass(frozen=True)
class Fire(Aimed):
    """Step 9: each ship one group in reach, or none. The value is ``{ship: group id or null}``."""

    kind = "fire"
    rule = "Step 9"

    def check(self, value: JSON) -> None:
        reach = self.facts["reach"]
        if set(value) != set(reach):
            raise Refusal("Say for each ship what she fires at, or that she holds her fire.", self.rule)
        for ship, target in value.items():
            if target is not None and ship in self.facts["crippled"]:
                raise Refusal(f"{ship} is one hit from sinking and has no fire power left.", "Optional Rule 1")
            if target is not None and target not in reach[ship]:
                raise Refusal(f"{ship} cannot reach that group: it is more than two rectangles away.", self.rule)

    def draft(self) -> JSON:
        """Every ship fires: at the largest group that attacks herself, else at the largest in her reach."""
        groups = {g["id"]: g for g in self.facts["groups"]}
        fire = {}
        for ship, ids in self.facts["reach"].items():
            own = [i for i in ids if groups[i]["target"] == ship]
            fire[ship] = max(own or ids, key=lambda i: groups[i]["n"], default=None)
        return {"fire": fire, "ship": next(iter(fire), None)}


def name_of(g: Play, part: str, side: str = "") -> str:
    """The name of an ask of the battle on the board."""
    battle = g.truth.battle
    return f"t{g.truth.played}/battle-{battle['k']}/{part}" + (f"/{side}" if side else "")


def bombers(battle: JSON) -> dict[str, int]:
    """The squadrons a battle has to give targets among the ships; raiders of Midway are of either kind."""
    sent = {kind: battle["planes"][kind] for kind in BOMBERS}
    return {EITHER: sum(sent.values())} if battle["island"] is not None else sent


def ask_placement(g: Play) -> PlaceShips:
    plot: MidwayPlot = g.plot(g.truth.battle["of"])
    battle, depth = plot.battle, plot.kit["battle-board/depth"]
    ships = plot.in_zone(battle["of"], battle["zone"])
    facts = {"zone": battle["zone"], "ships": ships, "depth": depth, "proposal": proposal(ships, depth)}
    return PlaceShips(name_of(g, "place", battle["of"]), facts)


def ask_press(g: Play) -> Press:
    battle = g.truth.battle
    return Press(name_of(g, "press", battle["by"]), {"zone": battle["zone"]})


def ask_attack(g: Play) -> Attack:
    battle = g.truth.battle
    facts = {
        "zone": battle["zone"],
        "ships": list(battle["ships"]),
        "planes": bombers(battle),
        "anvil": bool(g.settings.get("anvil")),
    }
    return Attack(name_of(g, "attack", battle["by"]), facts)


def ask_fire(g: Play) -> Fire:
    battle = g.truth.battle
    crippled = [ship for ship in battle["ships"] if g.truth.crippled(ship)]
    reach = {
        ship: [] if ship in crippled else in_reach(ship, battle["groups"], battle["ships"]) for ship in battle["ships"]
    }
    facts = {"zone": battle["zone"], "groups": battle["groups"], "reach": reach, "crippled": crippled}
    return Fire(name_of(g, "fire", battle["of"]), facts)
