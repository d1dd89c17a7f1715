"""A stopwatch on each device of a table: every finger laid on a phone, every drawing, and the time between the two.

The times are the browser's own: from the finger lifted to the frame after the page has been drawn anew.
All devices are on one machine, so their clocks are one.
"""

from __future__ import annotations

import os
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.browser.conftest import LAPTOP, SMALL, House, Laptop, Phone

WATCH = """
window.watch = { up: 0, log: [] };
(function () {
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("pointerup", (e) => { watch.up = performance.timeOrigin + e.timeStamp; }, true);
  function shown(what) {
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => {
        const main = document.querySelector("main.phone");
        watch.log.push({ ...what, at: now(), ask: main ? main.dataset.ask : "", locked: Boolean(main && main.dataset.locked) });
      };
      after.port2.postMessage(0);
    });
  }
  addEventListener("click", () => shown({ what: "tap", up: watch.up }), true);
  addEventListener("htmx:afterSettle", (e) => {
    const verb = (e.detail.requestConfig || {}).verb;
    if (verb) shown({ what: verb, v: e.detail.xhr.getResponseHeader("X-Version") });
  });
})();
"""
NO_OP = """async (n) => {
  const took = [];
  for (let i = 0; i < n; i++) {
    const began = performance.now();
    await (await fetch("/ping", { method: "POST", body: "x=1" })).text();
    took.push(performance.now() - began);
  }
  return took;
}"""
STATE = """() => {
  const main = document.querySelector("main.phone");
  return { ask: main ? main.dataset.ask : "", locked: Boolean(main && main.dataset.locked) };
}"""
NEWS = """async () => {
  const page = document.getElementById("page");
  return (await fetch(page.dataset.root + "/page?v=" + encodeURIComponent(page.dataset.v))).status;
}"""
NOTHING_NEW = 204
LONGEST = 5.0
"""Seconds after which a page that shows nothing is given up."""


def kind_of(ask: str) -> str:
    """The form of an ask by its name: ``t4/battle-1/fire/us`` is a fire, ``t2/search/us/3`` a search."""
    parts = ask.split("/")
    if len(parts) < 2:
        return ""
    if parts[1].partition("-")[0] in ("battle", "surface"):
        stage = "surface " if parts[1].startswith("surface") else "battle "
        return stage + parts[2].rstrip("0123456789").rstrip("-")
    return parts[1]


@dataclass
class Tap:
    """One finger laid on a phone: whose, when, for what, and the seconds until it showed, here and elsewhere."""

    side: str
    turn: int
    kind: str
    here: float
    there: float | None = None
    unsaid: int = 0
    """Devices on which it changes nothing."""


@dataclass
class Tally:
    """All that was counted in one game."""

    taps: list[Tap] = field(default_factory=list)
    screens: Counter[tuple[int, str]] = field(default_factory=Counter)
    battles: dict[str, Counter[str]] = field(default_factory=dict)
    groups: dict[str, int] = field(default_factory=dict)
    """The attack groups of each battle by its name."""
    bare: list[float] = field(default_factory=list)
    load: list[float] = field(default_factory=list)


