"""A server as a process: how it stops, where its metrics are, whom it believes, and what it logs.

A server that is stopped ends its streams, and says nothing about their matches.
"""

import asyncio
import json
import os
import re
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tests import plain_http
from tests.api.processes.running import running, started
from tests.api.routes.test_events import SSE
from tests.patience import PATIENCE
from tests.ports import held_port

pytestmark = pytest.mark.anyio


async def test_a_server_stops_though_streams_are_open(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cardkit_api", "--db", f"sqlite:{tmp_path / 'm.db'}", "--port", "0"]
    server = await asyncio.create_subprocess_exec(
        *command, stderr=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONWARNINGS": "default"}
    )
    assert server.stderr is not None
    try:
        base = ""
        while not base:
            found = re.search(rb"http://127\.0\.0\.1:\d+", await server.stderr.readline())
            base = found[0].decode() if found else ""
        async with httpx.AsyncClient(base_url=base, timeout=PATIENCE, verify=False) as http:
            body = {"game": "thirteen", "seats": 3, "name": "Ada", "public": True}
            made = (await http.post("/v1/matches", json=body)).json()
            headers = {"Accept": SSE, "Authorization": f"Bearer {made['token']}"}
            await http.post(
                f"{made['match']['links']['self']}/start",
                json={},
                headers={**headers, "Authorization": f"Bearer {made['owner']}"},
            )
            path = made["match"]["links"]["events"]
            async with http.stream("GET", path, headers=headers) as answer:
                lines = answer.aiter_lines()
                await anext(lines)
                server.send_signal(signal.SIGINT)
                await asyncio.wait_for(server.wait(), PATIENCE)
                async for line in lines:
                    assert "match_over" not in line
                    assert "match_deleted" not in line
    finally:
        if server.returncode is None:
            server.kill()
            await server.wait()
    noise = await server.stderr.read()
    assert b"Traceback" not in noise, noise.decode()
    assert b"ERROR" not in noise, noise.decode()


def test_a_server_that_was_told_to_stop_answers_on_while_it_isnt_ready() -> None:
    """It drains until it is told again."""
    with (
        running("--db", "memory:", "--drain", "600.0", "--limit", "figures=10000") as (base, process),
        plain_http.client(base_url=base) as http,
    ):
        body = {
            "game": "push",
            "seats": 2,
            "name": "Ada",
            "public": True,
            "bots": [{"seat": 1, "bot": "random"}],
        }
        made = http.post("/v1/matches", json=body).json()
        path = made["match"]["links"]["events"]
        with plain_http.stream("GET", f"{base}{path}", headers={"Accept": SSE}) as stream:
            lines = stream.iter_lines()
            next(lines)
            assert http.get("/health/ready").status_code == 200

            process.send_signal(signal.SIGTERM)
            while (answer := http.get("/health/ready")).status_code == 200:
                time.sleep(0.1)  # more than 20 a second would be refused

            assert (answer.status_code, answer.json()["code"]) == (503, "stopping")
            assert plain_http.get(f"{base}/v1/games").status_code == 200  # by another connection
            process.send_signal(signal.SIGTERM)
            retries = [line for line in lines if line.startswith("retry: ")]
            assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
        assert len(retries) == 1
        assert 500 <= int(retries[0].split()[1]) <= 3000


def test_a_running_request_ends_and_a_long_poll_is_told_to_come_back() -> None:
    with running("--db", "memory:") as (base, process):
        body = {"game": "push", "seats": 2, "name": "Ada", "public": True}
        made = plain_http.post(f"{base}/v1/matches", json=body).json()
        url = f"{base}{made['match']['links']['events']}?after=0&wait=20"
        with ThreadPoolExecutor() as pool:
            polling = pool.submit(plain_http.get, url)
            while "cardkit_streams 1.0" not in plain_http.get(f"{base}/metrics").text:
                time.sleep(0.1)  # more than 20 a second would be refused
            process.send_signal(signal.SIGTERM)
            answer = polling.result()
        assert (answer.status_code, answer.json()["code"]) == (503, "stopping")
        assert answer.headers["retry-after"] == "1"
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
        assert process.stderr.read() == ""


def test_metrics_on_a_port_of_their_own_are_nowhere_else() -> None:
    with held_port() as port, running("--db", "memory:", "--metrics-port", str(port)) as (base, _):
        own = f"http://127.0.0.1:{port}"
        for path in ("/metrics", "//metrics", "/metrics/", "/%6detrics"):
            assert plain_http.get(f"{base}{path}").status_code == 404, path
        assert plain_http.get(f"{base}/v1/games").status_code == 200
        assert "cardkit_live_matches" in plain_http.get(f"{own}/metrics").text
        assert plain_http.get(f"{own}/health/ready").status_code == 200
        for path in ("/v1/games", "/schema", "/"):
            assert plain_http.get(f"{own}{path}").status_code == 404


def test_a_free_port_for_metrics_is_named_and_a_taken_one_too() -> None:
    said: list[str] = []
    with running("--db", "memory:", "--metrics-port", "0", said=said):
        [where] = [line.split()[-1] for line in said if "the metrics:" in line]
        assert "cardkit_live_matches" in plain_http.get(where).text
    with running("--db", "memory:") as (base, _):
        taken = base.rpartition(":")[2]
        ended, wrote = started("--db", "memory:", "--metrics-port", taken)
    assert ended == 1
    assert wrote == (
        f"error: can't listen on 127.0.0.1:{taken}: address already in use; --metrics-port 0 chooses a free port\n"
    )


def test_a_proxy_is_believed_only_if_it_is_named() -> None:
    for options, counted_apart in ((), False), (("--trusted-proxies", "127.0.0.1"), True):
        with running("--db", "memory:", "--limit", "burst=3", "--limit", "requests=0.01", *options) as (
            base,
            _,
        ):
            forwarded = ({"X-Forwarded-For": f"203.0.113.{n}"} for n in range(5))
            statuses = [
                plain_http.get(f"{base}/v1/games", headers=headers).status_code for headers in forwarded
            ]
        assert (429 not in statuses) == counted_apart


def test_logs_of_a_server_are_json_and_have_no_token() -> None:
    with running("--db", "memory:", "--log-format", "json", "--log-level", "debug") as (base, process):
        body = {"game": "push", "seats": 2, "name": "Ada"}
        made = plain_http.post(f"{base}/v1/matches", json=body).json()
        path = f"{made['match']['links']['self']}/socket?token={made['token']}"
        with connect(f"{base.replace('http', 'ws')}{path}"):
            pass
        plain_http.get(
            f"{base}{made['match']['links']['events']}?token={made['token']}",
            headers={"X-Request-ID": "mine"},
        )
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        said = process.stderr.read()
    lines = [json.loads(line) for line in said.splitlines()]
    assert "mine" in [line.get("request_id") for line in lines]
    assert made["token"] not in said
