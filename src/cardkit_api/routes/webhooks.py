"""The caller's webhook for a match."""

from typing import Annotated, TypeAlias

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, QueryParameter

from cardkit.seats import Seat
from cardkit_api.caller import Caller, caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import NewWebhook, NewWebhookSecret, NewWebhookTest, WebhookSecret, WebhookStatus
from cardkit_api.problems import HttpRefusal
from cardkit_api.requests import HttpRequest, parse
from cardkit_api.responses import answer
from cardkit_api.service.match_info import Webhook
from cardkit_api.service.webhooks import events_of

__all__ = ["ROUTES"]

AsOwner: TypeAlias = Annotated[
    bool, QueryParameter(description="the owner's webhook, also for a user who plays in their own match")
]


@get(
    "/v1/matches/{match_id:str}/webhook",
    opt=open_to("seat or owner", refuses=(409,)),
    operation_id="getWebhook",
    tags=["webhooks"],
)
async def get_webhook(
    request: HttpRequest, match_id: FromPath[str], owner: AsOwner = False
) -> Response[WebhookStatus]:
    """Show the caller's webhook, without its secret."""
    caller = caller_of(request)
    hook = caller.service.webhooks.of(caller.match, _seat(caller, owner))
    return answer(WebhookStatus(hook.url, events_of(hook)))


@put(
    "/v1/matches/{match_id:str}/webhook",
    opt=open_to("seat or owner", takes=NewWebhook, refuses=(409,)),
    operation_id="setWebhook",
    tags=["webhooks"],
)
async def set_webhook(
    request: HttpRequest, match_id: FromPath[str], owner: AsOwner = False
) -> Response[WebhookSecret]:
    """Have the server tell a URL of yours what happens. The secret that signs it is in this answer only.

    A player is told of the player's own seat, the owner of all seats. It replaces the webhook that the caller had.
    """
    caller = caller_of(request)
    seat = _seat(caller, owner)
    wanted = parse(await caller.body(request), NewWebhook)
    hook = await caller.service.webhooks.set(caller.match, seat, wanted, caller.check_still_allowed)
    return _with_secret(caller, seat, hook)


@post(
    "/v1/matches/{match_id:str}/webhook/secret",
    opt=open_to("seat or owner", takes=NewWebhookSecret, refuses=(409,)),
    operation_id="renewWebhookSecret",
    tags=["webhooks"],
)
async def renew_webhook_secret(
    request: HttpRequest, match_id: FromPath[str], owner: AsOwner = False
) -> Response[WebhookSecret]:
    """Get a new secret for the caller's webhook. For a day, the old one signs as well."""
    caller = caller_of(request)
    seat = _seat(caller, owner)
    parse(await caller.body(request), NewWebhookSecret)
    hook = await caller.service.webhooks.rotate(caller.match, seat, caller.check_still_allowed)
    return _with_secret(caller, seat, hook, 201)


@post(
    "/v1/matches/{match_id:str}/webhook/test",
    opt=open_to("seat or owner", takes=NewWebhookTest, refuses=(409,)),
    operation_id="testWebhook",
    tags=["webhooks"],
    status_code=202,
)
async def send_test(
    request: HttpRequest, match_id: FromPath[str], owner: AsOwner = False
) -> Response[WebhookStatus]:
    """Have a message of the type `test` sent to the caller's webhook soon. Nobody is told whether it arrives."""
    caller = caller_of(request)
    seat = _seat(caller, owner)
    parse(await caller.body(request), NewWebhookTest)
    hook = await caller.service.webhooks.test(caller.match, seat, caller.check_still_allowed)
    return answer(WebhookStatus(hook.url, events_of(hook)), status=202)


@delete(
    "/v1/matches/{match_id:str}/webhook",
    opt=open_to("seat or owner", refuses=(409,)),
    operation_id="endWebhook",
    tags=["webhooks"],
)
async def end_webhook(request: HttpRequest, match_id: FromPath[str], owner: AsOwner = False) -> None:
    """End the caller's webhook. What wasn't delivered yet never is."""
    caller = caller_of(request)
    await caller.service.webhooks.end(caller.match, _seat(caller, owner), caller.check_still_allowed)


def _seat(caller: Caller, owner: bool) -> Seat | None:
    """Return whose webhook it is: the seat, or `None` for the owner."""
    if owner and not caller.is_owner:
        raise HttpRefusal(403, "not_allowed", "you don't own this match; leave `owner` out")
    return None if owner else caller.seat


def _with_secret(
    caller: Caller, seat: Seat | None, hook: Webhook, status: int = 200
) -> Response[WebhookSecret]:
    secret = caller.service.webhooks.secret(caller.match, seat, hook)
    return answer(WebhookSecret(hook.url, events_of(hook), secret), status=status)


ROUTES = (get_webhook, set_webhook, renew_webhook_secret, send_test, end_webhook)
