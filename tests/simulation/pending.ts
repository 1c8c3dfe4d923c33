import { listKey } from '../../functions/lists/adapters/keys.ts';
import { uploadBlobKey } from '../../functions/lists/rules/blob-keys.ts';
import { getActiveWatch } from '../../functions/lists/rules/watch.ts';
import type { List } from '../../functions/lists/rules/list.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import type { Simulation } from './simulation.ts';
import { hasRetryableDelivery } from './webhooks/check-webhooks.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * Whether the reconciler will review an item. Omits the item of a connection whose bounces are read
 * every day, because it exists as long as the connection.
 */
export const isPending = ({ PK, SK }: Item): boolean =>
  /^PENDING(?:CHECK|EVENT|WEBHOOK)?(?:#\d+)?$/.test(String(PK)) &&
  !String(SK).startsWith('BOUNCEREAD#');

const listOf = ({ table }: Simulation, { userId, listId }: Item): List | undefined => {
  const { PK, SK } = listKey(String(userId), String(listId));
  const item = table.all().find((each) => each['PK'] === PK && each['SK'] === SK);
  return item as List | undefined;
};

/**
 * Whether a pending item is the next check of a watched list. The item is written before the list,
 * so it may remain until it is due even if writing the list failed.
 */
const isNextCheck = (world: Simulation, pending: Item): boolean => {
  const list = pending['listId'] === undefined ? undefined : listOf(world, pending);
  if (list?.status !== LIST_STATUS.finished) return false;
  const due = Number(pending['due']);
  const isOfWatch = getActiveWatch(list) !== undefined || due - Number(pending['since']) > DAY_MS;
  return isOfWatch && due > world.clock.now();
};

/** Whether an item may stay pending for days although nothing is wrong. */
export function mayWaitForDays(world: Simulation, pending: Item): boolean {
  const { blobs, clock } = world;
  const { userId, listId, deleted, endpointId, dueAt, pausedUntil = 0 } = pending;
  if (endpointId !== undefined) return Math.max(Number(dueAt), Number(pausedUntil)) > clock.now();
  if (listId === undefined || deleted === true) return false;
  const list = listOf(world, pending);
  // A list waits for its file, unless the file exists and its notification was lost.
  if (!list) return !blobs.objects.has(uploadBlobKey(String(userId), String(listId)));
  if (isNextCheck(world, pending)) return true;
  return list.status === LIST_STATUS.paused && list.reason !== 'account_inactive';
}

/**
 * Whether a pending item may be left at the end: the next check of a watched list, or a delivery of
 * a recent event, such as the cancellation of a list that has waited for credits for a month.
 */
export const mayStayPending = (world: Simulation, pending: Item): boolean =>
  isNextCheck(world, pending) || hasRetryableDelivery(world, pending['endpointId']);
