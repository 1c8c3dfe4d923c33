"""Endpoints, which are told of events."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Literal

from ..generated import models
from ..generated.api.webhooks import (
    create_endpoint,
    delete_endpoint,
    get_delivery,
    list_deliveries,
    list_endpoints,
    rotate_secret,
    send_again,
    send_test_event,
    update_endpoint,
)
from ..generated.types import UNSET, Unset
from .call import AsyncCaller, given, read


def _endpoint(told: Mapping[str, Any]) -> models.Endpoint:
    return models.Endpoint.from_dict(told["data"])


def _new_endpoint(told: Mapping[str, Any]) -> models.NewEndpoint:
    return models.NewEndpoint.from_dict(told["data"])


def _delivery(told: Mapping[str, Any]) -> models.Delivery:
    return models.Delivery.from_dict(told["data"])


class AsyncWebhooks:
    """Each call raises ``TamisError`` where it fails."""

    def __init__(self, call: AsyncCaller) -> None:
        self._call = call

    async def create(
        self, url: str, events: Sequence[models.EventType], *, description: str | None = None
    ) -> models.NewEndpoint:
        """Has events sent to a URL. The secret that proves them is shown this once."""
        body = models.CreateEndpointBody(
            url=url, events=list(events), description=given(description)
        )
        return read(_new_endpoint, await self._call(create_endpoint._get_kwargs(body=body)))

    async def all(self) -> list[models.Endpoint]:
        response = await self._call(list_endpoints._get_kwargs())
        return read(
            lambda told: [models.Endpoint.from_dict(each) for each in told["data"]], response
        )

    async def update(
        self,
        id: str,
        *,
        url: str | None = None,
        events: Sequence[models.EventType] | None = None,
        description: str | None = None,
        status: Literal["on", "off"] | None = None,
    ) -> models.Endpoint:
        body = models.UpdateEndpointBody(
            url=given(url),
            events=UNSET if events is None else list(events),
            description=given(description),
            status=given(status),
        )
        request = update_endpoint._get_kwargs(id, body=body)
        return read(_endpoint, await self._call(request, repeatable=True))

    async def delete(self, id: str) -> None:
        await self._call(delete_endpoint._get_kwargs(id))

    async def rotate_secret(self, id: str) -> models.NewEndpoint:
        """A new secret. For a day, events are signed with the former one too."""
        return read(_new_endpoint, await self._call(rotate_secret._get_kwargs(id)))

    async def test(self, id: str) -> models.Delivery:
        """Sends ``webhook.test`` to one endpoint."""
        return read(_delivery, await self._call(send_test_event._get_kwargs(id)))

    async def deliveries(self, id: str) -> AsyncIterator[models.Delivery]:
        """What was sent to an endpoint, the newest first, loaded a page at a time."""
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            response = await self._call(list_deliveries._get_kwargs(id, cursor=cursor))
            page = read(models.ListDeliveriesResponse200.from_dict, response).data
            for delivery in page.deliveries:
                yield delivery
            cursor = page.next_

    async def delivery(self, id: str, delivery: str) -> models.DeliveryDetail:
        """One delivery with what was sent and what was answered."""
        response = await self._call(get_delivery._get_kwargs(id, delivery))
        return read(models.GetDeliveryResponse200.from_dict, response).data

    async def send_again(self, id: str, delivery: str) -> models.Delivery:
        """Sends an event once more."""
        return read(_delivery, await self._call(send_again._get_kwargs(id, delivery)))
