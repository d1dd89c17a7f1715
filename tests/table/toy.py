"""A toy game to test the core with: two sides, a sealed guess, dice, a chart cell, three rounds."""

import random
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from umpire.table import ledger
from umpire.table.asks import DICE, TABLE, Ask, Die, Refusal
from umpire.table.charts import Cell
from umpire.table.ledger import Entry, Header
from umpire.table.motions import MOVED
from umpire.table.plot import Plot
from umpire.table.replay import replayed
from umpire.table.script import Fact, Game, Play, Reanswered
from umpire.table.table import APP, Hand, Table
from umpire.table.wrong import Came, Contamination, Place, Wrong

SIDES = RED, BLUE = ("red", "blue")
OTHER = {RED: BLUE, BLUE: RED}
SEAT = Hand("seat", 1, "phone")


class ToyPlot(Plot):
    STATE = ("round", "limits", "guesses", "bonus", "faces", "score")

    def __init__(self, audience: str) -> None:
        super().__init__(audience)
        self.round, self.bonus, self.score = 0, 0, 0
        self.limits: dict[str, int] = {}
        self.guesses: dict[str, int] = {}
        self.faces: list[int] = []

    def hear_limit(self, side: str, n: int) -> None:
        self.limits[side] = n

    def hear_round(self, n: int) -> None:
        self.round = n

    def hear_guessed(self, side: str, n: int) -> None:
        self.guesses[side] = n

    def hear_fell(self, faces: list[int]) -> None:
        self.faces = faces

    def hear_scored(self, won: int) -> None:
        self.score += won

    def hear_set_right(self, fact: str, value: int, text: str, reason: str) -> None:
        kind, _, side = fact.partition("/")
        if kind == "bonus":
            self.bonus = value
        else:
            self.limits[side] = value


@dataclass(frozen=True)
class Guess(Ask):
    schema = {"type": "integer", "minimum": 0}

    def check(self, value: int) -> None:
        if value > self.facts["limit"]:
            raise Refusal("Beyond your limit.")

    def sample(self, rng: random.Random) -> int:
        return rng.randint(0, self.facts["limit"])


