import { billingMessage } from '../../../shared/messages/billing.ts';
import { accounts, apiKeys } from '../../access/context.ts';
import { ledger } from '../../credits/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { log } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { applyEvent } from '../apply-event.ts';
import { applyRenewal } from '../apply-subscription.ts';
import { billingQueue, inbox, purchases, stripe } from '../context.ts';

export const handler = serveQueue(
  'billing',
  billingMessage,
  {
    accounts,
    apiKeys,
    billingQueue,
    inbox,
    ledger,
    log,
    mailQueue,
    purchases,
    stripe,
  },
  (message, deps) =>
    message.kind === 'renewal'
      ? applyRenewal(deps, message.userId)
      : applyEvent(deps, message.eventId),
);
