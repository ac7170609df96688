"""Families of games: shared rules for games that differ in their cards, their words and a few numbers."""
