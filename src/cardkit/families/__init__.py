"""Families of games: rules that stand once, for games that differ in their cards, words and a few numbers."""
