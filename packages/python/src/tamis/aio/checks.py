"""Checks that continue in the background."""

from __future__ import annotations

from asyncio import sleep

import httpx

from ..generated import models
from ..generated.api.checks import check_email, get_check
from ..generated.types import UNSET, Unset
from .call import AsyncCaller, Deadline, new_key, read, unset_if_none

ACCEPTED = 202


def _result(response: httpx.Response) -> models.Verdict | models.PendingCheck:
    if response.status_code == ACCEPTED:
        return read(models.CheckEmailAccepted.from_dict, response).pending
    return read(models.CheckEmailResponseBody.from_dict, response).result


class AsyncChecks:
    """Every call raises ``TamisError`` on failure."""

    def __init__(self, call: AsyncCaller) -> None:
        self._call = call

    async def start(
        self, email: str, *, timeout_s: int | None = None, idempotency_key: str | None = None
    ) -> models.Verdict | models.PendingCheck:
        """
        Starts to verify one address. The check continues in the background, for up to an hour if
        the mail server requires it, and is charged once.

        :param timeout_s: seconds to wait for the verdict, from 1 to 20; by default, the call does
            not wait
        """
        wait = False if timeout_s is None else UNSET
        return await self._ask(email, unset_if_none(timeout_s), wait, idempotency_key)

    async def get(
        self, id: str, *, _deadline: Deadline | None = None
    ) -> models.Verdict | models.PendingCheck:
        """Returns the result of a check (kept for a day), or when to poll again."""
        return await self._call(get_check._get_kwargs(id), _result, deadline=_deadline)

    async def wait_for(self, id: str, *, timeout: float | None = None) -> models.Verdict:
        """
        Polls until there is a result; keeps retrying for up to an hour during an outage.

        :param timeout: seconds after which ``TimeoutError`` is raised; the check continues
        """
        deadline = Deadline(f"The check {id} has no answer", timeout)
        return await self._answer(await self.get(id, _deadline=deadline), deadline)

    async def _ask(
        self,
        email: str,
        timeout_s: int | Unset,
        wait: bool | Unset,
        key: str | None,
        deadline: Deadline | None = None,
    ) -> models.Verdict | models.PendingCheck:
        body = models.CheckEmailRequestBody(email=email, timeout_s=timeout_s, wait=wait)
        request = check_email._get_kwargs(body=body, idempotency_key=key or new_key())
        return await self._call(request, _result, deadline=deadline)

    async def _answer(
        self, result: models.Verdict | models.PendingCheck, deadline: Deadline
    ) -> models.Verdict:
        while isinstance(result, models.PendingCheck):
            deadline.what = f"The check {result.id} has no answer"
            deadline.check(result.retry_after_s)
            await sleep(result.retry_after_s)
            result = await self.get(result.id, _deadline=deadline)
        return result
