import { finalizeMessage } from '../../../shared/messages/lists.ts';
import { accounts } from '../../access/context.ts';
import { ledger } from '../../credits/context.ts';
import { outbox, webhookQueue } from '../../events/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { blobs, clock, env, log } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { lists, queues, tasks } from '../context.ts';
import { finalizeList } from '../run/finalize-list.ts';

export const handler = serveQueue(
  'finalize',
  finalizeMessage,
  {
    accounts,
    blobs,
    clock,
    env,
    ledger,
    lists,
    log,
    mailQueue,
    outbox,
    queues,
    tasks,
    webhookQueue,
  },
  (message, deps) => finalizeList(deps, message.userId, message.listId),
);
