"""Tickets, with which browsers open streams."""

from litestar import Response, post
from litestar.params import FromPath

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import NewTicket, Ticket
from cardkit_api.requests import HttpRequest, parse
from cardkit_api.responses import answer

__all__ = ["ROUTES"]


@post(
    "/v1/matches/{match_id:str}/tickets",
    opt=open_to("watchers", takes=NewTicket),
    operation_id="createTicket",
    tags=["play"],
)
async def create_ticket(request: HttpRequest, match_id: FromPath[str]) -> Response[Ticket]:
    """Get a ticket that opens the streams of the match for a short time, as `?ticket=`, with the rights of the caller.

    Browsers can't send headers with streams, and a token in a URL gets into logs.
    """
    caller = caller_of(request)
    parse(await caller.body(request), NewTicket)
    tickets = caller.service.tickets
    return answer(Ticket(tickets.make(match_id, caller.ticket_holder), tickets.seconds), status=201)


ROUTES = (create_ticket,)
