"""umpire: the third person at a table of carrier wargames."""

__version__ = "0.1.0"
