"""The shelves of recorded games, over every game: old games replay, every way to end is there, and seals hold."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections import Counter
from inspect import getsource
from types import ModuleType

import pytest

from tests.every import EVERY
from umpire.table import ledger
from umpire.table.proof import prove

TELLS = re.compile(r'\btell\([^"]*"ended"')


def modules(key: str) -> list[ModuleType]:
    """A game's own modules."""
    package = importlib.import_module(type(EVERY[key].shelf.game).__module__.rpartition(".")[0])
    names = (each.name for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))
    return [importlib.import_module(name) for name in names]


@pytest.mark.parametrize("key", EVERY)
class TestShelf:
    def test_every_way_to_end_is_on_it(self, key: str) -> None:
        """The ways are those of the one module that tells an ending, and it tells none that is not among them."""
        shelf = EVERY[key].shelf
        (telling,) = [module for module in modules(key) if TELLS.search(getsource(module))]
        assert shelf.endings is telling.ENDINGS
        ends = Counter(shelf.ending(shelf.replay(name)) for name in shelf.games)
        assert set(ends) == set(shelf.endings)
        assert sum(ends.values()) >= 3

    def test_there_are_games_of_either_form(self, key: str) -> None:
        """Three at least from before there were seals, and three with them; every seal of those opens."""
        shelf = EVERY[key].shelf
        read = [ledger.read(shelf.text(name)) for name in shelf.games]
        sealed = [each for each in read if each[0].sealed]
        assert len(sealed) >= 3
        assert len(read) - len(sealed) >= 3
        for head, entries in sealed:
            proof = prove(shelf.game, head, entries)
            assert proof.holds
            assert proof.seals
