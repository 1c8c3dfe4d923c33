"""Lists of addresses."""

from __future__ import annotations

import os
from asyncio import sleep
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import IO, Any

import httpx
from typing_extensions import TypedDict, Unpack

from ..errors import TamisError
from ..files import Source, Target, file_name_of, open_source, open_target
from ..generated import models
from ..generated.api.lists import (
    create_list,
    delete_list,
    download,
    get_list,
    get_list_rows,
    list_lists,
    recheck_list,
    rename_list,
    unwatch_list,
    upload,
    verify_corrections,
    watch_list,
)
from ..generated.types import UNSET
from .call import AsyncCaller, Deadline, ignore_body, is_json, new_key, read, unset_if_none

# Larger files are sent in parts, so that a retry only sends the missing ones.
FORM_BYTES = 8 * 1024 * 1024
FIRST_POLL_S = 1.0
LONGEST_POLL_S = 15.0
# The service is usually notified of a new file within a second. The delays add up to
# about a minute.
FIRST_ARRIVAL_S = 0.25
LONGEST_ARRIVAL_S = 32.0


class RowFilter(TypedDict, total=False):
    """Filter for rows; all conditions must match."""

    status: models.Status
    reason: models.Reason
    domain: str
    q: str
    only: models.RowSubset
    min_score: int


def _listed(emails: Iterable[str]) -> list[str]:
    if isinstance(emails, str):
        raise TypeError("emails must be a list of addresses, not a string")
    return list(emails)


def _link(response: httpx.Response) -> str | None:
    """Link to a result that is too large for the response; None if the response contains it."""
    if not is_json(response):
        return None
    return read(models.DownloadResponseBody.from_dict, response).data.url


