"""Every screen of the app, found by itself: each kind of ask of each game, and each page the app answers with.

Kinds are read off the games' own classes, and met by lively play; pages are read off the routes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.browser.conftest import Laid
from tests.every import EVERY
from tests.games.recording import text_of
from tests.tables import hand_of
from umpire.games import GAMES, faces
from umpire.table import ledger
from umpire.table.asks import ACTED_ON, PRIVATE, Ask
from umpire.table.table import Table
from umpire.web import create_app

SHARED = {"roll", "cells"}
"""Kinds that every game may put to the whole table."""
OVER = "over"
MOST_PLAYED = 120
"""Games that are begun, at the most, before a kind that did not turn up is given up."""


@dataclass(frozen=True)
class Scene:
    """A table stood at one kind of ask, as the file another laptop would have saved."""

    game: str
    kind: str
    side: str
    """The side that is asked; for what everybody is asked, the first."""
    text: str

    @property
    def name(self) -> str:
        return f"{self.game} {self.kind}"


def _below(made: type[Ask]) -> Iterator[type[Ask]]:
    for each in made.__subclasses__():
        yield each
        yield from _below(each)


def kinds(game: str) -> set[str]:
    """Every kind of thing a game may ask, by the classes it has for them."""
    package = faces(game).__name__.rpartition(".")[0]
    own = {each.kind for each in _below(Ask) if each.__module__.startswith(f"{package}.")}
    return (own - {Ask.kind}) | (SHARED if GAMES[game].rolls else SHARED - {"roll"})


@cache
def scenes(game: str) -> dict[str, Scene]:
    """A table at each kind of ask, the first that lively play at a table with an umpire comes to; and one that is over."""
    met: dict[str, Scene] = {}
    for seed in (*EVERY[game].rich, *range(MOST_PLAYED)):
        rng = random.Random(seed)
        table = EVERY[game].some_table(rng)
        if not table.header.settings.get("umpire"):
            continue
        while not table.over and not kinds(game) <= set(met):
            for party in table.asks:
                _meet(met, game, table, party)
            party = rng.choice([each for each in table.asks if each not in table.locks])
            asked = table.asks[party]
            table.answer(party, asked.name, EVERY[game].choice(table, party, rng), hand_of(party), sure=True)
        if kinds(game) <= set(met):
            break
    return {**met, OVER: _over(game)}


def _over(game: str) -> Scene:
    """The shortest recorded game that had an umpire: its report and record are all there, and soon looked through."""
    texts = sorted((EVERY[game].shelf.text(name) for name in EVERY[game].shelf.games), key=len)
    attended = (text for text in texts if ledger.read(text)[0].settings.get("umpire"))
    return Scene(game, OVER, GAMES[game].sides[0], next(attended))


def _meet(met: dict[str, Scene], game: str, table: Table, party: str) -> None:
    kind = table.asks[party].kind
    falls = {PRIVATE, *table.game.unprompted(table.header.settings)}  # by itself, as soon as the table is opened
    if kind not in met and party not in falls:
        side = GAMES[game].sides[0] if party in ACTED_ON else party
        met[kind] = Scene(game, kind, side, text_of(table))


AT_A_SHARED_SCREEN = re.compile(r"screen\.(menu|right)")
"""Endpoints that answer where the screen stands among the players."""
NOT_PAGES = re.compile(r"static|.*page|.*export|report\.file_.*|kits\.save")
"""Endpoints that answer with no page of their own: files, fragments of pages, and a form's second half."""
FINISHED = re.compile(r"report\..*")
"""Endpoints that answer once the game is over."""


@dataclass(frozen=True)
class Place:
    """A page to look at: where it is, and whether it is a phone's or the laptop's."""

    path: str
    endpoint: str

    @property
    def on_phone(self) -> bool:
        return self.path.startswith(("/seat/", "/j", "/ping", "/help"))

    @property
    def on_paper(self) -> bool:
        """Whether it shows sheets of a fixed width, as they come out of a printer."""
        return self.endpoint.startswith("prints.")


def filled(rule: str, parts: Mapping[str, str]) -> str:
    """A route with its parts filled in; raises `KeyError` for a part that nobody fills."""
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: parts[found[1]], rule)


class Screens(Laid):
    """A home with a table for every scene, a phone a side in its seat, and a copy of each game, whole and bare."""

    def __init__(
        self, folder: Path, wanted: Callable[[str], Iterable[Scene]] = lambda game: scenes(game).values()
    ) -> None:
        super().__init__(folder)
        self.scenes = {scene.name: scene for game in GAMES for scene in wanted(game)}
        with self as laid:
            for game, row in EVERY.items():
                laid.store.save_kit(f"whole-{game}", game, "A copy filled in", row.kit())
                laid.store.save_kit(f"bare-{game}", game, "A copy just opened", {})
            for name, scene in self.scenes.items():
                self.codes[name] = laid.host.take_in(scene.text)
                self.seat_all(name, GAMES[scene.game].sides)
            first = next(iter(self.scenes.values()))
            self.join = laid.store.issue_code(self.codes[first.name], first.side, "add").code
            rules = create_app(laid.host).url_map.iter_rules()
            self._rules = [each for each in rules if "GET" in (each.methods or ())]

    def late(self, game: str) -> str:
        """A table of a game that is well into it, and still in play."""
        in_play = [scene for scene in self.scenes.values() if scene.game == game and scene.kind != OVER]
        return sorted(in_play, key=lambda scene: len(scene.text))[len(in_play) // 2].name

    def places(self, game: str) -> list[Place]:
        """Every page the app answers with, of a table in mid-game and of one that is over.

        Raises `KeyError` for a route that has something in it of which nobody has said how to fill it.
        """
        made = []
        for rule in self._rules:
            if NOT_PAGES.fullmatch(rule.endpoint):
                continue
            if AT_A_SHARED_SCREEN.fullmatch(rule.endpoint) and not GAMES[game].shared:
                continue
            table = f"{game} {OVER}" if FINISHED.fullmatch(rule.endpoint) else self.late(game)
            side = GAMES[game].sides[0]
            parts = {"side": side, "game": game, "kit_id": f"whole-{game}", "seat_id": self.seat(table, side)}
            parts["code"] = self.join if rule.endpoint.startswith("join.") else self.codes[table]
            parts["what"] = "all" if "forms" in rule.endpoint else "turn"
            made.append(Place(filled(rule.rule, parts), rule.endpoint))
        return made
