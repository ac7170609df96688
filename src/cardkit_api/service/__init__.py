"""What the server does, without HTTP: matches, moves, undo and bots, over one store."""
