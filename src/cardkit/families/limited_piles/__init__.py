"""Games of piles up to a limit: if your card lifts the sum of a pile above it, you take the cards that lay there."""