class Timed(Phone):
    """A phone with a stopwatch on it. What is done on it is counted under the turn it is told."""

    def __init__(self, house: House, name: str, tally: Tally) -> None:
        context = house.browser.new_context(
            viewport={"width": SMALL[0], "height": SMALL[1]}, is_mobile=True, has_touch=True
        )
        super().__init__(house, name, house.server.phones, context)
        context.add_init_script(WATCH)
        self.tally, self.turn, self.form = tally, 0, ""
        self.others: list[Any] = []
        self.log: list[dict[str, Any]] = []

    def state(self) -> tuple[str, bool]:
        """What is asked of it now, and whether that is locked."""
        seen = self.page.evaluate(STATE)
        return seen["ask"], seen["locked"]

    def read(self) -> None:
        """Take over what the page has noted since."""
        for line in drained(self):
            form = "locked" if line["locked"] else kind_of(line["ask"]) or "look up"
            if form != self.form:
                self.form = form
                found = re.match(r"t(\d+)/", line["ask"])
                self.tally.screens[int(found[1]) if found else self.turn, self.name] += 1
            self.log.append(line)

    def tap(self, what: Any, *, sent: bool = True) -> Timed:
        """One tap; wait until it shows here, and if it moved the table on, on every other device as well."""
        target = self.find(what).first if isinstance(what, str) else what
        self.read()
        ask, _ = self.state()
        first = len(self.log)
        target.tap()
        up = self._noted(first, "tap")["up"]
        here = self._noted(first, "post")["at"] if sent else self._noted(first, "tap")["at"]
        made = Tap(self.name, self.turn, kind_of(ask), (here - up) / 1000)
        self.tally.taps.append(made)
        self.taps[made.kind] += 1
        now, locked = self.state()
        if sent and (now != ask or locked):
            waits = [wait for wait in (shows(other, up) for other in self.others) if wait is not None]
            made.there, made.unsaid = max(waits, default=None), len(self.others) - len(waits)
        return self

    def drag(self, start: str, zone: str) -> Timed:
        """A stack drawn to another zone: one gesture that sends two posts, and the wait for both."""
        self.read()
        first, ask = len(self.log), self.state()[0]
        super().drag(start, zone)
        drawn, up = self._noted(first, "post", 2)["at"], self.page.evaluate("() => window.watch.up")
        self.tally.taps.append(Tap(self.name, self.turn, kind_of(ask), (drawn - up) / 1000))
        return self

    def _noted(self, first: int, what: str, nth: int = 1) -> dict[str, Any]:
        """The nth thing of a kind that the page noted after the first so many."""
        ends = time.monotonic() + 15
        while True:
            self.read()
            found = [line for line in self.log[first:] if line["what"] == what]
            if len(found) >= nth:
                return found[nth - 1]
            assert time.monotonic() < ends, f"{self.name}: no {what} was seen; {self.words('.asked')}"
            self.page.wait_for_timeout(15)

    def sees(self, what: str) -> bool:
        return bool(self.find(f"{what} >> visible=true").count())


class Screen(Laptop):
    """The public screen with the same stopwatch."""

    def __init__(self, house: House) -> None:
        context = house.browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
        super().__init__(house, "screen", house.server.laptop, context)
        context.add_init_script(WATCH)
        self.log: list[dict[str, Any]] = []

    def read(self) -> None:
        self.log += drained(self)


def drained(device: Any) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = device.page.evaluate("() => window.watch.log.splice(0)")
    return lines


def shows(device: Any, since: float) -> float | None:
    """Seconds from a moment until a device had drawn what is new; None if nothing is, `LONGEST` if it never did."""
    ends = time.monotonic() + LONGEST
    asks = time.monotonic() + 1
    while time.monotonic() < ends:
        device.read()
        found = next((line for line in device.log if line["what"] == "get" and line["at"] > since), None)
        if found:
            return float(found["at"] - since) / 1000
        if asks < time.monotonic():
            if device.page.evaluate(NEWS) == NOTHING_NEW:
                return None
            asks = ends
        device.page.wait_for_timeout(15)
    return LONGEST


def measure(phone: Timed, n: int = 3) -> None:
    """What this machine takes at the moment for a post that does nothing, and how busy it is."""
    phone.tally.bare += [took / 1000 for took in phone.page.evaluate(NO_OP, n)]
    phone.tally.load.append(os.getloadavg()[0])


# The tables.

QUIET_GOAL, BATTLE_GOAL, WAIT_GOAL = 30, 40, 1.0
"""Taps of a quiet turn and of a battle of six groups, both sides together; seconds to wait for the app."""


def printed(title: str, tally: Tally, notes: dict[int, str]) -> str:
    """Everything that was counted, turn by turn; waiting in milliseconds."""
    lines = [f"\n{title}", HEAD]
    for turn in sorted({tap.turn for tap in tally.taps}):
        lines.append(_row(str(turn or "set-up"), tally, [turn], notes.get(turn, "")))
    turns = sorted({tap.turn for tap in tally.taps if tap.turn})
    lines.append(_row("turns", tally, turns, f"{len(turns)} turns"))
    quiet = [turn for turn in turns if "quiet" in notes.get(turn, "")]
    lines += ["", *_goals(tally, quiet), "", *_by_kind(tally), "", *_waits(tally)]
    return "\n".join(lines)


