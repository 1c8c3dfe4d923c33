"""API calls: retries, timeouts and paging."""

from __future__ import annotations

import uuid
from asyncio import sleep
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from json import JSONDecodeError
from random import random
from time import monotonic
from typing import IO, Any, Protocol, TypeVar

import httpx
from typing_extensions import Self

from ..errors import TamisError, parse_error
from ..generated.types import UNSET, Unset

T = TypeVar("T")


class Envelope(Protocol[T]):
    """A generated response model."""

    data: T

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self: ...


FIRST_DELAY_S = 0.5
LONGEST_DELAY_S = 20.0
OUTAGE_S = 3600
# A longer delay is left to the caller, because it would look like a hang.
LONGEST_RETRY_AFTER_S = 60
# Statuses of failures that may be temporary; 0 means that there was no response.
RETRIABLE = frozenset({0, 429, 500, 502, 503, 504})

OnRetry = Callable[[TamisError, float], object]


def unset_if_none(value: T | None) -> T | Unset:
    """Converts None to UNSET: the generated code would send None as null."""
    return UNSET if value is None else value


def new_key() -> str:
    return str(uuid.uuid4())


def is_json(response: httpx.Response) -> bool:
    return bool(response.headers.get("content-type", "").startswith("application/json"))


def read(from_dict: Callable[[Mapping[str, Any]], T], response: httpx.Response) -> T:
    """
    Parses the body of a response with the generated code.

    :raises JSONDecodeError, UnicodeDecodeError: if the body is truncated
    :raises TamisError: ``unreadable`` if the body is not a response of the API
    """
    if not is_json(response):
        raise parse_error(response)
    body = response.json()
    try:
        return from_dict(body)
    except (AttributeError, KeyError, TypeError, ValueError) as cause:
        raise TamisError(response.status_code, "unreadable") from cause


def ignore_body(_: httpx.Response) -> None:
    """Ignores the body of a response that has no data."""


class Deadline:
    """Time limit of a wait; no limit if ``seconds`` is None."""

    def __init__(self, what: str, seconds: float | None) -> None:
        self._at = None if seconds is None else monotonic() + seconds
        self._seconds = seconds
        self.what = what

    def limit(self, timeout: httpx.Timeout) -> httpx.Timeout:
        """Limits the timeouts of an attempt to the time left."""
        if self._at is None:
            return timeout
        left = max(self._at - monotonic(), 0.001)
        return httpx.Timeout(
            **{name: min(left, most or left) for name, most in timeout.as_dict().items()}
        )

    def check(self, pause: float, cause: TamisError | None = None) -> None:
        """:raises TimeoutError: if the deadline is before the end of the pause"""
        if self._at is not None and monotonic() + pause > self._at:
            raise TimeoutError(f"{self.what} after {self._seconds} seconds") from cause


def _delay(tries: int, error: TamisError) -> float:
    """The delay in Retry-After, or a random part of an exponentially growing delay."""
    if error.retry_after is not None:
        return min(error.retry_after, LONGEST_RETRY_AFTER_S)
    return random() * min(LONGEST_DELAY_S, FIRST_DELAY_S * 2.0**tries)


class AsyncCaller:
    """Makes calls, and retries them if a retry can help and is safe."""

    def __init__(
        self,
        http: httpx.AsyncClient,
        base_url: str,
        headers: Mapping[str, str],
        retries: int,
        on_retry: OnRetry | None,
    ) -> None:
        self._http = http
        self._base_url = base_url.rstrip("/")
        self._headers = headers
        self._retries = retries
        self._on_retry = on_retry

    async def _once(self, request: Mapping[str, Any], into: IO[bytes] | None) -> httpx.Response:
        async with self._http.stream(**request) as response:
            if into is None or not response.is_success or is_json(response):
                await response.aread()
            else:
                into.seek(0)
                into.truncate()
                async for chunk in response.aiter_bytes():
                    into.write(chunk)
        return response

    async def __call__(
        self,
        request: Mapping[str, Any],
        parse: Callable[[httpx.Response], T],
        into: IO[bytes] | None = None,
        /,
        *,
        repeatable: bool = False,
        deadline: Deadline | None = None,
    ) -> T:
        """
        Makes a call.

        :param request: request arguments from the generated code
        :param parse: parses a successful response; the call is retried if the body is truncated
        :param into: file to which a body that is not JSON is written
        :param repeatable: whether a POST without an idempotency key can be repeated
        :param deadline: for calls that only wait; they are retried for an hour during an outage
        :raises TamisError:
        :raises TimeoutError: its cause is the last failure, which has the idempotency key
        """
        request = dict(request)
        headers = request.pop("headers", {})
        key = headers.get("Idempotency-Key")
        # The API key is never sent to another host, such as the store of a presigned link.
        if request["url"].startswith("/api/"):
            request["url"] = self._base_url + request["url"]
            request["headers"] = {**self._headers, **headers}
            # An http client passed by the caller may follow redirects, and send the API key there.
            request["follow_redirects"] = False
        method, origin = request["method"], "/".join(request["url"].split("/")[:3])
        safe_to_retry = method != "post" or repeatable or key is not None
        began, tries = monotonic(), 0
        while True:
            if deadline:
                request["timeout"] = deadline.limit(self._http.timeout)
            try:
                response = await self._once(request, into)
                if response.is_success:
                    return parse(response)
                error = parse_error(response)
            except TamisError as unreadable:
                error = unreadable
            except (httpx.RequestError, JSONDecodeError, UnicodeDecodeError) as cause:
                error = TamisError(
                    0, "unreachable", [f"{origin}: {str(cause) or type(cause).__name__}"]
                )
                error.__cause__ = cause
            if method == "delete" and error.code == "not_found" and tries > 0:
                # An earlier attempt may have deleted the object, although its response was lost.
                return parse(httpx.Response(204))
            error.idempotency_key = key
            # A rate-limited call was not executed; any other failed call may have been.
            again = error.status in RETRIABLE and (safe_to_retry or error.status == 429)
            delay = _delay(tries, error)
            if deadline:
                over = monotonic() + delay - began > OUTAGE_S
            else:
                over = tries >= self._retries or (error.retry_after or 0) > LONGEST_RETRY_AFTER_S
            if not again or over:
                raise error
            if deadline:
                deadline.check(delay, error)
            if self._on_retry:
                self._on_retry(error, delay)
            await sleep(delay)
            tries += 1

    async def data(self, envelope: type[Envelope[T]], request: Mapping[str, Any], **more: Any) -> T:
        """Returns ``data`` of the response to a call; see ``__call__`` for the parameters."""
        return (await self(request, partial(read, envelope.from_dict), **more)).data

    async def paginate(
        self,
        envelope: type[Envelope[Any]],
        request: Callable[..., Mapping[str, Any]],
        name: str,
    ) -> AsyncIterator[Any]:
        """Yields the items of the member ``name`` of each page, loading one page at a time."""
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            page = await self.data(envelope, request(cursor=cursor))
            for row in getattr(page, name):
                yield row
            cursor = page.next_
