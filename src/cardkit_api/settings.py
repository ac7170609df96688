"""How a server is configured: by options of the command line, by variables of the environment, or by defaults.

Every option has a variable: `--log-format` is `CARDKIT_LOG_FORMAT`, and `--limit burst=200` is `CARDKIT_LIMIT_BURST`.
An option counts before its variable.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs
from attrs import field, frozen

from cardkit_api.addresses import TrustedProxies
from cardkit_api.limits import Limits
from cardkit_api.origins import check_origins
from cardkit_api.server_log import LEVELS, LogFormat
from cardkit_api.server_options import DEFAULT_DATABASE, OPTIONS
from cardkit_api.webhooks.config import Webhooks, read_networks
from cardkit_api.webhooks.signatures import check_secret

__all__ = ["Settings", "read_settings", "unknown_variables"]

T = TypeVar("T")

_VARIABLE: Final = "CARDKIT_"
_LIMIT: Final = "CARDKIT_LIMIT_"
_SECRET: Final = "CARDKIT_WEBHOOK_SECRET"
_MAY_BE_0: Final = ("metrics_age", "refusal_pause")
"""The limits that can be switched off by 0."""
_OTHERS: Final = re.compile(
    "COMPLETE|GAME|INVITATION|KEY|LANG|PACE|PATIENCE|SERVER|SOAK|TOKEN|TRACEBACK|WEBHOOK_SECRET|(BENCH|TEST)_.*"
)
"""Variables that aren't about settings: the key, those of the command line, and those of tests."""


@frozen(kw_only=True)
class Settings:
    """The configuration of a server."""

    database: str = DEFAULT_DATABASE
    host: str = "127.0.0.1"
    port: int = 8000
    limits: Limits = field(factory=Limits)
    origins: tuple[str, ...] = ()
    static: Path | None = None
    trusted_proxies: TrustedProxies = field(factory=TrustedProxies)
    log_format: LogFormat = "text"
    log_level: str = "warning"
    metrics_port: int | None = None
    """Where the metrics are instead of at the server's own port."""
    drain: float = 0.0
    """Seconds for which a server that was told to stop still answers, while its readiness says no."""
    webhooks: Webhooks = field(factory=Webhooks)
    new_key: bool = False
    """Whether a server may start though running matches were made with another key."""


def read_settings(given: Mapping[str, Sequence[str]], environ: Mapping[str, str]) -> Settings:
    """Return the settings for the options' values, by their names, and for the environment.

    Raise `ValueError`, naming the option or the variable, if a value isn't valid.
    """
    default = Settings()
    reader = _Reader(given, environ)
    static = reader.text("static", "")
    metrics_port = reader.text("metrics-port", "")
    return Settings(
        database=reader.text("db", default.database),
        host=reader.text("host", default.host),
        port=reader.port("port") if reader.text("port", "") else default.port,
        limits=_limits(reader, environ),
        origins=reader.checked("origin", check_origins),
        static=Path(static) if static else None,
        trusted_proxies=reader.checked("trusted-proxies", TrustedProxies.parse),
        log_format="json" if reader.one_of("log-format", ("text", "json")) == "json" else "text",
        log_level=reader.one_of("log-level", (default.log_level, *LEVELS)),
        metrics_port=reader.port("metrics-port") if metrics_port else None,
        drain=reader.seconds("drain"),
        webhooks=_webhooks(reader, environ),
        new_key=reader.switch("new-key"),
    )


