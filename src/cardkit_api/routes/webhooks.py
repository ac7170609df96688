"""The caller's webhook for a match."""

from litestar import Response, delete, get, post, put
from litestar.params import FromPath

from cardkit_api.caller import Caller, caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import NewWebhook, NewWebhookSecret, WebhookSecret, WebhookStatus
from cardkit_api.requests import HttpRequest, parse
from cardkit_api.responses import answer
from cardkit_api.service.match_info import Webhook
from cardkit_api.service.webhooks import events_of

__all__ = ["ROUTES"]


@get(
    "/v1/matches/{match_id:str}/webhook",
    opt=open_to("seat or owner", refuses=(409,)),
    operation_id="getWebhook",
    tags=["webhooks"],
)
async def get_webhook(request: HttpRequest, match_id: FromPath[str]) -> Response[WebhookStatus]:
    """Show the caller's webhook, without its secret."""
    caller = caller_of(request)
    hook = caller.service.webhooks.of(caller.match, caller.seat)
    return answer(WebhookStatus(hook.url, events_of(hook)))


@put(
    "/v1/matches/{match_id:str}/webhook",
    opt=open_to("seat or owner", takes=NewWebhook, refuses=(409,)),
    operation_id="setWebhook",
    tags=["webhooks"],
)
async def set_webhook(request: HttpRequest, match_id: FromPath[str]) -> Response[WebhookSecret]:
    """Have the server tell a URL of yours what happens. The secret that signs it is in this answer only.

    A player is told of the player's own seat, the owner of all seats. It replaces the webhook that the caller had.
    """
    caller = caller_of(request)
    wanted = parse(await caller.body(request), NewWebhook)
    return _with_secret(
        caller,
        await caller.service.webhooks.set(caller.match, caller.seat, wanted, caller.check_still_allowed),
    )


@post(
    "/v1/matches/{match_id:str}/webhook/secret",
    opt=open_to("seat or owner", takes=NewWebhookSecret, refuses=(409,)),
    operation_id="renewWebhookSecret",
    tags=["webhooks"],
)
async def renew_webhook_secret(request: HttpRequest, match_id: FromPath[str]) -> Response[WebhookSecret]:
    """Get a new secret for the caller's webhook. For a day, the old one signs as well."""
    caller = caller_of(request)
    parse(await caller.body(request), NewWebhookSecret)
    hook = await caller.service.webhooks.rotate(caller.match, caller.seat, caller.check_still_allowed)
    return _with_secret(caller, hook, 201)


@delete(
    "/v1/matches/{match_id:str}/webhook",
    opt=open_to("seat or owner", refuses=(409,)),
    operation_id="endWebhook",
    tags=["webhooks"],
)
async def end_webhook(request: HttpRequest, match_id: FromPath[str]) -> None:
    """End the caller's webhook. What wasn't delivered yet never is."""
    caller = caller_of(request)
    await caller.service.webhooks.end(caller.match, caller.seat, caller.check_still_allowed)


def _with_secret(caller: Caller, hook: Webhook, status: int = 200) -> Response[WebhookSecret]:
    secret = caller.service.webhooks.secret(caller.match, caller.seat, hook)
    return answer(WebhookSecret(hook.url, events_of(hook), secret), status=status)


ROUTES = (get_webhook, set_webhook, renew_webhook_secret, end_webhook)
