import { privacyMessage } from '../../../shared/messages/privacy.ts';
import { accounts, keyUse, namedKeys, sessions } from '../../access/context.ts';
import { closedAccounts } from '../../account/context.ts';
import { adjustments, purchases, stripe } from '../../billing/context.ts';
import { ledger } from '../../credits/context.ts';
import { lists } from '../../lists/context.ts';
import { lowBalanceAlerts } from '../../low-credits/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { blobs, clock, secrets } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { factors } from '../../second-factor/context.ts';
import { endpoints } from '../../webhooks/context.ts';
import { closeAccount } from '../close-account.ts';
import { personalItems, privacyQueue } from '../context.ts';
import { writeExport } from '../write-export.ts';

/** Time reserved at the end of a run for one part of an export, and for writes in progress. */
const RESERVE_MS = 60_000;

export const handler = serveQueue(
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
    const deadline = deps.clock.now() + remainingMs() - RESERVE_MS;
    return message.kind === 'export'
      ? writeExport(deps, message, deadline)
      : closeAccount(deps, message, deadline);
  },
);
