"""What is counted in a run: the contract of a measure, and the measures of every run."""
