"""The standing order of a seat: what it plays next if nothing unforeseen happens. Only the seat itself learns of it."""

from litestar import Response, delete, get, put
from litestar.params import FromPath

from cardkit_api.caller import Caller, caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import ORDER_CODES, EndedOrder, NewOrder, OrderStatus, StandingOrder
from cardkit_api.problems import HttpRefusal
from cardkit_api.requests import HttpRequest, parse
from cardkit_api.responses import answer
from cardkit_api.service.events import end_in_words
from cardkit_api.service.orders.judgement import Content

__all__ = ["ROUTES"]


@get(
    "/v1/matches/{match_id:str}/order",
    opt=open_to("seat", reads=("Accept-Language",), secret=True),
    operation_id="getOrder",
    tags=["play"],
)
async def get_order(request: HttpRequest, match_id: FromPath[str]) -> Response[OrderStatus]:
    """Show the caller's own standing order, or what became of the last one."""
    return await _status(caller_of(request), request)


@put(
    "/v1/matches/{match_id:str}/order",
    opt=open_to("seat", takes=NewOrder, reads=("Accept-Language",), refuses=(409, 412), secret=True),
    operation_id="setOrder",
    tags=["play"],
)
async def set_order(request: HttpRequest, match_id: FromPath[str]) -> Response[OrderStatus]:
    """Play a move at the seat's next turn, if all that the seat is shown until then was foreseen.

    It replaces the order that the seat had. Anything else that happens drops it. Nobody else is told of it.
    """
    caller = caller_of(request)
    body = await caller.body(request)
    most = caller.service.limits.order
    if len(body) > most:
        raise HttpRefusal(413, "too_large", f"an order has at most {most} bytes")
    wanted = parse(body, NewOrder)
    await caller.service.orders.give(caller.match, caller.player, wanted, caller.check_still_allowed)
    return await _status(caller, request)


@delete(
    "/v1/matches/{match_id:str}/order",
    opt=open_to("seat", reads=("Accept-Language",), secret=True),
    operation_id="withdrawOrder",
    tags=["play"],
    status_code=200,
)
async def withdraw_order(request: HttpRequest, match_id: FromPath[str]) -> Response[OrderStatus]:
    """Withdraw the caller's standing order. The answer says whether that came in time."""
    caller = caller_of(request)
    await caller.service.orders.withdraw(caller.match, caller.player, caller.check_still_allowed)
    return await _status(caller, request)


async def _status(caller: Caller, request: HttpRequest) -> Response[OrderStatus]:
    order = await caller.service.orders.show(caller.match, caller.player)
    if order is None:
        return answer(OrderStatus(order=None, last=None))
    if order.ended:
        code = ORDER_CODES[order.ended]
        text = end_in_words(code, caller.language(request))
        return answer(OrderStatus(order=None, last=EndedOrder(code=code, version=order.version, text=text)))
    content = Content.load(order.document)
    waiting = StandingOrder(version=content.version, foreseen=[*content.foreseen], move=content.move)
    return answer(OrderStatus(order=waiting, last=None))


ROUTES = (get_order, set_order, withdraw_order)
