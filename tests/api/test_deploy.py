"""The files in deploy/ fit the server: its options, its limits, and what its image needs."""

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from cardkit_api import Limits
from cardkit_api.settings import read_settings

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
FILES: Final = {path.name: path.read_text(encoding="utf-8") for path in DEPLOY.iterdir()}
DEFAULT: Final = Limits()


@pytest.mark.parametrize(
    ("file", "database"),
    [("Dockerfile", "sqlite:/data/matches.db"), ("cardkit.service", "sqlite:/var/lib/cardkit/matches.db")],
)
def test_the_variables_of_a_file_are_those_of_the_server(file: str, database: str) -> None:
    found = dict(re.findall(r"(CARDKIT_\w+)=([^\s\\]+)", FILES[file]))

    settings = read_settings({}, found)

    assert settings.database == database
    assert settings.drain == 5
    assert {f"CARDKIT_{name}" for name in ("DB", "DRAIN")} < {*found}
    assert {*found} <= {f"CARDKIT_{n}" for n in ("DB", "DRAIN", "HOST", "LOG_FORMAT", "TRUSTED_PROXIES")}


def test_a_service_has_time_to_end_and_trusts_the_proxy_beside_it() -> None:
    unit = FILES["cardkit.service"]
    (stop,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit, flags=re.MULTILINE)
    (drain,) = re.findall(r"CARDKIT_DRAIN=(\d+)", unit)
    (trusted,) = re.findall(r"CARDKIT_TRUSTED_PROXIES=(\S+)", unit)

    assert int(stop) > int(drain) + 5
    assert "127.0.0.1" in read_settings({}, {"CARDKIT_TRUSTED_PROXIES": trusted}).trusted_proxies


def test_proxies_give_idle_connections_up_before_the_server_and_streams_after_it() -> None:
    (kept,) = re.findall(r"keepalive_timeout (\d+)s", FILES["nginx.conf"])
    (caddy,) = re.findall(r"keepalive (\d+)s", FILES["Caddyfile"])
    silent = re.findall(r"proxy_(?:read|send)_timeout (\d+)s", FILES["nginx.conf"])

    assert max(int(kept), int(caddy)) < DEFAULT.keep_alive
    assert min(map(int, silent)) > max(DEFAULT.heartbeat, DEFAULT.wait)
    assert len(silent) == 2


def test_the_image_takes_only_versions_that_are_pinned() -> None:
    extras = re.findall(r"--extra (\w+)", (ROOT / "tools" / "lock.sh").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    installs = re.findall(r"pip install (.+)", FILES["Dockerfile"])
    pinned = {*re.findall(r"^([\w-]+)==", (ROOT / "requirements-run.lock").read_text(), re.MULTILINE)}
    needed = {
        re.split(r"[^\w-]", requirement)[0]
        for requirement in (
            *project["dependencies"],
            *(one for extra in extras for one in project["optional-dependencies"][extra]),
        )
    }

    assert extras == ["api", "postgres"]
    assert needed <= pinned
    assert all("--require-hashes" in line or "--no-deps ." in line for line in installs)


def test_the_image_names_its_user_by_number_so_that_its_host_can_tell_it_isnt_root() -> None:
    (user,) = re.findall(r"^USER (.+)$", FILES["Dockerfile"], re.MULTILINE)
    (made,) = re.findall(r"useradd .*--uid (\d+)", FILES["Dockerfile"])

    assert user == made


def test_a_container_has_time_to_end() -> None:
    (drain,) = re.findall(r"CARDKIT_DRAIN=(\d+)", FILES["Dockerfile"])
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")

    given = re.findall(r"--stop-timeout (\d+)", FILES["Dockerfile"] + page)

    assert len(given) == 2
    assert all(int(stop) > int(drain) + 5 for stop in given)


def test_the_image_holds_the_files_that_building_needs() -> None:
    copied = {
        name
        for line in re.findall(r"^COPY (?!--)(.+) \S+$", FILES["Dockerfile"], re.MULTILINE)
        for name in line.split()
    }
    let_in = {*re.findall(r"^!(\S+)$", FILES["Dockerfile.dockerignore"], re.MULTILINE)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert copied == let_in
    assert all((ROOT / name).exists() for name in copied)
    assert "cardkit-api" in project["project"]["scripts"]
    folders = {
        package.partition("/")[0]
        for package in project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    }
    assert folders | {project["project"]["readme"], *project["project"]["license-files"]} < copied
