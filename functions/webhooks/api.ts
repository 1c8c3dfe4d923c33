import { AppError } from '../../shared/contract/errors.ts';
import { webhookRoutes } from '../../shared/contract/webhooks.ts';
import { MAX_ENDPOINTS } from '../../shared/model/webhook.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { webhookQueue } from '../events/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock, ids, log } from '../platform/context.ts';
import { endpoints, endpointUrls, deliveries } from './context.ts';
import { toEndpointRow, toDeliveryRow } from './describe.ts';
import { notifyEndpointOwner } from './notify-endpoint-owner.ts';
import { parseEventTypes, parseEndpointUrl } from './parse-settings.ts';
import { requireEndpoint, listVisibleEndpoints } from './require-endpoint.ts';
import { resendDelivery, sendTestEvent as runSendTestEvent } from './send-delivery.ts';

export const createEndpoint = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'createEndpoint',
  { clock, endpoints, endpointUrls, ids, mailQueue },
  async ({ caller, body: { url, events, description = '' } }, deps) => {
    const now = deps.clock.now();
    const keyFields = caller.via === 'key' && {
      key: { hash: caller.keyHash, end: caller.keyEnd, scopes: [...caller.scopes] },
    };
    const newEndpoint = {
      userId: caller.ownerId,
      id: deps.ids.ulid(now),
      url: parseEndpointUrl(deps, url),
      description,
      events: parseEventTypes(keyFields || {}, events),
      createdAt: new Date(now).toISOString(),
      ...keyFields,
    };
    // Check the limit first, so that no email announces an endpoint that cannot be created.
    const isFull = (await deps.endpoints.deleteOrphaned(caller.ownerId)).length >= MAX_ENDPOINTS;
    if (keyFields && !isFull) await notifyEndpointOwner(deps, caller, newEndpoint, 'made');
    const created = isFull ? undefined : await deps.endpoints.create(newEndpoint);
    if (!created) throw new AppError('too_many_endpoints');
    return { data: { ...toEndpointRow(created.endpoint), secret: created.secret } };
  },
);

export const deleteEndpoint = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'deleteEndpoint',
  { endpoints },
  async ({ caller, params }, deps) => {
    const { userId } = await requireEndpoint(deps, caller, params.id);
    await deps.endpoints.delete(userId, params.id);
    return { data: {} };
  },
);

export const getDelivery = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'getDelivery',
  { deliveries, endpoints },
  async ({ caller, params: { id, delivery: deliveryId } }, deps) => {
    const { userId: ownerId } = await requireEndpoint(deps, caller, id);
    const delivery = await deps.deliveries.get(ownerId, id, deliveryId);
    if (!delivery) throw new AppError('not_found');
    const answer = await deps.deliveries.answer(ownerId, id, deliveryId);
    return {
      data: { ...toDeliveryRow(delivery), payload: delivery.payload, answer: answer ?? null },
    };
  },
);

const PAGE_SIZE = 50;

export const listDeliveries = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'listDeliveries',
  { deliveries, endpoints },
  async ({ caller, params: { id }, query: { cursor } }, deps) => {
    const { userId } = await requireEndpoint(deps, caller, id);
    const page = await deps.deliveries.page(userId, id, cursor, PAGE_SIZE);
    return { data: { ...page, deliveries: page.deliveries.map(toDeliveryRow) } };
  },
);

export const listEndpoints = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'listEndpoints',
  { endpoints },
  async ({ caller }, deps) => ({
    data: (await listVisibleEndpoints(deps, caller)).map(toEndpointRow),
  }),
);

export const rotateSecret = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'rotateSecret',
  { clock, endpoints, ids, mailQueue },
  async ({ caller, params }, deps) => {
    const endpoint = await requireEndpoint(deps, caller, params.id);
    await notifyEndpointOwner(deps, caller, endpoint, 'secret');
    const rotated = await deps.endpoints.rotate(endpoint.userId, params.id, deps.clock.now());
    if (!rotated) throw new AppError('not_found');
    return { data: { ...toEndpointRow(rotated.endpoint), secret: rotated.secret } };
  },
);

export const sendAgain = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'sendAgain',
  { clock, deliveries, endpoints, ids, log, webhookQueue },
  async ({ caller, params: { id, delivery } }, deps) => {
    const { userId } = await requireEndpoint(deps, caller, id);
    return { data: toDeliveryRow(await resendDelivery(deps, userId, id, delivery)) };
  },
);

export const sendTestEvent = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'sendTestEvent',
  { clock, deliveries, endpoints, ids, log, webhookQueue },
  async ({ caller, params: { id } }, deps) => {
    const { userId } = await requireEndpoint(deps, caller, id);
    return { data: toDeliveryRow(await runSendTestEvent(deps, userId, id)) };
  },
);

export const updateEndpoint = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'updateEndpoint',
  { clock, endpoints, endpointUrls, ids, mailQueue },
  async ({ caller, params, body: { url, events, description, status } }, deps) => {
    const before = await requireEndpoint(deps, caller, params.id);
    const nextUrl = url === undefined ? before.url : parseEndpointUrl(deps, url);
    const change = {
      ...(nextUrl !== before.url && { url: nextUrl, provenAt: undefined, failingSince: null }),
      ...(events && { events: parseEventTypes(before, events) }),
      ...(description !== undefined && { description }),
      ...(status && { status, failingSince: null }),
    };
    const { userId } = before;
    if (nextUrl !== before.url)
      await notifyEndpointOwner(deps, caller, { userId, url: nextUrl }, 'moved');
    const endpoint = await deps.endpoints.update(userId, params.id, change);
    if (!endpoint) throw new AppError('not_found');
    return { data: toEndpointRow(endpoint) };
  },
);
