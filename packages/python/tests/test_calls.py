"""How the client handles each response, with a fake server that sends replies in order."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from tamis import UNSET, AsyncTamis, PendingCheck, Row, Tamis, TamisError
from tamis.files import open_target

Reply = httpx.Response | Exception

DOCUMENT = json.loads((Path(__file__).parents[1] / "dist/openapi.json").read_text())
VERSION = json.loads((Path(__file__).parents[3] / "package.json").read_text())["version"]
SUCCESSES = {
    operation["operationId"]: operation["responses"]["200"]["content"]["application/json"]
    for methods in DOCUMENT["paths"].values()
    for operation in methods.values()
}


def example(name: str) -> Any:
    """The example response of a call in the OpenAPI document."""
    return SUCCESSES[name]["examples"]["usual"]["value"]


# A reason that was added to the API after this release.
VERDICT = {**example("checkEmail")["result"], "reason": "waved_through"}
CHECKED = {**example("checkEmail"), "result": VERDICT}


STATES = ["waiting", "reading", "queued", "working", "paused", "cancelled", "finished"]


def found(status: int, reason: str | None = None) -> httpx.Response:
    data = {**example("getList")["data"], "status": status, "state": STATES[status - 1]}
    data.update(reason=reason, credits_needed=400)
    return httpx.Response(200, json={"data": data})


def refused(status: int, code: str, **headers: str) -> httpx.Response:
    body = {"message": [f"About {code}"], "code": code, "request_id": "r-1"}
    return httpx.Response(status, json=body, headers=headers)


class Server:
    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.received: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        request.read()
        self.received.append(request)
        reply = self.replies.pop(0) if self.replies else httpx.ConnectError("nobody answers")
        if isinstance(reply, Exception):
            raise reply
        return reply

    @property
    def calls(self) -> list[str]:
        return [f"{each.method} {each.url.raw_path.decode()}" for each in self.received]


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    seconds: list[float] = []

    async def sleep(pause: float) -> None:
        seconds.append(pause)

    for kind in ("call", "checks", "connections", "lists"):
        monkeypatch.setattr(f"tamis.sync.{kind}.sleep", seconds.append)
        monkeypatch.setattr(f"tamis.aio.{kind}.sleep", sleep)
    for kind in ("sync", "aio"):
        monkeypatch.setattr(f"tamis.{kind}.call.random", lambda: 0.5)
    return seconds


@pytest.fixture
def client(slept: list[float]) -> Callable[..., tuple[Tamis, Server]]:
    def make(*replies: Reply) -> tuple[Tamis, Server]:
        server = Server(*replies)
        http = httpx.Client(transport=httpx.MockTransport(server))
        return Tamis(base_url="https://tamis.test/", api_key="tms_test_1", http=http), server

    return make


Make = Callable[..., tuple[Tamis, Server]]


def test_check_waits_for_a_mail_server_that_must_be_asked_again(
    client: Make, slept: list[float]
) -> None:
    later = {"data": "Later", "pending": {"id": "c/1", "retry_after_s": 305}}
    replies = [httpx.Response(202, json=later), httpx.Response(200, json=CHECKED)]
    tamis, server = client(*replies)
    assert tamis.check("ada@customer.test", wait=900).to_dict() == VERDICT
    assert server.calls == ["POST /api/verify/email", "GET /api/verify/email/c%2F1"]
    assert json.loads(server.received[0].content) == {"email": "ada@customer.test", "timeout_s": 20}
    assert slept == [305]
    tamis, _ = client(*replies)
    with pytest.raises(TimeoutError, match="c/1"):
        tamis.check("ada@customer.test", wait=60)


def test_background_check_is_started_and_polled(client: Make, slept: list[float]) -> None:
    later = httpx.Response(202, json={"data": "Later", "pending": {"id": "c1", "retry_after_s": 9}})
    answer = httpx.Response(200, json=CHECKED)
    tamis, server = client(later, later, later, httpx.ConnectError("restarts"), answer, answer)
    begun = tamis.checks.start("ada@customer.test", idempotency_key="order-7")
    assert isinstance(begun, PendingCheck) and begun.id == "c1"
    assert json.loads(server.received[0].content)["wait"] is False
    assert tamis.checks.get("c1") == begun
    assert tamis.checks.wait_for("c1").to_dict() == VERDICT
    assert tamis.checks.get("c1").to_dict() == VERDICT
    assert server.calls[1:] == ["GET /api/verify/email/c1"] * 5
    assert slept[0] == 9
    tamis, _ = client(later)
    with pytest.raises(TimeoutError, match="c1"):
        tamis.checks.wait_for("c1", timeout=5)


@pytest.mark.parametrize(
    "at", ["2026-11-26T09:00:00+01:00", datetime.fromisoformat("2026-11-26T09:00:00+01:00")]
)
def test_reports_bounces_with_the_time_of_the_mailing(client: Make, at: str | datetime) -> None:
    tamis, server = client(httpx.Response(200, json=example("reportBounces")))
    sent = {"list_id": "l1", "categories": ["deliverable"], "at": at}
    tamis.bounces.report([{"email": "ada@customer.test"}], sent=sent, idempotency_key="may")
    assert server.received[0].headers["idempotency-key"] == "may"
    assert json.loads(server.received[0].content) == {
        "rows": [{"email": "ada@customer.test"}],
        "sent": {**sent, "at": "2026-11-26T09:00:00+01:00"},
    }


def test_manages_endpoints_and_redelivers(client: Make) -> None:
    def example_response(name: str) -> httpx.Response:
        return httpx.Response(200, json=example(name))

    names = ["createEndpoint", "listEndpoints", "updateEndpoint", "sendTestEvent"]
    names += ["listDeliveries", "getDelivery", "sendAgain", "rotateSecret", "deleteEndpoint"]
    tamis, server = client(*[example_response(name) for name in names])
    hooks = tamis.webhooks
    made = hooks.create("https://customer.test/events", ["list.finished"])
    assert made.secret.startswith("whsec_")
    listed = example("listEndpoints")["data"]
    assert [(each.id, each.url) for each in hooks.all()] == [(e["id"], e["url"]) for e in listed]
    assert hooks.update("e1", status="off").status == example("updateEndpoint")["data"]["status"]
    assert json.loads(server.received[2].content) == {"status": "off"}
    assert hooks.test("e1").id == example("sendTestEvent")["data"]["id"]
    first = next(iter(hooks.deliveries("e1")))
    assert first.id == example("listDeliveries")["data"]["deliveries"][0]["id"]
    assert hooks.delivery("e1", "d1").payload == example("getDelivery")["data"]["payload"]
    assert hooks.send_again("e1", "d1").status == example("sendAgain")["data"]["status"]
    assert hooks.rotate_secret("e1").secret.startswith("whsec_")
    hooks.delete("e1")
    assert server.calls[4:] == [
        "GET /api/webhooks/e1/deliveries",
        "GET /api/webhooks/e1/deliveries/d1",
        "POST /api/webhooks/e1/deliveries/d1",
        "POST /api/webhooks/e1/secret",
        "DELETE /api/webhooks/e1",
    ]


def test_check_is_retried_with_the_same_key(client: Make, slept: list[float]) -> None:
    tamis, server = client(
        httpx.ReadTimeout("late"),
        httpx.Response(503, text="Service Unavailable"),
        refused(429, "too_many_requests", **{"retry-after": "7"}),
        httpx.Response(200, json=CHECKED),
    )
    verdict = tamis.check("ada@customer.test")
    assert verdict.to_dict() == VERDICT
    assert verdict.suggestion is UNSET and not verdict.suggestion
    assert len({each.headers["idempotency-key"] for each in server.received}) == 1
    assert server.calls == ["POST /api/verify/email"] * 4
    assert json.loads(server.received[3].content) == {"email": "ada@customer.test"}
    assert server.received[3].headers["x-api-key"] == "tms_test_1"
    assert server.received[3].headers["accept-language"] == "en"
    # Half of the maximum delay, which doubles each time; then Retry-After.
    assert slept == [0.25, 0.5, 7.0]


@pytest.mark.parametrize(
    ("status", "code"), [(402, "not_enough_credits"), (409, "request_reused"), (422, "bad_address")]
)
def test_rejected_check_is_not_retried(client: Make, status: int, code: str) -> None:
    tamis, server = client(refused(status, code))
    with pytest.raises(TamisError, match=f"{code}: About {code}") as failure:
        tamis.check("ada")
    error = failure.value
    assert (error.status, error.code, error.messages) == (status, code, (f"About {code}",))
    assert (error.request_id, error.fields, len(server.received)) == ("r-1", {}, 1)


def test_check_fails_after_five_attempts(client: Make) -> None:
    tamis, server = client()
    with pytest.raises(TamisError) as failure:
        tamis.check("ada@customer.test", idempotency_key="order-7")
    error = failure.value
    assert (error.status, error.code, error.idempotency_key) == (0, "unreachable", "order-7")
    assert isinstance(error.__cause__, httpx.ConnectError)
    assert error.messages == ("https://tamis.test: nobody answers",)
    assert [each.headers["idempotency-key"] for each in server.received] == ["order-7"] * 5


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, "<p>Welcome</p>"), (404, "<p>Missing</p>"), (200, "[]"), (200, '{"data": {}}')],
)
def test_rejects_a_response_that_is_not_from_the_api(client: Make, status: int, body: str) -> None:
    json_type = {"content-type": "text/html" if body.startswith("<") else "application/json"}
    tamis, server = client(httpx.Response(status, text=body, headers=json_type))
    with pytest.raises(TamisError, match="unreadable") as failure:
        tamis.check("ada@customer.test", idempotency_key="order-7")
    assert (failure.value.idempotency_key, len(server.received)) == ("order-7", 1)
    assert ("base URL" in str(failure.value)) == body.startswith("<")


def test_retries_when_a_body_is_truncated_within_a_character(client: Make) -> None:
    cut = httpx.Response(
        200, content=b'{"data":"\xc3', headers={"content-type": "application/json"}
    )
    tamis, server = client(cut, httpx.Response(200, json=CHECKED))
    assert tamis.check("ada@customer.test").to_dict() == VERDICT
    assert len({each.headers["idempotency-key"] for each in server.received}) == 1


@pytest.mark.parametrize(
    ("base_url", "api_key", "message"),
    [
        (None, "k", "TAMIS_URL"),
        ("https://tamis.test", None, "TAMIS_API_KEY"),
        ("http://[::1", "k", "not a URL"),
        ("localhost:3000", "k", "not a URL"),
        ("https://tamis.test", "clé", "api_key contains a character"),
        ("https://tamis.test", "k\n", "api_key contains a character"),
        ("https://tamis.test", "k ", "api_key contains a character"),
    ],
)
def test_invalid_settings_are_rejected(
    monkeypatch: pytest.MonkeyPatch, base_url: Any, api_key: Any, message: str
) -> None:
    monkeypatch.delenv("TAMIS_URL", raising=False)
    monkeypatch.delenv("TAMIS_API_KEY", raising=False)
    with pytest.raises(ValueError, match=message):
        Tamis(base_url=base_url, api_key=api_key)


def test_settings_come_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, slept: list[float]
) -> None:
    monkeypatch.setenv("TAMIS_URL", "https://tamis.test/")
    monkeypatch.setenv("TAMIS_API_KEY", "tms_test_2")
    server = Server(httpx.Response(200, json=example("credits")))
    Tamis(http=httpx.Client(transport=httpx.MockTransport(server))).credits()
    [request] = server.received
    assert (str(request.url), request.headers["x-api-key"]) == (
        "https://tamis.test/api/credits",
        "tms_test_2",
    )
    assert request.headers["user-agent"] == f"tamis-python/{VERSION}"


def test_a_string_is_not_a_list_of_addresses(client: Make) -> None:
    tamis, server = client()
    with pytest.raises(TypeError, match="list of addresses"):
        tamis.lists.create("a@b.test")
    assert server.calls == []


@pytest.mark.parametrize(("after", "count"), [("3600", 1), ("2", 3)])
def test_timeout_ends_a_wait_during_an_outage(
    client: Make, monkeypatch: pytest.MonkeyPatch, after: str, count: int
) -> None:
    now = [0.0]
    keys: list[str | None] = []
    away = [httpx.Response(503, headers={"retry-after": after}) for _ in range(9)]
    waits: list[Callable[[Tamis], object]] = [
        lambda tamis: tamis.lists.wait_for("l1", timeout=5),
        lambda tamis: tamis.checks.wait_for("c1", timeout=5),
        lambda tamis: tamis.check("ada@customer.test", wait=5, idempotency_key="order-7"),
    ]
    for wait in waits:
        tamis, server = client(*away)
        monkeypatch.setattr("tamis.sync.call.monotonic", lambda: now[0])
        monkeypatch.setattr("tamis.sync.call.sleep", lambda s: now.__setitem__(0, now[0] + s))
        began = now[0]
        with pytest.raises(TimeoutError, match="after 5 seconds") as late:
            wait(tamis)
        cause = late.value.__cause__
        assert isinstance(cause, TamisError)
        keys.append(cause.idempotency_key)
        assert (len(server.received), now[0] - began <= 5) == (count, True)
    assert keys == [None, None, "order-7"]


def test_polling_stops_after_an_hour_of_outage(
    client: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    tamis, server = client(
        *[httpx.Response(503, headers={"retry-after": "60"}) for _ in range(400)]
    )
    monkeypatch.setattr("tamis.sync.call.monotonic", lambda: now[0])
    monkeypatch.setattr("tamis.sync.call.sleep", lambda s: now.__setitem__(0, now[0] + s))
    with pytest.raises(TamisError) as failure:
        tamis.lists.wait_for("l1")
    assert (failure.value.status, len(server.received), now) == (503, 61, [3600])


def test_polling_retries_at_least_once_a_minute_and_reports_it(slept: list[float]) -> None:
    retried: list[tuple[str, float]] = []
    server = Server(httpx.Response(503, headers={"retry-after": "3600"}), found(7))
    tamis = Tamis(
        base_url="https://tamis.test",
        api_key="k",
        on_retry=lambda failure, pause: retried.append((failure.code, pause)),
        http=httpx.Client(transport=httpx.MockTransport(server)),
    )
    assert tamis.lists.wait_for("l1").status == 7
    assert (slept, retried) == ([60.0], [("unreadable", 60.0)])


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("Wed, 21 Oct 2015 07:28:00 GMT", 0.0), ("soon", 0.25), ("0", 0.0)],
)
def test_waits_as_long_as_retry_after_says(
    client: Make, slept: list[float], header: str, seconds: float
) -> None:
    tamis, _ = client(refused(429, "too_many_requests", **{"retry-after": header}), found(7))
    tamis.lists.get("a/b")
    assert slept == [seconds]


def test_long_retry_after_is_left_to_the_caller(client: Make, slept: list[float]) -> None:
    tamis, _ = client(
        refused(429, "too_many_requests", **{"retry-after": "60"}),
        refused(429, "too_many_requests", **{"retry-after": "61"}),
    )
    with pytest.raises(TamisError) as failure:
        tamis.credits()
    assert (failure.value.retry_after, slept) == (61.0, [60.0])


def test_wait_for_survives_an_outage_and_includes_the_recheck(client: Make) -> None:
    def recheck(state: str) -> httpx.Response:
        run = {**example("recheckList")["data"], "state": state, "reason": None}
        return httpx.Response(200, json={"data": {**example("getList")["data"], "recheck": run}})

    away = [httpx.Response(503) for _ in range(30)]
    tamis, server = client(found(4), *away, recheck("reading"), recheck("finished"))
    finished = tamis.lists.wait_for("a/b")
    assert finished.recheck and finished.recheck.state == "finished"
    assert len(server.received) == 33


def test_creates_a_list_for_one_endpoint_and_renames_it(client: Make) -> None:
    made = httpx.Response(200, json=example("createList"))
    renamed = httpx.Response(200, json=example("renameList"))
    tamis, server = client(made, renamed)
    tamis.lists.create(["ada@customer.test"], webhook="e1")
    assert tamis.lists.rename("a/b", "May").id == example("renameList")["data"]["id"]
    assert server.calls == ["POST /api/lists", "POST /api/lists/a%2Fb"]
    assert json.loads(server.received[0].content)["webhook"] == "e1"
    assert json.loads(server.received[1].content) == {"name": "May"}


STORE = {"url": "https://store.test/bucket", "fields": {"policy": "p"}}
REGISTERED = {"data": {"file_id": "l1", "upload": STORE}}
FILE = b"email\nada@customer.test\n"


@pytest.mark.parametrize("kind", ["path", "bytes", "stream"])
def test_uploads_a_file_to_the_store_without_the_api_key(
    client: Make, slept: list[float], kind: str, tmp_path: Path
) -> None:
    (tmp_path / "c.csv").write_bytes(FILE)
    source: Any = {"path": tmp_path / "c.csv", "bytes": FILE, "stream": io.BytesIO(FILE)}[kind]
    tamis, server = client(
        httpx.Response(200, json=REGISTERED),
        httpx.Response(503),
        httpx.Response(200),
        refused(404, "not_found"),
        found(2),
    )
    name = None if kind == "path" else "c.csv"
    hints: Any = {"column": 1, "encoding": "windows-1251", "strict": True}
    sent = tamis.lists.upload(source, file_name=name, **hints)
    assert (sent.status, slept) == (2, [0.25, 0.25])
    polls = ["GET /api/lists/l1"] * 2
    assert server.calls == ["POST /api/upload", "POST /bucket", "POST /bucket", *polls]
    registration = {"name": "c.csv", "file_name": "c.csv", "size": 24, **hints}
    assert json.loads(server.received[0].content) == registration
    for attempt in server.received[1:3]:
        assert "x-api-key" not in attempt.headers
        fields, file = attempt.content.split(b'filename="c.csv"')
        assert b'name="policy"' in fields
        assert FILE in file


def test_bytes_need_a_file_name(client: Make) -> None:
    tamis, server = client()
    with pytest.raises(TypeError, match="file_name"):
        tamis.lists.upload(FILE)
    assert server.calls == []


def test_polls_a_list_until_it_is_finished(client: Make, slept: list[float]) -> None:
    tamis, server = client(found(2), found(4), found(7))
    seen: list[int] = []
    done = tamis.lists.wait_for("a/b", on_progress=lambda each: seen.append(each.status))
    assert (done.status, seen, slept) == (7, [2, 4, 7], [1.0, 1.5])
    assert server.calls[0] == "GET /api/lists/a%2Fb"


def test_timeout_ends_a_wait(client: Make) -> None:
    tamis, server = client(found(2))
    with pytest.raises(TimeoutError):
        tamis.lists.wait_for("l1", timeout=0.5)
    assert len(server.received) == 1


@pytest.mark.parametrize(
    ("status", "code", "messages"),
    [
        (5, "list_paused", ("insufficient_credit", "It needs 400 credits.")),
        (6, "list_canceled", ("not_text",)),
    ],
)
def test_stops_waiting_for_a_paused_or_canceled_list(
    client: Make, status: int, code: str, messages: tuple[str, ...]
) -> None:
    tamis, _ = client(found(status, reason=messages[0]))
    with pytest.raises(TamisError) as failure:
        tamis.lists.wait_for("l1")
    assert (failure.value.code, failure.value.messages) == (code, messages)


def test_reports_the_right_column_of_a_list(client: Make) -> None:
    body = {"message": [], "code": "wrong_column", "request_id": "r-1", "column": 2}
    canceled = {**example("getList")["data"], "status": 6, "state": "cancelled"}
    response = {"data": {**canceled, "reason": "wrong_column", "suggested_column": 3}}
    tamis, _ = client(httpx.Response(422, json=body), httpx.Response(200, json=response))
    with pytest.raises(TamisError, match="wrong_column") as refusal:
        tamis.lists.upload(FILE, file_name="c.csv")
    assert refusal.value.column == 2
    with pytest.raises(TamisError, match="wrong_column Column 3 has the addresses") as failure:
        tamis.lists.wait_for("l1")
    assert failure.value.column == 3


def test_reports_the_separator_of_a_list(client: Make) -> None:
    body = {"message": [], "code": "wrong_separator", "request_id": "r-1", "separator": "^"}
    canceled = {**example("getList")["data"], "status": 6, "state": "cancelled"}
    response = {"data": {**canceled, "reason": "wrong_separator", "suggested_separator": "^"}}
    tamis, _ = client(httpx.Response(422, json=body), httpx.Response(200, json=response))
    with pytest.raises(TamisError, match="wrong_separator") as refusal:
        tamis.lists.upload(FILE, file_name="c.csv", as_is=False)
    assert refusal.value.separator == "^"
    with pytest.raises(TamisError, match="wrong_separator") as failure:
        tamis.lists.wait_for("l1")
    assert failure.value.separator == "^"


def row(number: int) -> dict[str, object]:
    return {**example("getListRows")["data"]["rows"][0], "row": number}


def page(next: str | None, *rows: dict[str, object]) -> httpx.Response:
    return httpx.Response(200, json={"data": {"rows": rows, "next": next, "total": 3}})


def pages() -> list[Reply]:
    return [page("c-2", row(1), row(2)), page("c-3"), page(None, row(9))]


def test_rows_are_loaded_page_by_page(client: Make) -> None:
    tamis, server = client(*pages())
    rows: list[Row] = list(tamis.lists.rows("l1", status="risky"))
    assert [each.row for each in rows] == [1, 2, 9]
    first = "GET /api/lists/l1/rows?status=risky"
    assert sorted(server.calls) == [first, f"{first}&cursor=c-2", f"{first}&cursor=c-3"]


@pytest.mark.parametrize("follows", [False, True])
def test_api_key_is_not_sent_to_the_target_of_a_redirect(slept: list[float], follows: bool) -> None:
    to = {"location": "https://other.test/api/credits"}
    server = Server(httpx.Response(302, headers=to), httpx.Response(200, json={"data": {}}))
    transport = httpx.MockTransport(server)
    http = httpx.Client(transport=transport, follow_redirects=follows)
    tamis = Tamis(base_url="https://tamis.test", api_key="k", http=http)
    with pytest.raises(TamisError, match="redirected: .*base URL"):
        tamis.credits()
    assert [each.url.host for each in server.received] == ["tamis.test"]


def test_asyncio_client_returns_the_same_rows(slept: list[float]) -> None:
    server = Server(httpx.ConnectError("gone"), *pages())

    async def main() -> list[int | None]:
        http = httpx.AsyncClient(transport=httpx.MockTransport(server))
        async with http, AsyncTamis(base_url="http://t.test", api_key="k", http=http) as tamis:
            return [each.row async for each in tamis.lists.rows("l1", status="risky")]

    assert asyncio.run(main()) == [1, 2, 9]
    assert (len(server.received), slept) == (4, [0.25])


def test_download_writes_a_complete_file_or_none(client: Make, tmp_path: Path) -> None:
    class Broken(httpx.SyncByteStream):
        def __iter__(self) -> Any:
            yield b"half of"
            raise httpx.ReadError("cut off")

    link = {"data": {"url": "https://store.test/r.csv", "expires_at": "2026-11-23T00:00:00.000Z"}}
    cut = httpx.Response(200, stream=Broken())
    whole = httpx.Response(200, content=b"all of it")
    tamis, server = client(httpx.Response(200, json=link), cut, whole)
    tamis.lists.download(
        "l1", tmp_path / "r.csv", min_score=70, columns=["original", "score"], duplicates=False
    )
    assert (tmp_path / "r.csv").read_bytes() == b"all of it"
    chosen = {"min_score": 70, "columns": ["original", "score"], "duplicates": False}
    wanted = {"file_id": "l1", "type": "all", **chosen}
    assert json.loads(server.received[0].content) == wanted
    assert "x-api-key" not in server.received[2].headers

    tamis, server = client(httpx.Response(200, content=b"all of it"))
    tamis.lists.download("l1", tmp_path / "r.csv", include=["safe", "corrected"])
    chosen = {"include": ["safe", "corrected"]}
    assert json.loads(server.received[0].content) == {"file_id": "l1", "type": "all", **chosen}

    tamis, _ = client(refused(409, "wrong_state"))
    with pytest.raises(TamisError, match="wrong_state"):
        tamis.lists.download("l1", tmp_path / "s.csv")
    assert [each.name for each in tmp_path.iterdir()] == ["r.csv"]


def test_downloads_to_the_same_file_at_the_same_time(tmp_path: Path) -> None:
    with open_target(tmp_path / "r.csv") as first:
        first.write(b"first")
        with open_target(tmp_path / "r.csv") as second:
            second.write(b"second")
        assert (tmp_path / "r.csv").read_bytes() == b"second"
    assert (tmp_path / "r.csv").read_bytes() == b"first"
    assert [each.name for each in tmp_path.iterdir()] == ["r.csv"]


def test_deletes_a_list_even_if_the_first_response_is_lost(client: Make) -> None:
    tamis, server = client(httpx.ReadError("gone"), refused(404, "not_found"))
    tamis.lists.delete("l1")
    assert len(server.received) == 2
    tamis, _ = client(refused(404, "not_found"))
    with pytest.raises(TamisError, match="not_found"):
        tamis.lists.delete("l1")


def ended(name: str, **changes: Any) -> httpx.Response:
    return httpx.Response(200, json={"data": {**example(name)["data"], **changes}})


def test_imports_an_audience_and_writes_its_verdicts_back(client: Make, slept: list[float]) -> None:
    names = ["listConnections", "listAudiences", "importContacts", "getImport"]
    page = example("listApplyJobs")["data"]
    jobs = {"jobs": [{**page["jobs"][0], "state": "undone"}]}
    tamis, server = client(
        *[httpx.Response(200, json=example(name)) for name in names],
        ended("getImport", state="finished"),
        httpx.Response(200, json=example("applyVerdicts")),
        httpx.Response(200, json=example("listApplyJobs")),
        ended("listApplyJobs", **jobs),
    )
    [account] = tamis.connections.all().connections
    newsletter, _ = tamis.connections.audiences(account.id)
    started = tamis.connections.import_contacts(account.id, newsletter, name="May")
    assert json.loads(server.received[2].content) == {
        "audience_id": newsletter.id,
        "audience": newsletter.name,
        "name": "May",
        "names": False,
    }
    assert tamis.connections.wait_for_import(started.id).state == "finished"
    actions = {"undeliverable": ["mark"], "risky": [], "unknown": ["field"]}
    job = tamis.connections.apply(started.id, actions, idempotency_key="k")
    assert json.loads(server.received[5].content) == {"list_id": started.id, "actions": actions}
    assert server.received[5].headers["idempotency-key"] == "k"
    assert tamis.connections.wait_for_job(job.list_id, job.id).state == "undone"
    assert slept == [2, 2]


def test_raises_if_an_import_fails_or_waits_for_its_account(client: Make) -> None:
    for state, error, reason in [
        ("failed", "no_contacts", "no_contacts"),
        ("paused", None, "revoked"),
    ]:
        tamis, _ = client(ended("getImport", state=state, error=error))
        with pytest.raises(TamisError, match=f"import_{state}") as raised:
            tamis.connections.wait_for_import("i")
        assert raised.value.messages == (reason,)
