"""Tables of Lightning: Midway to test with, and the few moves their tests are made of."""

from __future__ import annotations

from typing import Any

from tests.tables import hand_of
from umpire.games import GAMES
from umpire.games.lightning_midway import kit as kits
from umpire.table.asks import TABLE
from umpire.table.ledger import Header
from umpire.table.table import Table

JSON = Any

LIGHTNING = GAMES["lightning-midway"]
DEPENDENTS = {f"dependents/{name}": "" for name in kits.objectives(kits.known())}


def kit(**changes: JSON) -> dict[str, JSON]:
    """A copy in which all is filled in, so that nothing is asked but play."""
    return {**kits.known(), kits.FIRST: "US", **DEPENDENTS, **changes}


def header(cells: dict[str, JSON] | None = None, **settings: JSON) -> Header:
    chosen = {each.name: each.default for each in LIGHTNING.settings}
    agreed = {**chosen, "umpire": False, "dice": "real", **settings}
    return Header(LIGHTNING.key, LIGHTNING.rules, "ROSE", kit() if cells is None else cells, agreed)


def table(cells: dict[str, JSON] | None = None, **settings: JSON) -> Table:
    return Table(LIGHTNING, header(cells, **settings))


def say(t: Table, value: JSON, party: str = TABLE) -> None:
    """Answer what the table is asked now."""
    t.answer(party, t.asks[party].name, value, hand_of(party))


def asked(t: Table) -> Any:
    return t.asks[TABLE]


def attack(t: Table, *targets: str, came: str = "destroyed", **more: JSON) -> None:
    """An attack of which the outcome alone is told."""
    say(t, {"do": "attack", "targets": list(targets), "outcome": came, **more})


def prepare(t: Table) -> None:
    """A turn in which nothing happens on the table."""
    say(t, {"do": "prepare"})


def fought(force: int, *targets: str, defence: int | None = None, **settings: JSON) -> Table:
    """A fight of the US against Japan, at the round of Action Cards."""
    t = table(**settings)
    say(t, {"do": "fight", "targets": list(targets or ("Akagi",))})
    say(t, {"force": force})
    say(t, {"force": defence})
    return t


def card(t: Table, kind: str, value: int = 0, **more: JSON) -> None:
    say(t, {"card": {"type": kind, "value": value, **more}})


def passes(t: Table, n: int = 1) -> None:
    for _ in range(n):
        say(t, {"pass": True})


def on_table(t: Table) -> list[str]:
    """The Action Cards that lie in the fight."""
    return [f"{each['by']} {each['type']}" for each in t.truth.fight["cards"]]


def last(t: Table, kind: str) -> dict[str, JSON]:
    """The facts of the last dispatch of a kind."""
    return next(each.dispatch.facts for _, each in reversed(t.told) if each.dispatch.kind == kind)


def to_do(t: Table) -> str:
    """What the screen says to do on the table."""
    from umpire.games.lightning_midway.pieces import cards

    return " ".join(cards(t.truth))


def ruling(name: str, words: str) -> str:
    """The answer of the one question under a card or topic that has some words in it."""
    found = [r.answer for topic in LIGHTNING.topics if topic.name == name for r in topic.rulings if words in r.ask]
    assert len(found) == 1, (name, words, found)
    return found[0]
