"""An attack: its outcome as it was told, or the windows of the fight one by one (How to Attack)."""

from __future__ import annotations

from typing import Any

from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway.asks import hands_ask
from umpire.games.lightning_midway.fight import after_battle, compared, going, is_over, total, word_after
from umpire.games.lightning_midway.fight_asks import attackers_ask, blow_ask, bonus_of, card_ask, reply_ask, scouts_ask
from umpire.games.lightning_midway.settings import SEVERAL
from umpire.games.lightning_midway.terms import DESTROYED, ENEMY, SIDES, STOPPED
from umpire.table.asks import TABLE
from umpire.table.script import Play, Steps

JSON = Any


def attack(g: Play, targets: list[str], came: str, held: list[str]) -> Steps[None]:
    """An attack of which only the outcome is told."""
    declare(g, g.truth.mover, targets, "How to Attack")
    destroyed = [name for name in targets if name not in held] if came == DESTROYED else []
    yield from resolve(g, came, destroyed)


def fight(g: Play, targets: list[str]) -> Steps[None]:
    """An attack followed window by window."""
    declare(g, g.truth.mover, targets, "How to Attack")
    yield from commit(g)
    stopped = yield from reply(g)
    if stopped:
        yield from resolve(g, STOPPED, [])
        return
    yield from cards(g)
    yield from compare(g)


def declare(g: Play, by: str, targets: list[str], rule: str) -> None:
    """The targets of an attack, and whether the other side draws for one of them."""
    g.tell(g.all, "attack", rule, by=by, targets=targets, draws=g.truth.draws(targets))


def commit(g: Play) -> Steps[None]:
    """How to Attack 1: the attackers; Knock-out Blow before them."""
    while True:
        said = yield from g.ask(TABLE, lambda: attackers_ask(g.truth))
        by = g.truth.fight["by"]
        if "also" not in said:
            break
        targets = [*g.truth.fight["targets"], said["also"]]
        declare(g, by, targets, "Special Cards, Knock-out Blow")
    g.tell(g.all, "committed", "How to Attack 1", side=by, force=said["force"])


def reply(g: Play) -> Steps[bool]:
    """The window of No Target and Scouts, which the defenders close; whether the attack is stopped."""
    while True:
        said = yield from g.ask(TABLE, lambda: reply_ask(g.truth))
        side = ENEMY[g.truth.fight["by"]]
        if "no_target" not in said:
            g.tell(g.all, "committed", "How to Attack 2", side=side, force=said["force"])
            return False
        g.tell(g.all, "no-target", "Special Cards", by=side)
        answer = yield from g.ask(TABLE, lambda: scouts_ask(g.truth))
        if not answer["cancelled"]:
            return True
        g.tell(g.all, "scouts", "Special Cards", by=g.truth.fight["by"])


def cards(g: Play) -> Steps[None]:
    """How to Attack 4 to 8: Action Cards in turn, the attacker first, until all who may lay any have passed."""
    while not is_over(g.truth.fight):
        said = yield from g.ask(TABLE, lambda: card_ask(g.truth))
        by = g.truth.fight["word"]
        if "pass" in said:
            done = g.truth.fight["goes_on"]
            g.tell(g.all, "passed", "How to Attack 7", by=by, word=word_after(g.truth.fight, by), done=done)
        elif "special" in said:
            special = said["special"]
            bonus = bonus_of(special, g.truth.fight["by"])
            g.tell(g.all, "special", "Special Cards", by=special["by"], name=special["name"], bonus=bonus)
        elif "adjust" in said:
            g.tell(g.all, "adjusted", "How to Attack 10", side=said["adjust"]["side"], by=said["adjust"]["by"])
        else:
            lay(g, by, said["card"])


def lay(g: Play, by: str, said: JSON) -> None:
    """An Action Card is laid: it acts at once, and the card of its type that lay there goes (How to Attack 6 and 9)."""
    now = g.truth.fight
    card = {"id": now["n"], "by": by, "type": said["type"], "after": said.get("after", False)}
    card |= {"value": said.get("value", 0), "hurts": said.get("hurts", 0)}
    gone = going(now["cards"], card, g.truth.agreed("slots"), said.get("discards", ()))
    keeps = g.truth.agreed("rounds") == SEVERAL and said.get("more", False)
    word = word_after(now, by, keeps=keeps)
    g.tell(g.all, "played", "How to Attack 6", by=by, card=card, gone=gone, word=word)


def compare(g: Play) -> Steps[None]:
    """How to Attack 10: the higher value wins, and the defender a tie; of several targets some may hold by the card."""
    held: list[str] = []
    if compared(g.truth.fight) == DESTROYED and len(g.truth.fight["targets"]) > 1:
        said = yield from g.ask(TABLE, lambda: blow_ask(g.truth))
        held = said["held"]
    now = g.truth.fight
    attacking, defending = (total(now, side) for side in (now["by"], ENEMY[now["by"]]))
    came = compared(now)
    totals = {now["by"]: attacking, ENEMY[now["by"]]: defending}
    yield from resolve(g, came, [name for name in now["targets"] if came == DESTROYED and name not in held], totals)


def resolve(g: Play, came: str, destroyed: list[str], totals: JSON = None) -> Steps[None]:
    """What came of the attack, the cards that depend on what was destroyed, and hands where they are counted.

    Compared, then After Battle, then dependents out, the rest to hand, cards discarded, and only then who has won.
    """
    now = g.truth.fight
    after = after_battle(now["cards"], now["by"], g.truth.agreed("after"))
    told = {"targets": now["targets"], "outcome": came, "destroyed": destroyed, "totals": totals, "after": after}
    g.tell(g.all, "outcome", "How to Attack 10", by=now["by"], **told)
    if g.truth.fell and not g.truth.winner:
        keys = [f"dependents/{name}" for name in g.truth.fell]
        why = "So that the app can list what to pull from table, hand and deck; or leave it blank"
        yield from g.cells(f"t{g.truth.turn}/dependents/{len(g.truth.sunk)}", why, keys, "Dependent Cards")
    names = {name: kits.dependents(g.truth.kit, name) for name in g.truth.fell}
    told = {"by": g.truth.mover, "destroyed": g.truth.fell, "dependents": names}
    g.tell(g.all, "clean-up", "How to Attack 10 and 11", **told)
    if g.truth.hands and not g.truth.winner:
        hands = yield from g.ask(TABLE, lambda: hands_ask(g.truth))
        g.tell(g.all, "hands", "Hand Limit", hands={side: hands[side] for side in SIDES})
