import { accounts } from '../../access/context.ts';
import { checkQueue, checks } from '../../checks/context.ts';
import { ledger } from '../../credits/context.ts';
import { outbox, webhookQueue } from '../../events/context.ts';
import { topUpQueue, watches } from '../../low-credits/context.ts';
import { mailJournal, mailQueue } from '../../mail/context.ts';
import { blobs, clock, env, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { lists, queues, tasks } from '../context.ts';
import { reconcile } from '../run/reconcile.ts';

export const handler = serveSchedule(
  'reconcile',
  {
    accounts,
    blobs,
    checkQueue,
    checks,
    clock,
    env,
    ledger,
    lists,
    log,
    mailJournal,
    mailQueue,
    outbox,
    queues,
    tasks,
    topUpQueue,
    watches,
    webhookQueue,
  },
  reconcile,
);
