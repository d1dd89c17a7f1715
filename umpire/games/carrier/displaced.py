"""Planes aloft whose deck or runway is lost (18.2, 19.2): CAP, the Landing box, the search track."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import search, strikes
from umpire.games.carrier.condition import operative
from umpire.games.carrier.deck_limits import A_SEGMENT, half_endurance
from umpire.games.carrier.flight import MOST_OVER, by_type, doing, in_words, lots, may_land
from umpire.games.carrier.plot import STRIKE, CarrierPlot, fresh, total
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import ENDURANCE
from umpire.table.numbered import distance
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any


def decks_lost(g: Play, group: str, carriers: Sequence[str], name: str) -> Steps[None]:
    """Flight decks of a task force are out that worked before, or sunk; `name` begins the names of what is asked.

    While a carrier is afloat planes may wait for her deck; over none they must go elsewhere, if there is anywhere.
    """
    if g.truth.carriers_of(group):
        mark_cap(g, group, A_SEGMENT * len([ship for ship in g.truth.carriers_of(group) if operative(g.truth, ship)]))
    else:
        mark_cap(g, group, 0)
        send_off(g, group, carriers)
    if g.truth.groups[group]["track"]:
        yield from search.change_track(g, group, name)


def mark_cap(g: Play, group: str, room: int) -> None:
    """CAP steps beyond what the decks left can keep up get markers: half their endurance (19.2)."""
    cap = g.truth.groups[group]["cap"]
    free = sum(n for _, n, time in cap if time is None)
    over = min(free, total(cap) - room - (total(cap) - free))
    if over <= 0:
        return
    left, made = over, []
    for type, n, time in cap:
        marked = min(left, n) if time is None else 0
        left -= marked
        made += [[type, n - marked, time], [type, marked, half_endurance(type)]]
    now_cap = lots(made)
    mark = [f"Time Aloft {time} on {n} {type} of {group}’s CAP" for type, n, time in now_cap if time is not None]
    facts = {"group": group, "n": over, "cap": now_cap, "room": room}
    tell(g, "cap-marked", "19.2", **facts, mark=mark, now={f"groups/{group}/cap": now_cap})


def send_off(g: Play, group: str, carriers: Sequence[str]) -> None:
    """All carriers are sunk: who waits to land, and CAP that can get anywhere, fly off as transfers (7.3, 19.2)."""
    there = g.truth.groups[group]
    away = [each for each in there["cap"] if haven(g.truth, group, each[0], each[2])]
    stay = [each for each in there["cap"] if each not in away]
    made: dict[int, dict[str, int]] = {}
    for type, n, time in [*there["landing"], *away]:
        steps = made.setdefault(time, {})
        steps[type] = steps.get(type, 0) + n
    numbers = strikes.free_numbers(g.truth, len(made))
    flown = [_transfer(g.truth, group, time, made[time]) for time in sorted(made)]
    now: dict[str, JSON] = {f"groups/{group}/landing": [], f"groups/{group}/cap": stay}
    now |= {f"strikes/{n}": transfer for n, transfer in zip(numbers, flown, strict=True)}
    said = [{"n": n, "steps": s["steps"], "time": s["time"]} for n, s in zip(numbers, flown, strict=True)]
    do = [f"transfer {n} in {there['hex']}, face down" for n in numbers]
    mark = [f"Time Aloft {s['time']} on transfer {n}" for n, s in zip(numbers, flown, strict=True)]
    if flown or stay:
        facts = {"group": group, "carriers": list(carriers), "flown": said, "stay": stay}
        tell(g, "sent-off", "19.2", **facts, now=now, do=do, mark=mark)


def _transfer(plot: CarrierPlot, group: str, time: int, steps: Mapping[str, int]) -> dict[str, JSON]:
    facts = {"from": group, "hex": plot.groups[group]["hex"], "time": time, "steps": dict(steps)}
    return fresh(STRIKE, **facts, left=True, down=True, transfer=True)


def haven(plot: CarrierPlot, group: str, type: str, time: int) -> bool:
    """Whether another task force or base where they may land is within what such steps can still fly (6.2)."""
    here, left = plot.groups[group]["hex"], ENDURANCE[type] + MOST_OVER - time
    others = [name for name in plot.groups if name != group and may_land(plot, name, [type])]
    return any(distance(here, plot.groups[name]["hex"]) <= left for name in others)


def task_force_gone(g: Play, group: str) -> None:
    """The last ship of a task force is sunk: its counter goes, and CAP that could get nowhere with it."""
    cap = by_type(g.truth.groups[group]["cap"])
    now: dict[str, JSON] = {f"groups/{group}/gone": True, f"groups/{group}/cap": []}
    tell(g, "task-force-gone", "4.1", group=group, cap=cap, now=now, do=[f"{group} off the map"])
    strikes.lost_to_japan(g, cap, f"CAP of {group}, with nowhere to land", "19.2")


def leave_the_base(g: Play, base: str) -> None:
    """A runway is out: all CAP of the base gets markers, half its endurance; it may fly on all the same (18.2)."""
    mark_cap(g, base, 0)


def _cap_marked(f: Mapping[str, JSON]) -> str:
    marked = listed(f"{n} {type} at {time}" for type, n, time in f["cap"] if time is not None)
    return (
        f"{f['group']}: {counted(f['n'], 'CAP step')} beyond the {f['room']} that its decks can keep up "
        f"{'gets a Time Aloft marker' if f['n'] == 1 else 'get Time Aloft markers'} "
        f"({marked})."
    )


def _sent_off(f: Mapping[str, JSON]) -> str:
    flown = listed(f"{in_words(each['steps'])} as transfer {each['n']} at {each['time']}" for each in f["flown"])
    stay = by_type(f["stay"])
    said = f"{f['group']} has no carrier left. " + (f"Off the display: {flown}. " if flown else "")
    return said + (f"{doing(stay, 'gets', 'get')} nowhere: on CAP till the fuel is spent." if stay else "")


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {
    "cap-marked": _cap_marked,
    "sent-off": lambda f: _sent_off(f).strip(),
    "task-force-gone": lambda f: (
        f"{f['group']} has no ship left."
        + (f" On CAP {doing(f['cap'], 'has', 'have')} nowhere to go." if f["cap"] else "")
    ),
}
