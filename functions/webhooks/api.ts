import { AppError } from '../../shared/contract/errors.ts';
import { webhookRoutes } from '../../shared/contract/webhooks.ts';
import { MAX_ENDPOINTS } from '../../shared/model/webhook.ts';
import { accessChanges, activity } from '../access/context.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { webhookQueue } from '../events/context.ts';
import { clock, ids, log } from '../platform/context.ts';
import { endpoints, endpointUrls, deliveries } from './context.ts';
import { toEndpointRow, toDeliveryRow } from './describe.ts';
import { describeEndpointChange, endpointValues } from './endpoint-change.ts';
import { parseEventTypes, parseEndpointUrl } from './parse-settings.ts';
import { requireEndpoint, listVisibleEndpoints } from './require-endpoint.ts';
import { resendDelivery, queueTestEvent } from './send-delivery.ts';

const PAGE_SIZE = 50;

export const listEndpoints = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'listEndpoints',
  { endpoints },
  async ({ caller }, deps) => ({
    data: (await listVisibleEndpoints(deps, caller)).map(toEndpointRow),
  }),
);

export const createEndpoint = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'createEndpoint',
  { accessChanges, clock, endpoints, endpointUrls, ids },
  async ({ body: { url, events, description = '' }, ...call }, deps) => {
    const { caller } = call;
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
    const isFull = (await deps.endpoints.deleteOrphaned(caller.ownerId)).length >= MAX_ENDPOINTS;
    if (isFull) throw new AppError('too_many_endpoints');
    const write = await deps.accessChanges.announce(
      ...describeEndpointChange(call, newEndpoint, 'added'),
    );
    const created = await deps.endpoints.create(newEndpoint, write);
    if (!created) throw new AppError('too_many_endpoints');
    return { data: { ...toEndpointRow(created.endpoint), secret: created.secret } };
  },
);

export const updateEndpoint = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'updateEndpoint',
  { accessChanges, activity, endpoints, endpointUrls },
  async ({ params, body: { url, events, description, status }, ...call }, deps) => {
    const before = await requireEndpoint(deps, call.caller, params.id);
    const nextUrl = url === undefined ? before.url : parseEndpointUrl(deps, url);
    const change = {
      ...(nextUrl !== before.url && { url: nextUrl, provenAt: undefined, failingSince: null }),
      ...(events && { events: parseEventTypes(before, events) }),
      ...(description !== undefined && { description }),
      ...(status && { status, failingSince: null }),
    };
    const { userId } = before;
    const after = { ...before, ...change };
    const logged = describeEndpointChange(call, after, 'changed', endpointValues(before, after));
    if (nextUrl !== before.url) await deps.accessChanges.record(...logged);
    else await deps.activity.record(logged[0], logged[1]);
    const endpoint = await deps.endpoints.update(userId, params.id, change);
    if (!endpoint) throw new AppError('not_found');
    return { data: toEndpointRow(endpoint) };
  },
);

export const rotateSecret = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'rotateSecret',
  { accessChanges, clock, endpoints },
  async ({ params, ...call }, deps) => {
    const endpoint = await requireEndpoint(deps, call.caller, params.id);
    await deps.accessChanges.record(...describeEndpointChange(call, endpoint, 'changed'));
    const rotated = await deps.endpoints.rotate(endpoint.userId, params.id, deps.clock.now());
    if (!rotated) throw new AppError('not_found');
    return { data: { ...toEndpointRow(rotated.endpoint), secret: rotated.secret } };
  },
);

export const sendTestEvent = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'sendTestEvent',
  { clock, deliveries, endpoints, ids, log, webhookQueue },
  async ({ caller, params: { id } }, deps) => {
    const { userId } = await requireEndpoint(deps, caller, id);
    return { data: toDeliveryRow(await queueTestEvent(deps, userId, id)) };
  },
);

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

export const sendAgain = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'sendAgain',
  { clock, deliveries, endpoints, ids, log, webhookQueue },
  async ({ caller, params: { id, delivery } }, deps) => {
    const { userId } = await requireEndpoint(deps, caller, id);
    return { data: toDeliveryRow(await resendDelivery(deps, userId, id, delivery)) };
  },
);

export const deleteEndpoint = /* @__PURE__ */ serveRouteOf(
  webhookRoutes,
  'deleteEndpoint',
  { accessChanges, endpoints },
  async ({ params, ...call }, deps) => {
    const endpoint = await requireEndpoint(deps, call.caller, params.id);
    const write = await deps.accessChanges.announce(
      ...describeEndpointChange(call, endpoint, 'removed'),
    );
    await deps.endpoints.delete(endpoint.userId, params.id, write);
    return { data: {} };
  },
);
