"""What people typed, fit to stand on other people's pages."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
"""Characters of what somebody calls himself."""
LONGEST_VALUE = 400
"""Characters of what the record should have been: a row of a printed table, as it is typed on the kit's page."""

_UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that count as letters or signs and show nothing."""
_JOINERS = "\u200c\u200d"
"""Without these some scripts are misspelt; between two letters they do no harm."""
MARKS = 3
"""Accents one letter may carry; more of them paint over the lines above and below."""


def tidy(text: str, most: int) -> str:
    """A text on one line, `most` characters at the longest, of characters that are seen and stay in their place.

    What turns the direction of writing, or shows nothing, is left out: a name with it could pass for another's,
    or stand the words round it on their head.
    """
    made: list[str] = []
    marks = 0
    for letter in " ".join(text.split()):
        kind = unicodedata.category(letter)
        if kind in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and letter not in _JOINERS:
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if letter not in _UNSEEN and marks <= MARKS:
            made.append(letter)
    line = " ".join("".join(made).split())[:most].rstrip()
    return line if line.strip(_JOINERS + " ") else ""
