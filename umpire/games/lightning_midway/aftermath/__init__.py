"""The evening after: attack by attack, and the targets as they went."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.aftermath.film import Store
from umpire.games.aftermath.retold import framed, retell
from umpire.games.aftermath.score import Row, chart
from umpire.games.lightning_midway.plot import LightningPlot
from umpire.games.lightning_midway.terms import DESTROYED, HELD, NAMES, SIDES, STOPPED
from umpire.games.lightning_midway.words import say, totals_words
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.script import Told
from umpire.table.table import Table
from umpire.table.words import counted, listed

JSON = Any

CARD, LEFT, HEIGHT = 62, 92, 130
"""Drawing units from card to card, to the first of them, and down the drawing of a row a side."""
ROWS = {"us": 38, "japan": 92}
"""Drawing units down to the row of a side."""
SHAPES = {"us": "square", "japan": "circle"}
OPENS = ("turn", "ended")
SILENT = ("turn", "kit", "opened", "sealed", "clean-up", "corrected")


@dataclass(frozen=True)
class Moment:
    """One dispatch, and how things stood once it was heard."""

    dispatch: Dispatch
    turn: int
    mover: str
    sunk: tuple[str, ...]
    score: Mapping[str, int]

    @property
    def kind(self) -> str:
        return self.dispatch.kind

    @property
    def facts(self) -> dict[str, JSON]:
        return self.dispatch.facts


@dataclass(frozen=True)
class Reel:
    """A finished game: its moments in order, and how it stood at the end."""

    moments: Sequence[Moment]
    end: LightningPlot
    missed: int


def retold(table: Table) -> Reel:
    """Feed a fresh plot what was told, dispatch by dispatch."""
    plot = LightningPlot(UMPIRE)

    def moment(n: int, told: Told, last: Moment | None) -> Moment:
        return Moment(told.dispatch, plot.turn, plot.mover, tuple(plot.sunk), dict(plot.score))

    moments, missed = retell(table, {UMPIRE: plot}, moment)
    return Reel(moments, plot, missed)


def report(table: Table) -> dict[str, JSON]:
    """All that the report's template and its script show."""
    seen = retold(table)
    rows = _by_turn(seen)
    shown = [{"turn": r.turn, "when": "", "score": list(r.score), "why": "; ".join(r.why)} for r in rows]
    return {
        "outcome": (seen.end.ended or {}).get("text", ""),
        "lasted": counted(seen.end.turn, "player turn"),
        "missed": seen.missed,
        "names": [NAMES[side] for side in SIDES],
        "board": _board(seen),
        "film": _film(seen),
        "targets": _targets(seen),
        "attacks": [_attack(m) for m in seen.moments if m.kind == "outcome"],
        "tally": _tally(seen),
        "score": {"rows": shown, "chart": chart(rows, [NAMES[side] for side in SIDES]) if rows else None},
    }


def _by_turn(seen: Reel) -> list[Row]:
    """Targets destroyed by either side as each turn ended."""
    turns: dict[int, list[Moment]] = {}
    for m in seen.moments:
        if m.turn:
            turns.setdefault(m.turn, []).append(m)
    return [Row(turn, (said[-1].score[SIDES[0]], said[-1].score[SIDES[1]]), _why(said)) for turn, said in turns.items()]


def _why(said: Iterable[Moment]) -> tuple[str, ...]:
    gone = [name for m in said if m.kind == "outcome" for name in m.facts["destroyed"]]
    return (f"{listed(gone)} destroyed",) if gone else ()


def _targets(seen: Reel) -> list[JSON]:
    """Every target, and the turn on which it was destroyed."""
    when: dict[str, int] = {}
    for m in seen.moments:
        for name in m.sunk:
            when.setdefault(name, m.turn)
    end = seen.end
    return [
        {
            "side": NAMES[side],
            "left": counted(len(end.left(side)), "target"),
            "cards": [
                {"name": name, "turn": when.get(name, 0) if name in end.sunk else 0}
                for name in sorted(end.objectives)
                if end.objectives[name] == side
            ],
        }
        for side in SIDES
    ]


def _attack(m: Moment) -> dict[str, JSON]:
    f = m.facts
    totals = totals_words(f["totals"], f["by"]) if f["totals"] else ""
    came = {DESTROYED: "destroyed", HELD: "held", STOPPED: "No Target"}[f["outcome"]]
    some = f["outcome"] == DESTROYED and len(f["destroyed"]) < len(f["targets"])
    if some:
        came = f"{listed(f['destroyed'])} destroyed"
    return {"turn": m.turn, "by": NAMES[f["by"]], "targets": listed(f["targets"]), "came": came, "totals": totals}


def _tally(seen: Reel) -> list[JSON]:
    """What each side did with its turns."""
    heads = {
        "attacks": ("Attacks", lambda f: "outcome" in f),
        "won": ("Attacks that destroyed a target", lambda f: bool(f.get("destroyed")) and "outcome" in f),
        "stopped": ("Attacks ended by No Target", lambda f: f.get("outcome") == STOPPED),
    }
    made = []
    for label, holds in heads.values():
        made.append([label, *(_count(seen, ("outcome",), side, holds) for side in SIDES)])
    for kind, label in (
        ("reinforced", "Reinforce"),
        ("prepared", "Prepare"),
        ("no-option", "No option"),
        ("exchanged", "Exchanges"),
    ):
        made.append([label, *(_count(seen, (kind,), side, lambda f: True) for side in SIDES)])
    return made


def _count(seen: Reel, kinds: Sequence[str], side: str, holds: Any) -> int:
    return sum(1 for m in seen.moments if m.kind in kinds and m.facts["by"] == side and holds(m.facts))


# The film.


def _board(seen: Reel) -> dict[str, JSON]:
    """The drawing: a row of Objective Cards a side, as wide as the longer of them."""
    longest = max(sum(of == side for of in seen.end.objectives.values()) for side in SIDES)
    rows = [{"name": NAMES[side], "y": ROWS[side] + 5} for side in SIDES]
    return {
        "view": f"0 0 {LEFT + CARD * max(4, longest)} {HEIGHT}",
        "grid": {"scale": "1.00"},
        "called": "targets",
        "width": 0,
        "rows": rows,
    }


def _film(seen: Reel) -> dict[str, JSON]:
    """A frame a player turn: the Objective Cards that are left, and what was said."""
    store = Store()
    frames = []
    for part in framed(seen.moments, OPENS, SILENT):
        last = part[-1]
        said = [words for m in part if m.kind not in SILENT and (words := say(m.dispatch))]
        over = last.kind == "ended"
        frames.append(
            {
                "turn": last.turn,
                "at": f"Turn {last.turn}" if last.turn else "Set-up",
                "step": "The end" if over else NAMES.get(last.mover, ""),
                "score": [last.score[side] for side in SIDES],
                "maps": [store.picture(_marks(seen, last))],
                "said": said,
                "key": [words for m in part if m.kind in ("outcome", "ended") and (words := say(m.dispatch))],
            }
        )
    return {"names": ["The targets"], "marks": store.marks, "pictures": store.pictures, "frames": frames}


def _marks(seen: Reel, m: Moment) -> list[list[JSON]]:
    made: list[list[JSON]] = []
    for side in SIDES:
        names = [name for name in sorted(seen.end.objectives) if seen.end.objectives[name] == side]
        for at, name in enumerate(names):
            x, y = LEFT + CARD * at, ROWS[side]
            if name in m.sunk:
                made.append(["cross", x, y, "", 1, f"{name}: destroyed"])
            else:
                made.append([SHAPES[side], x, y, name[:2], 1, f"{name}: in play"])
    return made
