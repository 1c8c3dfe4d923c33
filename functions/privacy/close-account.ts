import { AppError } from '../../shared/contract/errors.ts';
import type { Tombstone } from '../account/adapters/closed-accounts.ts';
import { closeBilling } from '../billing/customer/close-billing.ts';
import { deleteList } from '../lists/history/delete-list.ts';
import { uploadPrefix } from '../lists/rules/blob-keys.ts';
import type { LogFields } from '../platform/log.ts';
import { exportPrefix } from './rules/blob-keys.ts';
import { ownersOf, LATE_WRITE_MS } from './rules/retention.ts';
import type { PrivacyDeps } from './deps.ts';
import { mailTo } from '../mail/mail-to.ts';

export type CloseDeps = Pick<
  PrivacyDeps,
  | 'accounts'
  | 'blobs'
  | 'clock'
  | 'closedAccounts'
  | 'endpoints'
  | 'lists'
  | 'mailQueue'
  | 'personalItems'
  | 'purchases'
  | 'sessions'
  | 'stripe'
>;

type Step = (deps: CloseDeps, closed: Tombstone) => Promise<void>;

const endSessions: Step = ({ sessions }, { userId }) => sessions.deleteAll(userId);

/** From here on nothing more is sent; what waits ends with the next run of its worker. */
const deleteEndpoints: Step = async ({ endpoints }, { userId }) => {
  for (const owner of ownersOf(userId))
    for (const { id } of await endpoints.list(owner)) await endpoints.delete(owner, id);
};

/** Another run of the closing may have deleted the list since it was read. */
async function deleteIfThere(deps: CloseDeps, owner: string, listId: string): Promise<void> {
  try {
    await deleteList(deps, owner, listId);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
}

/** Gives back what lists had reserved; their objects go with the reconciler of lists. */
const deleteLists: Step = async (deps, { userId }) => {
  for (const owner of ownersOf(userId))
    for (const { listId } of await deps.lists.listWithRechecks(owner))
      await deleteIfThere(deps, owner, listId);
};

const deleteFiles: Step = async ({ blobs }, { userId }) => {
  for (const owner of ownersOf(userId)) await blobs.deleteAll(uploadPrefix(owner));
  await blobs.deleteAll(exportPrefix(userId));
};

/** A subscription ends at once, and a payment that comes all the same is sent back by billing. */
const endPayments: Step = async (deps, { userId }) => {
  const owner = await deps.closedAccounts.getOwner(userId);
  if (owner) await closeBilling(deps, owner);
};

/** The last mail there is: its message alone carries the address from here on. */
const sendLastMail: Step = async ({ closedAccounts, mailQueue }, { userId }) => {
  const owner = await closedAccounts.getOwner(userId);
  if (!owner) return;
  await mailQueue.send(
    mailTo(owner, `closed:${userId}`, { template: 'account_deleted', params: {} }),
  );
};

const deleteItems: Step = async ({ closedAccounts, personalItems }, { userId, closedAt }) => {
  for (const owner of ownersOf(userId)) await personalItems.erase(owner, closedAt);
  await closedAccounts.deleteOwner(userId);
};

/** In this order, each once: what comes later may need what an earlier one leaves alone. */
const STEPS: readonly (readonly [name: string, step: Step])[] = [
  ['sessions', endSessions],
  ['webhooks', deleteEndpoints],
  ['lists', deleteLists],
  ['files', deleteFiles],
  ['billing', endPayments],
  ['mail', sendLastMail],
  ['items', deleteItems],
];

/** What somebody may have written who was at work when the account was closed. */
const LATE_STEPS = [endSessions, deleteEndpoints, deleteLists, deleteFiles, deleteItems] as const;

/**
 * Goes on with closing an account, from wherever an earlier run stopped. May be run any number of
 * times, at any moment, and cut off anywhere. After the last step it is run once more when nobody
 * can be at work for the account any longer.
 */
export async function closeAccount(deps: CloseDeps, userId: string): Promise<LogFields> {
  const closed = await deps.closedAccounts.find(userId);
  if (!closed) return { user: userId, outcome: 'noop' };
  const note = (step: string): Promise<void> =>
    deps.closedAccounts.noteStep(userId, step, new Date(deps.clock.now()).toISOString());

  const due = STEPS.filter(([name]) => closed.steps[name] === undefined);
  for (const [name, step] of due) {
    await step(deps, closed);
    await note(name);
  }
  const steps = due.map(([name]) => name);

  const last = closed.steps['items'];
  if (last === undefined || deps.clock.now() - Date.parse(last) < LATE_WRITE_MS)
    return { user: userId, outcome: 'deferred', steps };
  for (const step of LATE_STEPS) await step(deps, closed);
  await note('end');
  await deps.closedAccounts.deletePending(userId);
  return { user: userId, outcome: 'done' };
}
