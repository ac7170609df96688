"""Standing orders: what a seat plays at its next turn, if nothing happens before it but what it foresees."""
