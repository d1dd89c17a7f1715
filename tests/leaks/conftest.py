"""What tests of two worlds share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.room import ideal_hashes


@pytest.fixture(scope="module")
def ideal_seals() -> Iterator[None]:
    """Seals that depend on nothing at all.

    A seal is a hash over answers and, with each, 128 random bits that nobody is shown: in two worlds in which one side
    answered otherwise it is by its nature another, and as long as the bits are random and SHA-256 is what it is held to
    be it tells nothing. So that all else can be compared byte by byte an ideal stands in for it: always the same.
    """
    with ideal_hashes():
        yield
