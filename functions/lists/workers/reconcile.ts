import { accounts } from '../../access/context.ts';
import { checks } from '../../checks/context.ts';
import { ledger } from '../../credits/context.ts';
import { mailJournal, mailQueue } from '../../mail/context.ts';
import { blobs, clock, env, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { lists, queues, tasks } from '../context.ts';
import { reconcile } from '../reconcile.ts';

export const handler = serveSchedule(
  'reconcile',
  {
    accounts,
    blobs,
    checks,
    clock,
    env,
    ledger,
    lists,
    log,
    mailJournal,
    mailQueue,
    queues,
    tasks,
  },
  reconcile,
);
