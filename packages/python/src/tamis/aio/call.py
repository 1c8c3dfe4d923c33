"""Calls of the API."""

from __future__ import annotations

import uuid
from asyncio import sleep
from collections.abc import AsyncIterator, Callable, Mapping
from random import random
from typing import IO, Any, Protocol, TypeVar

import httpx
from typing_extensions import Self

from ..errors import TamisError, error_of
from ..generated.types import UNSET, Unset

T = TypeVar("T")


class Envelope(Protocol[T]):
    """What the generated code has for a response."""

    data: T

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self: ...


FIRST_DELAY_S = 0.5
LONGEST_DELAY_S = 20.0
# With the longest delay between them, and half of it on average, about an hour.
PATIENT_RETRIES = 360
# A program that sleeps longer looks as if it hung: its caller decides.
LONGEST_RETRY_AFTER_S = 60
# No response, a rate limit, or a failure of the service that may pass.
RETRIABLE = frozenset({0, 429, 500, 502, 503, 504})


def given(value: T | None) -> T | Unset:
    """An argument of the generated code, which takes None for null."""
    return UNSET if value is None else value


def new_key() -> str:
    return str(uuid.uuid4())


def is_json(response: httpx.Response) -> bool:
    return bool(response.headers.get("content-type", "").startswith("application/json"))


def read(from_dict: Callable[[Mapping[str, Any]], T], response: httpx.Response) -> T:
    """The body of a response as the generated code reads it."""
    try:
        return from_dict(response.json())
    except (AttributeError, KeyError, TypeError, ValueError) as cause:
        raise TamisError(response.status_code, "unreadable") from cause


def _delay(tries: int, error: TamisError) -> float:
    """As long as the service asks for, or a random part of a delay that doubles."""
    if error.retry_after is not None:
        return error.retry_after
    return random() * min(LONGEST_DELAY_S, FIRST_DELAY_S * 2.0**tries)


class AsyncCaller:
    """Makes calls, again where that helps and harms nothing."""

    def __init__(
        self, http: httpx.AsyncClient, base_url: str, headers: Mapping[str, str], retries: int
    ) -> None:
        self._http = http
        self._base_url = base_url.rstrip("/")
        self._headers = headers
        self._retries = retries

    async def _once(self, request: Mapping[str, Any], into: IO[bytes] | None) -> httpx.Response:
        request = dict(request)
        # Another server gets no key: it is the store that a presigned form or link leads to.
        if request["url"].startswith("/api/"):
            request["url"] = self._base_url + request["url"]
            request["headers"] = {**self._headers, **request.get("headers", {})}
            # A client of the caller's own may follow redirects, and would take the key along.
            request["follow_redirects"] = False
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
        into: IO[bytes] | None = None,
        /,
        *,
        repeatable: bool = False,
        patient: bool = False,
    ) -> httpx.Response:
        """
        :param request: what the generated code makes of its arguments
        :param repeatable: whether a POST without a key may be made again: it changes nothing
        :param into: where a body goes that is no JSON
        :param patient: whether to ask on for about an hour while the service is away
        :raises TamisError:
        """
        method = request["method"]
        key = request.get("headers", {}).get("Idempotency-Key")
        harmless = method != "post" or repeatable or key is not None
        tries = 0
        while True:
            try:
                response = await self._once(request, into)
                if response.is_success:
                    return response
                error = error_of(response)
            except httpx.RequestError as cause:
                error = TamisError(0, "unreachable", [str(cause)])
                error.__cause__ = cause
            if method == "delete" and error.code == "not_found" and tries > 0:
                # The attempt before has deleted it, and its response was lost.
                return httpx.Response(204)
            # A refused call has done nothing; of another, nobody knows.
            again = error.status in RETRIABLE and (harmless or error.status == 429)
            long = (error.retry_after or 0) > LONGEST_RETRY_AFTER_S
            most = PATIENT_RETRIES if patient else self._retries
            if not again or tries >= most or (long and not patient):
                error.idempotency_key = key
                raise error
            await sleep(_delay(tries, error))
            tries += 1

    async def data(
        self, envelope: type[Envelope[T]], request: Mapping[str, Any], **more: bool
    ) -> T:
        """What the response to a call holds; the parameters are those above."""
        return read(envelope.from_dict, await self(request, **more)).data

    async def every(
        self,
        envelope: type[Envelope[Any]],
        request: Callable[..., Mapping[str, Any]],
        name: str,
    ) -> AsyncIterator[Any]:
        """The rows under a name in each page, loaded a page at a time."""
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            page = await self.data(envelope, request(cursor=cursor))
            for row in getattr(page, name):
                yield row
            cursor = page.next_
