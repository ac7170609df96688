"""How a server is configured: every limit and every option, by the command line and by the environment."""

import re
from pathlib import Path
from typing import Any

import attrs
import pytest

from cardkit_api.limits import Limits
from cardkit_api.server_options import OPTIONS
from cardkit_api.settings import Settings, read_settings, unknown_variables
from cardkit_api.webhooks import Webhooks

WHOLE = {name: field for name, field in attrs.fields_dict(Limits).items() if isinstance(field.default, int)}

SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

NGINX = "invalid proxy nginx; a proxy is an address such as 10.0.0.5, or a network such as 10.0.0.0/24"


def test_without_options_and_variables_there_are_the_defaults() -> None:
    assert read_settings({}, {}) == Settings()
    assert read_settings({}, {"CARDKIT_LANG": "de", "CARDKIT_PORT": ""}) == Settings()


@pytest.mark.parametrize("name", attrs.fields_dict(Limits))
def test_every_limit_can_be_set_in_both_ways(name: str) -> None:
    value = 7 if name in WHOLE else 7.5
    given: dict[str, Any] = {name: value}
    wanted = Limits(**given)
    option = name.replace("_", "-")

    assert read_settings({"limit": [f"{name}={value}"]}, {}).limits == wanted
    assert read_settings({"limit": [f"{option}={value}"]}, {}).limits == wanted
    assert read_settings({}, {f"CARDKIT_LIMIT_{name.upper()}": str(value)}).limits == wanted
    assert type(getattr(read_settings({"limit": [f"{name}={value}"]}, {}).limits, name)) is type(value)


def test_every_option_can_be_set_in_both_ways() -> None:
    values = {
        "db": "memory:",
        "host": "0.0.0.0",
        "port": "9000",
        "origin": "https://a.example,https://b.example",
        "static": "site",
        "trusted-proxies": "10.0.0.1,10.1.0.0/16",
        "limit": "burst=7",
        "log-format": "json",
        "log-level": "info",
        "metrics-port": "9100",
        "drain": "5",
        "webhook": "https://all.example/",
        "player-webhooks": "yes",
        "webhook-allow": "10.2.0.0/16",
        "new-key": "yes",
    }
    secret = {"CARDKIT_WEBHOOK_SECRET": SECRET}
    variables = {f"CARDKIT_{name.upper().replace('-', '_')}": value for name, value in values.items()}
    del variables["CARDKIT_LIMIT"]
    variables["CARDKIT_LIMIT_BURST"] = "7"

    given = read_settings({name: [value] for name, value in values.items()}, secret)

    assert {option.name for option in OPTIONS} == {*values}
    assert given == read_settings({}, {**variables, **secret})
    assert given == read_settings(
        {"db": ["memory:"]}, {**variables, **secret, "CARDKIT_DB": "sqlite:other.db"}
    )
    assert all(
        getattr(given.webhooks, name) != getattr(Webhooks(), name) for name in attrs.fields_dict(Webhooks)
    )
    assert all(getattr(given, name) != getattr(Settings(), name) for name in attrs.fields_dict(Settings))
    assert given.origins == ("https://a.example", "https://b.example")
    assert given.static == Path("site")


