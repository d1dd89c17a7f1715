"""The order in which files of tests are handed to several workers."""

from __future__ import annotations

import pytest

LONG = (
    *("test_every_browser", "test_two_worlds", "test_power", "test_victory_worlds", "test_two_worlds_web", "test_axe"),
    *("test_canaries", "test_victory_twins", "test_looks", "test_hostile_files", "test_who_may_know", "test_garbage"),
    *("test_carrier_worlds", "test_carrier_turn", "test_power_copies", "test_power_laptop", "test_hostile_asks"),
)
"""Files that take a worker minutes: they are begun first, or one of them would be waited for at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first, and all else in its order; needs `--no-loadscope-reorder`."""
    items.sort(key=lambda item: LONG.index(item.path.stem) if item.path.stem in LONG else len(LONG))
