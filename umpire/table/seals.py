"""Seals and fingerprints: what lets a player hold the app to its word after the game.

A *commitment* binds an answer before anybody hears what comes of it, and says nothing of it: the SHA-256 of 128 random
bits with the answer. A *seal* is one hash over all commitments since the seal before, told to everybody as a sealed
step closes: always one, of one length, whatever was answered and whatever dice fell unseen. A *fingerprint* is a chain
over the dispatches an audience heard, and over nothing else; it begins with a salt, 128 random bits of its own, so that
whoever reads it over a shoulder cannot find by trial what was heard.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from umpire.table.words import canonical

JSON = Any

NONCE_DIGITS = 32
"""A nonce is 128 random bits, as hexadecimal digits."""
SHOWN_DIGITS = 16
"""Of a fingerprint, as people compare it: 64 bits, which nobody finds a second game to in his lifetime."""


def committed(nonce: str, said: JSON) -> str:
    """The commitment to one answer: to what was said, to what, for whom, and by which hand."""
    return hashlib.sha256(canonical([nonce, said]).encode()).hexdigest()


def opening(heading: JSON) -> str:
    """What the first seal closes over before any answer: all that was agreed, and the components it was agreed on."""
    return hashlib.sha256(canonical(heading).encode()).hexdigest()


def sealed(commitments: Iterable[str]) -> str:
    """The one hash over the commitments of a step, in the order of the ledger."""
    return hashlib.sha256("".join(commitments).encode()).hexdigest()


def chained(link: str, said: str) -> str:
    """The next link of a fingerprint: the last one, and the canonical text of what was heard."""
    return hashlib.sha256((link + said).encode()).hexdigest()


def shown(link: str) -> str:
    """A fingerprint as it is read aloud: ``3f9a 12cd 88e0 b7c1``."""
    return " ".join(link[at : at + 4] for at in range(0, SHOWN_DIGITS, 4))


def is_nonce(word: str) -> bool:
    """Whether a word is 128 bits in hexadecimal digits."""
    return len(word) == NONCE_DIGITS and all(letter in "0123456789abcdef" for letter in word)


class Fingerprints:
    """The chain of every audience, and how far it had come after each entry."""

    def __init__(self, salts: Mapping[str, str]) -> None:
        self.now: dict[str, str] = dict(salts)
        self.turns: list[tuple[str, int]] = []
        """Every turn that began, by the name of its position, with its entry; those gone back behind too."""
        self._after: dict[int, dict[str, str]] = {}

    def heard(self, n: int, said: Mapping[str, Sequence[str]]) -> None:
        """After entry `n` each audience heard these dispatches, as canonical texts."""
        for audience, texts in said.items():
            link = self.now.get(audience, "")
            for text in texts:
                link = chained(link, text)
            self.now[audience] = link
        self._after[n] = dict(self.now)

    def after(self, n: int, audience: str) -> str:
        """An audience's fingerprint after entry `n`; empty where it had heard nothing."""
        return self._after.get(n, {}).get(audience, "")
