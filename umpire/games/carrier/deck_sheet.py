"""The one sheet of an Air Operations Step: what every carrier and base launches, raises, services, lowers and lands."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.carrier.asks import Titled
from umpire.games.carrier.deck_limits import (
    CALLED,
    CAP,
    HANGAR,
    LANDING,
    OVER_THE_SIDE,
    OVERBOARD,
    OVERHEAD,
    READY,
    SERVICING,
    STRIKE,
    TRANSFER,
    UNREADY,
    WAYS,
    Move,
    Moves,
    kind_of,
    merged,
)
from umpire.games.carrier.flight import MOST_OVER, in_words, left_over
from umpire.games.carrier.terms import ENDURANCE, TYPES, eighths
from umpire.table.asks import Refusal
from umpire.table.numbered import neighbours
from umpire.table.words import listed, whole

JSON = Any

NEW = "new"
"""The number of a box that is not there yet: ``strike/new``."""
AS_SERVICED = ("SBD", "TBF", "TBD", "F4F", "MedB", "P-38", "P-39")
"""In what order planes go into Servicing where nothing was serviced before."""
ARROWS = {
    "land": (LANDING, UNREADY),
    "lower": (UNREADY, HANGAR),
    "raise": (SERVICING, READY),
    "service": (HANGAR, SERVICING),
}
LAUNCH = "launch"
"""The arrow that takes up all that is Ready; the box it goes to is tapped next."""
_STEPS: Mapping[str, JSON] = {"type": "integer", "minimum": 1, "maximum": 99}
_MOVE: Mapping[str, JSON] = {
    "type": "object",
    "required": ["deck", "from", "to", "type", "n", "time"],
    "additionalProperties": False,
    "properties": {
        "deck": {"type": "string"},
        "from": {"enum": list(WAYS)},
        "to": {"type": "string"},
        "type": {"enum": list(TYPES)},
        "n": _STEPS,
        "time": {"type": ["integer", "null"]},
    },
}
_BOUND: Mapping[str, JSON] = {
    "type": "object",
    "required": ["to", "target"],
    "additionalProperties": False,
    "properties": {"to": {"type": "string"}, "target": {"type": "string"}},
}


@dataclass(frozen=True)
class DeckSheet(Titled):
    """All moves of a segment at once.

    The answer: ``moves`` (see `deck_limits`); ``strikes``, for each strike or transfer that steps join, the hex it
    goes ``to`` at once and, where that is another than its own, the ``target`` (6.1); ``in``, for each strike that has
    come home, the task force or base into whose Landing Box it goes; ``detach``, where they may, the task forces out of
    which ships are detached afterwards (5.0).

    The draft: the ``tab`` that is open, ``moves`` as entered, what is ``picked`` (box, type, time), the moves
    ``before`` the last tap and what that tap ``did``, so that a number may change it; ``strikes`` and ``in``; and which
    decks are ``ticked``, where several phones share the sheet. The tab and what is picked are each phone's own.
    """

    kind = "decks"
    apart = ("tab", "arrow", "chip", "to", "hex", "target", "in", "plan")
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "required": ["moves", "strikes", "in"],
        "additionalProperties": False,
        "properties": {
            "moves": {"type": "array", "items": _MOVE, "maxItems": 300},
            "strikes": {"type": "object", "additionalProperties": _BOUND},
            "in": {"type": "object", "additionalProperties": {"type": "string"}},
            "detach": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        },
    }

    def moves(self, written: Sequence[Move]) -> Moves:
        """Some moves against the boxes of this sheet."""
        return Moves(self.facts, written)

    # What may be answered.

    def check(self, value: JSON) -> None:
        for move in value["moves"]:
            self._check_way(move)
        moves = self.moves(merged(value["moves"]))
        for deck in dict.fromkeys(move["deck"] for move in moves.moves):
            for wrong in moves.wrongs(deck):
                raise Refusal(wrong.words, wrong.rule)
        used = used_numbers(moves.moves)
        for n, bound in value["strikes"].items():
            if n not in used:
                raise Refusal(f"Nothing joins strike {n[:9]} in this segment.", "6.1")
            self._check_bound(n, used[n], moves, bound)
        for n, group in value["in"].items():
            if n in used or group not in self.facts["arrived"].get(n, {}).get("groups", ()):
                raise Refusal(f"Strike {n[:9]} is not where it could land at {group[:20]}.", "7.1")
        for group in value.get("detach", ()):
            if group not in self.facts["detach"]:
                raise Refusal(f"{group[:20]} has no ships to detach.", "5.0")

    def _check_way(self, move: Move) -> None:
        named = "/" in move["to"]
        if move["deck"] not in self.facts["decks"]:
            raise Refusal(f"There is no {move['deck'][:20]} to work with.", "7.1")
        if kind_of(move["to"]) not in WAYS[move["from"]] or named != (kind_of(move["to"]) in (STRIKE, TRANSFER)):
            raise Refusal(f"Planes cannot go from {CALLED[move['from']]} to {move['to'][:20]}.", "7.1")
        if move["time"] is not None and move["from"] not in OVERHEAD:
            raise Refusal("Only what is overhead has a time aloft.", "6.2")

    def _check_bound(self, n: str, kind: str, moves: Moves, bound: JSON) -> None:
        home = self.home(n, moves.moves)
        if bound["to"] not in self.reach(n, moves.moves):
            raise Refusal(f"Strike {n} cannot be put in {bound['to'][:8]}.", "6.1")
        leaves = kind == STRIKE and bound["to"] != home
        if leaves and not bound["target"]:
            raise Refusal(f"Strike {n} leaves {home}: which force is its target?", "6.1")
        if bound["target"] and not (leaves and bound["target"] in self.facts["detected"]):
            raise Refusal(f"Strike {n} cannot be sent against {bound['target'][:8]}.", "6.1")

    def home(self, n: str, moves: Iterable[Move]) -> str:
        """The hex in which a strike or transfer forms."""
        if n in self.facts["strikes"]:
            return str(self.facts["strikes"][n]["hex"])
        deck = next(m["deck"] for m in moves if m["to"].partition("/")[2] == n)
        return str(self.facts["groups"][self.facts["decks"][deck]["in"]]["hex"])

    def reach(self, n: str, moves: Sequence[Move]) -> list[str]:
        """Where it may be put at once: its own hex and, for what has just launched, those next to it (6.1)."""
        home = self.home(n, moves)
        from_deck = any(m["from"] == READY for m in moves if m["to"].partition("/")[2] == n)
        return [home, *(neighbours(home) if from_deck else ())]

    def sample(self, rng: random.Random) -> JSON:
        draft = self.draft()
        for deck in rng.sample(sorted(self.facts["decks"]), len(self.facts["decks"])):
            for _ in range(rng.randint(0, 5)):
                move = self._at_random(rng, deck)
                if move and (n := self.moves(draft["moves"]).most(move)[0]):
                    draft["moves"] = merged([*draft["moves"], {**move, "n": rng.randint(1, n)}])
        draft = self._bound(draft)
        for n in draft["strikes"]:
            draft["strikes"][n]["to"] = to = rng.choice(self.reach(n, draft["moves"]))
            aimed = to != self.home(n, draft["moves"]) and used_numbers(draft["moves"])[n] == STRIKE
            draft["strikes"][n]["target"] = rng.choice(sorted(self.facts["detected"])) if aimed else ""
        return self.value(draft)

    def _at_random(self, rng: random.Random, deck: str) -> JSON:
        chips = [(box, kind, time) for box in WAYS for kind, _, time in self.lots(deck, box)]
        if not chips:
            return None
        box, kind, time = rng.choice(chips)
        to = rng.choice(WAYS[box])
        numbers = [*self.facts["free"][:2], *self.facts["strikes"]]
        to = f"{to}/{rng.choice(numbers)}" if to in (STRIKE, TRANSFER) else to
        return {"deck": deck, "from": box, "to": to, "type": kind, "n": 0, "time": time}

    # The draft.

    def draft(self) -> JSON:
        tab = next(iter(self.facts["decks"]), "")
        home = {n: strike["preset"] for n, strike in self.facts["arrived"].items()}
        return {
            "tab": tab,
            "moves": [],
            "picked": None,
            "before": [],
            "did": [],
            "strikes": {},
            "in": home,
            "ticked": [],
        }

    def taken_up(self, draft: JSON) -> JSON:
        """The same moves, as far as they may still be made."""
        kept = [m for m in draft["moves"] if m["deck"] in self.facts["decks"] and self._numbered(m["to"])]
        made = self.draft()
        tab = draft["tab"] if draft["tab"] in self.facts["decks"] else made["tab"]
        home = {n: draft["in"].get(n, group) for n, group in made["in"].items()}
        home = {n: group if group in self.facts["arrived"][n]["groups"] else "" for n, group in home.items()}
        moves = list(self.moves(kept).settled().moves)
        return self._bound({**made, "tab": tab, "moves": moves, "strikes": draft["strikes"], "in": home})

    def _numbered(self, box: str) -> bool:
        n = box.partition("/")[2]
        return not n or n in self.facts["free"] or n in self.facts["strikes"]

    def lots(self, deck: str, box: str) -> list[tuple[str, int, JSON]]:
        """What a box held as the step began: type, steps, time aloft; what is overhead, the least margin first."""
        if box in OVERHEAD:
            group = self.facts["groups"][self.facts["decks"][deck]["in"]]
            return sorted(((k, n, t) for k, n, t in group[box] if n), key=lambda lot: left_over(lot[0], lot[2]))
        held = self.facts["decks"][deck][box]
        return [(kind, held[kind], None) for kind in TYPES if held.get(kind)]

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``tab``; ``arrow``; ``chip`` (``ready:SBD:``) takes up, ``to`` sends it; ``n`` of the last move; ``back``
        takes a move back by its place; ``hex`` and ``target`` of a strike (``3:2717``); ``in``; ``plan``, for all decks
        or one (``last:Hornet``); ``tick`` a deck, which counts until something is moved there."""
        edits = {
            "tab": self._tab,
            "arrow": self._arrow,
            "chip": self._chip,
            "to": self._to,
            "n": self._number,
            "back": self._back,
            "hex": self._hex,
            "target": self._target,
            "in": self._in,
            "detach": self._detach,
            "plan": self._plan,
            "tick": self._tick,
        }
        made = edits[op](draft, arg) if op in edits else super().edit(draft, op, arg, fields)
        return {**made, "ticked": [d for d in made["ticked"] if _moves_of(made, d) == _moves_of(draft, d)]}

    def _nothing(self) -> Refusal:
        return Refusal("That key does nothing here.", "7.1")

    def _tab(self, draft: JSON, arg: str) -> JSON:
        if arg not in self.facts["decks"]:
            raise self._nothing()
        return {**draft, "tab": arg, "picked": None, "before": [], "did": []}

    def _chip(self, draft: JSON, arg: str) -> JSON:
        box, _, rest = arg.partition(":")
        kind, _, time = rest.partition(":")
        picked = [box, kind, whole(time)]
        if (kind, picked[2]) not in [(k, t) for k, _, t in (self.lots(draft["tab"], box) if box in WAYS else ())]:
            raise self._nothing()
        return {**draft, "picked": None if picked == draft["picked"] else picked}

    def candidates(self, deck: str, arrow: str) -> list[dict[str, JSON]]:
        """What an arrow takes, in its order."""
        frm, to = ARROWS[arrow]
        lots = [(frm, kind, time) for kind, _, time in self.lots(deck, frm)]
        if arrow == "land":
            lots += [(CAP, kind, t) for kind, _, t in self.lots(deck, CAP) if t is not None and t > ENDURANCE[kind]]
        if arrow == "service":
            return [m for m in self._as_serviced(deck) if m["n"]]
        return [_move(deck, box, to, kind, time) for box, kind, time in lots]

    def _as_serviced(self, deck: str) -> list[dict[str, JSON]]:
        """The mix that was serviced last, then what there is."""
        before = [m for m in self.facts["last"].get(deck, ()) if (m["from"], m["to"]) == ARROWS["service"]]
        usual = [{**_move(deck, HANGAR, SERVICING, m["type"]), "n": m["n"]} for m in before]
        held = self.facts["decks"][deck][HANGAR]
        return usual + [{**_move(deck, HANGAR, SERVICING, k), "n": held.get(k, 0)} for k in AS_SERVICED]

    def _arrow(self, draft: JSON, arg: str) -> JSON:
        deck = draft["tab"]
        if arg == LAUNCH and self.lots(deck, READY):
            return {**draft, "picked": [READY, "", None]}
        if arg == LAUNCH:
            raise Refusal(f"Nothing is Ready on {deck}.", "7.1")
        if arg not in ARROWS:
            raise self._nothing()
        moves = self.candidates(deck, arg)
        if not moves:
            raise Refusal(f"{_upper(CALLED[ARROWS[arg][0]])} of {deck} is empty.", "7.1")
        return self._done(draft, moves)

    def _to(self, draft: JSON, arg: str) -> JSON:
        if draft["picked"] is None:
            raise Refusal("Take a chip up first, then tap where it goes.", "7.1")
        return self._done(draft, self.sent(draft, arg))

    def sent(self, draft: JSON, to: str) -> list[dict[str, JSON]]:
        """The moves of what is taken up to a box; raises `Refusal` for a box it cannot go to."""
        box, kind, time = draft["picked"]
        if kind_of(to) not in WAYS[box]:
            raise Refusal(f"Planes cannot go there from {CALLED[box]}.", "7.1")
        if kind_of(to) in (STRIKE, TRANSFER):
            n = to.partition("/")[2]
            to = f"{kind_of(to)}/{self._next(draft) if n == NEW else n}"
            if not self._numbered(to) or not n:
                raise self._nothing()
        elif "/" in to:
            raise self._nothing()
        kinds = [kind] if kind else [k for k, _, _ in self.lots(draft["tab"], box)]
        return [_move(draft["tab"], box, to, k, time) for k in kinds]

    def _next(self, draft: JSON) -> str:
        """The number of a new strike."""
        used = used_numbers(draft["moves"])
        return str(next((n for n in self.facts["free"] if n not in used), self.facts["free"][-1]))

    def _done(self, draft: JSON, did: list[dict[str, JSON]], n: int = 99) -> JSON:
        """The draft with as many steps moved as may, of all these moves together no more than `n`."""
        made = self.moves(draft["moves"])
        left, why = n, None
        for move in did:
            may, wrong = made.most(move)
            why = why or wrong
            take = min(left, may, move["n"] or 99)
            if take:
                made, left = made.plus({**move, "n": take}), left - take
        if left == n:
            assert why is not None
            raise Refusal(why.words, why.rule)
        return self._bound({**draft, "moves": merged(made.moves), "picked": None, "before": draft["moves"], "did": did})

    def outlook(self, draft: JSON, did: list[dict[str, JSON]]) -> tuple[int, str]:
        """How many steps would go if these moves were made now, and why none would."""
        try:
            made = self._done(draft, did)
        except Refusal as refusal:
            return 0, refusal.text
        return sum(m["n"] for m in made["moves"]) - sum(m["n"] for m in draft["moves"]), ""

    def _number(self, draft: JSON, arg: str) -> JSON:
        n = whole(arg)
        if not draft["did"] or not n:
            raise Refusal("Move something first; a number then says how many.", "7.1")
        return {**self._done({**draft, "moves": draft["before"]}, draft["did"], n), "before": draft["before"]}

    def _back(self, draft: JSON, arg: str) -> JSON:
        place = whole(arg)
        if place is None or place >= len(draft["moves"]):
            raise self._nothing()
        kept = [m for i, m in enumerate(draft["moves"]) if i != place]
        moves = list(self.moves(kept).settled().moves)
        return self._bound({**draft, "moves": moves, "picked": None, "before": [], "did": []})

    def _bound(self, draft: JSON) -> JSON:
        """The draft with a hex for each strike that steps join, and none for those that nothing joins."""
        made = {}
        for n in used_numbers(draft["moves"]):
            home = self.home(n, draft["moves"])
            at = draft["strikes"].get(n, {"to": home, "target": ""})
            here = at["to"] in self.reach(n, draft["moves"]) and at["target"] in (*self.facts["detected"], "")
            made[n] = dict(at) if here else {"to": home, "target": ""}
        return {**draft, "strikes": made}

    def _hex(self, draft: JSON, arg: str) -> JSON:
        n, _, place = arg.partition(":")
        if n not in draft["strikes"] or place not in self.reach(n, draft["moves"]):
            raise self._nothing()
        leaves = place != self.home(n, draft["moves"]) and used_numbers(draft["moves"])[n] == STRIKE
        only = next(iter(self.facts["detected"])) if len(self.facts["detected"]) == 1 else ""
        target = (draft["strikes"][n]["target"] or only) if leaves else ""
        return {**draft, "strikes": {**draft["strikes"], n: {"to": place, "target": target}}}

    def _target(self, draft: JSON, arg: str) -> JSON:
        n, _, force = arg.partition(":")
        if n not in draft["strikes"] or force not in self.facts["detected"]:
            raise self._nothing()
        return {**draft, "strikes": {**draft["strikes"], n: {**draft["strikes"][n], "target": force}}}

    def _in(self, draft: JSON, arg: str) -> JSON:
        n, _, group = arg.partition(":")
        if n not in draft["in"] or group not in ("", *self.facts["arrived"][n]["groups"]):
            raise self._nothing()
        return {**draft, "in": {**draft["in"], n: "" if draft["in"][n] == group else group}}

    def _detach(self, draft: JSON, arg: str) -> JSON:
        """A task force out of which ships are detached once the rest is done; tapped again, none are (5.0)."""
        if arg not in self.facts["detach"]:
            raise self._nothing()
        before = draft.get("detach", [])
        rest = [group for group in before if group != arg]
        return {**draft, "detach": rest if arg in before else [*rest, arg]}

    def _plan(self, draft: JSON, arg: str) -> JSON:
        plan, _, only = arg.partition(":")
        if plan not in ("nothing", "last") or only not in ("", *self.facts["decks"]):
            raise self._nothing()
        made = self.moves([m for m in draft["moves"] if only and m["deck"] != only])
        for deck in ([only] if only else self.facts["decks"]) if plan == "last" else ():
            for move in self._again(deck):
                n = min(made.most(move)[0], move["n"])
                made = made.plus({**move, "n": n}) if n else made
        kept = {**draft, "picked": None, "before": [], "did": []} if only else {**self.draft(), "tab": draft["tab"]}
        return self._bound({**kept, "moves": merged(made.moves)})

    def _tick(self, draft: JSON, arg: str) -> JSON:
        """A deck that is done with; a tick once more takes it off."""
        if arg not in self.facts["decks"]:
            raise self._nothing()
        ticked = [deck for deck in draft["ticked"] if deck != arg]
        return {**draft, "ticked": ticked if arg in draft["ticked"] else [*ticked, arg]}

    # Several phones.

    def own(self, draft: JSON) -> JSON:
        """The tab a phone has open, which is its desk on the next sheet too; and what it has in hand on this one."""
        in_hand = {leaf: draft[leaf] for leaf in ("picked", "before", "did", "moves")}
        return {"tab": draft["tab"], **in_hand}

    def before(self, draft: JSON, own: JSON, *, here: bool) -> JSON:
        tab = own["tab"] if own and own["tab"] in self.facts["decks"] else self.draft()["tab"]
        made = {**draft, "tab": tab, "picked": None, "before": [], "did": []}
        if not own or not here:
            return made
        last = {leaf: own[leaf] for leaf in ("before", "did")} if own["moves"] == draft["moves"] else {}
        return {**made, "picked": own["picked"], **last}

    def _again(self, deck: str) -> Iterable[dict[str, JSON]]:
        """The moves of the last segment, but for strikes and transfers; what is overhead by its type alone."""
        for move in self.facts["last"].get(deck, ()):
            if move["from"] not in OVERHEAD and kind_of(move["to"]) not in (STRIKE, TRANSFER):
                yield dict(move)
            elif move["to"] == UNREADY:
                n = move["n"]
                for kind, there, time in self.lots(deck, move["from"]):
                    if kind == move["type"] and n:
                        yield {**move, "time": time, "n": min(n, there)}
                        n -= min(n, there)

    def value(self, draft: JSON) -> JSON:
        used = used_numbers(draft["moves"])
        for n, bound in draft["strikes"].items():
            if used[n] == STRIKE and bound["to"] != self.home(n, draft["moves"]) and not bound["target"]:
                raise Refusal(f"Strike {n} leaves: tap the force that is its target.", "6.1")
        home = {n: group for n, group in draft["in"].items() if group and n not in used}
        out_of = [group for group in draft.get("detach", ()) if group in self.facts["detach"]]
        made = {"moves": list(draft["moves"]), "strikes": dict(draft["strikes"]), "in": home}
        return made | ({"detach": out_of} if out_of else {})

    def reminder(self, draft: JSON) -> str:
        """Planes that will not be there in the next segment: unless they land in this one, and those thrown away."""
        lost = [f"{words} over {group}" for group, words in self.last_chance(draft["moves"]).items()]
        late = f"{_upper('; '.join(lost))}: this is their last chance to land." if lost else ""
        return " ".join(words for words in (late, over_the_side(draft["moves"])) if words)

    def last_chance(self, moves: Sequence[Move]) -> dict[str, str]:
        """What is lost at the end of this step as the sheet stands, by task force or base, in words."""
        made = {}
        for name, group in self.facts["groups"].items():
            of = [m for m in moves if self.facts["decks"][m["deck"]]["in"] == name and m["from"] == LANDING]
            taken = {(m["type"], m["time"]): 0 for m in of}
            for m in of:
                taken[m["type"], m["time"]] += m["n"]
            left = {(k, t): n - taken.get((k, t), 0) for k, n, t in group[LANDING] if t + 1 > ENDURANCE[k] + MOST_OVER}
            if any(left.values()):
                made[name] = in_words({k: n for (k, _), n in left.items() if n})
        return made


def over_the_side(moves: Sequence[Move]) -> str:
    """What goes overboard, and what it costs (7.1); empty for nothing."""
    gone = [m for m in moves if m["to"] == OVERBOARD]
    if not gone:
        return ""
    off = [f"{in_words({m['type']: m['n']})} of {m['deck']}" for m in merged({**m, "from": ""} for m in gone)]
    cost = OVER_THE_SIDE * sum(m["n"] for m in gone)
    points = "point" if cost <= 8 else "points"
    return f"Over the side: {listed(off)}. They are lost for good, and Japan gets {eighths(cost)} {points}."


def used_numbers(moves: Iterable[Move]) -> dict[str, str]:
    """The strikes and transfers that steps join, by number, each with which of the two it is."""
    return {m["to"].partition("/")[2]: kind_of(m["to"]) for m in moves if "/" in m["to"]}


def _move(deck: str, frm: str, to: str, kind: str, time: JSON = None) -> dict[str, JSON]:
    """A move of as many steps as may go."""
    return {"deck": deck, "from": frm, "to": to, "type": kind, "n": 0, "time": time}


def _moves_of(draft: JSON, deck: str) -> list[JSON]:
    return [move for move in draft["moves"] if move["deck"] == deck]


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]
