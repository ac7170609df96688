"""The commands of `cardkit-api` for those who run a server: they look after the database of its matches."""
