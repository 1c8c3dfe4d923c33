import { accounts } from '../../access/context.ts';
import { checkQueue, checks } from '../../checks/context.ts';
import { sweepChecks } from '../../checks/sweep-checks.ts';
import { ledger } from '../../credits/context.ts';
import { outbox, webhookQueue } from '../../events/context.ts';
import { topUpQueue, lowBalanceAlerts } from '../../low-credits/context.ts';
import { sweepLowBalanceAlerts } from '../../low-credits/sweep-low-balance-alerts.ts';
import { mailJournal, mailQueue } from '../../mail/context.ts';
import { blobs, clock, env, log } from '../../platform/context.ts';
import { runSweeps } from '../../platform/schedule/run-sweeps.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { bouncedAddresses, lists, queues, tasks } from '../context.ts';
import { sweepLists } from '../run/sweep-lists.ts';

export const handler = serveSchedule(
  'reconcile',
  {
    accounts,
    blobs,
    bouncedAddresses,
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
    lowBalanceAlerts,
    webhookQueue,
  },
  (deps) => runSweeps(deps, [sweepChecks, sweepLowBalanceAlerts, sweepLists]),
);
