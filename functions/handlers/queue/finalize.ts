import { finalizeMessage } from '../../../shared/messages.ts';
import { finalizeList } from '../../app/finalize-list.ts';
import { bindWorker } from '../../queue/bind-worker.ts';

export const handler = bindWorker(finalizeMessage, ({ userId, listId }, context) =>
  finalizeList(context, userId, listId),
);