class Toy(Game):
    key, title, rules, sides, names, settings = "toy", "Toy", "1", SIDES, {RED: "Red", BLUE: "Blue"}, ()

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault = fault

    def plot(self, audience: str) -> ToyPlot:
        return ToyPlot(audience)

    def script(self, g: Play):
        if not g.truth.round:
            for side in SIDES:
                g.tell(side, "limit", side=side, n=5)
            self.begin(g, 1)
        while True:
            r = g.truth.round
            got = yield from g.sealed(lambda: {s: self.guess(g, s) for s in SIDES})
            for side in SIDES:
                g.tell(side, "guessed", side=side, n=got[side])
            dice = [Die("one"), Die("two")][: 2 if r < 3 else 1 + g.truth.guesses[RED] % 2]
            g.tell(g.all, "fell", faces=(yield from g.roll(f"r{r}/dice", "Round", dice)))
            yield from g.cells(f"r{r}/chart", "Chart", [f"chart/{g.truth.faces[0]}"])
            won = yield from g.resolved(f"r{r}/by-hand", lambda: self.work(g), lambda: self.by_hand(g))
            g.tell(g.all, "scored", won=won["won"])
            if g.truth.round >= 3:
                return self.ended(g, "time", "", "")
            self.begin(g, g.truth.round + 1)

    def begin(self, g: Play, n: int) -> None:
        g.tell(g.all, "round", n=n)
        g.mark(f"r{n}")

    def guess(self, g: Play, side: str) -> Guess:
        plot: Any = g.plots[side]
        return Guess(f"r{plot.round}/guess/{side}", {"limit": plot.limits[side]})

    def work(self, g: Play) -> dict[str, int]:
        if self.fault:
            raise self.fault
        return {"won": sum(g.truth.guesses.values()) + g.truth.kit[f"chart/{g.truth.faces[0]}"] + g.truth.bonus}

    def by_hand(self, g: Play) -> list[Cell]:
        return [Cell("won", "Won")]

    def cell(self, key: str, kit: Any) -> Cell:
        return Cell(key, key, doubt=lambda value: "So many?" if value > 50 else None)

    def wanting(self, kit: Any, settings: Any) -> list[str]:
        return []

    def facts(self, plot: Any) -> list[Fact]:
        return [Fact(f"limit/{s}", s, n, "", s) for s, n in plot.limits.items()] + [Fact("bonus", "Bonus", plot.bonus)]

    def read_fact(self, plot: Any, fact: str, value: Any) -> Any:
        if fact not in {f.key for f in self.facts(plot)} or not isinstance(value, int) or not 0 <= value <= 9:
            raise Refusal(f"{fact} cannot be {value}.")
        return value

    def correct(self, g: Play, fact: str, value: Any, reason: str) -> None:
        listed = {f.key: f for f in self.facts(g.truth)}
        g.tell(listed[fact].side or g.all, "set-right", fact=fact, value=value, text="", reason=reason)

    def changes(self, told: Any, fact: str) -> list[Place]:
        """A side's limit is put on the record at the beginning, and whenever it is set right."""
        kinds = ("limit", "set-right")
        return [Place(n, each.dispatch.kind) for n, each in reversed(told) if each.dispatch.kind in kinds]

    def contamination(self, told: Any, wrong: Wrong) -> Contamination:
        """Guesses beyond what the limit should have been, and the scores since."""
        kind, _, side = wrong.fact.partition("/")
        if kind != "limit" or side not in SIDES or not isinstance(wrong.value, int):
            raise Refusal(f"{wrong.fact} cannot have been {wrong.value}.")
        since = [(n, each) for n, each in told if wrong.covers(n)]
        guesses = [
            Came(n, "", "", each.audiences, f"guessed {each.dispatch.facts['n']}")
            for n, each in since
            if each.dispatch.kind == "guessed" and each.dispatch.facts["side"] == side
        ]
        scores = [Came(n, "", "", each.audiences, "scored") for n, each in since if each.dispatch.kind == "scored"]
        return Contamination(wrong.value, guesses, scores, [Place(came.n - 1, "before that") for came in guesses])

    def searched_again(self, told: Any) -> list[Reanswered]:
        """Nobody searches here; that blue's guess was even is answered, and answered again."""
        guesses = [(n, each.dispatch.facts["n"]) for n, each in told if each.dispatch.kind == "guessed"]
        return [Reanswered(n, "round", "a guess", guess % 2, guess & 1) for n, guess in guesses]

    def place(self, plot: Any, position: str) -> str:
        return f"Round {position.removeprefix('r')}"

    def ended(self, g: Play, how: str, by: str, text: str) -> None:
        g.tell(g.all, "ended", how=how, by=by, text=f"Red and blue: {g.truth.score}")

    def say(self, dispatch: Any) -> str:
        return dispatch.kind


TOY = Toy()


class ScoutPlot(ToyPlot):
    STATE = (*ToyPlot.STATE, "seen")

    def __init__(self, audience: str) -> None:
        super().__init__(audience)
        self.seen: list[int] = []

    def hear_seen(self, faces: list[int]) -> None:
        self.seen = faces


class Scouts(Toy):
    """Each of three rounds opens with two dice that red alone hears of; blue may be the app's to play."""

    key = "scouts"

    def plot(self, audience: str) -> ScoutPlot:
        return ScoutPlot(audience)

    def script(self, g: Play):
        if not g.truth.round:
            for side in SIDES:
                g.tell(side, "limit", side=side, n=5)
            self.begin(g, 1)
        while True:
            faces = yield from g.roll_unseen(f"r{g.truth.round}/scout", "Red looks about", [Die("one"), Die("two")])
            g.tell(RED, "seen", faces=faces)
            got = yield from g.sealed(lambda: {s: self.guess(g, s) for s in SIDES})
            for side in SIDES:
                g.tell(side, "guessed", side=side, n=got[side])
            if g.truth.round >= 3:
                return self.ended(g, "time", "", "")
            self.begin(g, g.truth.round + 1)

    def commanded(self, settings: Any) -> tuple[str, ...]:
        return (BLUE,) if settings.get("solo") else ()

    def command(self, plot: Any, ask: Ask) -> int:
        """Blue guesses the round, as far as its limit goes."""
        return min(plot.round, plot.limits[BLUE])


SCOUTS = Scouts()


