"""Requests signed like those of the npm package standardwebhooks."""

from __future__ import annotations

import base64
import hmac

import pytest

from tamis import TamisError, verify_webhook

SECRET = "whsec_YSBzZWNyZXQgb2YgdHdlbnR5LWZvdXIgYnl0ZXMgYW5kIG1vcmU="
NOW = 1795341600
BODY = (
    '{"type":"list.paused","timestamp":"2026-11-22T10:00:00.000Z","data":{"file_name":"Mai – été"}}'
)
SIGNATURE = "v1,7FfgdaWkHsRwarmI6NnQLiEx5EkLYc02EGlAeGKa8l4="
HEADERS = {
    "Webhook-Id": "01KAJ4T6Q8Z3M5N7P9R1S2V4W6",
    "webhook-timestamp": str(NOW),
    "webhook-signature": SIGNATURE,
}


@pytest.mark.parametrize("signature", [SIGNATURE, f"v1,AAAA v1a,é {SIGNATURE}"])
@pytest.mark.parametrize("body", [BODY, BODY.encode()])
def test_accepts_a_signed_request(signature: str, body: bytes | str) -> None:
    headers = {**HEADERS, "webhook-signature": signature}
    event = verify_webhook(body, headers, SECRET, now=NOW + 299)
    assert (event["type"], event["data"]) == ("list.paused", {"file_name": "Mai – été"})


@pytest.mark.parametrize(
    ("headers", "body", "secret", "late", "code"),
    [
        (HEADERS, BODY.replace("paused", "finished"), SECRET, 0, "wrong_signature"),
        (HEADERS, BODY, "whsec_" + "A" * 32, 0, "wrong_signature"),
        ({**HEADERS, "Webhook-Id": "evt"}, BODY, SECRET, 0, "wrong_signature"),
        ({**HEADERS, "webhook-timestamp": "soon"}, BODY, SECRET, 0, "wrong_signature"),
        ({}, BODY, SECRET, 0, "wrong_signature"),
        (HEADERS, BODY, SECRET, 301, "wrong_timestamp"),
        (HEADERS, BODY, SECRET, -301, "wrong_timestamp"),
    ],
)
def test_rejects_any_other_request(
    headers: dict[str, str], body: str, secret: str, late: int, code: str
) -> None:
    with pytest.raises(TamisError, match=code):
        verify_webhook(body, headers, secret, now=NOW + late)


@pytest.mark.parametrize("timestamp", ["soon", "-1", "1e9", ""])
def test_rejects_a_signed_timestamp_that_is_not_a_number(timestamp: str) -> None:
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    proof = hmac.digest(key, f"event.{timestamp}.{BODY}".encode(), "sha256")
    headers = {
        "webhook-id": "event",
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{base64.b64encode(proof).decode()}",
    }
    with pytest.raises(TamisError, match="wrong_timestamp"):
        verify_webhook(BODY, headers, SECRET, now=NOW)


@pytest.mark.parametrize(
    "secret",
    ["", "whsec_", "whsec_<the secret of the endpoint>", "whsec_MTUgYnl0ZXMgb2Yga2V5", SECRET[:-1]],
)
def test_a_missing_or_malformed_secret_is_rejected(secret: str) -> None:
    with pytest.raises(ValueError, match="Pass the secret of the endpoint"):
        verify_webhook(BODY, HEADERS, secret)
