"""The fingerprints an audience may see, its own, and the one its phone is to keep."""

from __future__ import annotations

from umpire.table.plot import UMPIRE
from umpire.table.proof import END
from umpire.table.seals import shown
from umpire.web.viewers import Viewer


def lines(viewer: Viewer, audience: str = "") -> list[tuple[str, str, str]]:
    """Its fingerprint as each turn began and as it stands: the name of the turn, in words, and sixteen digits.

    None at a table begun before fingerprints had a salt: they could be found by trial.
    """
    table, whose = viewer.live.table, audience or viewer.audience
    if not table.header.sealed:
        return []
    prints = table.fingerprints
    begun = {n: name for name, n in prints.turns}  # the set-up and the first turn begin with one entry
    made = [(name, table.game.place(viewer.plot, name), shown(prints.after(n, whose))) for n, name in begun.items()]
    return [*made, (END, "At the end" if table.over else "Now", shown(prints.now[whose]))]


def kept(viewer: Viewer, whose: str) -> str:
    """The line phones and paper keep of the turn that began last: ``us t9 3f9a 12cd 88e0 b7c1``; empty before any has."""
    table = viewer.live.table
    prints = table.fingerprints
    if not (table.header.sealed and prints.turns):
        return ""
    name, n = prints.turns[-1]
    return f"{whose} {name} {shown(prints.after(n, whose))}"


def audiences(viewer: Viewer) -> list[str]:
    """Whose fingerprints a viewer sees while the game is played: its own, and at the desk the umpire's besides."""
    desk = viewer.root.startswith("/desk/")
    return [viewer.audience, *([UMPIRE] if desk and viewer.audience != UMPIRE else [])]
