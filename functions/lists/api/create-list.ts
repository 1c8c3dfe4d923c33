import { addressListRoutes } from '../../../shared/contract/address-lists.ts';
import { limits } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { blobs, clock, ids, log } from '../../platform/context.ts';
import { endpoints } from '../../webhooks/context.ts';
import { lists, queues } from '../context.ts';
import { createList } from '../upload/create-list.ts';
import { toListRow } from '../history/describe-list.ts';

export const handler = serveRoute(
  addressListRoutes.createList,
  { blobs, clock, endpoints, ids, limits, lists, log, queues },
  async ({ caller, body: { name, emails, webhook, idempotency_key }, header }, deps) => {
    const requestKey = idempotency_key || header('Idempotency-Key') || deps.ids.token(16);
    const list = await createList(deps, { caller, name, emails, webhook, requestKey });
    deps.log.info('upload', { list: list.listId });
    return { data: toListRow(list) };
  },
);
