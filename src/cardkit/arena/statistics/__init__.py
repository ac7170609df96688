"""What counts come to: intervals and ratings."""
