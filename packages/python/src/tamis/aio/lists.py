"""Lists of addresses."""

from __future__ import annotations

import os
from asyncio import sleep
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import IO, Any, Literal

import httpx
from typing_extensions import TypedDict, Unpack

from ..errors import TamisError
from ..files import Source, Target, name_of, readable, writable
from ..generated import models
from ..generated.api.lists import (
    add_emails,
    create_list,
    delete_list,
    download,
    get_list,
    get_list_rows,
    list_lists,
    recheck_list,
    remove_emails,
    rename_list,
    unwatch_list,
    upload,
    watch_list,
)
from ..generated.types import UNSET
from .call import AsyncCaller, Deadline, given, is_json, new_key, nothing, read

# A larger file is sent in parts, of which a repetition sends those that are missing.
FORM_BYTES = 8 * 1024 * 1024
FIRST_POLL_S = 1.0
LONGEST_POLL_S = 15.0
# The store tells the service of a new file, mostly within a second; together these are a minute.
FIRST_ARRIVAL_S = 0.25
LONGEST_ARRIVAL_S = 32.0


class RowFilter(TypedDict, total=False):
    """Which rows: those for which all of it holds."""

    status: models.Status
    reason: models.Reason
    domain: str
    q: str
    only: Literal["changed", "lasting", "suggested", "role"]
    min_score: int


def _listed(emails: Iterable[str]) -> list[str]:
    if isinstance(emails, str):
        raise TypeError("emails is a list of addresses, not a text")
    return list(emails)


def _link(response: httpx.Response) -> str | None:
    """Where a result is that is too large for the response."""
    if not is_json(response):
        return None
    return read(models.DownloadResponse200.from_dict, response).data.url


