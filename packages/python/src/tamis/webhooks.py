"""What comes to an endpoint of yours."""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

from .errors import TamisError
from .signing_key import checked_secret

# A request that is older is somebody's repetition, or a clock is wrong.
TOLERANCE_S = 5 * 60


def verify_webhook(
    body: bytes | str, headers: Mapping[str, str], secret: str, *, now: float | None = None
) -> dict[str, Any]:
    """
    The event of a request to an endpoint, once its signature is proven (Standard Webhooks). Answer
    with a status of 2xx, and do nothing twice for a ``webhook-id``: an event may come again.

    :param body: as it came: parsed and written anew it is another text
    :param secret: ``whsec_…`` of the endpoint
    :param now: seconds since 1970, for tests
    :raises ValueError: if the secret is missing, shorter than 16 bytes or not base64
    :raises TamisError: ``wrong_signature``, or ``wrong_timestamp`` of one older than five minutes
    """
    key = _key_of(secret)
    given = {name.lower(): value for name, value in headers.items()}
    id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    text = body.encode() if isinstance(body, str) else body
    proof = hmac.digest(key, f"{id}.{timestamp}.".encode() + text, "sha256")
    signature = "v1," + base64.b64encode(proof).decode()
    signatures = given.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(signature.encode(), each.encode()) for each in signatures):
        raise TamisError(0, "wrong_signature")
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_S:
        raise TamisError(0, "wrong_timestamp")
    event: dict[str, Any] = json.loads(text)
    return event


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode((secret or "").removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    return checked_secret(key, "endpoint, whsec_ and base64")
