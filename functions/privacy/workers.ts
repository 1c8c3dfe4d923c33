import { privacyMessage } from '../../shared/messages/privacy.ts';
import { accounts, keyUse, memberships, namedKeys, sessions } from '../access/context.ts';
import { closedAccounts } from '../account/context.ts';
import { adjustments, purchases, stripe } from '../billing/context.ts';
import { connections, connectionsQueue } from '../connections/context.ts';
import { startBounceReads } from '../connections/start-bounce-reads.ts';
import { ledger } from '../credits/context.ts';
import { lists } from '../lists/context.ts';
import { lowBalanceAlerts } from '../low-credits/context.ts';
import { mailQueue } from '../mail/context.ts';
import { blobs, clock, secrets } from '../platform/context.ts';
import { serveQueue } from '../platform/queue/serve-queue.ts';
import { serveSchedule } from '../platform/schedule/serve-schedule.ts';
import { factors } from '../factors/context.ts';
import { endpoints } from '../webhooks/context.ts';
import { closeAccount } from './close-account.ts';
import { privacyQueue, personalItems } from './context.ts';
import { writeExport } from './write-export.ts';

/**
 * Sends a message for every account that is not completely closed, because its run stopped, its
 * message was lost, or it waits for late writes. Logs the number of these accounts. Then starts the
 * daily reads of bounces, which share this schedule, because each schedule has a monthly price.
 */
export const privacySweep = /* @__PURE__ */ serveSchedule(
  'privacySweep',
  { clock, closedAccounts, connections, connectionsQueue, privacyQueue },
  async (deps) => {
    let pending = 0;
    for await (const { userId } of deps.closedAccounts.pendingItems()) {
      await deps.privacyQueue.send({ kind: 'close', v: 1, userId });
      pending += 1;
    }
    await startBounceReads(deps);
    return { pending };
  },
);

/** Time reserved at the end of a run for one part of an export, and for writes in progress. */
const STORAGE_MARGIN_MS = 60_000;

export const privacy = /* @__PURE__ */ serveQueue(
  'privacy',
  privacyMessage,
  {
    accounts,
    adjustments,
    blobs,
    clock,
    closedAccounts,
    endpoints,
    factors,
    keyUse,
    ledger,
    lists,
    mailQueue,
    memberships,
    namedKeys,
    personalItems,
    privacyQueue,
    purchases,
    secrets,
    sessions,
    stripe,
    lowBalanceAlerts,
  },
  (message, deps, { remainingMs }) => {
    const deadline = deps.clock.now() + remainingMs() - STORAGE_MARGIN_MS;
    return message.kind === 'export'
      ? writeExport(deps, message, deadline)
      : closeAccount(deps, message, deadline);
  },
);
