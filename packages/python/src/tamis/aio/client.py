"""The client of the API."""

from __future__ import annotations

import os
import re
from importlib.metadata import version
from typing import Literal

import httpx
from typing_extensions import Self

from ..generated import models
from ..generated.api.usage import credits_, usage
from ..generated.types import UNSET
from .bounces import AsyncBounces
from .call import AsyncCaller, Deadline, OnRetry, unset_if_none
from .checks import AsyncChecks
from .connections import AsyncConnections
from .lists import AsyncLists
from .webhooks import AsyncWebhooks

RETRIES = 4
TIMEOUT_S = 60.0
# Maximum seconds that a call may wait for a verdict; the service accepts no more.
VERDICT_S = 20


def _checked(base_url: str | None, api_key: str | None) -> tuple[str, str]:
    base_url = base_url or os.environ.get("TAMIS_URL")
    api_key = api_key or os.environ.get("TAMIS_API_KEY")
    if not base_url or not api_key:
        raise ValueError("Pass base_url and api_key, or set TAMIS_URL and TAMIS_API_KEY")
    try:
        scheme = httpx.URL(base_url).scheme
    except httpx.InvalidURL:
        scheme = ""
    if scheme not in ("http", "https"):
        raise ValueError(f"{base_url} is not a URL such as https://tamis.example")
    if not re.fullmatch("[!-~]+", api_key):
        raise ValueError("api_key contains a character that API keys never contain")
    return base_url, api_key


class AsyncTamis:
    """
    A client of the API; use ``with`` to close it. Every call raises ``TamisError`` on failure.

    :param base_url: such as ``https://tamis.example``; ``TAMIS_URL`` by default
    :param api_key: a live key or a test key; ``TAMIS_API_KEY`` by default
    :param language: language of the error messages
    :param retries: maximum retries of a call that can be repeated without paying twice
    :param timeout: seconds that an attempt may wait for data from the server
    :param on_retry: called for each failed attempt with the seconds before the next attempt
    :param http: your own client, for example with a proxy, which you must close yourself
    :raises ValueError: if the URL or the key is missing or invalid
    """

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        language: Literal["en", "fr"] = "en",
        retries: int = RETRIES,
        timeout: float = TIMEOUT_S,
        on_retry: OnRetry | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        base_url, api_key = _checked(base_url, api_key)
        self._owns = http is None
        self._http = http or httpx.AsyncClient(timeout=timeout)
        headers = {
            "x-api-key": api_key,
            "accept-language": language,
            "user-agent": f"tamis-python/{version('tamis')}",
        }
        self._call = AsyncCaller(self._http, base_url, headers, retries, on_retry)
        self.checks = AsyncChecks(self._call)
        self.lists = AsyncLists(self._call)
        self.bounces = AsyncBounces(self._call)
        self.webhooks = AsyncWebhooks(self._call)
        self.connections = AsyncConnections(self._call)

    async def check(
        self, email: str, *, wait: float | None = None, idempotency_key: str | None = None
    ) -> models.Verdict:
        """
        Verifies one address. Calls with the same idempotency key are charged once.

        :param wait: maximum seconds to wait if the mail server must be asked again later, after
            which ``TimeoutError`` is raised; by default, such an address is unknown
        """
        deadline = Deadline(f"The address {email} has no answer", wait)
        timeout_s, until = (UNSET, None) if wait is None else (VERDICT_S, deadline)
        result = await self.checks._ask(email, timeout_s, UNSET, idempotency_key, until)
        return await self.checks._answer(result, deadline)

    async def credits(self) -> models.Credits:
        """Returns the current credit balance."""
        return await self._call.data(models.CreditsResponseBody, credits_._get_kwargs())

    async def usage(self, month: str | None = None, *, cursor: str | None = None) -> models.Usage:
        """
        Returns one page of the credit movements in a month such as ``2026-11``; the default is the
        current month.
        """
        request = usage._get_kwargs(month=unset_if_none(month), cursor=unset_if_none(cursor))
        return await self._call.data(models.UsageResponseBody, request)

    async def aclose(self) -> None:
        """Closes the connections, unless ``http`` was passed."""
        if self._owns:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
