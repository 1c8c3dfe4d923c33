import { verifyMessage } from '../../../shared/messages/lists.ts';
import { blobs, clock, env, ids } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { abandonTask } from '../abandon-task.ts';
import { lists, queues, tasks } from '../context.ts';

export const handler = serveQueue(
  'abandon',
  verifyMessage,
  { blobs, clock, env, ids, lists, queues, tasks },
  (message, deps) => abandonTask(deps, message),
);
