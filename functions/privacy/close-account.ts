import { ownersOf } from '../access/rules/owner.ts';
import type { CloseAccountMessage } from '../../shared/messages/privacy.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { Tombstone } from '../account/adapters/closed-accounts.ts';
import { bounceUploadPrefix } from '../bounces/rules/blob-keys.ts';
import { closeBilling } from '../billing/customer/close-billing.ts';
import { deleteList } from '../lists/history/delete-list.ts';
import { bounceReportsPrefix, uploadPrefix } from '../lists/rules/blob-keys.ts';
import type { LogFields } from '../platform/log.ts';
import { key, type Key } from '../platform/dynamo/key.ts';
import { exportPrefix } from './rules/blob-keys.ts';
import { LATE_WRITE_MS } from './rules/retention.ts';
import type { PrivacyDeps } from './deps.ts';
import { createMailId, createMailMessage } from '../mail/create-mail-message.ts';

export type CloseAccountDeps = Pick<
  PrivacyDeps,
  | 'accounts'
  | 'blobs'
  | 'clock'
  | 'closedAccounts'
  | 'endpoints'
  | 'lists'
  | 'mailQueue'
  | 'memberships'
  | 'personalItems'
  | 'privacyQueue'
  | 'purchases'
  | 'sessions'
  | 'stripe'
>;

interface Run {
  /** Key of the last item that an earlier run of this step processed. */
  readonly after: Key | undefined;
  readonly isLate: () => boolean;
}
/** A step that ran out of time returns the key of the last item that it processed. */
type Step = (
  deps: CloseAccountDeps,
  closed: Tombstone,
  run: Run,
) => Promise<Key | undefined | void>;

const endSessions: Step = ({ sessions }, { userId }) => sessions.deleteAll(userId);

/** Removes the memberships, which only the members' profiles still list, and emails the members. */
const endMemberships: Step = async (deps, { userId }) => {
  const { accounts, closedAccounts, mailQueue, memberships } = deps;
  const {
    accountName: account = '',
    members = [],
    email,
  } = (await closedAccounts.getOwner(userId)) ?? {};
  for (const personId of members) {
    const person = await accounts.get(personId);
    if (!person?.joined?.includes(userId)) continue;
    const id = createMailId('closed', userId, personId);
    const content = { template: 'account_closed_member', params: { account } } as const;
    // The owner of a transferred account gets the last email of the account.
    if (person.email !== email) await mailQueue.send(createMailMessage(person, id, content));
    await memberships.remove(userId, personId);
  }
};

/** Stops new deliveries. Pending deliveries end with the next run of the webhook worker. */
const deleteEndpoints: Step = async ({ endpoints }, { userId }) => {
  for (const owner of ownersOf(userId))
    for (const { id } of await endpoints.list(owner)) await endpoints.delete(owner, id);
};

/** Another run may have deleted the list since it was read. */
async function deleteListIfExists(
  deps: CloseAccountDeps,
  owner: string,
  listId: string,
): Promise<void> {
  try {
    await deleteList(deps, owner, listId);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
}

/**
 * Deletes lists and releases their credits, oldest first: a list may refer to the result of a
 * recheck. The list reconciler deletes their objects.
 */
const deleteLists: Step = async (deps, { userId }, { isLate }) => {
  for (const owner of ownersOf(userId))
    for (const { listId } of (await deps.lists.listWithRechecks(owner)).toReversed()) {
      await deleteListIfExists(deps, owner, listId);
      if (isLate()) return key('', '');
    }
  return undefined;
};

const deleteFiles: Step = async ({ blobs }, { userId }) => {
  for (const owner of ownersOf(userId))
    for (const prefix of [uploadPrefix, bounceUploadPrefix, bounceReportsPrefix])
      await blobs.deleteAll(prefix(owner));
  await blobs.deleteAll(exportPrefix(userId));
};

/** Ends the subscription immediately. Billing refunds any payment that still arrives. */
const endPayments: Step = async (deps, { userId }) => {
  const owner = await deps.closedAccounts.getOwner(userId);
  if (owner) await closeBilling(deps, owner);
};

/**
 * Send the email before the next step deletes the stored owner; then only the queued message has
 * the address.
 */
const sendLastMail: Step = async ({ closedAccounts, mailQueue }, { userId }) => {
  const owner = await closedAccounts.getOwner(userId);
  if (!owner) return;
  await mailQueue.send(
    createMailMessage(owner, `closed:${userId}`, { template: 'account_deleted', params: {} }),
  );
};

const deleteItems: Step = async (deps, { userId, closedAt }, run) => {
  const last = await deps.personalItems.erase(ownersOf(userId), closedAt, run);
  if (!last) await deps.closedAccounts.deleteOwner(userId);
  return last;
};

/** Each step runs once, in this order, because the last step deletes data that the others need. */
const STEPS: readonly (readonly [name: string, step: Step])[] = [
  ['sessions', endSessions],
  ['members', endMemberships],
  ['webhooks', deleteEndpoints],
  ['lists', deleteLists],
  ['files', deleteFiles],
  ['billing', endPayments],
  ['mail', sendLastMail],
  ['items', deleteItems],
];

/** Steps that run again later, to delete what concurrent calls wrote in the meantime. */
const LATE_STEPS = [endSessions, deleteEndpoints, deleteLists, deleteFiles, deleteItems] as const;

/**
 * Continues closing an account after the last completed step. Can be repeated, interrupted and run
 * at any time. Some steps run again later, when no other call can still be working for the account.
 * After `deadline` (epoch milliseconds), sends a message with the position for the next run.
 */
export async function closeAccount(
  deps: CloseAccountDeps,
  { userId, from }: Pick<CloseAccountMessage, 'userId' | 'from'>,
  deadline: number,
): Promise<LogFields> {
  const closed = await deps.closedAccounts.find(userId);
  if (!closed) return { user: userId, outcome: 'noop' };
  const recordStep = (step: string): Promise<void> =>
    deps.closedAccounts.recordStep(userId, step, new Date(deps.clock.now()).toISOString());

  const isLate = (): boolean => deps.clock.now() > deadline;
  const isFinished = async (name: string, step: Step): Promise<boolean> => {
    const after = from?.step === name ? from.after : undefined;
    const last = await step(deps, closed, { after, isLate });
    const rest = last && { step: name, after: last };
    if (rest) await deps.privacyQueue.send({ kind: 'close', v: 1, userId, from: rest });
    return !rest;
  };

  const due = STEPS.filter(([name]) => closed.steps[name] === undefined);
  for (const [name, step] of due) {
    if (!(await isFinished(name, step))) return { user: userId, outcome: 'requeued', step: name };
    await recordStep(name);
  }
  const steps = due.map(([name]) => name);

  const last = closed.steps['items'];
  if (last === undefined || deps.clock.now() - Date.parse(last) < LATE_WRITE_MS)
    return { user: userId, outcome: 'deferred', steps };
  for (const step of LATE_STEPS)
    if (!(await isFinished('end', step))) return { user: userId, outcome: 'requeued', step: 'end' };
  await recordStep('end');
  await deps.closedAccounts.deletePending(userId);
  return { user: userId, outcome: 'done' };
}
