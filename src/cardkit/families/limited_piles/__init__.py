"""Games of piles up to a limit: whoever lifts the sum of a pile above it takes what lay there."""
