"""Scenario 1: air-to-sea attacks alone, in any order."""

from __future__ import annotations

from typing import Any

from umpire.games.carrier import contact
from umpire.games.carrier.asks import Choose, option, titled
from umpire.games.carrier.plot import STRIKE, fresh
from umpire.games.carrier.scenarios import fights
from umpire.games.carrier.set_out import aboard, deck, display, fleet, known_force, task_force
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import LOCATED, US
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any

GROUP, FORCE = "TF 17", "C1"
US_SHIPS = (
    *("Lexington", "Yorktown", "Minneapolis", "New Orleans", "Chester", "Portland"),
    *("Morris", "Anderson", "Hammann", "Russell", "Phelps", "Dewey", "Farragut", "Aylwin", "Monaghan"),
)
JAPANESE_SHIPS = (
    *("Shokaku", "Zuikaku", "Myoko", "Haguro"),
    *("Ariake", "Yugure", "Shigure", "Shiratsuyu", "Ushio", "Akebono"),
)
CAP, JAPANESE_CAP, POINTS = 6, 2, 8
STRIKES = {"1": {"SBD": 8, "F4F": 4, "TBD": 2}, "2": {"TBD": 3, "SBD": 1, "F4F": 4}}
JAPAN = "japan"


def set_up(g: Play) -> Steps[None]:
    """Ships, CAP and strikes as the scenario gives them; there is no map."""
    us = yield from fleet(g, US, {GROUP: US_SHIPS})
    japan = yield from fleet(g, JAPAN, {FORCE: JAPANESE_SHIPS})
    now: dict[str, JSON] = {"period": "jan42"}
    now |= task_force(GROUP, "", us[GROUP], cap=[["F4F", CAP, None]])
    now |= {path: leaf for carrier in US_SHIPS[:2] for path, leaf in deck(carrier, GROUP).items()}
    now |= known_force(FORCE, "", japan[FORCE], cap=JAPANESE_CAP)
    for number, steps in STRIKES.items():
        strike = fresh(STRIKE, **{"from": GROUP, "steps": steps, "left": True, "target": FORCE, "side": LOCATED})
        now[f"strikes/{number}"] = strike
    now["memory/left"] = [JAPAN, *STRIKES]
    do = [display(GROUP, us[GROUP]), display("the Japanese force", japan[FORCE]), aboard(GROUP, {"F4F": CAP}, "CAP")]
    do += [aboard(f"Strike {number}", steps, "box") for number, steps in STRIKES.items()]
    title = g.truth.parts.title
    tell(g, "set-up", "Sc. 1", title=title, period="jan42", words=f"Japanese CAP {JAPANESE_CAP}.", now=now, do=do)


def play(g: Play) -> Steps[None]:
    """Every attack, in the order the player likes, and each as he says so: what the one before did can be read first."""
    while g.truth.at("memory/left", []):
        which = yield from g.ask(US, lambda: _which(g))
        rest = [each for each in g.truth.at("memory/left") if each != which]
        tell(g, "next-attack", "Sc. 1", which=which, now={"memory/left": rest})
        if which == JAPAN:
            yield from fights.japanese(g, "japan/attack", FORCE, GROUP, POINTS)
        else:
            yield from contact.fight(g, which, FORCE, f"us/strike/{which}", "")


def _which(g: Play) -> Choose:
    left = g.truth.at("memory/left")
    said = {JAPAN: f"The Japanese strike, {POINTS} air points"}
    said |= {number: f"Strike {number}: {_steps(steps)}" for number, steps in STRIKES.items()}
    many = len(left) > 1
    words = "They may be fought in any order." if many else "Once it is fought, the game is over."
    facts = titled("Which attack now?" if many else "The last attack", words, "Sc. 1")
    return Choose(
        f"attacks/{4 - len(left)}", {**facts, "options": [option(i, said[i]) for i in left], "preset": left[0]}
    )


def _steps(steps: dict[str, int]) -> str:
    return listed(f"{n} {type}" for type, n in steps.items())


SAYINGS = {
    "next-attack": lambda f: (
        "The Japanese strike comes in." if f["which"] == JAPAN else f"Strike {f['which']} goes in."
    ),
}
