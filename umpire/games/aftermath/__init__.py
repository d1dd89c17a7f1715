"""The evening after, as far as every game's report has it: the game told again, luck, ways, near misses, the score."""