HEAD = (
    f"{'':>7} | {'taps':^17} | {'screens':^11} | {'waited, ms: own taps':^27} | {'seen elsewhere':^14} |\n"
    f"{'turn':>7} |{'US':>5} {'Japan':>6}{'both':>6} |{'US':>5}{'Japan':>6}  |"
    f"{'US sum':>8}{'Japan sum':>11}{'longest':>9} |{'longest':>12}    |"
)


def _row(label: str, tally: Tally, turns: Sequence[int], note: str) -> str:
    taps = [tap for tap in tally.taps if tap.turn in turns]
    by = {side: [tap for tap in taps if tap.side == side] for side in ("US", "Japan")}
    screens = {side: sum(tally.screens[turn, side] for turn in turns) for side in by}
    sums = {side: ms(sum(tap.here for tap in by[side])) for side in by}
    there = [tap.there for tap in taps if tap.there is not None]
    return (
        f"{label:>7} |{len(by['US']):>5} {len(by['Japan']):>6}{len(taps):>6} |{screens['US']:>5}{screens['Japan']:>6}  |"
        f"{sums['US']:>8}{sums['Japan']:>11}{ms(longest(tap.here for tap in taps)):>9} |{ms(longest(there)):>12}    | {note}"
    )


def _goals(tally: Tally, quiet: Sequence[int]) -> list[str]:
    counts = {turn: sum(tap.turn == turn for tap in tally.taps) for turn in quiet}
    said = ", ".join(f"turn {turn} {n} ({n / QUIET_GOAL:.2f})" for turn, n in counts.items())
    made = [f"quiet turns, goal {QUIET_GOAL} for both sides: {said}"] if quiet else []
    for name, parts in tally.battles.items():
        line = f"{name}: {parts.total()} taps ({', '.join(f'{part} {n}' for part, n in parts.items())})"
        if groups := tally.groups.get(name):
            line += f"; {groups} groups, {parts.total() + groups} with real dice"
            line += f"; goal {BATTLE_GOAL} ({parts.total() / BATTLE_GOAL:.2f})" if groups == 6 else ""
        made.append(line)
    return made


def _by_kind(tally: Tally) -> list[str]:
    kinds = list(dict.fromkeys(tap.kind for tap in tally.taps))
    made = [f"{'taps by what was asked':<26}{'US':>5}{'Japan':>7}{'longest, ms':>13}"]
    for kind in kinds:
        taps = [tap for tap in tally.taps if tap.kind == kind]
        us = sum(tap.side == "US" for tap in taps)
        made.append(f"{kind:<26}{us:>5}{len(taps) - us:>7}{ms(longest(tap.here for tap in taps)):>13}")
    return made


def _waits(tally: Tally) -> list[str]:
    bare = statistics.median(tally.bare)
    sent = [tap.here for tap in tally.taps]
    there = [tap.there for tap in tally.taps if tap.there is not None]
    over = sum(wait > WAIT_GOAL for wait in [*sent, *there])
    lost, unsaid = sum(wait >= LONGEST for wait in there), [tap for tap in tally.taps if tap.unsaid]
    made = [f"{'waiting, ms':<34}{'median':>8}{'p95':>8}{'longest':>9}{'median : bare post':>20}"]
    for label, waits in (
        ("a bare post that does nothing", tally.bare),
        ("tap to own page", sent),
        ("tap to every other device", there),
    ):
        middle = statistics.median(waits)
        marks = statistics.quantiles(waits, n=20)
        made.append(f"{label:<34}{ms(middle):>8}{ms(marks[18]):>8}{ms(longest(waits)):>9}{middle / bare:>20.1f}")
    made.append(f"longer than 1 s: {over} of {len(sent)} taps; never shown elsewhere: {lost}")
    if unsaid:
        made.append(
            f"locks that change no other page: {len(unsaid)} ({', '.join(sorted({tap.kind for tap in unsaid}))})"
        )
    load = statistics.mean(tally.load)
    made.append(f"load {min(tally.load):.1f} to {max(tally.load):.1f}, mean {load:.1f}, on {os.cpu_count()} cores")
    return made


def ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f}"


def longest(waits: Iterable[float]) -> float:
    return max(waits, default=0.0)
