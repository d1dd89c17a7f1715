"""Every search answered again, from the record alone, by a second function that shares no code with the first."""

from __future__ import annotations

from umpire.table.script import Reanswered, Record


def again(told: Record) -> list[Reanswered]:
    return []
