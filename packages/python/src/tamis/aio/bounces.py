"""Reports of bounces."""

from __future__ import annotations

import os
from asyncio import sleep
from collections.abc import AsyncIterator, Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from ..errors import TamisError
from ..files import Source, file_name_of, open_source
from ..generated import models
from ..generated.api.bounces import (
    delete_bounce_report,
    get_bounce_report,
    list_bounce_reports,
    report_bounces,
)
from .call import AsyncCaller, Deadline, ignore_body, new_key, unset_if_none

POLL_S = 2.0


def to_text(value: Any) -> Any:
    """Formats a time as text in ISO 8601, and returns any other value as it is."""
    return value.isoformat() if isinstance(value, datetime) else value


class AsyncBounces:
    """Every call raises ``TamisError`` on failure."""

    def __init__(self, call: AsyncCaller) -> None:
        self._call = call

    async def report(
        self,
        rows: Iterable[Mapping[str, str]],
        *,
        name: str | None = None,
        sent: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> models.NewBounceReport:
        """
        Reports up to 10,000 bounces, such as ``{"email": …, "text": "550 5.1.1 user unknown"}``.

        :param sent: the mailing: ``list_id``, ``categories`` and ``at``, a text or an aware
            ``datetime``; needed for rates
        """
        return await self._send({"rows": [dict(row) for row in rows]}, name, sent, idempotency_key)

    async def report_file(
        self,
        source: Source,
        *,
        file_name: str | None = None,
        name: str | None = None,
        sent: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> models.NewBounceReport:
        """
        Reports a file of up to 20 MB: an export of your mail service, or raw delivery reports.

        :param source: a path, the content of the file, or an open binary stream
        """
        file_name = file_name or file_name_of(source)
        if not file_name:
            raise TypeError("file_name is required: the source has no file name")
        with open_source(source) as file:
            described = {"name": file_name, "size": file.seek(0, os.SEEK_END)}
            registered = await self._send({"file": described}, name, sent, idempotency_key)
            if registered.upload:
                form = {
                    "method": "post",
                    "url": registered.upload.url,
                    "data": registered.upload.fields.additional_properties,
                    # The store ignores fields after the file.
                    "files": {"file": (file_name, file)},
                }
                await self._call(form, ignore_body, repeatable=True)
        return registered

    async def _send(
        self,
        content: dict[str, Any],
        name: str | None,
        sent: Mapping[str, Any] | None,
        idempotency_key: str | None,
    ) -> models.NewBounceReport:
        about = {"name": name, "sent": sent and {key: to_text(sent[key]) for key in sent}}
        given_members = {member: value for member, value in about.items() if value is not None}
        request = report_bounces._get_kwargs(
            body=models.ReportBouncesRequestBody.from_dict({**content, **given_members}),
            idempotency_key=idempotency_key or new_key(),
        )
        return await self._call.data(models.ReportBouncesResponseBody, request)

    async def get(self, id: str, *, _deadline: Deadline | None = None) -> models.BounceReportPage:
        """Returns a report with its first bounced addresses."""
        request = get_bounce_report._get_kwargs(id)
        return await self._call.data(
            models.GetBounceReportResponseBody, request, deadline=_deadline
        )

    async def wait_for(self, id: str, *, timeout: float | None = None) -> models.BounceReportPage:
        """
        Polls until the report is finished.

        :param timeout: seconds after which ``TimeoutError`` is raised; the report continues
        :raises TamisError: ``report_failed``; ``messages`` has the reason
        """
        deadline = Deadline(f"The report {id} is not finished", timeout)
        while True:
            found = await self.get(id, _deadline=deadline)
            if found.state == "done":
                return found
            if found.state == "failed":
                raise TamisError(200, "report_failed", [found.error or ""])
            deadline.check(POLL_S)
            await sleep(POLL_S)

    def rows(
        self,
        id: str,
        *,
        subject: models.BounceSubject | None = None,
    ) -> AsyncIterator[models.BounceRow]:
        """Yields the bounced addresses of a report, loading one page at a time."""
        request = partial(get_bounce_report._get_kwargs, id, subject=unset_if_none(subject))
        return self._call.paginate(models.GetBounceReportResponseBody, request, "bounces")

    def all(self, *, list_id: str | None = None) -> AsyncIterator[models.BounceReport]:
        """Yields all reports, newest first, loading one page at a time."""
        request = partial(list_bounce_reports._get_kwargs, list_id=unset_if_none(list_id))
        return self._call.paginate(models.ListBounceReportsResponseBody, request, "reports")

    async def delete(self, id: str) -> None:
        """Deletes a report, with its marks in later lists."""
        await self._call(delete_bounce_report._get_kwargs(id), ignore_body)
