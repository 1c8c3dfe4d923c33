import * as z from 'zod/mini';
import { listMessage } from '../../../shared/messages.ts';
import { ingestList } from '../../app/ingest-list.ts';
import { resumeLists } from '../../app/resume-lists.ts';
import type { Context } from '../../context.ts';
import { bindWorker } from '../../queue/bind-worker.ts';
import { bucketEvent, uploadsIn } from '../../queue/bucket-event.ts';

/** Our own messages, and what S3 says of arrived objects. */
const message = z.union([listMessage, bucketEvent]);

async function work(given: z.output<typeof message>, context: Context): Promise<void> {
  if (!('kind' in given)) {
    for (const { userId, listId } of uploadsIn(given)) await ingestList(context, userId, listId);
    return;
  }
  switch (given.kind) {
    case 'ingest':
      return ingestList(context, given.userId, given.listId);
    case 'resume':
      return resumeLists(context, given.userId);
  }
}

export const handler = bindWorker(message, work);
