"""Strikes told one by one: those of the US from the deck to the deck, those of Japan with what they met."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from umpire.games.carrier.aftermath.reel import Moment, Reel
from umpire.games.carrier.flight import in_words
from umpire.games.carrier.words import say
from umpire.table.words import counted

JSON = Any
Facts = Mapping[str, JSON]

FOUGHT = (
    *("chit", "screen", "japan-cap", "surprise", "jp-cap-combat", "us-warning", "scrambled", "us-cap-combat", "us-cap"),
    *(
        "guns",
        "no-guns",
        "shot-down",
        "points-shot-down",
        "attack-value",
        "bombed",
        "hit",
        "sunk",
        "planes-lost",
        "ground",
    ),
    *("deck-marker", "cap-step-lost", "revealed", "landing-lost"),
)
"""What is told of a strike while it is fought."""


@dataclass
class Sortie:
    """One strike."""

    title: str
    when: str
    lines: list[str] = field(default_factory=list)
    fought: bool = False
    transfer: bool = False


def sorties(reel: Reel) -> tuple[list[Sortie], list[Sortie]]:
    """The strikes of the US, and those of Japan, as they set out."""
    reading = _Reading()
    for moment in reel.moments:
        reading.take(moment)
    return [each for each in reading.us if not each.transfer], reading.japan


class _Reading:
    """The strikes as far as they have been told; numbers are used again once a strike is home."""

    def __init__(self) -> None:
        self.us: list[Sortie] = []
        self.japan: list[Sortie] = []
        self.up: dict[str, Sortie] = {}
        self.on: Sortie | None = None
        """The strike that is being fought now."""

    def take(self, moment: Moment) -> None:
        read: Callable[[Moment, JSON], None] | None = getattr(self, "read_" + moment.kind.replace("-", "_"), None)
        if read is not None:
            read(moment, moment.facts)
        elif moment.kind in FOUGHT and self.on is not None:
            self._line(self.on, moment)

    def _line(self, sortie: Sortie, moment: Moment) -> None:
        if words := say(moment.dispatch):
            sortie.lines.append(words)

    def _of(self, n: str, moment: Moment) -> Sortie:
        """The strike of a number; one that was there from the start is told from where it is first met."""
        if n not in self.up:
            self.up[n] = Sortie(f"Strike {n}", moment.when)
            self.us.append(self.up[n])
        return self.up[n]

    # The US.

    def read_formed(self, moment: Moment, f: Facts) -> None:
        what = "Transfer" if f["transfer"] else "Strike"
        made = Sortie(f"{what} {f['n']} of {f['group']}: {in_words(f['steps'])}", moment.when, transfer=f["transfer"])
        self.up[f["n"]] = made
        self.us.append(made)

    def read_joined(self, moment: Moment, f: Facts) -> None:
        self._line(self._of(f["n"], moment), moment)

    def read_target(self, moment: Moment, f: Facts) -> None:
        self._of(f["n"], moment).lines.append(f"{moment.when}: it sets out for {f['force']}, in {f['hex']}.")

    def read_contact_roll(self, moment: Moment, f: Facts) -> None:
        sortie = self._of(f["n"], moment)
        sortie.lines.append(f"{moment.when}: {say(moment.dispatch)}")
        self.on = sortie

    def read_split(self, moment: Moment, f: Facts) -> None:
        first = self._of(f["n"], moment)
        self._line(first, moment)
        self.up[f["other"]] = Sortie(f"Strike {f['other']}, of strike {f['n']}: {in_words(f['steps'])}", moment.when)
        self.us.append(self.up[f["other"]])

    def read_strike_attacks(self, moment: Moment, f: Facts) -> None:
        self.on = self._of(f["strike"], moment)
        self.on.fought = True
        self._line(self.on, moment)

    def read_strike_over(self, moment: Moment, f: Facts) -> None:
        self._line(self._of(f["n"], moment), moment)
        self.on = None

    def read_no_contact(self, moment: Moment, f: Facts) -> None:
        self._line(self._of(f["n"], moment), moment)
        self.on = None

    read_nothing_there = read_no_contact
    read_found_nothing = read_no_contact

    def read_air_lost(self, moment: Moment, f: Facts) -> None:
        self._of(f["n"], moment).lines.append(f"{moment.when}: {say(moment.dispatch)}")

    def read_come_in(self, moment: Moment, f: Facts) -> None:
        steps = in_words(f["steps"])
        self._of(f["n"], moment).lines.append(
            f"{moment.when}: home over {f['group']} with {steps}, time aloft {f['time']}."
        )

    # Japan.

    def read_attack(self, moment: Moment, f: Facts) -> None:
        if f["by"] == "us":
            return
        wave = ", the second wave" if f.get("wave") == 2 else ""
        self.on = Sortie(f"{f['force']} at {f['target']}: {counted(f['points'], 'air point')}{wave}", moment.when)
        self.on.fought = True
        self.japan.append(self.on)

    def read_second_wave(self, moment: Moment, f: Facts) -> None:
        if self.japan:
            self._line(self.japan[-1], moment)

    def read_jp_attack_done(self, moment: Moment, f: Facts) -> None:
        if self.on is not None:
            self._line(self.on, moment)

    def read_attack_over(self, moment: Moment, f: Facts) -> None:
        if self.on is not None and f["by"] != "us":
            if f.get("land"):
                self.on.lines.append(f"It lands at the end of turn {f['land']}.")
            self.on = None


def facts(reel: Reel) -> dict[str, list[dict[str, JSON]]]:
    """Both lists as the template draws them."""
    ours, theirs = sorties(reel)
    return {"us": [_facts(each) for each in ours], "japan": [_facts(each) for each in theirs]}


def _facts(sortie: Sortie) -> dict[str, JSON]:
    return {"title": sortie.title, "when": sortie.when, "lines": sortie.lines, "fought": sortie.fought}
