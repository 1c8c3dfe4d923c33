import * as z from 'zod/mini';
import { listMessage } from '../../../shared/messages/lists.ts';
import { accounts, limits } from '../../access/context.ts';
import { ledger } from '../../credits/context.ts';
import { unknownAnswers } from '../../checks/context.ts';
import { webhookQueue } from '../../events/context.ts';
import { lowBalanceAlerts } from '../../low-credits/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { blobs, clock, env, ids, log } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { lists, queues, tasks } from '../context.ts';
import { ingestList } from '../run/ingest-list.ts';
import { resumeLists } from '../run/resume-lists.ts';
import { bucketEvent, extractUploads } from '../upload/bucket-event.ts';

/** The queue receives our own messages and S3 events. */
const message = z.union([listMessage, bucketEvent]);

export const handler = serveQueue(
  'ingest',
  message,
  {
    accounts,
    blobs,
    clock,
    env,
    ids,
    ledger,
    limits,
    lists,
    log,
    mailQueue,
    queues,
    tasks,
    lowBalanceAlerts,
    unknownAnswers,
    webhookQueue,
  },
  async (input, deps, { receiveCount }) => {
    if (!('kind' in input)) {
      const runs = [];
      const isRepeat = receiveCount > 1;
      for (const upload of extractUploads(input))
        runs.push(await ingestList(deps, { ...upload, isRepeat }));
      return runs;
    }
    if (input.kind === 'ingest') return ingestList(deps, { ...input, isRepeat: true });
    return { resumed: await resumeLists(deps, input.userId) };
  },
);
