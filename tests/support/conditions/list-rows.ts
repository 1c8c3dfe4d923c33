import { listKey } from '../../../functions/lists/adapters/keys.ts';
import {
  newPendingList,
  toPendingListItem,
} from '../../../functions/lists/adapters/pending-lists.ts';
import { toListAttributes } from '../../../functions/lists/adapters/list-item.ts';
import { type List, newList } from '../../../functions/lists/rules/list.ts';
import { cancel, startWorking } from '../../../functions/lists/rules/transitions.ts';
import type { WaitingDelivery } from '../../../functions/webhooks/rules/delivery.ts';
import type { NewEndpoint, StoredEndpoint } from '../../../functions/webhooks/rules/endpoint.ts';
import type { VerdictCounts } from '../../../functions/lists/rules/verdict-counts.ts';
import type { TestContext } from '../test-context.ts';
import { always, joined, once, sample, U, writes } from './rows.ts';

const NOW = Date.parse('2027-01-14T10:00:00Z');

const LIST_ID = '01KEXW0000LIST';
const LIST: List = newList(
  { userId: U, listId: LIST_ID, name: 'May', sourceName: 'may.csv', createdAt: '' },
  NOW,
);
async function store({ db }: TestContext, fields: Partial<List> = {}): Promise<List> {
  const list = { ...LIST, ...fields };
  await db.put({ ...listKey(U, list.listId), ...toListAttributes(list) });
  return list;
}
const COUNTS = sample<VerdictCounts>({ processed: 1, valid: 1, reasons: {} });

