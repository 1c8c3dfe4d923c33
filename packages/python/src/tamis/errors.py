"""What a call fails with."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class TamisError(Exception):
    """A call that failed, after every attempt that made sense."""

    def __init__(
        self,
        status: int,
        code: str,
        messages: Sequence[str] = (),
        *,
        fields: Mapping[str, Sequence[str]] | None = None,
        column: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(": ".join(filter(None, [code, " ".join(messages)])))
        self.status = status
        """HTTP status; 0 where there was no response."""
        self.code = code
        """
        A code of the API, which never changes. This library adds ``unreachable`` (no response
        came), ``unreadable`` (one that the API did not make), ``redirected`` (one that names
        another place), ``list_paused``, ``list_canceled``, ``wrong_signature``,
        ``wrong_timestamp`` and ``wrong_token``.
        """
        self.messages = tuple(messages)
        """Sentences for people."""
        self.fields = dict(fields or {})
        """With ``validation``: what is wrong with which field."""
        self.column = column
        """
        With the code or message ``wrong_column``: the column that has the addresses, from 1, if known.
        """
        self.request_id = request_id
        """Name this to the operator of the service, who finds the call by it."""
        self.retry_after = retry_after
        """Seconds to wait before the call is worth another attempt."""
        self.idempotency_key = idempotency_key
        """The key that the call was sent with: with the same one it is not paid again."""


def _seconds_of(retry_after: str | None) -> float | None:
    """Seconds or a date (RFC 9110 §10.2.3), as seconds."""
    if retry_after is None:
        return None
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return None


REDIRECTED = "The service answers with a redirect. Is the base URL right, with https?"


def error_of(response: httpx.Response) -> TamisError:
    """The error of a response that was no success. One from a proxy has no code of the API."""
    if response.is_redirect:
        return TamisError(response.status_code, "redirected", [REDIRECTED])
    try:
        told: Any = response.json()
    except ValueError:
        told = None
    if not isinstance(told, dict) or not isinstance(told.get("code"), str):
        told = {"code": "unreadable"}
    return TamisError(
        response.status_code,
        told["code"],
        told.get("message", ()),
        fields=told.get("fields"),
        column=told.get("column"),
        request_id=told.get("request_id"),
        retry_after=_seconds_of(response.headers.get("retry-after")),
    )
