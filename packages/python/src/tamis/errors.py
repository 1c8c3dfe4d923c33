"""The error of a failed call."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class TamisError(Exception):
    """A call that failed after all retries."""

    def __init__(
        self,
        status: int,
        code: str,
        messages: Sequence[str] = (),
        *,
        fields: Mapping[str, Sequence[str]] | None = None,
        column: int | None = None,
        separator: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(": ".join(filter(None, [code, " ".join(messages)])))
        self.status = status
        """HTTP status; 0 if there was no response."""
        self.code = code
        """
        A stable code of the API. This library adds ``unreachable`` (no response), ``unreadable``
        (not a response of the API), ``redirected`` (a redirect to another URL), ``list_paused``,
        ``list_canceled``, ``report_failed``, ``wrong_signature``, ``wrong_timestamp`` and
        ``wrong_token``.
        """
        self.messages = tuple(messages)
        """Messages for people."""
        self.fields = dict(fields or {})
        """The problems of each field, for the code ``validation``."""
        self.column = column
        """
        The column with the addresses, from 1, for ``wrong_column``; None if unknown.
        """
        self.separator = separator
        """The separator of the text around the addresses, for ``wrong_separator``."""
        self.request_id = request_id
        """Id of the call; quote it when you contact support."""
        self.retry_after = retry_after
        """Seconds to wait before retrying."""
        self.idempotency_key = idempotency_key
        """Idempotency key of the call; retry with it to avoid paying twice."""


def _seconds_of(retry_after: str | None) -> float | None:
    """Parses a Retry-After header (RFC 9110 §10.2.3); returns seconds, or None if it is invalid."""
    if retry_after is None:
        return None
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return None


NOT_JSON = "The response is not JSON. Please check the base URL."
REDIRECTED = (
    "The service responded with a redirect. Please check that the base URL is right and uses https."
)


def parse_error(response: httpx.Response) -> TamisError:
    """Converts an unsuccessful response to an error. A proxy's response has no API code."""
    if response.is_redirect:
        return TamisError(response.status_code, "redirected", [REDIRECTED])
    try:
        body: Any = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict) or not isinstance(body.get("code"), str):
        body = {"code": "unreadable", "message": [NOT_JSON]}
    return TamisError(
        response.status_code,
        body["code"],
        body.get("message", ()),
        fields=body.get("fields"),
        column=body.get("column"),
        separator=body.get("separator"),
        request_id=body.get("request_id"),
        retry_after=_seconds_of(response.headers.get("retry-after")),
    )
