"""Whether an entry may be entered now, whoever made it: a live answer, and the same again at a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from umpire.table import ledger
from umpire.table.asks import ACTED_ON, Refusal
from umpire.table.ledger import Entry, back_to, is_stand

if TYPE_CHECKING:
    from umpire.table.table import Table


def check(table: Table, entry: Entry) -> None:
    """Raises `Refusal` when an entry cannot be entered now."""
    value = entry.value
    if entry.do == ledger.ANSWER:
        table.in_play()
        table.asks[entry.party].validate(value, sure=entry.sure)
    elif entry.do == ledger.WITHDRAW:
        table.in_play()
        if entry.party in ACTED_ON or not value or value != table.locked_at(entry.party, entry.ask):
            raise Refusal("It is too late to take that back: it has been acted on.")
    elif entry.do == ledger.SET:
        if (
            not isinstance(value, dict)
            or set(value) != {"fact", "value", "reason"}
            or not isinstance(value["fact"], str)
        ):
            raise Refusal("Say which fact, what it should be, and why.")
        table.game.read_fact(table.truth, value["fact"], value["value"])
    elif entry.do == ledger.STAND:
        if not is_stand(value):
            raise Refusal("Say which fact, what it should have been, since when, and why.")
    elif entry.do == ledger.BACK:
        n = back_to(value)
        if n is None or not 0 <= n < len(table.entries) or n in table.void:
            raise Refusal("There is no such place in this ledger to go back to.")
    elif not isinstance(value, dict) or set(value) != {"motion", "say", "text", "value"}:
        raise Refusal("There is no such motion.")
    else:
        table.motions.check(entry.party, value["motion"], value["say"], value["text"], value["value"])