@frozen
class _Reader:
    """The values of options, from the command line or else from the environment."""

    given: Mapping[str, Sequence[str]]
    environ: Mapping[str, str]

    def where(self, name: str) -> str:
        """Return what to call the option in an error."""
        return f"--{name}" if self.given.get(name) else _variable(name)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return the values of an option that takes several. Commas separate them, too."""
        given = self.given.get(name) or (self.environ.get(_variable(name), ""),)
        return tuple(part.strip() for text in given for part in text.split(",") if part.strip())

    def text(self, name: str, default: str) -> str:
        """Return the value of an option."""
        given = self.given.get(name)
        return (given[-1] if given else self.environ.get(_variable(name), "")) or default

    def checked(self, name: str, check: Callable[[tuple[str, ...]], T]) -> T:
        """Return what the check makes of the values."""
        try:
            return check(self.texts(name))
        except ValueError as error:
            raise ValueError(f"{self.where(name)}: {error}") from None

    def one_of(self, name: str, known: tuple[str, ...]) -> str:
        """Return the value, which must be one of these. The first one is the default."""
        text = self.text(name, known[0]).lower()
        if text not in known:
            raise ValueError(
                f"{self.where(name)}: {text} is invalid; expected {', '.join(dict.fromkeys(known))}"
            )
        return text

    def switch(self, name: str) -> bool:
        """Return whether an option without a value is on."""
        return self.one_of(name, ("no", "yes", "0", "1", "false", "true")) in ("yes", "1", "true")

    def port(self, name: str) -> int:
        """Return the number of a port."""
        text = self.text(name, "")
        if not (text.isascii() and text.isdecimal()) or int(text) > 65535:
            raise ValueError(f"{self.where(name)}: {text} isn't a port; expected a number from 0 to 65535")
        return int(text)

    def seconds(self, name: str) -> float:
        """Return a number of seconds."""
        try:
            return _number(self.text(name, "0"), float, zero=True)
        except ValueError as error:
            raise ValueError(f"{self.where(name)}: {error}") from None


def unknown_variables(environ: Mapping[str, str]) -> list[str]:
    """Return a sentence about each variable of the environment that looks like a setting, and isn't one."""
    settings = [_variable(option.name) for option in OPTIONS]
    settings += [_LIMIT + name.upper() for name in attrs.fields_dict(Limits)]
    known = [name.removeprefix(_VARIABLE) for name in settings]
    said: list[str] = []
    for variable in sorted(environ):
        name = variable.removeprefix(_VARIABLE)
        if name != variable and name not in known and not _OTHERS.fullmatch(name):
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {_VARIABLE}{near[0]}?" if near else "see --help"
            said.append(f"unknown variable {variable} is ignored; {hint}")
    return said


def _variable(name: str) -> str:
    return _VARIABLE + name.upper().replace("-", "_")


def _webhooks(reader: _Reader, environ: Mapping[str, str]) -> Webhooks:
    secrets = tuple(part.strip() for part in environ.get(_SECRET, "").split(",") if part.strip())
    try:
        for secret in secrets:
            check_secret(secret)
    except ValueError as error:
        raise ValueError(f"{_SECRET}: {error}") from None
    url = reader.text("webhook", "")
    if url and not secrets:
        raise ValueError(
            f"{reader.where('webhook')}: set {_SECRET} to the secret that signs it: whsec_ and 24 to 64 bytes in base64"
        )
    try:
        webhooks = Webhooks(url=url, secrets=secrets)
    except ValueError as error:
        raise ValueError(f"{reader.where('webhook')}: {error}") from None
    allowed = reader.checked("webhook-allow", read_networks)
    return attrs.evolve(webhooks, players=reader.switch("player-webhooks"), allowed=allowed)


def _limits(reader: _Reader, environ: Mapping[str, str]) -> Limits:
    named = {
        variable: variable.removeprefix(_LIMIT).lower() for variable in environ if variable.startswith(_LIMIT)
    }
    found = [(variable, name, environ[variable]) for variable, name in sorted(named.items())]
    for text in reader.texts("limit"):
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(
                f"{reader.where('limit')}: {text} is invalid; expected NAME=VALUE, such as burst=200"
            )
        found.append((reader.where("limit"), name.strip().lower().replace("-", "_"), value.strip()))
    default = limits = Limits()
    for where, name, value in found:
        if name not in attrs.fields_dict(Limits):
            near = get_close_matches(name, [*attrs.fields_dict(Limits)], 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(attrs.fields_dict(Limits))}"
            raise ValueError(f"{where}: unknown limit {name}; {hint}")
        kind = int if isinstance(getattr(default, name), int) else float
        try:
            given: dict[str, Any] = {name: _number(value, kind, zero=name in _MAY_BE_0)}
            limits = attrs.evolve(limits, **given)
        except ValueError as error:
            raise ValueError(f"{where}: {name}: {error}") from None
    return limits


def _number(text: str, kind: type[int] | type[float], *, zero: bool) -> int | float:
    """Return the number. Raise `ValueError` if it isn't one, if it is too small, or if it is infinite."""
    try:
        number = kind(text)
    except ValueError:
        number = -1
    if not isfinite(number) or number < 0 or (number == 0 and not zero):
        what = "a whole number" if kind is int else "a number"
        bound = "from 0 on" if zero else "from 1 on" if kind is int else "above 0"
        raise ValueError(f"{text} is invalid; expected {what} {bound}")
    return number
