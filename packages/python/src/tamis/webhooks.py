"""Verification of webhooks."""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

from .errors import TamisError
from .signing_key import checked_secret

# A timestamp that differs more from the clock indicates a replay or a wrong clock.
TOLERANCE_S = 5 * 60


def verify_webhook(
    body: bytes | str, headers: Mapping[str, str], secret: str, *, now: float | None = None
) -> dict[str, Any]:
    """
    Verifies the signature of a webhook (Standard Webhooks) and returns its event. Respond with 2xx
    and deduplicate by ``webhook-id``, because an event can be delivered more than once.

    :param body: the raw request body; parsing and serializing the JSON again invalidates the
        signature
    :param secret: ``whsec_…`` of the endpoint
    :param now: Unix time in seconds, for tests
    :raises TamisError: ``wrong_signature``, or ``wrong_timestamp`` if the timestamp and the clock
        differ by more than five minutes
    :raises ValueError: if the secret is missing, shorter than 16 bytes or not base64
    """
    key = _key_of(secret)
    by_name = {name.lower(): value for name, value in headers.items()}
    id, timestamp = by_name.get("webhook-id", ""), by_name.get("webhook-timestamp", "")
    text = body.encode() if isinstance(body, str) else body
    proof = hmac.digest(key, f"{id}.{timestamp}.".encode() + text, "sha256")
    signature = "v1," + base64.b64encode(proof).decode()
    signatures = by_name.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(signature.encode(), each.encode()) for each in signatures):
        raise TamisError(0, "wrong_signature")
    sent_at = int(timestamp) if timestamp.isdecimal() else 0
    if abs((time.time() if now is None else now) - sent_at) > TOLERANCE_S:
        raise TamisError(0, "wrong_timestamp")
    event: dict[str, Any] = json.loads(text)
    return event


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode((secret or "").removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    return checked_secret(key, "endpoint, whsec_ and base64")
