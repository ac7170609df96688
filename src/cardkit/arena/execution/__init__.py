"""How a run is played: matches, chunks of deals, workers, and a Dask cluster."""
