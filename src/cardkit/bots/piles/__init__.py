"""What the bots of 13 and Friday 13 share: a rule of thumb, quick playouts and a search, for piles up to a limit."""
