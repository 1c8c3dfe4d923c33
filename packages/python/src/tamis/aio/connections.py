"""Connected accounts of other services."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial

from ..errors import TamisError
from ..generated import models
from ..generated.api.connections import (
    apply_verdicts,
    count_audience,
    get_import,
    import_contacts,
    list_apply_jobs,
    list_audiences,
    list_connections,
    undo_apply,
)
from .call import AsyncCaller, Deadline, new_key, unset_if_none

POLL_S = 2.0


class AsyncConnections:
    """
    Every call raises ``TamisError`` on failure. The API key needs the scope ``connections``.
    """

    def __init__(self, call: AsyncCaller) -> None:
        self._call = call

    async def all(self) -> models.ConnectedAccounts:
        """Returns the accounts that were connected in the web app, and the last imports."""
        return await self._call.data(
            models.ListConnectionsResponseBody, list_connections._get_kwargs()
        )

    def audiences(self, id: str) -> AsyncIterator[models.Audience]:
        """Yields the audiences, lists and segments of an account, loading one page at a time."""
        request = partial(list_audiences._get_kwargs, id)
        return self._call.paginate(models.ListAudiencesResponseBody, request, "audiences")

    async def count(self, id: str, audience_id: str) -> models.AudienceSize:
        """Returns how many contacts an import reads, and its maximum price."""
        request = count_audience._get_kwargs(id, audience_id=audience_id)
        return await self._call.data(models.CountAudienceResponseBody, request)

    async def import_contacts(
        self,
        id: str,
        audience: models.Audience,
        *,
        name: str | None = None,
        names: bool = False,
        idempotency_key: str | None = None,
    ) -> models.ContactImport:
        """
        Imports an audience as a list, which has the id of the import.

        :param name: name of the list; the name of the audience by default
        :param names: whether the list has columns with first and last names
        """
        request = import_contacts._get_kwargs(
            id,
            body=models.ImportContactsRequestBody(
                audience_id=audience.id,
                audience=audience.name,
                name=unset_if_none(name),
                names=names,
            ),
            idempotency_key=idempotency_key or new_key(),
        )
        return await self._call.data(models.ImportContactsResponseBody, request)

    async def get_import(
        self, id: str, *, _deadline: Deadline | None = None
    ) -> models.ContactImport:
        """Returns an import with its progress."""
        request = get_import._get_kwargs(id)
        return await self._call.data(models.GetImportResponseBody, request, deadline=_deadline)

    async def wait_for_import(
        self, id: str, *, timeout: float | None = None
    ) -> models.ContactImport:
        """
        Polls until the contacts are read; ``lists.wait_for`` then waits for the verdicts.

        :param timeout: seconds after which ``TimeoutError`` is raised; the import continues
        :raises TamisError: ``import_failed`` or ``import_paused``; ``messages`` has the reason
        """
        deadline = Deadline(f"The import {id} is not finished", timeout)
        while True:
            found = await self.get_import(id, _deadline=deadline)
            if _has_ended("import", found):
                return found
            deadline.check(POLL_S)
            await sleep(POLL_S)

    async def apply(
        self,
        list_id: str,
        actions: Mapping[str, Sequence[str]],
        *,
        idempotency_key: str | None = None,
    ) -> models.ApplyJob:
        """
        Writes the verdicts of an imported list back to the service of its contacts.

        :param actions: ``mark``, ``field`` and ``unsubscribe`` for ``undeliverable``, ``risky``
            and ``unknown``
        """
        body = {"list_id": list_id, "actions": dict(actions)}
        request = apply_verdicts._get_kwargs(
            body=models.ApplyVerdictsRequestBody.from_dict(body),
            idempotency_key=idempotency_key or new_key(),
        )
        return await self._call.data(models.ApplyVerdictsResponseBody, request)

    async def jobs(self, list_id: str, *, _deadline: Deadline | None = None) -> models.ApplyJobs:
        """Returns the jobs of a list, newest first, and whether unsubscribing can be undone."""
        request = list_apply_jobs._get_kwargs(list_id=list_id)
        return await self._call.data(models.ListApplyJobsResponseBody, request, deadline=_deadline)

    async def undo(self, id: str) -> models.ApplyJob:
        """Restores each value that a job wrote and that nobody has changed since."""
        request = undo_apply._get_kwargs(id)
        return await self._call.data(models.UndoApplyResponseBody, request, repeatable=True)

    async def wait_for_job(
        self, list_id: str, id: str, *, timeout: float | None = None
    ) -> models.ApplyJob:
        """
        Polls until a job of a list has ended.

        :param timeout: seconds after which ``TimeoutError`` is raised; the job continues
        :raises TamisError: ``apply_failed`` or ``apply_paused``; ``messages`` has the reason
        """
        deadline = Deadline(f"The job {id} is not finished", timeout)
        while True:
            for job in (await self.jobs(list_id, _deadline=deadline)).jobs:
                if job.id == id and _has_ended("apply", job):
                    return job
            deadline.check(POLL_S)
            await sleep(POLL_S)


def _has_ended(kind: str, found: models.ContactImport | models.ApplyJob) -> bool:
    if found.state in ("failed", "paused"):
        raise TamisError(200, f"{kind}_{found.state}", [found.error or "revoked"])
    return found.state in ("finished", "undone")
