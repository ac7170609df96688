"""A server that is stopped ends its streams, and says nothing about their matches."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import httpx
import pytest

from tests.api.routes.test_events import SSE

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
        async with httpx.AsyncClient(base_url=base) as http:
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
                await asyncio.wait_for(server.wait(), 10)
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
