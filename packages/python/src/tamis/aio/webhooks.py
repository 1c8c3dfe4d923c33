"""Webhook endpoints and their deliveries."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Literal

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
from ..generated.types import UNSET
from .call import AsyncCaller, ignore_body, unset_if_none


class AsyncWebhooks:
    """Every call raises ``TamisError`` on failure."""

    def __init__(self, call: AsyncCaller) -> None:
        self._call = call

    async def create(
        self, url: str, events: Sequence[models.EventType], *, description: str | None = None
    ) -> models.NewEndpoint:
        """Creates an endpoint. Store its signing secret, because no other call returns it."""
        body = models.CreateEndpointRequestBody(
            url=url, events=list(events), description=unset_if_none(description)
        )
        request = create_endpoint._get_kwargs(body=body)
        return await self._call.data(models.CreateEndpointResponseBody, request)

    async def all(self) -> list[models.Endpoint]:
        """Returns the endpoints."""
        return await self._call.data(models.ListEndpointsResponseBody, list_endpoints._get_kwargs())

    async def update(
        self,
        id: str,
        *,
        url: str | None = None,
        events: Sequence[models.EventType] | None = None,
        description: str | None = None,
        status: Literal["on", "off"] | None = None,
    ) -> models.Endpoint:
        """Changes an endpoint, or turns it off and on."""
        body = models.UpdateEndpointRequestBody(
            url=unset_if_none(url),
            events=UNSET if events is None else list(events),
            description=unset_if_none(description),
            status=unset_if_none(status),
        )
        request = update_endpoint._get_kwargs(id, body=body)
        return await self._call.data(models.UpdateEndpointResponseBody, request, repeatable=True)

    async def delete(self, id: str) -> None:
        """Deletes an endpoint and its pending deliveries."""
        await self._call(delete_endpoint._get_kwargs(id), ignore_body)

    async def rotate_secret(self, id: str) -> models.NewEndpoint:
        """Replaces the secret. For a day, events are also signed with the previous secret."""
        return await self._call.data(models.RotateSecretResponseBody, rotate_secret._get_kwargs(id))

    async def test(self, id: str) -> models.Delivery:
        """Sends a ``webhook.test`` event to an endpoint."""
        request = send_test_event._get_kwargs(id)
        return await self._call.data(models.SendTestEventResponseBody, request)

    def deliveries(self, id: str) -> AsyncIterator[models.Delivery]:
        """Yields the deliveries to an endpoint, newest first, loading one page at a time."""
        request = partial(list_deliveries._get_kwargs, id)
        return self._call.paginate(models.ListDeliveriesResponseBody, request, "deliveries")

    async def delivery(self, id: str, delivery: str) -> models.DeliveryDetail:
        """Returns a delivery with its request and response."""
        request = get_delivery._get_kwargs(id, delivery)
        return await self._call.data(models.GetDeliveryResponseBody, request)

    async def send_again(self, id: str, delivery: str) -> models.Delivery:
        """Redelivers an event."""
        request = send_again._get_kwargs(id, delivery)
        return await self._call.data(models.SendAgainResponseBody, request)