class Lone(Toy):
    """Three rounds of one side that plays by itself: a guess, then a die and a piece out of a cup."""

    key, sides, names = "lone", (RED,), {RED: "Red"}

    def script(self, g: Play):
        if not g.truth.round:
            g.tell(g.all, "limit", side=RED, n=5)
            self.begin(g, 1)
        while True:
            n = yield from g.ask(RED, lambda: self.guess(g, RED))
            g.tell(g.all, "guessed", side=RED, n=n)
            (face,) = yield from g.roll(f"r{g.truth.round}/dice", "Round", [Die("one")])
            (piece,) = yield from g.draw(f"r{g.truth.round}/cup", "A piece", lambda: {"white": 3, "black": 2})
            g.tell(g.all, "fell", faces=[face, len(piece)])
            if g.truth.round >= 3:
                return self.ended(g, "time", "", "")
            self.begin(g, g.truth.round + 1)

    def unprompted(self, settings: Any) -> tuple[str, ...]:
        return (DICE,) if settings.get("dice") == "app" else ()


LONE = Lone()


class Shared(Toy):
    """Two rounds round one screen: whose guess it is goes round, and anybody enters it; then a die."""

    key, shared = "shared", True

    def script(self, g: Play):
        if not g.truth.round:
            for side in SIDES:
                g.tell(g.all, "limit", side=side, n=5)
            self.begin(g, 1)
        while True:
            for side in SIDES:
                n = yield from g.ask(TABLE, lambda side=side: self.guess(g, side))
                g.tell(g.all, "guessed", side=side, n=n)
            (face,) = yield from g.roll(f"r{g.truth.round}/dice", "Round", [Die("one")])
            g.tell(g.all, "fell", faces=[face])
            if g.truth.round >= 2:
                return self.ended(g, "time", "", "")
            self.begin(g, g.truth.round + 1)


SHARED = Shared()


def table(game: Game = TOY, *, umpire: bool = True, sealed: bool = False) -> Table:
    """A table; sealed, with random bits from a row of numbers."""
    salts = {audience: f"{n:032x}" for n, audience in enumerate(game.audiences, 1000)} if sealed else {}
    made = Table(game, Header(game.key, "1", "ROSE", {}, {"umpire": umpire}, salts))
    numbers = count(1)
    made.nonces = lambda: f"{next(numbers):032x}"
    return made


def give(t: Table, *answers: tuple[str, Any]) -> Table:
    for party, value in answers:
        t.answer(party, t.asks[party].name, value, SEAT)
    return t


def move(t: Table, party: str, motion: str, say: str = MOVED, text: str = "", value: Any = None) -> Entry | None:
    return t.move(party, motion, say, SEAT, name=t.motions.name, text=text, value=value)


def set_right(t: Table, fact: str, value: Any) -> Entry | None:
    return t.set_right(fact, value, "misread", SEAT, name=t.mending)


def play(t: Table, seed: int, most: int = 100) -> Table:
    rng = random.Random(seed)
    while t.asks and most:
        party = rng.choice([p for p in t.asks if p not in t.locks])
        t.answer(party, t.asks[party].name, t.asks[party].sample(rng), APP)
        most -= 1
    return t


def stands(t: Table) -> dict[str, Any]:
    """All that a table shows and holds."""
    return {
        "plots": {a: (p.heard, p.dump()) for a, p in t.play.plots.items()},
        "asks": {p: a.signature() for p, a in t.asks.items()},
        "locks": t.locks,
        "presence": t.presence(),
        "name": t.motions.name,
        "entries": t.entries,
    }


def again(t: Table) -> Table:
    """The table once more from its ledger's text, which must stand exactly as it does."""
    head, entries = ledger.read("\n".join(ledger.write(t.header, t.entries)))
    other = replayed(t.game, head, entries)
    assert stands(other) == stands(t)
    assert (other.told, other.positions, other.offered) == (t.told, t.positions, t.offered)
    return other


def refused(t: Table, do: Any) -> Refusal:
    """That something is refused, and that nothing at all comes of it."""
    before = stands(t)
    with pytest.raises(Refusal) as caught:
        do()
    assert stands(t) == before
    assert not t.play.told, "words were told and left lying for the next entry"
    return caught.value


def heard(t: Table, audience: str, since: int = 0) -> list[str]:
    return [d.kind for d in t.play.plots[audience].heard[since:]]
