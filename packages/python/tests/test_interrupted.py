"""Connections that break at a given byte."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tamis import Tamis, TamisError

DOCUMENT = json.loads((Path(__file__).parents[1] / "dist/openapi.json").read_text())
CHECK = DOCUMENT["paths"]["/api/verify/email"]["post"]["responses"]["200"]["content"]
BODY = json.dumps(CHECK["application/json"]["examples"]["usual"]["value"])
HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n"
SIZED = f"{HEAD}content-length: {len(BODY)}\r\n\r\n{BODY}"
CHUNKED = f"{HEAD}transfer-encoding: chunked\r\n\r\n{len(BODY):x}\r\n{BODY}\r\n0\r\n\r\n"
CLOSED = f"{HEAD}\r\n{BODY}"


def cuts(response: str) -> list[int]:
    body, end = response.index("\r\n\r\n") + 4, len(response)
    return [0, 5, 40, body - 1, body, body + 1, end - 12, end - 1]


def requests(server: socket.socket, response: str, cut: int, early: int | None) -> Iterator[str]:
    """
    Accepts two connections and yields each complete request. Interrupts the first connection: after
    ``early`` bytes of its request, or else after ``cut`` bytes of its response.
    """
    for nth in range(2):
        connection, _ = server.accept()
        with connection:
            text = ""
            while not re.search(r"\r\n\r\n.*\}$", text, re.DOTALL):
                if nth == 0 and early is not None and len(text) >= early:
                    break
                text += connection.recv(65536).decode()
            else:
                yield text
            if nth > 0 or early is None:
                connection.sendall(response[: cut if nth == 0 else None].encode())


@pytest.mark.parametrize(
    ("response", "cut", "early"),
    [
        *((response, cut, None) for response in (SIZED, CHUNKED, CLOSED) for cut in cuts(response)),
        *((SIZED, 0, early) for early in (0, 10, 60, 9999)),
    ],
)
def test_an_interrupted_check_is_charged_once(
    monkeypatch: pytest.MonkeyPatch, response: str, cut: int, early: int | None
) -> None:
    monkeypatch.setattr("tamis.sync.call.sleep", lambda _: None)
    paid: set[str] = set()

    def serve() -> None:
        for text in requests(server, response, cut, early):
            paid.add(re.findall(r"(?i)idempotency-key: (\S+)", text)[0])

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, daemon=True).start()
        with Tamis(base_url=f"http://127.0.0.1:{server.getsockname()[1]}", api_key="k") as tamis:
            verdict = tamis.check("ada@customer.test")
    assert (verdict.status, len(paid)) == ("deliverable", 1)


@pytest.mark.parametrize(
    "wait",
    [
        lambda tamis: tamis.lists.wait_for("l1", timeout=0.5),
        lambda tamis: tamis.checks.wait_for("c1", timeout=0.5),
        lambda tamis: tamis.check("ada@customer.test", wait=0.5),
    ],
)
def test_timeout_ends_a_wait_for_a_server_that_never_responds(
    wait: Callable[[Tamis], object],
) -> None:
    # The operating system accepts connections for a listening socket, but nothing
    # responds.
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        with Tamis(base_url=url, api_key="k", timeout=4) as tamis:
            began = time.monotonic()
            with pytest.raises(TimeoutError, match="after 0.5 seconds") as late:
                wait(tamis)
    assert time.monotonic() - began < 2
    assert isinstance(late.value.__cause__, TamisError)
