import { taskQueueMessage } from '../../../shared/messages/lists.ts';
import { runCheckAttempt } from '../../checks/check-attempt.ts';
import { accounts, limits } from '../../access/context.ts';
import { checkQueue, checks, domainAnswers, engine, unknownAnswers } from '../../checks/context.ts';
import { outbox, webhookQueue } from '../../events/context.ts';
import { blobs, clock, env, ids, log } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { lists, queues, tasks } from '../context.ts';
import { verifyTask } from '../run/verify-task.ts';

/** Time reserved at the end of a run for storing the results. */
const RESERVE_MS = 20_000;

export const handler = serveQueue(
  'verify',
  taskQueueMessage,
  {
    accounts,
    blobs,
    checkQueue,
    checks,
    clock,
    domainAnswers,
    engine,
    env,
    ids,
    limits,
    lists,
    queues,
    log,
    outbox,
    tasks,
    unknownAnswers,
    webhookQueue,
  },
  (message, deps, delivery) => {
    const deadline = deps.clock.now() + delivery.remainingMs() - RESERVE_MS;
    return message.kind === 'check'
      ? runCheckAttempt(deps, message, deadline)
      : verifyTask(deps, message, deadline);
  },
);
