"""How a run is kept: its folder, what identifies it, and reading it back."""
