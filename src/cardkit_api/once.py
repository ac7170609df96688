"""Requests that are to have one effect, however often they are sent."""

from attrs import frozen

from cardkit_api.problems import Trouble
from cardkit_api.stores.contract import Answer

__all__ = ["Once"]


@frozen
class Once:
    """A request that is to have one effect however often it is sent: its idempotency key, whose, and what for."""

    scope: str
    key: str
    fingerprint: str

    def answer(self, status: int, body: str, now: float) -> Answer:
        """What the request is answered, to be kept."""
        return Answer(
            scope=self.scope,
            key=self.key,
            fingerprint=self.fingerprint,
            status=status,
            body=body,
            created=now,
        )

    def check(self, answer: Answer) -> Answer:
        """The answer, if it was given to this very request."""
        if answer.fingerprint != self.fingerprint:
            raise Trouble(
                422, "key_reused", "this Idempotency-Key was used for another request; take a new one"
            )
        return answer
