import { privacyMessage } from '../../../shared/messages/privacy.ts';
import { accounts, keyUse, namedKeys, sessions } from '../../access/context.ts';
import { closedAccounts } from '../../account/context.ts';
import { adjustments, purchases, stripe } from '../../billing/context.ts';
import { checks } from '../../checks/context.ts';
import { ledger } from '../../credits/context.ts';
import { lists } from '../../lists/context.ts';
import { lowBalanceAlerts } from '../../low-credits/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { blobs, clock, secrets } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { deliveries, endpoints } from '../../webhooks/context.ts';
import { closeAccount } from '../close-account.ts';
import { personalItems } from '../context.ts';
import { writeExport } from '../write-export.ts';

export const handler = serveQueue(
  'privacy',
  privacyMessage,
  {
    accounts,
    adjustments,
    blobs,
    checks,
    clock,
    closedAccounts,
    deliveries,
    endpoints,
    keyUse,
    ledger,
    lists,
    mailQueue,
    namedKeys,
    personalItems,
    purchases,
    secrets,
    sessions,
    stripe,
    lowBalanceAlerts,
  },
  (message, deps) =>
    message.kind === 'export' ? writeExport(deps, message) : closeAccount(deps, message.userId),
);
