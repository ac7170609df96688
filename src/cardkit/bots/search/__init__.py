"""Tree search for any game: the budget, the model of a game, the tree, and elimination of weak moves."""