class AsyncLists:
    """Each call raises ``TamisError`` where it fails."""

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
        Sends up to 50,000 addresses as a list. Sent again with the same key, it is the same.

        :param webhook: the id of the one endpoint that is told of this list, whatever its events
        """
        request = create_list._get_kwargs(
            body=models.CreateListBody(
                emails=_listed(emails), name=given(name), webhook=given(webhook)
            ),
            idempotency_key=idempotency_key or new_key(),
        )
        return await self._call.data(models.CreateListResponse200, request)

    async def _send_parts(
        self,
        missing: models.UploadResponse200DataType1,
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
                # They are not sent to the store: a failure has the key in them.
                "headers": request["headers"],
                "content": file.read(part_bytes),
            }
            try:
                await self._call(put, nothing)
            except TamisError:
                # The links end after a while: those of the next answer are new.
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
        idempotency_key: str | None = None,
        on_progress: Callable[[int], object] | None = None,
    ) -> models.List:
        """
        Sends a CSV or text file, straight to the file store, and above 8 MB in parts: where it is
        cut off, a call with the same key sends only the rest, for a day.

        :param source: a path, the bytes of a file, or a stream that is open for them
        :param file_name: ends in ``.csv`` or ``.txt``; that of the path without one
        :param column: of the addresses, counted from 1; the first one without it
        :param encoding: a WHATWG label such as ``windows-1250``; detected without it
        :param strict: the file follows RFC 4180, so that no quote in it is doubted
        :param idempotency_key: sent again with the same one, it is the same list
        :param on_progress: told of the bytes that the store has of a file above 8 MB
        :return: the list, once the service has taken it from the store
        """
        file_name = file_name or name_of(source)
        if not file_name:
            raise TypeError("file_name is missing: bytes have none, and this stream has none")
        with readable(source) as file:
            size = file.seek(0, os.SEEK_END)
            body = models.UploadJsonBody(
                name=name or file_name,
                file_name=file_name,
                size=size,
                column=given(column),
                encoding=given(encoding),
                strict=given(strict),
                parts=True if size > FORM_BYTES else UNSET,
            )
            request = upload._get_kwargs(body=body, idempotency_key=idempotency_key or new_key())
            ask = partial(self._call.data, models.UploadResponse200, request)
            announced = await ask()
            # Without a form or parts, the file has arrived.
            if isinstance(announced, models.UploadResponse200DataType0):
                form = {
                    "method": "post",
                    "url": announced.upload.url,
                    "headers": request["headers"],
                    "data": announced.upload.fields.additional_properties,
                    # The store reads no field after the file.
                    "files": {"file": (file_name, file)},
                }
                await self._call(form, nothing)
            while isinstance(announced, models.UploadResponse200DataType1):
                await self._send_parts(announced, file, size, request, on_progress)
                announced = await ask()
                if on_progress and not isinstance(announced, models.UploadResponse200DataType1):
                    on_progress(size)
        pause = FIRST_ARRIVAL_S
        while True:
            try:
                return await self.get(announced.file_id)
            except TamisError as error:
                if error.code != "not_found" or pause > LONGEST_ARRIVAL_S:
                    raise
            await sleep(pause)
            pause *= 2

    async def get(self, id: str, *, _deadline: Deadline | None = None) -> models.List:
        request = get_list._get_kwargs(id)
        return await self._call.data(models.GetListResponse200, request, deadline=_deadline)

    async def rename(self, id: str, name: str) -> models.ListSummary:
        """Gives it another name, which its downloads have too."""
        request = rename_list._get_kwargs(id, body=models.RenameListBody(name=name))
        return await self._call.data(models.RenameListResponse200, request, repeatable=True)

    def all(self) -> AsyncIterator[models.ListSummary]:
        """Every list, the newest first."""
        return self._call.every(models.ListListsResponse200, list_lists._get_kwargs, "lists")

    async def wait_for(
        self,
        id: str,
        *,
        on_progress: Callable[[models.List], object] | None = None,
        timeout: float | None = None,
    ) -> models.List:
        """
        Asks for the list until it is finished, and the last recheck of it with it: first after one
        second, later every fifteen, and on for an hour where the service is away.

        :param timeout: seconds after which ``TimeoutError`` is raised; the list goes on
        :raises TamisError: ``list_paused`` where it waits for credits or an operator,
            ``list_canceled`` where it is given up; ``messages`` has the reason,
            and ``column`` says where the addresses of a file are that is canceled as
            ``wrong_column``
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
                raise TamisError(200, code, [run.reason or ""], column=column)
            deadline.check(pause)
            await sleep(pause)
            pause = min(LONGEST_POLL_S, pause * 1.5)

    def rows(self, id: str, **filter: Unpack[RowFilter]) -> AsyncIterator[models.ListRow]:
        """Its rows for which all of it holds, in the order of the file, loaded a page at a time."""
        request = partial(get_list_rows._get_kwargs, id, **filter)
        return self._call.every(models.GetListRowsResponse200, request, "rows")

    async def download(
        self,
        id: str,
        to: Target,
        *,
        type: models.DownloadBodyType = "all",
        format: models.DownloadBodyFormat | None = None,
        columns: Sequence[models.Column] | None = None,
        duplicates: bool | None = None,
        **filter: Unpack[RowFilter],
    ) -> None:
        """Writes its result into a file; without options the whole of it as CSV."""
        body = models.DownloadBody(
            file_id=id,
            type_=type,
            format_=given(format),
            columns=UNSET if columns is None else list(columns),
            duplicates=given(duplicates),
            **filter,
        )
        with writable(to) as into:
            request = download._get_kwargs(body=body)
            url = await self._call(request, _link, into, repeatable=True)
            if url:
                await self._call({"method": "get", "url": url}, nothing, into)

    async def recheck(self, id: str, *, idempotency_key: str | None = None) -> models.Recheck:
        """Verifies anew what could not be verified; only answers are paid."""
        request = recheck_list._get_kwargs(id, idempotency_key=idempotency_key or new_key())
        return await self._call.data(models.RecheckListResponse200, request)

    async def watch(self, id: str, *, every: models.WatchEvery, max_credits: int) -> models.Watch:
        """Has a finished list checked again from time to time, paid by answers.

        It ends by itself before a check that may take more than ``max_credits``.
        """
        body = models.WatchListBody(every=every, max_credits=max_credits)
        request = watch_list._get_kwargs(id, body=body)
        return await self._call.data(models.WatchListResponse200, request, repeatable=True)

    async def unwatch(self, id: str) -> None:
        await self._call(unwatch_list._get_kwargs(id), nothing)

    async def add(self, id: str, emails: Iterable[str]) -> int:
        """
        Adds up to 100 addresses to a finished list, which are checked at once.

        :return: how many of them are no addresses
        """
        request = add_emails._get_kwargs(id, body=models.AddEmailsBody(emails=_listed(emails)))
        return (
            await self._call.data(models.AddEmailsResponse200, request, repeatable=True)
        ).malformed

    async def remove(self, id: str, emails: Iterable[str]) -> None:
        """Takes up to 100 addresses out of a finished list."""
        body = models.RemoveEmailsBody(emails=_listed(emails))
        await self._call(remove_emails._get_kwargs(id, body=body), nothing)

    async def delete(self, id: str) -> None:
        await self._call(delete_list._get_kwargs(id), nothing)
