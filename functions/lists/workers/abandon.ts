import { taskQueueMessage } from '../../../shared/messages/lists.ts';
import { abandonCheck } from '../../checks/check-attempt.ts';
import { checks } from '../../checks/context.ts';
import { outbox, webhookQueue } from '../../events/context.ts';
import { blobs, clock, env, ids, log } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { abandonTask } from '../run/abandon-task.ts';
import { lists, queues, tasks } from '../context.ts';

export const handler = serveQueue(
  'abandon',
  taskQueueMessage,
  { blobs, checks, clock, env, ids, lists, log, outbox, queues, tasks, webhookQueue },
  (message, deps) =>
    message.kind === 'check' ? abandonCheck(deps, message) : abandonTask(deps, message),
);
