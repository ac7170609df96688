"""The routes, one module for each resource. What a route takes and how it refuses is declared at the route."""

from typing import Final

from cardkit_api.routes import (
    clocks,
    events,
    games,
    health,
    logs,
    matches,
    moves,
    my_matches,
    orders,
    page,
    reactions,
    rematch,
    scene,
    schema,
    seats,
    socket,
    table,
    tickets,
    undo,
    views,
    webhooks,
)

__all__ = ["ROUTES"]

ROUTES: Final = (
    *games.ROUTES,
    *matches.ROUTES,
    *my_matches.ROUTES,
    *seats.ROUTES,
    *rematch.ROUTES,
    *views.ROUTES,
    *moves.ROUTES,
    *orders.ROUTES,
    *undo.ROUTES,
    *clocks.ROUTES,
    *reactions.ROUTES,
    *logs.ROUTES,
    *events.ROUTES,
    *table.ROUTES,
    *scene.ROUTES,
    *tickets.ROUTES,
    *webhooks.ROUTES,
    *socket.ROUTES,
    *page.ROUTES,
    *health.ROUTES,
    *schema.ROUTES,
)
"""All routes. Each declares whom it is open to."""
