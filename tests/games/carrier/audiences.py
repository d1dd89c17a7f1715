"""To whom the rules of Carrier tell what, as it is written in them: a few games do not come to every kind."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from umpire.games import carrier
from umpire.games.carrier.words import SAYINGS

HERE = Path(carrier.__file__).parent
TELLS = frozenset(SAYINGS)
"""Every kind that is told has its sentence, if only an empty one."""


def _calls() -> Iterator[tuple[str, bool]]:
    """Each kind that is told by its name, and whether an audience is named with it."""
    for path in sorted(HERE.rglob("*.py")):
        if path.name == "telling.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            own = called in ("tell", "tell_umpire") and isinstance(node.func, ast.Name)
            core = called == "tell" and not own
            kind = node.args[2 if core and len(node.args) > 2 and _text(node.args[1]) is None else 1]
            if (own or core) and (said := _text(kind)) is not None:
                named = called == "tell_umpire" or any(each.arg == "audience" for each in node.keywords)
                yield said, named or (core and ast.unparse(node.args[0]) != "g.all")


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@cache
def kept() -> frozenset[str]:
    """Kinds that are told to fewer than all, or may be."""
    return frozenset(kind for kind, named in _calls() if named)


def seldom() -> frozenset[str]:
    """Kinds that a few games may not come to: those that the rules tell to all, wherever they tell them."""
    return frozenset((*TELLS, "fault")) - kept()