const LIST_ROWS = [
  once('lists/tasks: complete', 'absent; status reason', async (context) => {
    const list = await store(context, { status: 4 });
    const completion = { task: '00001', run: 'run', children: [], at: NOW };
    return () => context.tasks.complete(list, completion, COUNTS);
  }),
  once('lists/lists: startRecheck', 'version; absent', async (context) => {
    const list = await store(context);
    return () => context.lists.startRecheck(list, { ...list, listId: `${LIST_ID}~1` });
  }),
  once('lists/lists: deleteRecheckItem', 'exists', async (context) => {
    const list = await store(context);
    return () => context.lists.deleteRecheckItem(list);
  }),
  once('lists/lists: setWatch', 'version', async (context) => {
    const list = await store(context);
    return () => context.lists.setWatch(list, undefined, NOW);
  }),
  once('lists/lists: setWatch', 'version', async (context) => {
    const list = await store(context);
    return () => context.lists.setWatch(list, undefined, NOW, 'unwatched');
  }),
  always('lists/lists: rename', 'exists', async (context) => {
    await store(context);
    return () => context.lists.rename(U, LIST_ID, 'June');
  }),
  joined('lists/lists: delete', 'version', async (context) => {
    const list = await store(context);
    return () => context.lists.delete(list, NOW);
  }),
  once('lists/lists: createCancellationWrites', 'version', async (context) => {
    const list = await store(context, { status: 7 });
    return writes(context, context.lists.createCancellationWrites(list, 1, NOW));
  }),
  always('lists/lists: recordOwner', 'exists', async (context) => {
    const list = await store(context);
    return () => context.lists.recordOwner(list);
  }),
  once('lists/lists: clearMailDue', 'mailDue', async (context) => {
    await store(context, { mailDue: 'mail' });
    return () => context.lists.clearMailDue(U, LIST_ID, 'mail');
  }),
  joined(
    'lists/lists: addUploadOnce',
    'absent ttl',
    async ({ lists }) =>
      () =>
        lists.addUploadOnce(LIST, { key: 'key', content: 'content' }, NOW),
  ),
  once('lists/lists: expireUpload', 'listId', async ({ lists }) => {
    await lists.addUpload(LIST, NOW);
    return () => lists.expireUpload(U, LIST_ID, 'any');
  }),
  once('lists/lists: expireUpload', 'listId source', async ({ lists }) => {
    await lists.addUpload(LIST, NOW);
    return () => lists.expireUpload(U, LIST_ID, 'files');
  }),
  once('lists/lists: deleteUpload', 'exists', async ({ lists }) => {
    await lists.addUpload(LIST, NOW);
    return () => lists.deleteUpload(U, LIST_ID, NOW);
  }),
  joined('lists/lists: create', 'exists; absent', async ({ lists }) => {
    await lists.addUpload(LIST, NOW);
    return () => lists.create(U, LIST_ID, NOW);
  }),
  joined('lists/list-transitions: apply', 'listId status', async (context) => {
    const list = await store(context, { status: 3 });
    return () => context.lists.update(list, startWorking(list, NOW));
  }),
  joined('lists/list-transitions: apply', 'listId status charged', async (context) => {
    const list = await store(context, { status: 3 });
    return () => context.lists.update(list, cancel(list, 'too_many_refusals', NOW));
  }),
  joined(
    'lists/list-transitions: finishRecheck',
    'listId status charged; status rechecks result',
    async (context) => {
      const list = await store(context, { status: 7, rechecks: 1 });
      const recheckOf = { listId: LIST_ID, result: LIST_ID };
      const recheck = await store(context, { listId: `${LIST_ID}~1`, status: 3, recheckOf });
      const canceled = cancel(recheck, 'too_many_refusals', NOW);
      return () => context.lists.finishRecheck(recheck, canceled, list, { result: 'new' });
    },
  ),
  joined('lists/pending-lists: scheduleReview', 'since', async ({ db, lists }) => {
    const pending = newPendingList(LIST, NOW, 0);
    await db.put(toPendingListItem(pending));
    return () => lists.scheduleReview(pending, NOW + 1);
  }),
  once('lists/pending-lists: endReview', 'since', async ({ db, lists }) => {
    const pending = newPendingList(LIST, NOW, 0);
    await db.put(toPendingListItem(pending));
    return () => lists.endReview(pending);
  }),
  always('lists/lists: recordPaused', 'status version', async (context) => {
    const list = await store(context, { status: 5 });
    return () => context.lists.recordPaused(list);
  }),
  always('lists/tasks: recordCounted', 'exists', async (context) => {
    const list = await store(context, { status: 4 });
    const completion = { task: '00001', run: 'run', children: [], at: NOW };
    await context.tasks.complete(list, completion, COUNTS);
    return () => context.tasks.recordCounted(LIST_ID, '00001');
  }),
  once(
    'lists/tasks: recordSend',
    'absent',
    async ({ tasks }) =>
      () =>
        tasks.recordSend(LIST_ID, '00001', NOW, 1000),
  ),
  once('lists/tasks: recordSend', 'at', async ({ tasks }) => {
    await tasks.recordSend(LIST_ID, '00001', NOW, 1000);
    return () => tasks.recordSend(LIST_ID, '00001', NOW + 1000, 1000);
  }),
];

const ENDPOINT: NewEndpoint = {
  userId: U,
  id: 'endpoint',
  url: 'https://shop.example',
  description: '',
  events: [],
  key: undefined,
  createdAt: '',
};
async function createEndpoint({ endpoints }: TestContext): Promise<StoredEndpoint> {
  const created = await endpoints.create(ENDPOINT);
  if (!created) throw new Error('there are too many endpoints');
  return created.endpoint;
}
const DELIVERY = {
  endpointId: 'endpoint',
  id: 'event',
  type: 'list.finished',
  subject: LIST_ID,
  payload: '{}',
  at: NOW,
};
const ATTEMPT = { at: NOW, ms: 1, status: 500, error: null };
async function deliver({ deliveries }: TestContext): Promise<WaitingDelivery> {
  await deliveries.add(U, [DELIVERY]);
  const [waiting] = await Array.fromAsync(deliveries.waiting(U, 'endpoint'));
  if (!waiting) throw new Error('no delivery is waiting');
  return waiting;
}
async function pendingOf(context: TestContext) {
  await deliver(context);
  const [pending] = await context.deliveries.pendingOf(U);
  if (!pending) throw new Error('no endpoint is pending');
  return pending;
}

const EVENT = {
  userId: U,
  type: 'webhook.test',
  subject: 'webhook.test',
  data: {},
  at: NOW,
} as const;