class AsyncLists:
    """Every call raises ``TamisError`` on failure."""

    def __init__(self, call: AsyncCaller) -> None:
        self._call = call

    async def create(
        self,
        emails: Iterable[str],
        *,
        name: str | None = None,
        webhook: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.ListSummary:
        """
        Creates a list of up to 50,000 addresses. Calls with the same idempotency key return the
        same list.

        :param webhook: id of an endpoint: only this one is notified about the list, whatever events
            it subscribes to
        """
        request = create_list._get_kwargs(
            body=models.CreateListRequestBody(
                emails=_listed(emails), name=unset_if_none(name), webhook=unset_if_none(webhook)
            ),
            idempotency_key=idempotency_key or new_key(),
        )
        return await self._call.data(models.CreateListResponseBody, request)

    async def _send_parts(
        self,
        missing: models.UploadParts,
        file: IO[bytes],
        size: int,
        request: Mapping[str, Any],
        on_progress: Callable[[int], object] | None,
    ) -> None:
        count, part_bytes = len(missing.parts), missing.part_bytes
        for sent, part in enumerate(missing.parts):
            if on_progress:
                on_progress(max(0, size - (count - sent) * part_bytes))
            file.seek((part.number - 1) * part_bytes)
            put = {
                "method": "put",
                "url": part.url,
                # Errors take the idempotency key from these headers; the store does not
                # get them.
                "headers": request["headers"],
                "content": file.read(part_bytes),
            }
            try:
                await self._call(put, ignore_body)
            except TamisError:
                # A link may have expired; registering the upload again returns new links.
                if sent == 0:
                    raise
                break

    async def upload(
        self,
        source: Source,
        *,
        file_name: str | None = None,
        name: str | None = None,
        column: int | None = None,
        encoding: str | None = None,
        strict: bool | None = None,
        separator: str | None = None,
        as_is: bool | None = None,
        idempotency_key: str | None = None,
        on_progress: Callable[[int], object] | None = None,
    ) -> models.List:
        """
        Uploads a CSV or text file directly to the file store, in parts if it is larger than 8 MB:
        for a day after an interruption, a call with the same key only sends the missing parts.

        :param source: a path, bytes, or a binary stream
        :param file_name: ends in ``.csv`` or ``.txt``; the name of ``source`` by default
        :param column: column of the addresses, counted from 1; the first one by default
        :param encoding: a WHATWG label such as ``windows-1250``; detected by default
        :param strict: whether the file follows RFC 4180, so that every quote is significant
        :param separator: separator of the cells, or of the text around each address; detected by
            default
        :param as_is: whether text around every address is part of it; by default, such a file is
            rejected with ``wrong_separator``
        :param idempotency_key: your id for this upload; repeating it returns the same list
        :param on_progress: for files larger than 8 MB, called with the number of bytes stored
        :return: the list, once the service has received the file
        """
        file_name = file_name or file_name_of(source)
        if not file_name:
            raise TypeError("file_name is required: the source has no file name")
        with open_source(source) as file:
            size = file.seek(0, os.SEEK_END)
            body = models.UploadRequestBody(
                name=name or file_name,
                file_name=file_name,
                size=size,
                column=unset_if_none(column),
                encoding=unset_if_none(encoding),
                strict=unset_if_none(strict),
                separator=unset_if_none(separator),
                as_is=unset_if_none(as_is),
                parts=True if size > FORM_BYTES else UNSET,
            )
            request = upload._get_kwargs(body=body, idempotency_key=idempotency_key or new_key())
            ask = partial(self._call.data, models.UploadResponseBody, request)
            registered = await ask()
            # Without a form or parts, the file has arrived.
            if isinstance(registered, models.PresignedUpload):
                form = {
                    "method": "post",
                    "url": registered.upload.url,
                    "headers": request["headers"],
                    "data": registered.upload.fields.additional_properties,
                    # The store ignores fields after the file.
                    "files": {"file": (file_name, file)},
                }
                await self._call(form, ignore_body)
            while isinstance(registered, models.UploadParts):
                await self._send_parts(registered, file, size, request, on_progress)
                registered = await ask()
                if on_progress and not isinstance(registered, models.UploadParts):
                    on_progress(size)
        pause = FIRST_ARRIVAL_S
        while True:
            try:
                return await self.get(registered.file_id)
            except TamisError as error:
                if error.code != "not_found" or pause > LONGEST_ARRIVAL_S:
                    raise
            await sleep(pause)
            pause *= 2

    async def get(self, id: str, *, _deadline: Deadline | None = None) -> models.List:
        """Returns a list with its progress."""
        request = get_list._get_kwargs(id)
        return await self._call.data(models.GetListResponseBody, request, deadline=_deadline)

    async def rename(self, id: str, name: str) -> models.ListSummary:
        """Renames a list and its downloads."""
        request = rename_list._get_kwargs(id, body=models.RenameListRequestBody(name=name))
        return await self._call.data(models.RenameListResponseBody, request, repeatable=True)

    def all(self) -> AsyncIterator[models.ListSummary]:
        """Yields all lists, newest first, loading one page at a time."""
        return self._call.paginate(models.ListListsResponseBody, list_lists._get_kwargs, "lists")

    async def wait_for(
        self,
        id: str,
        *,
        on_progress: Callable[[models.List], object] | None = None,
        timeout: float | None = None,
    ) -> models.List:
        """
        Polls until the list and its latest recheck are finished, at intervals that grow from one to
        fifteen seconds. Keeps retrying for up to an hour during an outage.

        :param timeout: seconds after which ``TimeoutError`` is raised; the list continues
        :raises TamisError: ``list_paused`` if it waits for credits or an operator,
            ``list_canceled`` if it was canceled; ``messages`` has the reason, and ``column``
            is the column with the addresses if the reason is ``wrong_column``, and ``separator``
            the separator of the text around them if it is ``wrong_separator``
        """
        deadline, pause = Deadline(f"The list {id} is not finished", timeout), FIRST_POLL_S
        while True:
            found = await self.get(id, _deadline=deadline)
            if on_progress:
                on_progress(found)
            run = found.recheck or found
            if run.state == "finished":
                return found
            if run.state in ("paused", "cancelled"):
                code = "list_paused" if run.state == "paused" else "list_canceled"
                column = found.suggested_column or None
                messages: list[str] = [run.reason or ""]
                if run.reason == "insufficient_credit":
                    messages.append(f"It needs {run.credits_needed} credits.")
                if column:
                    messages.append(f"Column {column} has the addresses.")
                separator = found.suggested_separator or None
                if separator:
                    messages.append(f"`{separator}` separates them from other text.")
                raise TamisError(200, code, messages, column=column, separator=separator)
            deadline.check(pause)
            await sleep(pause)
            pause = min(LONGEST_POLL_S, pause * 1.5)

    def rows(self, id: str, **filter: Unpack[RowFilter]) -> AsyncIterator[models.ListRow]:
        """Yields the rows that match the filter, in file order, loading one page at a time."""
        request = partial(get_list_rows._get_kwargs, id, **filter)
        return self._call.paginate(models.GetListRowsResponseBody, request, "rows")

    async def download(
        self,
        id: str,
        to: Target,
        *,
        type: models.DownloadRequestBodyType = "all",
        format: models.DownloadRequestBodyFormat | None = None,
        columns: Sequence[models.Column] | None = None,
        duplicates: bool | None = None,
        bounced: bool | None = None,
        include: Sequence[models.Include] | None = None,
        **filter: Unpack[RowFilter],
    ) -> None:
        """
        Writes the result to a file; by default all rows as CSV.

        :param to: a path, or an open binary file that can be truncated
        :param type: the category of the rows
        :param columns: columns in this order; those of the usual result by default
        :param duplicates: whether to keep rows whose address occurs in an earlier row
        :param bounced: whether to keep addresses in your bounce reports
        :param include: only these rows, each address once unless ``duplicates`` is included
        """
        body = models.DownloadRequestBody(
            file_id=id,
            type_=type,
            format_=unset_if_none(format),
            columns=UNSET if columns is None else list(columns),
            duplicates=unset_if_none(duplicates),
            bounced=unset_if_none(bounced),
            include=UNSET if include is None else list(include),
            **filter,
        )
        with open_target(to) as into:
            request = download._get_kwargs(body=body)
            url = await self._call(request, _link, into, repeatable=True)
            if url:
                await self._call({"method": "get", "url": url}, ignore_body, into)

    async def recheck(self, id: str, *, idempotency_key: str | None = None) -> models.Recheck:
        """Verifies the unknown addresses again; only conclusive answers are charged."""
        request = recheck_list._get_kwargs(id, idempotency_key=idempotency_key or new_key())
        return await self._call.data(models.RecheckListResponseBody, request)

    async def verify_corrections(self, id: str) -> models.Recheck:
        """Verifies the suggested corrections, each once; only conclusive answers are charged."""
        request = verify_corrections._get_kwargs(id)
        return await self._call.data(models.VerifyCorrectionsResponseBody, request, repeatable=True)

    async def watch(
        self, id: str, *, every: models.WatchInterval, max_credits: int
    ) -> models.Watch:
        """
        Periodically rechecks addresses of a finished list that may have changed; only conclusive
        answers are charged. The watch ends before a check that may cost more than ``max_credits``.
        """
        body = models.WatchListRequestBody(every=every, max_credits=max_credits)
        request = watch_list._get_kwargs(id, body=body)
        return await self._call.data(models.WatchListResponseBody, request, repeatable=True)

    async def unwatch(self, id: str) -> None:
        """Stops watching a list; a check in progress continues."""
        await self._call(unwatch_list._get_kwargs(id), ignore_body)

    async def refund(self, id: str) -> None:
        """Deletes the result of a list and returns its credits, until ``cancel_until``."""
        await self._call(delete_list._get_kwargs(id, refund="true"), ignore_body)

    async def delete(self, id: str) -> None:
        """Deletes a list in any state; credits for unprocessed addresses are returned."""
        await self._call(delete_list._get_kwargs(id), ignore_body)
