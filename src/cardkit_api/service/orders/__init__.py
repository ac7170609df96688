"""Standing orders: what a seat plays at its next turn, if all that happens before it was foreseen."""