const WEBHOOK_ROWS = [
  once('webhooks/endpoints: takeLease', 'exists busyUntil', async (context) => {
    await createEndpoint(context);
    return () => context.endpoints.takeLease(U, NOW, 1000);
  }),
  once('webhooks/endpoints: releaseLease', 'busyUntil', async (context) => {
    await createEndpoint(context);
    await context.endpoints.takeLease(U, NOW, 1000);
    return () => context.endpoints.releaseLease(U, NOW + 1000, {});
  }),
  once(
    'webhooks/endpoints: create countWrite BELOW_LIMIT',
    'total; absent',
    async ({ endpoints }) =>
      () =>
        endpoints.create(ENDPOINT),
  ),
  once('webhooks/endpoints: delete countWrite', 'exists; exists', async (context) => {
    const { id } = await createEndpoint(context);
    return () => context.endpoints.delete(U, id);
  }),
  always('webhooks/endpoints: update', 'exists', async (context) => {
    const { id } = await createEndpoint(context);
    return () => context.endpoints.update(U, id, { status: 'off' });
  }),
  always('webhooks/endpoints: rotate', 'exists', async (context) => {
    const { id } = await createEndpoint(context);
    return () => context.endpoints.rotate(U, id, NOW);
  }),
  always('webhooks/endpoints: storeHealth', 'url', async (context) => {
    const endpoint = await createEndpoint(context);
    return () => context.endpoints.storeHealth(endpoint, { failingSince: NOW });
  }),
  once('webhooks/endpoints: testWrite', 'id testId', async (context) => {
    const endpoint = await createEndpoint(context);
    return writes(context, [context.endpoints.testWrite(endpoint, 'test')]);
  }),
  once(
    'webhooks/waiting-deliveries: recordAttempt isSameWait',
    'exists; dueAt',
    async (context) => {
      const waiting = await deliver(context);
      return () => context.deliveries.postpone(waiting, ATTEMPT, NOW + 1);
    },
  ),
  once('webhooks/waiting-deliveries: isSameWait', 'exists; dueAt', async (context) => {
    const waiting = await deliver(context);
    return () => context.deliveries.finish(waiting, 'failed');
  }),
  always(
    'webhooks/waiting-deliveries: recordAttempt',
    'exists; !dueAt; exists',
    async (context) => {
      const waiting = await deliver(context);
      await context.deliveries.retryNow(U, 'endpoint', 'event', NOW + 1);
      return () => context.deliveries.postpone(waiting, ATTEMPT, NOW + 2);
    },
  ),
  always('webhooks/deliveries: reschedule', 'added', async (context) => {
    const pending = await pendingOf(context);
    return () => context.deliveries.reschedule(pending, NOW + 1);
  }),
  always('webhooks/deliveries: reschedule', '!added; userId', async (context) => {
    const pending = await pendingOf(context);
    await context.deliveries.add(U, [{ ...DELIVERY, id: 'other' }]);
    return () => context.deliveries.reschedule(pending, NOW + 1);
  }),
  always('webhooks/deliveries: endPause', 'userId', async (context) => {
    await deliver(context);
    return () => context.deliveries.endPause(U, 'endpoint', LIST_ID);
  }),
  once('webhooks/deliveries: endPending', 'added', async (context) => {
    const pending = await pendingOf(context);
    return () => context.deliveries.endPending(pending);
  }),
  always('webhooks/deliveries: retryNow', 'exists', async (context) => {
    await deliver(context);
    return () => context.deliveries.retryNow(U, 'endpoint', 'event', NOW + 1);
  }),
  once('events/outbox: removeWrite', 'exists', async (context) => {
    await context.outbox.addOnce('low', EVENT);
    const [event] = await Array.fromAsync(context.outbox.listForUser(U));
    return writes(context, event ? [context.outbox.removeWrite(event)] : []);
  }),
  once(
    'events/outbox: addOnce',
    'absent ttl',
    async ({ outbox }) =>
      () =>
        outbox.addOnce('low', EVENT),
  ),
];

/** Rows of the stores of lists and of webhooks. */
export const LIST_AND_WEBHOOK_ROWS = [...LIST_ROWS, ...WEBHOOK_ROWS];