@pytest.mark.parametrize(
    ("options", "variables", "said"),
    [
        ({"limit": ["burst"]}, {}, "--limit: burst is invalid; expected NAME=VALUE, such as burst=200"),
        ({}, {"CARDKIT_LIMIT": "burst"}, "CARDKIT_LIMIT: burst is invalid; expected NAME=VALUE, such as burst=200"),
        ({"limit": ["bursts=3"]}, {}, "--limit: unknown limit bursts; did you mean burst?"),
        ({"limit": ["burst=x"]}, {}, "--limit: burst: x is invalid; expected a whole number from 1 on"),
        ({"limit": ["burst=1.5"]}, {}, "--limit: burst: 1.5 is invalid; expected a whole number from 1 on"),
        ({"limit": ["burst=0"]}, {}, "--limit: burst: 0 is invalid; expected a whole number from 1 on"),
        ({"limit": ["wait=nan"]}, {}, "--limit: wait: nan is invalid; expected a number above 0"),
        ({"limit": ["wait=-1"]}, {}, "--limit: wait: -1 is invalid; expected a number above 0"),
        ({"limit": ["wait=0"]}, {}, "--limit: wait: 0 is invalid; expected a number above 0"),
        ({"limit": ["wait=31"]}, {}, "--limit: wait: 31 is invalid; expected 30 or less"),
        ({}, {"CARDKIT_LIMIT_PAGE": "201"}, "CARDKIT_LIMIT_PAGE: page: 201 is invalid; expected 200 or less"),
        ({"limit": ["refusal_pause=-1"]}, {}, "--limit: refusal_pause: -1 is invalid; expected a number from 0 on"),
        ({}, {"CARDKIT_LIMIT_WAIT": "inf"}, "CARDKIT_LIMIT_WAIT: wait: inf is invalid; expected a number above 0"),
        ({}, {"CARDKIT_PORT": "http"}, "CARDKIT_PORT: http isn't a port; expected a number from 0 to 65535"),
        ({"metrics-port": ["x"]}, {}, "--metrics-port: x isn't a port; expected a number from 0 to 65535"),
        ({"drain": ["soon"]}, {}, "--drain: soon is invalid; expected a number from 0 on"),
        ({"drain": ["-1"]}, {}, "--drain: -1 is invalid; expected a number from 0 on"),
        ({"log-format": ["xml"]}, {}, "--log-format: xml is invalid; expected text, json"),
        ({}, {"CARDKIT_LOG_LEVEL": "loud"}, "CARDKIT_LOG_LEVEL: loud is invalid; expected warning, debug, info, error"),
        (
            {"origin": ["play.example"]},
            {},
            "--origin: invalid origin play.example; an origin is https://host or https://host:port, or * for any",
        ),
        (
            {},
            {"CARDKIT_TRUSTED_PROXIES": "nginx"},
            f"CARDKIT_TRUSTED_PROXIES: {NGINX}",
        ),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named_with_its_place_and_what_is_right(
    options: dict[str, list[str]], variables: dict[str, str], said: str
) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        read_settings(options, variables)
    assert str(refused.value) == said


def test_a_variable_that_is_no_setting_is_named_with_the_nearest_one() -> None:
    environ = {
        "CARDKIT_LIMITS_BURST": "7",
        "CARDKIT_ORIGINS": "*",
        "CARDKIT_LIMIT": "burst=7",
        "CARDKIT_LIMIT_BURST": "7",
        "CARDKIT_KEY": "00",
        "CARDKIT_LANG": "de",
        "CARDKIT_TEST_SEED": "1",
        "CARDKIT_XYZZY": "1",
        "PATH": "/bin",
    }
    assert unknown_variables(environ) == [
        "unknown variable CARDKIT_LIMITS_BURST is ignored; did you mean CARDKIT_LIMIT_BURST?",
        "unknown variable CARDKIT_ORIGINS is ignored; did you mean CARDKIT_ORIGIN?",
        "unknown variable CARDKIT_XYZZY is ignored; see --help",
    ]
    assert (
        unknown_variables({f"CARDKIT_{option.name.upper().replace('-', '_')}": "" for option in OPTIONS})
        == []
    )
    assert (
        unknown_variables({f"CARDKIT_LIMIT_{name.upper()}": "" for name in attrs.fields_dict(Limits)}) == []
    )


@pytest.mark.parametrize(
    ("given", "environ", "said"),
    [
        ({"webhook": ["https://a.example"]}, {}, "--webhook: set CARDKIT_WEBHOOK_SECRET to the secret"),
        (
            {"webhook": ["ftp://a.example"]},
            {"CARDKIT_WEBHOOK_SECRET": SECRET},
            "--webhook: invalid URL; expected a URL that begins with https://",
        ),
        (
            {},
            {"CARDKIT_WEBHOOK_SECRET": "whsec_c2hvcnQ="},
            "CARDKIT_WEBHOOK_SECRET: a webhook's secret is whsec_",
        ),
        ({"webhook-allow": ["10.0.0.1/8"]}, {}, "--webhook-allow: invalid network 10.0.0.1/8"),
    ],
)
def test_webhooks_that_are_wrong_are_named_without_their_secrets(
    given: dict[str, list[str]], environ: dict[str, str], said: str
) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        read_settings(given, environ)
    assert "c2hvcnQ" not in str(caught.value)
    assert SECRET not in repr(
        read_settings({"webhook": ["https://a.example"]}, {"CARDKIT_WEBHOOK_SECRET": SECRET})
    )


def test_the_page_for_operators_lists_every_option_and_every_limit_with_its_default() -> None:
    page = (Path(__file__).parents[2] / "docs" / "running.md").read_text(encoding="utf-8")
    limits = page[page.index("## Limits") : page.index("## Behind a proxy")]
    defaults: dict[str, float] = {}
    for names, values in re.findall(r"^\| ([`\w, ]+) \| ([\d., ]+) \|", limits, re.MULTILINE):
        for name, value in zip(re.findall(r"\w+", names), values.split(","), strict=True):
            defaults[name] = float(value)

    assert defaults == attrs.asdict(Limits())
    assert [option.name for option in OPTIONS if f"| `--{option.name}" not in page] == []
