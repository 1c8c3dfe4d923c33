"""Large files, with a store whose connections break in the middle of a part."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tamis import Tamis, TamisError

MIB = 1024 * 1024
PART = 4 * MIB
# Three parts; the last one is shorter.
FILE = b"a" * PART + b"b" * PART + b"c" * MIB
DOCUMENT = json.loads((Path(__file__).parents[1] / "dist/openapi.json").read_text())
GOT = DOCUMENT["paths"]["/api/lists/{id}"]["get"]["responses"]["200"]["content"]
LIST = GOT["application/json"]["examples"]["usual"]["value"]


class Store(ThreadingHTTPServer):
    """A fake service with its store, which keeps the parts that arrived completely."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.received: dict[int, int] = {}
        self.arrived: dict[int, bytes] = {}
        # Number of attempts to interrupt halfway by part, and parts whose link has expired.
        self.cuts: dict[int, int] = {}
        self.expired: set[int] = set()
        self.registrations: list[tuple[str | None, object]] = []

    def handle_error(self, *_: object) -> None:
        pass

    def upload(self, key: str | None = None) -> list[float]:
        """Uploads the file with a new client; returns its progress in megabytes."""
        progress: list[float] = []
        with Tamis(base_url=self.url, api_key="k") as tamis:
            sent = tamis.lists.upload(
                FILE,
                file_name="c.csv",
                idempotency_key=key,
                on_progress=lambda count: progress.append(count / MIB),
            )
        assert sent.id == LIST["data"]["id"]
        assert b"".join(self.arrived[number] for number in sorted(self.arrived)) == FILE
        return progress


class Handler(BaseHTTPRequestHandler):
    server: Store

    def log_message(self, *_: object) -> None:
        pass

    def respond(self, status: int, body: object = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self) -> None:
        self.respond(200, LIST)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.registrations.append((self.headers["idempotency-key"], body))
        links = [
            {"number": number, "url": f"{self.server.url}/parts/{number}"}
            for number in (1, 2, 3)
            if number not in self.server.arrived
        ]
        missing = {"file_id": "l1", "part_bytes": PART, "parts": links}
        arrived = {"file_id": "l1", "file_name": "c.csv", "status": 1}
        self.respond(200, {"data": missing if links else arrived})

    def do_PUT(self) -> None:
        assert "x-api-key" not in self.headers
        number, store = int(self.path[-1]), self.server
        if number in store.expired:
            store.expired.remove(number)
            self.rfile.read(int(self.headers["content-length"]))
            return self.respond(403)
        left = store.cuts.get(number, 0)
        store.cuts[number] = left - 1
        wanted = PART // 2 if left > 0 else int(self.headers["content-length"])
        content = self.rfile.read(wanted)
        store.received[number] = store.received.get(number, 0) + len(content)
        if left > 0:
            self.close_connection = True
            return None
        store.arrived[number] = content
        return self.respond(200)


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr("tamis.sync.call.sleep", lambda _: None)
    with Store() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_sends_only_the_interrupted_part_again(store: Store) -> None:
    store.cuts[2] = 1
    assert store.upload() == [0, 1, 5, 9]
    assert store.received == {1: PART, 2: PART + PART // 2, 3: MIB}
    first, second = store.registrations
    assert first[0] and first == second
    registration = {"name": "c.csv", "file_name": "c.csv", "size": len(FILE), "parts": True}
    assert first[1] == registration


def test_another_process_with_the_same_key_sends_the_missing_parts(store: Store) -> None:
    # All attempts of two calls: the first call has sent a part, so it registers the upload again.
    store.cuts[2] = 10
    with pytest.raises(TamisError, match="unreachable") as failure:
        store.upload()
    key = failure.value.idempotency_key
    assert key and key == store.registrations[0][0]
    assert list(store.arrived) == [1]
    store.cuts.clear()
    store.received.clear()
    assert store.upload(key) == [1, 5, 9]
    assert store.received == {2: PART, 3: MIB}
    store.received.clear()
    assert store.upload(key) == []
    assert store.received == {}


def test_requests_new_links_unless_the_first_link_fails(store: Store) -> None:
    store.expired.add(2)
    store.upload()
    assert (len(store.registrations), store.received) == (3, {1: PART, 2: PART, 3: MIB})
    store.arrived.clear()
    store.registrations.clear()
    store.expired.add(1)
    with pytest.raises(TamisError) as failure:
        store.upload()
    assert (failure.value.status, len(store.registrations)) == (403, 1)
