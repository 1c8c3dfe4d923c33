import { verifyMessage } from '../../../shared/messages/lists.ts';
import { engine } from '../../checks/context.ts';
import { blobs, clock, env, ids } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { lists, queues, tasks } from '../context.ts';
import { verifyTask } from '../verify-task.ts';

/** Kept at the end of a run for writing down what was found. */
const RESERVE_MS = 20_000;

export const handler = serveQueue(
  'verify',
  verifyMessage,
  { blobs, clock, engine, env, ids, lists, queues, tasks },
  (message, deps, delivery) =>
    verifyTask(deps, message, deps.clock.now() + delivery.remainingMs() - RESERVE_MS),
);
