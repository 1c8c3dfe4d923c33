"""The client of the API."""

from __future__ import annotations

from time import monotonic
from typing import Literal

import httpx
from typing_extensions import Self

from ..generated import models
from ..generated.api.usage import credits_, usage
from ..generated.types import UNSET
from .call import AsyncCaller, given
from .checks import AsyncChecks
from .lists import AsyncLists
from .webhooks import AsyncWebhooks

RETRIES = 4
TIMEOUT_S = 60.0
# The most that the service lets a call wait for a verdict.
VERDICT_S = 20


class AsyncTamis:
    """
    A client of the API, which ``with`` closes. Each call raises ``TamisError`` where it fails.

    :param base_url: where the API is, such as ``https://tamis.example``
    :param api_key: a live key or a test key; keep it on your server
    :param language: of an error's sentences
    :param retries: attempts after the first one, of a call that is not paid twice by them
    :param timeout: seconds that an attempt may wait for the server
    :param http: a client of your own, for a proxy, say; closing it is then up to you
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        language: Literal["en", "fr"] = "en",
        retries: int = RETRIES,
        timeout: float = TIMEOUT_S,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._owns = http is None
        self._http = http or httpx.AsyncClient(timeout=timeout)
        headers = {"x-api-key": api_key, "accept-language": language}
        self._call = AsyncCaller(self._http, base_url, headers, retries)
        self.checks = AsyncChecks(self._call)
        self.lists = AsyncLists(self._call)
        self.webhooks = AsyncWebhooks(self._call)

    async def check(
        self, email: str, *, wait: float | None = None, idempotency_key: str | None = None
    ) -> models.Verdict:
        """
        Verifies one address. Sent again with the same key, it is paid once.

        :param wait: seconds for an address whose server wants to be asked again later: the service
            does so, and after these ``TimeoutError`` is raised. Without it the address is unknown.
        """
        began = monotonic()
        timeout_s = UNSET if wait is None else VERDICT_S
        result = await self.checks._ask(email, timeout_s, UNSET, idempotency_key)
        return await self.checks._answer(result, wait, began)

    async def credits(self) -> models.Credits:
        return await self._call.data(models.CreditsResponse200, credits_._get_kwargs())

    async def usage(self, month: str | None = None, *, cursor: str | None = None) -> models.Usage:
        """
        The movements of the credits in a month, such as ``2026-11``, a page at a time; in this
        month without one.
        """
        request = usage._get_kwargs(month=given(month), cursor=given(cursor))
        return await self._call.data(models.UsageResponse200, request)

    async def aclose(self) -> None:
        if self._owns:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
